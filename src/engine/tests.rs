//! Tests of one game from the outside: requests, refusals, and fallback answers.

use fukumi_core::opening::{Choice, Opening, OpeningRule};
use fukumi_core::score::Score;
use fukumi_core::search::report::{Info, Variation};
use fukumi_core::solver::Threats;

use super::*;
use crate::engine::setup::Owner;

/// Returns an engine that receives no event of its searches.
fn deaf() -> Engine {
    let mut engine = Engine::new(|_| {});
    engine.start(15, 15).unwrap();
    engine
}

fn at(x: i64, y: i64) -> Coordinates {
    Coordinates { x, y }
}

fn block(stones: &[(i64, i64, Owner)]) -> Vec<Placement> {
    stones.iter().map(|&(x, y, owner)| Placement { at: at(x, y), owner }).collect()
}

fn points(engine: &Engine) -> Vec<Point> {
    let game = engine.game.as_ref().unwrap();
    game.board().stones().iter().map(|stone| stone.point).collect()
}

/// Waits until the engine answers by itself.
fn overdue_answer(engine: &mut Engine) -> Answer {
    loop {
        let wake_at = engine.wake_at().expect("a limited search");
        std::thread::sleep(wake_at.saturating_duration_since(Instant::now()));
        if let Some(answer) = engine.tick(Instant::now()) {
            return answer;
        }
    }
}

#[test]
fn without_a_game_nothing_can_be_done() {
    let mut engine = Engine::new(|_| {});
    let now = Instant::now();
    let none = Err(EngineError::NoGame);
    assert_eq!(engine.restart(), none);
    assert_eq!(engine.begin(now), none);
    assert_eq!(engine.play_and_think(at(7, 7), now), none);
    assert_eq!(engine.take_back(at(7, 7)), none);
    assert_eq!(engine.set_block(&[]), none);
    assert_eq!(engine.think(Goal::Move, now), none);
    assert!(engine.forbidden_points().is_empty());
}

#[test]
fn a_refused_request_leaves_the_game_as_it_was() {
    let mut engine = deaf();
    let now = Instant::now();
    engine.play(at(7, 7)).unwrap();
    let before = points(&engine);
    assert_eq!(engine.start(4, 15), Err(EngineError::Size(4, 15)));
    assert_eq!(engine.play(at(7, 7)), Err(EngineError::Occupied(7, 7)));
    assert_eq!(engine.play_and_think(at(15, 7), now), Err(EngineError::OffBoard(15, 7)));
    let refusal = EngineError::NotLast { named: Some((8, 8)), last: (7, 7) };
    assert_eq!(engine.take_back(at(8, 8)), Err(refusal));
    assert_eq!(refusal.to_string(), "8,8 is not the last stone, 7,7 is");
    assert_eq!(engine.begin(now), Err(EngineError::NotEmpty));
    let twice = block(&[(1, 1, Owner::Own), (1, 1, Owner::Opponent)]);
    assert_eq!(engine.set_block_and_think(&twice, now), Err(EngineError::Conflict(1, 1)));
    assert_eq!(engine.block(&[at(1, 1), at(99, 1)], true), Err(EngineError::OffBoard(99, 1)));
    assert!(!engine.is_thinking());
    assert_eq!(points(&engine), before);
    assert!(engine.blocked.is_empty());
}

#[test]
fn the_book_of_a_folder_that_is_named_during_a_game_is_read_before_a_move_asks_for_it() {
    let folder = std::env::temp_dir().join(format!("fukumi-engine-book-{}", std::process::id()));
    let (sender, events) = std::sync::mpsc::channel();
    let mut engine = Engine::new(move |event| drop(sender.send(event)));
    engine.start(15, 15).unwrap();
    let expect_read = |engine: &mut Engine, setting| {
        engine.set(setting);
        let event = events.recv_timeout(Duration::from_secs(60)).expect("a book is wanted");
        assert!(matches!(event, ThinkEvent::FileRead), "{event:?}");
    };
    expect_read(&mut engine, Setting::Folder(Some(folder)));
    expect_read(&mut engine, Setting::Rule(Rule::Renju));
    engine.set(Setting::Book(false));
    engine.set(Setting::Rule(Rule::Standard));
    expect_read(&mut engine, Setting::Book(true));
}

#[test]
fn a_full_board_is_refused_and_so_is_the_move_that_fills_it() {
    let mut engine = deaf();
    engine.start(5, 5).unwrap();
    let mut stones: Vec<_> = (0..25)
        .map(|n| (n % 5, n / 5, if n % 3 == 0 { Owner::Own } else { Owner::Opponent }))
        .collect();
    let now = Instant::now();
    assert_eq!(engine.set_block_and_think(&block(&stones), now), Err(EngineError::BoardFull));
    assert!(points(&engine).is_empty());
    stones.pop();
    engine.set_block(&block(&stones)).unwrap();
    assert_eq!(engine.play_and_think(at(4, 4), now), Err(EngineError::BoardFull));
    assert_eq!(points(&engine).len(), 24);
    assert_eq!(engine.think(Goal::BalanceTwo { bias: 0 }, now), Err(EngineError::BoardFull));
}

