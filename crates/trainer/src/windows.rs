//! The rows of parameters that windows share, and the parts that rows are made of. The engine
//! numbers windows and rows; see [`fukumi_core::eval::layout`].

use std::sync::LazyLock;

use fukumi_core::eval::layout::{REACH, Windows};

/// Which row belongs to which window, and which parts a row is made of.
pub struct Rows {
    /// The row of each window as Black sees it, then as White sees it.
    pub rows_by_window: Vec<[u16; 2]>,
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
        let [windows, windows_3, windows_2] = [0, 1, 2].map(|less| Windows::new(REACH - less));
        let (rows, count) = windows.rows();
        let swapped = windows.swapped().into_iter();
        let rows_by_window = rows.iter().zip(swapped);
        let rows_by_window =
            rows_by_window.map(|(&row, swapped)| [row, rows[usize::from(swapped)]]);
        let rows_by_window = rows_by_window.collect();
        let parts = |from: &Windows, rows: &[u16], count: usize, to: &Windows| {
            let (shorter, shorter_count) = to.rows();
            let mut parts = vec![0; count];
            for (window, middle) in from.middles(to).into_iter().enumerate() {
                parts[usize::from(rows[window])] = shorter[usize::from(middle)];
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
            rows_by_window,
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
