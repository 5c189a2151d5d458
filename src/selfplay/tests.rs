use super::*;
use crate::geometry::Color;
use crate::position::Position;
use crate::score::Score;
use crate::selfplay::record::{Outcome, Win};

fn settings(rule: Rule, side: i64) -> Settings {
    let mut settings = Settings::new(rule, BoardSize::square(side).unwrap(), 7);
    settings.nodes = 150;
    settings.opening.nodes = 150;
    settings
}

/// The games in the order of their numbers.
fn games(settings: &Settings, numbers: &[u32], threads: usize) -> Vec<Game> {
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
    let other = Settings { seed: 8, ..settings };
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

/// Plays the game over and compares its outcome.
fn check(game: &Game) {
    let mut position = Position::new(game.size, game.rule);
    game.opening.iter().for_each(|&point| position.play(point));
    for (index, ply) in game.moves.iter().enumerate() {
        assert!(position.ending().is_none(), "{game:?}");
        assert_eq!(game.mover(index), position.to_move());
        position.play(ply.point);
    }
    let last = game.moves.last().expect("a move");
    match game.outcome {
        Outcome::Win(winner, Win::Five) => assert!(position.has_five(winner), "{game:?}"),
        Outcome::Win(winner, Win::Foul) => assert_eq!(winner, Color::White),
        Outcome::Win(winner, Win::Proof) => {
            assert_eq!(winner, !position.to_move());
            assert!(last.score.is_some_and(Score::is_win));
        }
        Outcome::Draw(_) => {
            assert!(position.ending().is_none() && !last.score.is_some_and(Score::is_win))
        }
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
    let base = Settings::new(Rule::Freestyle, size, 1);
    assert!(
        base.to_string()
            .contains("rule=freestyle board=15x15 seed=1 evaluation=network nodes=2000")
    );
    let mut other = base.clone();
    other.draw.moves += 1;
    assert_ne!(other.to_string(), base.to_string());
}
