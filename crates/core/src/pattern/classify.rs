//! The definition of the classes. A window of cells, as one colour sees it, determines the class of
//! a stone in its middle and the cells where the opponent can spoil it.
//!
//! The code is written for clarity. It runs once for each of a few thousand windows, see
//! [`super::tables`].

use super::LineClass;
use crate::rule::LineRule;

/// Number of cells on each side of the middle.
pub(super) const SIDE: usize = 5;
/// Number of cells of a window.
pub(super) const WINDOW: usize = 2 * SIDE + 1;

/// A cell as one colour sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Seen {
    /// A stone of that colour.
    Own,
    /// Empty.
    Empty,
    /// A stone of the opponent.
    Theirs,
    /// Off the board, or a dead cell.
    Wall,
}

impl Seen {
    /// Whether that colour can never use the cell.
    pub(super) fn is_blocked(self) -> bool {
        matches!(self, Self::Theirs | Self::Wall)
    }
}

/// A piece of a line with an own stone in the middle.
pub(super) type LineWindow = [Seen; WINDOW];

/// Builds a window from two halves, each given from the middle outwards.
pub(super) fn window(left: [Seen; SIDE], right: [Seen; SIDE]) -> LineWindow {
    let mut window = [Seen::Own; WINDOW];
    for distance in 1..=SIDE {
        window[SIDE - distance] = left[distance - 1];
        window[SIDE + distance] = right[distance - 1];
    }
    window
}

/// The number of a half, whose cells are given from the middle outwards.
///
/// If n cells come before the first blocked one, the number is 2^n − 1 + bits. The bits are those
/// of the n cells, where 1 is an own stone. A rule that distinguishes an opponent's stone from the
/// edge has two numbers for each half that ends in a blocked cell.
pub(super) fn half_number(half: [Seen; SIDE], tells_walls: bool) -> usize {
    let mut bits = 0;
    for (n, seen) in half.into_iter().enumerate() {
        match seen {
            Seen::Own => bits |= 1 << n,
            Seen::Empty => {}
            Seen::Theirs | Seen::Wall => {
                let number = (1 << n) - 1 + bits;
                return if tells_walls {
                    2 * number + usize::from(seen == Seen::Theirs)
                } else {
                    number
                };
            }
        }
    }
    let blocked_halves = (1 << SIDE) - 1;
    blocked_halves * if tells_walls { 2 } else { 1 } + bits
}

/// Number of halves, if the edge and an opponent's stone differ.
const HALVES: usize = 2 * ((1 << SIDE) - 1) + (1 << SIDE);

/// Classifies windows under one rule and caches the results.
pub(super) struct Classifier {
    rule: LineRule,
    /// Cached classes, indexed by the number of the window, see [`number`].
    known: Vec<Option<LineClass>>,
}

impl Classifier {
    /// A classifier with an empty cache.
    pub(super) fn new(rule: LineRule) -> Self {
        Self { rule, known: vec![None; HALVES * HALVES] }
    }

    /// The class of the stone in the middle.
    ///
    /// The definition is recursive. A class depends on the best class that the middle stone can
    /// reach when one more own stone is added on this line, and often on the number of ways to
    /// reach it. The ladder of classes follows Rapfi (2022).
    pub(super) fn class(&mut self, window: &LineWindow) -> LineClass {
        let number = number(window);
        if let Some(class) = self.known[number] {
            return class;
        }
        let class = self.compute(window);
        self.known[number] = Some(class);
        class
    }

    /// The class without the cache.
    fn compute(&mut self, window: &LineWindow) -> LineClass {
        let (length, closed) = row(window);
        if self.rule.wins(length, closed) {
            return LineClass::Five;
        }
        if length > 5 {
            return LineClass::Overline;
        }
        let mut next = [0; LineClass::COUNT];
        for (_, filled) in children(window, Seen::Own) {
            next[self.class(&filled) as usize] += 1;
        }
        let count = |class: LineClass| next[class as usize];
        let threes = count(LineClass::Three) + count(LineClass::ThreePlus);
        let twos = count(LineClass::TwoA) + count(LineClass::TwoB) + count(LineClass::TwoC);
        if count(LineClass::Five) > 0 {
            self.four(window)
        } else if count(LineClass::OpenFour) > 1 {
            LineClass::ThreePlus
        } else if count(LineClass::OpenFour) == 1 {
            LineClass::Three
        } else if count(LineClass::Four) > 0 {
            LineClass::BlockedThree
        } else if threes > 0 {
            match threes {
                1 | 2 => LineClass::TwoA,
                3 => LineClass::TwoB,
                _ => LineClass::TwoC,
            }
        } else if count(LineClass::BlockedThree) > 0 {
            LineClass::BlockedTwo
        } else if twos > 0 {
            LineClass::One
        } else if count(LineClass::BlockedTwo) > 0 {
            LineClass::BlockedOne
        } else {
            LineClass::Dead
        }
    }