#[test]
fn a_search_that_does_not_answer_is_answered_for_in_time() {
    let mut engine = deaf();
    engine.set(Setting::TurnMillis(100));
    let start = Instant::now();
    engine.set_block_and_think(&block(&[(7, 7, Owner::Opponent)]), start).unwrap();
    let answer = overdue_answer(&mut engine);
    let Answer::Moves(moves) = answer else { panic!("{answer:?}") };
    assert_eq!(points(&engine), [vec![Point::new(7, 7)], moves].concat());
    assert!(!engine.is_thinking());
}

#[test]
fn every_goal_has_an_answer_without_a_search() {
    for (goal, count) in [
        (Goal::Move, 1),
        (Goal::Analyse { lines: usize::MAX }, 1),
        (Goal::Checkmate { threats: Threats::FoursAndThrees, lines: None }, 1),
        (Goal::Defend, 1),
        (Goal::BalanceOne { bias: 0 }, 1),
        (Goal::BalanceTwo { bias: 0 }, 2),
    ] {
        let mut engine = deaf();
        engine.thinker = None;
        engine.think(goal, Instant::now()).unwrap();
        let answer = overdue_answer(&mut engine);
        assert!(matches!(&answer, Answer::Moves(moves) if moves.len() == count), "{goal:?}");
        assert_eq!(points(&engine).len(), count);
    }
}

#[test]
fn every_step_of_an_opening_has_an_answer_without_a_search() {
    let size = BoardSize::square(15).unwrap();
    let stones: Vec<Point> =
        [(7, 7), (7, 6), (7, 5), (9, 9), (3, 8)].map(|(x, y)| Point::new(x, y)).to_vec();
    let swap2 =
        |count: usize| Opening::at(OpeningRule::Swap2, size, &stones[..count], |_| true).unwrap();
    let soosorv = |count: usize, is_asked: fn(Choice) -> bool| {
        Opening::at(OpeningRule::Soosorv8, size, &stones[..count], is_asked).unwrap()
    };
    let offer = soosorv(4, |choice| matches!(choice, Choice::Offer(_))).with_count(3);
    for (opening, plays_on, on_board) in [
        (swap2(0), true, 3),
        (swap2(3), true, 4),
        (swap2(5), true, 6),
        (swap2(5), false, 5),
        (soosorv(3, |choice| choice == Choice::Swap), false, 3),
        (soosorv(3, |choice| matches!(choice, Choice::Place(_))), false, 4),
        (offer, false, 4),
    ] {
        let mut engine = deaf();
        engine.thinker = None;
        engine.decide_step(opening, plays_on, Instant::now()).unwrap();
        let answer = overdue_answer(&mut engine);
        let Answer::Step { step, .. } = answer else { panic!("{answer:?}") };
        assert_eq!(opening.check(&step), Ok(()));
        assert_eq!(points(&engine).len(), on_board, "{opening:?}");
    }
}

#[test]
fn an_analysis_leaves_the_game_as_it_was() {
    let mut engine = deaf();
    engine.set(Setting::TurnMillis(0));
    engine.play(at(7, 7)).unwrap();
    let before = points(&engine);
    engine.look(2, Instant::now()).unwrap();
    let answer = overdue_answer(&mut engine);
    assert!(matches!(&answer, Answer::Moves(moves) if moves.len() == 1), "{answer:?}");
    assert_eq!(points(&engine), before);
}

#[test]
fn the_best_move_so_far_is_the_answer_of_a_search_that_is_late() {
    let mut engine = deaf();
    engine.set(Setting::TurnMillis(60_000));
    engine.set_block_and_think(&block(&[(7, 7, Owner::Own)]), Instant::now()).unwrap();
    engine.stop();
    std::thread::sleep(Duration::from_millis(50));
    let best = Some(Point::new(3, 3));
    engine.thinking.as_ref().unwrap().control.set_best(best);
    assert_eq!(overdue_answer(&mut engine), Answer::Moves(vec![Point::new(3, 3)]));
    let late = ThinkEvent::Done { id: engine.last_id, answer: None, usage_permille: 0 };
    assert!(engine.handle(late).is_none());
    assert_eq!(points(&engine).len(), 2);
}

#[test]
fn an_answer_that_cannot_be_played_is_replaced() {
    let mut engine = deaf();
    engine.set_block_and_think(&block(&[(7, 7, Owner::Own)]), Instant::now()).unwrap();
    let answer = Some(Answer::Moves(vec![Point::new(7, 7)]));
    let id = engine.last_id;
    let finding = engine.handle(ThinkEvent::Done { id, answer, usage_permille: 0 });
    assert!(
        matches!(&finding, Some(Finding::Answer(Answer::Moves(moves)))
            if moves.len() == 1 && moves[0] != Point::new(7, 7)),
        "{finding:?}"
    );
    assert_eq!(points(&engine).len(), 2);
}

