//! Animated GIF of drawings that differ little from one to the next.
//!
//! All frames share a palette. Each one holds only the rectangle that has changed; pixels in it
//! that are as before have the colour that stands for none, and a run of those takes few bytes.
//! Shapes that a drawing has in common with the next one are drawn once.

use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::palette::{NONE, Palette};
use crate::raster::Canvas;
use crate::shape::{Drawing, Shape};
use crate::size::{Error, MAX_GIF_SIDE, Size};
use crate::theme::Theme;

/// The longer side of a GIF in pixels if nothing else is asked for.
const USUAL_SIDE: f32 = 640.0;
/// The longest time that a frame can be shown: GIF counts hundredths of a second in 16 bits.
pub const MAX_DELAY: Duration = Duration::from_millis(655_350);

/// How long the frames are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    /// A frame.
    pub each: Duration,
    /// The last one.
    pub last: Duration,
}

impl Default for Delays {
    fn default() -> Self {
        Self { each: Duration::from_millis(700), last: Duration::from_secs(3) }
    }
}

impl Delays {
    /// Each frame for this long, and the last one longer.
    pub fn of_each(each: Duration) -> Self {
        let usual = Self::default();
        Self { each, last: usual.last.max(each) }
    }
}

/// The drawings of one board in one theme, one after the other, again and again.
///
/// # Errors
/// If there are none, the picture would be too large, or there is not enough memory.
pub fn animation(
    drawings: impl IntoIterator<Item = Drawing>,
    theme: Theme,
    size: Size,
    delays: Delays,
) -> Result<Vec<u8>, Error> {
    let mut drawings = drawings.into_iter().peekable();
    let Some(first) = drawings.peek() else {
        return Err(Error::Encoding("there is nothing to show".into()));
    };
    let usual = (USUAL_SIDE / first.width.max(first.height)).min(1.0);
    let scale = size.scale(first, usual, MAX_GIF_SIDE)?;
    let blank = Canvas::new(first, scale)?;
    let mut palette = Palette::of(theme);
    let mut film = Film::new(&blank, &palette)?;
    // What a drawing has in common with the one before: the first `count` shapes.
    let (mut common, mut count) = (blank.clone(), 0);
    while let Some(drawing) = drawings.next() {
        let shapes = &drawing.shapes;
        let next = drawings.peek();
        let kept = next.map_or(0, |next| common_length(shapes, &next.shapes));
        if kept > count {
            common.draw(&shapes[count..kept]);
            count = kept;
        }
        let mut canvas = common.clone();
        canvas.draw(&shapes[count..]);
        let delay = if next.is_some() { delays.each } else { delays.last };
        film.add(&canvas, &mut palette, delay)?;
        if kept < count {
            common = blank.clone();
            common.draw(&shapes[..kept]);
            count = kept;
        }
    }
    film.finish()
}

/// How many shapes two drawings have in common at the beginning.
fn common_length(shapes: &[Shape], others: &[Shape]) -> usize {
    shapes.iter().zip(others).take_while(|(shape, other)| shape == other).count()
}

/// Writes frames.
struct Film {
    encoder: Encoder<Vec<u8>>,
    width: u16,
    /// The pixels of the last frame; empty before the first one.
    before: Vec<[u8; 4]>,
}

impl Film {
    fn new(canvas: &Canvas, palette: &Palette) -> Result<Self, Error> {
        let (width, height) = canvas.extent();
        let sides = u16::try_from(width).ok().zip(u16::try_from(height).ok());
        let (width, height) =
            sides.ok_or(Error::Size { pixels: (width, height), most: MAX_GIF_SIDE })?;
        let mut encoder =
            Encoder::new(Vec::new(), width, height, &palette.bytes()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self { encoder, width, before: Vec::new() })
    }

