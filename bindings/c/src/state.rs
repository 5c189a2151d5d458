//! What an engine of the C interface does, in safe terms: the stones, and questions about them.
//!
//! Searching is recursive and needs more stack than a caller's thread may have. So every search
//! runs on a thread of its own, and its reports reach the caller on the thread that made the call.

use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use fukumi_core::board;
use fukumi_core::control::Control;
use fukumi_core::embed::EngineOptions;
use fukumi_core::eval::{Evaluation, Kind, Scorer};
use fukumi_core::geometry::{self, BoardSize, PointSet};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::{Outlook, Score};
use fukumi_core::search::report::{Info, Outcome};
use fukumi_core::search::{self, Request, STACK_BYTES, Searcher};
use fukumi_core::solver::on_demand::SolverOnDemand;
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{self, Threats};

use super::types::{
    Cell, Ending, Judgement, Line, Named, Point, Solution, Status, Stone, Value, Verdict,
};

/// A position, and what the engine keeps of its searches.
pub(super) struct State {
    position: Position,
    searcher: Searcher,
    solver: SolverOnDemand,
    table_bytes: usize,
    threads: usize,
    evaluation: Kind,
    lines: usize,
    /// The points of the last answer; the caller has a pointer to them.
    points: Vec<Point>,
    /// The moves with verdicts of the last answer; the caller has a pointer to them.
    judgements: Vec<Judgement>,
}

impl State {
    /// An empty board.
    pub(super) fn new(rule: i32, width: i32, height: i32) -> Result<Self, Status> {
        let rule = Rule::read(rule)?;
        let size = BoardSize::new(width.into(), height.into()).ok_or(Status::BadArgument)?;
        Ok(Self {
            position: empty(size, rule),
            searcher: Searcher::new(),
            solver: SolverOnDemand::default(),
            table_bytes: Searcher::DEFAULT_TABLE_BYTES,
            threads: 1,
            evaluation: Kind::default(),
            lines: 1,
            points: Vec::new(),
            judgements: Vec::new(),
        })
    }

    /// Sets how many threads a search uses.
    pub(super) fn set_threads(&mut self, threads: u32) -> Result<(), Status> {
        let threads = Some(threads as usize);
        let threads = threads.filter(|threads| EngineOptions::THREADS.contains(threads));
        self.threads = threads.ok_or(Status::BadArgument)?;
        Ok(())
    }

    /// Sets how much memory the tables take, in bytes.
    pub(super) fn set_memory(&mut self, bytes: u64) -> Result<(), Status> {
        let bytes = usize::try_from(bytes).ok();
        let bytes = bytes.filter(|bytes| EngineOptions::MEMORY.contains(bytes));
        self.table_bytes = bytes.ok_or(Status::BadArgument)?;
        Ok(())
    }

    /// Sets the source of static scores.
    pub(super) fn set_evaluation(&mut self, evaluation: i32) -> Result<(), Status> {
        self.evaluation = <Kind as Named>::read(evaluation)?;
        Ok(())
    }

    /// Sets how many best lines a search looks for.
    pub(super) fn set_lines(&mut self, lines: u32) -> Result<(), Status> {
        if lines == 0 {
            return Err(Status::BadArgument);
        }
        self.lines = lines as usize;
        Ok(())
    }

    /// Forgets what searches have learnt.
    pub(super) fn forget(&mut self) {
        self.searcher.clear();
        self.solver.clear();
    }

    /// Plays a stone of the side to move.
    pub(super) fn play(&mut self, x: i32, y: i32) -> Result<(), Status> {
        let point = on_board(self.position.size(), x, y)?;
        if !self.position.board().is_empty(point) {
            return Err(Status::Occupied);
        }
        self.position.play(point);
        Ok(())
    }

    /// Takes back the last stone.
    pub(super) fn undo(&mut self) -> Result<(), Status> {
        if self.position.board().stones().is_empty() {
            return Err(Status::NoStone);
        }
        self.position.undo();
        Ok(())
    }

    /// Replaces all stones and dead cells. After an error the position is unchanged.
    pub(super) fn set_stones(&mut self, stones: &[Stone], to_move: i32) -> Result<(), Status> {
        let to_move = board::Cell::read(to_move)?.color().ok_or(Status::BadArgument)?;
        let mut position = empty(self.position.size(), self.position.rule());
        let mut placed = Vec::with_capacity(stones.len());
        for stone in stones {
            let point = on_board(position.size(), stone.x, stone.y)?;
            let cell = board::Cell::read(stone.cell)?;
            if placed.iter().any(|&(other, _)| other == point) {
                return Err(Status::Occupied);
            }
            if cell == board::Cell::Empty {
                return Err(Status::BadArgument);
            }
            placed.push((point, cell));
        }
        // Dead cells come first, because each one rebuilds the whole position.
        for &(point, _) in placed.iter().filter(|(_, cell)| *cell == board::Cell::Wall) {
            position.kill(point);
        }
        for (point, cell) in placed {
            if let Some(color) = cell.color() {
                position.place(color, point);
            }
        }
        position.set_to_move(to_move);
        self.position = position;
        Ok(())
    }

