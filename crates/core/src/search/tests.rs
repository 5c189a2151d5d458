//! Tests of the search as a whole: it finds what is there, claims only what is true, and is
//! repeatable.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::depth::PLY;
use super::report::Variation;
use super::root_move::RootMove;
use super::window::Window;
use super::*;
use crate::control::Limits;
use crate::geometry::Color;
use crate::pattern::Shape;
use crate::score::Score;
use crate::solver::vcf;
use crate::testing::{Games, check, urgent_or_building};
use crate::threat::{Situation, assess};

fn search(position: &Position, depth: u32) -> Outcome {
    search_with(position, &Request::default(), Limits { depth: Some(depth), ..Limits::default() })
}

fn search_with(position: &Position, request: &Request, limits: Limits) -> Outcome {
    search_by(1, position, request, limits)
}

/// Searches with this number of threads.
fn search_by(threads: usize, position: &Position, request: &Request, limits: Limits) -> Outcome {
    let mut searcher = Searcher::new();
    searcher.set_memory(4 << 20);
    searcher.set_threads(threads);
    let control = Control::new(Instant::now(), limits);
    searcher.think(position, request, &control, &mut |_| {})
}

/// Returns the score of a search that must have one.
fn score(outcome: &Outcome) -> Score {
    outcome.score().expect("a move that was searched")
}

fn played(side: i64, rule: Rule, moves: &str) -> Position {
    let size = BoardSize::square(side).expect("in range");
    let mut position = Position::new(size, rule);
    for label in moves.split_whitespace() {
        position.play(size.parse_label(label).expect("a point"));
    }
    position
}

const QUIET: &str = "h8 i9 h10 j8 g7 i7";

#[test]
fn a_move_that_was_not_searched_has_no_score() {
    let position = played(15, Rule::Freestyle, QUIET);
    for lines in [1, 3] {
        let request = Request { lines, ..Request::default() };
        let control = Control::new(Instant::now(), Limits::default());
        control.stop();
        let mut searcher = Searcher::new();
        searcher.set_memory(1 << 20);
        let outcome = searcher.think(&position, &request, &control, &mut |_| {});
        let best = outcome.best_move.expect("a move all the same");
        assert!(position.board().is_empty(best));
        assert_eq!((outcome.score(), outcome.lines.len()), (None, 0));
        // Only lines that were searched come back, wherever the search ends.
        for nodes in 1..60 {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let outcome = search_with(&position, &request, limits);
            assert!(outcome.lines.iter().all(|line| line.depth > 0), "{nodes} nodes: {outcome:?}");
            assert!(outcome.best_move.is_some());
        }
    }
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    for rule in Rule::ALL {
        let position = played(15, rule, QUIET);
        let [a, b] = [search(&position, 6), search(&position, 6)];
        assert_eq!(a.nodes, b.nodes, "{rule}");
        assert_eq!(a.best_move, b.best_move);
        assert_eq!(a.score(), b.score());
    }
}

#[test]
fn a_node_limit_is_kept() {
    let position = played(15, Rule::Freestyle, QUIET);
    for nodes in [1, 100, 5_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = search_with(&position, &Request::default(), limits);
        // The last search for a win by fours may have been under way.
        assert!(outcome.nodes <= nodes + params::leaf_budget(), "{} > {nodes}", outcome.nodes);
        assert!(outcome.best_move.is_some());
    }
}

#[test]
fn several_threads_keep_a_node_limit_together() {
    let position = played(15, Rule::Freestyle, QUIET);
    for threads in [2, 4] {
        for nodes in [1, 2_000, 30_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let outcome = search_by(threads, &position, &Request::default(), limits);
            // Each thread may be between two looks at the clock, and in a search for a win by
            // fours.
            let most = nodes + threads as u64 * (worker::CLOCK_INTERVAL + params::leaf_budget());
            assert!(outcome.nodes <= most, "{threads} threads: {} > {nodes}", outcome.nodes);
            assert!(outcome.nodes >= nodes.min(100), "{threads} threads: {}", outcome.nodes);
            assert!(outcome.best_move.is_some_and(|point| position.board().is_empty(point)));
        }
    }
}

