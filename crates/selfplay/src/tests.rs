use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use rand::SeedableRng;

use super::*;
use crate::record::{GameEnd, Share, Start, Win};

fn settings(rule: Rule, side: i64) -> SelfplaySettings {
    let mut settings = SelfplaySettings::new(rule, BoardSize::square(side).unwrap(), 7);
    settings.nodes = 150;
    settings.opening.nodes = 150;
    settings
}

/// The games, sorted by number.
fn games(settings: &SelfplaySettings, numbers: &[u32], threads: usize) -> Vec<GameRecord> {
    let stop = Stop::new(settings);
    let mut games = Vec::new();
    let numbers = numbers.iter().copied();
    let result: Result<(), ()> = generate(settings, numbers, threads, &stop, &mut |game| {
        games.push(game);
        Ok(())
    });
    result.unwrap();
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn a_game_depends_on_nothing_but_settings_and_number() {
    let settings = settings(Rule::Renju, 15);
    let all = games(&settings, &[0, 1, 2, 3, 4, 5], 1);
    assert_eq!(games(&settings, &[5, 4, 3, 2, 1, 0], 3), all);
    assert_eq!(games(&settings, &[4], 1), all[4..5]);
    let other = SelfplaySettings { seed: 8, ..settings };
    assert_ne!(games(&other, &[0], 1)[0].opening, all[0].opening);
}

#[test]
fn games_are_legal_to_the_end_under_all_rules() {
    for rule in Rule::ALL {
        for side in [5, 15, 20] {
            for game in games(&settings(rule, side), &[0, 1, 2], 2) {
                check(&game);
            }
        }
    }
}

/// Replays the game and checks its outcome.
fn check(game: &GameRecord) {
    let mut position = Position::new(game.size, game.rule);
    game.opening.iter().for_each(|&point| position.play(point));
    let mut branches = game.branches.iter().peekable();
    for (index, ply) in game.moves.iter().enumerate() {
        assert!(position.ending().is_none(), "{game:?}");
        assert_eq!(game.mover(index), position.to_move());
        check_policy(&position, &ply.policy);
        if let Some(branch) = branches.next_if(|branch| branch.index == index) {
            assert!(branch.point != ply.point && !position.is_forbidden(branch.point));
            position.play(branch.point);
            assert!(position.ending().is_none(), "{game:?}");
            check_policy(&position, &branch.policy);
            position.undo();
        }
        position.play(ply.point);
    }
    assert_eq!(branches.next(), None);
    assert_eq!(GameRecord::decode(&game.encode()).as_ref(), Ok(game));
    let last = game.moves.last().expect("a move");
    match game.outcome {
        GameEnd::Win(winner, Win::Five) => assert!(position.has_five(winner), "{game:?}"),
        GameEnd::Win(winner, Win::Foul) => assert_eq!(winner, Color::White),
        GameEnd::Win(winner, Win::Proof) => {
            assert_eq!(winner, !position.to_move());
            assert!(last.score.is_some_and(Score::is_win));
        }
        GameEnd::Draw(_) => {
            assert!(position.ending().is_none() && !last.score.is_some_and(Score::is_win))
        }
    }
}

/// Every searched position has a policy, and its moves are legal unless no move is.
fn check_policy(position: &Position, policy: &[Share]) {
    assert!(!policy.is_empty());
    let is_legal = |point| !position.is_forbidden(point);
    let has_legal = position.board().empty_points().any(is_legal);
    assert!(!has_legal || policy.iter().all(|share| is_legal(share.point)), "{position:?}");
}

#[test]
fn settings_decide_how_many_branches_and_which_openings_there_are() {
    let mut settings = settings(Rule::Freestyle, 15);
    let numbers: Vec<u32> = (0..10).collect();
    for (percent, range) in [(0, 0.0..=0.0), (50, 0.35..=0.65), (100, 0.9..=1.0)] {
        settings.branch_percent = percent;
        let games = games(&settings, &numbers[..5], 2);
        let branches: usize = games.iter().map(|game| game.branches.len()).sum();
        let positions: usize = games.iter().map(|game| game.moves.len()).sum();
        let share = branches as f64 / positions as f64;
        assert!(range.contains(&share), "{percent} %: {share}");
    }
    settings.branch_percent = 0;
    for kind in Start::ALL {
        let percent = |other| if kind == other { 100 } else { 0 };
        settings.opening.kinds = Kinds {
            unbalanced: percent(Start::Unbalanced),
            crowded: percent(Start::Crowded),
            recalled: percent(Start::Recalled),
        };
        let games = games(&settings, &numbers, 2);
        // A game in which no score falls has nothing to recall.
        let least = if kind == Start::Recalled { 6 } else { 10 };
        assert!(games.iter().filter(|game| game.start == kind).count() >= least, "{kind:?}");
        for game in games.iter().filter(|game| game.start == Start::Crowded) {
            assert!((35..=75).contains(&game.opening.len()));
        }
    }
}

#[test]
fn kinds_of_openings_come_as_often_as_asked_for() {
    let mut rng = Generator::seed_from_u64(1);
    let kinds = Kinds { unbalanced: 10, crowded: 20, recalled: 5 };
    let drawn: Vec<Start> = (0..10_000).map(|_| kinds.draw(&mut rng)).collect();
    for (kind, percent) in Start::ALL.into_iter().zip([65, 10, 20, 5_i64]) {
        let count = drawn.iter().filter(|&&drawn| drawn == kind).count() as i64;
        assert!((count - 100 * percent).abs() < 150, "{kind:?}: {count}");
    }
}

#[test]
fn an_error_of_the_receiver_ends_the_play() {
    let settings = settings(Rule::Freestyle, 15);
    let stop = Stop::new(&settings);
    let mut count = 0;
    let result = generate(&settings, 0.., 2, &stop, &mut |_| {
        count += 1;
        if count == 3 { Err("full") } else { Ok(()) }
    });
    assert_eq!((result, count), (Err("full"), 3));
    assert!(stop.is_stopped());
}

#[test]
fn a_stop_ends_the_play() {
    let settings = settings(Rule::Freestyle, 15);
    let stop = Stop::new(&settings);
    let result: Result<(), ()> = generate(&settings, 0.., 2, &stop, &mut |_| {
        stop.stop();
        Ok(())
    });
    assert_eq!(result, Ok(()));
}

#[test]
fn settings_that_differ_show_it() {
    let size = BoardSize::square(15).unwrap();
    let base = SelfplaySettings::new(Rule::Freestyle, size, 1);
    assert!(
        base.to_string()
            .contains("rule=freestyle board=15x15 seed=1 evaluation=network nodes=2000")
    );
    let mut other = base.clone();
    other.draw.moves += 1;
    assert_ne!(other.to_string(), base.to_string());
}
