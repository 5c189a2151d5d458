//! How the arguments of commands for a database are read.

use super::action::{DatabaseAction, FileAction, Filter, Selection};
use super::arguments::coordinates;
use super::words::{parse_integer, split_word};
use super::{BlockKind, Command, CommandError, Parsed};

pub(super) fn database(action: DatabaseAction) -> Result<Parsed, CommandError> {
    Ok(Parsed::Open(BlockKind::Database(action)))
}

/// Parses `mask label value depth`. The sum of bits says which of the three count: 1, 2 and 4.
pub(super) fn set_value(rest: &str) -> Result<Parsed, CommandError> {
    let (mut numbers, mut after) = ([0; 4], rest);
    for number in &mut numbers {
        let (word, rest) = split_word(after);
        *number = parse_integer(word).ok_or_else(|| CommandError::Arguments {
            expected: "mask label value depth, such as 1 119 0 0",
            found: word.into(),
        })?;
        after = rest;
    }
    let [mask, label, value, depth] = numbers;
    let label = u8::try_from(label).ok().filter(u8::is_ascii_graphic).map(char::from);
    let action = DatabaseAction::SetValue {
        label: (mask & 1 != 0).then_some(label),
        value: (mask & 2 != 0).then_some(value),
        depth: (mask & 4 != 0).then_some(depth),
    };
    Ok(Parsed::OpenWith(BlockKind::Database(action), after.into()))
}

/// Parses `x,y text`; the text goes to the end of the line.
pub(super) fn set_mark(rest: &str) -> Result<Parsed, CommandError> {
    let (point, text) = split_word(rest);
    let action = DatabaseAction::SetMark { at: coordinates(point)?, text: text.into() };
    Ok(Parsed::OpenWith(BlockKind::Database(action), String::new()))
}

/// Parses the name of a filter and its number, if they are there. `RECURSIVE` may be the end of the
/// name, as Yixin-Board has it, or a word of its own.
pub(super) fn remove_all(rest: &str) -> Result<Parsed, CommandError> {
    let (word, after) = split_word(rest);
    let name = word.to_ascii_uppercase();
    let (name, has_suffix) =
        name.strip_suffix("RECURSIVE").map_or((name.as_str(), false), |name| (name, true));
    let labels = |win, loss, draw, is_inverted| Selection::Labels { win, loss, draw, is_inverted };
    let (selection, after) = match name {
        "W" => (labels(true, false, false, false), after),
        "L" => (labels(false, true, false, false), after),
        "WL" => (labels(true, true, false, false), after),
        "WLD" => (labels(true, true, true, false), after),
        "NONWL" => (labels(true, true, false, true), after),
        "NONWLD" => (labels(true, true, true, true), after),
        "WLNOSTEP" => (Selection::WithoutLength, after),
        "WLINSTEP" => {
            let (number, after) = split_word(after);
            let most = parse_integer(number).ok_or_else(|| CommandError::Arguments {
                expected: "a number of plies, such as WLINSTEP 9",
                found: number.into(),
            })?;
            (Selection::Within(most), after)
        }
        // The moves follow, or what is no move.
        _ => {
            let filter = Filter { selection: Selection::All, is_recursive: false };
            return Ok(removal(filter, rest));
        }
    };
    let (word, behind) = split_word(after);
    let has_word = word.eq_ignore_ascii_case("RECURSIVE");
    let filter = Filter { selection, is_recursive: has_suffix || has_word };
    Ok(removal(filter, if has_word { behind } else { after }))
}

/// The beginning of the block of a removal.
fn removal(filter: Filter, after: &str) -> Parsed {
    Parsed::OpenWith(BlockKind::Database(DatabaseAction::RemoveAll(filter)), after.into())
}

/// The beginning of a block, or of a refused one with this text after the command.
pub(super) fn or_refused(parsed: Result<Parsed, CommandError>, after: &str) -> Parsed {
    parsed.unwrap_or_else(|error| Parsed::Refused(error, after.into()))
}

/// The command for a file, or its beginning if the name is on the next line.
pub(super) fn with_file(action: FileAction, rest: &str) -> Parsed {
    if rest.is_empty() {
        Parsed::FileName(action)
    } else {
        Parsed::Whole(Command::of_file(action, rest))
    }
}
