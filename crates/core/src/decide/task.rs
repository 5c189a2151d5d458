//! What the engine can be asked to think about, and what it answers: data only.

use rand::SeedableRng;

use super::level::Level;
use crate::book::BookMove;
use crate::geometry::{Point, PointSet};
use crate::learning::advice::Advice;
use crate::opening::{Choice, Opening, Step};
use crate::position::Position;
use crate::random::Generator;
use crate::search::Request;
use crate::search::known::Known;
use crate::solver::Threats;

/// What to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A move of a game.
    Move,
    /// The best lines of a position that a user looks at.
    Analyse {
        /// Number of lines.
        lines: usize,
    },
    /// A win for the side to move by certain threats, or an ordinary move if there is none.
    Checkmate {
        /// The threats that the win may use.
        threats: Threats,
        /// Number of lines that a user who watches wants to see; `None` in a game.
        lines: Option<usize>,
    },
    /// The moves that do not lose, for a user who looks at the position.
    Defend,
    /// One move after which the side that made it stands `bias` points better.
    BalanceOne {
        /// The advantage in points, for the side to move.
        bias: i32,
    },
    /// Two moves, one of each side, after which the side to move stands `bias` points better.
    BalanceTwo {
        /// The advantage in points, for the side to move.
        bias: i32,
    },
    /// The next step of an opening, whose stones are the position's.
    Opening {
        /// The opening.
        opening: Opening,
        /// Whether a player who keeps the colour also makes the move that follows, as in the answer
        /// to `SWAP2BOARD`.
        plays_on: bool,
    },
}

impl Goal {
    /// Returns the goal that also looks for a win by these threats first, if `threats` are given
    /// and the goal allows it.
    pub const fn with_checkmate(self, threats: Option<Threats>) -> Self {
        match (self, threats) {
            (Self::Move, Some(threats)) => Self::Checkmate { threats, lines: None },
            (Self::Analyse { lines }, Some(threats)) => {
                Self::Checkmate { threats, lines: Some(lines) }
            }
            (other, _) => other,
        }
    }

    /// Returns the number of moves in an answer, at least. In an opening a player may also swap, or
    /// add more stones.
    pub fn moves(self) -> usize {
        match self {
            Self::Move
            | Self::Analyse { .. }
            | Self::Checkmate { .. }
            | Self::Defend
            | Self::BalanceOne { .. } => 1,
            Self::BalanceTwo { .. } => 2,
            Self::Opening { opening, plays_on } => {
                let first = opening.turn().and_then(|turn| turn.choices.first().copied());
                match first {
                    Some(Choice::Swap | Choice::Stay) => usize::from(plays_on),
                    Some(choice) => choice.stones(),
                    None => 0,
                }
            }
        }
    }

    /// Whether a user watches and may stop the search, as opposed to a game being played.
    pub const fn is_analysis(self) -> bool {
        match self {
            Self::Analyse { .. }
            | Self::Checkmate { lines: Some(_), .. }
            | Self::Defend
            | Self::BalanceOne { .. }
            | Self::BalanceTwo { .. } => true,
            Self::Move | Self::Checkmate { lines: None, .. } | Self::Opening { .. } => false,
        }
    }

    /// Whether this is a move in a game that continues with the opponent's move.
    pub const fn is_game_move(self) -> bool {
        matches!(self, Self::Move | Self::Checkmate { lines: None, .. })
    }

    /// Whether the goal uses the solver of forced wins.
    pub const fn needs_solver(self) -> bool {
        match self {
            Self::Checkmate { .. } | Self::Defend => true,
            Self::Move
            | Self::Analyse { .. }
            | Self::BalanceOne { .. }
            | Self::BalanceTwo { .. }
            | Self::Opening { .. } => false,
        }
    }
}

/// The result of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move or moves, in the order in which they are to be played.
    Moves(Vec<Point>),
    /// A step of an opening; only for [`Goal::Opening`].
    Step {
        /// The step.
        step: Step,
        /// The move of a player who keeps the colour and plays on.
        then: Option<Point>,
    },
}

impl Answer {
    pub(crate) fn one(point: Point) -> Self {
        Self::Moves(vec![point])
    }
}

