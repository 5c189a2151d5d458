//! What is known of a position before it is searched: what the book says, and what was learnt in games.
//!
//! The order of decision for a move of a game is: the book; the first stone of either side; what was
//! learnt, each time confirmed by a search; the search.

use std::time::Duration;

use super::study::Study;
use super::task::Task;
use crate::book::Reply;
use crate::control::Limits;
use crate::experience::advice::Advice;
use crate::geometry::{Point, PointSet};
use crate::score::Score;
use crate::search::Request;
use crate::search::report::{Line, Outcome, Source};
use crate::threat::{Situation, assess};

/// Positions that a thread looks at in a second, at most; those of the book's machine were fewer.
const NODES_PER_SECOND: f64 = 400_000.0;
/// A search with more than one in so many of the book's nodes may be the better judge.
const BOOK_LEAD: f64 = 2.0;
/// Part of the time and nodes for confirming a win that was proven once.
const CONFIRM_SHARE: f64 = 0.5;
/// The same for the search among moves that are not known to be bad, if others are doubtful.
const FIRST_SHARE: f64 = 0.6;
/// How much worse than a doubtful move another one may be, in the chance of winning; reasoned.
const MARGIN: f64 = 0.1;

/// What is known of a position; by default nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Knowledge {
    /// What the book says.
    pub book: Option<Reply>,
    /// What was learnt in games.
    pub advice: Advice,
}

/// Whether a reply of the book is better founded than a search within the limits would be, on so many
/// threads.
pub fn is_well_founded(reply: &Reply, limits: &Limits, threads: usize) -> bool {
    let time = |time: Duration| time.as_secs_f64() * NODES_PER_SECOND * threads as f64;
    let nodes = limits.nodes.map(|nodes| nodes as f64);
    let work = [limits.soft.map(time), nodes].into_iter().flatten().reduce(f64::min);
    work.is_some_and(|work| work * BOOK_LEAD <= reply.nodes as f64)
        || limits.depth.is_some_and(|depth| depth < reply.depth)
}

impl Knowledge {
    /// The move of the book, which is told like one of a search. None that is excluded or known to be bad.
    pub fn from_book(&self, task: &Task, study: &mut Study<'_>) -> Option<Point> {
        let Reply { point, score, depth, .. } = self.book?;
        let is_open = task.position.board().is_empty(point) && !task.position.is_forbidden(point);
        if !is_open || task.excluded.union(&self.advice.avoid).contains(point) {
            return None;
        }
        study.tell(&line(score, vec![point], depth), Source::Book, 0);
        Some(point)
    }

    /// The move that what was learnt leads to.
    pub fn from_games(&self, task: &Task, study: &mut Study<'_>) -> Option<Point> {
        let mut nodes = 0;
        if let Some(point) = self.advice.winning.filter(|&point| !task.excluded.contains(point)) {
            study.watch.narrow(CONFIRM_SHARE);
            let reply = after(task, point, study);
            if let Some(lost) = reply.lines.first().filter(|line| line.score.is_loss()) {
                let moves = [&[point], &lost.moves[..]].concat();
                let plies = lost.score.plies_to_end().map_or(0, i32::unsigned_abs);
                let win = line(Score::win_in(plies as usize + 1), moves, plies + 1);
                study.tell(&win, Source::Search, reply.nodes);
                return Some(point);
            }
            nodes += reply.nodes;
            study.watch.widen_after(nodes);
        }
        self.avoiding(task, nodes, study)
    }

    /// What need not be played: what is excluded, and what turned out to be bad; without the latter if it is all
    /// that is left of what the position demands.
    pub fn left_out(&self, task: &Task) -> PointSet {
        let all = task.excluded.union(&self.advice.avoid);
        if leaves_any(demanded(task).as_ref(), &all) { all } else { task.excluded }
    }

    /// The best move but those that turned out to be bad, unless all others lose; if it is a doubtful one,
    /// another that is nearly as good.
    fn avoiding(&self, task: &Task, mut nodes: u64, study: &mut Study<'_>) -> Option<Point> {
        let Advice { avoid, doubtful, least_bad, .. } = self.advice;
        let excluded = task.excluded.union(&avoid);
        let known = least_bad.filter(|(point, _)| !task.excluded.contains(*point));
        let demanded = demanded(task);
        if !leaves_any(demanded.as_ref(), &excluded) {
            // A search may be too short to see that everything else loses.
            let is_demanded = |point| demanded.is_some_and(|moves| moves.contains(point));
            let Some((point, score)) = known.filter(|&(point, _)| is_demanded(point)) else {
                return search(task, task.excluded, study).best_move;
            };
            study.tell(&line(score, vec![point], 1), Source::Games, nodes);
            return Some(point);
        }
        if !doubtful.is_empty() {
            study.watch.keep_within(FIRST_SHARE, nodes);
        }
        let outcome = search(task, excluded, study);
        nodes += outcome.nodes;
        let best = outcome.best_move?;
        let is_worse = |than: Score| {
            outcome.score().is_some_and(|score| score <= Score::presumed_loss(0) && score < than)
        };
        if let Some((point, score)) =
            known.filter(|&(_, score)| is_worse(score) || avoid.contains(best))
        {
            study.tell(&line(score, vec![point], 1), Source::Games, nodes);
            return Some(point);
        }
        let others = excluded.union(&doubtful);
        if !doubtful.contains(best) || !leaves_any(demanded.as_ref(), &others) {
            return Some(best);
        }
        study.watch.widen_after(nodes);
        let other = search(task, others, study);
        let is_as_good = other.score().zip(outcome.score()).is_some_and(|(other, best)| {
            !other.is_loss() && other.win_rate() + MARGIN >= best.win_rate()
        });
        let point = other.best_move.filter(|&point| is_as_good && !doubtful.contains(point));
        if point.is_none() {
            // The last line that was told is that of another move.
            let best = outcome.lines.first();
            best.into_iter().for_each(|line| study.tell(line, Source::Search, nodes));
        }
        point.or(Some(best))
    }
}

