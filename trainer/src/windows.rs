//! Numbering of line windows, as in the engine's `src/eval/network/windows.rs`, and the rows of
//! parameters that windows share.
//!
//! A window is what stands within a few cells of a cell along a line. Windows are numbered first by
//! their kind, which is the number of cells to the left and to the right. Within a kind they are
//! numbered in base three with the leftmost cell as the lowest digit: 0 empty, 1 Black, 2 White. A
//! window and its mirror image share a row.

use std::sync::LazyLock;

/// Cells that a window reaches to each side.
pub const REACH: usize = 4;

/// The windows of one reach.
pub struct Windows {
    reach: usize,
    /// Number of the first window of each kind, by cells to the left and to the right.
    first: [[u32; REACH + 1]; REACH + 1],
    count: usize,
}

impl Windows {
    /// The windows of a reach of at most [`REACH`].
    pub fn new(reach: usize) -> Self {
        let mut first = [[0; REACH + 1]; REACH + 1];
        let mut count = 0;
        for (left, kinds) in first.iter_mut().enumerate().take(reach + 1) {
            for (right, first) in kinds.iter_mut().enumerate().take(reach + 1) {
                *first = count;
                count += 3_u32.pow((left + right + 1) as u32);
            }
        }
        Self { reach, first, count: count as usize }
    }

    /// Number of windows.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Number of the first window with these numbers of cells to the left and to the right.
    pub const fn first(&self, left: usize, right: usize) -> u32 {
        self.first[left][right]
    }

    /// The number of the window with these cells, `left` of which come before the middle.
    pub fn number(&self, left: usize, cells: &[u8]) -> usize {
        let digits = cells.iter().rev().fold(0, |number, &cell| 3 * number + u32::from(cell));
        (self.first(left, cells.len() - left - 1) + digits) as usize
    }

    /// Calls `look` for each window, in the order of numbers, and collects the results. `look` gets
    /// the number of cells to the left and all cells of the window.
    fn map<T>(&self, mut look: impl FnMut(usize, &[u8]) -> T) -> Vec<T> {
        let mut of_all = Vec::with_capacity(self.count);
        for (left, right) in
            (0..=self.reach).flat_map(|left| (0..=self.reach).map(move |right| (left, right)))
        {
            let mut cells = vec![0; left + right + 1];
            for number in 0..3_u32.pow(cells.len() as u32) {
                let mut rest = number;
                for cell in &mut cells {
                    *cell = (rest % 3) as u8;
                    rest /= 3;
                }
                of_all.push(look(left, &cells));
            }
        }
        of_all
    }

    /// For each window, the number of its mirror image.
    fn reversed(&self) -> Vec<usize> {
        self.map(|left, cells| {
            let reversed: Vec<u8> = cells.iter().rev().copied().collect();
            self.number(cells.len() - left - 1, &reversed)
        })
    }

    /// For each window, the number of the window with the colours exchanged.
    fn swapped(&self) -> Vec<usize> {
        self.map(|left, cells| {
            let swapped: Vec<u8> = cells.iter().map(|&cell| [0, 2, 1][usize::from(cell)]).collect();
            self.number(left, &swapped)
        })
    }

    /// For each window, the number of its middle part among the windows of a shorter reach.
    fn middles(&self, shorter: &Self) -> Vec<usize> {
        self.map(|left, cells| {
            let right = cells.len() - left - 1;
            let inner = left.min(shorter.reach);
            let end = left + right.min(shorter.reach);
            shorter.number(inner, &cells[left - inner..=end])
        })
    }

    /// The row of each window, and the number of rows.
    fn rows(&self) -> (Vec<u16>, usize) {
        let reversed = self.reversed();
        let mut rows = vec![0_u16; self.count];
        let mut count = 0;
        for window in 0..self.count {
            if window <= reversed[window] {
                rows[window] = count as u16;
                rows[reversed[window]] = count as u16;
                count += 1;
            }
        }
        (rows, count)
    }
}

