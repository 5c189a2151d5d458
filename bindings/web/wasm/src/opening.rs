//! Decisions of opening procedures that are asked for by their names.

use std::ops::RangeInclusive;

use fukumi_core::decide::soosorv;
use fukumi_core::decide::task::{self, Decision, Goal, Task};
use fukumi_core::geometry::{BoardSize, PointSet};
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use serde_json::json;

use crate::error::{Answer, Error};
use crate::request::{Decide, Decision as Asked};
use crate::session::{self, Session};
use crate::view;

/// Number of fifth stones.
const OFFERS: RangeInclusive<usize> = 1..=8;

impl Asked {
    /// Whether the step is about a board with this many stones.
    fn fits(self, stones: usize) -> bool {
        match self {
            Self::BalanceOne | Self::BalanceTwo => true,
            Self::Propose | Self::SoosorvOpen => stones == 0,
            Self::Choose | Self::SoosorvFourth => stones == 3,
            Self::Decide => stones > 0,
            Self::SoosorvSwap => stones == 3 || stones == 4,
            Self::SoosorvOffer | Self::SoosorvAccept => stones == 4,
        }
    }
}

impl Session {
    pub(crate) fn decide(&mut self, decide: &Decide) -> Answer {
        self.expect_open()?;
        let stones = self.position.board().stones().len();
        if !decide.step.fits(stones) {
            let step = decide.step;
            return Err(Error::argument(format!("{step:?} does not fit {stones} stones")));
        }
        let Some(goal) = goal(decide, &self.position)? else {
            let size = self.position.size();
            let moves = soosorv::opening(size, &mut Generator::new(decide.seed));
            return Ok(json!({ "kind": "moves", "moves": view::points(moves) }));
        };
        if self.position.board().empty_count() < goal.moves() {
            return Err(Error::argument("there are too few empty points"));
        }
        let level = session::level(decide.level)?;
        let limits = session::limits(decide.limits())?;
        let control = self.begin(level.map_or(limits, |level| level.within(limits)));
        let task = Task { seed: decide.seed, level, ..Task::new(self.position.clone(), goal) };
        let (answer, _) = self.work(&task, &control);
        match answer.ok_or_else(|| Error::internal("there was nothing to decide"))? {
            // No request asks for a step of an opening rule.
            task::Answer::Swap | task::Answer::Step(_) => Ok(json!({ "kind": "swap" })),
            task::Answer::Moves(_) if decide.step == Asked::SoosorvSwap => {
                Ok(json!({ "kind": "stay" }))
            }
            task::Answer::Moves(moves) => {
                Ok(json!({ "kind": "moves", "moves": view::points(moves) }))
            }
        }
    }
}

/// The goal of a step; `None` for the stones that begin a Soosõrv opening, which need no thought.
fn goal(decide: &Decide, position: &Position) -> Result<Option<Goal>, Error> {
    let size = position.size();
    let offers = decide.offers.unwrap_or(1);
    if !OFFERS.contains(&offers) {
        return Err(Error::argument("offers must be 1 to 8"));
    }
    Ok(Some(match decide.step {
        Asked::BalanceOne => Goal::BalanceOne { bias: 0 },
        Asked::BalanceTwo => Goal::BalanceTwo { bias: 0 },
        Asked::Propose => Goal::Propose,
        Asked::Choose => Goal::Choose,
        Asked::Decide => Goal::Decide,
        Asked::SoosorvOpen => return Ok(None),
        Asked::SoosorvSwap => Goal::Soosorv(Decision::Swap { offers }),
        Asked::SoosorvFourth => Goal::Soosorv(Decision::Fourth),
        Asked::SoosorvOffer => Goal::Soosorv(Decision::Offer { count: offers }),
        Asked::SoosorvAccept => {
            let offers = offered(decide, position, size)?;
            Goal::Soosorv(Decision::Accept { offers })
        }
    }))
}

/// The fifth stones that are offered.
fn offered(decide: &Decide, position: &Position, size: BoardSize) -> Result<PointSet, Error> {
    let mut offers = PointSet::EMPTY;
    for &at in &decide.offered {
        let point = at.on(size)?;
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
