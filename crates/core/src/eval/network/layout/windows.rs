//! Numbers of line windows. A window is the content of the cells up to some distance from a cell
//! along one line.
//!
//! The edge of the board and dead cells cut a window off. Its number is the first number of its
//! kind plus a number to base three. The kind is given by how many cells the window has to the left
//! and to the right. The base-three number has one digit per cell, the leftmost cell being the
//! lowest digit: 0 is empty, 1 Black, 2 White. A stone therefore changes the number of a window by
//! a constant.

/// Number of cells that a window extends to each side. A five through the middle cell extends no
/// further.
pub const REACH: usize = 4;
/// Number of possible lengths of one side of a window, 0 to [`REACH`].
const KINDS: usize = REACH + 1;
/// Powers of three, one for each cell of the longest window.
pub const POWERS: [u16; 2 * REACH + 1] = {
    let mut powers = [1; 2 * REACH + 1];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = 3 * powers[index - 1];
        index += 1;
    }
    powers
};

/// The windows of one reach.
pub struct Windows {
    reach: usize,
    /// Number of the first window of each kind, by its cells to the left and to the right.
    first: [[u16; KINDS]; KINDS],
    count: usize,
}

impl Windows {
    /// The windows of the network, which have the reach [`REACH`].
    pub const ALL: Self = Self::new(REACH);

    /// The windows of a reach of at most [`REACH`].
    ///
    /// # Panics
    /// If the reach is larger.
    pub const fn new(reach: usize) -> Self {
        assert!(reach <= REACH, "a window is no longer");
        let mut first = [[0; KINDS]; KINDS];
        let (mut next, mut left) = (0_usize, 0);
        while left <= reach {
            let mut right = 0;
            while right <= reach {
                first[left][right] = next as u16;
                next += numbers(left + right + 1);
                right += 1;
            }
            left += 1;
        }
        assert!(next <= 1 << u16::BITS, "a number has 16 bits");
        Self { reach, first, count: next }
    }

    /// Number of windows of all kinds.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Number of the first window with this many cells to the left and to the right, which is the
    /// one without stones.
    #[inline]
    pub const fn first(&self, left: usize, right: usize) -> u16 {
        self.first[left][right]
    }

    /// The number of the window with these cells, `left` of which come before the middle.
    pub fn number(&self, left: usize, cells: &[u8]) -> u16 {
        let digits = cells.iter().rev().fold(0, |number, &cell| 3 * number + u16::from(cell));
        self.first(left, cells.len() - left - 1) + digits
    }

    /// The kinds of windows, as numbers of cells to the left and to the right.
    fn kinds(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let sides = 0..=self.reach;
        sides.clone().flat_map(move |left| sides.clone().map(move |right| (left, right)))
    }

    /// Collects, for each window, what `look` makes of its number of cells to the left, that to the
    /// right, and its number within its kind.
    fn map<T>(&self, look: impl Fn(usize, usize, u16) -> T) -> Vec<T> {
        let mut of_all = Vec::with_capacity(self.count);
        for (left, right) in self.kinds() {
            let numbers = 0..numbers(left + right + 1) as u16;
            of_all.extend(numbers.map(|number| look(left, right, number)));
        }
        of_all
    }

    /// For each window, the number of its mirror image.
    pub fn reversed(&self) -> Vec<u16> {
        let reversed = by_length(|number, rest, power| number % 3 * power + rest);
        self.map(|left, right, number| {
            self.first(right, left) + reversed[left + right][usize::from(number)]
        })
    }

    /// For each window, the number of the window with the colours exchanged.
    pub fn swapped(&self) -> Vec<u16> {
        let swapped = by_length(|number, rest, _| (3 - number % 3) % 3 + 3 * rest);
        self.map(|left, right, number| {
            self.first(left, right) + swapped[left + right][usize::from(number)]
        })
    }

    /// For each window, the number of its middle part among the windows of a shorter reach.
    pub fn middles(&self, shorter: &Self) -> Vec<u16> {
        let mut middles = Vec::with_capacity(self.count);
        for (left, right) in self.kinds() {
            let [inner, outer] = [left, right].map(|side| side.min(shorter.reach));
            let first = shorter.first(inner, outer);
            let cells = first..first + numbers(inner + outer + 1) as u16;
            for _ in 0..numbers(right - outer) {
                for middle in cells.clone() {
                    middles.extend(std::iter::repeat_n(middle, numbers(left - inner)));
                }
            }
        }
        middles
    }

