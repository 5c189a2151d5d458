//! Moves chosen by what games have taught about the position, each confirmed by a search.

use super::means::Means;
use super::task::{Answer, Task};
use crate::control::Part;
use crate::geometry::{Point, PointSet};
use crate::learning::advice::Advice;
use crate::score::Score;
use crate::search::Request;
use crate::search::report::{Outcome, Source, Variation};
use crate::threat::{Situation, assess};

/// Share of the time and nodes for confirming a win that was proven once.
const CONFIRM_SHARE: f64 = 0.5;
/// Share of the time and nodes for the search among the moves that are not known to be bad, if some
/// of them are doubtful.
const FIRST_SHARE: f64 = 0.6;
/// How much lower the chance of winning may be after another move than after a doubtful one;
/// reasoned.
const MARGIN: f64 = 0.1;

/// Returns the move that the advice leads to, confirmed by a search. `None` if there is no advice
/// or no time.
pub(super) fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    if task.advice.is_empty() || means.control.is_stopped() {
        return None;
    }
    let mut nodes = 0;
    if let Some(point) = task.advice.winning.filter(|&point| !task.excluded.contains(point)) {
        means.control.narrow(Part::from_now(CONFIRM_SHARE));
        let reply = after(task, point, means);
        if let Some(lost) = reply.lines.first().filter(|line| line.score.is_loss()) {
            let moves = [&[point], &lost.moves[..]].concat();
            let plies = lost.score.plies_to_end().map_or(0, i32::unsigned_abs);
            let win = line(Score::win_in(plies as usize + 1), moves, plies + 1);
            means.report_line(&win, Source::Search, reply.nodes);
            return Some(Answer::one(point));
        }
        nodes += reply.nodes;
        means.control.narrow(Part::Rest { spent: nodes });
    }
    avoiding(task, nodes, means).map(Answer::one)
}

/// Returns the moves to leave out: the excluded moves and the bad ones. If that leaves no move that
/// meets what the position demands, the bad ones are not left out.
pub(super) fn left_out(task: &Task) -> PointSet {
    let all = task.excluded.union(&task.advice.avoid);
    if leaves_any(demanded(task).as_ref(), &all) { all } else { task.excluded }
}

/// Returns the best move that is not known to be bad, unless all such moves lose. If it is
/// doubtful, returns another move that is nearly as good, if there is one.
fn avoiding(task: &Task, mut nodes: u64, means: &mut Means<'_>) -> Option<Point> {
    let Advice { avoid, doubtful, least_bad, .. } = task.advice;
    let excluded = task.excluded.union(&avoid);
    let known = least_bad.filter(|(point, _)| !task.excluded.contains(*point));
    let demanded = demanded(task);
    if !leaves_any(demanded.as_ref(), &excluded) {
        // A search may be too short to see that everything else loses.
        let is_demanded = |point| demanded.is_some_and(|moves| moves.contains(point));
        let Some((point, score)) = known.filter(|&(point, _)| is_demanded(point)) else {
            return search(task, task.excluded, means).best_move;
        };
        means.report_line(&line(score, vec![point], 1), Source::Games, nodes);
        return Some(point);
    }
    if !doubtful.is_empty() {
        means.control.narrow(Part::UpTo { share: FIRST_SHARE, spent: nodes });
    }
    let outcome = search(task, excluded, means);
    nodes += outcome.nodes;
    let best = outcome.best_move?;
    let is_worse = |than: Score| {
        outcome.score().is_some_and(|score| score <= Score::presumed_loss(0) && score < than)
    };
    if let Some((point, score)) =
        known.filter(|&(_, score)| is_worse(score) || avoid.contains(best))
    {
        means.report_line(&line(score, vec![point], 1), Source::Games, nodes);
        return Some(point);
    }
    let others = excluded.union(&doubtful);
    if !doubtful.contains(best) || !leaves_any(demanded.as_ref(), &others) {
        return Some(best);
    }
    means.control.narrow(Part::Rest { spent: nodes });
    let other = search(task, others, means);
    let is_as_good = other.score().zip(outcome.score()).is_some_and(|(other, best)| {
        !other.is_loss() && other.win_rate() + MARGIN >= best.win_rate()
    });
    let point = other.best_move.filter(|&point| is_as_good && !doubtful.contains(point));
    if point.is_none() {
        // The last line reported belongs to another move, so report the best one again.
        let best = outcome.lines.first();
        best.into_iter().for_each(|line| means.report_line(line, Source::Search, nodes));
    }
    point.or(Some(best))
}

