use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::job::{Bench, Received};
use super::solver::follow;
use super::*;
use crate::clock::Instant;
use crate::control::Control;
use crate::eval::{Evaluation as StaticEvaluation, Kind, Scorer};
use crate::position::Position;

/// A win of Black by fours.
const FOURS: &str = "f8 f9 g8 g7 h8 a1";
/// A win of Black by fours and threes, but not by fours alone.
const THREES: &str = "h8 g9 i9 g7 g8 i7 j10 k11 f7 e6";

fn board(moves: &str) -> Board {
    Board::from_moves(Rule::Freestyle, BoardSize::DEFAULT, moves.split(' ')).expect(moves)
}

fn engine(level: usize, seed: u64) -> Engine {
    let options = EngineOptions { level, seed: Some(seed), memory: 1 << 20, threads: 1 };
    Engine::with_options(options).expect("numbers in range")
}

fn solver() -> Solver {
    Solver::with_memory(4 << 20).expect("a number in range")
}

/// A board of 7 × 5 with every kind of cell, on which two moves follow stones that were set up.
fn set_up() -> Board {
    let size = BoardSize::new(7, 5).expect("in range");
    let stone = |color, x, y| Stone { color, point: Point::new(x, y) };
    let stones = [stone(Color::White, 0, 0), stone(Color::White, 2, 2), stone(Color::Black, 6, 4)];
    let dead = [Point::new(6, 0)];
    let mut board = Board::from_stones(Rule::Caro, size, &stones, &dead, Color::White)
        .expect("different points");
    board.play("d3").expect("an empty point");
    board.play("a1").expect("an empty point");
    board
}

/// A board on which Black moved first and third, and White twice in a row, the second time after a
/// pass of Black.
fn with_passes() -> Board {
    let mut board = board("h8 i9");
    let point = board.point("j10").expect("a point");
    board.play_stone(Stone { color: Color::White, point }).expect("an empty point");
    board.play("g7").expect("an empty point");
    board.set_to_move(Color::Black);
    board
}

#[test]
fn a_side_may_move_twice_in_a_row() {
    let mut board = with_passes();
    assert!(board.to_string().starts_with("freestyle, x to move after h8 i9 pass j10 g7 pass\n"));
    let stone = board.stones()[0];
    assert!(matches!(board.play_stone(stone), Err(EmbedError::Taken { .. })));
    let sides = [Color::Black, Color::White, Color::White, Color::Black];
    for side in sides {
        assert!(board.undo().is_some());
        assert_eq!(board.to_move(), side);
    }
    let options = AnalysisOptions { nodes: Some(50), ..Default::default() };
    let analysis = analyse(&with_passes(), &options).expect("an analysis");
    let sides: Vec<Color> = analysis.moves.iter().flatten().map(|review| review.color).collect();
    assert_eq!(sides, [Color::Black, Color::White, Color::White, Color::Black]);
}

#[test]
fn moves_that_cannot_be_played_change_nothing() {
    let mut board = board("h8 i9");
    let no_point = |text: &str| Err(EmbedError::NoPoint(text.to_string()));
    assert_eq!(board.play("h16"), no_point("h16"));
    assert_eq!(board.play("h8x"), no_point("h8x"));
    assert_eq!(board.play("h8").expect_err("a stone").to_string(), "h8 is taken");
    assert_eq!(board.play_point(Point::new(20, 3)), no_point("column 20, row 3"));
    assert_eq!((board.moves().len(), board.to_move()), (2, Color::Black));
    assert_eq!(board.undo().map(|point| board.labels(&[point])), Some("i9".to_string()));
    assert_eq!((board.undo().is_some(), board.undo()), (true, None));
}

#[test]
fn a_game_ends_by_the_rule_and_has_a_winner() {
    let mut won = board("h8 a1 h9 a2 h10 a3 h11 a5 h12");
    let ending = won.ending().expect("five in a row");
    assert_eq!((ending.winner, ending.reason), (Some(Color::Black), EndReason::Five));
    assert_eq!(ending.to_string(), "Black has won");
    assert_eq!(won.labels(&ending.row), "h12 h11 h10 h9 h8");
    assert_eq!((won.is_over(), won.winner()), (true, Some(Color::Black)));
    assert!(won.legal_moves().is_empty());
    assert_eq!(won.play("c3"), Err(EmbedError::Over));
    assert!(matches!(engine(12, 1).think(&won, Limits::nodes(9)), Err(EmbedError::Over)));
    assert_eq!(solver().solve(&won, Threats::Fours, Limits::nodes(9)), Err(EmbedError::Over));
    won.undo();
    assert_eq!((won.is_over(), won.winner(), won.ending()), (false, None, None));
}

