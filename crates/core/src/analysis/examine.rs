//! Examines one position: first the solver looks for a win, then the search for the best lines.

use std::time::Duration;

use crate::control::{Control, Limits};
use crate::geometry::{Point, PointSet};
use crate::position::Position;
use crate::search::report::Variation;
use crate::search::{Request, Searcher};
use crate::solver::proof::Proof;
use crate::solver::{Solver, Threats, Verdict};

use super::{AnalysisSettings, EvaluatedLine, Evaluation, Win};

/// Share of the time for wins by fours. It is reasoned, like those below; most positions need far
/// less.
const FOURS_SHARE: f64 = 0.1;
/// Share of the time for wins by fours and threes, and again for the question whether the move that
/// was played also wins.
const THREATS_SHARE: f64 = 0.25;
/// Divisor of the node limit for the same questions: a node of the solver takes four times as long
/// as a node of the search.
const THREATS_DIVISOR: u64 = 4;
/// A win by fours in this many plies cannot be much shorter.
const SHORT_WIN: usize = 5;
/// The solver gets the memory divided by this; the search gets the rest.
const SOLVER_MEMORY_DIVISOR: usize = 4;

/// The result of examining a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What the position is worth.
    pub evaluation: Evaluation,
    /// If there is a win, and another move was played than the one that begins it: whether that
    /// move also wins.
    pub played: Option<Verdict<Proof>>,
}

/// Examines one position after another and keeps nothing from one to the next.
pub struct Examiner {
    searcher: Searcher,
    solver: Solver,
}

impl Examiner {
    /// An examiner with tables of this many bytes.
    pub fn new(memory_bytes: usize) -> Self {
        let solver_bytes = memory_bytes / SOLVER_MEMORY_DIVISOR;
        let mut searcher = Searcher::new();
        searcher.set_memory(memory_bytes - solver_bytes);
        Self { searcher, solver: Solver::new(solver_bytes) }
    }

    /// Examines a position in which the game is not over and `played` was played.
    ///
    /// Sets the limits of `control` as it goes along, and obeys its stop: the finding then says
    /// what was known. Of the settings, limits and the number of lines count. Without a time limit
    /// and a stop the result depends on nothing else but the size of the tables. Calls `report`
    /// with what is known after each finished depth of the search, if there is a search.
    ///
    /// The thread needs [`STACK_BYTES`](crate::search::STACK_BYTES).
    pub fn examine(
        &mut self,
        position: &Position,
        played: Option<Point>,
        settings: &AnalysisSettings,
        control: &Control,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Finding {
        self.searcher.clear();
        self.solver.clear();
        let Self { searcher, solver } = self;
        let examination = Examination { settings, control, searcher, solver, nodes: 0 };
        examination.run(position, played, report)
    }
}

/// The work on one position.
struct Examination<'a> {
    settings: &'a AnalysisSettings,
    control: &'a Control,
    searcher: &'a mut Searcher,
    solver: &'a mut Solver,
    /// Number of positions searched.
    nodes: u64,
}

