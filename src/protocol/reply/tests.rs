use fukumi_core::search::report::Variation;

use super::*;

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn iteration(score: Score, index: usize, count: usize) -> Info {
    let moves = vec![Point::new(7, 7), Point::new(8, 6)];
    let line = Variation { score, moves, depth: 12, selective_depth: 24, nodes: 13_094 };
    Info { index, count, ..Info::new(line, 5_037_321, Duration::from_millis(6203)) }
}

fn text(info: &Info, realtime: bool, has_block: bool) -> String {
    let detail = Detail { realtime, info: has_block, ..Detail::default() };
    let axes = Axes::ColumnRow;
    let names = axes.point_names();
    Reply::Info { info: info.clone(), size: size(), axes, names, detail }.text()
}

#[test]
fn points_are_named_as_the_user_sees_them() {
    let size = BoardSize::new(20, 15).unwrap();
    let name = |axes: Axes, x, y| axes.point_names().name(Point::new(x, y), size);
    assert_eq!(name(Axes::ColumnRow, 0, 0), "A15");
    assert_eq!(name(Axes::ColumnRow, 19, 14), "T1");
    assert_eq!(name(Axes::RowColumn, 0, 0), "A20");
    assert_eq!(name(Axes::RowColumn, 19, 14), "O1");
}

#[test]
fn a_board_is_shown_as_the_user_sees_it() {
    let mut position = Position::new(BoardSize::new(6, 5).unwrap(), fukumi_core::rule::Rule::Renju);
    position.play(Point::new(1, 0));
    position.kill(Point::new(5, 4));
    let text = |axes| Reply::Board { position: Box::new(position.clone()), axes }.text();
    assert_eq!(
        text(Axes::ColumnRow),
        "MESSAGE renju 6x5, 1 stones, o to move\n\
         MESSAGE 05 . x . . . .\nMESSAGE 04 . . . . . .\nMESSAGE 03 . . . . . .\n\
         MESSAGE 02 . . . . . .\nMESSAGE 01 . . . . . #\nMESSAGE -- A B C D E F\n"
    );
    let turned = text(Axes::RowColumn);
    assert_eq!(turned.lines().nth(2), Some("MESSAGE 05 x . . . ."), "{turned}");
    assert!(turned.ends_with("MESSAGE 01 . . . . #\nMESSAGE -- A B C D E\n"), "{turned}");
}

#[test]
fn moves_are_numbers_and_commas_only() {
    let moves = vec![Point::new(7, 8), Point::new(0, 14), Point::new(10, 3)];
    assert_eq!(Reply::Moves(moves[..1].to_vec()).text(), "7,8\n");
    assert_eq!(Reply::Moves(moves).text(), "7,8 0,14 10,3\n");
}

#[test]
fn about_is_pairs_in_quotation_marks_with_the_name_first() {
    let text = Reply::About.text();
    assert!(text.starts_with("name=\"Fukumi\", version=\""));
    for value in text.split('"').skip(1).step_by(2) {
        assert!(!value.contains([',', '=']), "{value}");
    }
}

#[test]
fn forbidden_points_have_two_digits_a_coordinate_and_a_full_stop() {
    let points: PointSet = [Point::new(12, 3), Point::new(7, 7)].into_iter().collect();
    assert_eq!(Reply::Forbidden(points).text(), "FORBID 12030707.\n");
    assert_eq!(Reply::Forbidden(PointSet::EMPTY).text(), "FORBID .\n");
}

#[test]
fn progress_is_words_and_values_in_turn() {
    assert_eq!(
        text(&iteration(Score::from_points(143), 0, 1), false, false),
        "MESSAGE depth 12-24 ev 143 n 5037K n/ms 812 tm 6203 pv H8 I9\n"
    );
    assert_eq!(
        text(&iteration(Score::loss_in(6), 1, 2), false, false),
        "MESSAGE depth 12-24 multipv 2 ev -M6 n 5037K n/ms 812 tm 6203 pv H8 I9\n"
    );
    let score = Score::from_points(143);
    let outlook = Some(Outlook::new(score, 0.5));
    assert_eq!(
        text(&Info { outlook, ..iteration(score, 0, 1) }, false, false),
        "MESSAGE wdl 51/33/16\n\
         MESSAGE depth 12-24 ev 143 n 5037K n/ms 812 tm 6203 pv H8 I9\n"
    );
    assert_eq!(
        text(&Info { outlook, ..iteration(score, 1, 2) }, false, false),
        "MESSAGE multipv 2 wdl 51/33/16\n\
         MESSAGE depth 12-24 multipv 2 ev 143 n 5037K n/ms 812 tm 6203 pv H8 I9\n"
    );
}

#[test]
fn a_move_without_a_search_says_what_it_comes_from() {
    let from = |source, points| {
        let info = Info { source, nodes: 0, ..iteration(Score::from_points(points), 0, 1) };
        text(&info, false, false)
    };
    assert_eq!(from(Source::Book, -338), "MESSAGE book: ev -338 plies 12 pv H8 I9\n");
    assert_eq!(from(Source::Games, -900), "MESSAGE learned: ev -900 pv H8 I9\n");
}

