//! Small games whose course is known, and invented findings for rare cases.

use std::io;

use super::examine::Finding;
use super::*;
use crate::board::Stone;
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::geometry::{BoardSize, Color, Point};
use crate::pattern::forbidden::Foul;
use crate::position::Position;
use crate::position::ending::{End, Ending};
use crate::rule::Rule;
use crate::score::Score;
use crate::solver::{Solver, Threats};

/// Black gets an open three that White does not stop, extends it to a four, then to five.
const WON: &str = "f8 f9 g8 g7 h8 a1 e8 i8 d8";

/// The labels of moves that stand together or apart.
fn stones(text: &str) -> Vec<Stone> {
    let marked: String = text
        .chars()
        .map(|c| if c.is_ascii_alphabetic() { format!(" {c}") } else { c.to_string() })
        .collect();
    let labels = marked.split(|c: char| !c.is_ascii_alphanumeric()).filter(|l| !l.is_empty());
    let size = BoardSize::square(15).expect("in range");
    let point = |label: &str| size.parse_label(label).expect("a label");
    let colors = Color::ALL.into_iter().cycle();
    labels.zip(colors).map(|(label, color)| Stone { point: point(label), color }).collect()
}

fn read(text: &str, rule: Rule) -> Result<AnalysisGame, AfterEnd> {
    let size = BoardSize::square(15).expect("in range");
    let (moves, start) = (stones(text), Position::new(size, rule));
    let to_move = if moves.len() % 2 == 0 { Color::Black } else { Color::White };
    AnalysisGame::new(start, None, &moves, to_move)
}

/// A freestyle position that was set up.
fn with_stones(black: &str, white: &str) -> Position {
    let mut position = Position::new(BoardSize::square(15).expect("in range"), Rule::Freestyle);
    for (color, labels) in [(Color::Black, black), (Color::White, white)] {
        for stone in stones(labels) {
            position.place(color, stone.point);
        }
    }
    position
}

fn game(text: &str) -> AnalysisGame {
    read(text, Rule::Freestyle).expect(text)
}

fn settings() -> AnalysisSettings {
    AnalysisSettings { nodes: Some(3_000), memory_bytes: 1 << 20, ..AnalysisSettings::default() }
}

/// The reports on the games, and how many positions were done in the end.
fn analyzed(
    games: &[AnalysisGame],
    settings: &AnalysisSettings,
    stop: &Stop,
) -> (Vec<(usize, AnalysisReport)>, usize) {
    let (mut reports, mut steps) = (Vec::new(), 0);
    analyze(games, settings, stop, &mut |event| {
        match event {
            Event::Progress { done, .. } => steps = done,
            Event::Report(index, report) => reports.push((index, report)),
        }
        Ok(())
    })
    .expect("threads");
    (reports, steps)
}

fn report_on(text: &str) -> AnalysisReport {
    let (mut reports, _) = analyzed(&[game(text)], &settings(), &Stop::new(1));
    reports.pop().expect("a report").1
}

fn labels(moves: &[Stone], game: &AnalysisGame) -> Vec<String> {
    moves.iter().map(|stone| stone.point.label(game.start().size())).collect()
}

#[test]
fn a_game_knows_its_moves_and_its_end() {
    let won = game(WON);
    assert_eq!(won.end(), Some(End::Ending(Ending::Five(Color::Black))));
    assert_eq!((won.moves().len(), won.positions()), (9, 9));
    let put = with_stones("h8 j8", "i9");
    let moves = stones("a1 i8 a1").split_off(1);
    let open = AnalysisGame::new(put, None, &moves, Color::Black).expect("a game");
    assert_eq!(labels(open.moves(), &open), ["i8", "a1"]);
    assert_eq!((open.start().board().stones().len(), open.positions()), (3, 3));
    let turns = [Color::White, Color::Black, Color::Black];
    assert_eq!([0, 1, 2].map(|played| open.to_move(played)), turns);
    assert_eq!(open.position(2).to_move(), Color::Black);
    let last = open.last_position();
    assert_eq!((last.moves().len(), last.positions()), (0, 1));
    assert_eq!(last.start().key(), open.position(2).key());
    let foul = read("h6 a1 h7 a3 f8 a5 g8 a7 h8", Rule::Renju).expect("a game");
    assert_eq!(foul.end(), Some(End::Ending(Ending::Foul(Foul::DoubleThree))));
}

