//! The steps of an opening rule: what to propose, which colour to take, how many fifth stones to
//! declare, which ones to offer and which one to keep.
//!
//! The one idea: a position in which Black will have to offer `n` fifth stones is worth what it is
//! worth after the `n`-th best of them, since White keeps the worst. With that value, a proposal is
//! right if it is near 0, and a swap if it is below 0. At every question about a swap the one who
//! is asked holds the side to move.

use rand::Rng;
use rand::seq::SliceRandom;

use super::balance;
use super::means::Means;
use super::swap;
use super::task::{Answer, Task};
use crate::control::Part;
use crate::geometry::{Point, PointSet};
use crate::opening::{Choice, NamedOpening, Opening, OpeningRule, Step, StoneSymmetries};
use crate::position::Position;
use crate::score::Score;
use crate::search::report::{Line, Outcome};
use crate::search::{Request, static_move};

/// Number of the 26 openings that are compared for a proposal, drawn anew each time for variety.
const OPENINGS: usize = 13;
/// Range of the numbers of fifth stones that a Yamaguchi opening is chosen for.
const YAMAGUCHI_OFFERS: std::ops::RangeInclusive<usize> = 2..=5;
/// Number of fourth stones that are compared by the fifth stones that follow.
const FOURTHS: usize = 6;
/// Share of the time for finding fourth stones, of that for choosing one.
const FOURTHS_SHARE: f64 = 0.3;

/// Returns the next step of the opening, within a few seconds however much time there is.
///
/// If nothing better is known, it is the first step that is legal. So it is, too, if the task is
/// about another position than the opening.
pub(super) fn answer(task: &Task, opening: &Opening, means: &mut Means<'_>) -> Option<Answer> {
    let stones = task.position.board().stones().iter().map(|stone| stone.point);
    let is_about_it = task.position.size() == opening.size() && stones.eq(opening.stones());
    let step = if is_about_it { step(task, opening, means) } else { None };
    let step = step.filter(|step| opening.check(step).is_ok());
    step.or_else(|| opening.first_step()).map(Answer::Step)
}

fn step(task: &Task, opening: &Opening, means: &mut Means<'_>) -> Option<Step> {
    let share = balance::decision_share(means.control);
    match opening.turn()?.choices[..] {
        [Choice::Place(areas)] => {
            let legal = opening.points(Choice::Place(areas), 0);
            let moves = match areas.len() {
                1 => one_stone(task, opening, &legal, share, means),
                _ if legal.len() == 1 => named(task, opening, share, means),
                _ => {
                    let candidates = balance::triples(&task.position, &mut task.rng());
                    even(task, candidates, share, means)
                }
            };
            moves.map(Step::Stones)
        }
        [Choice::Swap, Choice::Stay] => {
            let value = value(task, opening, share, means);
            Some(if value < Score::ZERO { Step::Swap } else { Step::Stay })
        }
        [Choice::Swap, Choice::Stay, Choice::Place(areas)] => {
            Some(match swap::choose(task, means)? {
                Answer::Swap => Step::Swap,
                Answer::Moves(moves) if moves.len() == areas.len() => Step::Stones(moves),
                Answer::Moves(_) | Answer::Step(_) => Step::Stay,
            })
        }
        [Choice::Swap, Choice::Stay, Choice::Offer(count)] => {
            Some(one_or_many(task, opening, count, share, means))
        }
        [Choice::Count(most)] => Some(Step::Count(count(task, opening, most, share, means))),
        [Choice::Offer(count)] => {
            let lines = fifths(&task.position, count, Part::from_now(share), means).0;
            Some(Step::Stones(offers(task, opening, &lines, count, means)))
        }
        [Choice::Choose] => {
            choose(task, opening, share, means).map(|point| Step::Stones(vec![point]))
        }
        _ => None,
    }
}

/// Returns a single stone out of the legal points.
fn one_stone(
    task: &Task,
    opening: &Opening,
    legal: &PointSet,
    share: f64,
    means: &mut Means<'_>,
) -> Option<Vec<Point>> {
    if legal.len() == 1 {
        return legal.first().map(|point| vec![point]);
    }
    let illegal = task.position.size().points().filter(|&point| !legal.contains(point)).collect();
    if opening.leads_to_swap() {
        let candidates = balance::single_moves(&task.position, &illegal, &mut task.rng());
        return even(task, candidates, share, means);
    }
    if let Some(offers) = opening.offers_ahead() {
        return fourth(task, offers, share, means).map(|point| vec![point]);
    }
    means.control.narrow(Part::from_now(share));
    let request = Request { lines: 1, excluded: illegal };
    let best = means.search(&task.position, &request).best_move.filter(|&p| legal.contains(p));
    best.or_else(|| static_move(&task.position, &illegal)).map(|point| vec![point])
}

