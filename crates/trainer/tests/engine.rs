//! Compares what the trainer and the engine compute for positions with the same network.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

mod common;

use fukumi_core::eval::layout::{PACKED, PLAIN, WITHOUT_ANSWERS, unpack};
use fukumi_core::eval::{Evaluation, Kind, Network, OwnNetwork, Scorer, features};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::threat::assess;
use fukumi_trainer::export;
use fukumi_trainer::kernels::Kernels;
use fukumi_trainer::learner::Learner;
use fukumi_trainer::model::{Model, Params, Stored};
use fukumi_trainer::replay::{Sample, Share};
use rand::rngs::SmallRng;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};

use common::WEIGHTS;

const FREESTYLE: &[u8] = include_bytes!("../../core/src/eval/weights/freestyle.net");
const RENJU: &[u8] = include_bytes!("../../core/src/eval/weights/renju.net");

fn cell(point: Point, size: BoardSize) -> u16 {
    u16::from(point.x()) + u16::from(point.y()) * u16::from(size.width())
}

fn sample_of(position: &Position, evaluation: &Evaluation, chosen: Option<Point>) -> Sample {
    let size = position.size();
    let stones = position.board().stones().iter();
    let share = chosen.map(|point| Share { cell: cell(point, size), share: 1.0 });
    let situation = assess(&mut position.clone());
    let answers = situation.answers().into_iter().flatten().map(|point| cell(point, size));
    Sample {
        geometry: 0,
        to_move: position.to_move().index() as u8,
        stones: stones.map(|s| 2 * cell(s.point, size) + s.color.index() as u16).collect(),
        classical: evaluation.score(position).points() as i16,
        threats: features::threats(position) as u16,
        score: 0,
        outcome: None,
        shares: share.into_iter().collect(),
        answers: answers.collect(),
    }
}

/// Visits the positions of a game in which every move is one of the three that the engine likes
/// best.
fn walk(rule: Rule, size: BoardSize, seed: u64, mut visit: impl FnMut(&Position, &Evaluation)) {
    let mut random = SmallRng::seed_from_u64(seed);
    let evaluation = Evaluation::of(rule, size);
    let mut position = Position::with_tables(size, evaluation.tables());
    position.play(size.center());
    let mut scorer = Scorer::new(&position, &Kind::Network);
    for _ in 0..30 {
        let mut appeals = scorer.appeals(&position, None).to_vec();
        appeals.sort_by_key(|&(_, appeal)| -appeal);
        let best = appeals.iter().take(3).choose(&mut random);
        position.play(best.unwrap().0);
        visit(&position, evaluation);
    }
}

/// Parameters of a network unlike any other.
fn some_params(colors: usize) -> Params {
    let mut params = Params::new(9, colors);
    let mut random = SmallRng::seed_from_u64(10);
    for color in 0..colors {
        for array in
            [Stored::Rows, Stored::Threats, Stored::Spread, Stored::Value1Bias, Stored::AnswerSums]
        {
            params.array_mut(array, color).fill_with(|| random.random_range(-0.2..0.2));
        }
    }
    params
}

#[test]
fn scores_are_those_of_the_engine() {
    let cases = [
        // The parameters of shipped networks are larger, and so are their rounding errors.
        (Rule::Freestyle, 15, FREESTYLE.to_vec(), 15.0),
        (Rule::Renju, 15, RENJU.to_vec(), 15.0),
        (Rule::Freestyle, 20, export::encode(&some_params(1)).0, 2.0),
        (Rule::Renju, 11, export::encode(&some_params(2)).0, 2.0),
    ];
    for (rule, side, bytes, largest) in cases {
        let size = BoardSize::square(side).unwrap();
        let network = Network::read(&bytes).unwrap();
        let model = Model::new(export::decode(&bytes).unwrap(), &[size]);
        let mut learner = Learner::new(&model, 1, Kernels::best());
        let (mut seen, mut threatened, mut sum, mut most) = (0.0, 0, 0.0, 0.0);
        walk(rule, size, 1, |position, evaluation| {
            let (score, _) = network.judge(position, evaluation.score(position));
            if score.points().abs() < 6_000 {
                let sample = sample_of(position, evaluation, None);
                threatened += usize::from(!sample.answers.is_empty());
                let value = learner.ask(&model, &[sample], &WEIGHTS).1[0].1;
                // The engine rounds down, and also rounds between layers.
                let points = 200.0 * value;
                let error = (points - score.points() as f32).abs();
                most = error.max(most);
                seen += 1.0;
                sum += error;
            }
        });
        assert!(
            seen > 20.0 && threatened > 0 && most < largest && sum < largest / 2.0 * seen,
            "{most}, {sum} in all"
        );
    }
}

