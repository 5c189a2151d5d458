//! The analysis of one game on the calling thread, for hosts without threads.

use super::examine::Examiner;
use super::{AnalysisGame, AnalysisReport, AnalysisSettings};
use crate::control::Control;

/// Analyses a game on the calling thread. The report is that of [`analyze`](super::analyze).
///
/// Sets the limits of `control` as it goes along, and obeys its stop: positions that are not done
/// by then are left out of the report. Calls `on_progress` with the number of positions that are
/// done, after each of [`AnalysisGame::positions`]. The thread needs
/// [`STACK_BYTES`](crate::search::STACK_BYTES).
pub fn analyze_here(
    game: &AnalysisGame,
    settings: &AnalysisSettings,
    control: &Control,
    on_progress: &mut dyn FnMut(usize),
) -> AnalysisReport {
    let mut examiner = Examiner::new(settings.memory_bytes);
    let mut findings = Vec::new();
    for played in 0..game.positions() {
        let next = game.moves().get(played).map(|stone| stone.point);
        let position = game.position(played);
        let finding = examiner.examine(&position, next, settings, control, &mut |_| {});
        if control.is_stopped() {
            break;
        }
        findings.push(Some(finding));
        on_progress(findings.len());
    }
    AnalysisReport::new(game, findings, &settings.thresholds)
}
