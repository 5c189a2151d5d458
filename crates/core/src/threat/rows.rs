//! The rows on the board that threaten to win, and those that make a point forbidden: for people
//! who look at the board. The search uses the shapes of points instead.

use crate::board::Cell;
use crate::geometry::{Color, Direction, Point, PointSet};
use crate::pattern::forbidden::Foul;
use crate::pattern::{LineClass, Shape};
use crate::position::Position;

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum RowKind {
    /// One stone from a winning row.
    Four,
    /// An open three: one stone from an open four.
    Three,
    /// Too long to win, which is a foul.
    Overline,
}

impl RowKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Four, Self::Three, Self::Overline];

    /// The name of the kind in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Four => "four",
            Self::Three => "three",
            Self::Overline => "overline",
        }
    }
}

/// Stones of one colour on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The colour.
    pub color: Color,
    /// What the row is.
    pub kind: RowKind,
    /// The stones, with that of the forbidden move if the row belongs to one.
    pub stones: PointSet,
    /// The points where the next stone makes a winning row of a four, or an open four of a three;
    /// empty for an overline.
    pub next: PointSet,
}

/// A point where a stone would be a foul, and the rows that make it one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForbiddenPoint {
    /// The point.
    pub point: Point,
    /// The reason.
    pub foul: Foul,
    /// One row at least of an overline, two at least of the other fouls.
    pub rows: Vec<Row>,
}

/// The fours and open threes of both colours. Neither side has won yet.
pub fn threats(position: &Position) -> Vec<Row> {
    Color::ALL.into_iter().flat_map(|color| rows(position, color)).collect()
}

/// The points that are forbidden for a colour, whichever side is to move.
pub fn forbidden(position: &Position) -> Vec<ForbiddenPoint> {
    let colors = Color::ALL.into_iter().filter(|&color| position.rule().has_fouls(color));
    let points = colors.flat_map(|color| {
        position.points(color, Shape::Foul).iter().map(move |point| (color, point))
    });
    let forbidden = points.filter_map(|(color, point)| {
        let foul = position.foul(color, point)?;
        let rows = rows_of_foul(position, color, point, foul);
        Some(ForbiddenPoint { point, foul, rows })
    });
    forbidden.collect()
}

/// The fours and open threes of a colour, the fours first.
fn rows(position: &Position, color: Color) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |kind, stones: PointSet, next: Point| {
        let is_four = |row: &Row| row.kind == RowKind::Four;
        let is_same = |row: &&mut Row| row.kind == kind && row.stones == stones;
        if let Some(row) = rows.iter_mut().find(is_same) {
            row.next.insert(next);
        } else if kind == RowKind::Four
            || !rows.iter().any(|row| is_four(row) && row.stones.intersection(&stones).len() > 2)
        {
            let next = [next].into_iter().collect();
            rows.push(Row { color, kind, stones, next });
        }
    };
    for point in position.board().empty_points() {
        for direction in directions_of(position, color, point, LineClass::Five) {
            add(RowKind::Four, neighbours(position, color, point, direction), point);
        }
    }
    for point in position.board().empty_points() {
        for direction in directions_of(position, color, point, LineClass::OpenFour) {
            if may_extend(position, color, point) {
                add(RowKind::Three, stones_of_three(position, color, point, direction), point);
            }
        }
    }
    rows
}

/// The directions in which a stone on an empty point makes this class.
fn directions_of(
    position: &Position,
    color: Color,
    point: Point,
    class: LineClass,
) -> impl Iterator<Item = Direction> {
    let classes = position.lines(color, point).classes();
    Direction::ALL.into_iter().filter(move |&direction| classes[direction as usize] == class)
}

/// Whether a stone that makes an open four counts: under a rule with fouls it must be allowed, and
/// must not win at once.
fn may_extend(position: &Position, color: Color, point: Point) -> bool {
    let wins = || directions_of(position, color, point, LineClass::Five).next().is_some();
    !position.rule().has_fouls(color) || (position.foul(color, point).is_none() && !wins())
}

