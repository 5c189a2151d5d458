//! Replays every claim of [`assess`] against all legal moves, on random positions of all rules.

use super::*;
use crate::geometry::BoardSize;
use crate::rule::Rule;
use crate::testing::{Games, check};

/// Games in which most moves build something, so that [`assess`] has something to claim.
const GAMES: Games =
    Games { sides: &[7, 11, 15, 15, 20], moves: 6..34, building: 0.6, pool: near_or_strong };

fn near_or_strong(position: &Position, builds: bool) -> Vec<Point> {
    let near: Vec<Point> = position.candidates().iter().collect();
    let is_strong = |&point: &Point| {
        (Shape::Two..Shape::Four).contains(&position.shape(position.to_move(), point))
    };
    let strong: Vec<Point> = near.iter().copied().filter(is_strong).collect();
    if builds && !strong.is_empty() { strong } else { near }
}

fn legal_moves(position: &Position) -> Vec<Point> {
    position.board().empty_points().filter(|&point| !position.is_forbidden(point)).collect()
}

/// Whether [`assess`] claims a win for the side to move within this many plies.
fn claims_win(position: &mut Position, plies: usize) -> bool {
    matches!(assess(position), Situation::Won { plies: claimed, .. } if claimed <= plies)
}

/// Replays one step of the claim of [`assess`] against every legal move. What remains after that
/// step is a shorter claim, which the test checks in other positions.
fn claim_holds(position: &mut Position) -> bool {
    match assess(position) {
        Situation::Won { best, plies: 1 } => {
            let us = position.to_move();
            position.play(best);
            let wins = position.has_five(us);
            position.undo();
            wins
        }
        Situation::Won { best, .. } if position.is_forbidden(best) => false,
        Situation::Won { best, plies } => {
            position.play(best);
            let them = position.to_move();
            let wins = legal_moves(position).into_iter().all(|reply| {
                position.play(reply);
                let wins = !position.has_five(them) && claims_win(position, plies - 2);
                position.undo();
                wins
            });
            position.undo();
            wins
        }
        Situation::Lost { plies } => loses(position, plies, |_| true),
        Situation::Block(answers) => loses(position, 2, |point| !answers.contains(point)),
        Situation::Defend(answers) => loses(position, 6, |point| !answers.contains(point)),
        Situation::Free => true,
    }
}

/// Whether all legal moves that satisfy `is_meant` lose within this many plies.
fn loses(position: &mut Position, plies: usize, is_meant: impl Fn(Point) -> bool) -> bool {
    legal_moves(position).into_iter().filter(|&point| is_meant(point)).all(|point| {
        position.play(point);
        let loses = claims_win(position, plies - 1);
        position.undo();
        loses
    })
}

fn check_claims(positions: u32, seed: u64) {
    for rule in Rule::ALL {
        let mut counts = [0; 5];
        check(positions, seed, GAMES.positions(rule), |mut position| {
            let key = position.key();
            let situation = assess(&mut position);
            assert_eq!(position.key(), key);
            assert!(claim_holds(&mut position), "{situation:?}");
            counts[match situation {
                Situation::Won { .. } => 0,
                Situation::Lost { .. } => 1,
                Situation::Block(_) => 2,
                Situation::Defend(_) => 3,
                Situation::Free => 4,
            }] += 1;
        });
        assert!(counts.iter().all(|&count| count > 0), "{rule}: {counts:?}");
    }
}

#[test]
fn claims_hold_against_every_move() {
    check_claims(1_500, 5);
}

/// The long version: `cargo test --release -- --ignored claims`.
#[test]
#[ignore = "takes minutes"]
fn claims_hold_against_every_move_in_many_positions() {
    check_claims(100_000, 6);
}

