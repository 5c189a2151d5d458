//! The arguments of commands: points, sizes and numbers.

use super::words::{entries, is_blank, parse_integer, split_word};
use super::{Command, CommandError};
use crate::engine::setup::{Coordinates, Owner, Placement};

/// Parses a line of a `BOARD` or `YXBOARD` block: `x,y,field`.
pub(crate) fn placement(entry: &str) -> Result<Placement, CommandError> {
    let owner = |field| match field {
        1 => Some(Owner::Own),
        2 => Some(Owner::Opponent),
        3 => Some(Owner::Nobody),
        _ => None,
    };
    match integers(entry).as_deref() {
        Some(&[x, y, field]) => {
            owner(field).map(|owner| Placement { at: Coordinates { x, y }, owner })
        }
        _ => None,
    }
    .ok_or_else(|| CommandError::Arguments {
        expected: "x,y,field with field 1, 2 or 3",
        found: entry.into(),
    })
}

/// Parses a line of another block: `x,y`; a third number is tolerated.
///
/// # Errors
/// If it is something else.
pub fn coordinates(entry: &str) -> Result<Coordinates, CommandError> {
    match integers(entry).as_deref() {
        Some(&[x, y] | &[x, y, _]) => Ok(Coordinates { x, y }),
        _ => Err(CommandError::Arguments { expected: "x,y", found: entry.into() }),
    }
}

/// The number of fifth stones that may precede the points of a block, clamped to its range up to
/// `most`, and the points.
///
/// # Errors
/// If something else precedes them.
pub(crate) fn fifth_count(
    entries: &[String],
    most: Option<usize>,
) -> Result<(usize, &[String]), CommandError> {
    match (entries.split_first(), most) {
        (Some((first, points)), Some(most)) if !first.contains(',') => {
            let count = number_or(1, first, "a number of fifth stones")?.max(1);
            Ok((usize::try_from(count).unwrap_or(most).min(most), points))
        }
        _ => Ok((1, entries)),
    }
}

pub(super) fn start(rest: &str) -> Result<Command, CommandError> {
    let mut numbers = rest.split(is_blank).filter(|word| !word.is_empty()).map(parse_integer);
    match (numbers.next(), numbers.next()) {
        (Some(Some(width)), Some(Some(height))) => Ok(Command::Start { width, height }),
        (Some(Some(side)), _) => Ok(Command::Start { width: side, height: side }),
        _ => Err(CommandError::Arguments {
            expected: "the size of the board, such as 15 or 20",
            found: rest.into(),
        }),
    }
}

pub(super) fn rect_start(rest: &str) -> Result<Command, CommandError> {
    match first_pair(rest) {
        Some(Coordinates { x, y }) => Ok(Command::RectStart { width: x, height: y }),
        None => Err(CommandError::Arguments {
            expected: "width,height, such as 20,15",
            found: rest.into(),
        }),
    }
}

pub(super) fn move_argument(rest: &str) -> Result<Coordinates, CommandError> {
    first_pair(rest).ok_or_else(|| CommandError::Arguments { expected: "x,y", found: rest.into() })
}

/// Two numbers with a comma; anything after a blank is ignored.
pub(super) fn first_pair(rest: &str) -> Option<Coordinates> {
    match integers(entries(rest).first()?)?.as_slice() {
        &[x, y] => Some(Coordinates { x, y }),
        _ => None,
    }
}

/// Numbers separated by commas and nothing else; `None` if one of them is not a number.
fn integers(entry: &str) -> Option<Vec<i64>> {
    entry.split(',').map(parse_integer).collect()
}

/// The number that the first word is, or `default` if there is no word.
fn number_or(default: i64, rest: &str, expected: &'static str) -> Result<i64, CommandError> {
    let (word, _) = split_word(rest);
    match word.is_empty() {
        true => Ok(default),
        false => parse_integer(word)
            .ok_or_else(|| CommandError::Arguments { expected, found: word.into() }),
    }
}

/// The number of lines of an analysis, at least one.
pub(super) fn lines(rest: &str) -> Result<usize, CommandError> {
    let lines = number_or(1, rest, "a number of lines")?.max(1);
    Ok(usize::try_from(lines).unwrap_or(usize::MAX))
}

pub(super) fn bias(rest: &str) -> Result<i32, CommandError> {
    // Beyond any score, the value makes no difference.
    Ok(number_or(0, rest, "a number of points")?.clamp(-100_000, 100_000) as i32)
}
