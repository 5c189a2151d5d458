//! What the engine can be asked to think about, and what it answers: data only.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::level::Level;
use crate::book::Reply;
use crate::experience::advice::Advice;
use crate::geometry::{BoardSize, Point, PointSet};
use crate::position::Position;
use crate::search::Request;
use crate::solver::Threats;

/// What to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A move of a game.
    Move,
    /// The best lines of a position that a user looks at.
    Analyse {
        /// How many.
        lines: usize,
    },
    /// A win of the side to move by such threats, or a move as ever if there is none.
    Checkmate {
        /// What the win may use.
        threats: Threats,
        /// How many lines a user who looks on wants to see; `None` in a game.
        lines: Option<usize>,
    },
    /// The moves that do not lose, for a user who looks at the position.
    Defend,
    /// One move after which the side that made it stands `bias` points better.
    BalanceOne {
        /// In points, for the side to move.
        bias: i32,
    },
    /// Two moves, one of each side, after which the side to move stands `bias` points better.
    BalanceTwo {
        /// In points, for the side to move.
        bias: i32,
    },
    /// Three stones from which the opponent will choose a colour.
    Propose,
    /// Three stones lie: take Black, stay White and play on, or add two stones.
    Choose,
    /// Five stones lie: take Black, or stay White and play on.
    Decide,
    /// A decision of a Soosõrv opening.
    Soosorv(Decision),
}

impl Goal {
    /// The same goal while wins by such threats are asked for before anything else, if they are.
    pub(crate) const fn with_checkmate(self, threats: Option<Threats>) -> Self {
        match (self, threats) {
            (Self::Move, Some(threats)) => Self::Checkmate { threats, lines: None },
            (Self::Analyse { lines }, Some(threats)) => {
                Self::Checkmate { threats, lines: Some(lines) }
            }
            (other, _) => other,
        }
    }

    /// How many moves an answer has that is not a swap; [`Goal::Choose`] may also add two.
    pub const fn moves(self) -> usize {
        match self {
            Self::Move
            | Self::Analyse { .. }
            | Self::Checkmate { .. }
            | Self::Defend
            | Self::BalanceOne { .. }
            | Self::Choose
            | Self::Decide => 1,
            Self::BalanceTwo { .. } => 2,
            Self::Propose => 3,
            Self::Soosorv(decision) => decision.moves(),
        }
    }

    /// Whether a user looks on and may stop the search, rather than a game being played.
    pub(crate) const fn is_analysis(self) -> bool {
        match self {
            Self::Analyse { .. }
            | Self::Checkmate { lines: Some(_), .. }
            | Self::Defend
            | Self::BalanceOne { .. }
            | Self::BalanceTwo { .. } => true,
            Self::Move
            | Self::Checkmate { lines: None, .. }
            | Self::Propose
            | Self::Choose
            | Self::Decide
            | Self::Soosorv(_) => false,
        }
    }

    /// Whether this is a move of a game that goes on with the opponent's.
    pub(crate) const fn is_game_move(self) -> bool {
        matches!(self, Self::Move | Self::Checkmate { lines: None, .. })
    }

    /// Whether the solver of forced wins is asked.
    pub(crate) const fn needs_solver(self) -> bool {
        match self {
            Self::Checkmate { .. } | Self::Defend => true,
            Self::Move
            | Self::Analyse { .. }
            | Self::BalanceOne { .. }
            | Self::BalanceTwo { .. }
            | Self::Propose
            | Self::Choose
            | Self::Decide
            | Self::Soosorv(_) => false,
        }
    }
}

/// What to decide in a Soosõrv opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Whether to change colours, if the side to move has to offer so many moves.
    Swap {
        /// How many.
        offers: usize,
    },
    /// White's fourth stone, with which a single fifth stone makes the position even.
    Fourth,
    /// Black's fifth stones.
    Offer {
        /// How many.
        count: usize,
    },
    /// Which of Black's fifth stones stays.
    Accept {
        /// The stones.
        offers: PointSet,
    },
}

impl Decision {
    /// How many moves an answer has that is not a swap.
    pub const fn moves(self) -> usize {
        match self {
            Self::Offer { count } => count,
            Self::Swap { .. } | Self::Fourth | Self::Accept { .. } => 1,
        }
    }

    /// The points of the board that are out of the question.
    pub(crate) fn excluded(self, size: BoardSize) -> PointSet {
        match self {
            Self::Accept { offers } => {
                size.points().filter(|&point| !offers.contains(point)).collect()
            }
            Self::Swap { .. } | Self::Fourth | Self::Offer { .. } => PointSet::EMPTY,
        }
    }
}

/// The result of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move or moves, in the order they are to be played.
    Moves(Vec<Point>),
    /// Take the other colour.
    Swap,
}

impl Answer {
    pub(crate) fn one(point: Point) -> Self {
        Self::Moves(vec![point])
    }
}

/// A position and what to find out about it.
#[derive(Clone)]
pub struct Task {
    /// The position; it has at least [`Goal::moves`] empty points.
    pub position: Position,
    /// What to find.
    pub goal: Goal,
    /// Points not considered for the first move, unless nothing else is left.
    pub excluded: PointSet,
    /// For all choices that are left to chance.
    pub seed: u64,
    /// What the book says, if this is about a move of a game and a search would not know better.
    pub book: Option<Reply>,
    /// What was learnt of the moves, if this is about a move of a game.
    pub advice: Advice,
    /// The level of play; `None` is full strength.
    pub level: Option<&'static Level>,
    /// Whether one of several moves that are nearly as good is drawn, where the level does not
    /// anyway.
    pub is_varied: bool,
}

impl Task {
    /// A task about a position of which nothing is known, at full strength.
    pub fn new(position: Position, goal: Goal) -> Self {
        Self {
            position,
            goal,
            excluded: PointSet::EMPTY,
            seed: 0,
            book: None,
            advice: Advice::default(),
            level: None,
            is_varied: false,
        }
    }

    /// How many best lines are wanted.
    pub fn lines(&self) -> usize {
        match self.goal {
            Goal::Analyse { lines } => lines,
            Goal::Checkmate { lines, .. } => lines.unwrap_or(1),
            Goal::Defend => self.position.board().empty_count(),
            Goal::Move
            | Goal::BalanceOne { .. }
            | Goal::BalanceTwo { .. }
            | Goal::Propose
            | Goal::Choose
            | Goal::Decide
            | Goal::Soosorv(_) => 1,
        }
    }

    /// What to ask of a search for so many lines.
    pub fn request(&self, lines: usize) -> Request {
        Request { lines, excluded: self.excluded }
    }

    /// The source of all choices that are left to chance.
    pub(crate) fn rng(&self) -> SmallRng {
        SmallRng::seed_from_u64(self.seed)
    }
}
