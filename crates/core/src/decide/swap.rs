//! The decisions of a swap opening: placing three stones, and choosing what to do about stones that
//! are on the board.

use super::balance;
use super::means::Means;
use super::task::{Answer, Task};
use crate::control::Part;
use crate::score::Score;
use crate::search::report::Outcome;

/// Largest distance of White's score from 0 at which the chooser looks for two stones of its own,
/// in points. Beyond it one colour is good enough to be taken. Reasoned, not measured.
const CHOOSE_MARGIN: i32 = 60;
/// Share of the time for the verdict on three stones. The rest is for finding two more.
const VERDICT_SHARE: f64 = 0.35;

/// Returns three stones, after which the opponent chooses a colour.
pub(super) fn propose(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    let candidates = balance::triples(&task.position, &mut task.rng());
    let share = balance::proposal_share(means.control.expected());
    let found = balance::most_even(&task.position, candidates, 0, share, means)?;
    Some(Answer::Moves(found.moves))
}

/// Answers a position with three stones, in which the engine would be White.
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

/// Answers a position with five stones: takes the other colour if it stands better, or plays a
/// move.
pub(super) fn decide(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    let outcome = means.search(&task.position, &task.request(1));
    if value(task, &outcome, means) < Score::ZERO {
        Some(Answer::Swap)
    } else {
        outcome.best_move.map(Answer::one)
    }
}

/// Returns the value of the position for the side to move: the score of the search, or the static
/// score if the search had no time for a move.
fn value(task: &Task, outcome: &Outcome, means: &Means<'_>) -> Score {
    outcome.score().unwrap_or_else(|| means.searcher.static_score(&task.position))
}
