//! Values as they cross to Python: pairs for points, names for rules and colours, dictionaries for
//! results.

use std::time::Duration;

use fukumi_core::embed::{BoardSize, Color, Limits, Point, Rule};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::EngineError;

/// Longest time without a look for signals.
pub(crate) const PATIENCE: Duration = Duration::from_millis(20);

/// A point: column from the left and row from the top, both from 0.
pub(crate) type Pair = (u8, u8);
/// A stone: column, row and the name of the colour.
pub(crate) type PlainStone = (u8, u8, &'static str);

/// A result, which in Python is what its JSON says.
pub(crate) fn json(py: Python<'_>, result: &impl Serialize) -> PyResult<Py<PyAny>> {
    let text = serde_json::to_string(result);
    let text = text.map_err(|error| EngineError::new_err(error.to_string()))?;
    Ok(py.import("json")?.call_method1("loads", (text,))?.unbind())
}

pub(crate) fn pair(point: Point) -> Pair {
    (point.x(), point.y())
}

pub(crate) fn pairs(points: &[Point]) -> Vec<Pair> {
    points.iter().copied().map(pair).collect()
}

pub(crate) fn color_named(name: &str) -> PyResult<Color> {
    Color::named(name).ok_or_else(|| PyValueError::new_err(format!("no colour is called {name:?}")))
}

pub(crate) fn rule_named(name: &str) -> PyResult<Rule> {
    Rule::named(name).ok_or_else(|| PyValueError::new_err(format!("no rule is called {name:?}")))
}

pub(crate) fn size(width: i64, height: i64) -> PyResult<BoardSize> {
    let error = || {
        PyValueError::new_err(format!("a board has 5 to 22 rows and columns, not {width}x{height}"))
    };
    BoardSize::new(width, height).ok_or_else(error)
}

/// The limits of a search; `time` is in seconds, and times that are too long for a clock are none.
pub(crate) fn limits(
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
) -> PyResult<Limits> {
    let time = match time {
        Some(time) if time.is_nan() || time < 0.0 => {
            return Err(PyValueError::new_err(format!("{time} is no time in seconds")));
        }
        time => time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
    };
    Ok(Limits { soft: time, hard: time, nodes, depth })
}
