//! Tests of the solvers on random positions of all rules. Claimed wins are played against every
//! legal defence. Claims that there is no win are compared with a plain search.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::proof::Proof;
use super::rows::{Cross, Rows};
use super::vcf::{Bounds, Vcf};
use super::vct::Vct;
use super::*;
use crate::control::{Control, Limits};
use crate::geometry::{BoardSize, Color, Point};
use crate::pattern::Shape;
use crate::position::Position;
use crate::rule::Rule;
use crate::testing::{Games, check, urgent_or_building, values};
use crate::threat::{defence, fours};

fn unlimited() -> Control {
    Control::new(Instant::now(), Limits::default())
}

fn bounds(nodes: u64) -> Bounds {
    Bounds::nodes(nodes)
}

/// Random games in which most moves build a row and threats are stopped, so the board fills up.
const GAMES: Games =
    Games { sides: &[9, 12, 15, 15, 20], moves: 8..40, building: 0.7, pool: urgent_or_building };

/// Positions in which neither side can make a five with the next move.
fn positions(rule: Rule) -> impl Strategy<Value = Position> {
    GAMES.positions(rule).prop_filter("nobody can win at once", |position| {
        Color::ALL.into_iter().all(|color| position.count(color, Shape::Five) == 0)
    })
}

/// A plain search for a win by fours, the specification of [`Vcf`]. `nodes` is the budget in fours.
fn plain_vcf(position: &mut Position, nodes: &mut u64) -> Verdict<()> {
    let us = position.to_move();
    if position.count(us, Shape::Five) > 0 {
        return Verdict::Win(());
    }
    let mut moves = fours(position);
    if position.count(!us, Shape::Five) > 0 {
        moves = moves.intersection(&defence::answers_to_five(position));
    }
    let mut verdict = Verdict::NoWin;
    for point in &moves {
        if *nodes == 0 {
            return Verdict::Unknown;
        }
        *nodes -= 1;
        position.play(point);
        let mut wins = Verdict::Win(());
        for answer in &defence::answers_to_five(position) {
            position.play(answer);
            let answered = plain_vcf(position, nodes);
            position.undo();
            if answered != Verdict::Win(()) {
                wins = answered;
                break;
            }
        }
        position.undo();
        match wins {
            Verdict::Win(()) => return wins,
            Verdict::Unknown => verdict = Verdict::Unknown,
            Verdict::NoWin => {}
        }
    }
    verdict
}

/// Compares the solver with the plain search and plays its wins out. Enough positions must be wins.
fn compare_vcf(cases: u32, seed: u64) {
    let (mut vcf, mut hopeful) = (Vcf::default(), Vcf::default());
    for rule in Rule::ALL {
        let mut wins = 0;
        check(cases, seed, positions(rule), |mut position| {
            let mut nodes = 3_000;
            let expected = plain_vcf(&mut position, &mut nodes);
            let found = vcf.prove(&position, bounds(1_000_000), &unlimited());
            match (&expected, &found) {
                (Verdict::Unknown, _) => {}
                _ => assert_eq!(expected.is_win(), found.is_win()),
            }
            assert_ne!(found, Verdict::Unknown);
            let hopeful_bounds = Bounds { expects_win: true, ..bounds(1_000_000) };
            let with_detours = hopeful.prove(&position, hopeful_bounds, &unlimited());
            assert_eq!(with_detours.is_win(), found.is_win());
            assert_ne!(with_detours, Verdict::Unknown);
            if let Verdict::Win(proof) = with_detours {
                proof.check(&mut position).unwrap_or_else(|hole| panic!("{hole}"));
            }
            if let Verdict::Win(proof) = found {
                wins += 1;
                proof.check(&mut position).unwrap_or_else(|hole| panic!("{hole}"));
                let shortest = vcf.prove_shortest(&position, bounds(1_000_000), &unlimited());
                let Verdict::Win(shortest) = shortest else { panic!("a win is a win") };
                assert!(shortest.plies <= proof.plies);
                shortest.check(&mut position).unwrap_or_else(|hole| panic!("{hole}"));
                check_zone(&mut vcf, &mut position);
            }
        });
        assert!(wins * 50 > cases, "{rule}: {wins} wins");
    }
}