#[test]
fn forbidden_points_are_no_legal_moves_but_can_be_played() {
    let moves = "h6 a1 h7 a3 f8 a5 g8 a7".split(' ');
    let mut board = Board::from_moves(Rule::Renju, BoardSize::DEFAULT, moves).expect("a game");
    let h8 = board.point("h8").expect("a point");
    assert_eq!(board.labels(&board.forbidden_points()), "h8");
    assert_eq!(board.foul(h8), Some(Foul::DoubleThree));
    assert!(!board.is_legal(h8) && !board.legal_moves().contains(&h8));
    assert!(!board.is_legal(Point::new(20, 3)) && board.is_legal(Point::new(0, 0)));
    board.play_point(h8).expect("an empty point");
    let ending = board.ending().expect("a foul");
    assert_eq!((ending.winner, ending.reason.name()), (Some(Color::White), "double-three"));
    assert_eq!(ending.to_string(), "Black has lost by a double three");
}

#[test]
fn a_full_board_is_drawn() {
    let size = BoardSize::square(5).expect("in range");
    let row = |y: u8| (0..5).map(move |x| (x, y));
    let color = |x: u8, y: u8| if (x + 2 * y) % 4 < 2 { Color::Black } else { Color::White };
    let stones: Vec<Stone> = (0..5)
        .flat_map(row)
        .map(|(x, y)| Stone { color: color(x, y), point: Point::new(x, y) })
        .collect();
    let full = Board::from_stones(Rule::Freestyle, size, &stones, &[], Color::Black);
    let full = full.expect("different points");
    let ending = full.ending().expect("no point is left");
    assert_eq!(
        (ending.reason, ending.to_string().as_str()),
        (EndReason::Full, "drawn, the board is full")
    );
    assert_eq!((full.is_over(), full.winner()), (true, None));
}

#[test]
fn stones_that_were_set_up_stay() {
    let mut board = set_up();
    assert_eq!((board.stones().len(), board.moves().len(), board.dead().len()), (5, 2, 1));
    assert_eq!(board.color_at(Point::new(2, 2)), Some(Color::White));
    assert_eq!(board.color_at(Point::new(6, 0)), None);
    assert!(!board.is_legal(Point::new(6, 0)));
    assert!((board.undo().is_some(), board.undo().is_some()) == (true, true));
    assert_eq!((board.undo(), board.to_move(), board.stones().len()), (None, Color::White, 3));
    let twice = [Stone { color: Color::Black, point: Point::new(1, 1) }; 2];
    let twice = Board::from_stones(Rule::Caro, board.size(), &twice, &[], Color::Black);
    assert_eq!(twice.expect_err("a point twice").to_string(), "b4 is taken");
}

#[test]
fn stones_that_were_set_up_are_no_fouls() {
    let size = BoardSize::DEFAULT;
    let stone =
        |label| Stone { color: Color::Black, point: size.parse_label(label).expect("a point") };
    // Two threes, of which h8 is named last.
    let stones = ["h6", "h7", "f8", "g8", "h8"].map(stone);
    let mut board = Board::from_stones(Rule::Renju, size, &stones, &[], Color::White)
        .expect("different points");
    assert_eq!((board.ending(), board.winner()), (None, None));
    assert_eq!(board.play("a1"), Ok(()));
    assert_eq!(board.undo(), Some(Point::new(0, 14)));
    let options = AnalysisOptions { nodes: Some(50), ..Default::default() };
    let analysis = analyse(&board, &options).expect("an analysis");
    assert!(analysis.positions[0].as_ref().is_some_and(|position| !position.lines.is_empty()));
    // A move is judged, and so is a row that was set up.
    let mut board = Board::from_stones(Rule::Renju, size, &stones[..4], &[], Color::Black)
        .expect("different points");
    assert_eq!(board.play("h8"), Ok(()));
    assert_eq!(board.ending().map(|ending| ending.reason.name()), Some("double-three"));
    let row = ["h4", "h5", "h6", "h7", "h8"].map(stone);
    let board = Board::from_stones(Rule::Renju, size, &row, &[], Color::White);
    assert_eq!(board.expect("different points").winner(), Some(Color::Black));
}