#[test]
fn every_limit_ends_a_search_alone_and_with_the_others() {
    let position = played(15, Rule::Freestyle, QUIET);
    let (nodes, depth, time) = (Some(20_000), Some(4), Some(Duration::from_millis(20)));
    let none = Limits::default();
    let distant = Limits { nodes: Some(u64::MAX - 1), depth: Some(u32::MAX), ..none };
    for threads in [1, 2, 4] {
        for limits in [
            Limits { nodes, ..none },
            Limits { depth, ..none },
            Limits { soft: time, ..none },
            Limits { hard: time, ..none },
            Limits { soft: time, hard: time.map(|time| 3 * time), ..distant },
            Limits { nodes, ..distant },
            Limits { depth, hard: Some(Duration::from_secs(600)), ..distant },
        ] {
            let outcome = search_by(threads, &position, &Request::default(), limits);
            assert!(outcome.best_move.is_some(), "{threads} threads, {limits:?}");
            if let Some(depth) = limits.depth {
                assert!(outcome.lines[0].depth <= depth, "{threads} threads, {limits:?}");
            }
        }
    }
}

#[test]
fn several_threads_find_the_win_that_one_finds() {
    for rule in Rule::ALL {
        // Two crossing twos on their own part of the board.
        let mut position = played(15, rule, "h10 a1 h9 d15 f8 l15 g8 o1");
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let win = search_by(1, &position, &Request::default(), limits);
        assert!(score(&win).is_win(), "{rule}");
        // Without the move that the solver finds, the search has to find the win.
        let request = Request { excluded: win.best_move.into_iter().collect(), lines: 1 };
        assert!(score(&search_by(1, &position, &request, limits)).is_win(), "{rule}");
        for threads in [2, 4] {
            let again = search_by(threads, &position, &Request::default(), limits);
            assert_eq!((again.best_move, again.score()), (win.best_move, win.score()));
            let searched = search_by(threads, &position, &request, limits);
            let plies = score(&searched).plies_to_end().expect("a win");
            assert!(plies > 0, "{rule}, {threads} threads");
            assert!(plies > 9 || win_holds(&mut position, plies as usize), "{rule}: {plies}");
        }
    }
}

#[test]
fn several_threads_answer_legally_under_all_rules_whenever_they_are_stopped() {
    for rule in Rule::ALL {
        for threads in [2, 4] {
            let mut searcher = Searcher::new();
            searcher.set_memory(1 << 20);
            searcher.set_threads(threads);
            let mut position = played(15, rule, QUIET);
            for step in 0..40 {
                // Stop the search by the node limit, or from outside.
                let nodes = (step % 3 > 0).then_some(1 + 97 * step);
                let control = Control::new(Instant::now(), Limits { nodes, ..Limits::default() });
                let outcome = std::thread::scope(|scope| {
                    if nodes.is_none() {
                        scope.spawn(|| {
                            std::thread::sleep(Duration::from_micros(50 * step));
                            control.stop();
                        });
                    }
                    searcher.think(&position, &Request::default(), &control, &mut |_| {})
                });
                let point = outcome.best_move.expect("the board is not full");
                assert!(position.board().is_empty(point) && !position.is_forbidden(point));
                position.play(point);
                if step % 7 == 6 {
                    (0..3).for_each(|_| position.undo());
                }
            }
        }
    }
}

#[test]
fn one_thread_after_several_repeats_itself() {
    let position = played(15, Rule::Standard, QUIET);
    let control = || Control::new(Instant::now(), Limits { depth: Some(6), ..Limits::default() });
    let mut searcher = Searcher::new();
    searcher.set_memory(4 << 20);
    searcher.set_threads(4);
    searcher.think(&position, &Request::default(), &control(), &mut |_| {});
    searcher.set_threads(1);
    searcher.clear();
    let outcome = searcher.think(&position, &Request::default(), &control(), &mut |_| {});
    assert_eq!(outcome.nodes, search(&position, 6).nodes);
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let position = played(15, Rule::Renju, QUIET);
    let control = Control::new(Instant::now(), Limits::default());
    control.stop();
    let outcome = Searcher::new().think(&position, &Request::default(), &control, &mut |_| {});
    let point = outcome.best_move.expect("a move");
    assert!(position.board().is_empty(point));
}

