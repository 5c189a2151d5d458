//! The options that say how the text of a position or a game is to be read.

use fukumi::geometry::{BoardSize, Color};
use fukumi::notation::Hints;
use fukumi::rule::Rule;

use super::values;

/// What may be stated besides the text, for one that does not state it itself.
#[derive(clap::Args)]
pub(crate) struct Reading {
    /// Rule; if left out, the one stated in the text, else freestyle.
    #[arg(long, value_parser = values::rule())]
    pub(crate) rule: Option<Rule>,

    /// Size of the board, as in 15 or 20x15, if the text does not show it; 15 if left out.
    #[arg(long, value_parser = values::size)]
    size: Option<BoardSize>,

    /// Side to move in the last position; if left out, what is stated or follows from the stones.
    #[arg(long, value_parser = values::color())]
    pub(crate) turn: Option<Color>,

    /// Of a game, take only the first N moves.
    #[arg(long, value_name = "N")]
    moves: Option<usize>,
}

impl Reading {
    /// What a reader is told besides the text.
    pub(crate) fn hints(&self) -> Hints {
        Hints { id: None, size: self.size, moves: self.moves }
    }
}
