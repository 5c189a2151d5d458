//! Tests that compare the incremental state with a rebuild, after random games of every rule and
//! size.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::*;
use crate::pattern::tables::Value;
use crate::random::Generator;

/// Panics and prints the board if the position differs from one built from its board alone.
fn assert_equals_rebuild(position: &Position) {
    let fresh = Position::from_board(position.board.clone(), position.tables);
    assert!(position.words == fresh.words, "{position:?}");
    assert_eq!(position.values, fresh.values, "{position:?}");
    assert_eq!(position.strong, fresh.strong, "{position:?}");
    assert_eq!(position.candidates, fresh.candidates, "{position:?}");
    for point in position.board.empty_points() {
        let index = point.index();
        assert_eq!(position.classes[index], fresh.classes[index], "{position:?}");
        assert_eq!(position.entries[index], fresh.entries[index], "{position:?}");
    }
}

/// Tables whose values depend on the combination of classes and on the colour, so that a wrong
/// entry shows in the sums.
fn tables_with_values(rule: Rule) -> &'static Tables {
    Box::leak(Box::new(Tables::new(rule, |color, lines| {
        let mix = (lines.code() as i32 + 7) * (color.index() as i32 * 2 + 31);
        Value { moving: (mix % 500) as i16, waiting: (mix % 313) as i16 }
    })))
}

/// Plays and takes back stones at random, and compares with a rebuild every `interval` steps.
fn random_games(size: BoardSize, rule: Rule, moves: usize, interval: usize, seed: u64) {
    let mut random = Generator::seed_from_u64(seed);
    let mut position = Position::with_tables(size, tables_with_values(rule));
    for _ in 0..random.random_range(0..4) {
        let empty: Vec<Point> = position.board.empty_points().collect();
        position.kill(*empty.choose(&mut random).expect("an empty point"));
    }
    let mut target = 0;
    for count in 1..=moves {
        let stones = position.board.stones().len();
        if stones == target {
            target = random.random_range(0..=position.board.empty_count() + stones);
        }
        if stones > target || position.board.empty_count() == 0 {
            position.undo();
        } else {
            // Play mostly near other stones, where the shapes are.
            let near: Vec<Point> = position.candidates().iter().collect();
            let point = match near.choose(&mut random) {
                Some(&point) if random.random_bool(0.9) => point,
                _ => {
                    let empty: Vec<Point> = position.board.empty_points().collect();
                    *empty.choose(&mut random).expect("the target is within the board")
                }
            };
            if random.random_bool(0.05) {
                position.pass();
            }
            position.play(point);
        }
        if count % interval == 0 {
            assert_equals_rebuild(&position);
        }
    }
    while !position.board.stones().is_empty() {
        position.undo();
    }
    assert_equals_rebuild(&position);
}

fn sizes() -> impl Iterator<Item = BoardSize> {
    let rectangles = [(5, 22), (22, 5), (7, 16)];
    let squares = (5..=22).map(|side| (side, side));
    squares.chain(rectangles).map(|(w, h)| BoardSize::new(w, h).expect("a size in range"))
}

#[test]
fn incremental_state_equals_a_rebuild() {
    for rule in Rule::ALL {
        for (seed, size) in (0..).zip(sizes()) {
            random_games(size, rule, 1_500, 23, seed);
        }
    }
}

/// The long version: `cargo test --release -- --ignored incremental`.
#[test]
#[ignore = "takes minutes: a million moves for each rule and size"]
fn incremental_state_equals_a_rebuild_after_a_million_moves() {
    for rule in Rule::ALL {
        for (seed, size) in (100..).zip(sizes()) {
            random_games(size, rule, 1_000_000, 9_973, seed);
        }
    }
}

#[test]
fn the_side_to_move_after_undo_is_the_owner_of_the_stone() {
    let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    let key = position.key();
    position.play(Point::new(7, 7));
    position.play(Point::new(8, 8));
    position.undo();
    assert_eq!(position.to_move(), Color::White);
    position.undo();
    assert_eq!((position.to_move(), position.key()), (Color::Black, key));
    position.undo();
    assert_eq!(position.key(), key);
}

#[test]
fn the_key_after_a_move_is_known_before_it() {
    let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    for point in [Point::new(7, 7), Point::new(8, 8), Point::new(0, 14)] {
        let key = position.key_after(point);
        position.play(point);
        assert_eq!(position.key(), key);
    }
    position.pass();
    let key = position.key_after(Point::new(3, 4));
    position.play(Point::new(3, 4));
    assert_eq!(position.key(), key);
}