/// Returns the candidate that makes the position even, for an ordinary game to follow.
fn even(
    task: &Task,
    candidates: Vec<Vec<Point>>,
    share: f64,
    means: &mut Means<'_>,
) -> Option<Vec<Point>> {
    Some(balance::most_even(&task.position, candidates, 0, share, means)?.moves)
}

/// Returns one of the 26 openings that is even under the rule.
fn named(task: &Task, opening: &Opening, share: f64, means: &mut Means<'_>) -> Option<Vec<Point>> {
    let mut rng = task.rng();
    let mut all = NamedOpening::ALL;
    let (chosen, _) = all.partial_shuffle(&mut rng, OPENINGS);
    let mut candidates = Vec::with_capacity(chosen.len());
    for named in chosen {
        let mut images = named.images(opening.size());
        images.shuffle(&mut rng);
        candidates.extend(images.first().map(|stones| stones.to_vec()));
    }
    let offers = match opening.rule() {
        OpeningRule::Yamaguchi => rng.random_range(YAMAGUCHI_OFFERS),
        // With Soosõrv White declares the number afterwards, and 1 is the simplest.
        _ => opening.offers_ahead().unwrap_or(1),
    };
    let mut search = |after: &Position, part: Part, means: &mut Means<'_>| {
        after_best_fourth(after, offers, part, means)
    };
    let position = &task.position;
    Some(balance::most_even_by(&mut search, position, candidates, 0, share, means)?.moves)
}

/// Returns White's fourth stone that leaves Black the worst if Black has to offer this number of
/// fifth stones.
fn fourth(task: &Task, offers: usize, share: f64, means: &mut Means<'_>) -> Option<Point> {
    means.control.narrow(Part::from_now(share * FOURTHS_SHARE));
    let outcome = means.search(&task.position, &task.request(FOURTHS));
    let share = share * (1.0 - FOURTHS_SHARE) / outcome.lines.len().max(1) as f64;
    let mut best: Option<(Score, Point)> = None;
    for &point in outcome.lines.iter().filter_map(|line| line.moves.first()) {
        let mut after = task.position.clone();
        after.play(point);
        let (lines, _) = fifths(&after, offers, Part::from_now(share), means);
        // Fewer lines than stones means that there was no time to compare.
        let Some(line) = lines.get(offers - 1) else { break };
        if best.is_none_or(|(score, _)| line.score < score) {
            best = Some((line.score, point));
        }
    }
    best.map(|(_, point)| point).or(outcome.best_move)
}

/// Returns the value of the position for the side to move, under the rest of the rule.
fn value(task: &Task, opening: &Opening, share: f64, means: &mut Means<'_>) -> Score {
    let position = &task.position;
    let part = Part::from_now(share);
    let known = match opening.offers_ahead() {
        Some(offers) if opening.stones().count() == 4 => {
            fifths(position, offers, part, means).0.last().map(|line| line.score)
        }
        Some(offers) => after_best_fourth(position, offers, part, means).score(),
        None => {
            means.control.narrow(part);
            means.search(position, &task.request(1)).score()
        }
    };
    known.unwrap_or_else(|| means.searcher.static_score(position))
}

/// Chooses between a single fifth stone with swaps and this number of them on offer.
///
/// With a single one the player who places it can make the position even, unless all fifth stones
/// leave Black worse. So the offer is right if Black stands better even after the last of the
/// stones, and a swap if Black stands worse even after the best.
fn one_or_many(
    task: &Task,
    opening: &Opening,
    count: usize,
    share: f64,
    means: &mut Means<'_>,
) -> Step {
    let (lines, _) = fifths(&task.position, count, Part::from_now(share), means);
    let best = lines.first().map(|line| line.score);
    let best = best.unwrap_or_else(|| means.searcher.static_score(&task.position));
    if best < Score::ZERO {
        return Step::Swap;
    }
    match lines.get(count - 1) {
        Some(last) if last.score > Score::ZERO => {
            Step::Stones(offers(task, opening, &lines, count, means))
        }
        _ => Step::Stay,
    }
}

