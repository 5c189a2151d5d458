//! The analysis of one game on the calling thread, for hosts without threads.

use super::examine::{Examiner, Finding};
use super::{AnalysisGame, AnalysisReport, AnalysisSettings};
use crate::control::Control;

/// Analyses a game on the calling thread. The report is that of [`analyze`](super::analyze).
///
/// Sets the limits of `control` as it goes along, and obeys its stop: positions that are not done
/// by then are left out of the report. Asks `known` for each position, by the number of moves
/// before it, and takes its finding as that of an earlier analysis with the same settings. Calls
/// `on_progress` with the number of positions that are done and the last finding, after each of
/// [`AnalysisGame::positions`]. The thread needs [`STACK_BYTES`](crate::search::STACK_BYTES).
pub fn analyze_here(
    game: &AnalysisGame,
    settings: &AnalysisSettings,
    control: &Control,
    known: &dyn Fn(usize) -> Option<Finding>,
    on_progress: &mut dyn FnMut(usize, &Finding),
) -> AnalysisReport {
    let mut examiner = Examiner::new(settings.memory_bytes);
    let mut findings = Vec::new();
    for played in 0..game.positions() {
        let finding = known(played).unwrap_or_else(|| {
            let next = game.moves().get(played).map(|stone| stone.point);
            examiner.examine(&game.position(played), next, settings, control, &mut |_| {})
        });
        if control.is_stopped() {
            break;
        }
        on_progress(played + 1, &finding);
        findings.push(Some(finding));
    }
    AnalysisReport::new(game, findings, &settings.thresholds)
}