#[test]
fn the_text_of_a_board_is_a_diagram_that_can_be_parsed() {
    let text = "\
caro, o to move after d3 a1
 5  o . . . . . #
 4  . . . . . . .
 3  . . o o . . .
 2  . . . . . . .
 1  x . . . . . x
    a b c d e f g";
    assert_eq!(set_up().to_string(), text);
    let mut boards = vec![set_up(), board(FOURS), Board::default(), with_passes()];
    boards.extend(Rule::ALL.map(Board::new));
    for size in [(5, 22), (22, 5), (22, 22)] {
        let size = BoardSize::new(size.0, size.1).expect("in range");
        let mut board = Board::with_size(Rule::Renju, size);
        board.play("b2").expect("a point");
        boards.push(board);
    }
    for board in boards {
        let text = board.to_string();
        let again: Board = text.parse().expect(&text);
        assert_eq!(again, board, "{text}");
        assert_eq!(again.to_string(), text);
        assert_eq!(format!("\r\n{}\r\n", text.replace('\n', "\r\n")).parse(), Ok(board));
    }
}

#[test]
fn boards_that_differ_in_anything_are_not_equal() {
    let one = board("h8 i9 j10");
    assert_eq!(one, board("h8 i9 j10"));
    assert_ne!(one, board("j10 i9 h8"));
    let points = |rule, to_move| {
        Board::from_stones(rule, BoardSize::DEFAULT, one.stones(), &[], to_move).expect("points")
    };
    assert_ne!(one, points(Rule::Freestyle, Color::White));
    assert_ne!(points(Rule::Freestyle, Color::Black), points(Rule::Freestyle, Color::White));
    assert_ne!(points(Rule::Freestyle, Color::White), points(Rule::Renju, Color::White));
}

#[test]
fn texts_that_are_no_boards_say_why() {
    let text = set_up().to_string();
    let rows = text.split_once('\n').expect("a heading").1;
    let error = |heading: &str, rows: &str| {
        format!("{heading}\n{rows}").parse::<Board>().expect_err(heading)
    };
    for heading in ["", rows, "go, x to move", "caro, y to move", "caro, x to move h8", "caro"] {
        assert!(matches!(error(heading, rows), DiagramError::Heading(_)), "{heading}");
    }
    for moves in ["d3 d3", "d4", "e9", "?", "c3 d3", "a5 a5 d3 a1"] {
        let heading = format!("caro, o to move after {moves}");
        assert!(matches!(error(&heading, rows), DiagramError::Move(_)), "{moves}");
    }
    let heading = "caro, o to move";
    for row in [" 4  . . . . . . ", " 4  . . . . . . . .", " 4  . . . z . . .", " 4  ......."] {
        let rows = rows.replace(" 4  . . . . . . .", row);
        assert_eq!(error(heading, &rows), DiagramError::Row { line: 3 }, "{row}");
    }
    assert_eq!(error(heading, ""), DiagramError::Size { width: 0, height: 0 });
    let wide = format!("{}\n", ". ".repeat(23)).repeat(5);
    assert_eq!(error(heading, &wide), DiagramError::Size { width: 23, height: 5 });
}

#[test]
fn numbers_out_of_range_are_refused() {
    let usual = EngineOptions::default();
    let bad = [
        EngineOptions { level: 0, ..usual },
        EngineOptions { level: 13, ..usual },
        EngineOptions { memory: 1, ..usual },
        EngineOptions { threads: 0, ..usual },
        EngineOptions { threads: 257, ..usual },
    ];
    for options in bad {
        let refused = Engine::with_options(options);
        assert!(matches!(refused, Err(EmbedError::Range { .. })), "{options:?}");
    }
    let error = Engine::with_options(bad[1]).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("the level is 1 to 12, not 13"));
    assert!(Solver::with_memory(0).is_err());
    assert!(engine(12, 1).think_lines(&board("h8"), Limits::nodes(9), 0).is_err());
    let options = AnalysisOptions { threads: 0, ..AnalysisOptions::default() };
    assert!(analyse(&board("h8"), &options).is_err());
}