/// Returns the number of fifth stones, at most `most`, with which the position is nearest to even.
fn count(task: &Task, opening: &Opening, most: usize, share: f64, means: &mut Means<'_>) -> usize {
    let mut position = task.position.clone();
    let mut rest = share;
    if opening.stones().count() == 3 {
        means.control.narrow(Part::from_now(share * FOURTHS_SHARE));
        let Some(point) = means.search_silently(&position, &task.request(1)).best_move else {
            return 1;
        };
        position.play(point);
        rest = share * (1.0 - FOURTHS_SHARE);
    }
    let (lines, _) = fifths(&position, most, Part::from_now(rest), means);
    let distance = |line: &&Line| line.score.points().abs();
    let even = lines.iter().enumerate().min_by_key(|(_, line)| distance(line));
    even.map_or(1, |(index, _)| index + 1)
}

/// Returns the fifth stones to offer: those of the lines, then those that look best.
fn offers(
    task: &Task,
    opening: &Opening,
    lines: &[Line],
    count: usize,
    means: &mut Means<'_>,
) -> Vec<Point> {
    let empty: PointSet = task.position.board().empty_points().collect();
    let mut appeals = means.searcher.appeals(&task.position, &empty);
    appeals.sort_by_key(|&(point, appeal)| (std::cmp::Reverse(appeal), point));
    let searched = lines.iter().filter_map(|line| line.moves.first().copied());
    let candidates = searched.chain(appeals.into_iter().map(|(point, _)| point));
    opening.symmetries().different(candidates.chain(empty.iter()), count)
}

/// Returns the fifth stone on offer that is the worst for Black.
fn choose(task: &Task, opening: &Opening, share: f64, means: &mut Means<'_>) -> Option<Point> {
    let offers = opening.offers();
    let excluded = task.position.board().empty_points().filter(|&p| !offers.contains(p)).collect();
    means.control.narrow(Part::from_now(share));
    let request = Request { lines: offers.len(), excluded };
    let outcome = means.search(&task.position, &request);
    let searched: PointSet =
        outcome.lines.iter().filter_map(|line| line.moves.first().copied()).collect();
    // The best lines are searched first, so a stone without a line is worse than those with one.
    let mut unsearched = means.searcher.appeals(&task.position, &offers.difference(&searched));
    unsearched.sort_by_key(|&(point, appeal)| (appeal, point));
    let worst = unsearched.first().map(|&(point, _)| point);
    worst.or_else(|| outcome.lines.last()?.moves.first().copied())
}

/// Searches for White's best fourth stone and then for the fifth stone that is left if Black offers
/// `offers` of them. The outcome has White's score and the line of both stones.
fn after_best_fourth(
    position: &Position,
    offers: usize,
    part: Part,
    means: &mut Means<'_>,
) -> Outcome {
    means.control.narrow(scaled(part, FOURTHS_SHARE));
    let outcome = means.search_silently(position, &Request::default());
    // One stone alone is Black's best one, which the search has already seen.
    let Some(point) = outcome.best_move.filter(|_| offers > 1) else { return outcome };
    let mut after = position.clone();
    after.play(point);
    let (lines, nodes) = fifths(&after, offers, scaled(part, 1.0 - FOURTHS_SHARE), means);
    let nodes = outcome.nodes + nodes;
    let Some(line) = lines.into_iter().last() else { return Outcome { nodes, ..outcome } };
    let line = Line {
        score: -line.score,
        moves: std::iter::once(point).chain(line.moves.iter().copied()).collect(),
        depth: line.depth + 1,
        selective_depth: line.selective_depth + 1,
        nodes: line.nodes,
    };
    Outcome { lines: vec![line], nodes, ..outcome }
}

/// Searches for the `count` best fifth stones, none of which is the image of another. Returns their
/// lines, the best one first, and the nodes. There are fewer lines if the time is short.
fn fifths(
    position: &Position,
    count: usize,
    part: Part,
    means: &mut Means<'_>,
) -> (Vec<Line>, u64) {
    means.control.narrow(part);
    let symmetries = StoneSymmetries::of(position);
    let lines = (count * symmetries.count()).min(position.board().empty_count());
    let outcome = means.search_silently(position, &Request { lines, ..Request::default() });
    let firsts = outcome.lines.iter().filter_map(|line| line.moves.first().copied());
    let different = symmetries.different(firsts, count);
    let is_kept = |line: &Line| line.moves.first().is_some_and(|point| different.contains(point));
    (outcome.lines.into_iter().filter(is_kept).collect(), outcome.nodes)
}

