//! A picture of the board for people. Without colours, the notation can read it again.

use std::fmt;

use anstyle::Style;
use fukumi_core::board::Cell;
use fukumi_core::geometry::{Color, Point, PointSet};
use fukumi_core::position::Position;

/// A board with its coordinates, the last move in brackets, and marks on some points. The stones of
/// a winning row are capital letters, in reverse video if there are colours.
pub(crate) struct Picture<'a> {
    pub(crate) position: &'a Position,
    pub(crate) last: Option<Point>,
    /// Empty points shown as `mark`.
    pub(crate) marks: PointSet,
    pub(crate) mark: char,
    pub(crate) styles: Styles,
}

/// The styles of the parts of a picture; plain by default.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Styles {
    pub(crate) black: Style,
    pub(crate) white: Style,
    pub(crate) mark: Style,
    /// Style of coordinates and empty points.
    pub(crate) faint: Style,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, last, marks, mark, styles } = self;
        let (board, size) = (position.board(), position.size());
        let row = Color::ALL.map(|color| position.winning_row(color));
        let stone = |color: Color, style: Style, sign: char, point| {
            if !row[color.index()].contains(point) {
                return (style, sign);
            }
            let style = if style.is_plain() { style } else { style.invert() };
            (style, sign.to_ascii_uppercase())
        };
        for y in 0..size.height() {
            write_styled(f, styles.faint, &format!("{:>2} ", size.height() - y))?;
            let mut before = " ";
            for point in (0..size.width()).map(|x| Point::new(x, y)) {
                let is_last = *last == Some(point);
                let (style, sign) = match board.cell(point) {
                    Cell::Black => stone(Color::Black, styles.black, 'x', point),
                    Cell::White => stone(Color::White, styles.white, 'o', point),
                    Cell::Wall => (styles.faint, '#'),
                    Cell::Empty if marks.contains(point) => (styles.mark, *mark),
                    Cell::Empty => (styles.faint, '.'),
                };
                f.write_str(if is_last { "(" } else { before })?;
                write_styled(f, style, sign.encode_utf8(&mut [0; 4]))?;
                before = if is_last { ")" } else { " " };
            }
            f.write_str(before.trim_end())?;
            f.write_str("\n")?;
        }
        f.write_str("   ")?;
        let letters: String =
            (b'a'..).take(size.width().into()).flat_map(|c| [' ', c.into()]).collect();
        write_styled(f, styles.faint, &letters)?;
        f.write_str("\n")
    }
}

fn write_styled(f: &mut fmt::Formatter<'_>, style: Style, text: &str) -> fmt::Result {
    write!(f, "{style}{text}{style:#}")
}
