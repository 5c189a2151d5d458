//! A set of points as bits, one word per row of the padded grid.

use super::{Point, STRIDE};

/// A set of points. Iteration goes row by row, from left to right, so its order never depends on
/// the order of insertion.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PointSet {
    rows: [u32; STRIDE],
    /// Bit `y` is set if and only if row `y` of the padded grid contains a point of the set.
    occupied: u32,
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self { rows: [0; STRIDE], occupied: 0 };

    /// Whether the set has no points.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// Whether `point` is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.index() / STRIDE] >> (point.index() % STRIDE) & 1 != 0
    }

    /// Adds `point` to the set.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        let row = point.index() / STRIDE;
        self.rows[row] |= 1 << (point.index() % STRIDE);
        self.occupied |= 1 << row;
    }

    /// Removes `point` from the set.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        let row = point.index() / STRIDE;
        self.rows[row] &= !(1 << (point.index() % STRIDE));
        // There is no branch, since no processor could predict it.
        self.occupied &= !(((self.rows[row] == 0) as u32) << row);
    }

    /// Number of points in the set.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The points that are in both sets.
    #[must_use]
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        self.combine(other, self.occupied & other.occupied, |a, b| a & b)
    }

    /// The points that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut union = *self;
        union.insert_all(other);
        union
    }

    /// Adds all points of `other`.
    #[inline]
    pub(crate) fn insert_all(&mut self, other: &Self) {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row |= other;
        }
        self.occupied |= other.occupied;
    }

    /// The points of this set that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.combine(other, self.occupied, |a, b| a & !b)
    }

    /// Combines the rows whose bits are set in `some`. The result has no points in the others.
    #[inline]
    fn combine(&self, other: &Self, mut some: u32, operation: impl Fn(u32, u32) -> u32) -> Self {
        let mut combined = Self::EMPTY;
        while some != 0 {
            let row = some.trailing_zeros() as usize;
            some &= some - 1;
            let bits = operation(self.rows[row], other.rows[row]);
            combined.rows[row] = bits;
            combined.occupied |= u32::from(bits != 0) << row;
        }
        combined
    }

    /// A copy of the rows from `first` on. They have to exist.
    #[inline(always)]
    pub(crate) fn band<const ROWS: usize>(&self, first: usize) -> Band<ROWS> {
        let rows = self.rows[first..].first_chunk().copied().unwrap_or([0; ROWS]);
        Band { rows, occupied: self.occupied }
    }

    /// Puts rows from `first` on back as they were when `band` was copied. The other rows must have
    /// stayed the same since.
    #[inline(always)]
    pub(crate) fn restore<const ROWS: usize>(&mut self, first: usize, band: &Band<ROWS>) {
        self.rows[first..first + ROWS].copy_from_slice(&band.rows);
        self.occupied = band.occupied;
    }

    /// Adds the cells of a pattern centred on `point`.
    ///
    /// `pattern` has one word per row, from `ROWS / 2` rows above the point to as many below. In
    /// each word bit `ROWS / 2` stands for the column of the point. The cells may include padding.
    #[inline]
    pub(crate) fn insert_around<const ROWS: usize>(&mut self, point: Point, pattern: &[u32; ROWS]) {
        let reach = ROWS / 2;
        let (column, first) = (point.index() % STRIDE - reach, point.index() / STRIDE - reach);
        for (row, bits) in (first..).zip(pattern) {
            self.rows[row % STRIDE] |= bits << column;
            self.occupied |= u32::from(*bits != 0) << (row % STRIDE);
        }
    }

    /// Like [`PointSet::insert_around`], but adds only cells that are in `mask`.
    #[inline(always)]
    pub(crate) fn insert_around_within<const ROWS: usize>(
        &mut self,
        point: Point,
        pattern: &[u32; ROWS],
        mask: &Self,
    ) {
        let reach = ROWS / 2;
        let (column, first) = (point.index() % STRIDE - reach, point.index() / STRIDE - reach);
        for (row, bits) in (first..).zip(pattern) {
            let bits = bits << column & mask.rows[row % STRIDE];
            self.rows[row % STRIDE] |= bits;
            self.occupied |= u32::from(bits != 0) << (row % STRIDE);
        }
    }

    /// The first point in board order, if there is one.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points in board order.
    #[inline]
    pub fn iter(&self) -> Points<'_> {
        Points { set: self, rest: self.occupied, first: 0, bits: 0 }
    }
}

/// Some rows of a set, to be put back later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Band<const ROWS: usize> {
    rows: [u32; ROWS],
    /// Of the whole set.
    occupied: u32,
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = Points<'a>;

    #[inline]
    fn into_iter(self) -> Points<'a> {
        self.iter()
    }
}

/// Iterator over the points of a [`PointSet`].
pub struct Points<'a> {
    set: &'a PointSet,
    /// The rows that are still to come, as in `occupied`.
    rest: u32,
    /// Index of the first cell of the two rows that are being visited.
    first: usize,
    /// The points of these rows that are still to come. Two rows at a time, since a processor
    /// cannot guess where a row ends.
    bits: u64,
}

impl Iterator for Points<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.bits == 0 {
            if self.rest == 0 {
                return None;
            }
            let pair = self.rest.trailing_zeros() as usize / 2;
            self.rest &= !(0b11 << (2 * pair));
            let [upper, lower] = self.set.rows.as_chunks().0[pair];
            self.bits = u64::from(upper) | u64::from(lower) << STRIDE;
            self.first = 2 * pair * STRIDE;
        }
        let cell = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Point::from_index(self.first + cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_inserted_and_not_removed() {
        let points = [Point::new(0, 0), Point::new(21, 0), Point::new(7, 9), Point::new(21, 21)];
        let mut set: PointSet = points.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), points);
        assert_eq!(set.len(), 4);
        for point in points {
            assert!(set.contains(point));
            set.remove(point);
            assert!(!set.contains(point));
        }
        assert!(set.is_empty());
        assert_eq!(set, PointSet::EMPTY);
    }

    #[test]
    fn set_algebra() {
        let [a, b, c] = [Point::new(1, 1), Point::new(2, 1), Point::new(2, 5)];
        let left: PointSet = [a, b].into_iter().collect();
        let right: PointSet = [b, c].into_iter().collect();
        assert_eq!(left.intersection(&right).iter().collect::<Vec<_>>(), [b]);
        assert_eq!(left.difference(&right).iter().collect::<Vec<_>>(), [a]);
        assert_eq!(left.union(&right).iter().collect::<Vec<_>>(), [a, b, c]);
        assert_eq!(left.difference(&left).first(), None);
    }
}
