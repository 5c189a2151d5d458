//! The options that say how to read the text of a position or a game.

use std::io;

use anyhow::{Context, ensure};
use fukumi::geometry::{BoardSize, Color};
use fukumi::notation::{self, Hints};
use fukumi::position::Position;
use fukumi::rule::Rule;

use super::advice::with_advice;
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

    /// The position that a text or the file of this name describes. An empty text is the empty
    /// board, for which no notation has a text.
    #[cfg(feature = "database")]
    pub(crate) fn position(&self, text: &str) -> anyhow::Result<Position> {
        if text.trim().is_empty() {
            ensure!(self.moves.unwrap_or(0) == 0, "the empty board has no moves");
            let size = self.size.or_else(|| BoardSize::square(15)).context("a size")?;
            let mut position = Position::new(size, self.rule.unwrap_or_default());
            position.set_to_move(self.turn.unwrap_or(Color::Black));
            return Ok(position);
        }
        let diagram = notation::load(text, &mut io::stdin().lock(), &self.hints());
        diagram.map_err(with_advice)?.position(self.rule, self.turn).map_err(with_advice)
    }
}
