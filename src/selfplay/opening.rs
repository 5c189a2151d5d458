//! Openings: a few random stones near each other, after which neither side stands much better.

use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, IteratorRandom};

use super::Settings;
use crate::control::Control;
use crate::geometry::{BoardSize, Point};
use crate::pattern::Shape;
use crate::position::Position;
use crate::search::{Request, Searcher};
use crate::threat::{Situation, assess};

/// The stones lie in a square with so many points a side.
const SIDES: [u8; 4] = [5, 6, 7, 8];
/// One opening in so many lies anywhere, the others nearer to the centre.
const ANYWHERE: u32 = 4;
/// A stone lies within this distance of another one.
const NEAR: u8 = 2;
/// At most one point in so many has a stone.
const CROWD: usize = 4;
/// After so many openings that were not even, what passes as even doubles, again and again.
const PATIENCE: u32 = 64;

/// An opening of the settings, found with the searcher; `None` if the control was stopped.
pub fn find(
    settings: &Settings,
    searcher: &mut Searcher,
    rng: &mut SmallRng,
    control: &Control,
) -> Option<Position> {
    let count = rng.random_range(settings.opening.stones.clone());
    let count = count.min(settings.size.area() / CROWD);
    let mut rejected = 0;
    while !control.is_stopped() {
        let Some(position) = random(settings, count, rng) else { continue };
        let outcome = searcher.think(&position, &Request::default(), control, &mut |_| {});
        // A search that was too short for a single move leaves the position to be judged by itself.
        let score = outcome.score().unwrap_or_else(|| searcher.static_score(&position));
        let bound = i64::from(settings.opening.bound) << (rejected / PATIENCE).min(16);
        let is_even = !score.is_proven() && i64::from(score.points().abs()) <= bound;
        if is_even && !control.is_stopped() {
            return Some(position);
        }
        rejected += 1;
    }
    None
}

/// So many random stones, of both colours in turn. None is a foul, none wins, and neither side has a
/// threat that has to be answered; `None` if it did not come out like that.
fn random(settings: &Settings, count: usize, rng: &mut SmallRng) -> Option<Position> {
    let mut position = Position::new(settings.size, settings.rule);
    let window = window(settings.size, rng);
    for _ in 0..count {
        let point = *playable(&position, &window).choose(rng)?;
        position.play(point);
    }
    (assess(&mut position) == Situation::Free).then_some(position)
}

/// The points of a square somewhere on the board.
fn window(size: BoardSize, rng: &mut SmallRng) -> Vec<Point> {
    let side = SIDES.into_iter().choose(rng).unwrap_or(SIDES[0]);
    let is_anywhere = rng.random_ratio(1, ANYWHERE);
    let mut range = |length: u8| {
        let free = length.saturating_sub(side);
        let margin = if is_anywhere { 0 } else { free.div_ceil(3).min(free / 2) };
        let start = rng.random_range(margin..=free - margin);
        start..start + side
    };
    let (columns, rows) = (range(size.width()), range(size.height()));
    size.points()
        .filter(|point| columns.contains(&point.x()) && rows.contains(&point.y()))
        .collect()
}

/// The points of the window where the next stone may go.
fn playable(position: &Position, window: &[Point]) -> Vec<Point> {
    let stones = position.board().stones();
    let is_near = |point: Point| {
        stones.is_empty() || stones.iter().any(|stone| stone.point.distance(point) <= NEAR)
    };
    let is_legal = |point: Point| {
        position.board().is_empty(point)
            && position.shape(position.to_move(), point) != Shape::Five
            && !position.is_forbidden(point)
    };
    window.iter().copied().filter(|&point| is_near(point) && is_legal(point)).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::rule::Rule;
    use crate::selfplay::Stop;

    #[test]
    fn openings_are_legal_and_even_under_all_rules_and_sizes() {
        for rule in Rule::ALL {
            for side in [5, 15, 20, 22] {
                let mut settings = Settings::new(rule, BoardSize::square(side).unwrap(), 1);
                settings.opening.nodes = 300;
                let stop = Stop::new(&settings);
                let mut searcher = Searcher::new();
                searcher.set_memory(1 << 20);
                for seed in 0..10 {
                    let mut rng = SmallRng::seed_from_u64(seed);
                    let found = find(&settings, &mut searcher, &mut rng, &stop.openings).unwrap();
                    check(&settings, &found);
                }
            }
        }
    }

    fn check(settings: &Settings, opening: &Position) {
        let stones = opening.board().stones();
        assert!(settings.opening.stones.contains(&stones.len()), "{opening:?}");
        let mut position = Position::new(settings.size, settings.rule);
        for stone in stones {
            assert!(position.ending().is_none(), "{opening:?}");
            assert!(!position.is_forbidden(stone.point), "{opening:?}");
            assert_eq!(position.to_move(), stone.color);
            position.play(stone.point);
        }
        assert!(position.ending().is_none(), "{opening:?}");
        assert_eq!(assess(&mut position), Situation::Free, "{opening:?}");
    }

    #[test]
    fn openings_differ() {
        let settings = Settings::new(Rule::Freestyle, BoardSize::square(15).unwrap(), 1);
        let mut rng = SmallRng::seed_from_u64(1);
        let mut openings: Vec<Vec<Point>> = (0..100)
            .filter_map(|_| random(&settings, 6, &mut rng))
            .map(|position| position.board().stones().iter().map(|stone| stone.point).collect())
            .collect();
        openings.sort();
        openings.dedup();
        assert!(openings.len() > 50, "{}", openings.len());
    }

    #[test]
    fn a_window_lies_on_the_board_and_mostly_not_at_its_edge() {
        let size = BoardSize::new(20, 5).unwrap();
        let mut rng = SmallRng::seed_from_u64(1);
        let windows: Vec<_> = (0..200).map(|_| window(size, &mut rng)).collect();
        assert!(windows.iter().flatten().all(|&point| size.contains(point)));
        assert!(windows.iter().all(|window| window.len() >= 25));
        let at_edge = windows.iter().filter(|window| window[0].x() == 0).count();
        assert!((1..20).contains(&at_edge), "{at_edge}");
    }

    #[test]
    fn a_stopped_search_finds_no_opening() {
        let settings = Settings::new(Rule::Freestyle, BoardSize::square(15).unwrap(), 1);
        let stop = Stop::new(&settings);
        stop.stop();
        let mut rng = SmallRng::seed_from_u64(1);
        assert!(find(&settings, &mut Searcher::new(), &mut rng, &stop.openings).is_none());
    }
}
