//! The threads that examine positions at the same time.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use log::warn;

use super::examine::{Examiner, Finding};
use super::{AnalysisGame, AnalysisReport, AnalysisSettings};
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::search::STACK_BYTES;

/// Longest time between two progress events, even if no position is done.
const TICK: Duration = Duration::from_millis(100);

/// Stops the work of all threads at once.
#[derive(Debug)]
pub struct Stop {
    /// One control for each thread.
    controls: Vec<Control>,
}

impl Stop {
    /// A stop for this many threads, at least one, which is not yet triggered.
    pub fn new(threads: usize) -> Self {
        let control = |_| Control::new(Instant::now(), Limits::default());
        Self { controls: (0..threads.max(1)).map(control).collect() }
    }

    /// Stops all searches; positions that are not done are left out.
    pub fn stop(&self) {
        self.controls.iter().for_each(Control::stop);
    }

    /// Whether [`Stop::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.controls.iter().any(Control::is_stopped)
    }
}

/// What happens while games are analysed.
#[derive(Debug)]
pub enum Event {
    /// The work goes on.
    Progress {
        /// Number of positions that are done.
        done: usize,
        /// Number of positions of all games.
        total: usize,
    },
    /// The game with this index is done, or as much of it as there will be.
    Report(usize, AnalysisReport),
}

/// One position of a game.
#[derive(Clone, Copy)]
struct Job {
    game: usize,
    played: usize,
}

/// Analyses games on the threads that `stop` was made for, and reports events. The reports come in
/// the order of the games. Returns when all games are done, or soon after `stop`. Games about which
/// nothing is known by then are left out.
///
/// # Errors
/// The first error of `on_event`, which ends the work, or the error if no thread can be started.
pub fn analyze(
    games: &[AnalysisGame],
    settings: &AnalysisSettings,
    stop: &Stop,
    on_event: &mut dyn FnMut(Event) -> io::Result<()>,
) -> io::Result<()> {
    let of_game = |(game, content): (usize, &AnalysisGame)| {
        (0..content.positions()).map(move |played| Job { game, played })
    };
    let jobs: Vec<Job> = games.iter().enumerate().flat_map(of_game).collect();
    let mut reports = ReportQueue::new(games, settings);
    reports.hand_out(false, on_event)?;
    let queue = Mutex::new(jobs.iter());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next().copied();
    let (sender, findings) = mpsc::channel();
    thread::scope(|scope| {
        let mut started = 0;
        for control in stop.controls.iter().take(jobs.len()) {
            let (next, sender) = (&next, sender.clone());
            let run = move || work(games, settings, control, next, &sender);
            let builder = thread::Builder::new().name("analysis".into()).stack_size(STACK_BYTES);
            match builder.spawn_scoped(scope, run) {
                Ok(_) => started += 1,
                Err(error) if started == 0 => return Err(error),
                Err(error) => {
                    warn!("only {started} threads: {error}");
                    break;
                }
            }
        }
        drop(sender);
        let result = reports.collect(&findings, jobs.len(), on_event);
        if result.is_err() {
            stop.stop();
        }
        result
    })?;
    reports.hand_out(true, on_event)
}

/// Examines one position after another until there is none, or the thread is stopped.
fn work(
    games: &[AnalysisGame],
    settings: &AnalysisSettings,
    control: &Control,
    next: &dyn Fn() -> Option<Job>,
    findings: &Sender<(Job, Finding)>,
) {
    let mut examiner = Examiner::new(settings.memory_bytes);
    while let Some(job) = next().filter(|_| !control.is_stopped()) {
        let game = &games[job.game];
        let position = game.position(job.played);
        let played = game.moves().get(job.played).map(|stone| stone.point);
        let finding = examiner.examine(&position, played, settings, control, &mut |_| {});
        if control.is_stopped() || findings.send((job, finding)).is_err() {
            break;
        }
    }
}

/// Keeps findings until a game is complete and it is the game's turn to be reported.
struct ReportQueue<'a> {
    games: &'a [AnalysisGame],
    settings: &'a AnalysisSettings,
    findings: Vec<Vec<Option<Finding>>>,
    /// The first game that has not been reported.
    next: usize,
}

impl<'a> ReportQueue<'a> {
    fn new(games: &'a [AnalysisGame], settings: &'a AnalysisSettings) -> Self {
        let findings = games.iter().map(|game| vec![None; game.positions()]).collect();
        Self { games, settings, findings, next: 0 }
    }

    /// Takes the findings about `total` positions until all threads are done, and reports events.
    fn collect(
        &mut self,
        findings: &Receiver<(Job, Finding)>,
        total: usize,
        on_event: &mut dyn FnMut(Event) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut done = 0;
        loop {
            match findings.recv_timeout(TICK) {
                Ok((job, finding)) => {
                    done += 1;
                    self.findings[job.game][job.played] = Some(finding);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            on_event(Event::Progress { done, total })?;
            self.hand_out(false, on_event)?;
        }
    }

    /// Reports the games whose turn it is: complete games, and at the end also incomplete ones
    /// about which something is known.
    fn hand_out(
        &mut self,
        is_end: bool,
        on_event: &mut dyn FnMut(Event) -> io::Result<()>,
    ) -> io::Result<()> {
        while let Some(findings) = self.findings.get_mut(self.next) {
            let is_complete = findings.iter().all(Option::is_some);
            if !is_complete && !is_end {
                break;
            }
            let has_any = is_complete || findings.iter().any(Option::is_some);
            if has_any {
                let (game, thresholds) = (&self.games[self.next], &self.settings.thresholds);
                let report = AnalysisReport::new(game, std::mem::take(findings), thresholds);
                on_event(Event::Report(self.next, report))?;
            }
            self.next += 1;
        }
        Ok(())
    }
}
