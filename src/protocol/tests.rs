use super::line::InputLine;
use super::*;

/// The replies, without log lines, to lines that are all there at once and followed by the end
/// of input.
fn replies(lines: &[&str]) -> Vec<String> {
    let inbox = Arc::new(Inbox::default());
    for line in lines {
        inbox.add_line(&InputLine::Text((*line).into()), Instant::now());
    }
    inbox.end_input();
    let findings = Arc::clone(&inbox);
    let engine = Engine::new(move |event| findings.add_finding(event));
    let mut output = Vec::new();
    Session::new(engine, &mut output, inbox).run();
    let text = String::from_utf8(output).unwrap();
    let logs = ["depth", "multipv", "wdl", "first"].map(|word| format!("MESSAGE {word} "));
    let is_log = |line: &&str| logs.iter().any(|log| line.starts_with(log));
    text.lines().filter(|line| !is_log(line)).map(Into::into).collect()
}

fn is_move(line: &str) -> bool {
    line.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
}

const LONG: &str = "INFO timeout_turn 60000";
/// The end of the input ends such a search.
const ENDLESS: &str = "INFO timeout_turn -1";
const QUIET: &str = "BOARD 7,7,2 8,8,1 9,7,2 DONE";

/// A session without input that thinks for ever.
fn endless_session(output: &mut Vec<u8>) -> Session<&mut Vec<u8>> {
    let inbox = Arc::new(Inbox::default());
    let findings = Arc::clone(&inbox);
    let engine = Engine::new(move |event| findings.add_finding(event));
    let mut session = Session::new(engine, output, inbox);
    for line in [ENDLESS, "INFO takeback 0", "START 15", QUIET] {
        assert!(session.take_line(&InputLine::Text(line.into()), Instant::now()).is_continue());
    }
    assert!(session.engine.is_thinking());
    session
}

#[test]
fn a_command_that_waits_for_a_search_does_not_wake_the_loop() {
    let mut output = Vec::new();
    let mut session = endless_session(&mut output);
    let asked_at = Instant::now().checked_sub(Duration::from_secs(60)).expect("a time");
    session.due_answers = session.due_answers.after_question(asked_at);
    // It may be refused, if the stone is not that of the answer.
    let line = InputLine::Text("TAKEBACK 0,0".into());
    assert!(session.take_line(&line, Instant::now()).is_continue());
    assert!(session.tick().is_continue());
    assert!(!session.queue.is_empty(), "it waits for the search");
    assert_eq!(session.wake_to_go_on_at(), None, "the answer of the database is overdue");
}

#[test]
fn what_is_carried_out_at_once_takes_no_room_from_what_waits() {
    let mut output = Vec::new();
    let mut session = endless_session(&mut output);
    let mut take = |line: &str| {
        let line = InputLine::Text(line.into());
        assert!(session.take_line(&line, Instant::now()).is_continue());
    };
    take("TAKEBACK 0,0");
    (0..2_000).for_each(|_| take("INFO max_memory 1000000"));
    assert!(!session.queue.is_empty() && session.queue.has_room());
}

#[test]
fn a_stop_or_the_end_of_the_input_counts_behind_a_full_queue() {
    for is_stop in [false, true] {
        let mut output = Vec::new();
        let mut session = endless_session(&mut output);
        let waiting = InputLine::Text("TAKEBACK 0,0".into());
        while session.queue.has_room() {
            assert!(session.take_line(&waiting, Instant::now()).is_continue());
        }
        session.inbox.add_line(&waiting, Instant::now());
        assert!(session.tick().is_continue());
        assert!(!session.engine.is_stopping());
        if is_stop {
            session.inbox.add_line(&InputLine::Text("YXSTOP".into()), Instant::now());
        } else {
            session.inbox.end_input();
        }
        assert!(session.tick().is_continue());
        assert!(session.engine.is_stopping(), "{is_stop}");
    }
}

