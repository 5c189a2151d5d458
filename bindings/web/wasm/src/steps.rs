//! Openings under the opening rules, step by step.
//!
//! A request brings all steps that were made, so the session keeps no opening, and taking a step
//! back needs no request of its own.

use fukumi_core::decide::task::{self, Goal, Task};
use fukumi_core::geometry::{Color, PointSet};
use fukumi_core::opening::{Area, Choice, Opening, Step, Turn};

use crate::answer::opening::{
    Holders, OpeningChoice, OpeningState, OpeningStep, OpeningStone, OpeningTurn,
};
use crate::error::{Answered, Error};
use crate::request::{DecideStep, OpeningSteps, StepKind};
use crate::session::{self, Session};
use crate::view::{self, Name};

impl Session {
    /// Chooses the next step of an opening.
    pub(crate) fn decide_step(&mut self, decide: DecideStep) -> Answered {
        let (level, limits, seed) = (decide.level, decide.limits(), decide.seed);
        let asked = decide.into_steps();
        let opening = opening(&asked)?;
        if opening.is_over() {
            return Err(Error::argument("the opening is over"));
        }
        let level = session::level(level)?;
        let limits = session::limits(limits)?;
        let rule = asked.setup().rule();
        session::expect_network(rule)?;
        let control = self.begin(level.map_or(limits, |level| level.within(limits)));
        let position = opening.position(rule);
        let goal = Goal::Opening { opening, plays_on: false };
        let task = Task { seed, level, ..Task::new(position, goal) };
        match self.work(&task, &control).0 {
            Some(task::Answer::Step { step, .. }) => Ok(view::report(&step_view(&step))),
            Some(task::Answer::Moves(_)) | None => Err(Error::internal("no step was found")),
        }
    }
}

/// Describes an opening after its steps.
pub(crate) fn describe(steps: &OpeningSteps) -> Answered {
    let opening = opening(steps)?;
    let holder = |color| opening.holder(color).into();
    let position = opening.position(steps.setup().rule());
    Ok(view::report(&OpeningState {
        stones: view::stones(position.board().stones()),
        to_move: Name(opening.to_move()),
        holders: Holders { black: holder(Color::Black), white: holder(Color::White) },
        count: opening.count(),
        offers: view::points(opening.offers().iter()),
        turn: opening.turn().map(|turn| turn_view(&opening, &turn)),
    }))
}

/// The opening after all steps of a request.
fn opening(asked: &OpeningSteps) -> Result<Opening, Error> {
    let size = asked.setup().size()?;
    let rule = asked.opening.get();
    let mut opening = Opening::new(rule, size)
        .ok_or_else(|| Error::argument(format!("a board of {size} is too small for {rule}")))?;
    for (index, asked) in asked.steps.iter().enumerate() {
        let step = match (asked.kind, asked.count, &asked.points) {
            (StepKind::Swap, None, None) => Step::Swap,
            (StepKind::Stay, None, None) => Step::Stay,
            (StepKind::Count, Some(count), None) => Step::Count(count),
            (StepKind::Stones, None, Some(points)) => {
                Step::Stones(points.iter().map(|at| at.on(size)).collect::<Result<_, _>>()?)
            }
            (StepKind::Swap | StepKind::Stay | StepKind::Count | StepKind::Stones, ..) => {
                return Err(Error::argument(format!(
                    "steps[{index}]: count belongs to the kind count, and points to stones"
                )));
            }
        };
        opening.apply(&step).map_err(|error| Error::illegal_step(&error))?;
    }
    Ok(opening)
}

fn step_view(step: &Step) -> OpeningStep {
    match step {
        Step::Swap => OpeningStep::Swap,
        Step::Stay => OpeningStep::Stay,
        Step::Count(count) => OpeningStep::Count { count: *count },
        Step::Stones(points) => {
            OpeningStep::Stones { points: view::points(points.iter().copied()) }
        }
    }
}

fn turn_view(opening: &Opening, turn: &Turn) -> OpeningTurn {
    let choices = turn.choices.iter().map(|&each| choice(opening, each)).collect();
    OpeningTurn { player: turn.player.into(), choices }
}

fn choice(opening: &Opening, choice: Choice) -> OpeningChoice {
    let points = |index| view::points(opening.points(choice, index).iter());
    match choice {
        Choice::Swap => OpeningChoice::Swap,
        Choice::Stay => OpeningChoice::Stay,
        Choice::Count(most) => OpeningChoice::Count { most },
        Choice::Place(areas) => {
            let stone = |(index, &area): (usize, &Area)| OpeningStone {
                area: area.into(),
                points: points(index),
            };
            OpeningChoice::Place { stones: areas.iter().enumerate().map(stone).collect() }
        }
        Choice::Offer(count) => {
            let groups = alike(opening, opening.points(choice, 0));
            let same = groups.iter().map(|group| view::points(group.iter())).collect();
            OpeningChoice::Offer { count, points: points(0), same }
        }
        Choice::Choose => OpeningChoice::Choose { points: points(0) },
    }
}

/// The groups of points that are the same as fifth stones; points that are like no other are in
/// none.
fn alike(opening: &Opening, mut points: PointSet) -> Vec<PointSet> {
    let symmetries = opening.symmetries();
    let mut groups = Vec::new();
    while let Some(first) = points.first() {
        let group: PointSet =
            points.iter().filter(|&point| symmetries.are_equal(first, point)).collect();
        group.iter().for_each(|point| points.remove(point));
        if group.len() > 1 {
            groups.push(group);
        }
    }
    groups
}