/// The zone of a win by fours holds every stone of the opponent that could spoil the win.
fn check_zone(vcf: &mut Vcf, position: &mut Position) {
    let us = position.to_move();
    let found = vcf.prove_with_zone(position, bounds(1_000_000), &unlimited());
    let Verdict::Win((proof, zone)) = found else { panic!("a win is a win: {position:?}") };
    position.pass();
    let outside: Vec<Point> = position
        .board()
        .empty_points()
        .filter(|&point| !zone.contains(point) && !position.is_forbidden(point))
        .filter(|&point| !crate::threat::makes_four(position, !us, point))
        .collect();
    for point in outside {
        position.play(point);
        proof.check(position).unwrap_or_else(|hole| panic!("{point:?}: {hole} {position:?}"));
        position.undo();
    }
    position.pass();
}

#[test]
fn a_pass_makes_another_position_of_the_same_stones() {
    // What a solver remembers of one of the two says nothing about the other.
    let (mut vcf, mut vct) = (Vcf::default(), Vct::new(1 << 18));
    for rule in Rule::ALL {
        check(30, 7, positions(rule), |mut position| {
            let key = position.key();
            for turn in 0..4 {
                let fresh = Vcf::default().prove(&position, bounds(100_000), &unlimited());
                let known = vcf.prove(&position, bounds(100_000), &unlimited());
                assert_eq!(known.is_win(), fresh.is_win(), "{turn}: {position:?}");
                if let Verdict::Win(proof) = known {
                    proof.check(&mut position).unwrap_or_else(|hole| panic!("{hole}"));
                }
                if let Verdict::Win(proof) =
                    vct.prove(&position, vct::Bounds::nodes(300), &unlimited(), &mut |_| {})
                {
                    proof.check(&mut position).unwrap_or_else(|hole| panic!("{hole}"));
                }
                position.pass();
                assert_eq!(position.key() == key, turn % 2 == 1);
            }
        });
    }
}

#[test]
fn wins_by_fours_are_those_of_a_plain_search() {
    compare_vcf(60, 1);
}

#[test]
#[ignore = "the long form"]
fn wins_by_fours_are_those_of_a_plain_search_at_length() {
    compare_vcf(3_000, 2);
}

/// The line words know the same fours as the shapes of the position, after any stones.
#[test]
fn rows_know_the_fours_of_the_position() {
    let mut rows = Rows::new();
    let stones = || vec((select(&Color::ALL[..]), any::<Index>()), 6);
    for rule in Rule::ALL {
        check(300, 3, (positions(rule), stones()), |(mut position, stones)| {
            let attacker = position.to_move();
            rows.load(&position);
            let mut placed = Vec::new();
            for (color, index) in stones {
                let near: Vec<Point> = position.candidates().iter().collect();
                if near.is_empty() {
                    break;
                }
                let point = *index.get(&near);
                position.place(color, point);
                let cross = Cross::new(point);
                placed.push((point, color, rows.place(&cross, color)));
                compare_rows(&rows, &position, attacker);
            }
            while let Some((point, color, saved)) = placed.pop() {
                position.undo();
                rows.remove(&Cross::new(point), color, &saved);
                compare_rows(&rows, &position, attacker);
            }
        });
    }
}

/// Compares the fours and the forbidden points, unless the attacker can make a five: then a four in
/// a line word may be part of a longer row that the position sees as a five or an overline.
fn compare_rows(rows: &Rows, position: &Position, attacker: Color) {
    let mut found: Vec<Point> = Vec::new();
    rows.for_each_four(|point| found.push(point));
    let has_five = position.count(attacker, Shape::Five) > 0;
    for point in position.board().empty_points() {
        if position.shape(attacker, point) == Shape::Five || has_five {
            continue;
        }
        let is_four = position.lines(attacker, point).classes().iter().any(|c| c.four_count() > 0);
        assert_eq!(is_four, found.contains(&point), "{point:?} {position:?}");
        assert_eq!(
            position.foul(attacker, point).is_some(),
            rows.is_forbidden(point, attacker),
            "{point:?} {position:?}"
        );
    }
}