#[test]
fn moves_behind_the_end_are_an_error() {
    let error = read(&format!("{WON} b2"), Rule::Freestyle).expect_err("over");
    let ending = Ending::Five(Color::Black);
    assert_eq!(error, AfterEnd { ending, played: 9 });
    let put = with_stones("h8 i8 j8 k8 l8", "a1");
    let error =
        AnalysisGame::new(put, Some(ending), &stones("a2"), Color::White).expect_err("over");
    assert_eq!(error, AfterEnd { ending, played: 0 });
}

#[test]
fn a_win_is_seen_from_where_it_begins() {
    let (won, report) = (game(WON), report_on(WON));
    let rates: Vec<f64> =
        (0..=9).map(|played| report.black_win_rate(&won, played).expect("known")).collect();
    assert_eq!(rates[6..], [1.0; 4], "{rates:?}");
    let win = report.evaluations[6].as_ref().and_then(|found| found.win.as_ref()).expect("a win");
    assert_eq!((win.threats, win.proof.plies), (Threats::Fours, 3));
    assert!(report.is_complete());
    let white = report.judgements[5].as_ref().expect("known");
    assert!(white.mark.is_some() && white.allows_win && !white.missed_win, "{white:?}");
    for (index, judgement) in report.judgements.iter().enumerate().skip(6) {
        let judgement = judgement.as_ref().expect("known");
        assert_eq!((judgement.loss, judgement.missed_win), (0.0, false), "{index}");
    }
    assert_eq!((report.summaries[0].moves, report.summaries[1].moves), (5, 4));
}

#[test]
fn a_win_that_is_not_played_is_missed() {
    let report = report_on("f8 a1 g8 a3 h8 a5 o15 e8");
    let judgement = report.judgements[6].as_ref().expect("known");
    assert!(judgement.missed_win && !judgement.allows_win, "{judgement:?}");
    assert_eq!(judgement.before, 1.0);
    assert!(judgement.loss > 0.0 && judgement.after < 1.0);
    assert_eq!(report.summaries[0].missed_wins, 1);
}

#[test]
fn another_move_that_wins_misses_nothing() {
    let winning = ["e8", "i8"].map(|label| format!("f8 a1 g8 a3 h8 a5 {label}"));
    let best: Vec<bool> = winning
        .iter()
        .map(|text| {
            let (game, report) = (game(text), report_on(text));
            let judgement = report.judgements[6].as_ref().expect("known");
            assert_eq!((judgement.loss, judgement.missed_win), (0.0, false), "{text}");
            assert_eq!(report.black_win_rate(&game, 7), Some(1.0), "{text}");
            let before = report.evaluations[6].as_ref().expect("known");
            before.best() == Some(game.moves()[6].point)
        })
        .collect();
    assert!(best.contains(&false));
}

#[test]
fn threads_change_nothing() {
    let alone = AnalysisGame::from(game("h8 i9").position(2));
    let games = [game(WON), game("h8 i9 i7 g9 h9 h10 h7 g7"), alone];
    let (alone, steps) = analyzed(&games, &settings(), &Stop::new(1));
    let (together, _) = analyzed(&games, &settings(), &Stop::new(4));
    assert_eq!(steps, 9 + 9 + 1);
    assert_eq!(alone.len(), 3);
    for ((index, one), (other_index, other)) in alone.iter().zip(&together) {
        assert_eq!(index, other_index);
        assert_eq!(one.evaluations, other.evaluations);
        assert_eq!(one.judgements, other.judgements);
    }
}

#[test]
fn several_lines_are_about_several_moves() {
    let settings = AnalysisSettings { lines: 3, ..settings() };
    let games = [game("h8 i9 i7"), game("f8 a1 g8 a3 h8 a5")];
    let (reports, _) = analyzed(&games, &settings, &Stop::new(2));
    for (index, report) in &reports {
        for evaluation in report.evaluations.iter().flatten() {
            let mut firsts: Vec<_> = evaluation.lines.iter().map(|line| line.moves[0]).collect();
            firsts.sort();
            firsts.dedup();
            assert_eq!(firsts.len(), 3, "{index}: {evaluation:?}");
            assert_eq!(evaluation.score, evaluation.lines[0].score);
        }
    }
    let last = reports[1].1.evaluations[6].as_ref().expect("known");
    assert_eq!(last.lines[0].score, Score::win_in(3));
}

