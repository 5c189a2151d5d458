//! Packed arrays: the form of [`Array::Rows`] and [`Array::Threats`] in a file that starts with
//! [`PACKED`](super::PACKED).
//!
//! Rows of windows with the same seven middle cells are alike. So a row is stored as its difference
//! to the mean of those before it, modulo 256. The first of them is stored as it is, and so are all
//! rows of threats. A difference from -128 to 127 becomes a number from 0 to 255: 0, -1, 1, -2 and
//! so on become 0, 1, 2, 3. All numbers of a row take as many bits as the largest one needs. That
//! is the width of the row, from 0 to 8.
//!
//! An array starts with the widths of its rows, half a byte each, the lower half first. Then come
//! three lists: of groups of four bits, of two bits and of single bits. A row takes the groups that
//! add up to its width, and fills its numbers with them from the lowest bits up. Width 7 takes four
//! bits from the first list, then two from the second one and one from the third; width 8 takes
//! four bits twice. If a row has `n` bytes in a list, byte `i` holds the groups of numbers `i`,
//! `i + n` and so on, from its lowest bits up.

use std::sync::LazyLock;

use anyhow::Context;

use super::{Array, CHANNELS, HIDDEN, REACH, Windows};

/// Numbers of a row, of windows and of threats alike.
const COLUMNS: usize = CHANNELS;
const _: () = assert!(COLUMNS == HIDDEN, "threats have rows as long as those of windows");

/// A row of numbers.
pub type Numbers = [i8; COLUMNS];

/// Bytes of a row in the list of groups of four bits. Each has two numbers.
const FOURS: usize = COLUMNS / 2;
/// Bytes of a row in the list of groups of two bits.
const TWOS: usize = COLUMNS / 4;
/// Bytes of a row in the list of single bits.
const ONES: usize = COLUMNS / 8;
/// Bytes of a row in each list, by its width.
const BYTES: [[usize; 3]; 9] = [
    [0, 0, 0],
    [0, 0, ONES],
    [0, TWOS, 0],
    [0, TWOS, ONES],
    [FOURS, 0, 0],
    [FOURS, 0, ONES],
    [FOURS, TWOS, 0],
    [FOURS, TWOS, ONES],
    [2 * FOURS, 0, 0],
];

/// Packs the rows of an array. [`unpack`] returns them.
pub fn pack(array: Array, rows: &[Numbers]) -> Vec<u8> {
    let mut groups = Groups::of(array);
    let mut widths = vec![0; rows.len().div_ceil(2)];
    let mut lists = [const { Vec::new() }; 3];
    for (index, row) in rows.iter().enumerate() {
        let mut numbers = [0; COLUMNS];
        groups.next(index, |means| {
            for (number, (value, mean)) in numbers.iter_mut().zip(row.iter().zip(means)) {
                let difference = value.wrapping_sub(*mean);
                *number = (difference << 1 ^ difference >> 7).cast_unsigned();
            }
            *row
        });
        let all = numbers.iter().fold(0, |all, number| all | number);
        let width = (u8::BITS - all.leading_zeros()) as usize;
        widths[index / 2] |= (width as u8) << (4 * (index % 2));
        for ((list, bytes), size) in lists.iter_mut().zip(BYTES[width]).zip([FOURS, TWOS, ONES]) {
            for _ in 0..bytes / size {
                put(list, &mut numbers, size);
            }
        }
    }
    lists.into_iter().fold(widths, |bytes, list| [bytes, list].concat())
}

/// Moves the lowest bits of all numbers to `bytes` bytes of a list.
fn put(list: &mut Vec<u8>, numbers: &mut [u8; COLUMNS], bytes: usize) {
    let size = 8 * bytes / COLUMNS;
    let start = list.len();
    list.resize(start + bytes, 0);
    for (index, number) in numbers.iter_mut().enumerate() {
        let bits = *number & ((1 << size) - 1);
        list[start + index % bytes] |= bits << (index / bytes * size);
        *number >>= size;
    }
}

