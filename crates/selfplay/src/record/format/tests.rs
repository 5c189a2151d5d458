use fukumi_core::geometry::Color;
use fukumi_core::random::Generator;
use rand::seq::{IndexedMutRandom, IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};

use super::*;

/// A game of random stones on a random board, which need not make sense.
pub(crate) fn random_game(rng: &mut Generator) -> GameRecord {
    let size = BoardSize::new(rng.random_range(5..=22), rng.random_range(5..=22)).unwrap();
    let mut points: Vec<Point> = size.points().collect();
    points.shuffle(rng);
    let stones = rng.random_range(0..=size.area());
    let first = rng.random_range(0..=stones.min(10));
    let mut moves = Vec::new();
    let mut branches = Vec::new();
    for index in first..stones {
        moves.push(Ply {
            point: points[index],
            score: random_score(rng),
            by_lot: rng.random_bool(0.1),
            policy: random_policy(&points[index..], rng),
        });
        if index + 1 < points.len() && rng.random_bool(0.5) {
            let mut rest = points[index + 1..].to_vec();
            let point = rest.swap_remove(rng.random_range(0..rest.len()));
            rest.push(points[index]);
            let (score, policy) = (random_score(rng), random_policy(&rest, rng));
            branches.push(Branch { index: index - first, point, score, policy });
        }
    }
    GameRecord {
        number: rng.random(),
        rule: *Rule::ALL.choose(rng).unwrap(),
        size,
        start: *Start::ALL.choose(rng).unwrap(),
        opening: points[..first].to_vec(),
        moves,
        branches,
        outcome: *GameEnd::ALL.choose(rng).unwrap(),
    }
}

fn random_score(rng: &mut Generator) -> Option<Score> {
    match rng.random_range(0..5) {
        0 => None,
        1 => Some(Score::win_in(rng.random_range(1..200))),
        2 => Some(Score::loss_in(rng.random_range(2..200))),
        3 => Some(Score::presumed_loss(rng.random_range(2..200))),
        _ => Some(Score::from_points(rng.random_range(-3_000..3_000))),
    }
}

fn random_policy(empty: &[Point], rng: &mut Generator) -> Vec<Share> {
    let count = rng.random_range(0..=Share::MOST.min(empty.len()));
    let mut shares = vec![1; count];
    for _ in count..usize::from(Share::WHOLE) {
        if let Some(share) = shares.choose_mut(rng) {
            *share += 1;
        }
    }
    shares.sort_by_key(|&share| std::cmp::Reverse(share));
    let mut points = empty.to_vec();
    let (points, _) = points.partial_shuffle(rng, count);
    points.iter().zip(shares).map(|(&point, share)| Share { point, share }).collect()
}

fn share(x: u8, y: u8, share: u8) -> Share {
    Share { point: Point::new(x, y), share }
}

/// A short game with a policy and a branch.
fn game() -> GameRecord {
    let ply = |x, y, score, by_lot, policy| Ply { point: Point::new(x, y), score, by_lot, policy };
    GameRecord {
        number: 0x0102_0304,
        rule: Rule::Caro,
        size: BoardSize::new(20, 15).unwrap(),
        start: Start::Recalled,
        opening: vec![Point::new(3, 1)],
        moves: vec![
            ply(
                19,
                14,
                Some(Score::from_points(-2)),
                true,
                vec![share(0, 1, 155), share(1, 1, 100)],
            ),
            ply(2, 0, None, false, vec![]),
            ply(0, 0, Some(Score::win_in(7)), false, vec![share(0, 0, 255)]),
        ],
        branches: vec![Branch {
            index: 1,
            point: Point::new(4, 1),
            score: Some(Score::from_points(3)),
            policy: vec![share(2, 0, 255)],
        }],
        outcome: GameEnd::Win(Color::Black, Win::Proof),
    }
}

#[test]
fn a_game_comes_back_as_it_was() {
    let mut rng = Generator::seed_from_u64(1);
    for _ in 0..500 {
        let game = random_game(&mut rng);
        let bytes = game.encode();
        assert!(bytes.len() <= MAX_BYTES);
        assert_eq!(GameRecord::decode(&bytes), Ok(game));
    }
}

#[test]
fn the_bytes_are_as_documented() {
    let game = game();
    let expected = [
        &[4, 3, 2, 1, 9, 20, 15, 3, 0x14, 1, 0, 3, 0, 1, 0, 23, 0][..],
        &[0x2b, 0x81, 0xfe, 0xff, 2, 20, 0, 155, 21, 0, 100],
        &[2, 0, 0, 0x80, 0],
        &[0, 0, 0x29, 0x75, 1, 0, 0, 255],
        &[1, 0, 24, 0, 3, 0, 1, 2, 0, 255],
    ];
    assert_eq!(game.encode(), expected.concat());
    assert_eq!([0, 1].map(|index| game.mover(index)), [Color::White, Color::Black]);
}

