//! Variety against people: now and then a move that is about as good as the best one.
//!
//! A person who has found one win against a program that always plays the same moves can repeat it
//! every day. So against people the engine draws a move from those that are worth nearly as much as
//! the best one. Finding them takes a search for several lines. That search is cheap, because the
//! table is full of what the search for the best move has found. A drawn move must then hold up in
//! a search of its own.

use rand::seq::IndexedRandom;

use super::means::Means;
use super::task::{Answer, Goal, Task};
use crate::control::Part;
use crate::geometry::Point;
use crate::random::Generator;
use crate::score::Score;
use crate::search::Request;
use crate::search::report::{Source, Variation};
use crate::threat::{Situation, assess};

/// Number of lines that are compared.
const LINES: usize = 4;
/// How much lower than after the best move the chance of winning may be; reasoned.
const MARGIN: f64 = 0.03;
/// How much lower it may be after the search of the drawn move, which is deeper.
const MARGIN_OF_PROOF: f64 = 0.05;
/// Chances of winning at which a choice is open. Outside this range, only the best move may win or
/// survive.
const OPEN: std::ops::Range<f64> = 0.15..0.85;
/// Share of the time and nodes for comparing the lines.
const COMPARISON_SHARE: f64 = 0.12;
/// Share of the time and nodes for the search of the drawn move.
const PROOF_SHARE: f64 = 0.08;
/// Lines are no basis for a choice if the best one is more than this many times as deep; reasoned.
const DEEPER_MOST: u32 = 2;

/// Returns a move that is worth nearly as much as the best one, or the best one itself. `None` if
/// the position leaves no choice, or if games have taught something about it.
pub(super) fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    // A task that looks for a forced win leaves no time for this.
    if !task.is_varied || task.goal != Goal::Move || !task.advice.is_empty() {
        return None;
    }
    let is_free = assess(&mut task.position.clone()) == Situation::Free;
    if !is_free || task.position.ending().is_some() {
        return None;
    }
    choose(task, means).map(Answer::one)
}

fn choose(task: &Task, means: &mut Means<'_>) -> Option<Point> {
    means.control.narrow(Part::Share(1.0 - (COMPARISON_SHARE + PROOF_SHARE)));
    let outcome = means.search(&task.position, &task.request(1));
    let Some(best) = outcome.lines.first().filter(|best| is_open(best.score)).cloned() else {
        return outcome.best_move;
    };

    means.control.narrow(Part::UpTo { share: 1.0 - PROOF_SHARE, spent: outcome.nodes });
    let compared = means.search_silently(&task.position, &task.request(LINES));
    let nodes = outcome.nodes + compared.nodes;
    let line = draw(&best, &compared.lines, &mut task.rng());
    if line.moves[0] == best.moves[0] || !stands(task, line, best.score, nodes, means) {
        return outcome.best_move;
    }
    means.report_line(line, Source::Search, nodes);
    line.moves.first().copied()
}

/// Draws one of the `lines` that are as good as the best one. The best one always takes part.
fn draw<'a>(best: &'a Variation, lines: &'a [Variation], rng: &mut Generator) -> &'a Variation {
    let top = lines.iter().map(|line| line.score).fold(best.score, Score::max);
    let is_good = |line: &&Variation| {
        line.depth * DEEPER_MOST >= best.depth
            && is_open(line.score)
            && top.win_rate() - line.score.win_rate() <= MARGIN
    };
    let others = lines.iter().filter(|line| line.moves[0] != best.moves[0]).filter(is_good);
    let good: Vec<&Variation> = std::iter::once(best).chain(others).collect();
    good.choose(rng).copied().unwrap_or(best)
}

/// Whether a search after the line's first move finds it worth nearly as much as the best move.
fn stands(task: &Task, line: &Variation, best: Score, nodes: u64, means: &mut Means<'_>) -> bool {
    means.control.narrow(Part::UpTo { share: 1.0, spent: nodes });
    if means.control.must_stop(0) {
        return false;
    }
    let mut after = task.position.clone();
    after.play(line.moves[0]);
    let reply = means.search_silently(&after, &Request::default());
    reply.lines.first().is_some_and(|reply| {
        reply.depth * DEEPER_MOST >= line.depth
            && best.win_rate() - (-reply.score).win_rate() <= MARGIN_OF_PROOF
    })
}

