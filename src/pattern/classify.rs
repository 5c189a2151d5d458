//! The definition of the classes: from a window of cells, as one colour sees it, to the class of a
//! stone in its middle and to the cells where the opponent can spoil it.
//!
//! Written for clarity. It runs once for each of a few thousand windows, see [`super::tables`].

use super::LineClass;
use crate::rule::LineRule;

/// Cells on each side of the middle.
pub(super) const SIDE: usize = 5;
/// Cells of a window.
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
    /// Off the board, or dead.
    Wall,
}

impl Seen {
    pub(super) fn is_blocked(self) -> bool {
        matches!(self, Self::Theirs | Self::Wall)
    }
}

/// A line around a stone of one's own, which stands in the middle.
pub(super) type LineWindow = [Seen; WINDOW];

/// The window of two halves, each given from the middle outwards.
pub(super) fn window(left: [Seen; SIDE], right: [Seen; SIDE]) -> LineWindow {
    let mut window = [Seen::Own; WINDOW];
    for distance in 1..=SIDE {
        window[SIDE - distance] = left[distance - 1];
        window[SIDE + distance] = right[distance - 1];
    }
    window
}

/// Classifies windows under one rule, remembering what it has seen.
pub(super) struct Classifier {
    rule: LineRule,
    /// By the number of the window, see [`number`].
    known: Vec<Option<LineClass>>,
}

impl Classifier {
    pub(super) fn new(rule: LineRule) -> Self {
        Self { rule, known: vec![None; 1 << (4 * SIDE)] }
    }

    /// The class of the stone in the middle.
    ///
    /// A recursion over one more stone: the class is named after the best that the next own stone
    /// on this line makes of the middle one's row. (The ladder of classes follows Rapfi, 2022.)
    pub(super) fn class(&mut self, window: &LineWindow) -> LineClass {
        let number = number(window);
        if let Some(class) = self.known[number] {
            return class;
        }
        let class = self.compute(window);
        self.known[number] = Some(class);
        class
    }

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

    /// The kind of four that a window with at least one winning cell is.
    ///
    /// Defined by the defence, so that it holds where a four can be answered in two places (caro).
    fn four(&mut self, window: &LineWindow) -> LineClass {
        let stoppable =
            children(window, Seen::Theirs).any(|(_, blocked)| self.winning_cells(&blocked) == 0);
        let (length, _) = row(window);
        if stoppable {
            LineClass::Four
        } else if self.rule.has_fouls && length != 4 {
            // Two winning cells that are not the two ends of one row of four stones.
            LineClass::DoubleFour
        } else {
            LineClass::OpenFour
        }
    }

    fn winning_cells(&mut self, window: &LineWindow) -> usize {
        children(window, Seen::Own)
            .filter(|(_, filled)| {
                let (length, closed) = row(filled);
                self.rule.wins(length, closed)
            })
            .count()
    }

    /// The cells of the window where a stone of the opponent makes the class of the middle weaker
    /// in kind: no five, no open four, no four, no open three. Bit 5 + offset stands for a cell;
    /// the middle itself is always one. Empty for classes below an open three.
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

/// Two bits for each cell but the middle.
fn number(window: &LineWindow) -> usize {
    let sides = window[..SIDE].iter().chain(&window[SIDE + 1..]);
    sides.fold(0, |number, &seen| number << 2 | seen as usize)
}

/// Length of the row of own stones through the middle, and whether the opponent holds both its
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

/// Every window that differs by one more stone on a cell that the middle can still use: all empty
/// cells up to the first blocked one on either side.
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

    /// The class of `*` in a picture such as `". x x * . ."`; what is not drawn is wall.
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
            // The opponent plays next to the four on one side; the other completion is closed.
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
        // Offsets from `*`: two to the left, three to the right, and the point itself.
        let mask = |offsets: &[isize]| offsets.iter().fold(0_u16, |m, o| m | 1 << (o + 5));
        assert_eq!(spoilers(Rule::Freestyle, "# . x * x . . #"), mask(&[-2, 0, 2, 3]));
        assert_eq!(spoilers(Rule::Freestyle, ". . x * x . ."), mask(&[-2, 0, 2]));
        assert_eq!(spoilers(Rule::Freestyle, "o x x * x ."), mask(&[0, 2]));
        // Caro: a four is also answered behind the five.
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