/// Which row belongs to which window, and which parts a row is made of.
pub struct Rows {
    /// The windows.
    pub windows: Windows,
    /// The row of each window as Black sees it, then as White sees it.
    pub of_window: Vec<[u16; 2]>,
    /// Number of rows.
    pub count: usize,
    /// For each row, the row of its seven middle cells.
    pub middle_3: Vec<u16>,
    /// Number of rows of seven middle cells.
    pub count_3: usize,
    /// For each row, the row of its five middle cells.
    pub middle_2: Vec<u16>,
    /// Number of rows of five middle cells.
    pub count_2: usize,
    /// For each row of seven middle cells, the row of its five middle cells.
    pub middle_2_of_3: Vec<u16>,
    /// The rows, grouped by the row of their seven middle cells. Group `n` goes from `starts_3[n]`
    /// up to `starts_3[n + 1]`.
    pub by_middle_3: Vec<u16>,
    /// Where the groups of [`Rows::by_middle_3`] begin, followed by the number of rows.
    pub starts_3: Vec<u32>,
}

impl Rows {
    /// The rows, computed by the first call.
    pub fn get() -> &'static Self {
        static ROWS: LazyLock<Rows> = LazyLock::new(Rows::new);
        &ROWS
    }

    fn new() -> Self {
        let [windows, windows_3, windows_2] = [REACH, REACH - 1, REACH - 2].map(Windows::new);
        let (rows, count) = windows.rows();
        let swapped = windows.swapped();
        let of_window = (0..windows.count).map(|window| [rows[window], rows[swapped[window]]]);
        let of_window = of_window.collect();
        let parts = |from: &Windows, rows: &[u16], count: usize, to: &Windows| {
            let (shorter, shorter_count) = to.rows();
            let mut parts = vec![0; count];
            for (window, middle) in from.middles(to).into_iter().enumerate() {
                parts[usize::from(rows[window])] = shorter[middle];
            }
            (parts, shorter_count)
        };
        let (middle_3, count_3) = parts(&windows, &rows, count, &windows_3);
        let (middle_2, count_2) = parts(&windows, &rows, count, &windows_2);
        let (rows_3, _) = windows_3.rows();
        let (middle_2_of_3, _) = parts(&windows_3, &rows_3, count_3, &windows_2);
        let mut by_middle_3: Vec<u16> = (0..count as u16).collect();
        by_middle_3.sort_by_key(|&row| middle_3[usize::from(row)]);
        let mut starts_3 = vec![0; count_3 + 1];
        for &middle in &middle_3 {
            starts_3[usize::from(middle) + 1] += 1;
        }
        for middle in 0..count_3 {
            starts_3[middle + 1] += starts_3[middle];
        }
        Self {
            windows,
            of_window,
            count,
            middle_3,
            count_3,
            middle_2,
            count_2,
            middle_2_of_3,
            by_middle_3,
            starts_3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_numbered_one_for_one() {
        let windows = Windows::new(REACH);
        assert_eq!(windows.count(), 3 * 121 * 121);
        let numbers = windows.map(|left, cells| windows.number(left, cells));
        assert!(numbers.into_iter().eq(0..windows.count()));
        for map in [windows.reversed(), windows.swapped()] {
            assert!((0..windows.count()).all(|window| map[map[window]] == window));
            assert!((0..windows.count()).any(|window| map[window] != window));
        }
    }

    #[test]
    fn a_row_belongs_to_a_window_and_its_mirror_image() {
        let rows = Rows::get();
        let reversed = rows.windows.reversed();
        let mut windows_of = vec![0; rows.count];
        for (window, views) in rows.of_window.iter().enumerate() {
            assert_eq!(*views, rows.of_window[reversed[window]]);
            windows_of[usize::from(views[0])] += 1;
        }
        assert!(windows_of.iter().all(|count| (1..=2).contains(count)));
    }

    #[test]
    fn the_parts_of_rows_fit_together() {
        let rows = Rows::get();
        for row in 0..rows.count {
            let middle_3 = usize::from(rows.middle_3[row]);
            assert_eq!(rows.middle_2[row], rows.middle_2_of_3[middle_3]);
            let group = rows.starts_3[middle_3] as usize..rows.starts_3[middle_3 + 1] as usize;
            assert!(rows.by_middle_3[group].contains(&(row as u16)));
        }
        assert_eq!(*rows.starts_3.last().unwrap() as usize, rows.count);
    }
}
