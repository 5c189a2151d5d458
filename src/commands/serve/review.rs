//! The verdict on a whole game, when all its positions are answered.

use std::sync::{Mutex, PoisonError};

use fukumi_core::analysis::{Finding, Report, Thresholds};

use super::answer::{Answer, Content, GameReport, Status};
use super::request::Query;
use crate::commands::analyze::report::Verdict;
use crate::commands::position_report::End;

/// The findings about the positions of a game, as they come.
#[derive(Debug)]
pub(super) struct Review(Mutex<Findings>);

#[derive(Debug)]
struct Findings {
    /// `None` for a position whose work has not ended, or was ended before it was done.
    found: Vec<Option<Finding>>,
    /// Number of positions whose work has not ended.
    left: usize,
}

impl Review {
    /// Waits for the findings about this many positions.
    pub(super) fn new(positions: usize) -> Self {
        Self(Mutex::new(Findings { found: vec![None; positions], left: positions }))
    }

    /// Adds what was found out about the position after `played` moves. With the last one, returns
    /// all of them.
    fn add(&self, played: usize, finding: Option<Finding>) -> Option<Vec<Option<Finding>>> {
        let mut findings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = findings.found.get_mut(played) {
            *place = finding;
        }
        findings.left = findings.left.saturating_sub(1);
        (findings.left == 0).then(|| std::mem::take(&mut findings.found))
    }
}

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
