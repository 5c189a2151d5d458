//! Puzzles: positions of a game in which exactly one first move wins by fours and threes.

use super::AnalysisGame;
use crate::control::{Control, Limits};
use crate::position::Position;
use crate::solver::proof::Proof;
use crate::solver::{Solver, Threats, Verdict};

/// Which positions are puzzles, and how long to look for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSettings {
    /// Node limit for each question to the solver: one for each position, and one for each move of
    /// a position with a win.
    pub nodes: u64,
    /// Fewest plies of a win that makes a puzzle.
    pub min_plies: usize,
    /// Bytes of the solver's tables.
    pub memory_bytes: usize,
}

impl Default for PuzzleSettings {
    /// Reasoned: wins by fours are found within the nodes in all but the longest cases, and a win
    /// in five plies is seen at a glance.
    fn default() -> Self {
        Self { nodes: 20_000, min_plies: 7, memory_bytes: 8 << 20 }
    }
}

/// A position of a game in which exactly one first move wins by fours and threes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Number of moves of the game before the position.
    pub played: usize,
    /// The threats that the win needs.
    pub threats: Threats,
    /// The win. Its first move is the only one that wins by fours and threes.
    pub proof: Proof,
}

/// Finds the puzzles of a game on the calling thread, in the order of the game.
///
/// Every other first move is proven not to win by fours and threes; a slower win without threats
/// is not ruled out. The rest of a win that was played out is not a puzzle of its own.
///
/// Sets the limits of `control` as it goes along, and obeys its stop. Calls `on_progress` with the
/// number of positions that are done, after each of [`AnalysisGame::positions`]. The thread needs
/// [`STACK_BYTES`](crate::search::STACK_BYTES).
pub fn find_puzzles(
    game: &AnalysisGame,
    settings: &PuzzleSettings,
    control: &Control,
    on_progress: &mut dyn FnMut(usize),
) -> Vec<Puzzle> {
    let limits = Limits { nodes: Some(settings.nodes.max(1)), ..Limits::default() };
    control.set_limits(limits);
    let mut seeker = Seeker { solver: Solver::new(settings.memory_bytes), control };
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for played in 0..game.positions() {
        // Whether the attacker of a puzzle has played its solution just before.
        let is_rest = puzzles.last().is_some_and(|last| {
            (last.played + 1..=last.played + last.proof.plies).contains(&played)
                && game.moves()[last.played].point == last.proof.attack
        });
        let found =
            if is_rest { None } else { seeker.unique_win(&game.position(played), settings) };
        if control.is_stopped() {
            break;
        }
        puzzles.extend(found.map(|(threats, proof)| Puzzle { played, threats, proof }));
        on_progress(played + 1);
    }
    puzzles
}

struct Seeker<'a> {
    solver: Solver,
    control: &'a Control,
}

impl Seeker<'_> {
    /// The win of the side to move, if it is long enough and only one first move has it.
    fn unique_win(
        &mut self,
        position: &Position,
        settings: &PuzzleSettings,
    ) -> Option<(Threats, Proof)> {
        let (threats, proof) = self.win(position)?;
        if proof.plies < settings.min_plies {
            return None;
        }
        let is_refuted = |point| {
            let all = Threats::FoursAndThrees;
            let answer = self.solver.winning_move(position, point, all, self.control);
            answer.verdict == Verdict::NoWin
        };
        let others = position
            .board()
            .empty_points()
            .filter(|&point| point != proof.attack && !position.is_forbidden(point));
        let is_unique = { others }.all(is_refuted);
        is_unique.then_some((threats, proof))
    }

    /// A win of the side to move: by the fewest fours if fours suffice.
    fn win(&mut self, position: &Position) -> Option<(Threats, Proof)> {
        [Threats::Fours, Threats::FoursAndThrees].into_iter().find_map(|threats| {
            let solution = self.solver.solve(position, threats, true, self.control, &mut |_| {});
            Some((threats, solution.verdict.win()?))
        })
    }
}
