//! Tests of the tests: what the parser and the runner are there to reject.
//!
//! A check that cannot fail is worth nothing. So each check here has a conversation that breaks it,
//! played by a scripted engine, next to one that does not.

use std::fs;
use std::path::Path;
use std::time::Duration;

use fukumi_driver::cell::Cell;
use fukumi_driver::peer::{Ending, What};
use libtest_mimic::Trial;

use crate::case::{Case, Directive, Level, Piece};
use crate::runner;
use crate::scripted::{Cue, EOF, Scripted, does, says};

pub(crate) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 17] = [
        ("parser_reads_every_directive", parser_reads_every_directive),
        ("parser_reads_the_header", parser_reads_the_header),
        ("parser_reports_the_bad_line", parser_reports_the_bad_line),
        ("a_good_conversation_passes", a_good_conversation_passes),
        ("wrong_and_missing_replies_fail", wrong_and_missing_replies_fail),
        ("late_replies_fail_and_early_ones_are_kept", late_replies_fail),
        ("bad_lines_fail_wherever_they_come", bad_lines_fail_wherever_they_come),
        ("moves_are_checked_and_captured", moves_are_checked_and_captured),
        ("optional_lines_are_consumed_only_if_they_match", optional_lines),
        ("unexpected_lines_break_the_silence", unexpected_lines_break_the_silence),
        ("bans_hold_from_their_line_to_their_end", bans),
        ("demands_hold_from_their_line_to_the_end_of_the_file", demands),
        ("standard_error_stays_empty", standard_error_stays_empty),
        ("an_engine_that_dies_fails", an_engine_that_dies_fails),
        ("exits_are_checked", exits_are_checked),
        ("failures_name_line_and_transcript", failures_name_line_and_transcript),
        ("every_case_fails_with_a_mute_or_dead_engine", every_case_can_fail),
    ];
    let trial = |(name, test): (&str, fn())| {
        Trial::test(format!("runner::{name}"), move || {
            test();
            Ok(())
        })
    };
    tests.into_iter().map(trial).collect()
}

/// Plays `case` against `script`. Returns the failure message if it fails.
fn play(case: &str, script: &[Cue]) -> Result<(), String> {
    let case = Case::parse("test.txt", case).unwrap_or_else(|error| panic!("{error}"));
    let mut engine = Scripted::new(script.to_vec());
    runner::run(&case, &mut engine, Duration::ZERO).map_err(|failure| failure.to_string())
}

#[track_caller]
fn passes(case: &str, script: &[Cue]) {
    if let Err(failure) = play(case, script) {
        panic!("should pass:\n{failure}");
    }
}

/// Checks that the case fails and that the report contains `words`.
#[track_caller]
fn fails(case: &str, script: &[Cue], words: &str) {
    match play(case, script) {
        Ok(()) => panic!("should fail with: {words}"),
        Err(failure) => assert!(failure.contains(words), "no '{words}' in:\n{failure}"),
    }
}

fn parser_reads_every_directive() {
    let text = "# comment\n\n> $1 {0,0|1,1}!\n>> a\\r\\n\\t\\s\\0\\\\\\x7f$\n>* 3 b\n< a\n<= b\n\
                <? c\n\
                <move\n<move 20x10 avoid 1,1 $2\n<moves 3\n<moves 1-2 or SWAP\n! x\n!-\n+ y\n_ 1\n\
                __ 2\n~ 3\n% 4\n* reset\n* used 1,1 $1\n* free 1,1\n* eof\n* exit 450\n\
                * exit 5 7\n* alive\n>\n";
    let case = Case::parse("test.txt", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.steps.len(), 25);
    assert_eq!(case.steps[0].line, 3);
    let pieces = |index: usize| match &case.steps[index].directive {
        Directive::Send(template) => (template.repeat, &template.pieces),
        other => panic!("{other:?}"),
    };
    let bytes = |text: &[u8]| Piece::Bytes(text.to_vec());
    let cells = vec![Cell { x: 0, y: 0 }, Cell { x: 1, y: 1 }];
    let first =
        [Piece::Captured(1), bytes(b" "), Piece::FirstFree(cells), bytes(b"!"), bytes(b"\n")];
    assert_eq!(pieces(0), (1, &Vec::from(first)));
    assert_eq!(pieces(1), (1, &vec![bytes(b"a\r\n\t \0\\\x7f$")]));
    assert_eq!(pieces(2), (3, &vec![bytes(b"b")]));
    assert_eq!(pieces(24), (1, &vec![bytes(b"\n")]));
    match &case.steps[7].directive {
        Directive::Moves(pattern) => {
            assert_eq!((pattern.size.width, pattern.size.height), (20, 10));
            assert_eq!(pattern.avoid.len(), 2);
        }
        other => panic!("{other:?}"),
    }
    let exit = |index: usize| match case.steps[index].directive {
        Directive::Exit { within, status } => (within.as_millis(), status),
        ref other => panic!("{other:?}"),
    };
    assert_eq!((exit(21), exit(22)), ((450, 0), (5, 7)));
}