    /// What is on a point.
    pub(super) fn cell(&self, x: i32, y: i32) -> Result<Cell, Status> {
        on_board(self.position.size(), x, y).map(|point| self.position.board().cell(point).into())
    }

    /// The side to move.
    pub(super) fn to_move(&self) -> Cell {
        board::Cell::of(self.position.to_move()).into()
    }

    /// Why the game is over, if it is.
    pub(super) fn ending(&self) -> Ending {
        match self.position.ending() {
            Some(ending) => ending.into(),
            None if self.position.board().empty_count() == 0 => Ending::BoardFull,
            None => Ending::None,
        }
    }

    /// The points that the side to move may not take; none after the end of the game.
    pub(super) fn forbidden_points(&mut self) -> &[Point] {
        let is_open = self.expect_open().is_ok();
        let forbidden = if is_open { self.position.forbidden_points() } else { PointSet::EMPTY };
        self.points = forbidden.iter().map(Point::from).collect();
        &self.points
    }

    /// The value of the position without a search.
    pub(super) fn evaluate(&self) -> Result<Value, Status> {
        self.expect_open()?;
        let (score, draws) = self.static_score();
        Ok(Value::new(score, draws))
    }

    /// The score without a search, and the share of draws as in [`Outlook::new`].
    fn static_score(&self) -> (Score, Option<f64>) {
        let mut scorer = Scorer::new(&self.position, &self.evaluation);
        (scorer.score(&self.position), scorer.draws(&self.position))
    }

    /// Searches, calls `report` for every line of every finished iteration, and returns the best
    /// line. `control` ends the search, and so does `report` by returning false.
    pub(super) fn think(
        &mut self,
        control: &Control,
        report: &mut dyn FnMut(&Line) -> bool,
    ) -> Result<Line, Status> {
        self.expect_open()?;
        let lines = self.lines.min(self.position.board().empty_count());
        let request = Request { lines, ..Request::default() };
        let solver_bytes = self.solver.claim(self.table_bytes, false);
        self.searcher.set_memory(self.table_bytes - solver_bytes);
        self.searcher.set_threads(self.threads);
        self.searcher.set_evaluation(self.evaluation.clone());
        let Self { searcher, position, points, .. } = self;
        let outcome = on_own_thread(
            |reports: &Sender<Info>| {
                searcher.think(position, &request, control, &mut |info| {
                    // The receiver lives until the search has returned.
                    let _ = reports.send(info.clone());
                })
            },
            |info| {
                set_points(points, &info.line.moves);
                if !report(&line(&info, points)) {
                    control.stop();
                }
            },
        );
        let outcome = outcome.inspect_err(|_| self.searcher = Searcher::new())?;
        let best = match best_line(&outcome) {
            Some(best) => best,
            None => self.unsearched(&outcome).ok_or(Status::Internal)?,
        };
        set_points(&mut self.points, &best.line.moves);
        Ok(line(&best, &self.points))
    }

    /// The move of a search that was stopped before it had searched one, with the value of the
    /// position without a search. `None` if there is no move.
    fn unsearched(&self, outcome: &Outcome) -> Option<Info> {
        let (score, draws) = self.static_score();
        let line = search::report::Variation {
            score,
            moves: vec![outcome.best_move?],
            depth: 0,
            selective_depth: 0,
            nodes: outcome.nodes,
        };
        let outlook = Some(Outlook::new(score, draws.unwrap_or(0.0)));
        Some(Info { outlook, ..Info::new(line, outcome.nodes, outcome.elapsed) })
    }

    /// Whether the side to move wins by such threats.
    pub(super) fn solve(&mut self, threats: i32, control: &Control) -> Result<Solution, Status> {
        let threats = Threats::read(threats)?;
        let solution = self
            .ask(|solver, position| solver.solve(position, threats, false, control, &mut |_| {}))?;
        let moves = match &solution.verdict {
            solver::Verdict::Win(proof) => proof.line(),
            solver::Verdict::NoWin | solver::Verdict::Unknown => Vec::new(),
        };
        set_points(&mut self.points, &moves);
        Ok(Solution {
            verdict: Verdict::from(&solution.verdict),
            plies: plies(&solution.verdict),
            nodes: solution.nodes,
            time_us: micros(solution.elapsed),
            moves: self.points.as_ptr(),
            move_count: self.points.len(),
        })
    }

