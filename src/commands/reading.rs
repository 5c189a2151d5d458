//! The options that say how to read the text of a position or a game.

use fukumi::geometry::{BoardSize, Color};
use fukumi::notation::Hints;
use fukumi::rule::Rule;

use super::values;

/// Facts that can be stated besides the text, if the text itself does not state them.
#[derive(clap::Args)]
pub(crate) struct Reading {
    /// Rule; by default the one stated in the text, else freestyle.
    #[arg(long, value_parser = values::rule())]
    pub(crate) rule: Option<Rule>,

    /// Size of the board, as in 15 or 20x15, if the text does not show it; by default 15.
    #[arg(long, value_parser = values::size)]
    size: Option<BoardSize>,

    /// Side to move in the last position; by default what the text states or the stones imply.
    #[arg(long, value_parser = values::color())]
    pub(crate) turn: Option<Color>,

    /// Take only the first N moves of a game.
    #[arg(long, value_name = "N")]
    moves: Option<usize>,
}

impl Reading {
    /// The hints for a reader of the text.
    pub(crate) fn hints(&self) -> Hints {
        Hints { id: None, size: self.size, moves: self.moves }
    }
}