#[test]
fn a_time_limit_ends_the_search() {
    let position = played(20, Rule::Freestyle, QUIET);
    let limits = Limits { hard: Some(Duration::from_millis(30)), ..Limits::default() };
    assert!(search_with(&position, &Request::default(), limits).best_move.is_some());
}

#[test]
fn several_lines_are_different_and_sorted() {
    let position = played(15, Rule::Freestyle, QUIET);
    let request = Request { lines: 4, ..Request::default() };
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let outcome = search_with(&position, &request, limits);
    assert_eq!(outcome.lines.len(), 4);
    for pair in outcome.lines.windows(2) {
        assert!(pair[0].score >= pair[1].score);
        assert_ne!(pair[0].moves[0], pair[1].moves[0]);
    }
}

#[test]
fn several_lines_that_all_win_end_the_search() {
    let position = played(15, Rule::Freestyle, "h8 a1 i8 a3 j8 a5");
    let request = Request { lines: 2, ..Request::default() };
    let outcome = search_with(&position, &request, Limits::default());
    for line in &outcome.lines {
        assert_eq!(line.score, Score::win_in(3));
        assert!(line.depth < 10, "depth {}", line.depth);
        assert!(line.selective_depth >= 3, "looked at {} plies", line.selective_depth);
    }
}

#[test]
fn excluded_moves_are_played_only_if_nothing_else_is_left() {
    let position = played(15, Rule::Freestyle, "h8 a1 i8 a3 j8 a5 k8");
    let size = position.size();
    let [left, right] = ["g8", "l8"].map(|label| size.parse_label(label).expect("a point"));
    let request = Request { excluded: [left].into_iter().collect(), ..Request::default() };
    let limits = Limits { depth: Some(3), ..Limits::default() };
    assert_eq!(search_with(&position, &request, limits).best_move, Some(right));
    let all = Request { excluded: size.points().collect(), ..Request::default() };
    assert!(search_with(&position, &all, limits).best_move.is_some());
}

/// Replays a claimed win: after every answer of the opponent there must be a shorter win.
///
/// The tests of the shapes cover the wins that the shapes alone claim.
fn win_holds(position: &mut Position, plies: usize) -> bool {
    match assess(position) {
        Situation::Won { plies: claimed, .. } => return claimed <= plies,
        _ if plies <= 1 => return false,
        _ => {}
    }
    let outcome = (1..=plies as u32 + 4)
        .map(|depth| search(position, depth))
        .find(|outcome| score(outcome) >= Score::win_in(plies));
    let Some(point) = outcome.and_then(|outcome| outcome.best_move) else { return false };
    position.play(point);
    let replies: Vec<Point> =
        position.board().empty_points().filter(|&p| !position.is_forbidden(p)).collect();
    let holds = replies.into_iter().all(|reply| {
        let them = position.to_move();
        position.play(reply);
        let holds = !position.has_five(them) && win_holds(position, plies - 2);
        position.undo();
        holds
    });
    position.undo();
    holds
}

#[test]
fn a_claimed_win_is_a_win() {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;

    use crate::random::Generator;
    let mut random = Generator::seed_from_u64(11);
    for rule in Rule::ALL {
        let mut claims = 0;
        while claims < 3 {
            let mut position = played(11, rule, "f6");
            let quiet = |position: &Position, point: Point| {
                Color::ALL.into_iter().all(|color| position.shape(color, point) < Shape::Three)
            };
            for _ in 0..12 {
                let near: Vec<Point> =
                    position.candidates().iter().filter(|&p| quiet(&position, p)).collect();
                let Some(&point) = near.choose(&mut random) else { break };
                position.play(point);
            }
            let outcome = search(&position, 4);
            if let Some(plies @ 5..=9) = score(&outcome).plies_to_end() {
                claims += 1;
                assert!(win_holds(&mut position, plies as usize), "{plies}: {position:?}");
            }
        }
    }
}

