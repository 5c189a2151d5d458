//! Openings: the stones with which a game begins.
//!
//! Even and unbalanced openings are a few random stones near each other; even ones may also come
//! from a list. Crowded openings have many stones. A short search judges the balance. Recalled
//! openings come from games, see `game`.

use fukumi_core::control::Control;
use fukumi_core::eval::{Evaluation, Scorer};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::pattern::Shape;
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use fukumi_core::score::Score;
use fukumi_core::search::{Request, Searcher};
use fukumi_core::threat::{Situation, assess};
use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};

use super::record::Start;
use super::settings::SelfplaySettings;

pub(crate) mod crowded;
pub mod list;

/// Side lengths, in points, of the square in which the stones lie.
const SIDES: [u8; 4] = [5, 6, 7, 8];
/// One opening in this many lies anywhere on the board. The others lie nearer to the centre.
const ANYWHERE: u32 = 4;
/// Each stone lies within this distance of another one.
const NEAR: u8 = 2;
/// At most one point in this many has a stone.
const CROWD: usize = 4;
/// Maximum number of random stones. With more, an even position without a five takes seconds to
/// find.
pub const MAX_STONES: usize = 40;
/// After this many rejected openings the largest allowed score doubles, again and again.
const PATIENCE: u32 = 64;
/// After this many attempts at a crowded board, the opening becomes an even one.
const CROWDED_ATTEMPTS: u32 = 256;
/// A static score outside the wanted range by this factor rejects an opening without a search.
const STATIC_FACTOR: i32 = 2;

/// Finds an opening of the given kind.
///
/// The opening is an even one if the kind is [`Start::Recalled`], or if the kind is not possible on
/// this board. `None` if the control was stopped. The position has the tables of
/// [`Evaluation::of`], and the scorer must fit it.
pub fn find(
    kind: Start,
    settings: &SelfplaySettings,
    searcher: &mut Searcher,
    scorer: &mut Scorer,
    rng: &mut Generator,
    control: &Control,
) -> Option<(Start, Position)> {
    let mut kind = if kind == Start::Recalled { Start::Even } else { kind };
    let opening = &settings.opening;
    let range =
        |stones: std::ops::RangeInclusive<usize>, rng: &mut Generator| rng.random_range(stones);
    let few = range(opening.stones.clone(), rng).min(settings.size.area() / CROWD);
    let (mut made, mut rejected) = (0, 0);
    while !control.is_stopped() {
        if let Some(list) = opening.list.as_ref().filter(|_| kind == Start::Even) {
            let mut position = empty(settings);
            list.draw(rng).into_iter().for_each(|point| position.play(point));
            return Some((kind, position));
        }
        let position = if kind == Start::Crowded {
            made += 1;
            if made > CROWDED_ATTEMPTS {
                kind = Start::Even;
                continue;
            }
            let count = range(crowded::stones(settings.size), rng);
            crowded::make(settings.rule, settings.size, count, scorer, rng)
        } else {
            random(settings, few, rng)
        };
        let Some(position) = position else { continue };
        if is_as_wanted(kind, settings, &position, rejected / PATIENCE, searcher, scorer, control)
            && !control.is_stopped()
        {
            return Some((kind, position));
        }
        rejected += 1;
    }
    None
}

/// Whether the balance suits an opening of this kind. The largest allowed score has been doubled
/// `doublings` times.
fn is_as_wanted(
    kind: Start,
    settings: &SelfplaySettings,
    position: &Position,
    doublings: u32,
    searcher: &mut Searcher,
    scorer: &mut Scorer,
    control: &Control,
) -> bool {
    let opening = &settings.opening;
    let (least, most) = match kind {
        Start::Even | Start::Crowded | Start::Recalled => (0, opening.bound),
        Start::Unbalanced if doublings == 0 => (opening.bound + 1, opening.unbalanced_bound),
        Start::Unbalanced => (0, opening.unbalanced_bound),
    };
    let most = most.saturating_mul(1 << doublings.min(16)).min(Score::EVAL_MAX.points());
    let size = |score: Score| score.points().abs();
    let at_a_glance = size(scorer.score(position));
    if at_a_glance < least / STATIC_FACTOR || at_a_glance > most.saturating_mul(STATIC_FACTOR) {
        return false;
    }
    let outcome = searcher.think(position, &Request::default(), control, &mut |_| {});
    // If the search was too short for a single move, the static score decides.
    let score = outcome.score().unwrap_or_else(|| scorer.score(position));
    !score.is_proven() && (least..=most).contains(&size(score))
}

/// An empty board with the tables of the evaluation.
fn empty(settings: &SelfplaySettings) -> Position {
    let evaluation = Evaluation::of(settings.rule, settings.size);
    Position::with_tables(settings.size, evaluation.tables())
}

