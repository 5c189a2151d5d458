//! The options that say how to read the text of a position or a game, and what a person should know
//! of how it was read.

use std::io::{self, Write};

use anyhow::{Context, ensure};
use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_records::reading::Fault;
use fukumi_records::reading::{Notices, Severity};
use fukumi_records::{Diagram, GameKind, Hints, NotationError};

use super::advice::with_advice;
use super::{shown, values};

/// Maximum number of faults of a file that are shown.
const MAX_FAULTS: usize = 100;

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

    /// Read a game as Gomoku or Renju even if its file states another game, such as Go.
    #[arg(long, value_parser = values::game())]
    game: Option<GameKind>,
}

impl Reading {
    /// The hints for a reader of the text.
    pub(crate) fn hints(&self) -> Hints {
        Hints {
            size: self.size,
            moves: self.moves,
            game: self.game.unwrap_or_default(),
            ..Hints::default()
        }
    }

    /// The position that a text or the file of this name describes. An empty text is the empty
    /// board, for which no notation has a text.
    pub(crate) fn position(&self, text: &str) -> anyhow::Result<Position> {
        if text.trim().is_empty() {
            ensure!(self.moves.unwrap_or(0) == 0, "the empty board has no moves");
            let size = self.size.or_else(|| BoardSize::square(15)).context("a size")?;
            let mut position = Position::new(size, self.rule.unwrap_or_default());
            position.set_to_move(self.turn.unwrap_or(Color::Black));
            return Ok(position);
        }
        let diagram = load(text, &self.hints());
        diagram.map_err(with_advice)?.position(self.rule, self.turn).map_err(with_advice)
    }
}

/// Loads a position from an argument, and reports on standard error how it was read.
pub(crate) fn load(argument: &str, hints: &Hints) -> Result<Diagram, NotationError> {
    let mut notices = Notices::default();
    let diagram = fukumi_records::load(argument, &mut io::stdin().lock(), hints, &mut notices);
    report("", &notices);
    diagram
}

/// Reports on standard error what a person should know about how a file was read.
pub(crate) fn report(name: &str, notices: &Notices) {
    let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
    for (severity, line) in notices.with_severity() {
        let kind = match severity {
            Severity::Remark => "note",
            Severity::Warning => "warning",
        };
        // If this cannot be written, the work goes on all the same.
        let _ = writeln!(io::stderr(), "{}", shown::line(format!("{kind}: {name}{line}")));
    }
}

/// Reports on standard error what of a file is left out because it makes no sense.
pub(crate) fn report_faults(name: &str, faults: &[Fault]) {
    for fault in faults.iter().take(MAX_FAULTS) {
        // If this cannot be written, the exit status still says so.
        let _ = writeln!(io::stderr(), "{}", shown::line(format!("error: {name}: {fault}")));
    }
    if faults.len() > MAX_FAULTS {
        let more = faults.len() - MAX_FAULTS;
        let text = format!("error: {name}: {more} more are damaged");
        let _ = writeln!(io::stderr(), "{}", shown::line(text));
    }
}