    /// The row of each window, and the number of rows. A window and its mirror image share a row.
    /// Rows are in the order of the smaller number of the two.
    pub fn rows(&self) -> (Vec<u16>, usize) {
        let reversed = self.reversed();
        let mut rows = vec![0_u16; self.count];
        let mut count = 0;
        for (window, &mirrored) in reversed.iter().enumerate() {
            let mirrored = usize::from(mirrored);
            if window <= mirrored {
                rows[window] = count as u16;
                rows[mirrored] = count as u16;
                count += 1;
            }
        }
        (rows, count)
    }

    /// Number of rows.
    pub const fn row_count(&self) -> usize {
        // Half of the windows, and half of those that are their own mirror images.
        let (mut own, mut side) = (0, 0);
        while side <= self.reach {
            own += numbers(side + 1);
            side += 1;
        }
        (self.count + own) / 2
    }
}

/// Number of windows with this many cells, the middle one included.
const fn numbers(cells: usize) -> usize {
    3_usize.pow(cells as u32)
}

/// What becomes of the windows of a kind, as lists by the number of cells without one. `step` makes
/// a number from that of a window, from what becomes of its cells after the first, and from the
/// power of the last cell.
fn by_length(step: impl Fn(u16, u16, u16) -> u16) -> Vec<Vec<u16>> {
    let mut lists: Vec<Vec<u16>> = Vec::with_capacity(POWERS.len());
    for power in POWERS {
        let rests = lists.last().map_or(&[0][..], Vec::as_slice);
        let list = (0..3 * power).map(|number| step(number, rests[usize::from(number / 3)], power));
        lists.push(list.collect());
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All windows of a reach in the order of their numbers, as the number of cells to the left and
    /// the cells.
    fn listed(reach: usize) -> Vec<(usize, Vec<u8>)> {
        let mut windows = Vec::new();
        for (left, right) in (0..=reach).flat_map(|left| (0..=reach).map(move |r| (left, r))) {
            for number in 0..numbers(left + right + 1) {
                let cell = |index: usize| (number / numbers(index) % 3) as u8;
                windows.push((left, (0..=left + right).map(cell).collect()));
            }
        }
        windows
    }

    #[test]
    fn windows_are_numbered_one_for_one() {
        assert_eq!(Windows::ALL.count(), 3 * 121 * 121);
        for reach in 0..=REACH {
            let windows = Windows::new(reach);
            let all = listed(reach);
            let numbers = all.iter().map(|(left, cells)| windows.number(*left, cells));
            assert!(numbers.map(usize::from).eq(0..windows.count()), "{reach}");
        }
    }

    #[test]
    fn symmetries_and_middles_are_those_of_the_cells() {
        for reach in 1..=REACH {
            let (windows, shorter) = (Windows::new(reach), Windows::new(reach - 1));
            let (reversed, swapped) = (windows.reversed(), windows.swapped());
            let middles = windows.middles(&shorter);
            for (window, (left, cells)) in listed(reach).into_iter().enumerate() {
                let right = cells.len() - left - 1;
                let mirrored: Vec<u8> = cells.iter().rev().copied().collect();
                assert_eq!(reversed[window], windows.number(right, &mirrored));
                let exchanged: Vec<u8> =
                    cells.iter().map(|&cell| [0, 2, 1][usize::from(cell)]).collect();
                assert_eq!(swapped[window], windows.number(left, &exchanged));
                let inner = left.min(reach - 1);
                let middle = &cells[left - inner..=left + right.min(reach - 1)];
                assert_eq!(middles[window], shorter.number(inner, middle));
            }
        }
    }

    #[test]
    fn a_row_belongs_to_a_window_and_its_mirror_image() {
        for reach in 0..=REACH {
            let windows = Windows::new(reach);
            let (rows, count) = windows.rows();
            assert_eq!(count, windows.row_count());
            let mut windows_of = vec![0; count];
            for (window, mirrored) in windows.reversed().into_iter().enumerate() {
                assert_eq!(rows[window], rows[usize::from(mirrored)]);
                windows_of[usize::from(rows[window])] += 1;
            }
            assert!(windows_of.iter().all(|count| (1..=2).contains(count)));
        }
    }
}