#[test]
fn a_position_after_a_pass_is_searched_for_the_side_to_move() {
    let mut position = played(15, Rule::Standard, "h8 a1 i8 a3 j8 o1");
    let mut searcher = Searcher::new();
    searcher.set_memory(4 << 20);
    // The table knows the same stones with the other side to move.
    for side in Color::ALL.into_iter().cycle().take(4) {
        assert_eq!(position.to_move(), side);
        let control = Control::new(Instant::now(), Limits { depth: Some(6), ..Limits::default() });
        let outcome = searcher.think(&position, &Request::default(), &control, &mut |_| {});
        assert_eq!(score(&outcome).is_win(), side == Color::Black, "{outcome:?}");
        let best = outcome.best_move.expect("a move").label(position.size());
        assert!(["f8", "g8", "k8", "l8"].contains(&best.as_str()), "{best}");
        position.pass();
    }
}

#[test]
fn the_static_move_takes_a_five_and_stops_one() {
    let label = |position: &Position| {
        static_move(position, &PointSet::EMPTY).map(|point| point.label(position.size()))
    };
    let mut position = played(15, Rule::Standard, "h8 a1 i8 a3 j8 a5 k8 l8");
    assert_eq!(label(&position).as_deref(), Some("g8"));
    position.pass();
    assert_eq!(label(&position).as_deref(), Some("g8"));
}

#[test]
fn the_last_point_is_found_and_a_full_board_has_none() {
    for rule in Rule::ALL {
        let size = BoardSize::square(5).expect("in range");
        let mut position = Position::new(size, rule);
        // Rows alternate two stones of each colour, so that there is no five.
        for point in size.points().filter(|&point| point != Point::new(4, 4)) {
            let color =
                if (point.x() / 2 + point.y()) % 2 == 0 { Color::Black } else { Color::White };
            position.place(color, point);
        }
        for color in Color::ALL {
            position.set_to_move(color);
            assert_eq!(search(&position, 3).best_move, Some(Point::new(4, 4)), "{rule}");
            assert_eq!(static_move(&position, &PointSet::EMPTY), Some(Point::new(4, 4)));
        }
        position.place(Color::Black, Point::new(4, 4));
        assert_eq!(search(&position, 3).best_move, None);
        assert_eq!(static_move(&position, &PointSet::EMPTY), None);
    }
}

#[test]
fn an_empty_board_has_a_first_move() {
    for side in [5, 15, 22] {
        let position = played(side, Rule::Renju, "");
        assert!(search(&position, 2).best_move.is_some());
        assert_eq!(static_move(&position, &PointSet::EMPTY), Some(position.size().center()));
    }
}

#[test]
fn pondering_leaves_a_win_that_is_being_played_out_alone() {
    let mut position = played(15, Rule::Freestyle, "h8 g9 i9 g7 g8 i7 j10 k11 f7 e6");
    let mut searcher = Searcher::new();
    searcher.set_memory(4 << 20);
    let control = || Control::new(Instant::now(), Limits { depth: Some(4), ..Limits::default() });
    let first = searcher.think(&position, &Request::default(), &control(), &mut |_| {});
    let point = first.best_move.expect("a win");
    position.play(point);
    assert!(searcher.memory.plan.is_some());
    searcher.ponder(&position, &Request::default(), &control());
    let reply = first.lines[0].moves[1];
    position.play(reply);
    let second = searcher.think(&position, &Request::default(), &control(), &mut |_| {});
    assert_eq!((second.nodes, score(&second)), (0, score(&first) + 2));
}

#[test]
fn pondering_about_the_reply_that_comes_saves_work() {
    let limits = |depth| Limits { depth: Some(depth), ..Limits::default() };
    let control = |depth| Control::new(Instant::now(), limits(depth));
    let nodes = |rule, ponders: bool| {
        let position = played(15, rule, QUIET);
        let mut searcher = Searcher::new();
        searcher.set_memory(4 << 20);
        if ponders {
            searcher.ponder(&position, &Request::default(), &control(11));
            assert!(!searcher.prepare_memory(), "all of the table was made ready before");
        }
        searcher.think(&position, &Request::default(), &control(9), &mut |_| {}).nodes
    };
    // A single position may need more nodes by accident.
    let sum = |ponders| Rule::ALL.into_iter().map(|rule| nodes(rule, ponders)).sum::<u64>();
    let (with, without) = (sum(true), sum(false));
    assert!(with < without, "{with} {without}");
}