/// Takes a packed array from the front of `bytes`.
///
/// # Errors
/// If the bytes end too early, or a row has a width that there is not.
pub fn unpack(array: Array, bytes: &mut &[u8]) -> anyhow::Result<Vec<Numbers>> {
    let [count, _] = array.shape();
    let mut take = |length| {
        let (taken, rest) = bytes.split_at_checked(length).context("a network is cut off")?;
        *bytes = rest;
        anyhow::Ok(taken)
    };
    let widths = take(count.div_ceil(2))?;
    let widths = (0..count).map(|row| widths[row / 2] >> (4 * (row % 2)) & 15);
    let mut lengths = [0; 3];
    for width in widths.clone() {
        let bytes =
            BYTES.get(usize::from(width)).context("a network has a row that is too wide")?;
        lengths.iter_mut().zip(bytes).for_each(|(length, bytes)| *length += bytes);
    }
    let mut lists = Lists([take(lengths[0])?, take(lengths[1])?, take(lengths[2])?]);
    let mut groups = Groups::of(array);
    let mut rows = Vec::with_capacity(count);
    for (index, width) in widths.enumerate() {
        let numbers = lists.next(width);
        groups.next(index, |means| {
            let mut row = [0; COLUMNS];
            for (value, (number, mean)) in row.iter_mut().zip(numbers.iter().zip(means)) {
                let difference = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
                *value = difference.wrapping_add(*mean);
            }
            rows.push(row);
            row
        });
    }
    Ok(rows)
}

/// What is left of the three lists.
struct Lists<'a>([&'a [u8]; 3]);

impl Lists<'_> {
    /// The numbers of the next row, given its width.
    #[inline]
    fn next(&mut self, width: u8) -> [u8; COLUMNS] {
        match width {
            0 => [0; COLUMNS],
            1 => self.row::<1>(),
            2 => self.row::<2>(),
            3 => self.row::<3>(),
            4 => self.row::<4>(),
            5 => self.row::<5>(),
            6 => self.row::<6>(),
            7 => self.row::<7>(),
            _ => self.row::<8>(),
        }
    }

    /// The numbers of the next row. A constant width makes vector instructions of the shifts.
    #[inline]
    fn row<const WIDTH: usize>(&mut self) -> [u8; COLUMNS] {
        let mut numbers = [0; COLUMNS];
        let [fours, twos, ones] = &mut self.0;
        if WIDTH >= 4 {
            fill::<FOURS>(&mut numbers, fours, 0);
        }
        if WIDTH == 8 {
            fill::<FOURS>(&mut numbers, fours, 4);
        }
        if WIDTH & 2 != 0 {
            fill::<TWOS>(&mut numbers, twos, WIDTH & 4);
        }
        if WIDTH & 1 != 0 {
            fill::<ONES>(&mut numbers, ones, WIDTH & 6);
        }
        numbers
    }
}

/// Moves a row's `BYTES` bytes of a list to the bits of its numbers from `shift` on.
#[inline(always)]
fn fill<const BYTES: usize>(numbers: &mut [u8; COLUMNS], list: &mut &[u8], shift: usize) {
    let Some((bytes, rest)) = list.split_first_chunk::<BYTES>() else {
        return;
    };
    *list = rest;
    let size = 8 * BYTES / COLUMNS;
    for (group, numbers) in numbers.as_chunks_mut::<BYTES>().0.iter_mut().enumerate() {
        for (number, byte) in numbers.iter_mut().zip(bytes) {
            *number |= (byte >> (group * size) & ((1 << size) - 1)) << shift;
        }
    }
}

/// The groups of alike rows of an array.
struct Groups {
    /// The group of each row. Empty if no rows are alike.
    of_row: &'static [u16],
    sums: Vec<Sums>,
}

impl Groups {
    fn of(array: Array) -> Self {
        static OF_WINDOWS: LazyLock<(Vec<u16>, usize)> = LazyLock::new(of_windows);
        match array {
            Array::Rows => {
                let (of_row, count) = &*OF_WINDOWS;
                Self { of_row, sums: vec![Sums::default(); *count] }
            }
            _ => Self { of_row: &[], sums: Vec::new() },
        }
    }

    /// Calls `row` with the means of the rows before this one in its group, and adds the row that
    /// it returns.
    #[inline(always)]
    fn next(&mut self, index: usize, row: impl FnOnce(&Numbers) -> Numbers) {
        match self.of_row.get(index) {
            Some(&group) => {
                let sums = &mut self.sums[usize::from(group)];
                let row = row(&sums.means());
                sums.add(&row);
            }
            None => {
                row(&[0; COLUMNS]);
            }
        }
    }
}

/// The group of each row of windows, and the number of groups. A group is a row of windows that
/// have seven cells at most.
fn of_windows() -> (Vec<u16>, usize) {
    let shorter = Windows::new(REACH - 1);
    let (rows, count) = Windows::ALL.rows();
    let (groups, group_count) = shorter.rows();
    let mut of_row = vec![0; count];
    for (&row, middle) in rows.iter().zip(Windows::ALL.middles(&shorter)) {
        of_row[usize::from(row)] = groups[usize::from(middle)];
    }
    (of_row, group_count)
}

/// The sums of some rows.
#[derive(Clone, Default)]
struct Sums {
    of_numbers: [i16; COLUMNS],
    rows: usize,
}

