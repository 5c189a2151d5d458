//! The search for the best move.

use std::time::Duration;

use fukumi_core::control::{Control, Limits};
use fukumi_core::decide;
use fukumi_core::decide::means::{Means, Remark};
use fukumi_core::decide::task::{self, Goal, Task};
use fukumi_core::geometry::BoardSize;
use fukumi_core::geometry::{Point, PointSet};
use fukumi_core::search::report::{Info, Outcome, Source, Variation};
use fukumi_reports::{Coordinates, EffortReport, PointForm, SearchedLine, millis};
use serde_json::Value;

use crate::answer::{MoveSource, SearchReport, ThinkResult};
use crate::error::{Answered, Error};
use crate::request::{Ponder, Think};
use crate::session::{self, Session};
use crate::view;

/// Shortest time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// What a search reports and finds.
#[derive(Default)]
pub(crate) struct Reported {
    /// The lines of the iteration that is being reported.
    lines: Vec<Info>,
    /// The last complete report.
    last: Option<SearchReport>,
    /// The first move of its best line.
    best: Option<Point>,
    /// What the last search found, which may have ended in the middle of an iteration.
    found: Outcome,
    /// Where that line comes from.
    source: Source,
    is_first_stone: bool,
    sent: Option<Duration>,
    /// Whether the last report was kept back.
    is_kept: bool,
}

impl Reported {
    /// Takes a line, and sends the report that it completes, unless one was sent just before.
    fn take(&mut self, info: &Info, size: BoardSize, send: fn(&str)) {
        if info.index == 0 {
            self.lines.clear();
        }
        self.lines.push(info.clone());
        if self.lines.len() < info.count {
            return;
        }
        let first = &self.lines[0];
        self.best = first.line.moves.first().copied();
        self.source = first.source;
        let lines = self.lines.iter();
        let lines = lines.map(|i| SearchedLine::<Coordinates>::new(size, &i.line, i.outlook));
        let efforts = EffortReport::<Coordinates>::list(size, &info.efforts);
        let report = SearchReport {
            lines: lines.collect(),
            efforts,
            depth: first.line.depth,
            nodes: info.nodes,
            time_ms: millis(info.elapsed),
        };
        let is_due = self.sent.is_none_or(|sent| info.elapsed >= sent + REPORT_INTERVAL);
        if is_due {
            self.sent = Some(info.elapsed);
            send(&view::report(&report).to_string());
        }
        self.is_kept = !is_due;
        self.last = Some(report);
    }

    /// The best line of the last report, if it begins with these moves.
    pub(crate) fn line_of(
        &self,
        moves: &[Point],
        size: BoardSize,
    ) -> Option<&SearchedLine<Coordinates>> {
        let line = self.last.as_ref()?.lines.first()?;
        let moves = Coordinates::list(moves.iter().copied(), size);
        line.moves.starts_with(&moves).then_some(line)
    }

    /// Sends the last report if it was kept back.
    fn flush(&mut self, send: fn(&str)) {
        if let Some(last) = self.last.as_ref().filter(|_| self.is_kept) {
            send(&view::report(last).to_string());
        }
    }
}

impl Session {
    /// Works on a task within the limits of the control. Returns the answer and what was reported.
    pub(crate) fn work(
        &mut self,
        task: &Task,
        control: &Control,
    ) -> (Option<task::Answer>, Reported) {
        let mut reported = Reported::default();
        self.set_up(task);
        let (mut is_first_stone, send) = (false, self.host.report);
        let size = task.position.size();
        let mut means = Means {
            searcher: &mut self.searcher,
            solver: &mut self.solver,
            control,
            report: &mut |info| reported.take(info, size, send),
            note: &mut |note| is_first_stone |= note.remark == Remark::FirstStone,
            found: Outcome::default(),
        };
        let answer = decide::answer(task, &mut means);
        let found = means.found;
        (reported.found, reported.is_first_stone) = (found, is_first_stone);
        reported.flush(send);
        (answer.or_else(|| decide::static_answer(task)), reported)
    }