/// Plays every win by threats against every defence. A refuted position must have no win by fours
/// either.
fn replay_vct(cases: u32, nodes: u64, seed: u64) {
    for rule in Rule::ALL {
        let (mut wins, mut quiet_wins) = (0, 0);
        // Odd seeds use a table for few positions, so proofs have to be found again.
        let mut vct = Vct::new(if seed.is_multiple_of(2) { 1 << 22 } else { 1 << 14 });
        check(cases, seed, positions(rule), |mut position| {
            let bounds = vct::Bounds::nodes(nodes);
            let found = vct.prove(&position, bounds, &unlimited(), &mut |_| {});
            let by_fours = Vcf::default().prove(&position, bounds_of_fours(), &unlimited());
            match found {
                Verdict::Win(proof) => {
                    wins += 1;
                    quiet_wins += usize::from(!by_fours.is_win());
                    assert!(proof.plies % 2 == 1 && proof.size() > 0);
                    assert_eq!(proof.line().len() % 2, 1);
                    if proof.size() < 2_000 {
                        proof.check(&mut position).unwrap_or_else(|hole| panic!("{hole}"));
                    }
                    let proof_moves = proof.size() / 2;
                    let bounds = vct::Bounds { proof_moves, ..bounds };
                    match vct.prove(&position, bounds, &unlimited(), &mut |_| {}) {
                        Verdict::Win(smaller) => assert!(smaller.size() <= proof_moves),
                        Verdict::NoWin => panic!("a win that was proven"),
                        Verdict::Unknown => {}
                    }
                }
                Verdict::NoWin => assert!(!by_fours.is_win()),
                Verdict::Unknown => {}
            }
        });
        assert!(wins * 20 > cases && quiet_wins > 0, "{rule}: {wins}, {quiet_wins} quiet");
    }
}

fn bounds_of_fours() -> Bounds {
    bounds(1_000_000)
}

#[test]
fn wins_by_threats_hold_against_every_defence() {
    replay_vct(60, 3_000, 1);
    replay_vct(60, 3_000, 2);
}

#[test]
#[ignore = "the long form"]
fn wins_by_threats_hold_against_every_defence_at_length() {
    replay_vct(500, 20_000, 3);
    replay_vct(500, 20_000, 4);
}

/// Both solvers agree on wins by fours, also in positions that take many nodes.
#[test]
fn a_question_about_fours_alone_is_answered() {
    let mut vcf = Vcf::default();
    let mut vct = Vct::new(1 << 20);
    for rule in Rule::ALL {
        let with_many_fours = values(6, positions(rule)).filter_map(|position| {
            let by_fours = vcf.solve(&position, bounds_of_fours(), &unlimited());
            (vcf.nodes() >= 100).then_some((position, by_fours))
        });
        for (position, by_fours) in with_many_fours.take(3) {
            let bounds = vct::Bounds { threats: Threats::Fours, ..vct::Bounds::nodes(u64::MAX) };
            let us = position.to_move();
            let by_threats =
                vct.solve(&position, us, bounds, &unlimited(), &mut no_report::<Progress>());
            assert_eq!(by_threats.map(|_| ()), by_fours.map(|_| ()), "{position:?}");
        }
    }
}

