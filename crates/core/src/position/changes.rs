//! Which points see a new stone, and how their classes change.

use crate::board::{Cell, Stone};
use crate::geometry::{BORDER, Direction, GRID, STRIDE};
use crate::pattern::lines::{self, LineCell, LineWords};
use crate::pattern::tables::RuleLines;

/// Number of points that a stone can change, rounded up so that a mask proves an index to be in
/// range.
pub(super) const MOST: usize = 64;
const _: () = assert!(4 * 2 * BORDER <= MOST);
/// Largest distance, in the padded grid, from a stone to a point that it changes.
const FARTHEST: usize = BORDER * (STRIDE + 1);
/// The classes of all points around a stone.
type Around = [u32; 2 * FARTHEST + 1];
/// Lowest bit of the difference in a change.
const DIFFERENCE: u32 = 32;

/// The changes of the classes of points by one stone. No point occurs twice.
#[derive(Clone)]
pub(super) struct Changes {
    /// In the low half the index of a point in the padded grid, in the high half the bits of its
    /// classes that change.
    list: [u64; MOST],
    count: usize,
}

impl Default for Changes {
    fn default() -> Self {
        Self { list: [0; MOST], count: 0 }
    }
}

impl Changes {
    /// Puts a stone into the line words, and finds the points whose classes change. `classes` has
    /// the classes of all points as [`LineWords::classes`] has them; those of points that are not
    /// empty may be anything.
    #[inline(always)]
    pub(super) fn find<const REACH: usize>(
        &mut self,
        lines: &RuleLines,
        words: &mut LineWords,
        classes: &[u32; GRID],
        stone: Stone,
    ) {
        self.count = 0;
        let index = stone.point.index();
        let Some(around) = classes.get(index - FARTHEST..).and_then(|rest| rest.first_chunk())
        else {
            return;
        };
        let mut finder = Finder { lines, around, index, list: &mut self.list, count: 0 };
        // One call each, so that strides and shifts are constants in the code of each.
        finder.place::<REACH>(words, stone, Direction::Horizontal);
        finder.place::<REACH>(words, stone, Direction::Vertical);
        finder.place::<REACH>(words, stone, Direction::Diagonal);
        finder.place::<REACH>(words, stone, Direction::AntiDiagonal);
        self.count = finder.count;
    }

    /// Number of changes.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.count
    }

    /// Index of the point, and the bits of its classes that change.
    #[inline(always)]
    pub(super) const fn get(&self, number: usize) -> (usize, u32) {
        let change = self.list[number % MOST];
        (change as usize % GRID, (change >> DIFFERENCE) as u32)
    }
}

/// The search for changes.
struct Finder<'a> {
    lines: &'a RuleLines,
    around: &'a Around,
    /// Index of the stone's point.
    index: usize,
    list: &'a mut [u64; MOST],
    count: usize,
}

impl Finder<'_> {
    /// Puts a stone into one line word, and finds the changes on that line.
    #[inline(always)]
    fn place<const REACH: usize>(
        &mut self,
        words: &mut LineWords,
        stone: Stone,
        direction: Direction,
    ) {
        let place = LineCell::new(stone.point, direction);
        let word = words.toggle_on(direction, place, stone.color);
        let window = word.rotate_right(lines::window_shift(place.cell));
        self.compare::<-1>(direction, window);
        self.compare::<1>(direction, window);
        self.compare::<-2>(direction, window);
        self.compare::<2>(direction, window);
        self.compare::<-3>(direction, window);
        self.compare::<3>(direction, window);
        self.compare::<-4>(direction, window);
        self.compare::<4>(direction, window);
        if REACH > 4 {
            self.compare::<-5>(direction, window);
            self.compare::<5>(direction, window);
        }
    }

    /// Compares the classes of the point so many steps along the line with those of its window.
    /// `window` has the window of the stone in its lowest bits. A point that a wall hides from both
    /// colours comes out equal. There is no branch, since no processor could predict it.
    #[inline(always)]
    fn compare<const STEPS: isize>(&mut self, direction: Direction, window: u64) {
        // A step along the line is a rotation by one cell.
        let window = window.rotate_right((2 * STEPS).rem_euclid(64) as u32);
        let distance = STEPS * direction.stride();
        let shift = 8 * direction as u32;
        let old = self.around[(FARTHEST as isize + distance) as usize] >> shift;
        let new = self.lines.classes(lines::pattern_of(self.lines, window));
        let difference = old as u8 ^ new;
        self.list[self.count % MOST] = self.index.wrapping_add_signed(distance) as u64
            | u64::from(difference) << (DIFFERENCE + shift);
        let is_empty = lines::middle_of(window) == Cell::Empty as u64;
        self.count += usize::from((difference != 0) & is_empty);
    }
}
