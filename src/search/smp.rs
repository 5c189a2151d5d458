//! Lazy SMP: several threads on one search.
//!
//! All threads search the same position. They share only the transposition table, and help each
//! other by it. Their searches differ because their histories do, and because a helper skips a depth
//! that half of the team is busy with. The main thread, in seat 0, decides about time, reports, and
//! ends the search of all. Then the threads vote for the move, as in Stockfish and Rapfi.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::thread;

use log::warn;

use crate::geometry::Point;

use super::report::{Info, Line};
use super::root_move::RootMove;
use super::worker::{Memory, Worker};
use super::{Request, STACK_BYTES, params};

/// The seat of the main thread.
pub(super) const MAIN: usize = 0;

/// What the threads of one search know of each other.
pub(super) struct Team {
    seats: Vec<Seat>,
    is_over: AtomicBool,
}

/// What the others may know of one thread; on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Seat {
    /// Nodes so far, as of the last look at the clock.
    nodes: AtomicU64,
    /// Depth of the present iteration.
    depth: AtomicU32,
}

impl Team {
    /// A team of so many threads, at least one.
    pub(super) fn new(threads: usize) -> Self {
        let seats = (0..threads.max(1)).map(|_| Seat::default()).collect();
        Self { seats, is_over: AtomicBool::new(false) }
    }

    /// Number of threads.
    pub(super) fn len(&self) -> usize {
        self.seats.len()
    }

    /// Ends the search of all threads.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether the search of all threads is over.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Notes the nodes of the thread in `seat`, and returns those of all threads as far as they are
    /// known.
    pub(super) fn publish_nodes(&self, seat: usize, nodes: u64) -> u64 {
        self.seats[seat].nodes.store(nodes, Ordering::Relaxed);
        self.seats.iter().map(|seat| seat.nodes.load(Ordering::Relaxed)).sum()
    }

    /// The depth that the thread in `seat` searches after `depth`: the next one, or for a helper the
    /// next one at which there is need of it.
    pub(super) fn next_depth(&self, seat: usize, depth: u32) -> u32 {
        let mut next = depth + 1;
        while seat != MAIN && self.is_crowded(seat, next) {
            next += 1;
        }
        self.seats[seat].depth.store(next, Ordering::Relaxed);
        next
    }

    /// Whether half of the threads, that in `seat` aside, are at this depth or beyond.
    fn is_crowded(&self, seat: usize, depth: u32) -> bool {
        let is_there = |other: &Seat| other.depth.load(Ordering::Relaxed) >= depth;
        let others = self.seats.iter().enumerate().filter(|&(index, _)| index != seat);
        2 * others.filter(|(_, other)| is_there(other)).count() >= self.len()
    }
}