fn parser_reads_the_header() {
    let text = "> a\n@ title A title\n@ level ext\n@ eol crlf\n@ size 20\n@ timeout 50\n@ args -a \
                b\n\
                <move\n";
    let case = Case::parse("test.txt", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.title, "A title");
    assert_eq!(case.level, Level::Ext);
    assert_eq!(case.timeout.as_millis(), 50);
    assert_eq!(case.args, ["-a", "b"]);
    match &case.steps[0].directive {
        Directive::Send(template) => {
            assert_eq!(template.pieces.last(), Some(&Piece::Bytes(b"\r\n".to_vec())));
        }
        other => panic!("{other:?}"),
    }
}

fn parser_reports_the_bad_line() {
    for bad in [
        "hello",
        " > indented",
        "<mov",
        "< (",
        "<",
        "<move 20 avoid",
        "<move 20 avoid h8",
        "<move big",
        "<moves",
        "<moves 0",
        "<moves 2-1",
        "~ soon",
        "_",
        "% -1",
        "* jump",
        "* exit",
        "* exit 100 x",
        "* eof now",
        "* used",
        "* free $0",
        ">> \\q",
        ">> \\xg0",
        ">> \\",
        ">* x A",
        "> {1,1",
        "> {a|b}",
        "@ level maybe",
        "@ eol nul",
        "@ colour red",
        "# caf\u{e9}",
    ] {
        let text = format!("> START 15\n< OK\n{bad}\n");
        match Case::parse("test.txt", &text) {
            Ok(_) => panic!("should not parse: {bad}"),
            Err(error) => assert!(error.to_string().contains("line 3"), "{error}"),
        }
    }
}

fn a_good_conversation_passes() {
    let script = [
        says("ABOUT", "name=\"A\", version=\"1\"\n"),
        says("START", "OK\n"),
        says("BEGIN", "MESSAGE thinking\nINFO DEPTH 3\n7,7\n"),
        says("TURN 0,1", "1,0\n"),
        does("END", 100, What::Ended(Ending::Status(0))),
    ];
    let case = "> ABOUT\n<= name=.+\n> START 15\n<= OK\n> BEGIN\n<move\n* used 0,0\n\
                > TURN {7,7|0,0|0,1}\n<move\n_ 300\n* alive\n> END\n* exit 450\n";
    passes(case, &script);
}

fn wrong_and_missing_replies_fail() {
    let case = "> START 15\n< OK\n";
    fails(case, &[says("START", "ERROR no\n")], "came instead: ERROR no");
    fails(case, &[says("START", "MESSAGE OK\n")], "nothing came within 3000 ms");
    fails(case, &[], "nothing came within 3000 ms");
    fails(case, &[says("START", "OK")], "a line without LF: OK");
    // The whole line must match, from its first character to its last.
    fails("> A\n< O\n", &[says("A", "OK\n")], "came instead: OK");
    fails("> A\n< A|O\n", &[says("A", "OK\n")], "came instead: OK");
    // Log lines are skipped by `<`, but not by `<=`.
    let script = [says("A", "MESSAGE hm\nOK\n")];
    passes("> A\n< OK\n", &script);
    fails("> A\n<= OK\n", &script, "came instead: MESSAGE hm");
    passes("> A\n<= MESSAGE hm\n<= OK\n", &script);
}

fn late_replies_fail() {
    let late = |delay| [does("BEGIN", delay, What::Output(b"7,7\n".to_vec()))];
    let case = "> BEGIN\n% 300\n<move\n";
    passes(case, &late(300));
    fails(case, &late(301), "nothing came within 300 ms");
    fails(case, &late(400), "0.400 < 7,7");
    fails("@ timeout 100\n> BEGIN\n<move\n", &late(150), "nothing came within 100 ms");
    // A line that came while the runner waited for something else is still there.
    passes("> BEGIN\n~ 1000\n% 100\n<move\n", &late(500));
    // The time limit starts when the expectation is reached.
    passes("> BEGIN\n~ 1000\n% 100\n<move\n", &late(1050));
}

