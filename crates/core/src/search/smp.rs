//! Lazy SMP: several threads on one search for the best move.
//!
//! All threads search the same position. They share only the transposition table, through which
//! they help each other. Their searches differ because their histories differ, and because a helper
//! skips a depth that half of the team is busy with. The main thread, in seat 0, decides about
//! time, reports, and ends the search of all threads. Then the threads vote for the move, as in
//! Stockfish and Rapfi.

use std::panic::resume_unwind;
use std::thread;

use log::warn;

use crate::geometry::Point;

use super::division;
use super::params;
use super::report::{Info, Variation};
use super::request::{Request, STACK_BYTES};
use super::root_move::RootMove;
use super::team::{MAIN, Team};
use super::worker::{Worker, WorkerState};

/// Ends the search of a team when the main thread leaves it, even by a panic.
struct EndOnDrop<'a>(&'a Team);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Searches `moves` with the worker `main` and one helper for each of `memories`, or fewer if the
/// system provides no more threads. Returns the best lines.
pub(super) fn search(
    main: &mut Worker<'_>,
    memories: &mut [WorkerState],
    moves: Vec<RootMove>,
    request: &Request,
    report: &mut dyn FnMut(&Info),
) -> Vec<Variation> {
    if request.lines > 1 {
        return division::search(main, memories, moves, request, report);
    }
    // Publish the nodes so far. A helper may run for a while before the main thread comes to its
    // first node.
    main.total_nodes();
    thread::scope(|scope| {
        let end = EndOnDrop(main.team);
        let spawn = |(memory, seat)| {
            let (mut helper, moves) = (main.helper(memory, seat), moves.clone());
            let work = move || {
                let lines = helper.deepen(moves, request, &mut [], &mut |_| {});
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
        let lines = main.deepen(moves, request, &mut [], report);
        let own = lines.len();
        drop(end);
        let mut found = vec![lines];
        for helper in helpers {
            // Pass a panic on. The owner of the searcher knows what to do about it, in whichever
            // thread it happened.
            found.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        let candidates: Vec<Variation> = found.into_iter().flatten().collect();
        let elected = elect(&candidates);
        let line = candidates.into_iter().nth(elected);
        if let Some(line) = line.as_ref().filter(|_| elected >= own) {
            report(&main.info(line, 0, 1));
        }
        line.into_iter().collect()
    })
}

/// Returns the index of the line to play. `lines` has the best line of each thread that found one,
/// the main thread's first. Returns 0 if there is none.
///
/// A proven win needs no majority: the shortest win is taken. A thread that sees a loss has no
/// vote, and neither has a thread that searched far less deep than others. Each remaining thread
/// votes for its move. Its vote weighs more the deeper it has searched and the better its score is.
/// If no line has a vote, the best loss is taken.
fn elect(lines: &[Variation]) -> usize {
    let best_of = |indices: &[usize]| {
        let first_best = |&&index: &&usize| (lines[index].score, std::cmp::Reverse(index));
        indices.iter().max_by_key(first_best).copied()
    };
    let indices = |test: &dyn Fn(&Variation) -> bool| -> Vec<usize> {
        (0..lines.len()).filter(|&index| test(&lines[index])).collect()
    };
    let wins = indices(&|line| line.score.is_win());
    if let Some(shortest) = best_of(&wins) {
        return shortest;
    }
    let deepest = lines.iter().map(|line| line.depth).max().unwrap_or(0);
    let voters = indices(&|line| {
        !line.score.is_loss() && params::vote_depth_divisor() * line.depth >= deepest
    });
    if voters.is_empty() {
        return best_of(&indices(&|line| line.score.is_loss())).unwrap_or(MAIN);
    }
    let worst = voters.iter().map(|&voter| lines[voter].score.points()).min().unwrap_or(0);
    let weight = |line: &Variation| {
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
        let line = |&(x, score, depth): &(u8, Score, u32)| Variation {
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
}
