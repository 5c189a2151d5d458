//! A worker, which examines one position after another.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fukumi_core::analysis::{
    AnalysisGame, AnalysisReport, AnalysisSettings, Evaluation, Examiner, Finding, Thresholds,
};
use fukumi_core::control;
use fukumi_reports::{EndingReport, PositionReport};

use super::answer::{Content, Response, Status, error_line};
use super::fields::Fault;
use super::outbox::Sender;
use super::queue::{Job, Next, Queue};
use super::request::Task;
use super::verdict;
use crate::commands::effort::{Budget, Limits};
use crate::commands::progress::Progress;
use crate::commands::solve::ask::{Asker, Question};

/// A worker with its tables.
pub(super) struct Worker {
    queue: Arc<Queue>,
    sender: Sender,
    /// Bytes of the tables.
    memory_bytes: usize,
    /// Searches positions; `None` until it is needed, and while it would only take memory.
    examiner: Option<Examiner>,
}

impl Worker {
    pub(super) const fn new(queue: Arc<Queue>, sender: Sender, memory_bytes: usize) -> Self {
        Self { queue, sender, memory_bytes, examiner: None }
    }

    /// Works until the queue is closed and empty.
    pub(super) fn run(mut self) {
        let queue = Arc::clone(&self.queue);
        let mut clears = 0;
        while let Some(next) = queue.next(&mut clears) {
            match next {
                Next::Clear => self.examiner = None,
                Next::Job(job) => {
                    let (answer, finding) = self.answer_in_any_case(&job);
                    // Whoever reads the last line may use the id again at once.
                    queue.finish(&job);
                    self.sender.answer(answer);
                    if let Some(line) = verdict::note(&job.query, job.played, finding) {
                        self.sender.answer(line);
                    }
                }
            }
        }
    }

    /// The answer, which is an error if the work fails, and what an analysis has found.
    fn answer_in_any_case(&mut self, job: &Job) -> (String, Option<Finding>) {
        let answer = panic::catch_unwind(AssertUnwindSafe(|| self.answer(job))).ok().flatten();
        answer.unwrap_or_else(|| {
            self.examiner = None;
            let fault = Fault::general("the engine failed, which is a mistake of the engine");
            (error_line(Some(&job.query.id), job.query.line, &fault), None)
        })
    }

    fn answer(&mut self, job: &Job) -> Option<(String, Option<Finding>)> {
        let game = job.query.start.game()?;
        let mut finding = None;
        let content = match job.query.task {
            _ if job.played >= game.positions() => over(job, &game),
            Task::Analyze { limits, lines, report_every } => {
                let settings = settings(limits, lines);
                let (content, found) = self.analyze(job, &game, &settings, report_every);
                finding = Some(found);
                content
            }
            Task::Solve { budget, question } => self.solve(job, &game, budget.limits(), &question),
        };
        let is_stopped = job.control.is_stopped();
        let status = if is_stopped { Status::Terminated } else { Status::Done };
        Some((line(job, status, content), finding.filter(|_| !is_stopped)))
    }

    fn analyze(
        &mut self,
        job: &Job,
        game: &AnalysisGame,
        settings: &AnalysisSettings,
        report_every: Option<Duration>,
    ) -> (Content<'static>, Finding) {
        let memory_bytes = self.memory_bytes;
        let examiner = self.examiner.get_or_insert_with(|| Examiner::new(memory_bytes));
        let describe = |evaluation: &Evaluation| {
            let to_move = game.to_move(job.played);
            let report = PositionReport::new(game.start().size(), to_move, Some(evaluation));
            Content::Position { place: job.place(), report, ending: None }
        };
        let mut last = Instant::now();
        let mut report = |evaluation: &Evaluation| {
            if report_every.is_some_and(|every| last.elapsed() >= every) {
                last = Instant::now();
                self.sender.report(line(job, Status::Report, describe(evaluation)));
            }
        };
        let position = game.position(job.played);
        // Whether the move that was played also wins matters to the game alone.
        let played = game.moves().get(job.played).filter(|_| job.query.review.is_some());
        let played = played.map(|stone| stone.point);
        let found = examiner.examine(&position, played, settings, &job.control, &mut report);
        (describe(&found.evaluation), found)
    }

    fn solve(
        &mut self,
        job: &Job,
        game: &AnalysisGame,
        limits: control::Limits,
        question: &Question,
    ) -> Content<'static> {
        // The solver gets all the memory.
        self.examiner = None;
        let last = job.played.checked_sub(1).and_then(|index| game.moves().get(index));
        job.control.set_limits(limits);
        let mut asker = Asker {
            position: &game.position(job.played),
            last: last.map(|stone| stone.point),
            control: &job.control,
            limits,
            memory_bytes: self.memory_bytes,
            progress: Progress::silent(),
        };
        let (solution, _) = asker.ask(question);
        Content::Solution { place: job.place(), solution }
    }
}

/// The answer about a game that is over.
fn over(job: &Job, game: &AnalysisGame) -> Content<'static> {
    let report = AnalysisReport::new(game, Vec::new(), &Thresholds::default());
    let evaluation = report.evaluations.last().and_then(Option::as_ref);
    let report = PositionReport::new(game.start().size(), game.to_move(job.played), evaluation);
    Content::Position { place: job.place(), report, ending: EndingReport::after(game) }
}

fn settings(limits: Limits, lines: usize) -> AnalysisSettings {
    let Limits { budget: Budget { nodes, time }, depth } = limits;
    AnalysisSettings { nodes, time, depth, lines, ..AnalysisSettings::default() }
}

fn line(job: &Job, status: Status, content: Content<'_>) -> String {
    Response { id: &job.query.id, status, action: job.query.task.name(), content }.to_line()
}