#[test]
fn a_depth_is_a_limit_too() {
    let settings = AnalysisSettings { nodes: None, depth: Some(3), ..settings() };
    let (reports, _) = analyzed(&[game("h8 i9 i7")], &settings, &Stop::new(1));
    for evaluation in reports[0].1.evaluations.iter().flatten() {
        assert!(evaluation.lines[0].depth.is_some_and(|depth| depth <= 3));
    }
}

#[test]
fn work_that_was_stopped_leaves_out_what_is_not_known() {
    let stop = Stop::new(2);
    stop.stop();
    assert!(stop.is_stopped());
    let (reports, steps) = analyzed(&[game(WON)], &settings(), &stop);
    assert_eq!((reports.len(), steps), (0, 0));

    let (stop, mut reports) = (Stop::new(1), Vec::new());
    analyze(&[game(WON)], &settings(), &stop, &mut |event| {
        match event {
            Event::Progress { done: 0, .. } => {}
            Event::Progress { .. } => stop.stop(),
            Event::Report(_, report) => reports.push(report),
        }
        Ok(())
    })
    .expect("a thread");
    let report = reports.pop().expect("what is known");
    assert!(!report.is_complete());
    assert!(report.evaluations[0].is_some() && report.evaluations[8].is_none());
    assert!(report.judgements[7].is_none());
}

#[test]
fn an_error_ends_the_work() {
    let mut events = 0;
    let result = analyze(&[game(WON), game(WON)], &settings(), &Stop::new(2), &mut |_| {
        events += 1;
        Err(io::Error::other("enough"))
    });
    assert_eq!((result.map_err(|error| error.to_string()), events), (Err("enough".into()), 1));
}

#[test]
fn marks_begin_at_their_thresholds() {
    let (mistake, blunder) = (Some(Mark::Mistake), Some(Mark::Blunder));
    let thresholds =
        Thresholds { mistake: 0.1, blunder: 0.4, mistake_log_odds: 1.0, blunder_log_odds: 2.0 };
    let marks = [0.0, 0.099, 0.1, 0.399, 0.4, 1.0].map(|loss| thresholds.mark(loss, 0.0));
    assert_eq!(marks, [None, None, mistake, mistake, blunder, blunder]);
    let marks = [0.0, 0.99, 1.0, 1.99, 2.0].map(|loss| thresholds.mark(0.05, loss));
    assert_eq!(marks, [None, None, mistake, mistake, blunder]);
}

/// The judgement of White's first move, which is not the best one, by the rates of White before and
/// after it.
fn judged(before: Score, after: Score) -> Judgement {
    let game = game("h8 i9");
    let findings =
        vec![found(&game, -before, "h8"), found(&game, before, "g7"), found(&game, -after, "a1")];
    let report = AnalysisReport::new(&game, findings, &Thresholds::default());
    report.judgements[1].clone().expect("known")
}

#[test]
fn losses_count_in_chances_and_in_log_odds() {
    let of = |rate: f64| Score::from_points(((rate / (1.0 - rate)).ln() * 200.0).round() as i32);
    let drop = judged(of(0.8), of(0.695));
    assert!(drop.loss > 0.1 && drop.log_odds_loss < 1.0, "{drop:?}");
    assert_eq!(drop.mark, Some(Mark::Mistake));
    let drop = judged(of(0.99), of(0.91));
    assert!(drop.loss < 0.1 && drop.log_odds_loss > 2.0, "{drop:?}");
    assert_eq!(drop.mark, Some(Mark::Mistake));
    // Beyond 99 % the last percent means nothing.
    let drop = judged(of(0.9999), of(0.985));
    assert!(drop.log_odds_loss < 0.5 && drop.mark == Some(Mark::Inaccuracy), "{drop:?}");
}

#[test]
fn the_costliest_move_of_a_side_is_marked_in_any_case() {
    let game = game("h8 i9 j10 k11 l12 m13");
    let scores = [10, -10, 20, -20, 50, -50, 60].map(Score::from_points);
    let findings = scores.map(|score| found(&game, score, "o15")).to_vec();
    let report = AnalysisReport::new(&game, findings, &Thresholds::default());
    let marks: Vec<_> =
        report.judgements.iter().map(|judgement| judgement.as_ref().and_then(|j| j.mark)).collect();
    let slight = Some(Mark::Inaccuracy);
    assert_eq!(marks, [None, None, None, slight, None, None]);
    assert_eq!(report.summaries.map(|summary| summary.costliest), [None, Some(3)]);

    // All moves were the best ones that the search knew. White is worse at the end all the same.
    let best = ["h8", "i9", "j10", "k11", "l12", "m13", "o15"];
    let findings = scores.into_iter().zip(best).map(|(score, best)| found(&game, score, best));
    let report = AnalysisReport::new(&game, findings.collect(), &Thresholds::default());
    assert_eq!(report.summaries.map(|summary| summary.costliest), [None, Some(3)]);
    let judgement = report.judgements[3].as_ref().expect("known");
    assert_eq!((judgement.loss, judgement.mark), (0.0, slight));
}