/// Returns what `ask` gets from a worker of its own on the position, whose table holds `entries`.
fn with_worker<T>(
    position: &Position,
    entries: &[(u64, table::TableEntry)],
    ask: impl FnOnce(&mut Worker<'_>) -> T,
) -> T {
    let position = position.rebuilt_with(Evaluation::of(position.rule(), position.size()).tables());
    let (table, mut memory, team) = (Table::new(1 << 16), WorkerState::default(), Team::new(1));
    entries.iter().for_each(|&(key, entry)| table.store(key, entry));
    let control = Control::new(Instant::now(), Limits::default());
    ask(&mut Worker::new(&table, &control, &team, &mut memory, position, &Kind::Network))
}

#[test]
fn a_side_that_has_only_fouls_is_as_good_as_lost() {
    // The last empty point makes a row of seven.
    let size = BoardSize::new(7, 5).expect("in range");
    let mut position = Position::new(size, Rule::Renju);
    let moves = "a5 b5 d5 c5 g5 e5 a4 f5 d4 b4 g4 c4 a3 e4 b3 f4 c3 b2 e3 c2 f3 e2 g3 f2 a2 a1 d2 \
                 b1 g2 d1 c1 e1 f1 g1";
    for label in moves.split_whitespace() {
        position.play(size.parse_label(label).expect("a point"));
    }
    let foul = size.parse_label("d3").expect("a point");
    assert!(position.ending().is_none() && position.is_forbidden(foul));
    for lines in [1, 2] {
        let request = Request { lines, ..Request::default() };
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let outcome = search_with(&position, &request, limits);
        assert_eq!(outcome.best_move, Some(foul));
        assert!(score(&outcome).is_as_good_as_lost());
    }
}

/// Two positions may have the same key. Then the table move belongs to the other position.
#[test]
fn a_forbidden_move_from_the_table_is_left_out() {
    let position = played(15, Rule::Renju, "h10 a15 h9 o15 f8 a1 g8 o1");
    let foul = Point::new(7, 7);
    assert!(position.is_forbidden(foul));
    let entry = table::TableEntry {
        best: Some(foul),
        score: 0,
        eval: None,
        depth: 0,
        bound: table::Bound::Lower,
        was_pv: false,
    };
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let line = with_worker(&position, &[(position.key(), entry)], |worker| {
            worker.node(Window::full(), 3 * PLY, 1).map(|_| worker.stack[1].pv.clone())
        });
        // Nobody receives the line any more if the search took too long.
        let _ = sender.send(line);
    });
    let line = receiver.recv_timeout(Duration::from_secs(120)).expect("the search to end");
    let line = line.expect("nobody stops it");
    assert!(!line.is_empty() && line[0] != foul, "{line:?}");
}

/// The bounds of the shortest possible end may narrow the window of a node on the principal
/// variation to a zero window. The node still keeps its line.
#[test]
fn a_line_is_kept_where_a_known_win_narrows_the_window() {
    // White threatens a five, and Black can stop it.
    let position = played(15, Rule::Freestyle, "a15 f8 a13 g8 a11 h8 e8 i8");
    let window = Window { alpha: -Score::INFINITE, beta: Score::loss_in(3) };
    let line = with_worker(&position, &[], |worker| {
        let score = worker.node(window, 2 * PLY, 0).expect("nobody stops it");
        assert!(score >= window.beta);
        worker.stack[0].pv.clone()
    });
    assert_eq!(line.first(), Some(&Point::new(9, 7)));
}

/// Returns the score at the end of a line, for the side to move at its beginning.
fn score_at_the_end(position: &Position, line: &report::Variation) -> Score {
    let mut position = position.clone();
    line.moves.iter().for_each(|&point| position.play(point));
    let score = with_worker(&position, &[], |worker| {
        worker.quiescence(Window::full(), line.moves.len()).expect("nobody stops it")
    });
    if line.moves.len().is_multiple_of(2) { score } else { -score }
}

