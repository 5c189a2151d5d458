//! What a picture is made of: shapes in units of the drawing, the later ones over the earlier ones.

use crate::theme::Rgb;

/// A place in a drawing: to the right and down from the top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

pub(crate) const fn spot(x: f32, y: f32) -> Spot {
    Spot { x, y }
}

/// The inside and the outline of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Rgb>,
    /// How much of the inside shows, 0 to 1.
    pub(crate) opacity: f32,
    /// The outline, and its width. Its ends and corners are round.
    pub(crate) stroke: Option<(Rgb, f32)>,
}

impl Paint {
    pub(crate) const fn fill(color: Rgb) -> Self {
        Self { fill: Some(color), opacity: 1.0, stroke: None }
    }

    pub(crate) const fn stroke(color: Rgb, width: f32) -> Self {
        Self { fill: None, opacity: 1.0, stroke: Some((color, width)) }
    }
}

/// Straight lines from place to place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polyline {
    pub(crate) spots: Vec<Spot>,
    /// Whether the last place is joined to the first.
    pub(crate) is_closed: bool,
}

impl Polyline {
    pub(crate) fn open(spots: &[Spot]) -> Self {
        Self { spots: spots.to_vec(), is_closed: false }
    }

    pub(crate) fn closed(spots: &[Spot]) -> Self {
        Self { spots: spots.to_vec(), is_closed: true }
    }

    /// The outline of a rectangle.
    pub(crate) fn rectangle(from: Spot, to: Spot) -> Self {
        Self::closed(&[from, spot(to.x, from.y), to, spot(from.x, to.y)])
    }
}

/// A shape of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Circle {
        center: Spot,
        radius: f32,
        paint: Paint,
    },
    Path {
        lines: Vec<Polyline>,
        paint: Paint,
    },
    /// A text around a place.
    Text {
        center: Spot,
        text: String,
        /// The height of a line, as in `font-size`.
        size: f32,
        color: Rgb,
    },
}

/// All shapes of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// What the picture shows, in words.
    pub(crate) title: String,
    /// Width and height in units.
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) shapes: Vec<Shape>,
}