#[test]
fn the_best_move_that_is_proven_to_lose_has_lost() {
    let game = game("h8 i9 j10 k11");
    let (open, lost, won) = (Score::from_points(-40), Score::loss_in(4), Score::win_in(5));
    let findings = vec![
        found(&game, open, "o15"),
        found(&game, open, "i9"),
        found(&game, won, "j10 k11 l12 m13 n14"),
        found(&game, lost, "k11 l12"),
        found(&game, won, "l12"),
    ];
    let report = AnalysisReport::new(&game, findings, &Thresholds::default());
    assert_eq!(report.defeat, Some(Defeat { loser: Color::White, index: Some(1) }));
    let judgement = report.judgements[1].as_ref().expect("known");
    assert_eq!(judgement.loss, open.win_rate());
    assert!(judgement.loses_game && judgement.allows_win, "{judgement:?}");
    assert!(judgement.mark >= Some(Mark::Mistake));
    assert_eq!(report.judgements.iter().flatten().filter(|j| j.loses_game).count(), 1);
}

#[test]
fn a_game_that_is_open_or_drawn_has_no_loser() {
    let game = game("h8 i9 j10");
    let open = Score::from_points(40);
    let findings = vec![found(&game, open, "o15"); 4];
    assert_eq!(AnalysisReport::new(&game, findings, &Thresholds::default()).defeat, None);
    let unknown = AnalysisReport::new(&game, Vec::new(), &Thresholds::default());
    assert_eq!((unknown.defeat, unknown.summaries[0].costliest), (None, None));
    // A loss that is proven from the beginning has no move.
    let lost = game.position(3);
    let won = vec![found(&AnalysisGame::from(lost.clone()), Score::win_in(3), "o15")];
    let report = AnalysisReport::new(&AnalysisGame::from(lost), won, &Thresholds::default());
    assert_eq!(report.defeat, Some(Defeat { loser: Color::Black, index: None }));
}

/// A finding with this score and the best line `line`.
fn found(game: &AnalysisGame, score: Score, line: &str) -> Option<Finding> {
    let size = game.start().size();
    let moves = line.split(' ').map(|label| size.parse_label(label).expect("a point")).collect();
    let lines = vec![EvaluatedLine { score, moves, depth: Some(9) }];
    let evaluation = Evaluation { score, lines, win: None, nodes: 1 };
    Some(Finding { evaluation, played: None })
}

#[test]
fn a_move_is_judged_by_the_positions_around_it() {
    let game = game("h8 i9 j10 k11");
    let points = Score::from_points;
    let findings = vec![
        found(&game, points(0), "h8 i8"),
        // What follows the best move is the search's fault.
        found(&game, points(100), "i8 j8"),
        found(&game, points(100), "a1 b2"),
        None,
        found(&game, points(0), "c3"),
    ];
    let report = AnalysisReport::new(&game, findings, &Thresholds::default());
    let losses: Vec<Option<f64>> =
        report.judgements.iter().map(|j| j.as_ref().map(|judgement| judgement.loss)).collect();
    let lost = points(100).win_rate() - points(-100).win_rate();
    assert_eq!(losses, [Some(0.0), Some(lost), None, None]);
    assert_eq!(report.judgements[1].as_ref().and_then(|j| j.mark), Some(Mark::Mistake));
    assert_eq!(report.summaries[1].mean_loss(), Some(lost));
    assert_eq!((report.summaries[0].moves, report.summaries[0].best), (1, 1));
    assert!(!report.is_complete());
}