/// A position, and what to find out about it.
#[derive(Clone)]
pub struct Task {
    /// The position; it has at least [`Goal::moves`] empty points.
    pub position: Position,
    /// What to find.
    pub goal: Goal,
    /// Points left out as the first move, unless no other move is left.
    pub excluded: PointSet,
    /// Seed of all random choices.
    pub seed: u64,
    /// The book's reply. Set only for a move in a game, and only if a search would not know better.
    pub book: Option<BookMove>,
    /// What games have taught about the moves. Set only for a move in a game.
    pub advice: Advice,
    /// What is known of positions ahead. Set only if a front end uses a database.
    pub known: Vec<Known>,
    /// The level of play; `None` is full strength.
    pub level: Option<&'static Level>,
    /// Whether to draw one of several moves that are nearly as good, where the level does not draw
    /// anyway.
    pub is_varied: bool,
}

impl Task {
    /// Creates a task about a position without book or advice, at full strength.
    pub fn new(position: Position, goal: Goal) -> Self {
        Self {
            position,
            goal,
            excluded: PointSet::EMPTY,
            seed: 0,
            book: None,
            advice: Advice::default(),
            known: Vec::new(),
            level: None,
            is_varied: false,
        }
    }

    /// Returns what to search while the opponent thinks about `game` and is expected to play
    /// `reply`. The side that ponders may not play `blocked` points. `None` if the game is over, or
    /// will be after the reply.
    pub fn pondering(game: &Position, reply: Option<Point>, blocked: PointSet) -> Option<Self> {
        let mut position = game.clone();
        let mut excluded = PointSet::EMPTY;
        if let Some(reply) = reply.filter(|&reply| position.board().is_empty(reply)) {
            position.play(reply);
            excluded = blocked;
        }
        let is_over = position.ending().is_some() || position.board().empty_count() == 0;
        (!is_over).then(|| Self { excluded, ..Self::new(position, Goal::Move) })
    }

    /// Returns the number of best lines wanted.
    pub fn lines(&self) -> usize {
        match self.goal {
            Goal::Analyse { lines } => lines,
            Goal::Checkmate { lines, .. } => lines.unwrap_or(1),
            Goal::Defend => self.position.board().empty_count(),
            Goal::Move
            | Goal::BalanceOne { .. }
            | Goal::BalanceTwo { .. }
            | Goal::Opening { .. } => 1,
        }
    }

    /// Returns the request for a search for this many lines.
    pub fn request(&self, lines: usize) -> Request {
        Request { lines, excluded: self.excluded }
    }

    /// Creates the generator for all random choices.
    pub(crate) fn rng(&self) -> Generator {
        Generator::seed_from_u64(self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;
    use crate::rule::Rule;

    fn game(stones: &[(u8, u8)]) -> Position {
        let size = BoardSize::square(5).expect("a size in range");
        let mut position = Position::new(size, Rule::Freestyle);
        stones.iter().for_each(|&(x, y)| position.play(Point::new(x, y)));
        position
    }

    #[test]
    fn the_expected_reply_is_pondered_if_there_is_one() {
        let game = game(&[(2, 2)]);
        let blocked: PointSet = [Point::new(0, 0)].into_iter().collect();
        let stones = |reply| {
            let task = Task::pondering(&game, reply, blocked).expect("a game that goes on");
            (task.position.board().stones().len(), task.excluded == blocked)
        };
        assert_eq!(stones(None), (1, false));
        assert_eq!(stones(Some(Point::new(3, 3))), (2, true));
        assert_eq!(stones(Some(Point::new(2, 2))), (1, false));
    }

    #[test]
    fn a_game_that_is_over_is_not_pondered() {
        let row = [(0, 0), (0, 4), (1, 0), (1, 4), (2, 0), (2, 4), (3, 0), (3, 4), (4, 0)];
        assert!(Task::pondering(&game(&row), None, PointSet::EMPTY).is_none());
        let before = game(&row[..8]);
        assert!(Task::pondering(&before, None, PointSet::EMPTY).is_some());
        assert!(Task::pondering(&before, Some(Point::new(4, 0)), PointSet::EMPTY).is_none());
    }
}
