//! How large pictures are, and why one cannot be made.

use std::fmt;

use crate::drawing::CELL;
use crate::shape::Drawing;

/// The shortest side of a picture in pixels.
pub const MIN_SIDE: u32 = 32;
/// The longest side of a picture in pixels.
pub const MAX_SIDE: u32 = 6000;
/// The longest side of a GIF in pixels.
pub const MAX_GIF_SIDE: u32 = 2000;

/// How large a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// As fits the format: a pixel for each unit in SVG, two in PNG, and a longer side of at most
    /// 640 pixels in GIF.
    #[default]
    Usual,
    /// The width in pixels.
    Width(u32),
    /// The distance of two lines in pixels.
    Cell(u32),
}

/// Why a picture cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A side of the picture would be too short or too long.
    Size {
        /// Width and height in pixels.
        pixels: (u32, u32),
        /// The longest side.
        most: u32,
    },
    /// There are no such moves.
    Moves {
        /// The first move, from 1, if one was named.
        first: Option<usize>,
        /// The last move, if one was named.
        last: Option<usize>,
        /// How many moves there are.
        count: usize,
    },
    /// A stone goes to this point, which is taken.
    Taken(String),
    /// There is not enough memory, or it cannot be written.
    Encoding(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { pixels: (width, height), most } => write!(
                f,
                "a side of a picture has {MIN_SIDE} to {most} pixels, but this one would be \
                 {width}x{height}"
            ),
            Self::Moves { first: Some(first), last: Some(last), .. } if first > last => {
                write!(f, "moves {first} to {last}: the first one comes after the last")
            }
            Self::Moves { first: Some(0), .. } => f.write_str("moves are counted from 1"),
            Self::Moves { first, last, count } => {
                let asked = last.or(*first).unwrap_or_default();
                write!(f, "there is no move {asked}, only {count}")
            }
            Self::Taken(point) => write!(f, "{point} is taken"),
            Self::Encoding(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}

/// Pixels for each unit of a drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale(pub(crate) f32);

impl Scale {
    /// Width and height in pixels.
    pub(crate) fn pixels(self, drawing: &Drawing) -> (u32, u32) {
        let pixels = |units: f32| (units * self.0).round() as u32;
        (pixels(drawing.width), pixels(drawing.height))
    }
}

impl Size {
    /// The scale of a drawing, where `usual` is that of its format.
    pub(crate) fn scale(self, drawing: &Drawing, usual: f32, most: u32) -> Result<Scale, Error> {
        let scale = Scale(match self {
            Self::Usual => usual,
            Self::Width(width) => width as f32 / drawing.width,
            Self::Cell(cell) => cell as f32 / CELL,
        });
        let pixels = scale.pixels(drawing);
        let is_right = |side| (MIN_SIDE..=most).contains(&side);
        if is_right(pixels.0) && is_right(pixels.1) {
            Ok(scale)
        } else {
            Err(Error::Size { pixels, most })
        }
    }
}
