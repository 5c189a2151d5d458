//! One line -> [`Command`] or an error message. This module knows only the size of the board.

use std::path::PathBuf;

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;

use crate::commands::{shown, values};

/// Characters of a line that an error message quotes.
const MAX_QUOTE: usize = 24;

/// What a person asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Move(Point),
    Undo,
    Redo,
    Hint,
    /// Say what the position is worth.
    Evaluate,
    /// List the levels, or set one.
    Level(Option<usize>),
    Rule(Rule),
    Size(BoardSize),
    New,
    Swap,
    /// Let the engine make the person's step in an opening.
    Step,
    Board,
    Save(PathBuf),
    /// Load a game from a file with this name, as [`fukumi_records::load`] reads it.
    Load(String),
    Help,
    /// Give the game up.
    Resign,
    Quit,
    /// An empty line.
    Nothing,
}

/// The list of commands, for `help`.
pub(super) const HELP: &str = "\
h8          put your stone on h8
undo, u     take your last move back, and the engine's answer
redo        play what was taken back
hint        ask the engine, at full strength, for a move
eval        ask it what the position is worth, and for the best line
level [N]   set the engine's level, or list the levels
rule NAME   new game under freestyle, standard, renju, caro-overline or caro
size N      new game on another board, as in 19 or 20x15
new         new game
swap        take the engine's stones, and give it yours
step        in an opening rule: have the engine make your step
resign      give the game up
board       show the board
save FILE   save the game: SGF or .psq by the name, else a line of moves
load FILE   go on with a saved game: SGF, .psq, or moves; you have the side to move
quit, q     leave
";

/// Parses a line for a game on a board of this size.
pub(super) fn parse(line: &str, size: BoardSize) -> Result<Command, String> {
    let line = line.trim();
    if let Some(label) = label(line) {
        let point = size.parse_label(&label).map(Command::Move);
        return point.ok_or_else(|| format!("{label} is off the board"));
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (name, rest) = (word.to_ascii_lowercase(), rest.trim());
    let needed = |what: &str| {
        if rest.is_empty() { Err(format!("{name} what? Expected {what}")) } else { Ok(rest) }
    };
    let command = match name.as_str() {
        "undo" | "u" => Command::Undo,
        "redo" => Command::Redo,
        "hint" => Command::Hint,
        "eval" | "evaluate" => Command::Evaluate,
        "level" | "levels" if rest.is_empty() => Command::Level(None),
        "level" => return super::level(rest).map(|number| Command::Level(Some(number))),
        "rule" => {
            let names = Rule::ALL.map(Rule::name).join(", ");
            let named = needed(&names)?.to_ascii_lowercase();
            let rule = Rule::named(&named);
            return rule.map(Command::Rule).ok_or_else(|| format!("expected one of {names}"));
        }
        "size" => return values::size(needed("a size, as in 15")?).map(Command::Size),
        "new" | "restart" => Command::New,
        "swap" => Command::Swap,
        "step" => Command::Step,
        "board" => Command::Board,
        "resign" => Command::Resign,
        "save" => return Ok(Command::Save(needed("the name of a file")?.into())),
        "load" | "open" => return Ok(Command::Load(needed("the name of a file")?.into())),
        "help" | "?" => Command::Help,
        "quit" | "q" | "exit" => Command::Quit,
        "" => Command::Nothing,
        _ if label(word).is_some() => return Err(format!("{word} is a move; one at a time")),
        _ => return Err(format!("'{}' is no move and no command; try help", quote(line))),
    };
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(format!("{name} takes nothing after it, found '{}'", quote(rest)))
    }
}

/// The label of a point, on the board or not: `h8`, also for `h 8`, `8h` and `8 h`.
fn label(text: &str) -> Option<String> {
    let number = text.trim_matches(|c: char| c.is_ascii_alphabetic());
    let (before, after) = text.split_once(number).filter(|_| !number.is_empty())?;
    let (column, row) = (format!("{before}{after}").to_ascii_lowercase(), number.trim());
    let is_row = row.len() <= 3 && row.bytes().all(|byte| byte.is_ascii_digit());
    (column.len() == 1 && is_row).then(|| column + row)
}

/// The beginning of a text.
fn quote(text: &str) -> String {
    shown::line(text).chars().take(MAX_QUOTE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        parse(line, BoardSize::square(15).expect("in range"))
    }

    #[test]
    fn moves_and_commands_are_read_in_any_case() {
        for (line, command) in [
            ("h8", Command::Move(Point::new(7, 7))),
            ("  A15 \r\n", Command::Move(Point::new(0, 0))),
            ("h 9", Command::Move(Point::new(7, 6))),
            ("8h", Command::Move(Point::new(7, 7))),
            ("10 \t B", Command::Move(Point::new(1, 5))),
            ("", Command::Nothing),
            ("U", Command::Undo),
            ("eval", Command::Evaluate),
            ("load old games/1.psq", Command::Load("old games/1.psq".into())),
            ("Level", Command::Level(None)),
            ("level 3", Command::Level(Some(3))),
            ("rule Renju", Command::Rule(Rule::Renju)),
            ("size 20x15", Command::Size(BoardSize::new(20, 15).expect("in range"))),
            ("restart", Command::New),
            ("Resign", Command::Resign),
            ("save My Game.sgf", Command::Save("My Game.sgf".into())),
            ("?", Command::Help),
        ] {
            assert_eq!(read(line), Ok(command), "{line:?}");
        }
    }

    #[test]
    fn mistakes_get_a_clear_answer() {
        for (line, complaint) in [
            ("p8", "p8 is off the board"),
            ("h16", "h16 is off the board"),
            ("h 16", "h16 is off the board"),
            ("16H", "h16 is off the board"),
            // This is a point, although `u` alone is a command.
            ("u 8", "u8 is off the board"),
            ("h8 h9", "h8 is a move; one at a time"),
            ("h8 9", "h8 is a move; one at a time"),
            ("8", "'8' is no move and no command; try help"),
            ("hh8", "'hh8' is no move and no command; try help"),
            ("h8h", "'h8h' is no move and no command; try help"),
            ("h 8 h", "'h 8 h' is no move and no command; try help"),
            ("h 1 2", "'h 1 2' is no move and no command; try help"),
            ("h 0000008", "'h 0000008' is no move and no command; try help"),
            ("level 0", "expected a level from 1 to 12"),
            ("level x", "expected a level from 1 to 12"),
            ("rule go", "expected one of freestyle, standard, renju, caro-overline, caro"),
            ("size 4", "expected 5 to 22, or two such numbers as in 20x15"),
            ("size", "size what? Expected a size, as in 15"),
            ("save", "save what? Expected the name of a file"),
            ("load", "load what? Expected the name of a file"),
            ("undo 2", "undo takes nothing after it, found '2'"),
            ("play \u{1b}[2J", "'play ?[2J' is no move and no command; try help"),
        ] {
            assert_eq!(read(line), Err(complaint.to_owned()), "{line:?}");
        }
        let nonsense = "ä".repeat(5_000);
        assert_eq!(read(&nonsense).map_err(|complaint| complaint.chars().count()), Err(62));
    }
}