#[test]
fn a_change_of_rule_counts_for_the_position_on_the_board() {
    let mut engine = deaf();
    let double_three = [
        (5, 7, Owner::Own),
        (0, 0, Owner::Opponent),
        (6, 7, Owner::Own),
        (0, 2, Owner::Opponent),
        (7, 5, Owner::Own),
        (0, 4, Owner::Opponent),
        (7, 6, Owner::Own),
        (0, 6, Owner::Opponent),
    ];
    engine.set_block(&block(&double_three)).unwrap();
    assert!(engine.forbidden_points().is_empty());
    engine.set(Setting::Rule(Rule::Renju));
    assert_eq!(engine.forbidden_points().iter().collect::<Vec<_>>(), [Point::new(7, 7)]);
}

#[test]
fn blocked_points_outlive_the_game_and_add_up() {
    let mut engine = deaf();
    engine.block(&[at(7, 7)], true).unwrap();
    engine.start(15, 15).unwrap();
    engine.block(&[at(6, 6), at(7, 6)], true).unwrap();
    engine.block(&[at(7, 6)], false).unwrap();
    assert_eq!(engine.blocked.len(), 2);
    engine.set(Setting::TurnMillis(0));
    engine.begin(Instant::now()).unwrap();
    let Answer::Moves(moves) = overdue_answer(&mut engine) else { panic!("no move") };
    assert!(!engine.blocked.contains(moves[0]));
    engine.unblock_all();
    assert!(engine.blocked.is_empty());
}

#[test]
fn the_opponents_time_is_used_after_a_move_of_a_game_and_until_something_else_is_asked() {
    let mut engine = deaf();
    engine.set(Setting::TurnMillis(0));
    let ponders_after = |engine: &mut Engine, goal| {
        engine.think(goal, Instant::now()).unwrap();
        overdue_answer(engine);
        engine.ponder();
        engine.pondering.is_some()
    };
    assert!(!ponders_after(&mut engine, Goal::Move), "not wanted");
    engine.set(Setting::Pondering(true));
    assert!(ponders_after(&mut engine, Goal::Move));
    engine.stop_pondering();
    engine.ponder();
    assert!(engine.pondering.is_none(), "nothing new was played");
    assert!(!ponders_after(&mut engine, Goal::Analyse { lines: 1 }));
    assert!(!ponders_after(&mut engine, Goal::BalanceOne { bias: 0 }));
}

#[test]
fn the_second_move_of_the_last_reported_line_is_the_reply_to_ponder_about() {
    let mut engine = deaf();
    engine.set(Setting::Pondering(true));
    engine.set(Setting::TurnMillis(60_000));
    engine.set_block_and_think(&block(&[(7, 7, Owner::Own)]), Instant::now()).unwrap();
    let id = engine.last_id;
    let [played, reply] = [Point::new(8, 8), Point::new(9, 9)];
    let line = Variation {
        score: Score::ZERO,
        moves: vec![played, reply],
        depth: 2,
        selective_depth: 2,
        nodes: 1,
    };
    let info = Info::new(line, 1, Duration::ZERO);
    engine.handle(ThinkEvent::Info { id, info });
    let answer = Some(Answer::Moves(vec![played]));
    engine.handle(ThinkEvent::Done { id, answer, usage_permille: 0 });
    let task = engine.to_ponder.as_ref().unwrap();
    let stones = task.position.board().stones();
    assert_eq!(stones.last().map(|stone| stone.point), Some(reply));
    assert_eq!(points(&engine).len(), 2, "the game itself goes on with the opponent's move");
}

#[test]
fn a_search_goes_on_for_a_stone_on_its_best_point_and_leaves_any_other_free() {
    let (best, other) = (Point::new(3, 4), Point::new(5, 6));
    let mut engine = deaf();
    engine.begin(Instant::now()).unwrap();
    // Only this test finds moves.
    let control = Arc::new(Control::new(Instant::now(), Limits::default()));
    engine.thinking.as_mut().unwrap().control = Arc::clone(&control);
    assert!(engine.may_answer(at(7, 7)) && !engine.may_answer(at(5, 6)), "nothing is found yet");
    control.set_best(Some(best));
    assert!(engine.may_answer(at(3, 4)) && !engine.may_answer(at(5, 6)));
    engine.stop_beside(at(3, 4));
    assert!(!engine.is_stopping());
    engine.stop_beside(at(5, 6));
    assert!(engine.is_stopping());
    // The search has changed its mind in the last moment.
    assert_eq!(engine.finish(Some(Answer::Moves(vec![other]))), Answer::Moves(vec![best]));
}
