//! Fair positions: finds, among many candidates, the moves after which neither side is better.
//!
//! All candidates get a short search. The more even ones get a longer search, and so on until one
//! is left. The balance commands, which ask for one or two moves, use this. So do swap openings,
//! where the engine offers three stones, or two more, to an opponent who then chooses a colour.

use std::time::Duration;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::means::Means;
use super::task::{Answer, Task};
use crate::control::{Control, Part};
use crate::geometry::{Point, PointSet};
use crate::position::Position;
use crate::random::Generator;
use crate::score::Score;
use crate::search::Request;
use crate::search::report::{Outcome, Source, Variation};

/// Largest number of candidates of two or three moves. The sample is larger than can be searched
/// well in a short time; `affordable` cuts it.
const SAMPLES: usize = 96;
/// Each round keeps one candidate out of this many.
const KEEP: usize = 4;
/// The shortest search of a candidate that is worth its overhead.
const SHORTEST: Duration = Duration::from_millis(2);
/// The smallest node budget worth the overhead of a search.
const FEWEST: u64 = 20;
/// Side length, in points, of the square that holds the stones of a balanced opening.
const OPENING_SIDE: u8 = 7;
/// Largest distance of a new move from the stones.
const NEAR: u8 = 2;
/// Longest time for finding three stones.
const LONGEST_PROPOSAL: Duration = Duration::from_secs(3);

/// Searches a position within a part of the limits.
pub(super) type Search<'a> = dyn FnMut(&Position, Part, &mut Means<'_>) -> Outcome + 'a;

/// Moves, and how far their score is from the target.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The moves, in the order in which they are to be played.
    pub(super) moves: Vec<Point>,
    /// Distance of the score from the target, in points. `None` if there was no time to search the
    /// moves.
    pub(super) distance: Option<i32>,
    /// Nodes of all the searches for the moves.
    pub(super) nodes: u64,
}

impl Found {
    /// The sort key: smaller distances first, moves that were not searched last.
    fn rank(&self) -> (bool, Option<i32>) {
        (self.distance.is_none(), self.distance)
    }
}

/// Returns one move after which the side that made it stands `bias` points better.
pub(super) fn one_move(task: &Task, bias: i32, means: &mut Means<'_>) -> Option<Answer> {
    let candidates = single_moves(&task.position, &task.excluded, &mut task.rng());
    // After one move the score is from the opponent's view.
    let found = most_even(&task.position, candidates, bias.saturating_neg(), 1.0, means)?;
    Some(Answer::Moves(found.moves))
}

/// Returns two moves after which the side to move stands `bias` points better.
pub(super) fn two_moves(task: &Task, bias: i32, means: &mut Means<'_>) -> Option<Answer> {
    let candidates = pairs(&task.position, &task.excluded, &mut task.rng());
    let found = most_even(&task.position, candidates, bias, 1.0, means)?;
    Some(Answer::Moves(found.moves))
}

/// Returns the candidate after which the score for the side to move is nearest to `target` points.
///
/// Uses a `share` (of 1) of the control's limits. The last search may exceed the node limit as
/// every search may. If the search is stopped or the nodes are used up, returns the best candidate
/// searched in the current round, or else the best of the round before. Returns `None` only without
/// candidates.
pub(super) fn most_even(
    position: &Position,
    candidates: Vec<Vec<Point>>,
    target: i32,
    share: f64,
    means: &mut Means<'_>,
) -> Option<Found> {
    let mut search = |after: &Position, part: Part, means: &mut Means<'_>| {
        means.control.narrow(part);
        means.search_silently(after, &Request::default())
    };
    most_even_by(&mut search, position, candidates, target, share, means)
}

/// As [`most_even`], with the value of a position for the side to move from `search`, which keeps
/// within the part.
pub(super) fn most_even_by(
    search: &mut Search<'_>,
    position: &Position,
    mut candidates: Vec<Vec<Point>>,
    target: i32,
    share: f64,
    means: &mut Means<'_>,
) -> Option<Found> {
    candidates.truncate(affordable(candidates.len(), share, means.control));
    let share_of_round = share / f64::from(rounds(candidates.len()));
    let mut nodes = 0;
    let mut search_after = |moves: &[Point], share_of_candidate: f64| {
        // Read the limit again each time, because it may have been lowered.
        let limit = means.control.limits().nodes.map(|limit| (limit as f64 * share) as u64);
        let left = limit.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
        if means.control.is_stopped() || left == 0 {
            return None;
        }
        let mut after = position.clone();
        moves.iter().for_each(|&point| after.play(point));
        let share = share_of_round * share_of_candidate;
        let outcome = search(&after, Part::FromNow { share, nodes_most: left }, means);
        nodes += outcome.nodes;
        Some(outcome)
    };
    let (mut found, outcome) = narrow_down(candidates, target, &mut search_after)?;
    found.nodes = nodes;
    if let Some(outcome) = outcome {
        report_found(&found, &outcome, means);
    }
    means.control.narrow(Part::ALL);
    Some(found)
}

