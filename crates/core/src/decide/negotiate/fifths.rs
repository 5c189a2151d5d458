//! Fifth stones: the best ones by a search, those to offer, and the one to keep.

use crate::control::Part;
use crate::decide::means::Means;
use crate::decide::task::Task;
use crate::geometry::{Point, PointSet};
use crate::opening::{Opening, StoneSymmetries};
use crate::position::Position;
use crate::search::Request;
use crate::search::report::Variation;

/// Searches the position on the board for the `count` best fifth stones, none of which is the image
/// of another. Returns their lines, the best one first. There are fewer if the time is short.
pub(super) fn fifths(
    position: &Position,
    count: usize,
    part: Part,
    means: &mut Means<'_>,
) -> Vec<Variation> {
    means.control.narrow(part);
    let symmetries = StoneSymmetries::of(position);
    let outcome = means.search(position, &request_for(position, &symmetries, count));
    different(outcome.lines, &symmetries, count)
}

/// As [`fifths`], in a position ahead, whose lines are not reported. Returns the nodes as well.
pub(super) fn fifths_ahead(
    position: &Position,
    count: usize,
    part: Part,
    means: &mut Means<'_>,
) -> (Vec<Variation>, u64) {
    means.control.narrow(part);
    let symmetries = StoneSymmetries::of(position);
    let outcome = means.search_silently(position, &request_for(position, &symmetries, count));
    (different(outcome.lines, &symmetries, count), outcome.nodes)
}

/// Returns the request for as many lines as have `count` different fifth stones among them.
fn request_for(position: &Position, symmetries: &StoneSymmetries, count: usize) -> Request {
    let lines = (count * symmetries.count()).min(position.board().empty_count());
    Request { lines, ..Request::default() }
}

/// Returns the first `count` lines that do not begin with the image of an earlier stone.
fn different(lines: Vec<Variation>, symmetries: &StoneSymmetries, count: usize) -> Vec<Variation> {
    let firsts = lines.iter().filter_map(|line| line.moves.first().copied());
    let different = symmetries.different(firsts, count);
    let is_kept =
        |line: &Variation| line.moves.first().is_some_and(|point| different.contains(point));
    lines.into_iter().filter(is_kept).collect()
}

/// Returns the fifth stones to offer: those of the lines, then those that look best.
pub(super) fn offers(
    task: &Task,
    opening: &Opening,
    lines: &[Variation],
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
pub(super) fn keep(
    task: &Task,
    opening: &Opening,
    share: f64,
    means: &mut Means<'_>,
) -> Option<Point> {
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