/// Ends the search of a team however its main thread leaves it.
struct EndOnDrop<'a>(&'a Team);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Searches `moves` with the worker `main` and a helper for each of `memories`; fewer if the system has
/// no more threads. Returns the best lines.
pub(super) fn search(
    main: &mut Worker<'_>,
    memories: &mut [Memory],
    moves: Vec<RootMove>,
    request: &Request,
    report: &mut dyn FnMut(&Info),
) -> Vec<Line> {
    // A helper may run for a while before the main thread comes to its first node.
    main.total_nodes();
    thread::scope(|scope| {
        let end = EndOnDrop(main.team);
        let spawn = |(memory, seat)| {
            let (mut helper, moves) = (main.helper(memory, seat), moves.clone());
            let work = move || {
                let lines = helper.deepen(moves, request, &mut |_| {});
                helper.total_nodes();
                helper.retire();
                lines
            };
            thread::Builder::new()
                .name(format!("search {seat}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .inspect_err(|error| warn!("no thread {seat} to search on: {error}"))
                .ok()
        };
        let helpers: Vec<_> = memories.iter_mut().zip(MAIN + 1..).map_while(spawn).collect();
        let lines = main.deepen(moves, request, report);
        let own = lines.len();
        drop(end);
        let mut found = vec![lines];
        for helper in helpers {
            // The owner of the searcher knows what to do about a panic, wherever it happened.
            found.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        if request.lines > 1 {
            // The lines of one thread belong together.
            return found.swap_remove(MAIN);
        }
        let candidates: Vec<Line> = found.into_iter().flatten().collect();
        let elected = elect(&candidates);
        let line = candidates.into_iter().nth(elected);
        if let Some(line) = line.as_ref().filter(|_| elected >= own) {
            report(&main.info(line, 0, 1));
        }
        line.into_iter().collect()
    })
}

/// The index of the line to play out of the best ones of all threads that found one, that of the main
/// thread first; 0 if there is none.
///
/// A proven win needs no majority, the shortest is taken. Whoever sees a loss has no vote unless all
/// the others have searched far less. Of the rest each votes for its move, the more so the deeper it has
/// searched and the better its score is.
fn elect(lines: &[Line]) -> usize {
    let best_of = |indices: &[usize]| {
        let first_best = |&&index: &&usize| (lines[index].score, std::cmp::Reverse(index));
        indices.iter().max_by_key(first_best).copied()
    };
    let indices = |test: &dyn Fn(&Line) -> bool| -> Vec<usize> {
        (0..lines.len()).filter(|&index| test(&lines[index])).collect()
    };
    let wins = indices(&|line| line.score.is_win());
    if let Some(shortest) = best_of(&wins) {
        return shortest;
    }
    let deepest = lines.iter().map(|line| line.depth).max().unwrap_or(0);
    let voters = indices(&|line| !line.score.is_loss() && 2 * line.depth >= deepest);
    if voters.is_empty() {
        return best_of(&indices(&|line| line.score.is_loss())).unwrap_or(MAIN);
    }
    let worst = voters.iter().map(|&voter| lines[voter].score.points()).min().unwrap_or(0);
    let weight = |line: &Line| {
        i64::from(line.score.points() - worst + params::vote_margin()) * i64::from(line.depth)
    };
    let first = |voter: usize| lines[voter].moves[0];
    let votes = |point: Point| -> i64 {
        let its_voters = voters.iter().filter(|&&voter| first(voter) == point);
        its_voters.map(|&voter| weight(&lines[voter])).sum()
    };
    let rank = |&&voter: &&usize| {
        (votes(first(voter)), lines[voter].depth, lines[voter].score, std::cmp::Reverse(voter))
    };
    voters.iter().max_by_key(rank).copied().unwrap_or(MAIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    fn elected(lines: &[(u8, Score, u32)]) -> usize {
        let line = |&(x, score, depth): &(u8, Score, u32)| Line {
            score,
            moves: vec![Point::new(x, 0)],
            depth,
            selective_depth: depth,
            nodes: 0,
        };
        elect(&lines.iter().map(line).collect::<Vec<_>>())
    }

    fn points(points: i32) -> Score {
        Score::from_points(points)
    }

    #[test]
    fn equals_vote_for_the_main_thread() {
        assert_eq!(elected(&[]), 0);
        assert_eq!(elected(&[(1, points(5), 7)]), 0);
        assert_eq!(elected(&[(1, points(5), 7), (2, points(5), 7)]), 0);
        assert_eq!(elected(&[(1, points(0), 0), (1, points(0), 0)]), 0);
    }

    #[test]
    fn the_deepest_line_of_the_move_with_most_votes_is_taken() {
        assert_eq!(elected(&[(1, points(20), 8), (2, points(20), 8), (2, points(20), 9)]), 2);
        assert_eq!(elected(&[(1, points(20), 8), (2, points(20), 12)]), 1);
        assert_eq!(elected(&[(1, points(20), 10), (2, points(90), 8)]), 1);
    }

    #[test]
    fn the_shortest_proven_win_needs_no_votes() {
        let lines = [
            (1, points(300), 20),
            (1, points(300), 20),
            (2, Score::win_in(9), 5),
            (3, Score::win_in(7), 4),
            (4, Score::win_in(7), 9),
        ];
        assert_eq!(elected(&lines), 3);
    }

    #[test]
    fn a_proven_loss_is_only_taken_if_nothing_else_was_searched_well() {
        let loss = Score::loss_in(8);
        assert_eq!(elected(&[(1, loss, 12), (1, loss, 12), (2, points(-400), 6)]), 2);
        assert_eq!(elected(&[(1, loss, 12), (2, points(-400), 5)]), 0);
        assert_eq!(elected(&[(1, loss, 12), (2, Score::loss_in(10), 3)]), 1);
    }

    #[test]
    fn nodes_of_all_threads_are_summed() {
        let team = Team::new(3);
        assert_eq!(team.publish_nodes(0, 100), 100);
        assert_eq!(team.publish_nodes(2, 10), 110);
        assert_eq!(team.publish_nodes(0, 150), 160);
    }

    #[test]
    fn a_helper_leaves_out_what_half_of_the_team_is_busy_with() {
        let team = Team::new(4);
        assert_eq!([0, 1].map(|seat| team.next_depth(seat, 0)), [1, 1]);
        assert_eq!([2, 3].map(|seat| team.next_depth(seat, 0)), [2, 2]);
        assert_eq!(team.next_depth(1, 1), 3);
        assert_eq!([1, 2, 3].map(|depth| team.next_depth(MAIN, depth)), [2, 3, 4]);
        let pair = Team::new(2);
        assert_eq!([0, 1].map(|seat| pair.next_depth(seat, 0)), [1, 2]);
        assert_eq!(pair.next_depth(1, 2), 3);
    }
}