/// The moves of which one has to be played, as far as the shapes tell: the one that wins, or those that answer
/// what threatens. `None` if nothing demands any.
fn demanded(task: &Task) -> Option<PointSet> {
    let situation = assess(&mut task.position.clone());
    if let Situation::Won { best, .. } = situation {
        return Some([best].into_iter().collect());
    }
    let is_allowed = |&point: &Point| !task.position.is_forbidden(point);
    Some(situation.moves()?.iter().filter(is_allowed).collect())
}

/// Whether any of the moves that are demanded is not among those that are excluded, if some are.
fn leaves_any(demanded: Option<&PointSet>, excluded: &PointSet) -> bool {
    demanded.is_none_or(|moves| moves.iter().any(|point| !excluded.contains(point)))
}

/// The search of the position after a move.
fn after(task: &Task, point: Point, study: &mut Study<'_>) -> Outcome {
    let mut position = task.position.clone();
    position.play(point);
    study.searcher.think(&position, &Request::default(), study.watch.control(), &mut |_| {})
}

fn search(task: &Task, excluded: PointSet, study: &mut Study<'_>) -> Outcome {
    let request = Request { lines: 1, excluded };
    study.searcher.think(&task.position, &request, study.watch.control(), study.report)
}

fn line(score: Score, moves: Vec<Point>, depth: u32) -> Line {
    Line { score, moves, depth, selective_depth: depth, nodes: 0 }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::engine::checkmate::tests::{ask, nodes, task};
    use crate::engine::task::{Answer, Goal};
    use crate::engine::watch::Watch;

    const FEW: [(u8, u8); 3] = [(7, 7), (8, 8), (7, 9)];
    /// White has to stop an open three of Black's.
    const THREE: [(u8, u8); 5] = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7)];
    /// Black has an open three and is to move.
    const WON: [(u8, u8); 6] = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)];

    /// White has to stop a four of Black's, of which one end is held.
    const FOUR: [(u8, u8); 7] = [(5, 7), (4, 7), (6, 7), (0, 0), (7, 7), (14, 0), (8, 7)];

    /// What is played, and the line that was told last.
    fn play(stones: &[(u8, u8)], knowledge: Knowledge) -> (Point, Line) {
        let task = Task { knowledge, ..task(Goal::Move, stones) };
        let (answer, _, lines) = ask(&task, &nodes(10_000));
        let Some(Answer::Moves(moves)) = answer else { panic!("{answer:?}") };
        (moves[0], lines.last().expect("a line").clone())
    }

    fn advised(stones: &[(u8, u8)], advice: Advice) -> (Point, Line) {
        play(stones, Knowledge { advice, book: None })
    }

    fn set(points: &[Point]) -> PointSet {
        points.iter().copied().collect()
    }

    fn avoiding(points: &[Point], least_bad: i32) -> Advice {
        let least_bad = Some((points[0], Score::from_points(least_bad)));
        Advice { avoid: set(points), least_bad, ..Advice::default() }
    }

    #[test]
    fn a_move_that_turned_out_to_be_bad_is_not_played_again() {
        let (usual, _) = play(&FEW, Knowledge::default());
        let (other, line) = advised(&FEW, avoiding(&[usual], -500));
        assert_ne!(other, usual);
        assert_eq!(line.moves[0], other);
    }

    #[test]
    fn a_bad_move_is_played_if_all_others_lose() {
        // Whatever stops the three is known to be bad, but not to lose.
        let mut stops = vec![play(&THREE, Knowledge::default()).0];
        while let Some((stop, _)) =
            Some(advised(&THREE, avoiding(&stops, -900))).filter(|(stop, _)| !stops.contains(stop))
        {
            stops.push(stop);
        }
        assert!(stops.len() > 1);
        let (point, line) = advised(&THREE, avoiding(&stops, -900));
        assert_eq!((point, line.score.points()), (stops[0], -900));
    }

    #[test]
    fn a_doubtful_move_gives_way_to_one_that_is_nearly_as_good_only() {
        let (usual, _) = play(&FEW, Knowledge::default());
        let doubtful = |points: &[Point]| Advice { doubtful: set(points), ..Advice::default() };
        assert_ne!(advised(&FEW, doubtful(&[usual])).0, usual);
        let stop = Point::new(9, 7);
        let (point, line) = advised(&FOUR, doubtful(&[stop]));
        assert_eq!((point, line.moves[0]), (stop, stop));
    }

    #[test]
    fn however_short_the_search_what_is_demanded_is_played() {
        let stop = Point::new(9, 7);
        let win = [(5, 7), (4, 7), (6, 7), (0, 0), (7, 7), (14, 0), (8, 7), (0, 14)];
        for stones in [FOUR.as_slice(), &win] {
            for advice in [
                avoiding(&[stop], -900),
                avoiding(&[Point::new(2, 2), stop], -900),
                Advice { doubtful: set(&[stop]), ..Advice::default() },
            ] {
                let knowledge = Knowledge { advice, book: None };
                let (answer, ..) = ask(&Task { knowledge, ..task(Goal::Move, stones) }, &nodes(1));
                assert_eq!(answer, Some(Answer::Moves(vec![stop])), "{advice:?}");
            }
        }
    }

    #[test]
    fn without_a_search_a_bad_move_is_played_where_it_is_the_only_one() {
        let stop = Point::new(9, 7);
        let knowledge = Knowledge { advice: avoiding(&[stop], -900), book: None };
        let watch = nodes(1);
        watch.stop();
        let (answer, _, _) = ask(&Task { knowledge, ..task(Goal::Move, &FOUR) }, &watch);
        assert_eq!(answer, Some(Answer::Moves(vec![stop])));
    }

    #[test]
    fn without_a_search_a_bad_answer_gives_way_to_another_one() {
        let watch = nodes(1);
        watch.stop();
        let answers = demanded(&task(Goal::Move, &THREE)).unwrap();
        let mut bad = Vec::new();
        for _ in 0..answers.iter().count() {
            let advice = Advice { avoid: set(&bad), doubtful: answers, ..Advice::default() };
            let knowledge = Knowledge { advice, book: None };
            let (answer, _, _) = ask(&Task { knowledge, ..task(Goal::Move, &THREE) }, &watch);
            let Some(Answer::Moves(moves)) = answer else { panic!("{answer:?}") };
            assert!(answers.contains(moves[0]) && !bad.contains(&moves[0]), "{moves:?}, {bad:?}");
            bad.push(moves[0]);
        }
        assert!(bad.len() > 1);
    }

    #[test]
    fn a_win_that_was_proven_is_played_if_a_search_confirms_it() {
        let claim = |point| Advice { winning: Some(point), ..Advice::default() };
        let win = Point::new(10, 7);
        let (point, line) = advised(&WON, claim(win));
        assert_eq!((point, line.score), (win, Score::win_in(3)));
        let (point, _) = advised(&FEW, claim(Point::new(0, 14)));
        assert_ne!(point, Point::new(0, 14), "it wins nothing");
    }

    #[test]
    fn the_book_comes_first_unless_its_move_is_known_to_be_bad() {
        let point = Point::new(2, 12);
        let reply = Reply { point, score: Score::from_points(5), depth: 30, nodes: 1 };
        let book = Some(reply);
        let (played, line) = play(&FEW, Knowledge { book, ..Knowledge::default() });
        assert_eq!((played, line.depth, line.score.points()), (point, 30, 5));
        let advice = avoiding(&[point], -500);
        assert_ne!(play(&FEW, Knowledge { book, advice }).0, point);
        let taken = Point::new(7, 7);
        let book = Some(Reply { point: taken, ..reply });
        assert_ne!(play(&FEW, Knowledge { book, ..Knowledge::default() }).0, taken);
    }

    #[test]
    fn a_book_is_no_match_for_a_search_that_is_longer() {
        let reply =
            Reply { point: Point::new(7, 7), score: Score::ZERO, depth: 20, nodes: 4_000_000 };
        let soft =
            |seconds| Limits { soft: Some(Duration::from_secs(seconds)), ..Limits::default() };
        let is_enough = |limits: Limits, threads| is_well_founded(&reply, &limits, threads);
        assert!(is_enough(soft(5), 1) && !is_enough(soft(6), 1) && !is_enough(soft(5), 2));
        assert!(!is_enough(Limits::default(), 1), "an endless search");
        let nodes = |nodes| Limits { nodes: Some(nodes), ..soft(60) };
        assert!(is_enough(nodes(2_000_000), 1) && !is_enough(nodes(2_000_001), 1));
        let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        assert!(is_enough(depth(19), 1) && !is_enough(depth(20), 1));
    }

    #[test]
    fn without_time_what_is_bad_is_avoided_all_the_same() {
        let still = |advice| {
            let watch = Watch::new(Instant::now(), Limits::default());
            watch.stop();
            let knowledge = Knowledge { advice, book: None };
            let task = Task { knowledge, ..task(Goal::Move, &FEW) };
            let (Some(Answer::Moves(moves)), ..) = ask(&task, &watch) else { panic!("no move") };
            moves[0]
        };
        let usual = still(Advice::default());
        assert_ne!(still(avoiding(&[usual], -500)), usual);
    }
}
