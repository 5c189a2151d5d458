//! Several lines by several threads: the threads divide the moves at the root.
//!
//! In each iteration every thread takes the next move that no thread has taken yet. As long as
//! fewer moves have a score than lines are wanted, the score of a move is searched whatever it is.
//! From then on the question is only whether it beats the worst of these lines. So the moves hardly
//! depend on each other, unlike those of a search for one line, and the threads seldom wait.

use std::cmp::Reverse;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use log::warn;

use crate::control::Control;
use crate::geometry::Point;
use crate::score::Score;

use super::depth::PLY;
use super::params;
use super::report::{Info, Variation};
use super::request::{Request, STACK_BYTES, Stopped};
use super::root_move::RootMove;
use super::team::{MAIN, Team};
use super::window::Window;
use super::worker::{Worker, WorkerState};

/// Time between two questions to the host while a thread waits for the others.
const HOST_INTERVAL: Duration = Duration::from_millis(1);

/// Searches `moves` for several lines, with the worker `main` and one helper for each of
/// `memories`. Returns the best lines.
pub(super) fn search(
    main: &mut Worker<'_>,
    memories: &mut [WorkerState],
    moves: Vec<RootMove>,
    request: &Request,
    report: &mut dyn FnMut(&Info),
) -> Vec<Variation> {
    let seats = memories.iter_mut().zip(MAIN + 1..);
    let mut helpers: Vec<_> = seats.map(|(memory, seat)| main.helper(memory, seat)).collect();
    let lines = main.deepen(moves, request, &mut helpers, report);
    helpers.into_iter().for_each(Worker::retire);
    lines
}

/// The moves of one iteration, which the threads divide.
struct Division<'a> {
    moves: &'a [RootMove],
    /// Number of lines wanted.
    lines: usize,
    /// Depth of the iteration in plies.
    depth: u32,
    progress: Mutex<Progress>,
}

/// How far the threads have come together.
#[derive(Default)]
struct Progress {
    /// Number of moves that were taken.
    taken: usize,
    /// The best scores, at most as many as lines are wanted, the best one first.
    best: Vec<Score>,
}

impl Division<'_> {
    /// Takes the next move. Returns its index and the score that it has to beat; `None` if all
    /// moves are taken.
    fn take(&self) -> Option<(usize, Score)> {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let index = progress.taken;
        if index >= self.moves.len() {
            return None;
        }
        progress.taken += 1;
        let worst = progress.best.get(self.lines - 1).copied();
        Some((index, worst.unwrap_or(-Score::INFINITE)))
    }

    /// Records the score of a move that has beaten what it had to.
    fn enter(&self, score: Score) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let place = progress.best.partition_point(|&other| other >= score);
        progress.best.insert(place, score);
        progress.best.truncate(self.lines);
    }

    /// The number of a move among those that need not be lines, from 1. Former lines count as the
    /// first one.
    fn count(&self, index: usize) -> usize {
        (index + 2).saturating_sub(self.lines).max(1)
    }
}

/// What a thread has done in an iteration.
struct Share {
    found: Vec<Found>,
    result: Result<(), Stopped>,
}

/// What a thread has found out about a move.
struct Found {
    index: usize,
    root_move: RootMove,
    /// The score, if the move has beaten what it had to.
    score: Option<Score>,
}

/// Ends the search of all threads if this one panics. The others would go on otherwise.
struct EndOnPanic<'a>(&'a Team);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// Waits for a thread of a search. Where the host says to this thread alone that the search is to
/// stop, it is asked meanwhile.
fn join<T>(helper: ScopedJoinHandle<'_, T>, control: &Control) -> thread::Result<T> {
    while control.asks_host() && !helper.is_finished() {
        // The other threads see what this one is told.
        let _ = control.must_stop(0);
        thread::park_timeout(HOST_INTERVAL);
    }
    helper.join()
}