#[test]
fn a_command_that_waits_for_the_database_wakes_the_loop_when_it_is_overdue() {
    let mut output = Vec::new();
    let mut session = endless_session(&mut output);
    let asked_at = Instant::now() + Duration::from_secs(60);
    session.due_answers = session.due_answers.after_question(asked_at);
    let line = InputLine::Text("TRACEBOARD".into());
    assert!(session.take_line(&line, Instant::now()).is_continue());
    assert!(session.tick().is_continue());
    let until = session.wake_to_go_on_at().expect("it waits for the answer of the database");
    assert!(until > asked_at);
    // As if it had been overdue since the queue was looked at.
    session.looked_at = asked_at;
    assert_eq!(session.wake_to_go_on_at(), Some(until));
}

#[test]
fn a_network_that_cannot_be_used_is_no_error_while_a_move_is_awaited() {
    let mut output = Vec::new();
    let mut session = endless_session(&mut output);
    let use_bad_network = |session: &mut Session<&mut Vec<u8>>| {
        let line = InputLine::Text("INFO evaluation no such.net".into());
        assert!(session.take_line(&line, Instant::now()).is_continue());
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            match session.inbox.next(false, Some(until)) {
                Some(Event::Think(ThinkEvent::FileRead)) => break,
                event => assert!(event.is_some(), "the file is read"),
            }
        }
        assert!(session.use_files().is_continue());
    };
    use_bad_network(&mut session);
    session.engine.answer_now();
    use_bad_network(&mut session);
    drop(session);
    let output = String::from_utf8(output).unwrap();
    let replies: Vec<&str> = output.lines().filter(|line| line.contains("such.net")).collect();
    let is_as_expected = replies.len() == 2
        && replies[0].starts_with("MESSAGE cannot read no such.net: ")
        && replies[1].starts_with("ERROR cannot read no such.net: ");
    assert!(is_as_expected, "{output}");
}

#[test]
fn what_comes_after_lost_lines_does_not_complete_what_came_before() {
    let inbox = Arc::new(Inbox::default());
    let findings = Arc::clone(&inbox);
    let engine = Engine::new(move |event| findings.add_finding(event));
    let mut output = Vec::new();
    let mut session = Session::new(engine, &mut output, inbox);
    let take = |session: &mut Session<&mut Vec<u8>>, line: &str| {
        assert!(session.take_line(&InputLine::Text(line.into()), Instant::now()).is_continue());
    };
    for line in ["INFO max_node 10", "START 15", "YXBOARD", "7,7,2"] {
        take(&mut session, line);
    }
    assert!(session.take_lost(3).is_continue());
    for line in ["8,8,1", "DONE"] {
        take(&mut session, line);
    }
    let position = session.engine.position().expect("a game");
    assert!(position.board().stones().is_empty(), "{position:?}");
    let text = String::from_utf8(output).expect("text");
    assert_eq!(text.lines().filter(|line| line.starts_with("UNKNOWN")).count(), 2, "{text}");
}

#[test]
fn queued_commands_are_answered_in_order() {
    let lines = replies(&[LONG, "START 15", QUIET, "RESTART", "BEGIN", "TURN 7,7", "PLAY 0,0"]);
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert_eq!((lines[0].as_str(), lines[2].as_str()), ("OK", "OK"));
    assert!(is_move(&lines[1]) && lines[3] == "7,7", "{lines:?}");
    assert!(lines[4].starts_with("ERROR") && lines[5] == "0,0", "{lines:?}");
}

#[test]
fn a_board_of_yixins_is_told_by_columns_and_rows() {
    let lines = ["START 20 15", "TURN 14,19", "START 20 15"];
    assert_eq!(replies(&lines)[1], "ERROR 14,19 is off the board");
    let lines = ["yxshowinfo", "START 20 15", "PLAY 14,19", "RECTSTART 20,15", "PLAY 19,14"];
    assert_eq!(replies(&lines)[3..], ["OK", "14,19", "OK", "19,14"]);
}