#[test]
fn numbers_of_outcomes_and_openings_differ() {
    for outcome in GameEnd::ALL {
        let same = GameEnd::ALL.into_iter().filter(|other| other.code() == outcome.code());
        assert_eq!(same.count(), 1, "{outcome:?}");
    }
    for start in Start::ALL {
        let same = Start::ALL.into_iter().filter(|other| other.code() == start.code());
        assert_eq!(same.count(), 1, "{start:?}");
    }
}

/// The result of encoding a changed game and decoding it again.
fn changed(change: impl Fn(&mut GameRecord)) -> Result<GameRecord, BadGame> {
    let mut game = game();
    change(&mut game);
    GameRecord::decode(&game.encode())
}

#[test]
fn bytes_that_are_no_game_are_an_error() {
    let bytes = game().encode();
    let with = |index: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[index] = byte;
        GameRecord::decode(&bytes)
    };
    assert_eq!(with(4, 2), Err(BadGame::Rule(2)));
    assert_eq!(with(5, 4), Err(BadGame::Size(4, 15)));
    assert_eq!(with(7, 4), Err(BadGame::Start(4)));
    assert_eq!(with(8, 0x12 | 0x20), Err(BadGame::GameEnd(0x32)));
    assert_eq!(with(16, 0x7f), Err(BadGame::Point(0x7f17)));
    assert_eq!(with(20, 0x80), Err(BadGame::Score(-0x7f02)));
    assert_eq!(with(21, 16), Err(BadGame::Policy(16)));
    assert_eq!(score_of(30_001), Err(BadGame::Score(30_001)));
    assert_eq!(score_of(-30_001), Err(BadGame::Score(-30_001)));
    assert_eq!(score_of(-30_000), Ok(Some(Score::loss_in(0))));
    for length in 0..bytes.len() {
        assert_eq!(GameRecord::decode(&bytes[..length]), Err(BadGame::TooShort), "{length} bytes");
    }
    assert_eq!(GameRecord::decode(&[&bytes[..], &[0, 0]].concat()), Err(BadGame::TooLong(2)));
}

#[test]
fn points_have_to_be_empty_at_their_time() {
    let taken = Point::new(3, 1);
    assert_eq!(changed(|game| game.moves[1].point = taken), Err(BadGame::Point(23)));
    assert_eq!(changed(|game| game.moves[2].policy[0].point = taken), Err(BadGame::Point(23)));
    assert_eq!(changed(|game| game.branches[0].point = taken), Err(BadGame::Point(23)));
    // The branch repeats an earlier move of the game, its policy repeats such a move or the
    // branch's own move, and a policy has one point twice.
    let before = Point::new(19, 14);
    assert_eq!(changed(|game| game.branches[0].point = before), Err(BadGame::Point(299)));
    assert_eq!(changed(|game| game.branches[0].policy[0].point = before), Err(BadGame::Point(299)));
    let own = Point::new(4, 1);
    assert_eq!(changed(|game| game.branches[0].policy[0].point = own), Err(BadGame::Point(24)));
    let twice = |game: &mut GameRecord| game.moves[0].policy[1].point = Point::new(0, 1);
    assert_eq!(changed(twice), Err(BadGame::Point(20)));
    // A point that is played later is still empty.
    assert!(changed(|game| game.branches[0].point = Point::new(0, 0)).is_ok());
}

#[test]
fn shares_fall_and_add_up() {
    for shares in [[100, 155], [154, 100], [255, 0], [156, 100]] {
        let change = |game: &mut GameRecord| {
            let policy = &mut game.moves[0].policy;
            policy.iter_mut().zip(shares).for_each(|(share, other)| share.share = other);
        };
        assert_eq!(changed(change), Err(BadGame::Policy(2)), "{shares:?}");
    }
    assert!(changed(|game| game.branches[0].policy.clear()).is_ok());
}

#[test]
fn branches_are_in_order_and_leave_the_game() {
    assert_eq!(changed(|game| game.branches[0].index = 3), Err(BadGame::Branch(3)));
    let twice = |game: &mut GameRecord| game.branches.push(game.branches[0].clone());
    assert_eq!(changed(twice), Err(BadGame::Branch(1)));
    let back = |game: &mut GameRecord| {
        game.branches.push(Branch { index: 0, ..game.branches[0].clone() });
    };
    assert_eq!(changed(back), Err(BadGame::Branch(0)));
    let played = |game: &mut GameRecord| game.branches[0].point = game.moves[1].point;
    assert_eq!(changed(played), Err(BadGame::Played(2)));
}

/// Damages bytes at random. If they still decode to a game, it encodes to exactly these bytes.
#[test]
fn damaged_bytes_are_an_error_or_another_game() {
    let mut rng = Generator::seed_from_u64(2);
    let (mut refused, mut others) = (0, 0);
    for _ in 0..3_000 {
        let mut bytes = random_game(&mut rng).encode();
        for _ in 0..rng.random_range(1..4) {
            let index = rng.random_range(0..bytes.len());
            bytes[index] ^= rng.random_range(1..=255);
        }
        match GameRecord::decode(&bytes) {
            Ok(game) => {
                assert_eq!(game.encode(), bytes);
                others += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 2_000 && others > 10, "{refused} {others}");
}