#[test]
fn a_dead_cell_breaks_every_line() {
    let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    for x in 3..7 {
        position.place(Color::Black, Point::new(x, 7));
    }
    assert_eq!(position.count(Color::Black, Shape::Five), 2);
    position.kill(Point::new(7, 7));
    assert_eq!(position.count(Color::Black, Shape::Five), 1);
    assert!(!position.board().is_empty(Point::new(7, 7)));
    position.place(Color::Black, Point::new(2, 7));
    assert!(position.has_five(Color::Black));
}

#[test]
fn equal_positions_have_equal_keys_whatever_the_order() {
    let size = BoardSize::square(15).unwrap();
    let [a, b, c] = [Point::new(7, 7), Point::new(7, 8), Point::new(6, 6)];
    let key = |order: [Point; 3]| {
        let mut position = Position::new(size, Rule::Freestyle);
        order.into_iter().for_each(|point| position.play(point));
        position.key()
    };
    assert_eq!(key([a, b, c]), key([c, b, a]));
    assert_ne!(key([a, b, c]), key([b, a, c]));
}

/// One operation on a position. An index picks one of the empty points.
#[derive(Clone, Debug)]
enum Step {
    Play(Index),
    Place(Color, Index),
    Kill(Index),
    GiveTurn(Color),
    Undo,
}

fn step() -> impl Strategy<Value = Step> {
    let color = || select(Color::ALL.to_vec());
    prop_oneof![
        10 => any::<Index>().prop_map(Step::Play),
        6 => (color(), any::<Index>()).prop_map(|(color, index)| Step::Place(color, index)),
        1 => any::<Index>().prop_map(Step::Kill),
        2 => color().prop_map(Step::GiveTurn),
        6 => Just(Step::Undo),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// After any sequence of steps the state equals a rebuild from the board, and undo restores the
    /// keys. The boards are small, so that five random stones in a row are not rare.
    #[test]
    fn any_steps_equal_a_rebuild_and_can_be_taken_back(
        rule in select(Rule::ALL.to_vec()),
        width in 5..9_i64,
        height in 5..9_i64,
        steps in vec(step(), 1..60),
    ) {
        let size = BoardSize::new(width, height).expect("in range");
        let mut position = Position::new(size, rule);
        let key_with_black_to_move = |position: &Position| {
            let mut position = position.clone();
            position.set_to_move(Color::Black);
            position.key()
        };
        // The key before each stone, with Black to move.
        let mut keys = Vec::new();
        for step in steps {
            let empty: Vec<Point> = position.board().empty_points().collect();
            match step {
                Step::Play(_) | Step::Place(..) | Step::Kill(_) if empty.is_empty() => {}
                Step::Play(index) => {
                    keys.push(key_with_black_to_move(&position));
                    position.play(*index.get(&empty));
                }
                Step::Place(color, index) => {
                    keys.push(key_with_black_to_move(&position));
                    position.place(color, *index.get(&empty));
                }
                Step::Kill(index) => {
                    position.kill(*index.get(&empty));
                    // From here on every key includes the dead cell, so older keys no longer
                    // compare.
                    keys.clear();
                }
                Step::GiveTurn(color) => position.set_to_move(color),
                Step::Undo => {
                    let owner = position.board().stones().last().map(|stone| stone.color);
                    position.undo();
                    prop_assert!(owner.is_none_or(|owner| position.to_move() == owner));
                    let key = key_with_black_to_move(&position);
                    prop_assert_eq!(keys.pop().unwrap_or(key), key);
                }
            }
            assert_equals_rebuild(&position);
        }
    }
}

/// [`Position::try_play`] refuses these points, and [`Position::play`] panics on them in any build.
#[test]
fn a_stone_goes_on_an_empty_point_only() {
    for rule in Rule::ALL {
        let size = BoardSize::square(9).unwrap();
        let mut position = Position::with_tables(size, tables_with_values(rule));
        let [taken, dead, off] = [(4, 4), (2, 2), (9, 4)].map(|(x, y)| Point::new(x, y));
        position.kill(dead);
        assert_eq!(position.try_play(taken), Ok(()));
        for point in [taken, dead, off] {
            let key = position.key();
            assert_eq!(position.try_play(point), Err(NotEmpty(point)));
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                position.clone().play(point)
            }));
            assert!(result.is_err(), "{rule}: {point:?}");
            assert_eq!((position.key(), position.board().stones().len()), (key, 1));
        }
        assert_equals_rebuild(&position);
        assert_eq!(position.try_play(Point::new(3, 3)), Ok(()));
        position.undo();
        position.undo();
        assert_equals_rebuild(&position);
    }
}