    /// The kind of four in a window with at least one winning cell.
    ///
    /// The definition looks at the defence: a four is open if no single stone stops it. So it also
    /// holds where a four has two answers (caro).
    fn four(&mut self, window: &LineWindow) -> LineClass {
        let stoppable =
            children(window, Seen::Theirs).any(|(_, blocked)| self.winning_cells(&blocked) == 0);
        let (length, _) = row(window);
        if stoppable {
            LineClass::Four
        } else if self.rule.has_fouls && length != 4 {
            // The two winning cells are not the two ends of one row of four stones.
            LineClass::DoubleFour
        } else {
            LineClass::OpenFour
        }
    }

    /// Number of cells where one more own stone wins.
    fn winning_cells(&mut self, window: &LineWindow) -> usize {
        children(window, Seen::Own)
            .filter(|(_, filled)| {
                let (length, closed) = row(filled);
                self.rule.wins(length, closed)
            })
            .count()
    }

    /// The cells of the window where a stone of the opponent lowers the class of the middle stone
    /// to a weaker kind. The kinds, from the strongest, are five, open or double four, four, and
    /// open three. Bit `SIDE` + offset stands for a cell, and the middle itself is always included.
    /// Empty for classes below an open three.
    pub(super) fn spoilers(&mut self, window: &LineWindow) -> u16 {
        let kind = |class: LineClass| match class {
            LineClass::Five => 4,
            LineClass::OpenFour | LineClass::DoubleFour => 3,
            LineClass::Four => 2,
            LineClass::Three | LineClass::ThreePlus => 1,
            _ => 0,
        };
        let present = kind(self.class(window));
        if present == 0 {
            return 0;
        }
        children(window, Seen::Theirs)
            .filter(|(_, blocked)| kind(self.class(blocked)) < present)
            .fold(1 << SIDE, |mask, (cell, _)| mask | 1 << cell)
    }
}

/// The number of a window. What lies beyond the first blocked cell of a side does not count, and a
/// window has the number of its mirror image.
fn number(window: &LineWindow) -> usize {
    let left = std::array::from_fn(|distance| window[SIDE - 1 - distance]);
    let right = std::array::from_fn(|distance| window[SIDE + 1 + distance]);
    let [left, right] = [left, right].map(|half| half_number(half, true));
    left.min(right) * HALVES + left.max(right)
}

/// Length of the row of own stones through the middle, and whether opponent's stones stand at both
/// ends.
fn row(window: &LineWindow) -> (usize, bool) {
    let left = (0..SIDE).rev().take_while(|&i| window[i] == Seen::Own).count();
    let right = (SIDE + 1..WINDOW).take_while(|&i| window[i] == Seen::Own).count();
    let is_theirs = |cell: Option<usize>| {
        cell.and_then(|cell| window.get(cell)).is_some_and(|&seen| seen == Seen::Theirs)
    };
    let closed = is_theirs((SIDE - left).checked_sub(1)) && is_theirs(Some(SIDE + right + 1));
    (left + 1 + right, closed)
}