#[test]
fn the_score_of_every_line_is_that_of_its_end_and_no_bound() {
    let request = Request { lines: 5, ..Request::default() };
    for rule in Rule::ALL {
        for (threads, moves) in [(1, QUIET), (1, "h8 h9 k6"), (2, QUIET), (4, "h8 h9 k6")] {
            let position = played(15, rule, moves);
            // The second search is stopped at some point.
            for (depth, nodes) in [(Some(7), None), (None, Some(40_000))] {
                let limits = Limits { depth, nodes, ..Limits::default() };
                let lines = search_by(threads, &position, &request, limits).lines;
                assert_eq!(lines.len(), 5);
                assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
                assert!(lines.iter().all(|line| line.depth == depth.unwrap_or(lines[0].depth)));
                let first: PointSet = lines.iter().map(|line| line.moves[0]).collect();
                assert_eq!(first.len(), 5, "{lines:?}");
                for line in lines.iter().filter(|line| line.score.points().abs() < 10_000) {
                    let end = score_at_the_end(&position, line);
                    assert_eq!(line.score, end, "{rule}, {threads} threads: {line:?}");
                }
            }
        }
    }
}

#[test]
fn several_lines_begin_with_the_fives() {
    for rule in Rule::ALL {
        let position = played(15, rule, "h8 a1 i8 a15 j8 o1 k8 o15");
        for lines in [2, 5, 225] {
            let request = Request { lines, ..Request::default() };
            let limits = Limits { depth: Some(2), ..Limits::default() };
            let outcome = search_with(&position, &request, limits);
            let label = |line: &Variation| line.moves[0].label(position.size());
            let mut fives: Vec<String> = outcome.lines[..2].iter().map(label).collect();
            fives.sort();
            assert_eq!(fives, ["g8", "l8"], "{rule}, {lines} lines");
            for line in &outcome.lines[..2] {
                assert_eq!((line.score, line.moves.len()), (Score::win_in(1), 1), "{rule}");
            }
            assert!(outcome.lines[2..].iter().all(|line| line.score < Score::win_in(1)));
        }
    }
}

#[test]
fn several_lines_that_are_stopped_at_once_begin_with_what_has_to_be_played() {
    let five = "h8 a1 i8 a15 j8 o1 k8 o15";
    // White has to stop a four at l8, though it still loses. In caro m8 stops it too, because it
    // closes the row.
    let four = "h8 g8 i8 a1 j8 a15 k8 l7 h7 o1 i6";
    for rule in Rule::ALL {
        for (moves, wanted) in [(five, &["g8", "l8"][..]), (four, &["l8", "m8"][..])] {
            let position = played(15, rule, moves);
            for (threads, lines, nodes) in
                [(1, 2, 1), (1, 5, 3), (1, 225, 30), (2, 5, 1), (2, 225, 30)]
            {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let request = Request { lines, ..Request::default() };
                let outcome = search_by(threads, &position, &request, limits);
                let best = outcome.best_move.expect("a move").label(position.size());
                assert!(
                    wanted.contains(&best.as_str()),
                    "{rule}, {lines} lines, {nodes} nodes: {best}"
                );
            }
        }
    }
}

#[test]
fn a_line_has_the_score_of_a_search_without_the_moves_of_the_lines_before() {
    // At this depth nothing depends on what the tables have learnt.
    let limits = Limits { depth: Some(1), ..Limits::default() };
    for rule in Rule::ALL {
        let position = played(15, rule, QUIET);
        let request = Request { lines: 12, ..Request::default() };
        for threads in [1, 4] {
            let mut excluded = PointSet::EMPTY;
            for line in search_by(threads, &position, &request, limits).lines {
                let request = Request { excluded, ..Request::default() };
                let alone = search_with(&position, &request, limits);
                assert_eq!(line.score, score(&alone), "{rule}, {threads} threads");
                excluded.insert(line.moves[0]);
            }
        }
    }
}

