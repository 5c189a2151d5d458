//! What the values of properties mean: points, the rule, the board and the side to move.

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::rule::Rule;

use super::property::unescape;
use crate::collector::Collector;
use crate::error::{self, NotationError, Problem};
use crate::reading::Notices;
use crate::rules;
use crate::source::Source;

/// The point that a value names; `None` for a pass.
pub(super) fn point(collector: &Collector, value: &str) -> Result<Option<Point>, Problem> {
    let value = value.trim();
    let size = collector.size;
    match value.as_bytes() {
        [] => Ok(None),
        // This is a pass in older versions of the format, on boards that have no such point.
        b"tt" if size.width() <= 19 && size.height() <= 19 => Ok(None),
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            let (x, y) = (i64::from(column - b'a'), i64::from(row - b'a'));
            collector.point(x, y, value).map(Some)
        }
        [letter, digits @ ..]
            if letter.is_ascii_alphabetic()
                && !digits.is_empty()
                && digits.iter().all(u8::is_ascii_digit) =>
        {
            collector.label(value).map(Some)
        }
        _ => Err(Problem::expected("a point such as hh or h8", value)),
    }
}

/// The corners of a point or of a rectangle of points such as `aa:cc`: the top left and the bottom
/// right one.
pub(super) fn rectangle(
    source: Source<'_>,
    collector: &Collector,
    value: &str,
) -> Result<[Point; 2], NotationError> {
    let fail = |problem| source.error(value, problem);
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let (from, to) = (point(collector, from).map_err(fail)?, point(collector, to).map_err(fail)?);
    let Some((from, to)) = from.zip(to) else {
        return Err(source.expected("a point such as hh", value));
    };
    let corner =
        |pick: fn(u8, u8) -> u8| Point::new(pick(from.x(), to.x()), pick(from.y(), to.y()));
    Ok([corner(u8::min), corner(u8::max)])
}

/// The rule that a value of `RU` names, and remarks on what of it is not known.
pub(super) fn read_rule(value: &str, notices: &mut Notices) -> Option<Rule> {
    let named = rules::named(&unescape(value));
    notices.add_rule(named, value);
    named.rule()
}

/// Parses a side, or width and height as in `15:12`.
pub(super) fn read_size(value: &str) -> Result<BoardSize, Problem> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let sides = width.trim().parse().ok().zip(height.trim().parse().ok());
    sides
        .and_then(|(width, height)| BoardSize::new(width, height))
        .ok_or_else(|| Problem::Size(error::excerpt(value)))
}

pub(super) fn read_color(value: &str) -> Option<Color> {
    match value.trim().to_ascii_lowercase().as_str() {
        "b" | "1" | "black" => Some(Color::Black),
        "w" | "2" | "white" => Some(Color::White),
        _ => None,
    }
}
