//! What the tests of the strategies share: creating tasks, and collecting what comes of them.

use std::time::Instant;

use super::answer;
use super::means::{Means, Note};
use super::task::{Answer, Goal, Task};
use crate::control::{Control, Limits};
use crate::geometry::{BoardSize, Point};
use crate::position::Position;
use crate::rule::Rule;
use crate::search::Searcher;
use crate::search::report::{Outcome, Variation};
use crate::solver::on_demand::SolverOnDemand;

/// Creates a task about a position whose stones are placed in turn.
pub(super) fn task(goal: Goal, stones: &[(u8, u8)]) -> Task {
    let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    stones.iter().for_each(|&(x, y)| position.play(Point::new(x, y)));
    Task { seed: 1, ..Task::new(position, goal) }
}

/// Creates a control that ends after `nodes` nodes.
pub(super) fn nodes(nodes: u64) -> Control {
    Control::new(Instant::now(), Limits { nodes: Some(nodes), ..Limits::default() })
}

/// Returns the answer to a task, the notes sent on the way, and the lines reported.
pub(super) fn ask(task: &Task, control: &Control) -> (Option<Answer>, Vec<Note>, Vec<Variation>) {
    let (mut notes, mut lines) = (Vec::new(), Vec::new());
    let answer = with_means(control, |means| {
        let mut means = Means {
            searcher: means.searcher,
            solver: means.solver,
            control: means.control,
            report: &mut |info| lines.push(info.line.clone()),
            note: &mut |note| notes.push(note),
            found: Outcome::default(),
        };
        answer(task, &mut means)
    });
    (answer, notes, lines)
}

/// Runs `act` with a small new searcher and solver whose reports are dropped.
pub(super) fn with_means<T>(control: &Control, act: impl FnOnce(&mut Means<'_>) -> T) -> T {
    let mut searcher = Searcher::new();
    searcher.set_memory(1 << 20);
    let mut solver = SolverOnDemand::default();
    solver.claim(8 << 20, true);
    act(&mut Means {
        searcher: &mut searcher,
        solver: &mut solver,
        control,
        report: &mut |_| {},
        note: &mut |_| {},
        found: Outcome::default(),
    })
}
