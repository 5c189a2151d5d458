//! What the engine can be asked to think about, and how the answer is found: a search, or several.

use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::balance;
use super::checkmate;
use super::defend;
use super::knowledge::Knowledge;
use super::manner::Manner;
use super::opening;
use super::soosorv::{self, Decision};
use super::study::{Note, Remark, Study};
use crate::geometry::{Point, PointSet};
use crate::position::Position;
use crate::score::Score;
use crate::search::report::Outcome;
use crate::search::{Request, static_move};
use crate::solver::Threats;

/// With White's score within this of 0 the chooser of a swap opening looks for two stones of its own;
/// beyond it one colour is good enough to be taken. In points; reasoned, not measured.
const CHOOSE_MARGIN: i32 = 60;
/// Part of the time that goes into the verdict on three stones; the rest is for finding two more.
const VERDICT_SHARE: f64 = 0.35;

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
    pub const fn with_checkmate(self, threats: Option<Threats>) -> Self {
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
    pub const fn is_analysis(self) -> bool {
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
    pub const fn is_game_move(self) -> bool {
        matches!(self, Self::Move | Self::Checkmate { lines: None, .. })
    }

    /// Whether the solver of forced wins is asked.
    pub const fn needs_solver(self) -> bool {
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

/// The result of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move or moves, in the order they are to be played.
    Moves(Vec<Point>),
    /// Take the other colour.
    Swap,
}

impl Answer {
    pub(super) fn one(point: Point) -> Self {
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
    /// What is known of the position, if it is about a move of a game.
    pub knowledge: Knowledge,
    /// How a move of a game is chosen.
    pub manner: Manner,
}

impl Task {
    /// Finds the answer within the limits of the watch.
    ///
    /// `None` only if there is nothing to choose from; [`Task::static_answer`] may know better.
    pub fn run(&self, study: &mut Study<'_>) -> Option<Answer> {
        let mut rng = SmallRng::seed_from_u64(self.seed);
        let even = |candidates, target, share, study: &mut Study<'_>| {
            balance::most_even(&self.position, candidates, target, share, study)
                .map(|found| Answer::Moves(found.moves))
        };
        match self.goal {
            Goal::Move => self.best_move(1, study),
            Goal::Analyse { lines } => self.best_move(lines, study),
            Goal::Checkmate { threats, lines } => {
                checkmate::answer(self, threats, lines.unwrap_or(1), study)
            }
            Goal::Defend => defend::answer(self, study),
            Goal::BalanceOne { bias } => {
                let candidates = balance::single_moves(&self.position, &self.excluded, &mut rng);
                // After one move the score is the opponent's.
                even(candidates, bias.saturating_neg(), 1.0, study)
            }
            Goal::BalanceTwo { bias } => {
                even(balance::pairs(&self.position, &self.excluded, &mut rng), bias, 1.0, study)
            }
            Goal::Propose => {
                let share = balance::proposal_share(study.watch.expected());
                even(balance::triples(&self.position, &mut rng), 0, share, study)
            }
            Goal::Choose => self.choose(&mut rng, study),
            Goal::Soosorv(decision) => soosorv::answer(self, decision, &mut rng, study),
            Goal::Decide => {
                let outcome = self.search(1, study);
                if self.value(&outcome, study) < Score::ZERO {
                    Some(Answer::Swap)
                } else {
                    outcome.best_move.map(Answer::one)
                }
            }
        }
    }

    /// The answer from static knowledge alone.
    ///
    /// `None` if there are not enough empty points.
    pub fn static_answer(&self) -> Option<Answer> {
        let mut position = self.position.clone();
        let mut excluded = self.excluded;
        let mut moves = Vec::new();
        for _ in 0..self.goal.moves() {
            let point = static_move(&position, &excluded)?;
            position.play(point);
            moves.push(point);
            excluded = PointSet::EMPTY;
        }
        Some(Answer::Moves(moves))
    }

    /// The first move of the best line; without a search if none is needed or there is no time.
    pub(super) fn best_move(&self, lines: usize, study: &mut Study<'_>) -> Option<Answer> {
        if let Some(point) = self.knowledge.from_book(self, study) {
            return Some(Answer::one(point));
        }
        let Knowledge { advice, .. } = self.knowledge;
        let excluded = self.excluded.union(&advice.avoid);
        let opening = opening::first_stone(&self.position, &excluded);
        let is_stopped = study.watch.control().is_stopped();
        let point = match opening.filter(|_| lines == 1) {
            Some(point) => {
                let elapsed = study.watch.control().elapsed();
                (study.note)(Note { remark: Remark::FirstStone, nodes: 0, elapsed });
                Some(point)
            }
            None if !advice.is_empty() && !is_stopped => self.knowledge.from_games(self, study),
            None if self.goal.is_game_move() && advice.is_empty() => {
                self.manner.choose(self, study)
            }
            None if is_stopped => static_move(&self.position, &self.knowledge.left_out(self)),
            None => self.search(lines, study).best_move,
        };
        point.map(Answer::one)
    }

    /// Three stones lie and the engine would be White.
    fn choose(&self, rng: &mut SmallRng, study: &mut Study<'_>) -> Option<Answer> {
        study.watch.narrow(VERDICT_SHARE);
        let verdict = self.search(1, study);
        let white = self.value(&verdict, study).points();
        if white.abs() < CHOOSE_MARGIN && !study.watch.control().is_stopped() {
            let candidates = balance::pairs(&self.position, &self.excluded, rng);
            let share = 1.0 - VERDICT_SHARE;
            let found = balance::most_even(&self.position, candidates, 0, share, study);
            let is_more_even = |distance: i32| distance < white.abs();
            if let Some(found) = found.filter(|found| found.distance.is_some_and(is_more_even)) {
                return Some(Answer::Moves(found.moves));
            }
        }
        if white < 0 { Some(Answer::Swap) } else { verdict.best_move.map(Answer::one) }
    }

    /// The value of the position for the side to move: that of the search, or that of the position alone
    /// where the search had no time for a move.
    fn value(&self, outcome: &Outcome, study: &Study<'_>) -> Score {
        outcome.score().unwrap_or_else(|| study.searcher.static_score(&self.position))
    }

    pub(super) fn search(&self, lines: usize, study: &mut Study<'_>) -> Outcome {
        let request = Request { lines, excluded: self.excluded };
        study.searcher.think(&self.position, &request, study.watch.control(), study.report)
    }
}
