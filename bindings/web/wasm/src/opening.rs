//! Decisions of opening procedures that are asked for by their names.

use fukumi_core::decide::task::{self, Goal, Task};
use fukumi_core::geometry::{Point, PointSet};
use fukumi_core::opening::{Choice, Opening, OpeningRule, Step};
use fukumi_core::position::Position;
use fukumi_core::random::Generator;

use crate::answer::opening::OpeningAnswer;
use crate::error::{Answered, Error};
use crate::request::{Decide, Decision as Asked};
use crate::session::{self, Session};
use crate::view;

impl Asked {
    /// The rules that have the step, the simplest one first; none for balanced moves.
    const fn rules(self) -> &'static [OpeningRule] {
        match self {
            Self::BalanceOne | Self::BalanceTwo => &[],
            Self::Propose | Self::Choose => &[OpeningRule::Swap2],
            Self::Decide => &[OpeningRule::Swap1, OpeningRule::Swap, OpeningRule::Swap2],
            Self::SoosorvOpen
            | Self::SoosorvSwap
            | Self::SoosorvFourth
            | Self::SoosorvOffer
            | Self::SoosorvAccept => &[OpeningRule::Soosorv8],
        }
    }

    /// Whether the step is about this choice.
    fn asks_for(self, choice: Choice) -> bool {
        match self {
            Self::BalanceOne | Self::BalanceTwo => false,
            Self::Propose | Self::SoosorvOpen => choice.stones() == 3,
            Self::Choose => choice.stones() == 2,
            Self::Decide | Self::SoosorvSwap => choice == Choice::Swap,
            Self::SoosorvFourth => matches!(choice, Choice::Place(_)) && choice.stones() == 1,
            Self::SoosorvOffer => matches!(choice, Choice::Offer(_)),
            Self::SoosorvAccept => choice == Choice::Choose,
        }
    }

    /// Whether a player who keeps the colour also makes the next move.
    const fn plays_on(self) -> bool {
        matches!(self, Self::Choose | Self::Decide)
    }
}

impl Session {
    pub(crate) fn decide(&mut self, decide: &Decide) -> Answered {
        self.expect_open()?;
        let goal = goal(decide, &self.position)?;
        if let (Asked::SoosorvOpen, Goal::Opening { opening, .. }) = (decide.step, goal) {
            if self.position.board().empty_count() < self.position.size().area() {
                return Err(Error::argument("the 26 openings need a board without dead cells"));
            }
            let step = opening.draw_stones(&mut Generator::new(decide.seed));
            let step = step.ok_or_else(nothing)?;
            return Ok(view::report(&answer_of(&step, None)));
        }
        if self.position.board().empty_count() < goal.moves() {
            return Err(Error::argument("there are too few empty points"));
        }
        let level = session::level(decide.level)?;
        let limits = session::limits(decide.limits())?;
        session::expect_network(self.position.rule())?;
        let control = self.begin(level.map_or(limits, |level| level.within(limits)));
        let task = Task { seed: decide.seed, level, ..Task::new(self.position.clone(), goal) };
        let (answer, reported) = self.work(&task, &control);
        Ok(view::report(&match answer.ok_or_else(nothing)? {
            task::Answer::Step { step, then } => answer_of(&step, then),
            task::Answer::Moves(moves) => {
                let line = reported.line_of(&moves, self.position.size()).cloned();
                OpeningAnswer::Moves { moves: view::points(moves), line }
            }
        }))
    }
}

fn nothing() -> Error {
    Error::internal("there was nothing to decide")
}

/// A step as a decision, with the move of a player who keeps the colour and plays on.
fn answer_of(step: &Step, then: Option<Point>) -> OpeningAnswer {
    match (step, then) {
        (Step::Swap, _) => OpeningAnswer::Swap,
        (Step::Stones(points), _) => moves(points.iter().copied()),
        (Step::Stay | Step::Count(_), Some(point)) => moves([point]),
        (Step::Stay | Step::Count(_), None) => OpeningAnswer::Stay,
    }
}

fn moves(moves: impl IntoIterator<Item = Point>) -> OpeningAnswer {
    OpeningAnswer::Moves { moves: view::points(moves), line: None }
}

/// The goal of a step.
fn goal(decide: &Decide, position: &Position) -> Result<Goal, Error> {
    let step = decide.step;
    match step {
        Asked::BalanceOne => return Ok(Goal::BalanceOne { bias: 0 }),
        Asked::BalanceTwo => return Ok(Goal::BalanceTwo { bias: 0 }),
        _ => {}
    }
    let fifths = decide.offers.unwrap_or(1);
    let most = OpeningRule::Soosorv8.most_fifths().unwrap_or(1);
    if !(1..=most).contains(&fifths) {
        return Err(Error::argument(format!("offers must be 1 to {most}")));
    }
    let size = position.size();
    let stones: Vec<Point> = position.board().stones().iter().map(|stone| stone.point).collect();
    let at = |&rule: &OpeningRule| Opening::at(rule, size, &stones, |choice| step.asks_for(choice));
    let opening =
        step.rules().iter().find_map(at).ok_or_else(|| {
            Error::argument(format!("{step:?} does not fit {} stones", stones.len()))
        })?;
    let opening = match step {
        Asked::SoosorvSwap | Asked::SoosorvOffer => opening.with_count(fifths),
        Asked::SoosorvAccept => opening.with_offers(offered(decide, position)?),
        _ => opening,
    };
    Ok(Goal::Opening { opening, plays_on: step.plays_on() })
}

/// The fifth stones that are offered.
fn offered(decide: &Decide, position: &Position) -> Result<PointSet, Error> {
    let mut offers = PointSet::EMPTY;
    for &at in &decide.offered {
        let point = at.on(position.size())?;
        if !position.board().is_empty(point) {
            return Err(Error::occupied(at.x, at.y));
        }
        offers.insert(point);
    }
    if offers.is_empty() {
        return Err(Error::argument("no stones are offered"));
    }
    Ok(offers)
}
