use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::rule::Rule;

use super::*;
use crate::record::{Branch, Ply, Start, Win};

fn share(x: u8, y: u8, share: u8) -> Share {
    Share { point: Point::new(x, y), share }
}

fn branch(index: usize, x: u8, y: u8, score: Option<i32>) -> Branch {
    let score = score.map(Score::from_points);
    Branch { index, point: Point::new(x, y), score, policy: vec![share(5, 5, 255)] }
}

/// A game of two moves after an opening of three stones, with these branches.
fn game(branches: Vec<Branch>) -> GameRecord {
    let ply = |x, y, by_lot| Ply {
        point: Point::new(x, y),
        score: Some(Score::from_points(10)),
        by_lot,
        policy: vec![share(9, 9, 200), share(9, 8, 55)],
    };
    GameRecord {
        number: 3,
        rule: Rule::Freestyle,
        size: BoardSize::square(15).unwrap(),
        start: Start::Even,
        opening: vec![Point::new(7, 7), Point::new(0, 0), Point::new(8, 7)],
        moves: vec![ply(0, 14, true), ply(9, 9, false)],
        branches,
        outcome: GameEnd::Win(Color::Black, Win::Proof),
    }
}

#[test]
fn branches_are_shown_between_the_positions_of_the_game() {
    let game = game(vec![branch(0, 14, 14, Some(40)), branch(1, 10, 10, Some(-30))]);
    let mut seen = Vec::new();
    let count = Sampler::default()
        .sample(&game, |sample| {
            let last = sample.position.board().stones().last().expect("a stone").point;
            seen.push((sample.index, last, sample.points(), sample.result(), sample.chosen()));
            assert_eq!(sample.policy.len(), if sample.outcome.is_some() { 2 } else { 1 });
            Ok(())
        })
        .unwrap();
    assert_eq!(count, 4);
    let point = Point::new;
    let expected = [
        (0, point(8, 7), 10, Some(-1_000), None),
        (0, point(14, 14), 40, None, Some(point(5, 5))),
        (1, point(0, 14), 10, Some(1_000), Some(point(9, 9))),
        (1, point(10, 10), -30, None, Some(point(5, 5))),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn branches_without_a_score_or_quiet_are_left_out() {
    // Black makes an open three. White ignores it, and Black makes an open four of it, which
    // decides the game.
    let mut game = game(vec![branch(1, 6, 7, Some(40)), branch(3, 5, 7, Some(40))]);
    let ply = |x, y| Ply { point: Point::new(x, y), ..game.moves[0].clone() };
    game.moves = vec![ply(0, 14), ply(9, 7), ply(14, 14), ply(0, 12)];
    game.branches.insert(1, branch(2, 10, 7, None));
    let mut seen = Vec::new();
    let mut visit = |sample: &Sample<'_>| {
        if sample.outcome.is_none() {
            seen.push((sample.index, sample.is_threatened));
        }
        Ok(())
    };
    Sampler::default().sample(&game, &mut visit).unwrap();
    assert_eq!(seen, [(1, true)]);
}
