//! The points of each strong shape, which the search asks for at every node.
//!
//! The one idea: weak shapes have a set as well, so that a point is always in one set of each
//! colour. A change takes it from one and puts it into another, without a question that a processor
//! could guess wrong; taking it back is the same the other way round.

use super::changes::MOST;
use crate::geometry::{Color, Point, PointSet};
use crate::pattern::Shape;
use crate::pattern::shape_value::{ShapeValue, ShapeValues, Shapes};

/// The empty points of each strong shape, by colour.
#[derive(Clone)]
pub(super) struct StrongPoints {
    /// By the strengths of the points, as [`Shapes::strength`] has them. The first set of a colour
    /// has all other points of the board, those with stones too.
    sets: [[PointSet; Shapes::STRENGTHS]; 2],
    counts: [[u16; Shapes::STRENGTHS]; 2],
    /// What moves have changed, oldest first.
    log: Vec<Moved>,
    /// Length of the part of the log that is in use.
    log_length: usize,
}

/// A point before and after a move. At least one strength differs.
#[derive(Clone, Copy, Debug)]
struct Moved {
    point: Point,
    old: Shapes,
    new: Shapes,
}

impl StrongPoints {
    /// No points, and room for changes.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            sets: [[PointSet::EMPTY; Shapes::STRENGTHS]; 2],
            counts: [[0; Shapes::STRENGTHS]; 2],
            log: Vec::with_capacity(capacity + MOST),
            log_length: 0,
        }
    }

    /// Number of points where a stone of `color` makes this strong shape.
    #[inline]
    pub(super) const fn count(&self, color: Color, shape: Shape) -> usize {
        self.counts[color.index()][place(shape)] as usize
    }

    /// The points where a stone of `color` makes this strong shape.
    #[inline]
    pub(super) const fn points(&self, color: Color, shape: Shape) -> &PointSet {
        &self.sets[color.index()][place(shape)]
    }

    /// Adds a point that was not there. Nothing goes on the log.
    pub(super) fn add(&mut self, point: Point, shapes: Shapes) {
        for color in Color::ALL {
            let strength = shapes.strength(color);
            self.sets[color.index()][strength].insert(point);
            self.counts[color.index()][strength] += 1;
        }
    }

    /// Room on the log for what a move changes. It counts only after [`Self::apply`].
    #[inline(always)]
    pub(super) fn notes(&mut self) -> Option<Notes<'_>> {
        let start = self.log_length;
        if self.log.len() < start + MOST {
            self.log.resize(2 * (start + MOST), Moved::NONE);
        }
        let list = self.log[start..].first_chunk_mut()?;
        Some(Notes { list, count: 0 })
    }

    /// Moves the points of the next `count` changes to the sets of their new shapes.
    #[inline(always)]
    pub(super) fn apply(&mut self, count: usize) {
        let start = self.log_length;
        self.log_length += count;
        for index in start..self.log_length {
            let Moved { point, old, new } = self.log[index];
            self.change(point, old, new);
        }
    }

    /// Number of changes on the log.
    #[inline]
    pub(super) const fn log_length(&self) -> usize {
        self.log_length
    }

    /// Takes back the changes since the log had this length.
    #[inline]
    pub(super) fn restore(&mut self, log_length: usize) {
        // They commute, so the order does not matter.
        for index in log_length..self.log_length {
            let Moved { point, old, new } = self.log[index];
            self.change(point, new, old);
        }
        self.log_length = log_length;
    }

    #[inline(always)]
    fn change(&mut self, point: Point, old: Shapes, new: Shapes) {
        let [black, white] = Color::ALL.map(|color| old.strength(color) != new.strength(color));
        // The colour as an index, computed so that there is no branch.
        self.change_for(usize::from(!black), point, old, new);
        // One point in fifty changes for both colours, so a processor guesses this right.
        if black & white {
            self.change_for(Color::White.index(), point, old, new);
        }
    }

    #[inline(always)]
    fn change_for(&mut self, color: usize, point: Point, old: Shapes, new: Shapes) {
        let (sets, counts) = (&mut self.sets[color % 2], &mut self.counts[color % 2]);
        let [old, new] = [old, new].map(|shapes| shapes.strength_at(color));
        sets[old].remove(point);
        counts[old] -= 1;
        sets[new].insert(point);
        counts[new] += 1;
    }
}

/// The place of the points of a strong shape.
#[inline(always)]
const fn place(shape: Shape) -> usize {
    assert!(shape as usize >= ShapeValue::FIRST_STRONG as usize, "the points of a weak shape");
    shape as usize
}

impl Moved {
    /// A place on the log that is not in use.
    const NONE: Self = Self {
        point: Point::new(0, 0),
        old: ShapeValues::NONE.shapes(),
        new: ShapeValues::NONE.shapes(),
    };
}

/// The points that a move changes.
pub(super) struct Notes<'a> {
    list: &'a mut [Moved; MOST],
    count: usize,
}

impl Notes<'_> {
    /// Notes a point, unless its strong shapes are the same as before. A move adds each point once.
    #[inline(always)]
    pub(super) fn add(&mut self, point: Point, old: ShapeValues, new: ShapeValues) {
        let (old, new) = (old.shapes(), new.shapes());
        self.list[self.count % MOST] = Moved { point, old, new };
        self.count += usize::from(old.differ_in_strength(new));
    }

    /// Number of changes.
    #[inline(always)]
    pub(super) const fn count(&self) -> usize {
        self.count
    }
}

/// The log does not count: a board has the same points whatever moves led to it.
impl PartialEq for StrongPoints {
    fn eq(&self, other: &Self) -> bool {
        (&self.sets, self.counts) == (&other.sets, other.counts)
    }
}

impl std::fmt::Debug for StrongPoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.sets).finish()
    }
}