#[test]
fn the_lines_of_every_iteration_are_reported_from_the_best_to_the_worst() {
    let position = played(15, Rule::Renju, QUIET);
    for threads in [1, 3] {
        let mut searcher = Searcher::new();
        searcher.set_memory(4 << 20);
        searcher.set_threads(threads);
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let control = Control::new(Instant::now(), limits);
        let request = Request { lines: 3, ..Request::default() };
        let mut seen = Vec::new();
        let outcome = searcher.think(&position, &request, &control, &mut |info| {
            assert_eq!(info.count, 3);
            seen.push((info.line.depth, info.index, info.line.score, info.nodes));
        });
        assert_eq!(seen.len(), 5 * 3);
        for (number, lines) in seen.chunks(3).enumerate() {
            assert!(lines.iter().map(|line| line.1).eq(0..3));
            assert!(lines.iter().all(|line| line.0 == number as u32 + 1));
            assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.2)));
        }
        assert!(seen.is_sorted_by_key(|line| line.3) && seen[14].3 <= outcome.nodes);
    }
}

#[test]
fn a_position_that_needs_no_search_has_a_line_too() {
    // Black has an open three, and White threatens nothing.
    let position = played(15, Rule::Freestyle, "h8 a1 h9 c1 h10 o1");
    let mut reported = Vec::new();
    let control = Control::new(Instant::now(), Limits::default());
    let outcome = Searcher::new().think(&position, &Request::default(), &control, &mut |info| {
        reported.push((info.line.clone(), info.index, info.count));
    });
    let [(line, 0, 1)] = &reported[..] else { panic!("{reported:?}") };
    assert!(line.score.is_win());
    assert_eq!(line.moves, outcome.lines[0].moves);
}

#[test]
fn another_evaluation_begins_anew_and_tells_other_chances() {
    let position = played(15, Rule::Freestyle, QUIET);
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let run = |searcher: &mut Searcher| {
        let mut chances = Vec::new();
        let control = Control::new(Instant::now(), limits);
        let request = Request::default();
        let outcome = searcher.think(&position, &request, &control, &mut |info| {
            chances.push((info.line.score, info.outlook));
        });
        (outcome.nodes, chances)
    };
    let new = |kind| {
        let mut searcher = Searcher::new();
        searcher.set_memory(4 << 20);
        searcher.set_evaluation(kind);
        searcher
    };
    let [classical, network] = Kind::ALL.map(|kind| run(&mut new(kind)));
    assert_ne!(classical.0, network.0);
    assert!(classical.1.iter().all(|(_, outlook)| outlook.is_none()));
    for (score, outlook) in &network.1 {
        let outlook = outlook.unwrap();
        assert!((outlook.win + outlook.draw / 2.0 - score.win_rate()).abs() < 1e-9);
    }
    let mut changing = new(Kind::Classical);
    run(&mut changing);
    changing.set_evaluation(Kind::Network);
    assert_eq!(run(&mut changing).0, network.0);
    // Setting the same evaluation again changes nothing, so the search keeps what it has learnt.
    changing.set_evaluation(Kind::Network);
    assert_ne!(run(&mut changing).0, network.0);
}

/// Checks that a node limit is kept in every position, even where the solvers are busy before the
/// search. Some nodes must be left for the search itself.
fn keep_node_limits(cases: u32, seed: u64) {
    // The largest number of nodes at a leaf.
    assert!(params::leaf_budget() + vcf::OVERSHOOT < params::NODE_OVERSHOOT);
    let games =
        |moves| Games { sides: &[9, 12, 15, 20], moves, building: 0.7, pool: urgent_or_building };
    for rule in Rule::ALL {
        let positions = prop_oneof![games(8..40).positions(rule), games(50..80).positions(rule)];
        check(cases, seed, (positions, 1..=1_000_u64, 1..=3_usize), |(position, nodes, lines)| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let outcome = search_with(&position, &Request { lines, ..Request::default() }, limits);
            let most = nodes + params::NODE_OVERSHOOT;
            assert!(outcome.nodes <= most, "{} > {nodes} {position:?}", outcome.nodes);
            let is_searched = outcome.score().is_some();
            assert!(is_searched || nodes < 400, "{nodes} nodes, nothing searched {position:?}");
        });
    }
}

#[test]
fn a_node_limit_is_kept_wherever_the_stones_are() {
    keep_node_limits(16, 21);
}

#[test]
#[ignore = "the long form"]
fn a_node_limit_is_kept_wherever_the_stones_are_at_length() {
    keep_node_limits(1_000, 22);
}