/// Returns how many of this number of candidates can be searched well enough for a comparison with
/// this `share` (of 1) of the limits; at least one.
fn affordable(candidates: usize, share: f64, control: &Control) -> usize {
    let rounds = rounds(candidates);
    let time = control.expected().mul_f64(share) / rounds;
    let by_time = (time.as_micros() / SHORTEST.as_micros()).min(1_000) as usize;
    let by_nodes = control.limits().nodes.map_or(usize::MAX, |nodes| {
        let nodes = (nodes as f64 * share) as u64 / u64::from(rounds);
        usize::try_from(nodes / FEWEST).unwrap_or(usize::MAX)
    });
    by_time.min(by_nodes).max(1)
}

/// Returns the candidate with the score nearest to `target`, and the outcome of its search in the
/// last round.
///
/// `search` searches the position after the moves of a candidate, with a share (of 1) of the round.
/// It returns `None` when it is stopped. Then the best known candidate is returned without an
/// outcome. Returns `None` only without candidates.
fn narrow_down(
    mut candidates: Vec<Vec<Point>>,
    target: i32,
    search: &mut dyn FnMut(&[Point], f64) -> Option<Outcome>,
) -> Option<(Found, Option<Outcome>)> {
    let mut best = Found { moves: candidates.first()?.clone(), distance: None, nodes: 0 };
    loop {
        let share = 1.0 / candidates.len() as f64;
        let mut searched: Vec<(Found, Outcome)> = Vec::with_capacity(candidates.len());
        for moves in candidates {
            let Some(outcome) = search(&moves, share) else {
                let known = searched.into_iter().map(|(found, _)| found);
                let known = known.filter(|found| found.distance.is_some());
                return Some((known.min_by_key(Found::rank).unwrap_or(best), None));
            };
            let distance = |score: Score| score.points().saturating_sub(target).saturating_abs();
            let distance = outcome.score().map(distance);
            searched.push((Found { moves, distance, nodes: 0 }, outcome));
        }
        searched.sort_by_key(|(found, _)| found.rank());
        if searched.len() == 1 {
            return searched.pop().map(|(found, outcome)| (found, Some(outcome)));
        }
        best = searched.first().map(|(found, _)| found.clone())?;
        searched.truncate(searched.len().div_ceil(KEEP));
        candidates = searched.into_iter().map(|(found, _)| found.moves).collect();
    }
}

/// Reports the moves found and the expected continuation as one line of play.
fn report_found(found: &Found, outcome: &Outcome, means: &mut Means<'_>) {
    let Some(rest) = outcome.lines.first() else { return };
    let added = found.moves.len();
    let line = Variation {
        score: if added.is_multiple_of(2) { rest.score } else { -rest.score },
        moves: found.moves.iter().chain(&rest.moves).copied().collect(),
        depth: rest.depth + added as u32,
        selective_depth: rest.selective_depth + added as u32,
        nodes: rest.nodes,
    };
    means.report_line(&line, Source::Search, found.nodes);
}

/// Returns every sensible single move, in random order, because there may be time for only some of
/// them.
pub(super) fn single_moves(
    position: &Position,
    excluded: &PointSet,
    rng: &mut Generator,
) -> Vec<Vec<Point>> {
    let mut candidates: Vec<Vec<Point>> =
        nearby(position, excluded).into_iter().map(|point| vec![point]).collect();
    candidates.shuffle(rng);
    candidates
}

/// Returns a sample of pairs of moves. The first move of a pair is never one of `excluded`.
pub(super) fn pairs(
    position: &Position,
    excluded: &PointSet,
    rng: &mut Generator,
) -> Vec<Vec<Point>> {
    let (firsts, seconds) = (nearby(position, excluded), nearby(position, &PointSet::EMPTY));
    sample(position, rng, |rng| Some(vec![*firsts.choose(rng)?, *seconds.choose(rng)?]))
}