/// A position and its images under symmetry have the same verdict.
#[test]
fn a_verdict_does_not_depend_on_the_view() {
    let solve = |position: &Position| {
        let bounds = vct::Bounds::nodes(30_000);
        let verdict = Vct::new(1 << 20).prove(position, bounds, &unlimited(), &mut |_| {});
        verdict.map(|_| ())
    };
    for rule in Rule::ALL {
        let settled = values(5, positions(rule)).filter_map(|position| match solve(&position) {
            Verdict::Unknown => None,
            verdict => Some((position, verdict)),
        });
        for (position, verdict) in settled.take(12) {
            for image in images(&position) {
                let other = solve(&image);
                assert!(other == verdict || other == Verdict::Unknown, "{position:?} {image:?}");
            }
        }
    }
}

/// The position mirrored left to right, and turned by a quarter.
fn images(position: &Position) -> [Position; 2] {
    let side = position.size().width();
    let turns: [fn(u8, u8, u8) -> Point; 2] =
        [|x, y, side| Point::new(side - 1 - x, y), |x, y, side| Point::new(y, side - 1 - x)];
    turns.map(|turn| {
        let mut image = Position::new(position.size(), position.rule());
        for stone in position.board().stones() {
            image.place(stone.color, turn(stone.point.x(), stone.point.y(), side));
        }
        image.set_to_move(position.to_move());
        image
    })
}

fn played(rule: Rule, moves: &str) -> Position {
    let size = BoardSize::square(15).expect("in range");
    let mut position = Position::new(size, rule);
    for label in moves.split(' ') {
        position.play(size.parse_label(label).expect("a point"));
    }
    position
}

fn no_report<P>() -> impl FnMut(&P) {
    |_: &P| {}
}

/// Positions of games of the program with itself. The whole search alone takes 12,003, 1,312 and
/// 5,074 nodes.
#[test]
fn a_short_win_comes_before_long_lines() {
    for (rule, nodes, moves) in [
        (
            Rule::Renju,
            2_000,
            "h8 h6 h9 g7 g8 f8 e9 f9 f7 i10 f10 g11 d9 e8 e11 g9 g10 f11 d8 d7 d10 e10 i8 \
             b8 b9 c12 d11 d12 i11 c7",
        ),
        (
            Rule::Renju,
            300,
            "h8 h6 h9 g7 g8 f8 e9 f9 f7 i10 f10 g11 d9 e8 e11 g9 g10 f11 d8 d7 d10 e10 i8 \
             b8 b9 c12 d11 d12 i11 c7 d6 c9 c6 e6 j10 k9 j11 j9 h11 h7",
        ),
        (
            Rule::Freestyle,
            500,
            "h8 i9 k8 j7 k9 i8 k7 k6 h9 h7 i10 j9 g6 j11 j10 k10 l11 i7 i5 j5 l8 j6 j8 m7 \
             h10 i11 g8 k5 j4 m5 l5 l9 m8 n8 h11 h12 i6 k3 m3 l4 n6 f7 g7 g9 d4 e5 e4 g5 \
             f5 d3 e7 f10 i12 f4 g3 f8 f9 j13 e10 e9 g11 d11 d8 c11 e11",
        ),
    ] {
        let mut position = played(rule, moves);
        let bounds = vct::Bounds::nodes(nodes);
        let verdict = Vct::new(1 << 20).prove(&position, bounds, &unlimited(), &mut no_report());
        let proof = verdict.win().expect("a win within the nodes");
        assert_eq!(proof.check(&mut position), Ok(()));
        let whole = vct::Bounds { short_first: false, ..bounds };
        let verdict = Vct::new(1 << 20).prove(&position, whole, &unlimited(), &mut no_report());
        assert_eq!(verdict, Verdict::Unknown);
    }
}