#[test]
fn a_four_three_needs_no_stones_where_its_lines_tell_all() {
    for rule in Rule::ALL {
        let (mut by_lines, mut winning) = (0, 0);
        check(20_000, 9, GAMES.positions(rule), |mut position| {
            let us = position.to_move();
            let settled = [(us, Shape::Five), (!us, Shape::Five), (us, Shape::OpenFour)];
            if settled.iter().any(|&(color, shape)| position.count(color, shape) > 0) {
                return;
            }
            for point in &position.points(us, Shape::FourThree).clone() {
                let wins = wins_when_played(&mut position, point);
                let is_plain = wins_by_lines(&position, point);
                assert!(wins || !is_plain, "{point:?} {position:?}");
                by_lines += usize::from(is_plain);
                winning += usize::from(wins);
            }
        });
        let is_caro = !rule.line_rule(Color::Black).closed_five_wins;
        assert!(
            winning > 100 && (is_caro || 2 * by_lines > winning),
            "{rule}: {by_lines}, {winning}"
        );
    }
}

fn position(rule: Rule, black: &str, white: &str, to_move: Color) -> Position {
    let size = BoardSize::square(15).expect("in range");
    let mut position = Position::new(size, rule);
    for (color, labels) in [(Color::Black, black), (Color::White, white)] {
        for label in labels.split_whitespace() {
            position.place(color, size.parse_label(label).expect("a point"));
        }
    }
    position.set_to_move(to_move);
    position
}

fn labels(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.label(BoardSize::square(15).expect("in range"))).collect()
}

#[test]
fn an_open_three_is_answered_at_its_ends() {
    let mut position = position(Rule::Freestyle, "g8 h8 i8", "h9 a1", Color::White);
    let Situation::Defend(answers) = assess(&mut position) else { panic!("{position:?}") };
    assert_eq!(labels(&answers), ["f8", "j8"]);
}

#[test]
fn a_four_in_caro_is_also_answered_behind_the_five() {
    let mut position = position(Rule::CaroOverline, "f8 g8 h8 i8", "e8 a1 a3", Color::White);
    let Situation::Block(answers) = assess(&mut position) else { panic!("{position:?}") };
    assert_eq!(labels(&answers), ["j8", "k8"]);
    let mut same = self::position(Rule::Standard, "f8 g8 h8 i8", "e8 a1 a3", Color::White);
    let Situation::Block(answers) = assess(&mut same) else { panic!("{same:?}") };
    assert_eq!(labels(&answers), ["j8"]);
}

#[test]
fn black_in_renju_loses_if_the_only_answer_is_a_foul() {
    // White threatens a five at h8, where a black stone would make two open threes.
    let black = "h6 h7 f8 g8 d12";
    let white = "i9 j10 k11 l12";
    let mut position = position(Rule::Renju, black, white, Color::Black);
    assert_eq!(position.count(Color::White, Shape::Five), 2);
    position.place(
        Color::Black,
        BoardSize::square(15).expect("in range").parse_label("m13").expect("a point"),
    );
    position.set_to_move(Color::Black);
    assert_eq!(assess(&mut position), Situation::Lost { plies: 2 });
}

/// White threatens a four-three at l12. Its forced answer, j10, would be a double three. But a
/// stone beside k10 and l10 turns that answer into a four, so no set of defences is complete.
#[test]
fn a_forced_answer_that_is_a_foul_leaves_every_move_open() {
    let black = "t16 k14 i13 t13 j12 f11 j11 p11 k10 l10 j7 k7 n7 l6 g4";
    let white = "m13 m12 c11 k11 n11 n10 q10 i9 o9 f8 g8 n8 t7 f6 i5";
    let size = BoardSize::square(20).expect("in range");
    let mut position = Position::new(size, Rule::Renju);
    for (color, labels) in [(Color::Black, black), (Color::White, white)] {
        for label in labels.split(' ') {
            position.place(color, size.parse_label(label).expect("a point"));
        }
    }
    position.set_to_move(Color::Black);
    assert_eq!(assess(&mut position), Situation::Free);
    position.play(size.parse_label("h10").expect("a point"));
    assert!(!claims_win(&mut position, 5));
}
