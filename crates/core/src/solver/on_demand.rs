//! The threat solver, created on demand. Most games never need it, so it takes no memory until it
//! is first needed.

use crate::geometry::BoardSize;
use crate::position::Position;
use crate::rule::Rule;
use crate::solver::Solver;

/// The solver takes one part in this many of the memory for tables, and at most [`MAX_BYTES`].
/// Writing its tables for the first time costs about a millisecond for every 2 MiB.
const PART: usize = 8;
/// Maximum memory of the solver in bytes.
const MAX_BYTES: usize = 256 << 20;

/// A solver that is created when it is first asked for, and kept for later questions.
#[derive(Default)]
pub struct SolverOnDemand {
    /// Maximum memory of the solver in bytes; 0 until the solver is wanted.
    bytes: usize,
    /// The solver, once it exists.
    solver: Option<Solver>,
    /// Board size and rule of the positions in the solver's tables. With any other size or rule the
    /// tables are useless.
    game: Option<(BoardSize, Rule)>,
}

impl SolverOnDemand {
    /// Reserves memory if the solver `is_wanted` or was wanted before, and returns the bytes that
    /// it takes from `table_bytes`. Drops a solver of another memory size.
    pub fn claim(&mut self, table_bytes: usize, is_wanted: bool) -> usize {
        if !is_wanted && self.bytes == 0 {
            return 0;
        }
        let bytes = (table_bytes / PART).min(MAX_BYTES);
        if bytes != self.bytes {
            self.solver = None;
            self.bytes = bytes;
        }
        bytes
    }

    /// Returns the solver for questions about `position`, and creates it if necessary.
    pub fn get(&mut self, position: &Position) -> &mut Solver {
        let game = Some((position.size(), position.rule()));
        if self.game != game {
            self.solver = None;
            self.game = game;
        }
        self.solver.get_or_insert_with(|| Solver::new(self.bytes))
    }

    /// Forgets all positions and frees the memory.
    pub fn clear(&mut self) {
        self.solver = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_taken_only_once_somebody_wants_it_and_then_kept() {
        let mut solver = SolverOnDemand::default();
        assert_eq!(solver.claim(8 << 20, false), 0);
        assert_eq!(solver.claim(8 << 20, true), 1 << 20);
        assert!(solver.solver.is_none(), "nothing was asked yet");
        assert_eq!(solver.claim(8 << 20, false), 1 << 20);
        assert_eq!(solver.claim(usize::MAX, false), MAX_BYTES);
    }

    #[test]
    fn another_size_or_game_starts_afresh() {
        let mut solver = SolverOnDemand::default();
        solver.claim(1 << 20, true);
        let size = BoardSize::square(15).unwrap();
        solver.get(&Position::new(size, Rule::Renju));
        solver.claim(1 << 20, false);
        assert!(solver.solver.is_some());
        solver.claim(2 << 20, false);
        assert!(solver.solver.is_none());
        solver.get(&Position::new(size, Rule::Freestyle));
        assert_eq!(solver.game, Some((size, Rule::Freestyle)));
    }
}
