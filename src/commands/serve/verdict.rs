//! The verdict on a whole game, when all its positions are answered.

use fukumi_core::analysis::{Finding, Report, Thresholds};

use super::answer::{Answer, Content, GameReport, Status};
use super::request::Query;
use crate::commands::analyze::report::Verdict;
use crate::commands::position_report::End;

/// Takes note that a position of a query was answered. Returns the line about the whole game, if
/// one is wanted and this was the last position. `finding` is `None` if the work was ended early.
pub(super) fn note(query: &Query, played: usize, finding: Option<Finding>) -> Option<String> {
    let findings = query.review.as_ref()?.add(played, finding)?;
    let game = query.start.game()?;
    let report = Report::new(&game, findings, &Thresholds::default());
    let end = game.end().map(|end| End::new(end, &game));
    let verdict = Verdict::new(&game, &report);
    let status = if verdict.complete { Status::Done } else { Status::Terminated };
    let positions = query.positions.len();
    let content = Content::Game { positions, game: GameReport { end, verdict } };
    Some(Answer { id: &query.id, status, action: query.task.name(), content }.to_line())
}
