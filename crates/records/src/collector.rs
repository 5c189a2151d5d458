//! The stones of a text while it is read.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};

use crate::diagram::Diagram;
use crate::error::{self, Problem};
use crate::formats::Format;
use crate::hints::{Hints, board_size};

/// Collects the stones of a text and refuses those that are off the board or on a taken point.
pub(crate) struct Collector {
    pub(crate) size: BoardSize,
    /// Whether the size is neither stated nor hinted.
    is_size_assumed: bool,
    pub(crate) taken: PointSet,
    pub(crate) stones: Vec<Stone>,
    /// For each pass, how many stones come before it.
    pub(crate) passes: Vec<usize>,
    dead: Vec<Point>,
}

impl Collector {
    pub(crate) fn new(stated: Option<BoardSize>, hints: &Hints) -> Result<Self, Problem> {
        Ok(Self {
            size: board_size(stated, hints)?,
            is_size_assumed: stated.is_none() && hints.size.is_none(),
            taken: PointSet::EMPTY,
            stones: Vec::new(),
            passes: Vec::new(),
            dead: Vec::new(),
        })
    }

    /// The point that a label such as `h8` names.
    pub(crate) fn label(&self, label: &str) -> Result<Point, Problem> {
        self.size.parse_label(label).ok_or_else(|| self.off_board(label))
    }

    /// The point in column `x` and row `y`, counted from 0 at the top left; `found` is the text for
    /// it.
    pub(crate) fn point(&self, x: i64, y: i64, found: &str) -> Result<Point, Problem> {
        self.size.point(x, y).ok_or_else(|| self.off_board(found))
    }

    pub(crate) fn off_board(&self, found: &str) -> Problem {
        Problem::OffBoard {
            found: error::excerpt(found),
            size: self.size,
            is_size_assumed: self.is_size_assumed,
        }
    }

    pub(crate) fn take(&mut self, point: Point) -> Result<(), Problem> {
        if self.taken.contains(point) {
            return Err(Problem::Taken(point.label(self.size)));
        }
        self.taken.insert(point);
        Ok(())
    }

    pub(crate) fn stone(&mut self, color: Color, point: Point) -> Result<(), Problem> {
        self.take(point)?;
        self.stones.push(Stone { color, point });
        Ok(())
    }

    /// A move without a stone.
    pub(crate) fn pass(&mut self) {
        self.passes.push(self.stones.len());
    }

    pub(crate) fn dead(&mut self, point: Point) -> Result<(), Problem> {
        self.take(point)?;
        self.dead.push(point);
        Ok(())
    }

    /// A diagram of stones whose order is unknown.
    pub(crate) fn finish(self, format: Format) -> Diagram {
        Diagram { stones: self.stones, dead: self.dead, ..Diagram::new(format, self.size) }
    }

    /// A diagram of stones that were played in this order.
    pub(crate) fn finish_game(mut self, format: Format) -> Diagram {
        let last = self.stones.last();
        let (point, color) = (last.map(|stone| stone.point), last.map(|stone| stone.color));
        let (played, passes) = (self.stones.len(), std::mem::take(&mut self.passes));
        let to_move = color.map(|color| !color);
        Diagram { played, passes, last: point, to_move, ..self.finish(format) }
    }
}