fn bad_lines_fail_wherever_they_come() {
    for text in ["7,7 \n", "7,7\r\n", "\n7,7\n", "> 7,7\n", "MESSAGE a\r\n7,7\n"] {
        fails("> BEGIN\n<move\n", &[says("BEGIN", text)], "a line of output");
        fails("> BEGIN\n~ 100\n", &[says("BEGIN", text)], "a line of output");
    }
    // No directive reads the second line, but it is still checked.
    fails("> BEGIN\n<move\n", &[says("BEGIN", "7,7\nhello\n")], "fits no form of reply");
    let banner = says("", "MESSAGE welcome\n");
    fails("~ 50\n> START 15\n< OK\n", &[banner, says("START", "OK\n")], "before the first command");
    if cfg!(unix) {
        let pieces = [says("BEGIN", "7,"), does("BEGIN", 5, What::Output(b"7\n".to_vec()))];
        fails("> BEGIN\n<move\n", &pieces, "not written in one piece");
    }
}

fn moves_are_checked_and_captured() {
    let move_is = |text: &str| [says("BEGIN", &format!("{text}\n"))];
    passes("> BEGIN\n<move\n", &move_is("14,14"));
    fails("> BEGIN\n<move\n", &move_is("15,0"), "not on the board");
    fails("> BEGIN\n<move 10\n", &move_is("0,10"), "not on the board");
    passes("@ size 20x15\n> BEGIN\n<move\n", &move_is("19,14"));
    fails("@ size 20x15\n> BEGIN\n<move\n", &move_is("14,15"), "not on the board");
    fails("> BEGIN\n<move avoid 1,1 2,2\n", &move_is("2,2"), "cells to avoid");
    fails("* used 3,3\n> BEGIN\n<move\n", &move_is("3,3"), "already used");
    passes("* used 3,3\n* free 3,3\n> BEGIN\n<move\n", &move_is("3,3"));
    passes("* used 3,3\n* reset\n> BEGIN\n<move\n", &move_is("3,3"));
    fails("> BEGIN\n<move\n", &move_is("3,3 4,4"), "expected a move x,y");
    fails("> BEGIN\n<move\n", &move_is("SWAP"), "expected a move x,y");

    passes("> BEGIN\n<moves 2\n", &move_is("3,3 4,4"));
    fails("> BEGIN\n<moves 2\n", &move_is("3,3 3,3"), "already used");
    fails("> BEGIN\n<moves 2\n", &move_is("3,3"), "expected 2 moves");
    passes("> BEGIN\n<moves 1-2 or SWAP\n", &move_is("3,3"));
    passes("> BEGIN\n<moves 1-2 or SWAP\n", &move_is("SWAP"));
    fails("> BEGIN\n<moves 1-2 or SWAP\n", &move_is("1,1 2,2 3,3"), "expected 1 to 2 moves");

    // A captured move means the same cell everywhere afterwards.
    let script = [says("BEGIN", "3,3\n"), says("TURN 3,3", "5,5\n"), says("TURN 0,1", "3,3\n")];
    passes("> BEGIN\n<move\n> TURN $1\n<move\n", &script);
    fails("> BEGIN\n<move\n> TURN {3,3|0,1}\n<move\n", &script, "already used");
    fails("> BEGIN\n<move\n> TURN $2\n", &script, "no captured move $2");
    fails("* used 1,1\n> TURN {1,1}\n", &script, "none of the cells is free");
}

fn optional_lines() {
    let case = "> A\n<? UNKNOWN .+\n< OK\n";
    passes(case, &[says("A", "UNKNOWN A\nOK\n")]);
    passes(case, &[says("A", "OK\n")]);
    passes(case, &[says("A", "MESSAGE m\nUNKNOWN A\nMESSAGE n\nOK\n")]);
    fails(case, &[says("A", "ERROR A\nOK\n")], "came instead: ERROR A");
    // Unless the line matches, nothing is consumed, not even log lines.
    passes("> A\n<? UNKNOWN .+\n<= MESSAGE m\n<= OK\n", &[says("A", "MESSAGE m\nOK\n")]);
    // Without a line, the wait ends with the timeout, and the case goes on.
    passes("> A\n% 200\n<? UNKNOWN .+\n> B\n< OK\n", &[says("B", "OK\n")]);
}

fn unexpected_lines_break_the_silence() {
    let at = |delay, text: &str| [does("A", delay, What::Output(text.as_bytes().to_vec()))];
    fails("> A\n_ 200\n", &at(200, "OK\n"), "expected nothing, came: OK");
    passes("> A\n_ 200\n", &at(201, "OK\n"));
    passes("> A\n_ 200\n", &at(100, "MESSAGE m\n"));
    fails("> A\n__ 200\n", &at(100, "MESSAGE m\n"), "expected nothing");
    // Earlier lines that no directive has asked for count as well.
    fails("> A\n~ 100\n_ 200\n", &at(50, "OK\n"), "expected nothing");
}