/// The stones of an open three that a stone on `point` turns into an open four: those of all fours
/// that it then has on the line.
fn stones_of_three(
    position: &Position,
    color: Color,
    point: Point,
    direction: Direction,
) -> PointSet {
    let mut after = position.clone();
    after.place(color, point);
    let mut stones = PointSet::EMPTY;
    for sign in [-1, 1] {
        // The first cell on this side that has no such stone; it may be empty.
        let is_end = |&index: &usize| after.board().cell_at(index) != Cell::of(color);
        let end = (1..).map(|steps| point.step(direction, sign * steps)).find(is_end);
        let Some(index) = end.filter(|&index| after.board().cell_at(index) == Cell::Empty) else {
            continue;
        };
        let next = Point::from_index(index);
        if directions_of(&after, color, next, LineClass::Five).any(|other| other == direction) {
            stones = stones.union(&neighbours(&after, color, next, direction));
        }
    }
    stones.remove(point);
    stones
}

/// The stones of a colour that touch an empty point on a line, on both sides of it.
fn neighbours(position: &Position, color: Color, point: Point, direction: Direction) -> PointSet {
    let side = |sign: isize| {
        (1..)
            .map(move |steps| point.step(direction, sign * steps))
            .take_while(|&index| position.board().cell_at(index) == Cell::of(color))
            .map(Point::from_index)
    };
    side(-1).chain(side(1)).collect()
}