#[test]
fn appeals_are_those_of_the_engine() {
    // The appeals of the renju network are up to ten times as large, and so are their rounding
    // errors.
    for (rule, bytes, mean) in [(Rule::Freestyle, FREESTYLE, 0.15), (Rule::Renju, RENJU, 1.5)] {
        let size = BoardSize::square(15).unwrap();
        let model = Model::new(export::decode(bytes).unwrap(), &[size]);
        let mut learner = Learner::new(&model, 1, Kernels::best());
        let (mut seen, mut sum) = (0, 0.0);
        walk(rule, size, 2, |position, evaluation| {
            // A candidate that is only a knight's move away from stones is not considered by the
            // trainer.
            let is_near = |&point: &Point| {
                position.board().stones().iter().any(|stone| {
                    let dx = stone.point.x().abs_diff(point.x());
                    let dy = stone.point.y().abs_diff(point.y());
                    dx.max(dy) <= 4 && (dx == 0 || dy == 0 || dx == dy)
                })
            };
            let mut scorer = Scorer::new(position, &Kind::Network);
            let mut appeals = scorer.appeals(position, None).to_vec();
            appeals.retain(|(point, _)| is_near(point));
            let mut loss = |point| {
                let sample = sample_of(position, evaluation, Some(point));
                learner.ask(&model, &[sample], &WEIGHTS).0.policy
            };
            let first = (loss(appeals[0].0), appeals[0].1);
            let largest = appeals.iter().map(|&(_, appeal)| appeal.abs()).max().unwrap();
            let largest = f64::from(largest) / 100.0;
            for &(point, appeal) in appeals.iter().step_by(7) {
                let expected = f64::from(appeal - first.1) / 100.0;
                let found = first.0 - loss(point);
                // The engine also has messages from candidates that are only a knight's move away
                // from stones.
                let error = (found - expected).abs();
                assert!(error < 0.7 + 0.08 * largest, "{found} {expected}");
                seen += 1;
                sum += error;
            }
        });
        assert!(seen > 100 && sum < mean * f64::from(seen), "{sum} of {seen}");
    }
}

#[test]
fn a_scale_of_the_policy_multiplies_the_appeals_of_the_engine() {
    let mut params = export::decode(FREESTYLE).unwrap();
    params.scale_policy(0.7);
    let (bytes, cut) = export::encode(&params);
    assert_eq!(cut, 0, "all numbers fit");
    let scaled = Kind::Own(OwnNetwork::of(&bytes).unwrap());
    let mut seen = 0;
    walk(Rule::Freestyle, BoardSize::square(15).unwrap(), 3, |position, _| {
        let appeals = |kind: &Kind| Scorer::new(position, kind).appeals(position, None).to_vec();
        let (before, after) = (appeals(&Kind::Network), appeals(&scaled));
        for ((point, before), (same, after)) in before.iter().zip(after) {
            assert_eq!(*point, same);
            let expected = 0.7 * f64::from(*before);
            assert!((f64::from(after) - expected).abs() < 10.0 + 0.02 * expected.abs());
            seen += 1;
        }
        assert_eq!(
            Scorer::new(position, &Kind::Network).score(position),
            Scorer::new(position, &scaled).score(position)
        );
    });
    assert!(seen > 100);
}

#[test]
fn a_network_comes_back_as_it_was() {
    for bytes in [FREESTYLE, RENJU] {
        let mut params = export::decode(bytes).unwrap();
        assert!(export::encode(&params) == (bytes.to_vec(), 0));
        let colors = params.layout.colors();
        // An older network does not look at answers.
        for color in 0..colors {
            params.array_mut(Stored::AnswerSums, color).fill(0.0);
        }
        let (older, _) = export::encode(&params);
        assert_eq!(export::encode(&export::decode(&older).unwrap()).0, older);
        assert!(older.starts_with(&WITHOUT_ANSWERS));
        params.array_mut(Stored::AnswerSums, 0)[5] = 0.5;
        let (newer, _) = export::encode(&params);
        assert_eq!(export::encode(&export::decode(&newer).unwrap()).0, newer);
        assert!(newer.starts_with(&PACKED));
    }
    let mut params = some_params(1);
    params.array_mut(Stored::Spread, 0)[3] = 7.0;
    assert_eq!(export::encode(&params).1, 1, "one number is cut off");
    assert!(export::decode(&FREESTYLE[..1_000]).is_err());
    assert!(export::decode(b"FKN3").is_err());
    assert!(export::decode(&[FREESTYLE, b"x"].concat()).is_err());
}

/// The same network in a file that is not packed.
fn plain(packed: &[u8]) -> Vec<u8> {
    let mut rest = &packed[PACKED.len() + 1..];
    let mut bytes = [&PLAIN[..], &packed[PACKED.len()..][..1]].concat();
    for _ in 0..packed[PACKED.len()] {
        for array in Stored::of_network(true) {
            if array.is_packed() {
                let rows = unpack(array, &mut rest).unwrap();
                bytes.extend(rows.as_flattened().iter().map(|number| number.cast_unsigned()));
            } else {
                bytes.extend(rest.split_off(..array.length() * array.bytes()).unwrap());
            }
        }
    }
    bytes
}

#[test]
fn a_network_that_is_not_packed_is_the_same() {
    for (rule, packed) in [(Rule::Freestyle, FREESTYLE), (Rule::Renju, RENJU)] {
        let bytes = plain(packed);
        assert!(export::encode(&export::decode(&bytes).unwrap()) == (packed.to_vec(), 0));
        assert!(OwnNetwork::of(&bytes[..bytes.len() - 1]).is_err());
        let own = Kind::Own(OwnNetwork::of(&bytes).unwrap());
        walk(rule, BoardSize::square(15).unwrap(), 4, |position, _| {
            let [shipped, own] = [&Kind::Network, &own].map(|kind| {
                let mut scorer = Scorer::new(position, kind);
                (scorer.score(position), scorer.appeals(position, None).to_vec())
            });
            assert_eq!(shipped, own);
        });
    }
}
