//! Boards as pictures.

use std::time::Duration;

use fukumi_core::geometry::Point;
use fukumi_pictures::gif::{self, Delays};
use fukumi_pictures::sequence::{Sequence, Show};
use fukumi_pictures::{Error, Look, Size, Theme};
use fukumi_records::sgf::marks::Mark;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::Board;

/// What pictures show, as attributes of an object of Python.
#[derive(FromPyObject)]
pub(crate) struct Options {
    /// The distance of two lines in pixels.
    cell: u32,
    numbers: bool,
    coordinates: bool,
    last: bool,
    forbidden: bool,
    theme: String,
    /// Texts on points.
    marks: Vec<(u8, u8, String)>,
    /// The first move that has a number, and before which a GIF begins, from 1.
    first: usize,
    /// Seconds from one frame of a GIF to the next.
    delay: f64,
}

/// Draw a board as `svg`, `png` or `gif`.
#[pyfunction]
pub(crate) fn picture<'py>(
    py: Python<'py>,
    board: &Board,
    format: &str,
    options: Options,
) -> PyResult<Bound<'py, PyBytes>> {
    let texts = options.marks.into_iter();
    let marks = texts.map(|(x, y, text)| Mark::Text(Point::new(x, y), text)).collect();
    let sequence = Sequence::of_position(&board.position(), board.setup(), marks);
    let theme = Theme::named(&options.theme);
    let no_theme = || PyValueError::new_err(format!("no theme is called {:?}", options.theme));
    let theme = theme.ok_or_else(no_theme)?;
    let delay = Duration::try_from_secs_f64(options.delay);
    let delay = delay.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let size = Size::Cell(options.cell);
    let draw = || -> Result<Vec<u8>, Error> {
        let first = Some(options.first).filter(|&first| first > 1);
        let show = Show {
            moves: sequence.range(first, None)?,
            has_numbers: options.numbers,
            has_last: options.last,
            has_forbidden: options.forbidden,
            look: Look { has_coordinates: options.coordinates, theme },
        };
        match format {
            "svg" => Ok(sequence.drawing(&show).svg(size)?.into_bytes()),
            "png" => sequence.drawing(&show).png(size),
            _ => gif::animation(sequence.drawings(&show), theme, size, Delays::of_each(delay)),
        }
    };
    let bytes = py.detach(draw).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}
