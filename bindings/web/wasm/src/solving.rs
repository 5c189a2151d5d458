//! Questions to the solver.

use fukumi_core::control::Control;
use fukumi_core::position::Position;
use fukumi_core::solver::Solver;
use fukumi_reports::{DefenceReport, Finding, FirstMovesReport, millis};

use crate::answer::{Defences, Solution, WinningMoves};
use crate::error::{Answered, Error};
use crate::request::Solve;
use crate::session::{self, Session};
use crate::view;

impl Session {
    /// Asks the solver about the position.
    fn question<T>(
        &mut self,
        solve: &Solve,
        ask: impl FnOnce(&mut Solver, &Position, &Control) -> T,
    ) -> Result<(T, Control), Error> {
        self.expect_open()?;
        let control = self.begin(session::limits(solve.limits())?);
        self.solver.claim(self.memory_bytes, true);
        let answer = ask(self.solver.get(&self.position), &self.position, &control);
        Ok((answer, control))
    }

    pub(crate) fn solve(&mut self, solve: &Solve) -> Answered {
        let (solution, control) = self.question(solve, |solver, position, control| {
            solver.solve(position, solve.threats(), solve.shortest, control, &mut |_| {})
        })?;
        let size = self.position.size();
        let finding = Finding::new(size, solve.threats(), &solution.verdict);
        let (time_ms, stopped) = finished(&control);
        let nodes = solution.nodes;
        Ok(view::report(&Solution { finding, nodes, time_ms, stopped }))
    }

    pub(crate) fn winning_moves(&mut self, solve: &Solve) -> Answered {
        let (moves, control) = self.question(solve, |solver, position, control| {
            solver.winning_moves(position, solve.threats(), control, &mut |_| {})
        })?;
        let size = self.position.size();
        let report = FirstMovesReport::new(size, solve.threats(), &moves);
        let (time_ms, stopped) = finished(&control);
        Ok(view::report(&WinningMoves { report, time_ms, stopped }))
    }

    pub(crate) fn defences(&mut self, solve: &Solve) -> Answered {
        let (defences, control) = self.question(solve, |solver, position, control| {
            solver.defences(position, solve.threats(), control, &mut |_| {})
        })?;
        let size = self.position.size();
        let report = DefenceReport::new(size, solve.threats(), &defences);
        let (time_ms, stopped) = finished(&control);
        Ok(view::report(&Defences { report, time_ms, stopped }))
    }
}

/// How long the work took in milliseconds, and whether a stop ended it.
fn finished(control: &Control) -> (f64, bool) {
    (millis(control.elapsed()), control.is_stopped())
}