/// Returns the moves that the position demands, as far as the shapes show: the move that wins, or
/// the moves that answer a threat. `None` if it demands none.
fn demanded(task: &Task) -> Option<PointSet> {
    let situation = assess(&mut task.position.clone());
    if let Situation::Won { best, .. } = situation {
        return Some([best].into_iter().collect());
    }
    let is_allowed = |&point: &Point| !task.position.is_forbidden(point);
    Some(situation.moves()?.iter().filter(is_allowed).collect())
}

/// Whether the excluded moves leave at least one demanded move. True if nothing is demanded.
fn leaves_any(demanded: Option<&PointSet>, excluded: &PointSet) -> bool {
    demanded.is_none_or(|moves| moves.iter().any(|point| !excluded.contains(point)))
}

/// Searches the position after a move, without a report.
fn after(task: &Task, point: Point, means: &mut Means<'_>) -> Outcome {
    let mut position = task.position.clone();
    position.play(point);
    means.search_silently(&position, &Request::default())
}

fn search(task: &Task, excluded: PointSet, means: &mut Means<'_>) -> Outcome {
    means.search(&task.position, &Request { lines: 1, excluded })
}

fn line(score: Score, moves: Vec<Point>, depth: u32) -> Variation {
    Variation { score, moves, depth, selective_depth: depth, nodes: 0 }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::control::{Control, Limits};
    use crate::decide::task::Goal;
    use crate::decide::tests::{ask, nodes, task};

    const FEW: [(u8, u8); 3] = [(7, 7), (8, 8), (7, 9)];
    /// White has to stop Black's open three.
    const THREE: [(u8, u8); 5] = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7)];
    /// Black has an open three and is to move.
    const WON: [(u8, u8); 6] = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)];

    /// White has to stop Black's four, which is closed at one end.
    const FOUR: [(u8, u8); 7] = [(5, 7), (4, 7), (6, 7), (0, 0), (7, 7), (14, 0), (8, 7)];

    /// Returns the move played, and the line that was reported last.
    fn play(stones: &[(u8, u8)], advice: Advice) -> (Point, Variation) {
        let task = Task { advice, ..task(Goal::Move, stones) };
        let (answer, _, lines) = ask(&task, &nodes(10_000));
        let Some(Answer::Moves(moves)) = answer else { panic!("{answer:?}") };
        (moves[0], lines.last().expect("a line").clone())
    }

    fn advised(stones: &[(u8, u8)], advice: Advice) -> (Point, Variation) {
        play(stones, advice)
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
        let (usual, _) = play(&FEW, Advice::default());
        let (other, line) = advised(&FEW, avoiding(&[usual], -500));
        assert_ne!(other, usual);
        assert_eq!(line.moves[0], other);
    }

    #[test]
    fn a_bad_move_is_played_if_all_others_lose() {
        // Every move that stops the three is known to be bad, but not to lose.
        let mut stops = vec![play(&THREE, Advice::default()).0];
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
        let (usual, _) = play(&FEW, Advice::default());
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
                let (answer, ..) = ask(&Task { advice, ..task(Goal::Move, stones) }, &nodes(1));
                assert_eq!(answer, Some(Answer::Moves(vec![stop])), "{advice:?}");
            }
        }
    }

    #[test]
    fn without_a_search_a_bad_move_is_played_where_it_is_the_only_one() {
        let stop = Point::new(9, 7);
        let advice = avoiding(&[stop], -900);
        let control = nodes(1);
        control.stop();
        let (answer, _, _) = ask(&Task { advice, ..task(Goal::Move, &FOUR) }, &control);
        assert_eq!(answer, Some(Answer::Moves(vec![stop])));
    }

    #[test]
    fn without_a_search_a_bad_answer_gives_way_to_another_one() {
        let control = nodes(1);
        control.stop();
        let answers = demanded(&task(Goal::Move, &THREE)).unwrap();
        let mut bad = Vec::new();
        for _ in 0..answers.iter().count() {
            let advice = Advice { avoid: set(&bad), doubtful: answers, ..Advice::default() };
            let (answer, _, _) = ask(&Task { advice, ..task(Goal::Move, &THREE) }, &control);
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
    fn without_time_what_is_bad_is_avoided_all_the_same() {
        let still = |advice| {
            let control = Control::new(Instant::now(), Limits::default());
            control.stop();
            let task = Task { advice, ..task(Goal::Move, &FEW) };
            let (Some(Answer::Moves(moves)), ..) = ask(&task, &control) else { panic!("no move") };
            moves[0]
        };
        let usual = still(Advice::default());
        assert_ne!(still(avoiding(&[usual], -500)), usual);
    }
}