fn bans() {
    let script = [says("A", "MESSAGE one\nOK\n"), says("B", "MESSAGE one\nOK\n")];
    fails("> A\n! one\n< OK\n", &script, "line 2 forbids");
    passes("> A\n! ^one\n< OK\n", &script);
    passes("! one\n!-\n> A\n< OK\n", &script);
    passes("> A\n< OK\n! two\n> B\n< OK\n", &script);
    fails("> A\n< OK\n! one\n> B\n< OK\n", &script, "line 3 forbids");
    // This also holds if no directive ever asks for the line.
    fails("! one\n> A\n", &script, "line 1 forbids");
}

fn demands() {
    let script = [says("A", "MESSAGE one\nOK\n"), says("B", "OK\nMESSAGE two\n")];
    passes("+ ^MESSAGE one$\n> A\n< OK\n", &script);
    fails("+ ^MESSAGE$\n> A\n< OK\n", &script, "line 1: + ^MESSAGE$");
    // Lines consumed before do not count; lines that no directive consumes do.
    fails("> A\n< OK\n+ one\n", &script, "no such line has come");
    passes("+ two\n> B\n< OK\n", &script);
}

fn standard_error_stays_empty() {
    let complaint = |delay| does("A", delay, What::ErrorOutput(b"thread panicked".to_vec()));
    let case = "> A\n< OK\n";
    let answer = does("A", 10, What::Output(b"OK\n".to_vec()));
    fails(case, &[complaint(0), answer.clone()], "wrote to standard error: thread panicked");
    fails(case, &[answer, complaint(10)], "wrote to standard error");
}

fn an_engine_that_dies_fails() {
    let dies = |ending| [says("A", "OK\n"), does("A", 20, What::Ended(ending))];
    for wait in ["", "~ 100\n", "_ 100\n", "* alive\n", "> B\n~ 50\n"] {
        let case = format!("> A\n< OK\n~ 20\n{wait}");
        fails(&case, &dies(Ending::Status(0)), "the engine ended with exit status 0");
        fails(&case, &dies(Ending::Signal(None)), "the engine ended by a signal");
    }
    fails("> A\n< OK\n< OK\n", &dies(Ending::Status(101)), "exit status 101");
}

fn exits_are_checked() {
    let ends = |trigger, delay, ending| [does(trigger, delay, What::Ended(ending))];
    let case = "> END\n* exit 450\n";
    passes(case, &ends("END", 450, Ending::Status(0)));
    fails(case, &ends("END", 451, Ending::Status(0)), "still runs after 450 ms");
    fails(case, &ends("END", 10, Ending::Status(1)), "ended with exit status 1, expected");
    fails(case, &ends("END", 10, Ending::Signal(None)), "ended by a signal");
    passes("> END\n* exit 450 3\n", &ends("END", 10, Ending::Status(3)));
    passes("* eof\n* exit 450\n", &ends(EOF, 10, Ending::Status(0)));
    // Before the last input it must not end. After it, it may, whether the case waits or reads.
    passes("> END\n~ 100\n% 50\n<? OK\n* exit 450\n", &ends("END", 10, Ending::Status(0)));
    fails("> END\n~ 100\n> B\n* exit 450\n", &ends("END", 10, Ending::Status(0)), "line 2");
    // A process that is leaving must be silent.
    let mut script = ends("END", 10, Ending::Status(0)).to_vec();
    script.push(says("END", "MESSAGE bye\n"));
    passes(case, &script);
    fails(&format!("! .\n{case}"), &script, "line 1 forbids");
    let mut script = ends("END", 10, Ending::Status(0)).to_vec();
    script.push(says("END", "7,7"));
    fails(case, &script, "the last line does not end in LF");
}

fn failures_name_line_and_transcript() {
    let script = [says("START", "OK\n"), does("BEGIN", 250, What::Output(b"7,15\n".to_vec()))];
    let case = "@ title A title\n\n> START 15\n< OK\n> BEGIN\n<move\n";
    let failure = play(case, &script).expect_err("the move is not on the board");
    let expected = "test.txt, line 6: <move\n  case: A title\n  \
                    the move 7,15 is not on the board\n  \
                    seconds; > sent, < received, ! standard error, - other events\n     \
                    0.000 > START 15\\n\n     0.000 < OK\n     0.000 > BEGIN\\n\n     \
                    0.250 < 7,15\n";
    assert_eq!(failure, expected);
}

/// Whatever a case is about, an engine that says nothing or ends at once must fail it.
fn every_case_can_fail() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/cases");
    let dead = does("", 0, What::Ended(Ending::Status(0)));
    for entry in fs::read_dir(folder).expect("the folder of cases is part of the source") {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("cases are text");
        for script in [&[][..], std::slice::from_ref(&dead)] {
            assert!(play(&text, script).is_err(), "{} cannot fail", path.display());
        }
    }
}
