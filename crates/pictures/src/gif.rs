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
    height: u16,
    /// The pixels of the last frame.
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
        Ok(Self { encoder, width, height, before: Vec::new() })
    }

    fn add(
        &mut self,
        canvas: &Canvas,
        palette: &mut Palette,
        delay: Duration,
    ) -> Result<(), Error> {
        let now: Vec<[u8; 4]> = canvas.words().collect();
        let wide = usize::from(self.width);
        let is_new = |x: usize, y: usize| self.before.get(y * wide + x) != Some(&now[y * wide + x]);
        let Area { left, top, width, height } = Area::of_changes(self.width, self.height, &is_new);
        let points = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
        let points = points.map(|(x, y)| (usize::from(x), usize::from(y)));
        let index = |(x, y)| if is_new(x, y) { palette.nearest(now[y * wide + x]) } else { NONE };
        let buffer: Vec<u8> = points.map(index).collect();
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
        self.before = now;
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
    /// The rectangle around the pixels that are new, or one pixel if none is.
    fn of_changes(width: u16, height: u16, is_new: &impl Fn(usize, usize) -> bool) -> Self {
        let is_new = |x: u16, y: u16| is_new(x.into(), y.into());
        let has_row = |&y: &u16| (0..width).any(|x| is_new(x, y));
        let Some(top) = (0..height).find(has_row) else {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        };
        let bottom = (top..height).rfind(has_row).unwrap_or(top);
        let has_column = |&x: &u16| (top..=bottom).any(|y| is_new(x, y));
        let left = (0..width).find(has_column).unwrap_or(0);
        let right = (left..width).rfind(has_column).unwrap_or(left);
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }
}
