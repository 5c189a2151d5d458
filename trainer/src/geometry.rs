//! What is fixed by the size of a board: which windows see which cells, and which cells are near each other.

use fukumi::geometry::{BoardSize, MAX_SIDE};

use crate::windows::{REACH, Windows};

/// Cells of the largest board.
pub const MAX_AREA: usize = MAX_SIDE as usize * MAX_SIDE as usize;
/// Steps along x and y of the four lines: straight ones, then diagonals.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// Cells in a row of the grid with a margin of [`REACH`] on each side.
pub const PADDED_STRIDE: usize = 32;
/// Cells of that grid: a power of two, so that a remainder is cheap.
pub const PADDED: usize = 1 << 10;
const _: () = assert!(PADDED >= PADDED_STRIDE * (MAX_SIDE as usize + 2 * REACH));

/// A window that sees a cell.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Whose window it is: four times that cell, and the number of the direction.
    pub place: u16,
    /// What a digit of the cell that is seen is worth in its number.
    pub power: u16,
}

/// The geometry of one board size. A cell is `x + y * width`.
pub struct Geometry {
    /// The size.
    pub size: BoardSize,
    /// Numbers of the windows of the empty board, by place, see [`View`].
    pub empty: Vec<u16>,
    /// The place of each cell in a grid with a margin, so that a step along a line never leaves it.
    pub padded: Vec<u16>,
    views: Vec<View>,
    view_starts: Vec<u32>,
    around: Vec<u16>,
    around_starts: Vec<u32>,
}

impl Geometry {
    /// The geometry of a board.
    pub fn new(size: BoardSize, windows: &Windows) -> Self {
        let (width, height) = (i32::from(size.width()), i32::from(size.height()));
        let area = size.area();
        let place = |cell: usize| (cell as i32 % width, cell as i32 / width);
        let cell = |x: i32, y: i32| {
            ((0..width).contains(&x) && (0..height).contains(&y)).then(|| (x + y * width) as usize)
        };
        let along = |from: usize, direction: usize, steps: i32| {
            let ((x, y), (dx, dy)) = (place(from), DIRECTIONS[direction]);
            cell(x + steps * dx, y + steps * dy)
        };
        let open = |from: usize, direction: usize, sign: i32| {
            (1..=REACH as i32)
                .take_while(|&steps| along(from, direction, sign * steps).is_some())
                .count()
        };
        let mut geometry = Self {
            size,
            empty: vec![0; 4 * area],
            padded: Vec::with_capacity(area),
            views: Vec::new(),
            view_starts: vec![0],
            around: Vec::new(),
            around_starts: vec![0],
        };
        for from in 0..area {
            let (x, y) = place(from);
            let padded = (y as usize + REACH) * PADDED_STRIDE + x as usize + REACH;
            geometry.padded.push(padded as u16);
            for direction in 0..4 {
                let [left, right] = [-1, 1].map(|sign| open(from, direction, sign));
                geometry.empty[4 * from + direction] = windows.first(left, right) as u16;
                for steps in -(REACH as i32)..=REACH as i32 {
                    if let Some(other) = along(from, direction, steps) {
                        // The cell lies `steps` behind the other one's middle, seen from there.
                        let digit = open(other, direction, -1) as i32 - steps;
                        geometry.views.push(View {
                            place: (4 * other + direction) as u16,
                            power: 3_u16.pow(digit as u32),
                        });
                    }
                }
            }
            geometry.view_starts.push(geometry.views.len() as u32);
            for (dy, dx) in (-3..=3_i32).flat_map(|dy| (-3..=3_i32).map(move |dx| (dy, dx))) {
                let (less, more) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
                let is_around = more > 0 && (more < 3 || less == 0 || less == 3);
                if let Some(other) = cell(x + dx, y + dy).filter(|_| is_around) {
                    geometry.around.push(other as u16);
                }
            }
            geometry.around_starts.push(geometry.around.len() as u32);
        }
        geometry
    }

    /// The windows that see a cell.
    #[inline]
    pub fn views(&self, cell: usize) -> &[View] {
        &self.views[self.view_starts[cell] as usize..self.view_starts[cell + 1] as usize]
    }

    /// The cells where the engine thinks of a move if a stone is on this one: within two cells in any direction or
    /// three along a line.
    #[inline]
    pub fn around(&self, cell: usize) -> &[u16] {
        &self.around[self.around_starts[cell] as usize..self.around_starts[cell + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::windows::Rows;

    #[test]
    fn views_add_up_to_the_windows_of_a_board() {
        let windows = &Rows::get().windows;
        let size = BoardSize::new(7, 12).unwrap();
        let geometry = Geometry::new(size, windows);
        let stones = [(0, 1), (3, 2), (24, 1), (25, 2), (40, 1), (83, 2)];
        let mut numbers = geometry.empty.clone();
        for (cell, digit) in stones {
            for view in geometry.views(cell) {
                numbers[usize::from(view.place)] += digit * view.power;
            }
        }
        for cell in 0..size.area() {
            for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                let (x, y) = ((cell % 7) as i32, (cell / 7) as i32);
                let at = |steps: i32| {
                    let (x, y) = (x + steps * dx, y + steps * dy);
                    let is_there = (0..7).contains(&x) && (0..12).contains(&y);
                    is_there.then_some((x + 7 * y) as usize)
                };
                let digit = |cell| stones.iter().find(|stone| stone.0 == cell).map_or(0, |s| s.1);
                let mut cells: Vec<u8> =
                    (1..=4).map_while(|steps| at(-steps)).map(|c| digit(c) as u8).collect();
                let left = cells.len();
                cells.reverse();
                cells.extend((0..=4).map_while(at).map(|c| digit(c) as u8));
                let number = windows.number(left, &cells);
                assert_eq!(usize::from(numbers[4 * cell + direction]), number);
            }
        }
    }

    #[test]
    fn cells_around_are_those_the_engine_looks_at() {
        let geometry = Geometry::new(BoardSize::square(9).unwrap(), &Rows::get().windows);
        let mut picture = [['.'; 9]; 9];
        for &cell in geometry.around(3 * 9 + 3).iter().chain(geometry.around(0)) {
            picture[usize::from(cell) / 9][usize::from(cell) % 9] = 'x';
        }
        picture[3][3] = '.';
        picture[0][0] = '.';
        let rows = picture.map(|row| row.iter().collect::<String>());
        let expected = [
            ".xxx..x..",
            "xxxxxx...",
            "xxxxxx...",
            "xxx.xxx..",
            ".xxxxx...",
            ".xxxxx...",
            "x..x..x..",
            ".........",
            ".........",
        ];
        assert_eq!(rows, expected);
    }
}