/// Searches for short wins find wins only where the whole search finds no refutation, also if they
/// have filled the table before it.
#[test]
fn short_wins_do_not_contradict_the_whole_search() {
    let (mut wins, mut refuted) = (0, 0);
    for rule in Rule::ALL {
        check(40, 21, positions(rule), |position| {
            let us = position.to_move();
            let mut vct = Vct::new(1 << 18);
            let first = vct::Bounds::nodes(5_000);
            let whole = vct::Bounds { short_first: false, ..first };
            let both = [first, whole].map(|bounds| {
                let before = vct.solve(&position, us, bounds, &unlimited(), &mut no_report());
                let new =
                    Vct::new(1 << 18).solve(&position, us, bounds, &unlimited(), &mut no_report());
                [before, new]
            });
            let all = both.as_flattened();
            let has = |test: fn(&Verdict<vct::Win>) -> bool| all.iter().any(test);
            assert!(!(has(Verdict::is_win) && has(|v| *v == Verdict::NoWin)), "{all:?}");
            wins += u32::from(has(Verdict::is_win));
            refuted += u32::from(has(|v| *v == Verdict::NoWin));
        });
    }
    assert!(wins > 20 && refuted > 20, "{wins} {refuted}");
}

#[test]
fn a_three_leaves_the_opponent_three_moves_that_hold() {
    let position = played(Rule::Freestyle, "h8 a1 i8 a3 j8");
    let mut solver = Solver::new(1 << 20);
    let found = solver.defences(&position, Threats::Fours, &unlimited(), &mut no_report::<Step>());
    let size = position.size();
    let holding: Vec<String> = found
        .moves
        .iter()
        .filter(|(_, verdict)| *verdict == Verdict::NoWin)
        .map(|(point, _)| point.label(size))
        .collect();
    assert_eq!(holding, ["g8", "k8"]);
    assert_eq!(found.moves.len(), position.board().empty_count());
}

#[test]
fn a_quiet_position_has_no_threat_to_answer() {
    let position = played(Rule::Renju, "h8 a1 i8 a3");
    let mut solver = Solver::new(1 << 20);
    let found = solver.defences(&position, Threats::Fours, &unlimited(), &mut no_report::<Step>());
    assert_eq!(found.threat.verdict, Verdict::NoWin);
    assert!(found.moves.is_empty());
}

#[test]
fn every_winning_first_move_is_listed() {
    let mut position = played(Rule::Freestyle, "h8 a1 i8 a3 j8 o15");
    for threats in [Threats::Fours, Threats::FoursAndThrees] {
        let mut solver = Solver::new(1 << 20);
        let report = &mut no_report::<Step>();
        let wins = solver.winning_moves(&position, threats, &unlimited(), report);
        let size = position.size();
        let firsts: Vec<String> = wins.iter().map(|(point, _)| point.label(size)).collect();
        assert!(firsts.contains(&"g8".into()) && firsts.contains(&"k8".into()), "{firsts:?}");
        for (first, verdict) in wins {
            let Verdict::Win(proof) = verdict else { panic!("{first:?} {verdict:?}") };
            assert_eq!(proof.attack, first);
            proof.check(&mut position).expect("a proof");
            // The tables are no longer empty, so it may find another win after the same move.
            let alone = solver.winning_move(&position, first, threats, &unlimited());
            let Verdict::Win(proof) = alone.verdict else { panic!("{first:?} alone") };
            assert_eq!(proof.attack, first);
            proof.check(&mut position).expect("a proof");
        }
        let quiet = size.parse_label("a15").expect("a point");
        let alone = solver.winning_move(&position, quiet, threats, &unlimited());
        assert_eq!(alone.verdict, Verdict::NoWin);
    }
}

/// Short wins are found early, although moves before them in the order of the board take far
/// longer, and what the solver finds without a list of moves is in the list.
#[test]
fn a_hard_move_does_not_keep_the_others_waiting() {
    for (moves, some) in [
        ("h8 h9 i9 i8 j7 j6 g7 f6 k7 j8 k9 l7 k8 k10 l9 m10", &["h7", "m7", "j10"][..]),
        ("h8 h9 i8 i9 g9 g8 f10 e11 h7 j9 h10 i10 j11 g6 f8 e7 f7 f9 e9 g7", &["i7"]),
    ] {
        let (mut position, threats) = (played(Rule::Renju, moves), Threats::FoursAndThrees);
        let (size, control) = (position.size(), at_most(100_000));
        let mut solver = Solver::new(8 << 20);
        let found = solver.winning_moves(&position, threats, &control, &mut no_report::<Step>());
        let wins: Vec<_> = found
            .iter()
            .filter_map(|(point, verdict)| Some((*point, verdict.clone().win()?)))
            .collect();
        for (first, proof) in &wins {
            assert_eq!(proof.attack, *first);
            proof.check(&mut position).expect("a proof");
        }
        let firsts: Vec<String> = wins.iter().map(|(point, _)| point.label(size)).collect();
        assert!(some.iter().all(|some| firsts.iter().any(|first| first == some)), "{firsts:?}");
        assert!(found.is_sorted_by_key(|(point, _)| *point));
        let open = found.iter().filter(|(_, verdict)| *verdict == Verdict::Unknown).count();
        assert!(open > 0, "all moves were decided");
    }
}

