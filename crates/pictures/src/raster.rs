//! A drawing as pixels.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint as Ink, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use crate::glyphs::{self, Step};
use crate::shape::{Drawing, Paint, Shape, Spot};
use crate::size::{Error, MAX_SIDE, Scale, Size};
use crate::theme::Rgb;

/// Pixels of a PNG for a unit of the drawing, fine enough for print.
const PNG_SCALE: f32 = 2.0;

impl Drawing {
    /// The picture as PNG.
    ///
    /// # Errors
    /// If it would be too large, or there is not enough memory.
    pub fn png(&self, size: Size) -> Result<Vec<u8>, Error> {
        let mut canvas = Canvas::new(self, size.scale(self, PNG_SCALE, MAX_SIDE)?)?;
        canvas.draw(&self.shapes);
        let (width, height) = canvas.extent();
        let pixels: Vec<u8> =
            canvas.words().iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&pixels)?;
            writer.finish()
        });
        written.map_err(|error| Error::Encoding(error.to_string()))?;
        Ok(bytes)
    }
}

/// Pixels to draw on.
#[derive(Clone)]
pub(crate) struct Canvas {
    pixels: Pixmap,
    transform: Transform,
}

impl Canvas {
    /// A canvas without anything on it, for drawings of the size of this one.
    pub(crate) fn new(drawing: &Drawing, scale: Scale) -> Result<Self, Error> {
        let (width, height) = scale.pixels(drawing);
        let pixels = Pixmap::new(width, height);
        let pixels = pixels.ok_or_else(|| Error::Encoding("there is no room for it".into()))?;
        // What is rounded off shall leave no edge without colour.
        let (across, down) = (width as f32 / drawing.width, height as f32 / drawing.height);
        Ok(Self { pixels, transform: Transform::from_scale(across, down) })
    }

    /// Width and height.
    pub(crate) fn extent(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// Red, green, blue and opacity of the pixels, row by row. A drawing is opaque everywhere.
    pub(crate) fn words(&self) -> &[[u8; 4]] {
        self.pixels.data().as_chunks().0
    }

    /// Draws shapes over those that are there.
    pub(crate) fn draw(&mut self, shapes: &[Shape]) {
        shapes.iter().for_each(|shape| self.shape(shape));
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Circle { center, radius, paint } => {
                if let Some(path) = PathBuilder::from_circle(center.x, center.y, *radius) {
                    self.path(&path, *paint);
                }
            }
            Shape::Path { lines, paint } => {
                let mut builder = PathBuilder::new();
                for line in lines {
                    for (index, &Spot { x, y }) in line.spots.iter().enumerate() {
                        if index == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
                    }
                    if line.is_closed {
                        builder.close();
                    }
                }
                if let Some(path) = builder.finish() {
                    self.path(&path, *paint);
                }
            }
            Shape::Text { center, text, size, color } => {
                let unit = glyphs::unit(*size);
                if let Some(path) = text_path(text, *center, unit) {
                    self.path(&path, Paint::stroke(*color, glyphs::PEN * unit));
                }
            }
        }
    }

    fn path(&mut self, path: &Path, paint: Paint) {
        let ink = |Rgb(red, green, blue): Rgb| {
            let mut ink = Ink { anti_alias: true, ..Ink::default() };
            ink.set_color_rgba8(red, green, blue, (255.0 * paint.opacity).round() as u8);
            ink
        };
        if let Some(fill) = paint.fill {
            let rule = FillRule::Winding;
            self.pixels.fill_path(path, &ink(fill), rule, self.transform, None);
        }
        if let Some((color, width)) = paint.stroke {
            let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
            let stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
            self.pixels.stroke_path(path, &ink(color), &stroke, self.transform, None);
        }
    }
}

/// The lines of a text.
fn text_path(text: &str, center: Spot, unit: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let (across, down) = (|x: f32| center.x + x * unit, |y: f32| center.y + y * unit);
    for step in glyphs::steps(text) {
        match step {
            Step::Move([x, y]) => builder.move_to(across(x), down(y)),
            Step::Line([x, y]) => builder.line_to(across(x), down(y)),
            Step::Curve([a, b, c, d, x, y]) => {
                builder.cubic_to(across(a), down(b), across(c), down(d), across(x), down(y));
            }
            Step::Ellipse([x, y, radius, height]) => {
                let (left, right) = (across(x - radius), across(x + radius));
                let (top, bottom) = (down(y - height), down(y + height));
                if let Some(around) = Rect::from_ltrb(left, top, right, bottom) {
                    builder.push_oval(around);
                }
            }
        }
    }
    builder.finish()
}