/// The rows that make a stone a foul.
fn rows_of_foul(position: &Position, color: Color, point: Point, foul: Foul) -> Vec<Row> {
    let kind = match foul {
        Foul::Overline => {
            let directions = directions_of(position, color, point, LineClass::Overline);
            let rows = directions.map(|direction| {
                let mut stones = neighbours(position, color, point, direction);
                stones.insert(point);
                Row { color, kind: RowKind::Overline, stones, next: PointSet::EMPTY }
            });
            return rows.collect();
        }
        Foul::DoubleFour => RowKind::Four,
        Foul::DoubleThree => RowKind::Three,
    };
    let mut after = position.clone();
    after.place(color, point);
    let mut rows = rows(&after, color);
    rows.retain(|row| row.kind == kind && row.stones.contains(point));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;
    use crate::rule::Rule;
    use crate::testing::{Games, check, urgent_or_building};

    /// A position with the stones of a picture in its middle rows.
    fn picture(rule: Rule, rows: &[&str]) -> Position {
        let size = BoardSize::square(15).expect("in range");
        let mut position = Position::new(size, rule);
        for (y, row) in rows.iter().enumerate() {
            for (x, cell) in row.split(' ').enumerate() {
                let color = match cell {
                    "x" => Color::Black,
                    "o" => Color::White,
                    _ => continue,
                };
                position.place(color, Point::new(x as u8, y as u8 + 5));
            }
        }
        position
    }

    /// The rows in words: colour, kind, stones and next points as numbers of columns.
    fn words(rows: &[Row]) -> Vec<String> {
        let columns = |points: &PointSet| {
            let columns: Vec<_> = points.iter().map(|point| point.x().to_string()).collect();
            columns.join(" ")
        };
        let word = |row: &Row| {
            let (color, kind) = (row.color.name(), row.kind.name());
            format!("{color} {kind}: {} + {}", columns(&row.stones), columns(&row.next))
        };
        rows.iter().map(word).collect()
    }

    #[test]
    fn fours_and_open_threes_of_both_colours_are_rows() {
        for (row, expected) in [
            (". o x x x x . .", vec!["black four: 2 3 4 5 + 6"]),
            (". . x x x x . .", vec!["black four: 2 3 4 5 + 1 6"]),
            (". . x x . x . .", vec!["black three: 2 3 5 + 4"]),
            (". x x . x x . .", vec!["black four: 1 2 4 5 + 3"]),
            (". . . o o o . . .", vec!["white three: 3 4 5 + 2 6"]),
            ("x o o o . . . .", vec![]),
            (". . x x . . . .", vec![]),
            // Two fours on one line, with stones in common.
            ("x . x x x . x . .", vec!["black four: 0 2 3 4 + 1", "black four: 2 3 4 6 + 5"]),
            // One stone makes two fours of two pairs of stones.
            (". . x . x x . . x . .", vec!["black three: 2 4 5 + 3", "black three: 2 4 5 8 + 6"]),
        ] {
            let position = picture(Rule::Freestyle, &[row]);
            assert_eq!(words(&threats(&position)), expected, "{row}");
        }
    }

    #[test]
    fn a_three_of_black_in_renju_counts_only_if_black_may_extend_it() {
        // Both points that extend the three would be overlines.
        let rows = ["x x . x x x . x x"];
        let position = picture(Rule::Renju, &rows);
        assert_eq!(words(&threats(&position)), Vec::<String>::new());
        let position = picture(Rule::Renju, &[". . . x x x . . ."]);
        assert_eq!(words(&threats(&position)), ["black three: 3 4 5 + 2 6"]);
    }

    #[test]
    fn a_forbidden_point_has_the_rows_that_make_it_a_foul() {
        let of = |rows: &[&str]| {
            let position = picture(Rule::Renju, rows);
            let list = forbidden(&position);
            let word = |point: &ForbiddenPoint| {
                let (x, y) = (point.point.x(), point.point.y());
                (x, y - 5, point.foul, words(&point.rows))
            };
            list.iter().map(word).collect::<Vec<_>>()
        };
        let overline = of(&[". o x x x . x x o"]);
        let rows = vec!["black overline: 2 3 4 5 6 7 + ".to_owned()];
        assert_eq!(overline, [(5, 0, Foul::Overline, rows)]);
        let on_one_line = of(&[". x . x x . . x . ."]);
        let rows = vec!["black four: 1 3 4 5 + 2".into(), "black four: 3 4 5 7 + 6".into()];
        assert_eq!(on_one_line, [(5, 0, Foul::DoubleFour, rows)]);
        let crossed = of(&[
            ". . . . . . .",
            ". . . x . . .",
            ". . . x . . .",
            ". x x . . . .",
            ". . . . . . .",
        ]);
        let rows = ["black three: 3 3 3 + 3 3", "black three: 1 2 3 + 4"];
        assert_eq!(crossed, [(3, 3, Foul::DoubleThree, rows.map(str::to_owned).to_vec())]);
        // Nothing is forbidden for White, or under another rule.
        let white = picture(Rule::Renju, &[". x o o o . o o x"]);
        assert!(forbidden(&white).is_empty());
        assert!(forbidden(&picture(Rule::Standard, &[". o x x x . x x o"])).is_empty());
    }

    /// Forbidden points have rows enough for their foul, all through the point.
    fn has_its_rows(position: &Position, forbidden: &ForbiddenPoint) -> bool {
        let least = if forbidden.foul == Foul::Overline { 1 } else { 2 };
        forbidden.rows.len() >= least
            && forbidden.rows.iter().all(|row| {
                row.stones.contains(forbidden.point)
                    && row.stones.iter().all(|stone| {
                        stone == forbidden.point
                            || position.board().cell(stone) == Cell::of(row.color)
                    })
            })
    }

    #[test]
    fn rows_agree_with_shapes_and_fouls_in_random_games() {
        const GAMES: Games =
            Games { sides: &[9, 15], moves: 8..50, building: 0.7, pool: urgent_or_building };
        for rule in Rule::ALL {
            let mut met = 0;
            check(400, 7, GAMES.positions(rule), |position| {
                let rows = threats(&position);
                for color in Color::ALL {
                    let mut next = PointSet::EMPTY;
                    let own = rows.iter().filter(|row| row.color == color);
                    for row in own.filter(|row| row.kind == RowKind::Four) {
                        assert!(row.stones.len() >= 4, "{position:?}");
                        next = next.union(&row.next);
                    }
                    assert_eq!(next, *position.points(color, Shape::Five), "{position:?}");
                    // A three has three stones, or four that are no four yet.
                    let threes = rows.iter().filter(|row| row.kind == RowKind::Three);
                    threes.for_each(|row| assert!(row.stones.len() >= 3, "{row:?} {position:?}"));
                }
                let list = forbidden(&position);
                met += list.len();
                let black = position.points(Color::Black, Shape::Foul).iter();
                let fouls = black.filter(|&at| position.foul(Color::Black, at).is_some());
                assert!(fouls.eq(list.iter().map(|at| at.point)), "{position:?}");
                for point in &list {
                    assert!(has_its_rows(&position, point), "{point:?} {position:?}");
                }
            });
            assert_eq!(met > 50, rule == Rule::Renju, "{rule}: {met}");
        }
    }
}
