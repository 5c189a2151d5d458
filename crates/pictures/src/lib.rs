//! Pictures of positions and games: SVG, PNG and animated GIF.
//!
//! A [`Sequence`](sequence::Sequence) is a game move by move. Its positions become [`Drawing`]s,
//! lists of shapes; SVG, PNG and [GIF](gif::animation) are made of those, so all three show the
//! same. Letters and digits are lines, so pixels need no font. This is a crate of its own because
//! what draws pixels is of no use to readers of records, in browsers least of all.

mod drawing;
pub mod gif;
mod glyphs;
mod palette;
mod raster;
pub mod sequence;
mod shape;
mod size;
mod svg;
mod theme;

pub use drawing::{Look, Picture, can_draw};
pub use shape::Drawing;
pub use size::{Error, MAX_GIF_SIDE, MAX_SIDE, MIN_SIDE, Size};
pub use theme::Theme;

#[cfg(test)]
mod tests;
