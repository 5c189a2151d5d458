//! Reads positions from text in any of the formats.

use crate::diagram::{Diagram, NamedDiagram};
use crate::error::{NotationError, Problem};
use crate::formats::{Format, read, recognise};
use crate::hints::Hints;
use crate::json;
use crate::limits::MAX_BYTES;
use crate::normal::normalised;
use crate::reading::Notices;
use crate::source::Source;

/// Reads a position from text in any of the formats.
///
/// # Errors
/// If the text is in none of the formats, or makes no sense in the format that it seems to be in.
pub fn parse(text: &str, hints: &Hints) -> Result<Diagram, NotationError> {
    parse_noted(text, hints, &mut Notices::default())
}

/// Reads a position like [`parse`]. `notices` gets what a person should know.
///
/// # Errors
/// As [`parse`].
pub fn parse_noted(
    text: &str,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    if text.len() > MAX_BYTES {
        return Err(Problem::TooLong.into());
    }
    parse_one(&normalised(text), hints, None, notices)
}

/// Reads all positions of a text, in one pass. If there are several, each one comes with its id.
///
/// # Errors
/// As [`parse`], except for errors in one of several positions, which are part of the result.
pub fn parse_all(text: &str, hints: &Hints) -> Result<Vec<NamedDiagram>, NotationError> {
    parse_all_noted(text, hints, &mut Notices::default())
}

/// Reads all positions like [`parse_all`]. `notices` gets what a person should know.
///
/// # Errors
/// As [`parse_all`].
pub fn parse_all_noted(
    text: &str,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Vec<NamedDiagram>, NotationError> {
    if text.len() > MAX_BYTES {
        return Err(Problem::TooLong.into());
    }
    parse_each(text, hints, None, notices)
}

/// Reads a position from a normalised text.
fn parse_one(
    text: &str,
    hints: &Hints,
    known: Option<Format>,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    let source = Source::new(text);
    let format = known.or_else(|| recognise::format(text));
    refuse_json(text, format)?;
    let diagram = read::one(source, format, hints, notices)?;
    Ok(with_last_at_the_end(diagram))
}

/// Reads all positions like [`parse_all`], of a text of any length whose records have at most
/// [`MAX_BYTES`]. `format` states the format if it is known.
pub(crate) fn parse_each(
    text: &str,
    hints: &Hints,
    known: Option<Format>,
    notices: &mut Notices,
) -> Result<Vec<NamedDiagram>, NotationError> {
    let text = normalised(text);
    if hints.id.is_none() {
        let source = Source::new(&text);
        let format = known.or_else(|| recognise::format(&text));
        refuse_json(&text, format)?;
        let entries = read::each(source, format, known.is_some(), hints, notices);
        // A single position needs no id.
        if entries.len() > 1 {
            let finish = |(id, diagram): (String, Result<Diagram, _>)| {
                (Some(id), diagram.map(with_last_at_the_end))
            };
            return Ok(entries.into_iter().map(finish).collect());
        }
        // It was read already, and its notices are known.
        if let Some((_, diagram)) = entries.into_iter().next() {
            return Ok(vec![(None, Ok(with_last_at_the_end(diagram?)))]);
        }
    }
    Ok(vec![(hints.id.clone(), Ok(parse_one(&text, hints, known, notices)?))])
}

/// Refuses JSON, whose words may look like moves, a record or a picture.
fn refuse_json(text: &str, format: Option<Format>) -> Result<(), NotationError> {
    let may_be = matches!(
        format,
        None | Some(Format::Moves | Format::Record | Format::Picture | Format::Rec)
    );
    if may_be && json::begins(text) {
        return Err(Problem::Foreign(json::NAME).into());
    }
    Ok(())
}

/// Moves the last move to the end of the stones, so that the position would take it back first.
fn with_last_at_the_end(mut diagram: Diagram) -> Diagram {
    if let Some(last) = diagram.last {
        diagram.stones.sort_by_key(|stone| stone.point == last);
    }
    diagram
}