/// Returns a share of a part that is counted from now.
fn scaled(part: Part, factor: f64) -> Part {
    match part {
        Part::FromNow { share, nodes_most } => Part::FromNow {
            share: share * factor,
            nodes_most: if nodes_most == u64::MAX {
                nodes_most
            } else {
                (nodes_most as f64 * factor) as u64 + 1
            },
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::control::{Control, Limits};
    use crate::decide::task::Goal;
    use crate::decide::tests::{ask, nodes};
    use crate::geometry::BoardSize;
    use crate::rule::Rule;

    fn opening(rule: OpeningRule, steps: &[&str]) -> Opening {
        let size = BoardSize::square(15).unwrap();
        let mut opening = Opening::new(rule, size).unwrap();
        for text in steps {
            opening.apply(&Step::parse(text, size).unwrap()).unwrap();
        }
        opening
    }

    fn answered(opening: &Opening, seed: u64, control: &Control) -> String {
        let position = opening.position(Rule::Renju);
        let task = Task { seed, ..Task::new(position, Goal::Opening(*opening)) };
        match ask(&task, control).0 {
            Some(Answer::Step(step)) => step.text(opening.size()),
            other => panic!("{other:?}"),
        }
    }

    fn decided(rule: OpeningRule, steps: &[&str]) -> String {
        answered(&opening(rule, steps), 1, &nodes(3_000))
    }

    #[test]
    fn of_the_fifth_stones_the_worst_for_black_stays() {
        let offered = ["h8 h9 i9", "stay", "h10", "g8 a1"];
        assert_eq!(decided(OpeningRule::Rif, &offered), "a1");
    }

    #[test]
    fn black_is_kept_and_many_stones_are_offered_where_black_is_strong() {
        // White's fourth stone is far away.
        let far = ["h8 h9 i9", "stay", "a1"];
        assert_eq!(decided(OpeningRule::Soosorv8, &[&far[..], &["count 1"]].concat()), "stay");
        let steps = ["h8", "stay", "h9", "stay", "i9", "stay", "e5"];
        let many = decided(OpeningRule::Taraguchi10, &steps);
        assert_eq!(many.split(' ').count(), 10, "{many}");
    }

    #[test]
    fn white_is_given_up_where_black_wins() {
        // The first black stones of a four, in swap2, with White's stone far away.
        let strong = opening(OpeningRule::Swap, &["h8 a15 i8"]);
        assert_eq!(answered(&strong, 1, &nodes(3_000)), "swap");
    }

    #[test]
    fn more_fifth_stones_are_declared_where_black_is_stronger() {
        let count = |steps: &[&str]| {
            let text = decided(OpeningRule::Soosorv8, steps);
            text.strip_prefix("count ").unwrap().parse::<usize>().unwrap()
        };
        let strong = count(&["h8 h9 i9", "stay", "a1"]);
        assert!(strong > 4, "{strong}");
    }

    #[test]
    fn a_stopped_search_makes_legal_steps_to_the_end() {
        for rule in OpeningRule::ALL {
            let mut opening = opening(rule, &[]);
            while !opening.is_over() {
                let control = Control::new(Instant::now(), Limits::default());
                control.stop();
                let text = answered(&opening, 3, &control);
                opening.apply(&Step::parse(&text, opening.size()).unwrap()).unwrap();
            }
        }
    }

    #[test]
    fn a_task_about_another_position_gets_a_legal_step() {
        let opening = opening(OpeningRule::Rif, &[]);
        let mut position = opening.position(Rule::Renju);
        position.play(opening.size().center());
        let task = Task::new(position, Goal::Opening(opening));
        let Some(Answer::Step(step)) = ask(&task, &nodes(500)).0 else { panic!("a step") };
        assert_eq!(opening.check(&step), Ok(()));
    }

    #[test]
    fn proposals_differ_by_the_seed_and_repeat_with_it() {
        let start = opening(OpeningRule::Rif, &[]);
        let proposal = |seed| answered(&start, seed, &nodes(600));
        assert_eq!(proposal(1), proposal(1));
        assert!((2..8).any(|seed| proposal(seed) != proposal(1)));
    }
}