impl Examination<'_> {
    fn run(
        mut self,
        position: &Position,
        played: Option<Point>,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Finding {
        let begun = self.control.elapsed();
        let win = self.win(position);
        let kept = match (&win, played) {
            (Some(win), Some(played)) if win.proof.attack != played => {
                Some(self.keeps_win(position, played))
            }
            _ => None,
        };
        let lines = self.lines(position, win.as_ref(), begun, report);
        // If the limits are too tight even for one move, the static score of the position has to
        // do.
        let score = lines.first().map(|line| line.score);
        let score = score.unwrap_or_else(|| self.searcher.static_score(position));
        let evaluation = Evaluation { score, lines, win, nodes: self.nodes };
        Finding { evaluation, played: kept }
    }

    /// Looks for a forced win of the side to move.
    fn win(&mut self, position: &Position) -> Option<Win> {
        let by_fours = self.solve(position, Threats::Fours, false);
        let Some(win) = by_fours else {
            return self.solve(position, Threats::FoursAndThrees, false);
        };
        if win.proof.plies <= SHORT_WIN {
            return Some(win);
        }
        let shorter = self.solve(position, Threats::Fours, true);
        Some(shorter.filter(|shorter| shorter.proof.plies < win.proof.plies).unwrap_or(win))
    }

    fn solve(&mut self, position: &Position, threats: Threats, shortest: bool) -> Option<Win> {
        self.limit_solver(threats);
        let solution = self.solver.solve(position, threats, shortest, self.control, &mut |_| {});
        self.nodes += solution.nodes;
        match solution.verdict {
            Verdict::Win(proof) => Some(Win { threats, proof }),
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }

    /// Whether `played` also wins by threats. A forbidden move does not.
    fn keeps_win(&mut self, position: &Position, played: Point) -> Verdict<Proof> {
        if position.is_forbidden(played) {
            return Verdict::NoWin;
        }
        let threats = Threats::FoursAndThrees;
        self.limit_solver(threats);
        let solution = self.solver.winning_move(position, played, threats, self.control);
        self.nodes += solution.nodes;
        solution.verdict
    }

    /// Sets the limits for one question to the solver.
    fn limit_solver(&self, threats: Threats) {
        let (share, divisor) = match threats {
            Threats::Fours => (FOURS_SHARE, 1),
            Threats::FoursAndThrees => (THREATS_SHARE, THREATS_DIVISOR),
        };
        let AnalysisSettings { nodes, time, .. } = *self.settings;
        // A depth limit does not apply to the solver.
        let nodes = nodes.or_else(|| time.is_none().then_some(AnalysisSettings::DEFAULT_NODES));
        let until = time.map(|time| self.control.elapsed().saturating_add(time.mul_f64(share)));
        self.control.set_limits(Limits {
            nodes: nodes.map(|nodes| (nodes / divisor).max(1)),
            hard: until,
            ..Limits::default()
        });
    }

    /// The best lines: that of the win, if there is one, and those of the search. `begun` is the
    /// time at which work on the position began.
    fn lines(
        &mut self,
        position: &Position,
        win: Option<&Win>,
        begun: Duration,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Vec<EvaluatedLine> {
        let AnalysisSettings { nodes, time, depth, lines: wanted, .. } = *self.settings;
        let known = usize::from(win.is_some());
        if wanted <= known {
            return ranked(win, &[]);
        }
        let until = time.map(|time| begun.saturating_add(time));
        self.control.set_limits(Limits { soft: until, hard: until, nodes, depth });
        let excluded: PointSet = win.map(|win| win.proof.attack).into_iter().collect();
        let request = Request { lines: wanted - known, excluded };
        let (nodes_before, mut iteration) = (self.nodes, Vec::new());
        let outcome = self.searcher.think(position, &request, self.control, &mut |info| {
            if info.index == 0 {
                iteration.clear();
            }
            iteration.push(info.line.clone());
            if info.index + 1 < info.count {
                return;
            }
            let lines = ranked(win, &iteration);
            if let Some(score) = lines.first().map(|line| line.score) {
                let nodes = nodes_before + info.nodes;
                report(&Evaluation { score, lines, win: win.cloned(), nodes });
            }
        });
        self.nodes += outcome.nodes;
        ranked(win, &outcome.lines)
    }
}

/// The line of the win, if there is one, and those of the search, the best one first.
fn ranked(win: Option<&Win>, found: &[Variation]) -> Vec<EvaluatedLine> {
    let attack = win.map(|win| win.proof.attack);
    let mut lines: Vec<EvaluatedLine> =
        win.map(|win| EvaluatedLine::of(&win.proof)).into_iter().collect();
    let found = found.iter().filter(|line| Some(line.moves[0]) != attack);
    lines.extend(found.map(|line| EvaluatedLine {
        score: line.score,
        moves: line.moves.clone(),
        depth: Some(line.depth),
    }));
    // The search may have found a shorter win than the solver.
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    lines
}