#[test]
fn every_iteration_is_reported_with_all_its_lines() {
    let board = board("h8 i9 g7");
    let engine = engine(12, 1);
    let search = engine.think_lines(&board, Limits::nodes(20_000), 3).expect("a search");
    let mut depths = Vec::new();
    for report in search.reports() {
        assert_eq!(report.lines.len(), 3);
        assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score));
        assert!(report.lines.iter().all(|line| board.is_legal(line.moves[0])));
        depths.push(report.depth());
    }
    assert!(depths.len() > 1 && depths.is_sorted_by(|a, b| a < b), "{depths:?}");
    let result = search.result().expect("a result");
    assert_eq!(result.lines[0].moves[0], result.best_move);
    assert_eq!(search.result(), Ok(result), "a result can be asked for again");
    assert_eq!(search.report_within(Duration::ZERO), None, "all reports were taken");
    let endless = engine.think(&board, Limits::default()).expect("a search");
    assert!(endless.report_within(Duration::from_secs(600)).is_some());
    endless.stop();
    assert!(endless.result().is_ok());
    // What was reported before the end can still be taken.
    while endless.report_within(Duration::ZERO).is_some() {}
    assert!(endless.is_done());
}

#[test]
fn a_search_without_limits_goes_on_until_it_is_stopped() {
    let board = board("h8 i9 g7");
    let engine = engine(12, 1);
    let stops: [fn(&Engine, &Search); 2] = [|engine, _| engine.stop(), |_, search| search.stop()];
    for stop in stops {
        let search = engine.think(&board, Limits::default()).expect("a search");
        // Dropping what reports come from would stop the search.
        let mut reports = search.reports();
        assert!(reports.next().is_some());
        assert!(!search.is_done());
        assert_eq!(search.result_within(Duration::ZERO), Ok(None));
        assert!(matches!(engine.think(&board, Limits::nodes(9)), Err(EmbedError::Busy)));
        assert_eq!(engine.forget(), Err(EmbedError::Busy));
        thread::scope(|scope| {
            scope.spawn(|| stop(&engine, &search));
        });
        assert!(board.is_legal(search.result().expect("a result").best_move));
        assert!(search.is_done());
    }
    // A search that was stopped makes room for the next one.
    let search = engine.think(&board, Limits::default()).expect("a search");
    drop(search.reports());
    assert!(engine.think(&board, Limits::nodes(9)).is_ok());
    // Nor does a search go on whose handle is gone.
    drop(engine.think(&board, Limits::default()).expect("a search"));
    assert_eq!(engine.forget(), Ok(()));
}

#[test]
fn several_threads_search_one_board() {
    let options = EngineOptions { threads: 3, memory: 2 << 20, ..EngineOptions::default() };
    let engine = Engine::with_options(options).expect("numbers in range");
    assert_eq!(engine.options(), options);
    let search = engine.think(&board(FOURS), Limits::nodes(20_000)).expect("a search");
    let result = search.result().expect("a result");
    assert_eq!(result.best().map(|line| line.win_rate), Some(1.0));
}

#[test]
fn a_level_plays_a_game_that_its_seed_repeats() {
    let game = |seed: u64| {
        let engine = engine(2, seed);
        let size = BoardSize::square(9).expect("in range");
        let mut board = Board::with_size(Rule::Freestyle, size);
        while !board.is_over() {
            let point = engine.best_move(&board, Limits::default()).expect("a move");
            board.play_point(point).expect("a legal move");
        }
        board
    };
    assert_eq!(game(1), game(1));
    assert!((2..8).any(|seed| game(seed) != game(1)), "the seed makes no difference");
}

#[test]
fn a_level_that_searches_has_the_line_of_its_move() {
    let engine = engine(9, 1);
    let mut board = board("h8 i9 g8");
    for _ in 0..12 {
        let result =
            engine.think(&board, Limits::default()).expect("idle").result().expect("a move");
        let line = result.best().expect("a line");
        assert_eq!(line.moves[0], result.best_move);
        assert!(line.depth > 0 && result.nodes > 0, "{result:?}");
        board.play_point(result.best_move).expect("a legal move");
    }
}

#[test]
fn a_search_that_was_refused_leaves_the_choices_as_they_were() {
    let moves = |is_refused: bool| {
        let engine = engine(1, 7);
        let mut board = board("h8");
        for _ in 0..4 {
            if is_refused {
                assert!(engine.think_lines(&board, Limits::default(), 0).is_err());
            }
            let point = engine.best_move(&board, Limits::default()).expect("a move");
            board.play_point(point).expect("a legal move");
        }
        board
    };
    assert_eq!(moves(true), moves(false));
}