impl Sums {
    /// The most rows of a group: one where the board ends at both ends of the seven cells, three
    /// where it ends at one of them, three where it ends at the other, and nine.
    const MOST_ROWS: usize = 1 + 3 + 3 + 9;
    /// Bits that the product of a sum and its share has more than the mean.
    const SHIFT: u32 = 13;
    /// One divided by each number of rows; 0 for none.
    const SHARES: [i16; Self::MOST_ROWS + 1] = {
        let mut shares = [0; Self::MOST_ROWS + 1];
        let mut rows = 1;
        while rows <= Self::MOST_ROWS {
            shares[rows] = (1 << Self::SHIFT) / rows as i16;
            rows += 1;
        }
        shares
    };

    /// The means of the rows, or zeros if there are none.
    ///
    /// The upper half of a product of 16 bits each way is what processors compute at once.
    #[inline(always)]
    fn means(&self) -> Numbers {
        let (share, half) = (i32::from(Self::SHARES[self.rows]), self.rows as i16 / 2);
        self.of_numbers.map(|sum| {
            let sum = (sum + half) << (16 - Self::SHIFT);
            ((i32::from(sum) * share) >> 16) as i8
        })
    }

    #[inline(always)]
    fn add(&mut self, row: &Numbers) {
        let sums = self.of_numbers.iter_mut().zip(row);
        sums.for_each(|(sum, &number)| *sum += i16::from(number));
        self.rows += 1;
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::random::Generator;

    const PACKED: [Array; 2] = [Array::Rows, Array::Threats];

    /// Rows whose numbers are all about as large as some power of two, from none to the extremes.
    fn rows(array: Array) -> Vec<Numbers> {
        let mut generator = Generator::seed_from_u64(7);
        let row = |_| {
            let bits = generator.random_range(0..=8);
            let mut number = || (generator.random_range(-128..=127_i32) >> (8 - bits)) as i8;
            std::array::from_fn(|_| number())
        };
        (0..array.shape()[0]).map(row).collect()
    }

    #[test]
    fn rows_come_back_as_they_were() {
        for array in PACKED {
            let rows = rows(array);
            let bytes = [pack(array, &rows), b"rest".to_vec()].concat();
            let mut left = &bytes[..];
            assert!(unpack(array, &mut left).unwrap() == rows, "{array:?}");
            assert_eq!(left, b"rest");
        }
    }

    #[test]
    fn numbers_lie_where_the_format_says() {
        let mut rows = vec![[0; COLUMNS]; Array::Threats.shape()[0]];
        // 75 is 2 * 37 + 1, in bits 1_00_1011.
        rows[1][17] = -38;
        rows[2][31] = -1;
        let bytes = pack(Array::Threats, &rows);
        let (widths, lists) = bytes.split_at(rows.len() / 2);
        assert_eq!(widths[..2], [0x70, 0x01]);
        assert!(widths[2..].iter().all(|&width| width == 0));
        let mut expected = [0; FOURS + TWOS + 2 * ONES];
        expected[1] = 0b1011 << 4;
        expected[FOURS + TWOS + 1] = 1 << 4;
        expected[FOURS + TWOS + ONES + 3] = 1 << 7;
        assert_eq!(lists, expected);
    }

    #[test]
    fn rows_are_differences_to_the_mean_of_those_with_the_same_middle_cells() {
        let (groups, count) = of_windows();
        let mut sizes = vec![0; count];
        groups.iter().for_each(|&group| sizes[usize::from(group)] += 1);
        assert!(sizes.iter().all(|size| (1..=Sums::MOST_ROWS).contains(size)));
        // If all rows of a group are equal, only the first one has a width.
        let row = |&group: &u16| [(group % 100) as i8 + 20; COLUMNS];
        let rows: Vec<_> = groups.iter().map(row).collect();
        let widths = pack(Array::Rows, &rows);
        let width = |row: usize| widths[row / 2] >> (4 * (row % 2)) & 15;
        for row in 0..rows.len() {
            let is_first = !groups[..row].contains(&groups[row]);
            assert_eq!(width(row) > 0, is_first, "{row}");
        }
    }

    #[test]
    fn damaged_arrays_are_refused() {
        for array in PACKED {
            let good = pack(array, &rows(array));
            for length in (0..good.len()).step_by(997) {
                assert!(unpack(array, &mut &good[..length]).is_err(), "{length}");
            }
            let mut bad = good.clone();
            bad[3] |= 0x90;
            let error = unpack(array, &mut &bad[..]).unwrap_err().to_string();
            assert_eq!(error, "a network has a row that is too wide");
        }
    }
}
