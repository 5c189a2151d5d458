//! How a game ends: by a winning row or by a forbidden move.

use std::fmt;

use super::Position;
use crate::board::Cell;
use crate::geometry::{Color, Direction, Point, PointSet};
use crate::pattern::forbidden::Foul;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This colour has a winning row.
    Five(Color),
    /// Black's last stone is on a forbidden point, so White wins.
    Foul(Foul),
}

impl Ending {
    /// The end of the game by a row in a position that was set up. Its last stone is no move, and
    /// so no foul.
    pub fn of_setup(position: &Position) -> Option<Self> {
        Color::ALL.into_iter().find(|&color| position.has_five(color)).map(Self::Five)
    }

    /// The side that has won.
    pub const fn winner(self) -> Color {
        match self {
            Self::Five(winner) => winner,
            // Only Black can commit a foul.
            Self::Foul(_) => Color::White,
        }
    }

    /// What ended the game, in reports.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Five(_) => "five",
            Self::Foul(foul) => foul.name(),
        }
    }
}

/// Why nothing can be played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game ended by the rule.
    Ending(Ending),
    /// No point is empty.
    Full,
}

impl End {
    /// The end of the game in a position whose last stone is a move; `None` if a stone can be
    /// played.
    pub fn of(position: &Position) -> Option<Self> {
        Self::or_full(position.ending(), position)
    }

    /// The same for a position that was set up; see [`Ending::of_setup`].
    pub fn of_setup(position: &Position) -> Option<Self> {
        Self::or_full(Ending::of_setup(position), position)
    }

    /// The end of the game where the rule ended it as `ending` says.
    pub(crate) fn or_full(ending: Option<Ending>, position: &Position) -> Option<Self> {
        let full = (position.board().empty_count() == 0).then_some(Self::Full);
        ending.map(Self::Ending).or(full)
    }

    /// The side that has won; `None` if the game is drawn.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Ending(ending) => Some(ending.winner()),
            Self::Full => None,
        }
    }

    /// What ended the game, in reports.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Ending(ending) => ending.reason(),
            Self::Full => "full",
        }
    }

    /// The stones of the winning row on the board of the `position`; empty if none decided the
    /// game.
    pub fn row(self, position: &Position) -> PointSet {
        match self {
            Self::Ending(Ending::Five(winner)) => position.winning_row(winner),
            Self::Ending(Ending::Foul(_)) | Self::Full => PointSet::EMPTY,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Five(Color::Black) => "Black has won",
            Self::Five(Color::White) => "White has won",
            Self::Foul(Foul::Overline) => "Black has lost by an overline",
            Self::Foul(Foul::DoubleFour) => "Black has lost by a double four",
            Self::Foul(Foul::DoubleThree) => "Black has lost by a double three",
        })
    }
}

impl Position {
    /// Why the game is over after its last stone, or `None` if it is not. A full board is not
    /// detected here.
    pub fn ending(&self) -> Option<Ending> {
        Ending::of_setup(self).or_else(|| self.last_foul().map(Ending::Foul))
    }

    /// The foul of the last stone.
    fn last_foul(&self) -> Option<Foul> {
        let stones = self.board().stones();
        let last = stones.last().filter(|stone| self.rule().has_fouls(stone.color))?;
        let mut before = self.clone();
        before.undo();
        before.foul(last.color, last.point)
    }

    /// Whether `color` has a winning row on the board.
    pub fn has_five(&self, color: Color) -> bool {
        self.winning_stones(color).next().is_some()
    }

    /// The stones of all winning rows of `color`; empty if there are none.
    pub fn winning_row(&self, color: Color) -> PointSet {
        let mut row = PointSet::EMPTY;
        self.winning_stones(color).for_each(|point| row.insert(point));
        row
    }

    /// The stones of `color` that are part of a winning row.
    fn winning_stones(&self, color: Color) -> impl Iterator<Item = Point> {
        let rule = self.rule().line_rule(color);
        let own = Cell::of(color);
        let wins = move |point: Point, direction: Direction| {
            let walk = |sign: isize| {
                let mut index = point.index();
                let mut length = 0;
                loop {
                    index = (index as isize + sign * direction.stride()) as usize;
                    match self.board.cell_at(index) {
                        cell if cell == own => length += 1,
                        cell => return (length, cell == Cell::of(!color)),
                    }
                }
            };
            let ((before, closed_before), (after, closed_after)) = (walk(-1), walk(1));
            rule.wins(before + 1 + after, closed_before && closed_after)
        };
        let stones = self.board.stones().iter().filter(move |stone| stone.color == color);
        stones.map(|stone| stone.point).filter(move |&point| {
            Direction::ALL.into_iter().any(|direction| wins(point, direction))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;
    use crate::rule::Rule;

    fn played(rule: Rule, moves: &str) -> Position {
        let size = BoardSize::square(15).expect("in range");
        let mut position = Position::new(size, rule);
        for label in moves.split(' ') {
            position.play(size.parse_label(label).expect("a point"));
        }
        position
    }

    #[test]
    fn a_forbidden_move_ends_a_game_of_renju_only() {
        let moves = "h6 a1 h7 a3 f8 a5 g8 a7 h8";
        assert_eq!(played(Rule::Renju, moves).ending(), Some(Ending::Foul(Foul::DoubleThree)));
        assert_eq!(played(Rule::Freestyle, moves).ending(), None);
        assert_eq!(played(Rule::Renju, moves.trim_end_matches(" h8")).ending(), None);
    }

    #[test]
    fn the_winning_row_is_all_its_stones_and_no_others() {
        let row = |rule, moves: &str, color| {
            let position = played(rule, moves);
            let row = position.winning_row(color);
            row.iter().map(|point| point.label(position.size())).collect::<Vec<_>>()
        };
        // A row of three crosses the five but does not belong to it.
        let five = "h6 a1 h7 a3 h8 a5 h9 a7 g8 a9 i8 c1 h10";
        let own = ["h10", "h9", "h8", "h7", "h6"];
        assert_eq!(row(Rule::Freestyle, five, Color::Black), own);
        assert!(row(Rule::Freestyle, five, Color::White).is_empty());
        assert!(row(Rule::Freestyle, five.trim_end_matches(" h10"), Color::Black).is_empty());
        // Two rows of five that share h10.
        let two = "h6 a1 h7 a3 h8 a5 h9 a7 g10 a9 i10 a11 f10 c1 e10 c3 h10";
        assert_eq!(row(Rule::Freestyle, two, Color::Black).len(), 9);
        // Six in a row win in freestyle but not in standard.
        let six = "h6 a1 h7 a3 h8 a5 h10 a7 h11 a9 h9";
        assert_eq!(row(Rule::Freestyle, six, Color::Black).len(), 6);
        assert!(row(Rule::Standard, six, Color::Black).is_empty());
    }

    #[test]
    fn a_five_ends_the_game_whoever_moves_next() {
        let position = played(Rule::Renju, "h6 a1 h7 a3 h8 a5 h9 a7 h10 a9");
        assert_eq!(position.ending(), Some(Ending::Five(Color::Black)));
    }
}
