//! Questions to the solver.

use fukumi_core::control::Control;
use fukumi_core::position::Position;
use fukumi_core::solver::Solver;
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
        let line = solution.verdict.as_ref().win().map(|proof| proof.line());
        Ok(json!({
            "verdict": solution.verdict.name(),
            "plies": view::plies(&solution.verdict),
            "moves": view::points(line.unwrap_or_default()),
            "nodes": solution.nodes,
            "timeMs": session::millis(solution.elapsed),
            "stopped": control.is_stopped(),
        }))
    }

    pub(crate) fn winning_moves(&mut self, solve: &Solve) -> Answer {
        let (moves, control) = self.question(solve, |solver, position, control| {
            solver.winning_moves(position, solve.threats(), control, &mut |_| {})
        })?;
        Ok(json!({
            "moves": moves.iter().map(view::judged).collect::<Vec<Value>>(),
            "timeMs": session::millis(control.elapsed()),
            "stopped": control.is_stopped(),
        }))
    }

    pub(crate) fn defences(&mut self, solve: &Solve) -> Answer {
        let (defences, control) = self.question(solve, |solver, position, control| {
            solver.defences(position, solve.threats(), control, &mut |_| {})
        })?;
        Ok(json!({
            "threat": defences.threat.verdict.name(),
            "plies": view::plies(&defences.threat.verdict),
            "moves": defences.moves.iter().map(view::judged).collect::<Vec<Value>>(),
            "timeMs": session::millis(control.elapsed()),
            "stopped": control.is_stopped(),
        }))
    }
}