#[test]
fn questions_are_answered_while_the_search_goes_on() {
    let lines = replies(&[ENDLESS, "START 15", QUIET, "ABOUT", "FOO", "yxshowforbid", "INFO x y"]);
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines[1].starts_with("name=") && lines[2].starts_with("UNKNOWN"));
    assert!(lines[3] == "FORBID ." && is_move(&lines[4]), "{lines:?}");
}

#[test]
fn what_is_about_a_refused_position_is_refused_until_the_next_good_one() {
    let bad = [
        "YXBOARD 7,7,1 15,3,2 DONE",
        "YXBOARD 7,7,1 7,7,2 DONE",
        "YXBOARD 7,7 DONE",
        "YXBOARD x DONE",
        "YXBOARD 7,7,1\nABOUT",
        "YXSOOSORVSTEP2 99,1 DONE",
        "YXSOOSORVSTEP2 x DONE",
        "BOARD 7,7,0 DONE",
        "BOARD 7,7,1 99,3,2 DONE",
        "SWAP2BOARD 7,7 DONE",
        "SWAP2BOARD x DONE",
        "START 4",
        "START x",
        "RECTSTART 4",
        "TURN 99,1",
        "TURN x",
        "PLAY 8,8",
        "PLAY",
        "TAKEBACK 1,1",
        "TAKEBACK x",
    ];
    let studies = [
        "YXNBEST 2",
        "YXSEARCHDEFEND",
        "YXBALANCEONE",
        "YXBALANCETWO",
        "YXSWAP2STEP2",
        "YXSWAP2STEP3",
        "YXQUERYDATABASEALL 7,7 DONE",
        "YXQUERYDATABASEONE 7,7 DONE",
        "YXEDITTVDDATABASE 1 119 0 0\n7,7\nDONE",
        "YXDELETEDATABASEALL DONE",
        "YXDBSPLIT x.db",
    ];
    let game = ["BEGIN", "TURN 1,1", "PLAY 1,1", "TAKEBACK 8,8"];
    let refused = "ERROR no position, the last one was refused";
    let told = |bad: &str, then: &[&str]| {
        let all = [&["INFO max_node 10", "START 15", "PLAY 8,8"], &[bad][..], then].concat();
        let all: Vec<&str> = all.iter().flat_map(|lines| lines.split('\n')).collect();
        let is_name = |line: &String| line.starts_with("name=");
        replies(&all).into_iter().filter(|line| !is_name(line)).skip(2).collect::<Vec<_>>()
    };
    for bad in bad {
        for study in studies {
            let lines = told(bad, &[study]);
            assert!(lines[0].starts_with("ERROR ") && lines[0] != refused, "{bad}: {lines:?}");
            assert_eq!(lines[1..], [refused], "{bad} {study}");
        }
        assert_eq!(told(bad, &["YXSHOWFORBID"])[1..], ["FORBID ."], "{bad}");
        for command in game {
            let lines = told(bad, &[command]);
            assert_eq!(lines.len(), 2, "{bad} {command} {lines:?}");
            // There is a stone on the board.
            let is_error = lines[1].starts_with("ERROR ");
            assert_eq!(is_error, command == "BEGIN", "{bad} {command} {lines:?}");
            assert_ne!(lines[1], refused, "{bad} {command}");
        }
        for good in ["START 15", "RESTART", "YXBOARD 7,7,2 DONE", "BOARD 7,7,2 DONE"] {
            let lines = told(bad, &[good, "YXNBEST"]);
            let errors = lines.iter().filter(|line| line.starts_with("ERROR")).count();
            assert!(errors == 1 && is_move(lines.last().unwrap()), "{bad} {good} {lines:?}");
        }
    }
    // The game that goes on is the one before.
    assert_eq!(
        told("BOARD 7,7,0 DONE", &["TAKEBACK 8,8", "YXQUERYDATABASEALL", "DONE"])[1..][..2],
        ["OK", "MESSAGE DATABASE REFRESH"]
    );
    let lines = told("YXBOARD x DONE", &["TAKEBACK 8,8", "BEGIN", "YXNBEST"]);
    assert!(lines[1] == "OK" && lines[2..].iter().all(|line| is_move(line)), "{lines:?}");
}