/// A limit that is lowered during the search holds from then on, even for the iteration under way.
#[test]
fn lower_limits_end_a_search_at_once() {
    let position = played(15, Rule::Freestyle, QUIET);
    for lower in [
        Limits { depth: Some(1), ..Limits::default() },
        Limits { depth: Some(4), ..Limits::default() },
        Limits { nodes: Some(1), ..Limits::default() },
    ] {
        for threads in [1, 2] {
            let mut searcher = Searcher::new();
            searcher.set_memory(4 << 20);
            searcher.set_threads(threads);
            let control = Control::new(Instant::now(), Limits::default());
            let mut lowered_at = None;
            let outcome = searcher.think(&position, &Request::default(), &control, &mut |info| {
                if info.line.depth == 5 && lowered_at.is_none() {
                    lowered_at = Some(info.nodes);
                    control.set_limits(lower);
                }
            });
            let late = outcome.nodes - lowered_at.expect("it comes to depth 5");
            // A helper goes on while the main thread comes to its next node.
            assert!(
                threads > 1 || late <= worker::CLOCK_INTERVAL + params::NODE_OVERSHOOT,
                "{late}"
            );
        }
    }
}

/// In caro a four has two answers if one end of it is closed: the five, and the point that closes
/// the five's other end.
#[test]
fn no_answer_to_a_four_is_left_out_in_caro() {
    for rule in [Rule::Caro, Rule::CaroOverline] {
        let size = BoardSize::square(15).expect("in range");
        let mut position = Position::new(size, rule);
        let point = |label: &str| size.parse_label(label).expect("a point");
        for (color, labels) in [
            (Color::Black, ["h8", "i8", "j8", "k8", "m4"].as_slice()),
            (Color::White, ["g8", "m5", "m6", "m7"].as_slice()),
        ] {
            labels.iter().for_each(|label| position.place(color, point(label)));
        }
        position.set_to_move(Color::White);
        let answers: Vec<Point> =
            crate::threat::defence::answers_to_five(&position).iter().collect();
        let makes_four =
            |&&point: &&Point| crate::threat::makes_four(&position, Color::White, point);
        assert!(answers.len() == 2 && answers.iter().filter(makes_four).count() == 1, "{rule}");
        let mut moves: Vec<_> = answers.iter().map(|&point| RootMove::new(point)).collect();
        with_worker(&position, &[], |worker| worker.leave_out_losses(&mut moves));
        assert_eq!(moves.len(), 2, "{rule}: {moves:?}");
    }
}

/// If time is planned, each search before the first iteration has a share of it.
#[test]
fn the_searches_for_threats_have_their_share_of_the_time() {
    let (table, mut memory, team) = (Table::new(1 << 16), WorkerState::default(), Team::new(1));
    let position = played(15, Rule::Freestyle, QUIET);
    let position = position.rebuilt_with(Evaluation::of(position.rule(), position.size()).tables());
    for (soft, is_shared) in [(None, false), (Some(Duration::from_secs(1_000)), true)] {
        let control = Control::new(Instant::now(), Limits { soft, ..Limits::default() });
        let worker =
            Worker::new(&table, &control, &team, &mut memory, position.clone(), &Kind::Network);
        let ends = [worker.bounds_of_fours(1).until, worker.threat_bounds().until];
        for end in ends {
            assert_eq!(end.is_some(), is_shared);
            assert!(end.is_none_or(|end| end < Duration::from_secs(500)), "{end:?}");
        }
    }
    // The smaller the depth limit, the fewer stones the threat search plays beforehand.
    let soft = Some(Duration::from_secs(1_000));
    let control =
        Control::new(Instant::now(), Limits { soft, depth: Some(2), ..Limits::default() });
    let worker = Worker::new(&table, &control, &team, &mut memory, position, &Kind::Network);
    assert_eq!(worker.threat_bounds().nodes, params::threat_nodes() / 25);
    let most = [10, 100, u32::MAX].map(params::threat_nodes_within);
    assert_eq!(
        most,
        [params::threat_nodes(), params::threat_nodes_most(), params::threat_nodes_most()]
    );
}