#[test]
fn a_budget_that_runs_out_is_no_verdict() {
    let position = played(Rule::Freestyle, "h8 h9 i9 g7 i7 i8 j8 g11 k7 l6 j10 k11");
    let control = Control::new(Instant::now(), Limits { nodes: Some(3), ..Limits::default() });
    for threats in [Threats::Fours, Threats::FoursAndThrees] {
        let mut solver = Solver::new(1 << 20);
        let solution =
            solver.solve(&position, threats, false, &control, &mut no_report::<Progress>());
        assert!(!matches!(solution.verdict, Verdict::Win(_)), "{position:?}");
        if threats == Threats::FoursAndThrees {
            assert_eq!(solution.verdict, Verdict::Unknown, "{position:?}");
        }
    }
    let stopped = Control::new(Instant::now(), Limits::default());
    stopped.stop();
    let threats = Threats::FoursAndThrees;
    let solution = Solver::new(1 << 20).solve(
        &position,
        threats,
        false,
        &stopped,
        &mut no_report::<Progress>(),
    );
    assert_eq!(solution.verdict, Verdict::Unknown);
}

/// The check finds the hole in a proof that leaves out a defence.
#[test]
fn a_proof_with_a_hole_does_not_pass() {
    let mut position = played(Rule::Freestyle, "h8 a1 i8 a3 j8 o15");
    let size = position.size();
    let four = Proof::four(size.parse_label("k8").expect("a point"));
    four.check(&mut position).expect("an open four");
    let blocked = Proof::four(size.parse_label("l8").expect("a point"));
    let hole = blocked.check(&mut position).expect_err("k8 stops it");
    assert_eq!(hole.moves.last(), size.parse_label("k8").as_ref());
    let three = Proof::threat(size.parse_label("h9").expect("a point"), Vec::new(), four);
    assert!(three.check(&mut position).is_err());
}

/// Positions of which every second one is crowded, with threats everywhere.
fn crowded_positions(rule: Rule) -> impl Strategy<Value = Position> {
    let crowded = Games { sides: &[9, 12, 15], moves: 50..100, ..GAMES };
    prop_oneof![GAMES.positions(rule), crowded.positions(rule)]
}

fn at_most(nodes: u64) -> Control {
    Control::new(Instant::now(), Limits { nodes: Some(nodes), ..Limits::default() })
}