    /// The first moves of the side to move that win by such threats, or may win.
    pub(super) fn winning_moves(
        &mut self,
        threats: i32,
        control: &Control,
    ) -> Result<&[Judgement], Status> {
        let threats = Threats::read(threats)?;
        let moves = self.ask(|solver, position| {
            solver.winning_moves(position, threats, control, &mut |_| {})
        })?;
        self.judgements = moves.iter().map(judgement).collect();
        Ok(&self.judgements)
    }

    /// Whether the opponent threatens to win by such threats, and if so, what each legal move of
    /// the side to move does about it.
    pub(super) fn defences(
        &mut self,
        threats: i32,
        control: &Control,
    ) -> Result<(Verdict, &[Judgement]), Status> {
        let threats = Threats::read(threats)?;
        let defences =
            self.ask(|solver, position| solver.defences(position, threats, control, &mut |_| {}))?;
        self.judgements = defences.moves.iter().map(judgement).collect();
        Ok((Verdict::from(&defences.threat.verdict), &self.judgements))
    }

    /// Asks the solver about the position.
    fn ask<T: Send>(
        &mut self,
        question: impl FnOnce(&mut solver::Solver, &Position) -> T + Send,
    ) -> Result<T, Status> {
        self.expect_open()?;
        self.solver.claim(self.table_bytes, true);
        let Self { solver, position, .. } = self;
        let answer =
            on_own_thread(|_: &Sender<()>| question(solver.get(position), position), |()| {});
        answer.inspect_err(|_| self.solver.clear())
    }

    fn expect_open(&self) -> Result<(), Status> {
        if self.ending() == Ending::None { Ok(()) } else { Err(Status::GameOver) }
    }
}

fn empty(size: BoardSize, rule: Rule) -> Position {
    Position::with_tables(size, Evaluation::of(rule, size).tables())
}

fn on_board(size: BoardSize, x: i32, y: i32) -> Result<geometry::Point, Status> {
    size.point(x.into(), y.into()).ok_or(Status::OffBoard)
}

fn set_points(points: &mut Vec<Point>, moves: &[geometry::Point]) {
    points.clear();
    points.extend(moves.iter().copied().map(Point::from));
}

/// Runs `work` on a thread with enough stack. `hear` receives what it sends, on the caller's
/// thread.
fn on_own_thread<M: Send, T: Send>(
    work: impl FnOnce(&Sender<M>) -> T + Send,
    hear: impl FnMut(M),
) -> Result<T, Status> {
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .name("search".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || work(&sender))
            .map_err(|_| Status::NoThread)?;
        receiver.iter().for_each(hear);
        worker.join().map_err(|_| Status::Internal)
    })
}

/// The best line of a search, with the final counts. `None` if nothing was searched.
fn best_line(outcome: &Outcome) -> Option<Info> {
    let best = outcome.lines.first()?;
    let (count, outlook) = (outcome.lines.len(), outcome.outlook(best));
    Some(Info { count, outlook, ..Info::new(best.clone(), outcome.nodes, outcome.elapsed) })
}

/// The line in the form for callers, with these points as its moves.
fn line(info: &Info, points: &[Point]) -> Line {
    let Info { line, index, count, nodes, elapsed, outlook, .. } = info;
    let Outlook { win, draw, loss } = outlook.unwrap_or_else(|| Outlook::new(line.score, 0.0));
    Line {
        depth: line.depth,
        selective_depth: line.selective_depth,
        index: *index as u32,
        count: *count as u32,
        score: line.score.points(),
        plies_to_end: line.score.plies_to_end().unwrap_or(0),
        win,
        draw,
        loss,
        nodes: *nodes,
        time_us: micros(*elapsed),
        moves: points.as_ptr(),
        move_count: points.len(),
    }
}

fn judgement((point, verdict): &(geometry::Point, solver::Verdict<Proof>)) -> Judgement {
    Judgement { point: (*point).into(), verdict: verdict.into(), plies: plies(verdict) }
}

fn plies(verdict: &solver::Verdict<Proof>) -> u32 {
    match verdict {
        solver::Verdict::Win(proof) => proof.plies as u32,
        solver::Verdict::NoWin | solver::Verdict::Unknown => 0,
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
