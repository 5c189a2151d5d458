//! The decisions of a swap opening: three stones, and what to do about the stones that lie.

use super::balance;
use super::means::Means;
use super::task::{Answer, Task};
use crate::control::Part;
use crate::score::Score;
use crate::search::report::Outcome;

/// With White's score within this of 0 the chooser looks for two stones of its own; beyond it one
/// colour is good enough to be taken. In points; reasoned, not measured.
const CHOOSE_MARGIN: i32 = 60;
/// Part of the time that goes into the verdict on three stones; the rest is for finding two more.
const VERDICT_SHARE: f64 = 0.35;

/// Three stones from which the opponent will choose a colour.
pub(super) fn propose(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    let candidates = balance::triples(&task.position, &mut task.rng());
    let share = balance::proposal_share(means.control.expected());
    let found = balance::most_even(&task.position, candidates, 0, share, means)?;
    Some(Answer::Moves(found.moves))
}

/// Three stones lie and the engine would be White.
pub(super) fn choose(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    means.control.narrow(Part::from_now(VERDICT_SHARE));
    let verdict = means.search(&task.position, &task.request(1));
    let white = value(task, &verdict, means).points();
    if white.abs() < CHOOSE_MARGIN && !means.control.is_stopped() {
        let candidates = balance::pairs(&task.position, &task.excluded, &mut task.rng());
        let share = 1.0 - VERDICT_SHARE;
        let found = balance::most_even(&task.position, candidates, 0, share, means);
        let is_more_even = |distance: i32| distance < white.abs();
        if let Some(found) = found.filter(|found| found.distance.is_some_and(is_more_even)) {
            return Some(Answer::Moves(found.moves));
        }
    }
    if white < 0 { Some(Answer::Swap) } else { verdict.best_move.map(Answer::one) }
}

/// Five stones lie: the other colour if it stands better, or a move.
pub(super) fn decide(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    let outcome = means.search(&task.position, &task.request(1));
    if value(task, &outcome, means) < Score::ZERO {
        Some(Answer::Swap)
    } else {
        outcome.best_move.map(Answer::one)
    }
}

/// The value of the position for the side to move: that of the search, or that of the position
/// alone where the search had no time for a move.
fn value(task: &Task, outcome: &Outcome, means: &Means<'_>) -> Score {
    outcome.score().unwrap_or_else(|| means.searcher.static_score(&task.position))
}
