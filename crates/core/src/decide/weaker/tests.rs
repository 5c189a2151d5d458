//! Tests of the levels: what they never do, what they do sometimes, and that the seed decides
//! which.

use std::collections::BTreeSet;

use rand::SeedableRng;

use super::*;
use crate::control::Control;
use crate::decide::level::HIGHEST;
use crate::decide::task::Goal;
use crate::decide::tests::{ask, nodes, task};
use crate::geometry::{BoardSize, Color};
use crate::rule::Rule;
use crate::threat::defence::answers_to_five;

/// White is to move, and Black has an open three.
const OPEN_THREE: [(u8, u8); 5] = [(7, 7), (2, 2), (8, 7), (12, 3), (9, 7)];

fn level(number: usize) -> Option<&'static Level> {
    Level::of_strength(Level::strength(number))
}

/// Returns the move that answers a task at a level.
fn played(task: &Task, number: usize, seed: u64, control: &Control) -> Point {
    let (answer, ..) = ask(&Task { seed, level: level(number), ..task.clone() }, control);
    let Some(Answer::Moves(moves)) = answer else { panic!("{answer:?}") };
    moves[0]
}

/// Returns the moves that a level plays with seeds 0 to `seeds` - 1.
fn plays(task: &Task, number: usize, seeds: u64) -> BTreeSet<Point> {
    (0..seeds).map(|seed| played(task, number, seed, &nodes(500))).collect()
}

/// Returns positions from careless games in which a side threatens to make a five with the next
/// stone.
fn with_a_five_in_reach(rule: Rule, count: usize) -> Vec<Position> {
    let mut rng = Generator::seed_from_u64(5);
    let mut found = Vec::new();
    while found.len() < count {
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(size, rule);
        position.play(size.center());
        while position.board().stones().len() < 60 {
            let us = position.to_move();
            if Color::ALL.into_iter().any(|color| position.count(color, Shape::Five) > 0) {
                if rng.random_bool(0.5) {
                    // One side ignores the five and plays elsewhere.
                    let fives = Color::ALL.map(|color| *position.points(color, Shape::Five));
                    let is_elsewhere = |point: &Point| !fives.iter().any(|f| f.contains(*point));
                    let elsewhere = position.candidates().iter().find(is_elsewhere).unwrap();
                    position.play(elsewhere);
                }
                found.push(position);
                break;
            }
            let points: Vec<Point> = position
                .candidates()
                .iter()
                .filter(|&point| !position.is_forbidden(point))
                .collect();
            // Prefer points with good shapes half of the time, so that rows grow.
            let best = points.iter().max_by_key(|&&point| position.shape(us, point));
            let chosen = if rng.random_bool(0.5) { best } else { points.choose(&mut rng) };
            position.play(*chosen.unwrap());
        }
    }
    found
}

#[test]
fn nobody_is_blind_to_a_five() {
    let (mut made, mut stopped) = (0, 0);
    for rule in Rule::ALL {
        for position in with_a_five_in_reach(rule, 6) {
            let us = position.to_move();
            let own = *position.points(us, Shape::Five);
            let answers = answers_to_five(&position);
            let task = Task { position, ..task(Goal::Move, &[]) };
            for number in 1..=HIGHEST {
                for seed in 0..2 {
                    let point = played(&task, number, seed, &nodes(300));
                    let is_right = if own.is_empty() {
                        stopped += 1;
                        answers.is_empty() || answers.contains(point)
                    } else {
                        made += 1;
                        own.contains(point)
                    };
                    let board = task.position.board();
                    assert!(is_right, "{rule}, level {number}, seed {seed}: {point:?}\n{board}");
                }
            }
        }
    }
    assert!(made > 100 && stopped > 100, "{made} fives made, {stopped} stopped");
}

#[test]
fn a_five_is_seen_without_time_too() {
    let four = [(7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (0, 4), (10, 7), (6, 7)];
    let control = nodes(500);
    control.stop();
    for number in 1..=HIGHEST {
        let point = played(&task(Goal::Move, &four), number, 1, &control);
        assert_eq!(point, Point::new(11, 7), "level {number}");
        let point = played(&task(Goal::Move, &four[..7]), number, 1, &control);
        assert!([6, 11].contains(&point.x()) && point.y() == 7, "level {number}: {point:?}");
    }
}

#[test]
fn a_low_level_overlooks_an_open_three_sometimes_and_a_high_one_never() {
    let task = task(Goal::Move, &OPEN_THREE);
    let Situation::Defend(answers) = assess(&mut task.position.clone()) else { panic!() };
    let share = |number: usize| {
        let seeds = 200;
        let held =
            (0..seeds).filter(|&seed| answers.contains(played(&task, number, seed, &nodes(500))));
        held.count() as f64 / seeds as f64
    };
    // The chances are 0.4 and 0.7, with a standard error of 0.035.
    let shares = [share(1), share(3)];
    assert!((0.25..0.55).contains(&shares[0]), "{shares:?}");
    assert!((0.55..0.85).contains(&shares[1]), "{shares:?}");
    for number in 9..=HIGHEST {
        assert!(plays(&task, number, 5).is_subset(&answers.iter().collect()), "level {number}");
    }
}

#[test]
fn a_low_level_misses_its_own_open_four_sometimes() {
    let own = [&OPEN_THREE[..], &[(12, 12)]].concat();
    let task = task(Goal::Move, &own);
    let wins = *task.position.points(Color::Black, Shape::OpenFour);
    assert!(!wins.is_empty());
    let moves = plays(&task, 1, 30);
    assert!(moves.iter().any(|&point| wins.contains(point)), "{moves:?}");
    assert!(moves.iter().any(|&point| !wins.contains(point)), "{moves:?}");
    assert!(plays(&task, 9, 5).iter().all(|&point| wins.contains(point)));
}

#[test]
fn a_seed_says_what_is_played() {
    let task = task(Goal::Move, &[(7, 7), (8, 8), (6, 8), (9, 6)]);
    for number in 1..HIGHEST {
        for seed in [1, 99] {
            let point = played(&task, number, seed, &nodes(500));
            assert_eq!(point, played(&task, number, seed, &nodes(500)), "level {number}");
        }
    }
    assert!(plays(&task, 1, 20).len() > 5);
    assert!(plays(&task, 5, 20).len() > 1);
}

#[test]
fn excluded_points_are_left_alone() {
    let mut task = task(Goal::Move, &[(7, 7), (8, 8), (6, 8), (9, 6)]);
    let favourites = plays(&task, 1, 30);
    task.excluded = favourites.iter().copied().collect();
    for number in 1..=HIGHEST {
        for point in plays(&task, number, 5) {
            assert!(!task.excluded.contains(point), "level {number}: {point:?}");
        }
    }
}