/// No question takes more nodes than its limit allows, whatever the position. Every question ends.
fn keep_limits(cases: u32, seed: u64) {
    let (mut vcf, mut vct, mut solver) = (Vcf::default(), Vct::new(1 << 18), Solver::new(1 << 18));
    for rule in Rule::ALL {
        check(cases, seed, (crowded_positions(rule), 1..=1_000_u64), |(position, nodes)| {
            let most = nodes + vcf::OVERSHOOT;
            let by_fours: [fn(&mut Vcf, &Position, Bounds); 4] = [
                |vcf, at, within| _ = vcf.solve(at, within, &unlimited()),
                |vcf, at, within| _ = vcf.solve_with_zone(at, within, &unlimited()),
                |vcf, at, within| _ = vcf.prove(at, within, &unlimited()),
                |vcf, at, within| _ = vcf.prove_shortest(at, within, &unlimited()),
            ];
            let nobody_can_win = |color| position.count(color, Shape::Five) == 0;
            for (index, ask) in by_fours.into_iter().enumerate() {
                if index == 1 && !Color::ALL.into_iter().all(nobody_can_win) {
                    continue;
                }
                ask(&mut vcf, &position, bounds(nodes));
                assert!(vcf.nodes() <= most, "{index}: {} > {nodes} {position:?}", vcf.nodes());
            }
            for threats in [Threats::Fours, Threats::FoursAndThrees] {
                let all = vct::Bounds { threats, ..vct::Bounds::nodes(nodes) };
                let few = vct::Bounds { inner_nodes: nodes, ..all };
                for bounds in [all, few] {
                    let is_kept = |vct: &Vct| {
                        let (outer, inner) = (vct.nodes(), vct.inner_nodes());
                        let is_kept = outer <= most && inner <= bounds.inner_nodes + vcf::OVERSHOOT;
                        assert!(is_kept, "{outer} and {inner}: {bounds:?} {position:?}");
                    };
                    for attacker in Color::ALL {
                        _ = vct.solve(&position, attacker, bounds, &unlimited(), &mut |_| {});
                        is_kept(&vct);
                    }
                    _ = vct.prove(&position, bounds, &unlimited(), &mut |_| {});
                    is_kept(&vct);
                }
                let control = at_most(nodes);
                let found = solver.solve(&position, threats, false, &control, &mut |_| {});
                assert!(found.nodes <= most, "{} > {nodes} {position:?}", found.nodes);
                let mut last = 0;
                _ = solver.winning_moves(&position, threats, &control, &mut |s| last = s.nodes);
                assert!(last <= most, "winning moves: {last} > {nodes} {position:?}");
                _ = solver.defences(&position, threats, &control, &mut |s| last = s.nodes);
                assert!(last <= most, "defences: {last} > {nodes} {position:?}");
            }
        });
    }
}

#[test]
fn every_question_keeps_its_limits() {
    keep_limits(12, 11);
}

#[test]
#[ignore = "the long form"]
fn every_question_keeps_its_limits_at_length() {
    keep_limits(400, 12);
}

/// A node limit must not make the solver repeat its question forever on such a position.
#[test]
fn the_defences_to_a_win_by_fours_end_at_a_node_limit() {
    let size = BoardSize::square(15).expect("in range");
    let mut position = Position::new(size, Rule::Standard);
    for (color, labels) in [
        (Color::Black, "e11 g8 g9 g10 h8 i10 j9 k6 k9"),
        (Color::White, "f8 g11 h6 h9 i9 j6 j10 k8"),
    ] {
        for label in labels.split(' ') {
            position.place(color, size.parse_label(label).expect("a point"));
        }
    }
    position.set_to_move(Color::White);
    for nodes in 1..=40 {
        let mut last = 0;
        let mut solver = Solver::new(1 << 18);
        let report = &mut |step: &Step| last = step.nodes;
        let found = solver.defences(&position, Threats::Fours, &at_most(nodes), report);
        assert!(last <= nodes + vcf::OVERSHOOT, "{last} > {nodes}");
        assert!(found.moves.is_empty() || found.moves.len() == position.board().empty_count());
    }
}

/// A limit that is lowered during a search takes effect at once.
#[test]
fn lower_limits_end_a_search_for_threats_at_once() {
    let position = played(Rule::Standard, "f6 h7 f9 g7 f8 h6 j6");
    for lower in [
        Limits { nodes: Some(1_000_000), ..Limits::default() },
        Limits { depth: Some(1), ..Limits::default() },
    ] {
        let control = unlimited();
        let mut lowered_at = 0;
        let mut vct = Vct::new(1 << 20);
        let verdict = vct.prove(&position, vct::Bounds::nodes(u64::MAX), &control, &mut |report| {
            if lowered_at == 0 {
                lowered_at = report.nodes;
                control.set_limits(lower);
            }
        });
        assert!(matches!(verdict, Verdict::Unknown) && lowered_at > 0);
        assert!(vct.nodes() <= lowered_at + 1, "{} after {lowered_at}", vct.nodes());
    }
}

