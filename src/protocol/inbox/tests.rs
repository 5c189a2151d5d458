use std::sync::Arc;
use std::thread;

use fukumi_core::score::Score;
use fukumi_core::search::report;
use fukumi_core::search::report::Info;

use super::*;

fn text(text: &str) -> InputLine {
    InputLine::Text(text.into())
}

fn add(inbox: &Inbox, line: &str) {
    inbox.add_line(&text(line), Instant::now());
}

/// Everything that waits, without waiting for more.
fn rest(inbox: &Inbox) -> Vec<String> {
    let next = || inbox.next(true, Some(Instant::now()));
    std::iter::from_fn(next)
        .map(|event| match event {
            Event::Line(line, _) => line.text().unwrap_or("too long").into(),
            Event::Lost(count) => format!("{count} lost"),
            Event::InputEnd => "end of input".into(),
            Event::Think(_) => "search".into(),
            Event::Database(lines) => lines.concat(),
        })
        .collect()
}

/// An inbox whose main loop has been writing for so long that the output cannot be read.
fn blocked() -> Inbox {
    let inbox = Inbox::default();
    inbox.begin_write();
    inbox.lock().writing_since = Some(Instant::now().checked_sub(BLOCKED).unwrap());
    inbox
}

#[test]
fn lines_come_out_as_they_went_in() {
    let inbox = Inbox::default();
    add(&inbox, "ä");
    inbox.add_line(&InputLine::TooLong("BOARD".into()), Instant::now());
    add(&inbox, "");
    inbox.end_input();
    assert_eq!(rest(&inbox), ["ä", "too long", "", "end of input"]);
    assert!(inbox.has_taken(3) && !inbox.has_taken(4));
    assert!(rest(&inbox).is_empty());
}

#[test]
fn who_reads_too_fast_waits_and_nothing_is_lost() {
    for line in ["x".repeat(1 << 10), String::new()] {
        let inbox = Arc::new(Inbox::default());
        let count = 3 * MAX_LINES.min(MAX_BYTES / (line.len() + 1));
        let (writer, lines) = (Arc::clone(&inbox), line.clone());
        let thread = thread::spawn(move || (0..count).for_each(|_| add(&writer, &lines)));
        for _ in 0..count {
            {
                let state = inbox.lock();
                assert!(state.lines.bytes.len() <= MAX_BYTES);
                assert!(state.lines.read_at.len() <= MAX_LINES);
            }
            let event = inbox.next(true, None);
            assert!(matches!(event, Some(Event::Line(InputLine::Text(text), _)) if text == line));
        }
        thread.join().unwrap();
        assert!(rest(&inbox).is_empty());
    }
}

#[test]
fn behind_a_full_queue_end_is_heard_though_nobody_reads() {
    let inbox = blocked();
    (0..MAX_LINES + 5).for_each(|_| add(&inbox, "ABOUT"));
    for line in ["END", "ABOUT", "END"] {
        add(&inbox, line);
    }
    inbox.end_input();
    let count = MAX_LINES as u64 + 8;
    assert!(!inbox.has_taken(1));
    let rest = rest(&inbox);
    assert_eq!(rest[MAX_LINES..], ["7 lost", "END", "end of input"]);
    assert!(inbox.has_taken(count) && !inbox.has_taken(count + 1));
}

#[test]
fn end_does_not_wait_for_room() {
    let inbox = Inbox::default();
    (0..MAX_LINES).for_each(|_| add(&inbox, ""));
    add(&inbox, "END");
    assert_eq!(rest(&inbox)[MAX_LINES..], ["END"]);
}

#[test]
fn lines_behind_lost_ones_come_when_those_are_told_of() {
    let inbox = Arc::new(blocked());
    (0..=MAX_LINES).for_each(|_| add(&inbox, ""));
    inbox.end_write();
    let reader = Arc::clone(&inbox);
    let thread = thread::spawn(move || add(&reader, "ABOUT"));
    let mut events = Vec::new();
    while events.last().is_none_or(|last| last != "ABOUT") {
        events.extend(rest(&inbox));
    }
    assert_eq!(events[MAX_LINES..], ["1 lost", "ABOUT"]);
    thread.join().unwrap();
}

#[test]
fn the_end_of_the_session_frees_who_waits() {
    let inbox = Arc::new(Inbox::default());
    (0..MAX_LINES).for_each(|_| add(&inbox, ""));
    let reader = Arc::clone(&inbox);
    let thread = thread::spawn(move || add(&reader, "ABOUT"));
    inbox.close();
    thread.join().unwrap();
}

#[test]
fn a_stop_that_waits_is_known_before_a_write() {
    let inbox = Inbox::default();
    assert!(!inbox.begin_write());
    add(&inbox, "ABOUT");
    add(&inbox, " yxstop now");
    assert!(inbox.begin_write());
    rest(&inbox);
    assert!(!inbox.begin_write());
}

#[test]
fn old_progress_is_dropped_and_answers_never() {
    let info = |id| {
        let line = report::Variation {
            score: Score::ZERO,
            moves: Vec::new(),
            depth: 1,
            selective_depth: 1,
            nodes: 0,
        };
        let elapsed = Duration::ZERO;
        ThinkEvent::Info { id, info: Info::new(line, 0, elapsed) }
    };
    let inbox = Inbox::default();
    inbox.add_finding(ThinkEvent::Done { id: 1, answer: None, usage_permille: 0 });
    (0..10 * MAX_EVENTS as u64).for_each(|id| inbox.add_finding(info(id)));
    inbox.add_finding(ThinkEvent::Done { id: 2, answer: None, usage_permille: 0 });
    let state = inbox.lock();
    assert_eq!(state.findings.len(), MAX_EVENTS);
    assert!(matches!(state.findings[0], ThinkEvent::Done { id: 1, .. }));
    let newest = state.findings.len() - 2;
    let last = 10 * MAX_EVENTS as u64 - 1;
    assert!(matches!(state.findings[newest], ThinkEvent::Info { id, .. } if id == last));
    assert!(matches!(state.findings[newest + 1], ThinkEvent::Done { id: 2, .. }));
}
