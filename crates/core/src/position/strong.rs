//! The points of each strong shape, which the search asks for at every node.

use crate::geometry::{Color, Point, PointSet};
use crate::pattern::Shape;
use crate::pattern::shape_value::{ShapeValue, ShapeValues};

/// The weakest shape whose points are kept.
const FIRST: usize = ShapeValue::FIRST_STRONG as usize;
/// Number of shapes whose points are kept.
const SHAPES: usize = Shape::COUNT - FIRST;

/// A point that changed its shape. At least one of the shapes is strong, and they differ.
#[derive(Clone, Copy, Debug)]
struct Moved {
    color: Color,
    point: Point,
    old: Shape,
    new: Shape,
}

/// The empty points of each strong shape, by colour.
#[derive(Clone)]
pub(super) struct StrongPoints {
    sets: [[PointSet; SHAPES]; 2],
    counts: [[u16; SHAPES]; 2],
    /// What moves have changed, oldest first.
    log: Vec<Moved>,
}

impl StrongPoints {
    /// No points, and room for changes.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            sets: [[PointSet::EMPTY; SHAPES]; 2],
            counts: [[0; SHAPES]; 2],
            log: Vec::with_capacity(capacity),
        }
    }

    /// Number of points where a stone of `color` makes this strong shape.
    #[inline]
    pub(super) const fn count(&self, color: Color, shape: Shape) -> usize {
        self.counts[color.index()][shape as usize - FIRST] as usize
    }

    /// The points where a stone of `color` makes this strong shape.
    #[inline]
    pub(super) const fn points(&self, color: Color, shape: Shape) -> &PointSet {
        &self.sets[color.index()][shape as usize - FIRST]
    }

    /// Adds a point, if its shape is strong. Nothing goes on the log.
    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, point: Point, shape: Shape) {
        if let Some(index) = (shape as usize).checked_sub(FIRST) {
            self.sets[color.index()][index].insert(point);
            self.counts[color.index()][index] += 1;
        }
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, point: Point, shape: Shape) {
        if let Some(index) = (shape as usize).checked_sub(FIRST) {
            self.sets[color.index()][index].remove(point);
            self.counts[color.index()][index] -= 1;
        }
    }

    /// Gives a point its new shape for both colours.
    #[inline(always)]
    pub(super) fn update(&mut self, point: Point, old: ShapeValues, new: ShapeValues) {
        if old.differ_in_strength(new) {
            self.change(point, old, new);
        }
    }

    #[inline(never)]
    fn change(&mut self, point: Point, old: ShapeValues, new: ShapeValues) {
        // One call each, so that the colour is a constant in the code of each.
        self.change_for(Color::Black, point, old, new);
        self.change_for(Color::White, point, old, new);
    }

    #[inline(always)]
    fn change_for(&mut self, color: Color, point: Point, old: ShapeValues, new: ShapeValues) {
        let [old, new] = [old, new].map(|values| values.shape(color));
        if old != new && (old as usize >= FIRST || new as usize >= FIRST) {
            self.remove(color, point, old);
            self.add(color, point, new);
            self.log.push(Moved { color, point, old, new });
        }
    }

    /// Number of changes on the log.
    #[inline]
    pub(super) const fn log_length(&self) -> usize {
        self.log.len()
    }

    /// Takes back the changes since the log had this length.
    #[inline]
    pub(super) fn restore(&mut self, log_length: usize) {
        while self.log.len() > log_length {
            let Some(Moved { color, point, old, new }) = self.log.pop() else { break };
            self.remove(color, point, new);
            self.add(color, point, old);
        }
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
