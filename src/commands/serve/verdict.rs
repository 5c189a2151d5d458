//! The verdict on a whole game, when all its positions are answered.

use fukumi_core::analysis::{AnalysisReport, Finding, Thresholds};
use fukumi_reports::GameReport;

use super::answer::{Content, Response, Status};
use super::request::Query;

/// Takes note that a position of a query was answered. Returns the line about the whole game, if
/// one is wanted and this was the last position. `finding` is `None` if the work was ended early.
pub(super) fn note(query: &Query, played: usize, finding: Option<Finding>) -> Option<String> {
    let findings = query.review.as_ref()?.add(played, finding)?;
    let game = query.start.game()?;
    let report = AnalysisReport::new(&game, findings, &Thresholds::default());
    let (whole, _) = GameReport::new(&game, &report);
    let status = if whole.complete { Status::Done } else { Status::Terminated };
    let positions = query.positions.len();
    let content = Content::Game { positions, game: whole };
    Some(Response { id: &query.id, status, action: query.task.name(), content }.to_line())
}
