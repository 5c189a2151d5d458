//! Whole sessions: lines go in as a manager would send them, and a referee watches what comes out.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use fukumi::protocol::line::{InputLine, LineCutter};
use fukumi_core::position::Position;
use fukumi_driver::conversation::{Conversation, Fault, Problem};
use fukumi_driver::referee::Referee;
use fukumi_driver::threaded::Threaded;

/// Maximum number of lines in a session.
const MAX_LINES: usize = 60;
/// A reply that takes longer counts as missing. The searches are short, but the machine may be
/// busy.
const PATIENCE: Duration = Duration::from_secs(100);
/// The first lines of every session, so that it takes milliseconds. They have keys of Yixin's.
const HEAD: [&str; 3] = ["INFO caution_factor 1", "INFO max_node 60", "INFO hash_size 1024"];

/// Sends the bytes line by line. The first byte says after which lines the session waits for the
/// replies: after all of them, after none, or after some.
pub fn session(data: &[u8]) {
    let (&manner, text) = data.split_first().unwrap_or((&0, &[]));
    let mut lines = Vec::new();
    let mut cutter = LineCutter::default();
    cutter.push(text, |line| lines.push(line));
    lines.extend(cutter.finish());

    let mut session = Session::start();
    for (index, line) in lines.iter().take(MAX_LINES).enumerate() {
        if session.is_over() {
            break;
        }
        session.send_line(line);
        if manner.rotate_left(index as u32 % 8) & 1 == 0 {
            session.settle();
        }
    }
    session.finish();
}

/// An engine that speaks the protocol, and a referee.
pub(super) struct Session {
    referee: Referee,
    conversation: Conversation<Threaded>,
}

impl Session {
    pub(super) fn start() -> Self {
        let conversation = Conversation::new(Threaded::start());
        let mut session = Self { referee: Referee::of_yixin(), conversation };
        HEAD.iter().for_each(|line| session.transmit(line));
        session
    }

    /// Sends a line, unless the referee does not allow it.
    pub(super) fn send(&mut self, line: &str) {
        self.send_line(&InputLine::Text(line.into()));
    }

    fn send_line(&mut self, line: &InputLine) {
        if !self.referee.send(line) {
            return;
        }
        match line {
            InputLine::Text(text) => self.transmit(text),
            InputLine::TooLong(beginning) => {
                self.transmit(&format!("{beginning}{}", "x".repeat(1 << 18)));
            }
        }
    }

    fn transmit(&mut self, text: &str) {
        // The replies show whether the engine is still there.
        let _ = self.conversation.send(&format!("{text}\n"));
    }

    /// Whether nothing more is to be sent.
    pub(super) fn is_over(&self) -> bool {
        self.referee.has_ended() || self.referee.is_lost()
    }

    /// The position after everything that was answered.
    pub(super) fn position(&self) -> Option<&Position> {
        self.referee.position()
    }

    /// Waits for everything that is due.
    pub(super) fn settle(&mut self) {
        while !self.referee.is_settled() && !self.is_over() {
            match self.conversation.line(PATIENCE) {
                Ok(line) => self.referee.receive(&line),
                Err(fault) => self.give_up(&fault),
            }
        }
    }

    /// Ends the session. Nothing may come after its last reply.
    pub(super) fn finish(mut self) {
        self.settle();
        self.conversation.close_input();
        let ending = loop {
            match self.conversation.line(PATIENCE) {
                Ok(line) => self.referee.receive(&line),
                Err(Fault { problem: Problem::Ended(ending), .. }) => break ending,
                Err(fault) => self.give_up(&fault),
            }
        };
        assert!(
            self.is_over() || self.referee.is_settled(),
            "something came unasked: {}",
            self.referee.complaint()
        );
        let errors = self.conversation.errors();
        assert!(ending.is_success(), "the engine ended {ending}: {errors}");
    }

    fn give_up(&self, fault: &Fault) -> ! {
        panic!("{}: {}", fault.problem, self.referee.complaint());
    }
}

/// Shows what was said before a referee panicked.
impl Drop for Session {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = writeln!(io::stderr(), "{}", self.conversation.transcript());
        }
    }
}