#[test]
fn what_is_proven_holds_in_the_positions_around() {
    let game = game("h8 i9 j10 k11 a1");
    let open = || Score::from_points(-40);
    let findings = vec![
        found(&game, open(), "o15"),
        found(&game, open(), "o15"),
        // Black wins in five plies. White plays as the search expects, Black does not.
        found(&game, Score::win_in(5), "j10 k11 l12 m13 n14"),
        found(&game, open(), "o15"),
        found(&game, open(), "o15"),
        found(&game, open(), "o15"),
    ];
    let report = AnalysisReport::new(&game, findings, &Thresholds::default());
    let scores: Vec<Score> =
        report.evaluations.iter().flatten().map(|evaluation| evaluation.score).collect();
    let (win, loss) = (Score::win_in, Score::loss_in);
    assert_eq!(scores, [open(), open(), win(5), loss(4), win(3), open()]);
    let missed = report.judgements[4].as_ref().expect("known");
    assert!(missed.missed_win && missed.before == 1.0);

    // A loss of the opponent is a win one move earlier.
    let findings = vec![
        found(&game, open(), "o15"),
        found(&game, open(), "o15"),
        found(&game, open(), "o15"),
        found(&game, loss(6), "k11 a1"),
        found(&game, win(5), "l12"),
        found(&game, loss(4), "n14"),
    ];
    let report = AnalysisReport::new(&game, findings, &Thresholds::default());
    let before = report.evaluations[2].as_ref().expect("known");
    assert_eq!(before.score, win(7));
    assert_eq!(before.best(), Some(game.moves()[2].point));
    let allowed = report.judgements[1].as_ref().expect("known");
    assert!(allowed.allows_win && !allowed.missed_win);
}

#[test]
fn a_win_of_the_solver_is_carried_past_other_defences() {
    let attack = game("h8g9i9g7g8i7j10k11f7e6");
    let settings = AnalysisSettings { nodes: Some(10_000), ..settings() };
    let (reports, _) = analyzed(&[attack.last_position()], &settings, &Stop::new(1));
    let solved = reports[0].1.evaluations[0].clone().expect("known");
    let proof = solved.win.as_ref().expect("a win").proof.clone();
    let size = attack.start().size();
    let name = |point: Point| point.label(size);
    // This is not the longest defence, which the line of the win has anyway.
    let other = proof.answers.iter().find(|(point, _)| *point != proof.line()[1]);
    let (answer, rest) = other.expect("several answers");

    let text = format!("h8g9i9g7g8i7j10k11f7e6{}{}a1", name(proof.attack), name(*answer));
    let game = game(&text);
    let open = Score::from_points(-40);
    let mut findings: Vec<_> = (0..=13).map(|_| found(&game, open, "o1")).collect();
    findings[10] = Some(Finding { evaluation: solved, played: None });
    let report = AnalysisReport::new(&game, findings, &Thresholds::default());
    let scores: Vec<Score> =
        report.evaluations.iter().flatten().map(|evaluation| evaluation.score).collect();
    let (plies, left) = (proof.plies, rest.plies);
    assert!(left < plies);
    assert_eq!(
        scores[9..],
        [open, Score::win_in(plies), Score::loss_in(plies - 1), Score::win_in(left), open]
    );
    let carried = report.evaluations[12].as_ref().expect("known");
    assert_eq!(carried.win.as_ref().map(|win| &win.proof), Some(rest));
    assert_eq!(carried.best(), Some(rest.attack));
    assert!(report.judgements[12].as_ref().is_some_and(|judgement| judgement.missed_win));
}

/// Runs `work` with the stack that a search needs.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(crate::search::STACK_BYTES);
        thread.spawn_scoped(scope, work).expect("a thread").join().expect("no panic")
    })
}

fn control() -> Control {
    Control::new(Instant::now(), Limits::default())
}

#[test]
fn one_thread_alone_finds_the_same() {
    let (game, mut steps) = (game(WON), Vec::new());
    let report = with_stack(|| {
        analyze_here(&game, &settings(), &control(), &|_| None, &mut |done, _| steps.push(done))
    });
    let other = report_on(WON);
    assert_eq!(report.evaluations, other.evaluations);
    assert_eq!(report.judgements, other.judgements);
    assert_eq!(steps, (1..=game.positions()).collect::<Vec<_>>());
}