/// Returns a sample of three stones near each other, anywhere on the board.
pub(super) fn triples(position: &Position, rng: &mut Generator) -> Vec<Vec<Point>> {
    let size = position.board().size();
    let points: Vec<Point> = position.board().empty_points().collect();
    sample(position, rng, |rng| {
        let corner =
            |side: u8, rng: &mut Generator| rng.random_range(0..=side.saturating_sub(OPENING_SIDE));
        let (left, top) = (corner(size.width(), rng), corner(size.height(), rng));
        let side = 0..OPENING_SIDE;
        let mut square: Vec<Point> = points
            .iter()
            .copied()
            .filter(|p| side.contains(&p.x().wrapping_sub(left)))
            .filter(|p| side.contains(&p.y().wrapping_sub(top)))
            .collect();
        Some(square.partial_shuffle(rng, 3).0.to_vec())
    })
}

/// Returns the share of the time that finding three stones is worth, at most one half.
pub(super) fn proposal_share(time: Duration) -> f64 {
    (LONGEST_PROPOSAL.as_secs_f64() / time.as_secs_f64().max(0.001)).min(0.5)
}

/// Returns the share of the limits that one decision about an opening is worth: all nodes, but a
/// few seconds at most.
pub(super) fn decision_share(control: &Control) -> f64 {
    let limits = control.limits();
    let is_by_nodes = limits.planned().is_none() && limits.nodes.is_some();
    if is_by_nodes { 1.0 } else { proposal_share(control.expected()) }
}

/// Returns the number of rounds that narrow `candidates` down to one, including the round with the
/// last one.
fn rounds(candidates: usize) -> u32 {
    let mut rest = candidates.max(1);
    let mut rounds = 1;
    while rest > 1 {
        rest = rest.div_ceil(KEEP);
        rounds += 1;
    }
    rounds
}

/// Returns different sound candidates out of those that `draw` produces.
fn sample(
    position: &Position,
    rng: &mut Generator,
    mut draw: impl FnMut(&mut Generator) -> Option<Vec<Point>>,
) -> Vec<Vec<Point>> {
    let mut candidates: Vec<Vec<Point>> = Vec::new();
    for _ in 0..2 * SAMPLES {
        let Some(moves) = draw(rng) else { break };
        if candidates.len() < SAMPLES && !candidates.contains(&moves) && is_sound(position, &moves)
        {
            candidates.push(moves);
        }
    }
    candidates
}

/// Whether the moves are on different empty points, none is a foul, and none ends the game.
fn is_sound(position: &Position, moves: &[Point]) -> bool {
    let mut position = position.clone();
    moves.iter().all(|&point| {
        if !position.board().is_empty(point) || position.is_forbidden(point) {
            return false;
        }
        let mover = position.board().to_move();
        position.play(point);
        !position.has_five(mover)
    })
}