fn is_open(score: Score) -> bool {
    !score.is_proven() && OPEN.contains(&score.win_rate())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;
    use crate::decide::tests::{ask, nodes, task, with_means};

    /// White to move has several moves that are nearly equally good.
    const FEW: [(u8, u8); 3] = [(7, 7), (8, 8), (6, 6)];

    /// Returns the move played with a seed, and the move reported last.
    fn play(stones: &[(u8, u8)], is_varied: bool, seed: u64) -> (Point, Option<Point>) {
        let task = Task { seed, is_varied, ..task(Goal::Move, stones) };
        let (answer, _, lines) = ask(&task, &nodes(20_000));
        let Some(Answer::Moves(moves)) = answer else { panic!("{answer:?}") };
        (moves[0], lines.last().and_then(|line| line.moves.first().copied()))
    }

    /// Returns the moves played with seeds 0 to `seeds` - 1.
    fn plays(stones: &[(u8, u8)], is_varied: bool, seeds: u64) -> Vec<Point> {
        (0..seeds).map(|seed| play(stones, is_varied, seed).0).collect()
    }

    fn different(moves: Vec<Point>) -> usize {
        moves.into_iter().collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn people_meet_several_moves_and_programs_one() {
        assert!(different(plays(&FEW, true, 12)) > 1);
        assert_eq!(different(plays(&FEW, false, 4)), 1);
    }

    #[test]
    fn a_move_that_is_drawn_is_reported() {
        let (best, _) = play(&FEW, false, 0);
        let drawn: Vec<_> =
            (0..12).map(|seed| play(&FEW, true, seed)).filter(|play| play.0 != best).collect();
        assert!(!drawn.is_empty());
        assert!(drawn.iter().all(|&(point, reported)| reported == Some(point)), "{drawn:?}");
    }

    #[test]
    fn a_seed_says_which() {
        assert_eq!(plays(&FEW, true, 8), plays(&FEW, true, 8));
    }

    #[test]
    fn what_is_won_or_forced_is_played_as_ever() {
        let three = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)];
        let twos = [(7, 5), (0, 14), (7, 6), (3, 0), (5, 7), (11, 0), (6, 7), (14, 14)];
        for stones in [&three[..], &three[..5], &twos] {
            assert_eq!(different(plays(stones, true, 8)), 1, "{stones:?}");
        }
    }

    fn line(x: u8, score: Score, depth: u32) -> Variation {
        Variation { score, moves: vec![Point::new(x, 0)], depth, selective_depth: depth, nodes: 0 }
    }

    #[test]
    fn only_what_is_nearly_as_good_is_drawn() {
        let points = Score::from_points;
        let best = line(1, points(50), 12);
        let lines = [
            line(1, points(40), 10),
            line(2, points(35), 10),
            line(3, points(-5), 10),
            line(4, points(50), 5),
            line(5, Score::loss_in(8), 10),
        ];
        let drawn: BTreeSet<u8> = (0..100)
            .map(|seed| draw(&best, &lines, &mut Generator::seed_from_u64(seed)).moves[0].x())
            .collect();
        assert_eq!(drawn, BTreeSet::from([1, 2]));
    }

    #[test]
    fn a_move_that_loses_does_not_stand() {
        let stands = |stones: &[(u8, u8)], (x, y), best| {
            let line = Variation { moves: vec![Point::new(x, y)], ..line(0, Score::ZERO, 1) };
            let task = task(Goal::Move, stones);
            with_means(&nodes(10_000), |means| super::stands(&task, &line, best, 0, means))
        };
        assert!(stands(&[(7, 7), (8, 8), (7, 9)], (6, 9), Score::from_points(-250)));
        // Black has three in a row, and White plays elsewhere.
        let three = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7)];
        assert!(!stands(&three, (3, 12), Score::from_points(-250)));
    }
}
