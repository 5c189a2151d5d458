//! The grammar reads the lines of `replies.txt` as the file says. `scripts/tests/test_grammar.py`
//! holds the grammars in Python against the same file.

use std::collections::BTreeSet;

use fukumi_driver::grammar;

const REPLIES: &str = include_str!("../replies.txt");

/// The bytes of a line, in which `\xHH` is a byte.
fn bytes(text: &str) -> Vec<u8> {
    let mut pieces = text.split("\\x");
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let (digits, rest) = piece.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}

/// The readings of the file, each with its line.
fn replies() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let lines = REPLIES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let (reading, text) = line.split_once('|').expect("a reading and a line");
        (reading, bytes(text))
    })
}

#[test]
fn every_line_is_read_as_recorded() {
    for (expected, line) in replies() {
        let reading = match grammar::read(&line) {
            Ok(reading) => reading.to_string(),
            Err(breach) => format!("bad {breach:?}"),
        };
        assert_eq!(reading, expected, "{}", line.escape_ascii());
    }
}

#[test]
fn lines_of_the_log_are_recognised() {
    for (expected, line) in replies() {
        let is_log = ["message", "debug", "info"].iter().any(|word| expected.starts_with(word));
        if !expected.starts_with("bad") {
            assert_eq!(grammar::is_log(&line), is_log, "{}", line.escape_ascii());
        }
    }
}

#[test]
fn every_form_and_every_breach_is_recorded() {
    let word = |reading: &str| match reading.strip_prefix("bad ") {
        Some(breach) => breach.to_string(),
        None => reading.split(' ').next().unwrap_or_default().to_string(),
    };
    let seen: BTreeSet<String> = replies().map(|(reading, _)| word(reading)).collect();
    let breaches =
        ["BlankAtAnEnd", "CarriageReturn", "Empty", "NoReply", "NotPrintable", "TooLong"];
    let forms = [
        "about", "debug", "error", "forbid", "info", "message", "moves", "ok", "pass", "suggest",
        "swap", "unknown",
    ];
    assert_eq!(seen, breaches.into_iter().chain(forms).map(String::from).collect());
}