impl Worker<'_> {
    /// Runs one iteration for the best `lines` lines together with `helpers`. Puts these lines
    /// first, the best one before the others.
    ///
    /// If the iteration is stopped, only the nodes of the moves change.
    pub(super) fn divide(
        &mut self,
        helpers: &mut [Worker<'_>],
        moves: &mut [RootMove],
        lines: usize,
        depth: u32,
    ) -> Result<(), Stopped> {
        let division = Division { moves: &*moves, lines, depth, progress: Mutex::default() };
        let Share { found, result } = thread::scope(|scope| {
            let end = EndOnPanic(self.team);
            let helpers: Vec<_> =
                helpers.iter_mut().map_while(|helper| helper.spawn(scope, &division)).collect();
            let mut all = self.take_part(&division);
            for helper in helpers {
                // Pass a panic on, as with one line.
                let share = join(helper, self.control).unwrap_or_else(|panic| resume_unwind(panic));
                all.found.extend(share.found);
                all.result = all.result.and(share.result);
            }
            drop(end);
            all
        });
        merge(found, moves, lines, result)
    }

    /// Starts a thread that takes part in an iteration. `None` if the system provides none.
    fn spawn<'scope>(
        &'scope mut self,
        scope: &'scope Scope<'scope, '_>,
        division: &'scope Division<'_>,
    ) -> Option<ScopedJoinHandle<'scope, Share>> {
        let seat = self.seat;
        thread::Builder::new()
            .name(format!("search {seat}"))
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || {
                let _end = EndOnPanic(self.team);
                self.take_part(division)
            })
            .inspect_err(|error| warn!("no thread {seat} to search on: {error}"))
            .ok()
    }

    /// Searches moves as long as there are any that no thread has taken.
    fn take_part(&mut self, division: &Division<'_>) -> Share {
        self.root_plies = division.depth as usize;
        self.stack[0].eval = None;
        let mut found = Vec::new();
        let mut result = Ok(());
        while let Some((index, alpha)) = division.take() {
            let mut root_move = division.moves[index].clone();
            let before = self.nodes;
            let score = match self.judge(division, index, alpha) {
                Ok(score) => Some(score).filter(|&score| score > alpha),
                Err(stopped) => {
                    result = Err(stopped);
                    break;
                }
            };
            root_move.nodes += self.nodes - before;
            if let Some(score) = score {
                division.enter(score);
                let replies = &self.stack[1].pv;
                root_move.set_line(score, replies, division.depth, self.selective_depth);
            }
            found.push(Found { index, root_move, score });
        }
        self.total_nodes();
        Share { found, result }
    }

    /// Returns the score of the move with this index. If it does not beat `alpha`, it is a bound.
    fn judge(
        &mut self,
        division: &Division<'_>,
        index: usize,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let root_move = &division.moves[index];
        let is_former_line = index < division.lines;
        let full = Window { alpha, beta: Score::INFINITE };
        let last = root_move.score().filter(|last| {
            is_former_line && division.depth >= params::aspiration_depth() && !last.is_proven()
        });
        let mut delta = params::aspiration_width();
        let mut window = last.map_or(full, |last| Window::around(last, delta).above(alpha));
        loop {
            let depth = division.depth as i32 * PLY;
            let count = division.count(index);
            let score =
                self.search_root_move(root_move.point, window, depth, count, is_former_line)?;
            delta = delta * params::aspiration_growth() / 100;
            let around = if delta > params::aspiration_limit() {
                full
            } else {
                Window::around(score, delta).above(alpha)
            };
            if score <= window.alpha && window.alpha > alpha {
                window.alpha = around.alpha;
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = around.beta;
            } else {
                return Ok(score);
            }
        }
    }
}

/// Takes over what the threads have found. Puts the lines first unless the iteration was stopped.
fn merge(
    mut found: Vec<Found>,
    moves: &mut [RootMove],
    lines: usize,
    result: Result<(), Stopped>,
) -> Result<(), Stopped> {
    if result.is_err() {
        for Found { index, root_move, .. } in found {
            moves[index].nodes = root_move.nodes;
        }
        return result;
    }
    // Of equal moves, the one that was better before stays so.
    found.sort_by_key(|found| (Reverse(found.score), found.index));
    let best: Vec<Point> = found.iter().take(lines).map(|found| found.root_move.point).collect();
    for Found { index, root_move, .. } in found {
        moves[index] = root_move;
    }
    let rank = |point| best.iter().position(|&other| other == point).unwrap_or(lines);
    moves.sort_by_key(|root_move| rank(root_move.point));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Instant;
    use crate::control::Limits;

    fn moves(count: u8) -> Vec<RootMove> {
        (0..count).map(|x| RootMove::new(Point::new(x, 0))).collect()
    }

    fn points(points: i32) -> Score {
        Score::from_points(points)
    }

    #[test]
    fn a_stop_that_only_one_thread_hears_ends_the_others() {
        let limits = Limits::default();
        let control = Control::new(Instant::now(), limits).interrupted_by(|| true);
        thread::scope(|scope| {
            let helper = scope.spawn(|| {
                while !control.is_stopped() {
                    thread::yield_now();
                }
            });
            assert!(join(helper, &control).is_ok());
        });
    }

    #[test]
    fn a_move_has_to_beat_the_worst_line_once_there_are_enough() {
        let moves = moves(6);
        let division = Division { moves: &moves, lines: 2, depth: 9, progress: Mutex::default() };
        let none = -Score::INFINITE;
        assert_eq!([division.take(), division.take()], [Some((0, none)), Some((1, none))]);
        division.enter(points(10));
        assert_eq!(division.take(), Some((2, none)), "the second line has no score yet");
        division.enter(points(30));
        assert_eq!(division.take(), Some((3, points(10))));
        division.enter(points(20));
        assert_eq!(division.take(), Some((4, points(20))));
        assert_eq!(
            (0..6).map(|index| division.count(index)).collect::<Vec<_>>(),
            [1, 1, 2, 3, 4, 5]
        );
        assert_eq!((division.take(), division.take()), (Some((5, points(20))), None));
    }

    #[test]
    fn the_lines_come_first_and_the_other_moves_keep_their_order() {
        let found = |index: usize, score: Option<i32>| {
            let root_move = RootMove { nodes: 1, ..RootMove::new(Point::new(index as u8, 0)) };
            Found { index, root_move, score: score.map(points) }
        };
        let all = || {
            let scores = [Some(5), None, Some(20), Some(20), None];
            (0..5).rev().map(|index| found(index, scores[index])).collect::<Vec<_>>()
        };
        let order = |moves: &[RootMove]| moves.iter().map(|m| m.point.x()).collect::<Vec<_>>();
        let mut whole = moves(5);
        assert!(merge(all(), &mut whole, 2, Ok(())).is_ok());
        assert_eq!(order(&whole), [2, 3, 0, 1, 4]);
        let mut stopped = moves(5);
        assert!(merge(all(), &mut stopped, 2, Err(Stopped)).is_err());
        assert_eq!(order(&stopped), [0, 1, 2, 3, 4]);
        assert!(stopped.iter().all(|root_move| root_move.nodes == 1));
    }
}