/// The solver continues with the nodes that a lowered limit leaves.
#[test]
fn a_question_is_asked_on_under_lower_limits() {
    let position = played(Rule::Standard, "f6 h7 f9 g7 f8 h6 j6");
    let control = unlimited();
    let mut reports = 0;
    let threats = Threats::FoursAndThrees;
    let solution = Solver::new(1 << 20).solve(&position, threats, false, &control, &mut |_| {
        reports += 1;
        if reports == 1 {
            control.set_limits(Limits { nodes: Some(6_000), ..Limits::default() });
        }
    });
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert!((5_900..=6_000 + vcf::OVERSHOOT).contains(&solution.nodes), "{}", solution.nodes);
}

#[test]
fn a_search_for_fours_ends_at_its_time() {
    let with_many_fours = values(6, positions(Rule::Freestyle)).filter(|position| {
        let mut vcf = Vcf::default();
        vcf.solve(position, bounds_of_fours(), &unlimited());
        vcf.nodes() > 10
    });
    for position in with_many_fours.take(3) {
        let mut vcf = Vcf::default();
        let past = Bounds { until: Some(Duration::ZERO), ..bounds_of_fours() };
        assert_eq!(vcf.solve(&position, past, &unlimited()), Verdict::Unknown);
        assert_eq!(vcf.nodes(), 0);
    }
}

/// A cleared solver takes the same number of nodes as a new one, for each question.
#[test]
fn a_cleared_solver_is_as_a_new_one() {
    let (mut vcf, mut vct, mut solver) = (Vcf::default(), Vct::new(1 << 18), Solver::new(1 << 18));
    for rule in Rule::ALL {
        check(12, 13, positions(rule), |position| {
            let by_fours = |vcf: &mut Vcf| {
                let verdict = vcf.solve(&position, bounds(10_000), &unlimited());
                (verdict, vcf.nodes())
            };
            let by_threats = |vct: &mut Vct| {
                let (us, bounds) = (position.to_move(), vct::Bounds::nodes(500));
                let verdict = vct.solve(&position, us, bounds, &unlimited(), &mut |_| {});
                (verdict, vct.nodes(), vct.inner_nodes())
            };
            let defences = |solver: &mut Solver| {
                let threats = Threats::FoursAndThrees;
                let mut last = 0;
                let report = &mut |step: &Step| last = step.nodes;
                let found = solver.defences(&position, threats, &at_most(500), report);
                (found.threat.verdict, found.moves, last)
            };
            // Earlier cases have filled the tables.
            vcf.clear();
            vct.clear();
            solver.clear();
            assert_eq!(by_fours(&mut vcf), by_fours(&mut Vcf::default()));
            assert_eq!(by_threats(&mut vct), by_threats(&mut Vct::new(1 << 18)));
            assert_eq!(defences(&mut solver), defences(&mut Solver::new(1 << 18)));
        });
    }
}

/// A move that is proven to threaten nothing is refuted for good: the search is not repeated.
#[test]
fn what_threatens_nothing_is_refuted_once() {
    let (mut settled, mut repeats, mut vct) = (0, 0, Vct::new(1 << 16));
    for rule in Rule::ALL {
        check(300, 14, crowded_positions(rule), |position| {
            let us = position.to_move();
            // The inner searches for wins by fours have no shared limit.
            let bounds = vct::Bounds { inner_nodes: u64::MAX, ..vct::Bounds::nodes(300) };
            vct.clear();
            let verdict = vct.solve(&position, us, bounds, &unlimited(), &mut |_| {});
            repeats += vct.repeats;
            settled += u32::from(verdict == Verdict::NoWin);
        });
    }
    assert!(settled > 20 && repeats == 0, "{settled} {repeats}");
}