    fn add(
        &mut self,
        canvas: &Canvas,
        palette: &mut Palette,
        delay: Duration,
    ) -> Result<(), Error> {
        let (now, wide) = (canvas.words(), usize::from(self.width));
        let area = Area::of_changes(wide, &self.before, now);
        let Area { left, top, width, height } = area;
        let rows = (top..top + height).map(|y| usize::from(y) * wide + usize::from(left));
        let places = rows.flat_map(|start| start..start + usize::from(width));
        let is_new = |place: usize| self.before.get(place) != Some(&now[place]);
        let index = |place| if is_new(place) { palette.nearest(now[place]) } else { NONE };
        let buffer: Vec<u8> = places.map(index).collect();
        let hundredths = (delay.as_millis() + 5) / 10;
        let frame = Frame {
            delay: u16::try_from(hundredths).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: Some(NONE),
            left,
            top,
            width,
            height,
            buffer: buffer.into(),
            ..Frame::default()
        };
        self.before.clear();
        self.before.extend_from_slice(now);
        self.encoder.write_frame(&frame).map_err(failed)
    }

    fn finish(self) -> Result<Vec<u8>, Error> {
        self.encoder.into_inner().map_err(|error| Error::Encoding(error.to_string()))
    }
}

fn failed(error: gif::EncodingError) -> Error {
    Error::Encoding(error.to_string())
}

/// A rectangle of pixels.
#[derive(Debug, PartialEq, Eq)]
struct Area {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Area {
    /// The rectangle around the pixels of `now` that are not as `before`, or one pixel if all are.
    /// A row has `wide` pixels. Everything is new if there is nothing before.
    fn of_changes(wide: usize, before: &[[u8; 4]], now: &[[u8; 4]]) -> Self {
        let last = (wide - 1, now.len() / wide - 1);
        if before.is_empty() {
            return Self::between((0, 0), last);
        }
        let (mut from, mut to) = (last, (0, 0));
        for (y, (old, new)) in before.chunks(wide).zip(now.chunks(wide)).enumerate() {
            // Most rows are the same, which a comparison of whole rows finds out quickly.
            if old == new {
                continue;
            }
            let is_new = |x: &usize| old[*x] != new[*x];
            let left = (0..wide).find(is_new).unwrap_or(0);
            let right = (left..wide).rfind(is_new).unwrap_or(left);
            from = (from.0.min(left), from.1.min(y));
            to = (to.0.max(right), y);
        }
        let is_changed = from.0 <= to.0 && from.1 <= to.1;
        if is_changed { Self::between(from, to) } else { Self::between((0, 0), (0, 0)) }
    }

    /// The rectangle from one pixel to another, both in it.
    fn between(from: (usize, usize), to: (usize, usize)) -> Self {
        let side = |from: usize, to: usize| u16::try_from(to - from + 1).unwrap_or(u16::MAX);
        let start = |place: usize| u16::try_from(place).unwrap_or(u16::MAX);
        let (left, top) = (start(from.0), start(from.1));
        Self { left, top, width: side(from.0, to.0), height: side(from.1, to.1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_of_changes_is_the_smallest_around_them() {
        let before = vec![[7; 4]; 6 * 5];
        let area = |changed: &[(usize, usize)]| {
            let mut now = before.clone();
            changed.iter().for_each(|&(x, y)| now[6 * y + x][2] = 8);
            let Area { left, top, width, height } = Area::of_changes(6, &before, &now);
            (left, top, width, height)
        };
        assert_eq!(area(&[]), (0, 0, 1, 1));
        assert_eq!(area(&[(0, 0)]), (0, 0, 1, 1));
        assert_eq!(area(&[(5, 4)]), (5, 4, 1, 1));
        assert_eq!(area(&[(4, 1), (2, 3)]), (2, 1, 3, 3));
        assert_eq!(area(&[(0, 4), (5, 0)]), (0, 0, 6, 5));
        let all = Area::of_changes(6, &[], &before);
        assert_eq!((all.left, all.top, all.width, all.height), (0, 0, 6, 5));
    }
}
