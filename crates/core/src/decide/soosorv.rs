//! The decisions of a Soosõrv opening of renju.
//!
//! The first three stones form one of the 26 openings. The other side may then take Black. White
//! plays the fourth stone and says how many fifth stones Black has to offer. Again the other side
//! may change colours. Black offers that many stones, none the mirror image of another, and White
//! keeps the one it likes best.

use rand::seq::IndexedRandom;

use super::balance;
use super::means::Means;
use super::task::{Answer, Decision, Task};
use crate::control::Part;
use crate::geometry::{BoardSize, Point};
use crate::opening::StoneSymmetries;
use crate::random::Generator;
use crate::score::Score;
use crate::search::report::Line;

/// Largest number of fifth stones that may be asked for.
pub const MAX_OFFERS: usize = 8;

/// The steps that follow the first three stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Three stones are on the board: stay White, or take Black.
    FirstSwap,
    /// Three stones are on the board: play the fourth one.
    Fourth,
    /// Four stones are on the board: stay Black, or take White.
    SecondSwap,
    /// Four stones are on the board: offer the fifth stones to choose from.
    Offer,
    /// Four stones are on the board and fifth stones are offered: choose the one that stays.
    Accept,
}

impl Step {
    /// Returns the number of stones that are on the board for good.
    pub const fn stones(self) -> usize {
        match self {
            Self::FirstSwap | Self::Fourth => 3,
            Self::SecondSwap | Self::Offer | Self::Accept => 4,
        }
    }
}

/// Returns the stones of one of the 26 openings, rotated and mirrored at random.
///
/// Any opening will do, because the steps that follow make the game even.
pub fn opening(size: BoardSize, rng: &mut Generator) -> Vec<Point> {
    let center = size.center();
    let within = |distance: u8, taken: &[Point]| -> Vec<Point> {
        let is_near = |point: &Point| point.distance(center) <= distance && !taken.contains(point);
        size.points().filter(is_near).collect()
    };
    let mut stones = vec![center];
    for distance in [1, 2] {
        stones.extend(within(distance, &stones).choose(rng));
    }
    stones
}

