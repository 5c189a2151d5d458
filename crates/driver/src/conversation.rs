//! A conversation with an engine, line by line, with deadlines.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use crate::cell::Cell;
use crate::finish::Finished;
use crate::grammar::{self, Breach, Reading};
use crate::peer::{Ending, Event, Peer, What};
use crate::transcript::{Transcript, shown};

/// A conversation with a peer. What the peer writes to standard error is kept.
pub struct Conversation<P> {
    peer: P,
    /// Output after the last LF.
    partial: Vec<u8>,
    /// Lines that have come and were not asked for yet.
    lines: VecDeque<String>,
    errors: Vec<u8>,
    ending: Option<Ending>,
    transcript: Transcript,
}

/// Why a conversation does not go on as it should.
#[derive(Debug, PartialEq, Eq)]
pub enum Problem {
    /// The engine does not take what is sent.
    NotTaken(String),
    /// A line breaks a rule of the grammar.
    BadLine(Vec<u8>, Breach),
    /// No line came within this time.
    NoLine(Duration),
    /// The engine has ended.
    Ended(Ending),
    /// A line came instead of another one.
    Unexpected {
        /// The line.
        line: String,
        /// What was expected, in words.
        expected: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTaken(why) => f.write_str(why),
            Self::BadLine(line, breach) => {
                write!(f, "a line of output {breach}: {}", shown(line))
            }
            Self::NoLine(time) => write!(f, "no line within {} ms", time.as_millis()),
            Self::Ended(ending) => write!(f, "the engine ended {ending}"),
            Self::Unexpected { line, expected } => write!(f, "{line} instead of {expected}"),
        }
    }
}

/// A problem, with the conversation that led to it.
#[derive(Debug)]
pub struct Fault {
    /// What is wrong.
    pub problem: Problem,
    transcript: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.problem, self.transcript)
    }
}

impl<P: Peer> Conversation<P> {
    /// Begins a conversation with an engine that has just been started.
    pub fn new(peer: P) -> Self {
        Self {
            peer,
            partial: Vec::new(),
            lines: VecDeque::new(),
            errors: Vec::new(),
            ending: None,
            transcript: Transcript::default(),
        }
    }

    /// The engine.
    pub fn peer(&self) -> &P {
        &self.peer
    }

    /// The engine, for what goes past the conversation.
    pub fn peer_mut(&mut self) -> &mut P {
        &mut self.peer
    }

    /// What was said so far.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// What the engine has written to standard error so far.
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors).into_owned()
    }

    /// Sends text, which need not be a whole line.
    ///
    /// # Errors
    ///
    /// If the engine does not take it.
    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.transcript.sent(self.peer.now(), text.as_bytes());
        self.peer.send(text.as_bytes()).map_err(|why| self.fault(Problem::NotTaken(why)))
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.transcript.event(self.peer.now(), "standard input closed");
        self.peer.close_input();
    }

    /// The next line.
    ///
    /// # Errors
    ///
    /// If no line comes within the time, or one that breaks a rule of the grammar.
    pub fn line(&mut self, within: Duration) -> Result<String, Fault> {
        let deadline = self.peer.now() + within;
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            if let Some(ending) = self.ending {
                return Err(self.fault(Problem::Ended(ending)));
            }
            let event = self.peer.wait(deadline);
            match event {
                Some(event) => self.take_in(event)?,
                None => return Err(self.fault(Problem::NoLine(within))),
            }
        }
    }

    /// The next line that answers something, past lines of the log.
    ///
    /// # Errors
    ///
    /// As for [`Conversation::line`]; the time is that of all these lines.
    pub fn answer(&mut self, within: Duration) -> Result<String, Fault> {
        let deadline = self.peer.now() + within;
        loop {
            let line = self.line(deadline.saturating_sub(self.peer.now()))?;
            if !grammar::is_log(line.as_bytes()) {
                return Ok(line);
            }
        }
    }

    /// Checks the next answer.
    ///
    /// # Errors
    ///
    /// As for [`Conversation::answer`], and if another line comes.
    pub fn expect(&mut self, expected: &str, within: Duration) -> Result<(), Fault> {
        let line = self.answer(within)?;
        if line == expected { Ok(()) } else { Err(self.unexpected(line, expected)) }
    }

    /// The next answer, which must be a move.
    ///
    /// # Errors
    ///
    /// As for [`Conversation::answer`], and if it is no move.
    pub fn expect_move(&mut self, within: Duration) -> Result<Cell, Fault> {
        let line = self.answer(within)?;
        Cell::parse(&line).ok_or_else(|| self.unexpected(line, "a move"))
    }

    /// Checks that the engine listens and has nothing else to say.
    ///
    /// # Errors
    ///
    /// As for [`Conversation::line`], and if something else comes.
    pub fn expect_ready(&mut self, within: Duration) -> Result<(), Fault> {
        self.send("ABOUT\n")?;
        let line = self.line(within)?;
        match grammar::read(line.as_bytes()) {
            Ok(Reading::About(_)) => Ok(()),
            _ => Err(self.unexpected(line, "an answer to ABOUT")),
        }
    }

    /// Closes the input and waits for the end. Returns the lines that were not asked for.
    ///
    /// # Errors
    ///
    /// If the engine does not end within the time, or writes a bad line.
    pub fn finish(mut self, within: Duration) -> Result<Finished, Fault> {
        self.close_input();
        let deadline = self.peer.now() + within;
        let mut rest = Vec::new();
        let ending = loop {
            match self.line(deadline.saturating_sub(self.peer.now())) {
                Ok(line) => rest.push(line),
                Err(Fault { problem: Problem::Ended(ending), .. }) => break ending,
                Err(fault) => return Err(fault),
            }
        };
        for event in self.peer.finish() {
            self.take_in(event)?;
        }
        rest.extend(self.lines.drain(..));
        // A process that is killed may leave the beginning of a line.
        let partial = String::from_utf8_lossy(&self.partial).into_owned();
        rest.extend(Some(partial).filter(|partial| !partial.is_empty()));
        Ok(Finished { ending, output: rest.join("\n"), errors: self.errors() })
    }

    fn take_in(&mut self, Event { at, what }: Event) -> Result<(), Fault> {
        match what {
            What::Output(bytes) => self.take_output(at, &bytes),
            What::ErrorOutput(bytes) => {
                self.transcript.error_output(at, &bytes);
                self.errors.extend(bytes);
                Ok(())
            }
            What::Ended(ending) => {
                self.transcript.event(at, &format!("the engine ended {ending}"));
                self.ending = Some(ending);
                Ok(())
            }
        }
    }

    /// Splits output into lines and checks each of them.
    fn take_output(&mut self, at: Duration, bytes: &[u8]) -> Result<(), Fault> {
        let mut result = Ok(());
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.partial.extend_from_slice(piece);
            let Some(line) = self.partial.strip_suffix(b"\n") else { continue };
            self.transcript.received(at, line);
            if result.is_ok()
                && let Err(breach) = grammar::read(line)
            {
                result = Err(Problem::BadLine(line.to_vec(), breach));
            }
            self.lines.push_back(String::from_utf8_lossy(line).into_owned());
            self.partial.clear();
        }
        result.map_err(|problem| self.fault(problem))
    }

    fn unexpected(&self, line: String, expected: &str) -> Fault {
        self.fault(Problem::Unexpected { line, expected: expected.to_owned() })
    }

    fn fault(&self, problem: Problem) -> Fault {
        Fault { problem, transcript: self.transcript.to_string() }
    }
}