#[test]
fn passes_are_moves() {
    let quick = "INFO max_node 200";
    let one = |lines: &[&str]| {
        let all = [&[quick, "START 15"], lines].concat();
        let lines = replies(&all);
        assert_eq!(lines[0], "OK");
        lines[1..].to_vec()
    };
    let passed = "YXBOARD 7,7,1 -1,-1,2 DONE";
    for command in ["YXNBEST 2", "YXBALANCEONE", "YXSEARCHDEFEND"] {
        let lines = one(&[passed, command]);
        assert!(is_move(lines.last().unwrap()) && lines.last().unwrap() != "7,7", "{lines:?}");
    }
    assert!(is_move(&one(&["BOARD 7,7,2 8,8,1 -1,-1,2 DONE"])[0]));
    assert!(is_move(&one(&["BOARD -1,-1,2 DONE"])[0]));
    // The opponent passes, and takes that back.
    let lines = one(&["BEGIN", "TURN -1,-1"]);
    assert!(lines.len() == 2 && lines.iter().all(|line| is_move(line)), "{lines:?}");
    let lines = one(&[
        "PLAY 7,7",
        "PLAY -1,-1",
        "PLAY -1,-1",
        "PLAY -1,-1",
        "TAKEBACK 7,7",
        "TAKEBACK -1,-1",
        "TAKEBACK -1,-1",
        "TAKEBACK -1,-1",
        "TAKEBACK 7,7",
    ]);
    let lines: Vec<&str> =
        lines.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(lines, ["7,7", "-1,-1", "-1,-1", "ERROR", "ERROR", "OK", "OK", "ERROR", "OK"]);
    let named = "INFO takeback 0";
    let lines = one(&[named, passed, "TAKEBACK 7,7", "TAKEBACK -1,-1", "TAKEBACK 7,7"]);
    assert_eq!(lines[0], "ERROR 7,7 is not the last move, -1,-1 is");
    assert_eq!(lines[1..], ["OK", "OK"]);
    // Black has passed, so White's stone is on an empty board, and Black has foul points.
    let foul = "YXBOARD 7,6,1 -1,-1,2 6,7,1 -1,-1,2 8,7,1 -1,-1,2 7,8,1 -1,-1,2 DONE";
    assert_eq!(one(&["INFO rule 4", foul, "YXSHOWFORBID"]), ["FORBID 0707."]);
    for bad in ["TURN -1,7", "TURN 7,-1", "YXBOARD -1,-1,3 DONE", "YXBLOCK -1,-1 DONE"] {
        assert_eq!(one(&[bad]).len(), 1, "{bad}");
        assert!(one(&[bad])[0].ends_with("is off the board"), "{bad}");
    }
}

#[test]
fn a_front_end_of_yixins_means_the_last_stone_whatever_it_names() {
    let taken = |first: &str| {
        let lines = ["START 15", first, "PLAY 7,7", "PLAY 8,8", "TAKEBACK 0,0", "TAKEBACK"];
        replies(&lines).split_off(3)
    };
    assert_eq!(taken("INFO caution_factor 1"), ["OK", "OK"]);
    assert_eq!(taken("yxhashclear"), ["OK", "OK"]);
    assert_eq!(taken("INFO takeback 1"), ["OK", "OK"]);
    let refused = ["ERROR 0,0 is not the last stone, 8,8 is", "ERROR expected the last stone, 8,8"];
    assert_eq!(taken("INFO rule 1"), refused);
    let empty = replies(&["START 15", "INFO takeback 1", "TAKEBACK"]);
    assert_eq!(empty[1], "ERROR there is no move to take back");
}

