//! Openings under the opening rules, step by step.
//!
//! A request brings all steps that were made, so the session keeps no opening, and taking a step
//! back needs no request of its own.

use fukumi_core::decide::task::{self, Goal, Task};
use fukumi_core::geometry::{Color, PointSet};
use fukumi_core::opening::{Area, Choice, Opening, OpeningRule, Player, Step, Turn};
use serde_json::{Value, json};

use crate::error::{Answered, Error};
use crate::request::{DecideStep, OpeningSteps, StepKind};
use crate::session::{self, Session};
use crate::view;

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
            Some(task::Answer::Step { step, .. }) => Ok(step_view(&step)),
            Some(task::Answer::Moves(_)) | None => Err(Error::internal("no step was found")),
        }
    }
}

/// Describes an opening after its steps.
pub(crate) fn describe(steps: &OpeningSteps) -> Answered {
    let opening = opening(steps)?;
    let holder = |color| player(opening.holder(color));
    let position = opening.position(steps.setup().rule());
    Ok(json!({
        "stones": view::stones(position.board().stones()),
        "toMove": opening.to_move().name(),
        "holders": { "black": holder(Color::Black), "white": holder(Color::White) },
        "count": opening.count(),
        "offers": view::points(opening.offers().iter()),
        "turn": opening.turn().map(|turn| turn_view(&opening, &turn)),
    }))
}

/// The opening after all steps of a request.
fn opening(asked: &OpeningSteps) -> Result<Opening, Error> {
    let size = asked.setup().size()?;
    let name = &asked.opening;
    let rule = OpeningRule::named(name)
        .ok_or_else(|| Error::argument(format!("no opening rule {name:?}")))?;
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

fn step_view(step: &Step) -> Value {
    match step {
        Step::Swap => json!({ "kind": "swap" }),
        Step::Stay => json!({ "kind": "stay" }),
        Step::Count(count) => json!({ "kind": "count", "count": count }),
        Step::Stones(points) => {
            json!({ "kind": "stones", "points": view::points(points.iter().copied()) })
        }
    }
}

fn turn_view(opening: &Opening, turn: &Turn) -> Value {
    let choices: Vec<Value> = turn.choices.iter().map(|&each| choice(opening, each)).collect();
    json!({ "player": player(turn.player), "choices": choices })
}

fn choice(opening: &Opening, choice: Choice) -> Value {
    let points = |index| view::points(opening.points(choice, index).iter());
    match choice {
        Choice::Swap => json!({ "kind": "swap" }),
        Choice::Stay => json!({ "kind": "stay" }),
        Choice::Count(most) => json!({ "kind": "count", "most": most }),
        Choice::Place(areas) => {
            let stone = |(index, &place): (usize, &Area)| {
                let (area, points) = (area(place), points(index));
                json!({ "area": area, "points": points })
            };
            let stones: Vec<Value> = areas.iter().enumerate().map(stone).collect();
            json!({ "kind": "place", "stones": stones })
        }
        Choice::Offer(count) => {
            let groups = alike(opening, opening.points(choice, 0));
            let same: Vec<_> = groups.iter().map(|group| view::points(group.iter())).collect();
            json!({ "kind": "offer", "count": count, "points": points(0), "same": same })
        }
        Choice::Choose => json!({ "kind": "choose", "points": points(0) }),
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

fn area(area: Area) -> Value {
    match area {
        Area::Anywhere => json!({ "kind": "anywhere" }),
        Area::Within(distance) => json!({ "kind": "within", "distance": distance }),
        Area::Beyond(distance) => json!({ "kind": "beyond", "distance": distance }),
    }
}

const fn player(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}