#[test]
fn what_is_known_is_not_examined_again() {
    let (game, mut first) = (game(WON), Vec::new());
    let report = with_stack(|| {
        analyze_here(&game, &settings(), &control(), &|_| None, &mut |_, finding| {
            first.push(finding.clone());
        })
    });
    // With other settings the rest is found in another way.
    let other = AnalysisSettings { nodes: Some(1), ..settings() };
    let mut second = Vec::new();
    let resumed = |known: usize, settings: &AnalysisSettings, found: &mut Vec<Finding>| {
        let known = |played: usize| first[..known].get(played).cloned();
        analyze_here(&game, settings, &control(), &known, &mut |_, finding| {
            found.push(finding.clone());
        })
    };
    with_stack(|| resumed(4, &other, &mut second));
    assert_eq!(second[..4], first[..4]);
    assert_ne!(second[4..], first[4..]);
    let all = with_stack(|| resumed(first.len(), &other, &mut Vec::new()));
    assert_eq!((all.evaluations, all.judgements), (report.evaluations, report.judgements));
}

#[test]
fn one_thread_alone_can_be_stopped() {
    let (game, control) = (game(WON), control());
    let report = with_stack(|| {
        analyze_here(&game, &settings(), &control, &|_| None, &mut |done, _| {
            if done == 3 {
                control.stop();
            }
        })
    });
    assert!(report.evaluations[..3].iter().all(Option::is_some));
    assert!(report.evaluations[3..game.positions()].iter().all(Option::is_none));
}

/// A game in which White has one way to win after 25 moves, and plays it.
const WITH_A_PUZZLE: &str = "h8g9g7f6f9h6i6e7g8h7d8g5f4j8e6k7f7h9f8e8i9h4i3i5d5c4f11f10j10k11g3h5\
                             h3f5e5j5";

#[test]
fn reports_end_with_the_finding_and_a_stop_keeps_what_is_known() {
    let open_three = game("f8 f9 g8 g7 h8 a1").position(6);
    let free = game("h8 i9").position(2);
    let settings = AnalysisSettings { lines: 2, ..settings() };
    with_stack(|| {
        let mut examiner = Examiner::new(settings.memory_bytes);
        for position in [&open_three, &free] {
            let mut reports = Vec::new();
            let mut keep = |evaluation: &Evaluation| reports.push(evaluation.clone());
            let found = examiner.examine(position, None, &settings, &control(), &mut keep);
            let last = reports.last().expect("a finished depth");
            assert_eq!(last.lines, found.evaluation.lines);
            assert_eq!((&last.win, last.score), (&found.evaluation.win, found.evaluation.score));
            assert!(reports.is_sorted_by_key(|report| report.nodes));
            assert!(last.nodes <= found.evaluation.nodes);

            let control = control();
            let mut stop = |_: &Evaluation| control.stop();
            let found = examiner.examine(position, None, &settings, &control, &mut stop);
            assert_eq!(found.evaluation.lines, reports[0].lines);
        }
    });
}

#[test]
fn a_position_is_a_game_without_moves() {
    let open = AnalysisGame::from(game("h8 i9").position(1));
    assert_eq!((open.moves().len(), open.positions(), open.end()), (0, 1, None));
    assert_eq!(open.to_move(0), Color::White);
    let won = AnalysisGame::from(game(WON).position(9));
    assert_eq!(won.end(), Some(End::Ending(Ending::Five(Color::Black))));
    assert_eq!(won.positions(), 0);
}

#[test]
fn a_puzzle_has_one_first_move() {
    let game = game(WITH_A_PUZZLE);
    let settings = PuzzleSettings { nodes: 2_000, ..PuzzleSettings::default() };
    let find = |settings: &PuzzleSettings| {
        with_stack(|| find_puzzles(&game, settings, &control(), &mut |_| {}))
    };
    let puzzles = find(&settings);
    assert_eq!(puzzles.iter().map(|puzzle| puzzle.played).collect::<Vec<_>>(), [25]);
    let Puzzle { proof, threats, .. } = &puzzles[0];
    assert_eq!((proof.attack, *threats), (game.moves()[25].point, Threats::FoursAndThrees));
    let mut position = game.position(25);
    assert_eq!(proof.check(&mut position), Ok(()));
    let others = with_stack(|| {
        let mut solver = Solver::new(8 << 20);
        solver.winning_moves(&position, Threats::FoursAndThrees, &control(), &mut |_| {})
    });
    assert_eq!(others.iter().map(|(point, _)| *point).collect::<Vec<_>>(), [proof.attack]);
    let longer = PuzzleSettings { min_plies: proof.plies + 1, ..settings };
    assert_eq!(find(&longer), []);
}