#[test]
fn the_word_of_a_front_end_of_yixins_makes_rule_2_renju_before_and_after() {
    let foul = "YXBOARD 8,7,1 14,0,2 6,7,1 13,0,2 7,6,1 12,0,2 7,8,1 11,0,2 DONE";
    let forbidden = |lines: &[&str]| replies(lines).pop().unwrap();
    let after = ["START 15", "INFO rule 2", foul, "YXSHOWFORBID"];
    assert_eq!(forbidden(&after), "FORBID 0707.");
    let before = ["START 15", foul, "INFO rule 2", "YXSHOWFORBID"];
    assert_eq!(forbidden(&before), "FORBID 0707.");
}

#[test]
fn a_search_without_end_still_answers_at_the_end_of_the_input() {
    let mut output = Vec::new();
    let mut session = Session::new(Engine::new(|_| {}), &mut output, Arc::default());
    for line in [ENDLESS, "START 15", QUIET] {
        assert!(session.take_line(&InputLine::Text(line.into()), Instant::now()).is_continue());
    }
    session.begin_ending();
    // Nothing that the search finds reaches the session.
    while session.tick().is_continue() {}
    drop(session);
    let text = String::from_utf8(output).unwrap();
    assert!(text.lines().last().is_some_and(is_move), "{text}");
}

#[test]
fn end_ends_a_search_without_a_move() {
    assert_eq!(replies(&[LONG, "START 15", QUIET, "END", "ABOUT"]), ["OK"]);
    assert_eq!(replies(&[LONG, "START 15", QUIET, "RESTART", "END"]), ["OK"]);
}

#[test]
fn stop_and_no_time_end_a_search_with_a_move() {
    for stop in ["STOP", "yxstop", "INFO timeout_turn 0", "INFO time_left 0"] {
        let start = Instant::now();
        let lines = replies(&[LONG, "START 15", QUIET, stop]);
        assert!(lines.len() == 2 && is_move(&lines[1]), "{stop}: {lines:?}");
        // The limit is a minute. Any machine is faster than half of that.
        assert!(start.elapsed() < Duration::from_secs(30), "{stop}");
    }
}

#[test]
fn steps_of_a_swap_opening_are_answered_by_messages() {
    let lines = replies(&[
        "INFO timeout_turn 200",
        "START 15",
        "YXSWAP2STEP1",
        "YXBOARD 6,6,2 7,7,1 6,9,2 DONE",
        "YXSWAP2STEP2",
        "YXSWAP2STEP3",
        "YXSTOP",
    ]);
    assert!(lines.iter().skip(1).take(4).all(|line| line.starts_with("MESSAGE SWAP2 ")));
    assert!(lines[4].contains("SWAP1") || lines[4].contains("MOVE4"), "{lines:?}");
}

#[test]
fn a_command_that_breaks_off_a_block_has_a_time_of_its_own() {
    let mut session = Session::new(Engine::new(|_| {}), Vec::new(), Arc::default());
    let mut take = |line: &str, at| {
        assert!(session.take_line(&InputLine::Text(line.into()), at).is_continue());
        session.begun
    };
    let early = Instant::now();
    let late = early + Duration::from_secs(60);
    for block in ["BOARD", "YXQUERYDATABASEALL"] {
        for line in [block, "7,7,2", "INFO max_node 10", "STOP"] {
            assert_eq!(take(line, if line == block { early } else { late }), early, "{line}");
        }
        assert_eq!(take("TURN 7,7", late), late, "{block}");
    }
    assert_eq!(take("BOARD 7,7,2", early), early);
    assert_eq!(take("DONE", late), early);
}

#[test]
fn a_manager_that_is_gone_ends_the_session() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let inbox = Arc::new(Inbox::default());
    inbox.add_line(&InputLine::Text("ABOUT".into()), Instant::now());
    Session::new(Engine::new(|_| {}), Gone, inbox).run();
}