    /// Gives the searcher the memory and the threads that it may use for a task. Levels below full
    /// strength have one thread, so that they play the same everywhere.
    fn set_up(&mut self, task: &Task) {
        let solver_bytes = self.solver.claim(self.memory_bytes, false);
        self.searcher.set_memory(self.memory_bytes - solver_bytes);
        self.searcher.set_threads(if task.level.is_some() { 1 } else { self.threads });
    }

    /// Thinks in the opponent's time, until the host stops it.
    pub(crate) fn ponder(&mut self, ponder: &Ponder) -> Answered {
        let reply = ponder.reply.map(|at| at.on(self.position.size())).transpose()?;
        if let Some(task) = Task::pondering(&self.position, reply, PointSet::EMPTY) {
            session::expect_network(task.position.rule())?;
            let control = self.begin(Limits::default());
            self.set_up(&task);
            self.searcher.ponder(&task.position, &task.request(1), &control);
        }
        Ok(Value::Null)
    }

    pub(crate) fn think(&mut self, think: &Think) -> Answered {
        self.expect_open()?;
        let limits = session::limits(think.limits())?;
        let lines = think.lines.unwrap_or(1);
        let level = session::level(think.level)?;
        if lines == 0 {
            return Err(Error::argument("lines must be at least 1"));
        }
        if lines > 1 && level.is_some() {
            return Err(Error::argument("a level below full strength has one line"));
        }
        let size = self.position.size();
        let excluded =
            think.excluded.iter().map(|at| at.on(size)).collect::<Result<PointSet, _>>()?;
        session::expect_network(self.position.rule())?;
        let lines = lines.min(self.position.board().empty_count());
        let goal = if lines > 1 { Goal::Analyse { lines } } else { Goal::Move };
        let limits = level.map_or(limits, |level| level.within(limits));
        let mut task = Task {
            excluded,
            seed: think.seed,
            level,
            is_varied: think.variety,
            ..Task::new(self.position.clone(), goal)
        };
        if think.book && goal == Goal::Move {
            task = task.with_shipped_book(&limits, 1);
        }
        let control = self.begin(limits);
        let (answer, reported) = self.work(&task, &control);
        let moves = match answer {
            Some(task::Answer::Moves(moves)) => moves,
            Some(task::Answer::Step { .. }) | None => Vec::new(),
        };
        let best = *moves.first().ok_or_else(|| Error::internal("no move was found"))?;
        let is_reported = reported.best == Some(best);
        let source = match reported.source {
            Source::Book | Source::Games if is_reported => MoveSource::Book,
            _ if reported.is_first_stone => MoveSource::Opening,
            _ if level.is_some() => MoveSource::Level,
            _ => MoveSource::Search,
        };
        let time_ms = millis(control.elapsed());
        let report = match reported {
            Reported { last: Some(last), .. } if is_reported => last,
            Reported { found, .. } if found.best_move == Some(best) => self.result(&found, best),
            Reported { last, .. } => {
                let nodes = last.map_or(0, |last| last.nodes);
                self.result(&Outcome { nodes, ..Outcome::default() }, best)
            }
        };
        let report = SearchReport { time_ms, ..report };
        let (place, stopped) = (Coordinates::new(best, size), control.is_stopped());
        Ok(view::report(&ThinkResult { report, place, source, stopped }))
    }

    /// What a search found. If it searched nothing, the best move has a line without a search.
    fn result(&self, found: &Outcome, best: Point) -> SearchReport {
        let size = self.position.size();
        let line = |line: &Variation| SearchedLine::new(size, line, found.outlook(line));
        let mut lines: Vec<_> = found.lines.iter().map(line).collect();
        if lines.is_empty() {
            let score = self.static_score();
            let moves = vec![best];
            lines.push(line(&Variation { score, moves, depth: 0, selective_depth: 0, nodes: 0 }));
        }
        SearchReport {
            depth: lines.first().map_or(0, |line| line.depth),
            lines,
            efforts: EffortReport::list(size, &found.efforts),
            nodes: found.nodes,
            time_ms: 0.0,
        }
    }
}