#[test]
fn the_value_of_a_board_needs_no_search() {
    let value = engine(12, 1).evaluate(&board("h8 a1 i9")).expect("a value");
    let other = engine(12, 1).evaluate(&board("h8 a1 i9 b1")).expect("a value");
    assert!(value.win_rate < 0.5 && other.win_rate > 0.5, "{value:?} {other:?}");
    assert!(value.draw_rate.is_none_or(|rate| (0.0..=1.0).contains(&rate)));
}

#[test]
fn the_value_of_a_board_is_the_static_score_of_a_search() {
    for rule in Rule::ALL {
        let size = BoardSize::square(15).expect("in range");
        let mut board = Board::with_size(rule, size);
        let tables = StaticEvaluation::of(rule, size).tables();
        let mut position = Position::with_tables(size, tables);
        for label in ["h8", "i9", "h10", "h9", "g9"] {
            let point = size.parse_label(label).expect("a point");
            board.play_point(point).expect("a legal move");
            position.play(point);
            let score = Scorer::new(&position, &Kind::default()).score(&position);
            let value = engine(12, 1).evaluate(&board).expect("a value");
            assert_eq!(value.score, score.points(), "{rule} {label}");
        }
    }
}

#[test]
fn the_chance_of_a_draw_is_known_wherever_a_search_ends() {
    let board = board("h8 i9 g7 i7 i8 g8");
    for nodes in (100..4_000).step_by(150) {
        let search = engine(12, 1).think_lines(&board, Limits::nodes(nodes), 2);
        let result = search.expect("a search").result().expect("a result");
        for line in &result.lines {
            assert!(line.draw_rate.is_some() || line.plies.is_some(), "{nodes}: {line:?}");
        }
    }
}

#[test]
fn a_win_is_proven_with_its_line() {
    let (solver, limits) = (solver(), Limits::nodes(100_000));
    let solution = solver.solve(&board(THREES), Threats::Fours, limits).expect("an answer");
    assert_eq!(solution.verdict, Verdict::NoWin);
    let mut calls = 0;
    let threats = Threats::FoursAndThrees;
    let solution =
        solver.solve_with(&board(THREES), threats, limits, Length::Any, &mut |progress| {
            calls += usize::from(progress.done.is_none());
            ControlFlow::Continue(())
        });
    let Ok(Solution { verdict: Verdict::Win(win), .. }) = solution else { panic!("{solution:?}") };
    assert!(win.line.len() <= win.plies && win.line.len() % 2 == 1, "{win:?}");
    let mut end = board(THREES);
    win.line.iter().for_each(|&point| end.play_point(point).expect("a legal move"));
    // What is left to play needs no good answer to win.
    end.play("a15").expect("an empty point");
    let solution = solver.solve(&end, threats, limits).expect("an answer");
    assert!(solution.verdict.is_win());
    // The same solver answers about another game.
    let size = BoardSize::square(7).expect("in range");
    let small = Board::from_moves(Rule::Renju, size, ["d4"]).expect("a move");
    let solution = solver.solve(&small, Threats::Fours, Limits::nodes(1_000)).expect("an answer");
    assert_eq!(solution.verdict, Verdict::NoWin);
    assert_eq!(solver.forget(), Ok(()));
}

#[test]
fn a_long_question_reports_its_progress() {
    let mut nodes = Vec::new();
    let on_progress = &mut |progress: Progress| {
        assert_eq!((progress.done, progress.total), (None, None));
        nodes.push(progress.nodes);
        ControlFlow::Continue(())
    };
    let (threats, limits) = (Threats::FoursAndThrees, Limits::nodes(20_000));
    let board = board("j9 h8 i9 g9 i8 i10 k7");
    let solution = solver().solve_with(&board, threats, limits, Length::Shortest, on_progress);
    assert!(solution.is_ok());
    // What comes while no one looks is left out.
    assert!(nodes.is_sorted() && nodes.last() > Some(&0), "{nodes:?}");
}

