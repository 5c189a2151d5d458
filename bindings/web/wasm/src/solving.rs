//! Questions to the solver.

use fukumi_core::control::Control;
use fukumi_core::position::Position;
use fukumi_core::solver::Solver;
use fukumi_reports::{Coordinates, DefenceReport, Finding, FirstMovesReport, millis};
use serde::Serialize;
use serde_json::{Value, json};

use crate::error::{Answer, Error};
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

    pub(crate) fn solve(&mut self, solve: &Solve) -> Answer {
        let (solution, control) = self.question(solve, |solver, position, control| {
            solver.solve(position, solve.threats(), solve.shortest, control, &mut |_| {})
        })?;
        let size = self.position.size();
        let finding = Finding::<Coordinates>::new(size, solve.threats(), &solution.verdict);
        let mut answer = finished(&finding, &control);
        answer["nodes"] = json!(solution.nodes);
        Ok(answer)
    }

    pub(crate) fn winning_moves(&mut self, solve: &Solve) -> Answer {
        let (moves, control) = self.question(solve, |solver, position, control| {
            solver.winning_moves(position, solve.threats(), control, &mut |_| {})
        })?;
        let size = self.position.size();
        let report = FirstMovesReport::<Coordinates>::new(size, solve.threats(), &moves);
        Ok(finished(&report, &control))
    }

    pub(crate) fn defences(&mut self, solve: &Solve) -> Answer {
        let (defences, control) = self.question(solve, |solver, position, control| {
            solver.defences(position, solve.threats(), control, &mut |_| {})
        })?;
        let size = self.position.size();
        let report = DefenceReport::<Coordinates>::new(size, solve.threats(), &defences);
        Ok(finished(&report, &control))
    }
}

/// A report, how long it took, and whether a stop ended the work.
fn finished(report: &impl Serialize, control: &Control) -> Value {
    let mut answer = view::report(report);
    answer["timeMs"] = json!(millis(control.elapsed()));
    answer["stopped"] = json!(control.is_stopped());
    answer
}