/// Returns the answer, within a few seconds however much time there is.
pub(super) fn answer(task: &Task, decision: Decision, means: &mut Means<'_>) -> Option<Answer> {
    let position = &task.position;
    let share = balance::decision_share(means.control);
    means.control.narrow(Part::from_now(share));
    match decision {
        Decision::Fourth => {
            let candidates = balance::single_moves(position, &task.excluded, &mut task.rng());
            let found = balance::most_even(position, candidates, 0, share, means)?;
            Some(Answer::Moves(found.moves))
        }
        Decision::Swap { offers } => {
            // The opponent keeps the worst of the offered stones, none of which is the image of
            // another.
            let symmetries = StoneSymmetries::of(position);
            let lines = (offers * symmetries.count()).min(position.board().empty_count());
            let outcome = means.search(&task.position, &task.request(lines));
            let firsts = outcome.lines.iter().map(|line| line.moves[0]);
            let worst = symmetries.different(firsts, offers).last().copied();
            let is_worst = |line: &&Line| line.moves.first().copied() == worst;
            let value = match outcome.lines.iter().find(is_worst) {
                Some(line) => line.score,
                None => means.searcher.static_score(position),
            };
            if value < Score::ZERO {
                Some(Answer::Swap)
            } else {
                outcome.best_move.map(Answer::one)
            }
        }
        Decision::Offer { count } => {
            let symmetries = StoneSymmetries::of(position);
            let lines = (count * symmetries.count()).min(position.board().empty_count());
            let outcome = means.search(&task.position, &task.request(lines));
            // Of those that the search had no time for, the ones that look best.
            let empty = position.board().empty_points().collect();
            let mut appeals = means.searcher.appeals(position, &empty);
            appeals.sort_by_key(|&(point, appeal)| (std::cmp::Reverse(appeal), point));
            let searched = outcome.lines.iter().map(|line| line.moves[0]);
            let candidates = searched.chain(appeals.into_iter().map(|(point, _)| point));
            Some(Answer::Moves(symmetries.different(candidates.chain(empty.iter()), count)))
        }
        Decision::Accept { offers } => {
            let outcome = means.search(&task.position, &task.request(offers.len()));
            let searched = outcome.lines.iter().map(|line| line.moves[0]).collect();
            // The best stones are searched first, so those without a line are worse.
            let mut unsearched = means.searcher.appeals(position, &offers.difference(&searched));
            unsearched.sort_by_key(|&(point, appeal)| (appeal, point));
            let unsearched = unsearched.first().map(|&(point, _)| point);
            let worst = unsearched.or_else(|| outcome.lines.last().map(|line| line.moves[0]));
            worst.or(outcome.best_move).map(Answer::one)
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::decide::task::Goal;
    use crate::decide::tests::{ask, nodes, task};

    /// Four stones that equal their own mirror image.
    const MIRRORED: [(u8, u8); 4] = [(7, 7), (7, 6), (7, 9), (7, 4)];

    fn decide(decision: Decision, stones: &[(u8, u8)]) -> Answer {
        let mut task = task(Goal::Soosorv(decision), stones);
        task.excluded = decision.excluded(task.position.size());
        ask(&task, &nodes(3_000)).0.expect("an answer")
    }

    fn offers(count: usize) -> Vec<Point> {
        match decide(Decision::Offer { count }, &MIRRORED) {
            Answer::Moves(moves) => moves,
            other => panic!("{other:?}, not fifth stones"),
        }
    }

    #[test]
    fn an_opening_has_its_stones_in_the_middle_nine_and_the_middle_twenty_five_points() {
        let mut rng = Generator::seed_from_u64(1);
        for side in [5, 15, 20] {
            let size = BoardSize::square(side).unwrap();
            for _ in 0..200 {
                let stones = opening(size, &mut rng);
                let distance = |index: usize| stones[index].distance(size.center());
                assert_eq!((stones.len(), distance(0), distance(1)), (3, 0, 1));
                assert!((1..=2).contains(&distance(2)) && stones[1] != stones[2]);
            }
        }
    }

    #[test]
    fn none_of_the_fifth_stones_is_the_image_of_another() {
        let moves = offers(MAX_OFFERS);
        let columns = |point: &Point| (point.x().min(14 - point.x()), point.y());
        let mut seen: Vec<_> = moves.iter().map(columns).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!((moves.len(), seen.len()), (MAX_OFFERS, MAX_OFFERS), "{moves:?}");
    }

    #[test]
    fn of_the_fifth_stones_the_useless_one_stays() {
        let best = offers(1)[0];
        let useless = Point::new(0, 14);
        let offers = [best, useless].into_iter().collect();
        assert_eq!(decide(Decision::Accept { offers }, &MIRRORED), Answer::one(useless));
    }

    #[test]
    fn fifth_stones_without_a_search_are_known_by_their_looks() {
        let quick = |decision: Decision| {
            let mut task = task(Goal::Soosorv(decision), &MIRRORED);
            task.excluded = decision.excluded(task.position.size());
            ask(&task, &nodes(1)).0
        };
        let Some(Answer::Moves(moves)) = quick(Decision::Offer { count: 4 }) else {
            panic!("fifth stones")
        };
        assert!(moves.iter().all(|point| point.distance(Point::new(7, 7)) <= 4), "{moves:?}");
        let useless = Point::new(0, 14);
        let offers = moves.into_iter().chain([useless]).collect();
        assert_eq!(quick(Decision::Accept { offers }), Some(Answer::one(useless)));
    }

    #[test]
    fn of_the_offers_before_a_change_of_colours_none_is_the_image_of_another() {
        // The best fifth stones come in pairs of images. Four single ones would be good for Black,
        // but not two pairs and two more.
        let column = [(7, 7), (7, 5), (7, 11), (7, 4)];
        assert_eq!(decide(Decision::Swap { offers: 4 }, &column), Answer::Swap);
        assert_ne!(decide(Decision::Swap { offers: 1 }, &column), Answer::Swap);
    }

    #[test]
    fn colours_are_changed_if_the_worst_of_the_offers_is_bad() {
        // Black's open three wins with one more move, but not if the opponent chooses that move.
        let won = [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)];
        assert_ne!(decide(Decision::Swap { offers: 1 }, &won), Answer::Swap);
        // White has to meet an open three.
        assert_eq!(decide(Decision::Swap { offers: 1 }, &won[..5]), Answer::Swap);
        assert_eq!(decide(Decision::Swap { offers: 2 }, &won[..5]), Answer::Swap);
    }
}