#[test]
fn in_the_log_of_yixin_board_five_moves_of_a_line_can_be_seen() {
    /// Characters of a line that the log of version 2.1 shows, which is the narrower one;
    /// `MESSAGE` is not shown.
    const SHOWN: usize = 50;
    let outlook = Some(Outlook::new(Score::from_points(-270), 0.1));
    let mut info = Info { outlook, ..iteration(Score::from_points(-270), 2, 3) };
    info.line.moves = (3..13).map(|x| Point::new(x, x)).collect();
    let (axes, detail) = (Axes::RowColumn, Detail::default());
    let names = axes.point_names();
    let text = |info| Reply::Info { info, size: size(), axes, names, detail }.text();
    let line = text(info.clone());
    let shown: String = line["MESSAGE ".len()..].chars().take(SHOWN).collect();
    assert_eq!(shown, "depth 12-24 multipv 3 ev -270 pv D12 E11 F10 G9 H8");
    assert!(line.ends_with(" pv D12 E11 F10 G9 H8 I7 J6 K5 L4 M3\n"), "{line}");
    info.index = 0;
    let best = text(info);
    let effort = "MESSAGE search: wdl 19/4/77 n 5037K n/ms 812 tm 6203\n";
    assert!(best.starts_with(effort) && best.ends_with(" K5 L4 M3\n"), "{best}");
}

#[test]
fn notes_of_the_solver_are_a_sentence_and_the_effort() {
    let text = |remark| {
        let elapsed = Duration::from_millis(6);
        Reply::Note(Note { remark, nodes: 5_321, elapsed }).text()
    };
    let hunted = |threats, verdict| text(Remark::Hunted { threats, verdict });
    let both = Threats::FoursAndThrees;
    let effort = "n 5321 n/ms 886 tm 6\n";
    assert_eq!(
        hunted(Threats::Fours, Verdict::Win(13)),
        format!("MESSAGE checkmate by fours: +M13, {effort}")
    );
    assert_eq!(
        hunted(both, Verdict::NoWin),
        format!("MESSAGE checkmate by fours and threes: no such win, {effort}")
    );
    assert_eq!(
        hunted(both, Verdict::Unknown),
        format!("MESSAGE checkmate by fours and threes: not decided, {effort}")
    );
    assert_eq!(
        text(Remark::Hunting { threats: both, proof: 3, disproof: 40 }),
        format!("MESSAGE checkmate by fours and threes: searching, proof 3 disproof 40, {effort}")
    );
    assert_eq!(text(Remark::FirstStone), "MESSAGE first stone: no search\n");
    let threat = Verdict::Win(5);
    assert_eq!(
        text(Remark::Defended { threat, stopping: 2, losing: 211, undecided: 0 }),
        format!(
            "MESSAGE defence: +M5 threatened, 2 moves stop it, 211 lose, 0 not decided, \
             {effort}"
        )
    );
    assert_eq!(
        text(Remark::Lost { score: Score::loss_in(20) }),
        format!("MESSAGE defence: every move loses, -M20 at best, {effort}")
    );
    assert_eq!(
        text(Remark::Lost { score: Score::presumed_loss(2) }),
        format!("MESSAGE defence: every move seems to lose, {effort}")
    );
}

#[test]
fn an_info_block_has_twelve_lines_and_every_line_a_value() {
    let text = text(&iteration(Score::win_in(7), 0, 2), false, true);
    let block: Vec<&str> = text.lines().filter(|line| line.starts_with("INFO ")).collect();
    assert_eq!(block.len(), 12);
    assert!(block.iter().all(|line| line.split(' ').count() >= 3));
    assert_eq!(block[0], "INFO PV 0");
    assert_eq!(block[8], "INFO EVAL +M7");
    assert_eq!(block[10], "INFO BESTLINE 7,7 8,6");
    assert_eq!(block[11], "INFO PV DONE");
}

#[test]
fn marks_of_the_board_are_refreshed_with_the_best_line() {
    let best = text(&iteration(Score::from_points(-5), 0, 2), true, false);
    assert!(best.starts_with("MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST 7,7\n"));
    let lost = text(&iteration(Score::loss_in(4), 1, 2), true, false);
    assert!(lost.starts_with("MESSAGE REALTIME LOST 7,7\nMESSAGE depth"));
}

#[test]
fn a_front_end_marks_many_losing_moves_without_words() {
    let loss = |index, count, realtime, info| {
        text(&iteration(Score::loss_in(4), index, count), realtime, info)
    };
    assert_eq!(loss(7, 200, true, false), "MESSAGE REALTIME LOST 7,7\n");
    assert!(loss(7, 200, false, true).ends_with("\nINFO PV DONE\n"));
    for (index, count, realtime) in [(7, 200, false), (7, 20, true), (0, 200, true)] {
        let text = loss(index, count, realtime, false);
        assert!(text.contains("\nMESSAGE depth") || text.starts_with("MESSAGE depth"));
    }
    let open = iteration(Score::ZERO, 7, 200);
    assert!(text(&open, true, false).starts_with("MESSAGE depth"));
}

#[test]
fn a_long_line_of_play_fits_into_a_line() {
    let mut long = iteration(Score::ZERO, 0, 1);
    long.line.moves = vec![Point::new(21, 21); 484];
    assert!(text(&long, true, true).lines().all(|line| line.len() < 2000));
}