/// Returns the points that can be played near the stones, or all playable points if none is near.
fn nearby(position: &Position, excluded: &PointSet) -> Vec<Point> {
    let board = position.board();
    let playable: Vec<Point> = board
        .empty_points()
        .filter(|&point| !excluded.contains(point) && is_sound(position, &[point]))
        .collect();
    let near: Vec<Point> = playable
        .iter()
        .copied()
        .filter(|point| board.stones().iter().any(|stone| stone.point.distance(*point) <= NEAR))
        .collect();
    if near.is_empty() { playable } else { near }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use rand::SeedableRng;

    use super::*;
    use crate::control::Limits;
    use crate::decide::tests::with_means;
    use crate::geometry::{BoardSize, Color};
    use crate::rule::Rule;
    use crate::search::NODE_OVERSHOOT;

    fn position(side: i64, moves: &[(u8, u8)]) -> Position {
        let mut position = Position::new(BoardSize::square(side).unwrap(), Rule::Standard);
        moves.iter().for_each(|&(x, y)| position.play(Point::new(x, y)));
        position
    }

    fn rng() -> Generator {
        Generator::seed_from_u64(1)
    }

    fn even(position: &Position, candidates: Vec<Vec<Point>>, control: &Control) -> Option<Found> {
        with_means(control, |means| most_even(position, candidates, 0, 1.0, means))
    }

    #[test]
    fn candidates_are_different_empty_points() {
        let position = position(15, &[(7, 7), (8, 8), (9, 7)]);
        for candidates in
            [pairs(&position, &PointSet::EMPTY, &mut rng()), triples(&position, &mut rng())]
        {
            assert!(candidates.len() > SAMPLES / 2);
            for moves in candidates {
                let different: PointSet = moves.iter().copied().collect();
                assert_eq!(different.len(), moves.len());
                assert!(moves.iter().all(|&point| position.board().is_empty(point)));
            }
        }
    }

    #[test]
    fn excluded_points_are_no_first_move() {
        let position = position(15, &[(7, 7)]);
        let excluded: PointSet = [Point::new(7, 8), Point::new(8, 8)].into_iter().collect();
        let single = single_moves(&position, &excluded, &mut rng());
        assert_eq!(single.len(), 22);
        for moves in single.iter().chain(&pairs(&position, &excluded, &mut rng())) {
            assert!(!excluded.contains(moves[0]));
        }
    }

    #[test]
    fn the_move_that_gives_the_game_away_is_not_even() {
        let mut position = position(15, &[(6, 7), (0, 0), (7, 7), (0, 4), (8, 7), (2, 2)]);
        position.set_to_move(Color::White);
        let candidates = vec![vec![Point::new(14, 14)], vec![Point::new(5, 7)]];
        let second = Duration::from_secs(1);
        let limits =
            Limits { soft: Some(second), hard: Some(second), nodes: Some(20_000), depth: Some(4) };
        let control = Control::new(Instant::now(), limits);
        let found = even(&position, candidates, &control).unwrap();
        assert_eq!(found.moves, [Point::new(5, 7)]);
    }

    #[test]
    fn a_stopped_search_takes_the_first_candidate() {
        let position = position(15, &[(7, 7)]);
        let control = Control::new(Instant::now(), Limits::default());
        control.stop();
        let candidates = vec![vec![Point::new(8, 8)], vec![Point::new(9, 9)]];
        assert_eq!(even(&position, candidates, &control).unwrap().moves, [Point::new(8, 8)]);
        assert!(even(&position, Vec::new(), &control).is_none());
    }

    #[test]
    fn the_searches_of_all_candidates_keep_the_node_limit() {
        let position = position(15, &[(7, 7), (8, 8), (6, 9), (9, 6)]);
        for nodes in [1, 2, 5, 19, 20, 41, 100, 333, 1_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            for candidates in [
                single_moves(&position, &PointSet::EMPTY, &mut rng()),
                pairs(&position, &PointSet::EMPTY, &mut rng()),
            ] {
                let control = Control::new(Instant::now(), limits);
                let found = even(&position, candidates, &control).unwrap();
                let most = nodes + NODE_OVERSHOOT;
                assert!(found.nodes <= most, "{} > {nodes}", found.nodes);
            }
        }
    }

    #[test]
    fn a_candidate_that_was_not_searched_has_no_distance() {
        let position = position(15, &[(7, 7)]);
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let control = Control::new(Instant::now(), limits);
        let candidates = single_moves(&position, &PointSet::EMPTY, &mut rng());
        let found = even(&position, candidates, &control).unwrap();
        assert_ne!(found.distance, Some(0), "nothing was searched, so nothing is even");
    }

    #[test]
    fn a_level_that_looks_at_few_nodes_looks_at_few_candidates_well() {
        // White's stones must be answered: a candidate far away from them loses at once.
        let stones = [(7, 7), (0, 0), (8, 8), (0, 1), (12, 3), (0, 2), (3, 12), (0, 3)];
        let mut position = position(15, &stones);
        position.set_to_move(Color::Black);
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        let control = Control::new(Instant::now(), limits);
        let mut candidates = vec![vec![Point::new(0, 4)]];
        candidates.extend((0..90).map(|n| vec![Point::new(4 + n % 10, 5 + n / 10)]));
        candidates.retain(|moves| position.board().is_empty(moves[0]));
        let found = even(&position, candidates, &control).unwrap();
        assert_eq!(found.moves, [Point::new(0, 4)]);
        assert!(found.distance.is_some());
    }

    #[test]
    fn a_search_stopped_in_the_first_round_takes_the_best_of_those_it_has_searched() {
        let [first, second, third] = [1, 2, 3].map(|x| vec![Point::new(x, 0)]);
        let candidates = vec![first, second.clone(), third];
        let mut scores = [-900, 40].into_iter();
        let mut search = |_: &[Point], _| {
            let line = Variation {
                score: Score::from_points(scores.next()?),
                moves: vec![Point::new(0, 0)],
                depth: 1,
                selective_depth: 1,
                nodes: 1,
            };
            Some(Outcome { lines: vec![line], ..Outcome::default() })
        };
        let (found, outcome) = narrow_down(candidates, 0, &mut search).unwrap();
        assert_eq!((found.moves, found.distance), (second, Some(40)));
        assert!(outcome.is_none());
    }

    #[test]
    fn rounds_lead_to_one_candidate() {
        assert_eq!([0, 1, 2, 4, 5, 16, 96].map(rounds), [1, 1, 2, 2, 3, 3, 5]);
    }
}