/// Places this many random stones, the colours taking turns. No stone is a foul or wins, and
/// neither side has a threat that must be answered. `None` if the attempt fails.
fn random(settings: &SelfplaySettings, count: usize, rng: &mut Generator) -> Option<Position> {
    let mut position = Position::new(settings.size, settings.rule);
    let window = window(settings.size, rng);
    for _ in 0..count {
        let point = *playable(&position, &window).choose(rng)?;
        position.play(point);
    }
    (assess(&mut position) == Situation::Free).then_some(position)
}

/// The points of a random square on the board.
fn window(size: BoardSize, rng: &mut Generator) -> Vec<Point> {
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
    use fukumi_core::rule::Rule;
    use rand::SeedableRng;

    use super::*;
    use crate::Stop;

    /// Openings of one kind, made with the seeds from 0.
    fn found(settings: &SelfplaySettings, kind: Start, count: u64) -> Vec<(Start, Position)> {
        let stop = Stop::new(settings);
        let mut searcher = Searcher::new();
        searcher.set_memory(1 << 20);
        let mut scorer = Scorer::new(&empty(settings), &settings.evaluation);
        let mut find = |seed| {
            let mut rng = Generator::seed_from_u64(seed);
            find(kind, settings, &mut searcher, &mut scorer, &mut rng, &stop.openings).unwrap()
        };
        (0..count).map(&mut find).collect()
    }

    fn settings(rule: Rule, side: i64) -> SelfplaySettings {
        let mut settings = SelfplaySettings::new(rule, BoardSize::square(side).unwrap(), 1);
        settings.opening.nodes = 300;
        settings
    }

    #[test]
    fn openings_are_legal_under_all_rules_and_sizes() {
        for rule in Rule::ALL {
            for side in [5, 15, 20, 22] {
                let settings = settings(rule, side);
                for kind in [Start::Even, Start::Unbalanced, Start::Crowded] {
                    for (found, position) in found(&settings, kind, 2) {
                        check(&settings, found, &position);
                    }
                }
            }
        }
    }

    #[test]
    fn openings_of_15x15_are_of_the_kind_asked_for() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let settings = settings(rule, 15);
            for kind in [Start::Even, Start::Unbalanced, Start::Crowded] {
                let all = found(&settings, kind, 12);
                assert!(all.iter().all(|(found, _)| *found == kind), "{kind:?}");
            }
        }
    }

    #[test]
    fn unbalanced_openings_favour_a_side() {
        let settings = settings(Rule::Freestyle, 15);
        let stop = Stop::new(&settings);
        for (_, position) in found(&settings, Start::Unbalanced, 10) {
            let mut searcher = Searcher::new();
            let outcome =
                searcher.think(&position, &Request::default(), &stop.openings, &mut |_| {});
            let points = outcome.score().expect("a score").points().abs();
            // The bounds are wider here, because the search that accepted the opening had a fuller
            // table.
            assert!((75..=800).contains(&points), "{points}");
        }
    }

    #[test]
    fn a_list_takes_the_place_of_random_stones() {
        let mut settings = settings(Rule::Freestyle, 15);
        let list = list::OpeningList::parse("h8i9h10k11", settings.rule, settings.size).unwrap();
        settings.opening.list = Some(list);
        for (start, position) in found(&settings, Start::Even, 5) {
            assert_eq!((start, position.board().stones().len()), (Start::Even, 4));
        }
    }

    fn check(settings: &SelfplaySettings, start: Start, opening: &Position) {
        let stones = opening.board().stones();
        let counts = match start {
            Start::Crowded => crowded::stones(settings.size),
            _ => settings.opening.stones.clone(),
        };
        assert!(counts.contains(&stones.len()), "{opening:?}");
        if start == Start::Crowded && settings.size.area() >= 225 {
            assert_eq!(counts, 35..=75);
        }
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
        let settings = SelfplaySettings::new(Rule::Freestyle, BoardSize::square(15).unwrap(), 1);
        let mut rng = Generator::seed_from_u64(1);
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
        let mut rng = Generator::seed_from_u64(1);
        let windows: Vec<_> = (0..200).map(|_| window(size, &mut rng)).collect();
        assert!(windows.iter().flatten().all(|&point| size.contains(point)));
        assert!(windows.iter().all(|window| window.len() >= 25));
        let at_edge = windows.iter().filter(|window| window[0].x() == 0).count();
        assert!((1..20).contains(&at_edge), "{at_edge}");
    }

    #[test]
    fn a_stopped_search_finds_no_opening() {
        let settings = SelfplaySettings::new(Rule::Freestyle, BoardSize::square(15).unwrap(), 1);
        let stop = Stop::new(&settings);
        stop.stop();
        let mut rng = Generator::seed_from_u64(1);
        let mut scorer = Scorer::new(&empty(&settings), &settings.evaluation);
        for kind in Start::ALL {
            let searcher = &mut Searcher::new();
            let found = find(kind, &settings, searcher, &mut scorer, &mut rng, &stop.openings);
            assert!(found.is_none());
        }
    }
}
