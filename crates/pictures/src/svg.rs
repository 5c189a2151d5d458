//! A drawing as SVG, which needs no style sheet, no other file and no script.

use std::fmt::{self, Write as _};

use crate::shape::{Drawing, Paint, Polyline, Shape};
use crate::size::{Error, MAX_SIDE, Size};

impl Drawing {
    /// The picture as SVG.
    ///
    /// # Errors
    /// If it would be too large.
    pub fn svg(&self, size: Size) -> Result<String, Error> {
        let scale = size.scale(self, 1.0, MAX_SIDE)?;
        let mut text = String::new();
        let (width, height) = scale.pixels(self);
        let _ = write!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {} {}\" fill=\"none\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\" text-anchor=\"middle\" \
             font-family=\"system-ui,sans-serif\" font-weight=\"600\"><title>{}</title>",
            Number(self.width),
            Number(self.height),
            Escaped(&self.title)
        );
        self.shapes.iter().for_each(|shape| write_shape(&mut text, shape));
        text.push_str("</svg>\n");
        Ok(text)
    }
}

fn write_shape(text: &mut String, shape: &Shape) {
    // Writing to a string never fails.
    let _ = match shape {
        Shape::Circle { center, radius, paint } => {
            let (x, y, r) = (Number(center.x), Number(center.y), Number(*radius));
            write!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{paint}/>")
        }
        Shape::Path { lines, paint } => {
            text.push_str("<path d=\"");
            lines.iter().for_each(|line| write_line(text, line));
            write!(text, "\"{paint}/>")
        }
        Shape::Text { center, text: content, size, color } => {
            let (x, y, size) = (Number(center.x), Number(center.y), Number(*size));
            let content = Escaped(content);
            write!(
                text,
                "<text x=\"{x}\" y=\"{y}\" dy=\".36em\" font-size=\"{size}\" \
                 fill=\"{color}\">{content}</text>"
            )
        }
    };
}

fn write_line(text: &mut String, line: &Polyline) {
    for (index, spot) in line.spots.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        let _ = write!(text, "{command}{} {}", Number(spot.x), Number(spot.y));
    }
    if line.is_closed {
        text.push('z');
    }
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(fill) = self.fill {
            write!(f, " fill=\"{fill}\"")?;
        }
        if let Some((color, width)) = self.stroke {
            write!(f, " stroke=\"{color}\"")?;
            if width != 1.0 {
                write!(f, " stroke-width=\"{}\"", Number(width))?;
            }
        }
        if self.opacity < 1.0 {
            write!(f, " opacity=\"{}\"", Number(self.opacity))?;
        }
        Ok(())
    }
}

/// A number with at most two digits after the point.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // There is no need for a minus before 0.
        write!(f, "{}", rounded + 0.0)
    }
}

/// A text between tags.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|sign| match sign {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            _ => f.write_char(sign),
        })
    }
}