/// All windows with one more `stone`, each with the cell of that stone. The stone goes on an empty
/// cell that the middle can still use, up to the first blocked cell on either side.
fn children(window: &LineWindow, stone: Seen) -> impl Iterator<Item = (usize, LineWindow)> + use<> {
    let window = *window;
    let left = (0..SIDE).rev().take_while(move |&i| !window[i].is_blocked());
    let right = (SIDE + 1..WINDOW).take_while(move |&i| !window[i].is_blocked());
    left.chain(right).filter(move |&i| window[i] == Seen::Empty).map(move |i| {
        let mut child = window;
        child[i] = stone;
        (i, child)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Color;
    use crate::rule::Rule;
    use crate::testing::check;
    use proptest::array::uniform11;
    use proptest::sample::select;

    /// The class of `*` in a picture such as `". x x * . ."`; everything outside the picture is
    /// wall.
    fn class(rule: Rule, color: Color, picture: &str) -> LineClass {
        Classifier::new(rule.line_rule(color)).class(&parse(picture))
    }

    fn parse(picture: &str) -> LineWindow {
        let cells: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
        let middle = cells.iter().position(|&c| c == '*').expect("a middle");
        let seen = |offset: isize| match cells.get((middle as isize + offset) as usize) {
            Some('x' | '*') => Seen::Own,
            Some('.') => Seen::Empty,
            Some('o') => Seen::Theirs,
            _ => Seen::Wall,
        };
        std::array::from_fn(|i| seen(i as isize - SIDE as isize))
    }

    #[test]
    fn freestyle_ladder() {
        let cases = [
            ("x x * x x", LineClass::Five),
            ("x x x * x x", LineClass::Five),
            (". x x * x .", LineClass::OpenFour),
            ("x . x * x . x", LineClass::OpenFour),
            ("o x x * x .", LineClass::Four),
            ("x * x . x", LineClass::Four),
            (". . x * x . .", LineClass::ThreePlus),
            (". x * x . .", LineClass::Three),
            ("o . x * x . o", LineClass::BlockedThree),
            ("o x * x . .", LineClass::BlockedThree),
            (". . . * x . . .", LineClass::TwoC),
            ("o * x . . .", LineClass::BlockedTwo),
            ("o . x * o", LineClass::Dead),
        ];
        for (picture, expected) in cases {
            assert_eq!(class(Rule::Freestyle, Color::Black, picture), expected, "{picture}");
        }
    }

    #[test]
    fn six_in_a_row_wins_only_where_the_rule_says_so() {
        let six = "x x x * x x";
        assert_eq!(class(Rule::Standard, Color::Black, six), LineClass::Overline);
        assert_eq!(class(Rule::Renju, Color::Black, six), LineClass::Overline);
        assert_eq!(class(Rule::Renju, Color::White, six), LineClass::Five);
        assert_eq!(class(Rule::CaroOverline, Color::White, six), LineClass::Five);
        assert_eq!(class(Rule::Caro, Color::White, six), LineClass::Overline);
    }

    #[test]
    fn an_open_four_that_would_become_six_is_a_four() {
        assert_eq!(class(Rule::Standard, Color::Black, "x . x x * x ."), LineClass::Four);
        assert_eq!(class(Rule::Freestyle, Color::Black, "x . x x * x ."), LineClass::OpenFour);
    }

    #[test]
    fn two_fours_on_a_line_are_a_foul_of_black_in_renju() {
        for picture in ["x . x * x . x", "x x . x * . x x", "x x x . * . x x x"] {
            assert_eq!(class(Rule::Renju, Color::Black, picture), LineClass::DoubleFour);
            assert_eq!(class(Rule::Renju, Color::White, picture), LineClass::OpenFour);
        }
        assert_eq!(class(Rule::Renju, Color::Black, ". x x * x ."), LineClass::OpenFour);
    }

    #[test]
    fn in_caro_a_five_between_two_stones_of_the_opponent_is_nothing() {
        for rule in [Rule::CaroOverline, Rule::Caro] {
            assert_eq!(class(rule, Color::Black, "o x x * x x o"), LineClass::Dead);
            assert_eq!(class(rule, Color::Black, "o x x * x x ."), LineClass::Five);
            assert_eq!(class(rule, Color::Black, "# x x * x x o"), LineClass::Five);
            // The opponent plays next to the four on one side, and the completion on the other side
            // is closed.
            assert_eq!(class(rule, Color::Black, "o . x x * x . o"), LineClass::Four);
            assert_eq!(class(rule, Color::Black, "o . x x * x . ."), LineClass::Four);
            assert_eq!(class(rule, Color::Black, ". . x x * x . ."), LineClass::OpenFour);
        }
    }

    #[test]
    fn a_three_is_spoilt_by_the_cells_that_stop_every_open_four() {
        let spoilers = |rule: Rule, picture: &str| {
            Classifier::new(rule.line_rule(Color::Black)).spoilers(&parse(picture))
        };
        // Offsets from `*`: two to the left, two and three to the right, and the point itself.
        let mask = |offsets: &[isize]| offsets.iter().fold(0_u16, |m, o| m | 1 << (o + 5));
        assert_eq!(spoilers(Rule::Freestyle, "# . x * x . . #"), mask(&[-2, 0, 2, 3]));
        assert_eq!(spoilers(Rule::Freestyle, ". . x * x . ."), mask(&[-2, 0, 2]));
        assert_eq!(spoilers(Rule::Freestyle, "o x x * x ."), mask(&[0, 2]));
        // In caro, a stone beyond the five also answers a four.
        assert_eq!(spoilers(Rule::CaroOverline, "o x x * x . . ."), mask(&[0, 2, 3]));
    }

    #[test]
    fn a_mirrored_window_has_the_same_class() {
        let kinds = &[Seen::Own, Seen::Own, Seen::Empty, Seen::Empty, Seen::Theirs, Seen::Wall];
        for rule in Rule::ALL {
            for color in Color::ALL {
                let mut classifier = Classifier::new(rule.line_rule(color));
                check(2_000, 3, uniform11(select(&kinds[..])), |mut window: LineWindow| {
                    window[SIDE] = Seen::Own;
                    let class = classifier.class(&window);
                    window.reverse();
                    assert_eq!(classifier.class(&window), class);
                });
            }
        }
    }
}