#[test]
fn of_the_progress_that_waits_the_newest_is_reported() {
    let bench: Bench<()> = Bench::default();
    let control = Control::new(Instant::now(), Limits::default());
    let job = bench.begin(control, |(), _, send: &dyn Fn(Progress)| {
        (1..=100).for_each(|nodes| send(Progress { nodes, ..Progress::default() }));
        Ok(())
    });
    let job = job.expect("a thread");
    assert_eq!(job.outcome(), Ok(()));
    let mut seen = Vec::new();
    follow(&job, &mut |progress| {
        seen.push(progress.nodes);
        ControlFlow::Continue(())
    });
    assert_eq!(seen, [100]);
}

#[test]
fn a_receiver_of_progress_ends_its_own_job_alone() {
    let bench: Bench<()> = Bench::default();
    let control = || Control::new(Instant::now(), Limits::default());
    let first = bench.begin(control(), |(), _, send: &dyn Fn(Progress)| {
        send(Progress { nodes: 1, ..Progress::default() });
        Ok(())
    });
    let first = first.expect("a thread");
    assert_eq!(first.outcome(), Ok(()));
    let (go_on, told) = mpsc::channel();
    let second = bench.begin(control(), move |(), control, _: &dyn Fn(Progress)| {
        told.recv().map_err(|_| EmbedError::Failed)?;
        Ok(control.is_stopped())
    });
    let second = second.expect("a thread");
    follow(&first, &mut |_| ControlFlow::Break(()));
    assert_eq!(go_on.send(()), Ok(()));
    assert_eq!(second.outcome(), Ok(false));
    let endless = bench.begin(control(), |(), control, send: &dyn Fn(Progress)| {
        while !control.is_stopped() {
            send(Progress { nodes: 1, ..Progress::default() });
            thread::yield_now();
        }
        Ok(())
    });
    let endless = endless.expect("a thread");
    let mut calls = 0;
    follow(&endless, &mut |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    assert_eq!((endless.outcome(), calls), (Ok(()), 1));
}

#[test]
fn one_who_waits_for_a_message_keeps_no_one_else_waiting() {
    let (enough, has_enough) = mpsc::channel::<()>();
    let bench: Bench<()> = Bench::default();
    let control = Control::new(Instant::now(), Limits::default());
    let work = move |(): &mut (), _: &Control, _: &dyn Fn(u32)| Ok(has_enough.recv().is_ok());
    let job = bench.begin(control, work).expect("a thread");
    thread::scope(|scope| {
        let waiting = scope.spawn(|| job.next());
        for _ in 0..20 {
            let received = job.next_within(Duration::from_millis(1));
            assert!(matches!(received, Received::Nothing));
        }
        // Only now does the other one get something.
        drop(enough);
        assert_eq!(waiting.join().expect("no panic"), None);
    });
}

#[test]
fn an_analysis_without_end_in_time_ends_by_its_nodes() {
    let options =
        AnalysisOptions { time: Some(Duration::MAX), nodes: Some(500), ..Default::default() };
    let analysis = analyse(&board("h8 i9 h9"), &options).expect("an analysis");
    assert_eq!(analysis.moves.len(), 3, "{analysis:?}");
}

#[test]
fn a_panic_of_the_caller_passes_through_an_analysis_at_once() {
    let options = AnalysisOptions { nodes: Some(200), ..Default::default() };
    let mut calls = 0;
    let panic = catch_unwind(AssertUnwindSafe(|| {
        analyse_with(&board("h8 i9 h9"), &options, &mut |_, _| {
            calls += 1;
            // Meanwhile, other positions are examined, of which the progress is not reported.
            thread::sleep(Duration::from_millis(200));
            panic!("call {calls}")
        })
    }));
    let payload = panic.expect_err("a panic");
    let text: Option<&String> = payload.downcast_ref();
    assert_eq!((text.map(String::as_str), calls), (Some("call 1"), 1));
}

#[test]
fn progress_is_reported_even_if_there_is_no_news() {
    let (enough, has_enough) = mpsc::channel::<()>();
    let only = Progress { nodes: 1, ..Progress::default() };
    let bench: Bench<()> = Bench::default();
    let control = Control::new(Instant::now(), Limits::default());
    let job = bench.begin(control, move |(), _, send: &dyn Fn(Progress)| {
        send(only);
        Ok(has_enough.recv().is_ok())
    });
    let job = job.expect("a thread");
    let mut seen = Vec::new();
    follow(&job, &mut |progress| {
        seen.push(progress);
        if seen.len() == 3 {
            enough.send(()).expect("the job waits");
        }
        ControlFlow::Continue(())
    });
    assert_eq!(seen[..3], [only; 3]);
    assert_eq!(job.outcome(), Ok(true));
}

#[test]
fn first_moves_and_defences_are_listed() {
    let (solver, limits) = (solver(), Limits::nodes(200_000));
    let mut last = None;
    let on_progress = &mut |progress| {
        last = Some(progress);
        ControlFlow::Continue(())
    };
    let mut open = board(FOURS);
    let moves = solver.winning_moves(&open, Threats::Fours, limits, on_progress);
    let moves = moves.expect("an answer");
    assert!(moves.iter().all(|judged| judged.verdict.is_win()));
    let points: Vec<Point> = moves.iter().map(|judged| judged.point).collect();
    assert!(["e8", "i8"].iter().all(|label| points.contains(&open.point(label).expect("a point"))));
    let Some(Progress { done: Some(done), total: Some(total), .. }) = last else {
        panic!("{last:?}");
    };
    assert_eq!(done, total);
    open.undo();
    let on_progress = &mut |_| ControlFlow::Continue(());
    let defences = solver.defences(&open, Threats::Fours, limits, on_progress);
    let defences = defences.expect("an answer");
    assert!(defences.threat.verdict.is_win());
    let holding = open.labels(&defences.holding());
    assert!(
        holding.contains("e8") && holding.contains("i8") && !holding.contains("a1"),
        "{holding}"
    );
}

#[test]
fn a_question_ends_when_another_thread_stops_it() {
    let (solver, empty) = (solver(), Board::new(Rule::Freestyle));
    let solution = thread::scope(|scope| {
        solver.winning_moves(&empty, Threats::FoursAndThrees, Limits::default(), &mut |_| {
            scope.spawn(|| solver.stop());
            ControlFlow::Continue(())
        })
    });
    // On an empty board nothing is won; what was not reached stays open.
    assert!(solution.expect("an answer").iter().all(|judged| !judged.verdict.is_win()));
}

#[test]
fn an_analysis_judges_the_moves() {
    let mut board = board(FOURS);
    board.play("o15").expect("an empty point");
    let options = |threads| AnalysisOptions { nodes: Some(300), threads, ..Default::default() };
    let analysis = analyse(&board, &options(1)).expect("an analysis");
    assert_eq!((analysis.positions.len(), analysis.moves.len()), (8, 7));
    let before = analysis.positions[6].as_ref().expect("it was examined");
    assert_eq!((before.to_move, before.black_win_rate), (Color::Black, 1.0));
    let win = before.win.as_ref().expect("a win by fours");
    assert_eq!((win.threats, before.best_move()), (Threats::Fours, Some(win.line[0])));
    let last = analysis.mistakes().last().expect("a mistake");
    assert_eq!((last.number, last.color, last.missed_win), (7, Color::Black, true));
    assert_eq!((analysis.black.moves, analysis.black.costliest), (4, Some(7)));
    assert_eq!(analyse(&board, &options(3)), Ok(analysis), "threads change nothing");
}

#[test]
fn an_analysis_reports_its_progress_and_ends_early() {
    let options = AnalysisOptions { nodes: Some(50), ..Default::default() };
    let mut seen = Vec::new();
    let all = analyse_with(&board(FOURS), &options, &mut |done, total| {
        seen.push((done, total));
        ControlFlow::Continue(())
    });
    assert!(all.expect("an analysis").positions.iter().all(Option::is_some));
    assert_eq!(seen.last(), Some(&(7, 7)));
    let endless = AnalysisOptions { depth: Some(1_000), ..options };
    let endless = AnalysisOptions { nodes: None, ..endless };
    let some = analyse_with(&board("h8 i9"), &endless, &mut |_, _| ControlFlow::Break(()));
    assert!(some.expect("an analysis").positions.iter().any(Option::is_none));
}

#[test]
fn an_analysis_begins_after_stones_that_were_set_up() {
    let options = AnalysisOptions { nodes: Some(50), ..Default::default() };
    let analysis = analyse(&set_up(), &options).expect("an analysis");
    assert_eq!((analysis.positions.len(), analysis.moves.len()), (3, 2));
    let first = analysis.moves[0].as_ref().expect("it was judged");
    assert_eq!((first.number, first.color), (1, Color::White));
}
