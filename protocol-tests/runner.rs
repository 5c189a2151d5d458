//! Runs a case against an engine, step by step.
//!
//! The lines that have arrived and that no directive has passed yet form a queue. Everything that a
//! case says refers to positions in that stream of lines, never to the moment at which a line
//! happened to be read. For example, a ban or a demand applies to the lines after the last consumed
//! one. So the verdict does not depend on how the operating system schedules runner and engine.
//! Times matter only where the case names them, and there the time stamp of the line decides.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::time::Duration;

use fukumi_driver::cell::Cell;
use fukumi_driver::grammar;
use fukumi_driver::peer::{Ending, Event, Peer, What};
use fukumi_driver::transcript::{Transcript, shown};
use regex::bytes::Regex;

use crate::case::{Case, CellRef, Directive, MovesPattern, Piece, Step, Template};

/// How long the runner waits for a late line, only to show it in the report.
const REPORT_WAIT: Duration = Duration::from_millis(500);

/// A read that returns fewer bytes than this returns whole writes: POSIX guarantees that writes to
/// a pipe of up to 512 bytes arrive in one piece.
const ATOMIC_WRITE_BYTES: usize = 512;

/// Runs `case` against `engine`, which has just been started.
///
/// Expected lines and exits get `slack` more time than the case says.
///
/// # Errors
///
/// The first thing that differs from what the case says.
pub(crate) fn run(case: &Case, engine: &mut dyn Peer, slack: Duration) -> Result<(), Box<Failure>> {
    let mut run = Run {
        engine,
        slack,
        timeout: case.timeout,
        partial: Vec::new(),
        partial_write: false,
        lines: VecDeque::new(),
        has_sent: false,
        bans: Vec::new(),
        demands: Vec::new(),
        used: BTreeSet::new(),
        captured: Vec::new(),
        ending: None,
        may_end: false,
        transcript: Transcript::default(),
    };
    let mut outcome = Ok(());
    for (index, step) in case.steps.iter().enumerate() {
        if step.directive.is_input() {
            run.may_end = exit_is_next(&case.steps[index + 1..]);
        }
        outcome = run.step(step).map_err(|problem| (Some(step), problem));
        if outcome.is_err() {
            break;
        }
    }
    let outcome = match outcome {
        Ok(()) => run.finish().map_err(|(line, problem)| {
            (case.steps.iter().find(|step| Some(step.line) == line), problem)
        }),
        Err(failed) => {
            run.look_around();
            Err(failed)
        }
    };
    outcome.map_err(|(step, problem)| {
        Box::new(Failure {
            file: case.file.clone(),
            title: case.title.clone(),
            step: step.map(|step| (step.line, step.source.clone())),
            problem,
            transcript: run.transcript,
        })
    })
}

/// Whether the engine is expected to end before it is sent anything else.
fn exit_is_next(steps: &[Step]) -> bool {
    let next = steps
        .iter()
        .map(|step| &step.directive)
        .find(|directive| directive.is_input() || matches!(directive, Directive::Exit { .. }));
    matches!(next, Some(Directive::Exit { .. }))
}

/// Why a case failed, with everything needed to understand it.
#[derive(Debug)]
pub(crate) struct Failure {
    file: String,
    title: String,
    /// Line number and text of the directive; `None` if the failure was found after the last one.
    step: Option<(usize, String)>,
    problem: String,
    transcript: Transcript,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.step {
            Some((line, source)) => writeln!(f, "{}, line {line}: {source}", self.file)?,
            None => writeln!(f, "{}, at the end", self.file)?,
        }
        if !self.title.is_empty() {
            writeln!(f, "  case: {}", self.title)?;
        }
        writeln!(f, "  {}", self.problem)?;
        write!(f, "{}", self.transcript)
    }
}

/// A line of output that no directive has passed yet.
struct OutputLine {
    at: Duration,
    text: Vec<u8>,
}

/// A `+`: its place, and whether it has been met.
struct Demand {
    line: usize,
    pattern: Regex,
    met: bool,
}

struct Run<'a> {
    engine: &'a mut dyn Peer,
    slack: Duration,
    timeout: Duration,
    /// Output after the last LF.
    partial: Vec<u8>,
    /// Whether `partial` was written without an LF, as far as one can tell.
    partial_write: bool,
    lines: VecDeque<OutputLine>,
    has_sent: bool,
    bans: Vec<(usize, Regex)>,
    demands: Vec<Demand>,
    used: BTreeSet<Cell>,
    captured: Vec<Cell>,
    ending: Option<(Duration, Ending)>,
    /// Whether the case allows the process to end at this point.
    may_end: bool,
    transcript: Transcript,
}

/// What is in the stream when a directive looks at it.
enum Front {
    Line,
    Nothing,
    End,
}

impl Run<'_> {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        let reached = self.engine.now();
        let deadline = reached + self.timeout + self.slack;
        match &step.directive {
            Directive::Send(template) => self.send(template),
            Directive::Reply(pattern) => {
                let line = self.next_final_line(deadline)?;
                expect_match(&line, pattern)
            }
            Directive::NextLine(pattern) => {
                let line = self.next_line(deadline)?;
                expect_match(&line, pattern)
            }
            Directive::Optional(pattern) => self.optional(pattern, deadline),
            Directive::Moves(pattern) => {
                let line = self.next_final_line(deadline)?;
                self.accept_moves(&line, pattern)
            }
            Directive::Ban(pattern) => {
                self.bans.push((step.line, pattern.clone()));
                Ok(())
            }
            Directive::EndBans => {
                self.bans.clear();
                Ok(())
            }
            Directive::Require(pattern) => {
                let pattern = pattern.clone();
                self.demands.push(Demand { line: step.line, pattern, met: false });
                Ok(())
            }
            Directive::Quiet(time) => self.keep_quiet(reached + *time, grammar::is_log),
            Directive::Silent(time) => self.keep_quiet(reached + *time, |_| false),
            Directive::Wait(time) => {
                while self.receive(reached + *time)? {}
                Ok(())
            }
            Directive::Timeout(time) => {
                self.timeout = *time;
                Ok(())
            }
            Directive::Forget => {
                self.captured.clear();
                self.used.clear();
                Ok(())
            }
            Directive::Use(cells) => {
                let cells = self.resolve(cells)?;
                self.used.extend(cells);
                Ok(())
            }
            Directive::Free(cells) => {
                for cell in self.resolve(cells)? {
                    self.used.remove(&cell);
                }
                Ok(())
            }
            Directive::CloseInput => {
                self.transcript.event(reached, "standard input closed");
                self.engine.close_input();
                Ok(())
            }
            Directive::Exit { within, status } => {
                self.await_exit(reached + *within + self.slack, *within, *status)
            }
            Directive::Alive => {
                while self.receive(reached)? {}
                if self.engine.is_alive() { Ok(()) } else { Err("the engine has ended".to_owned()) }
            }
        }
    }

    fn send(&mut self, template: &Template) -> Result<(), String> {
        let mut bytes = Vec::new();
        for _ in 0..template.repeat {
            for piece in &template.pieces {
                match piece {
                    Piece::Bytes(literal) => bytes.extend_from_slice(literal),
                    Piece::Captured(number) => {
                        let cell = self.captured(*number)?;
                        bytes.extend_from_slice(cell.to_string().as_bytes());
                    }
                    Piece::FirstFree(cells) => {
                        let free = cells.iter().find(|cell| !self.used.contains(cell));
                        let cell = *free.ok_or("none of the cells is free")?;
                        self.used.insert(cell);
                        bytes.extend_from_slice(cell.to_string().as_bytes());
                    }
                }
            }
        }
        let now = self.engine.now();
        while self.receive(now)? {}
        let has_output = !self.lines.is_empty() || !self.partial.is_empty();
        if has_output && !self.has_sent {
            return Err("the engine wrote something before the first command".to_owned());
        }
        self.has_sent = true;
        self.transcript.sent(now, &bytes);
        self.engine.send(&bytes)
    }

    /// `<?`: if the next line that is not a log line matches, passes it and the log lines before
    /// it.
    fn optional(&mut self, pattern: &Regex, deadline: Duration) -> Result<(), String> {
        let mut index = 0;
        loop {
            match self.lines.get(index) {
                Some(line) if line.at > deadline => return Ok(()),
                Some(line) if grammar::is_log(&line.text) => index += 1,
                Some(line) if pattern.is_match(&line.text) => {
                    for _ in 0..=index {
                        self.pass()?;
                    }
                    return Ok(());
                }
                Some(_) => return Ok(()),
                None => {
                    if self.ending.is_some() || !self.receive(deadline)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Parses a line that `<move` or `<moves` expects, and captures the moves.
    fn accept_moves(&mut self, line: &[u8], pattern: &MovesPattern) -> Result<(), String> {
        if pattern.or.as_ref().is_some_and(|or| or.is_match(line)) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(line);
        let moves: Option<Vec<_>> = text.split(' ').map(Cell::parse).collect();
        let moves = moves
            .filter(|moves| pattern.count.contains(&moves.len()))
            .ok_or_else(|| format!("expected {}, came: {}", Moves(pattern), shown(line)))?;
        let avoid = self.resolve(&pattern.avoid)?;
        for cell in moves {
            let problem = if !pattern.size.contains(cell) {
                "is not on the board"
            } else if avoid.contains(&cell) {
                "is one of the cells to avoid"
            } else if !self.used.insert(cell) {
                "is on a cell that is already used"
            } else {
                self.captured.push(cell);
                continue;
            };
            return Err(format!("the move {cell} {problem}"));
        }
        Ok(())
    }

    /// Waits until `end`. All lines until then must be `allowed`, including those still in the
    /// queue.
    fn keep_quiet(&mut self, end: Duration, allowed: fn(&[u8]) -> bool) -> Result<(), String> {
        while !matches!(self.front(end)?, Front::Nothing | Front::End) {
            let line = self.pass()?;
            if !allowed(&line) {
                return Err(format!("expected nothing, came: {}", shown(&line)));
            }
        }
        Ok(())
    }

    fn await_exit(
        &mut self,
        deadline: Duration,
        within: Duration,
        expected: i32,
    ) -> Result<(), String> {
        while self.ending.is_none() && self.receive(deadline)? {}
        let ms = within.as_millis();
        match self.ending {
            Some((at, _)) if at > deadline => Err(format!("the engine ended later than {ms} ms")),
            Some((_, Ending::Status(status))) if status == expected => Ok(()),
            Some((_, ending)) => {
                Err(format!("the engine ended {ending}, expected exit status {expected}"))
            }
            None => Err(format!("the engine still runs after {ms} ms")),
        }
    }

    /// Passes log lines and the line after them, which is returned.
    fn next_final_line(&mut self, deadline: Duration) -> Result<Vec<u8>, String> {
        loop {
            let line = self.next_line(deadline)?;
            if !grammar::is_log(&line) {
                return Ok(line);
            }
        }
    }

    /// Passes one line and returns it.
    fn next_line(&mut self, deadline: Duration) -> Result<Vec<u8>, String> {
        match self.front(deadline)? {
            Front::Line => self.pass(),
            Front::End => Err("the engine has ended".to_owned()),
            Front::Nothing => {
                let mut problem = format!("nothing came within {} ms", self.timeout.as_millis());
                if !self.partial.is_empty() {
                    problem += &format!(" but a line without LF: {}", shown(&self.partial));
                }
                Err(problem)
            }
        }
    }

    /// Whether a line arrives by `deadline`; waits for it until then.
    fn front(&mut self, deadline: Duration) -> Result<Front, String> {
        loop {
            match self.lines.front() {
                Some(line) if line.at <= deadline => return Ok(Front::Line),
                Some(_) => return Ok(Front::Nothing),
                None if self.ending.is_some() => return Ok(Front::End),
                None => {
                    if !self.receive(deadline)? {
                        return Ok(Front::Nothing);
                    }
                }
            }
        }
    }

    /// Passes the first line of the queue, and checks it against bans and demands.
    fn pass(&mut self) -> Result<Vec<u8>, String> {
        let line = self.lines.pop_front().expect("the caller has seen that there is a line");
        if let Some((number, ban)) = self.bans.iter().find(|(_, ban)| ban.is_match(&line.text)) {
            let text = shown(&line.text);
            return Err(format!("line {number} forbids what came, {}: {text}", ban.as_str()));
        }
        for demand in &mut self.demands {
            demand.met |= demand.pattern.is_match(&line.text);
        }
        Ok(line.text)
    }

    /// Waits for one event until the time `until`; returns `false` if there was none.
    fn receive(&mut self, until: Duration) -> Result<bool, String> {
        match self.engine.wait(until) {
            Some(event) => self.take_in(event).map(|()| true),
            None => Ok(false),
        }
    }

    fn take_in(&mut self, Event { at, what }: Event) -> Result<(), String> {
        match what {
            What::Output(bytes) => self.take_output(at, &bytes),
            What::ErrorOutput(bytes) => {
                self.transcript.error_output(at, &bytes);
                Err(format!("the engine wrote to standard error: {}", shown(&bytes)))
            }
            What::Ended(ending) => {
                self.transcript.event(at, &format!("the engine ended {ending}"));
                self.ending = Some((at, ending));
                if !self.may_end {
                    return Err(format!("the engine ended {ending}"));
                }
                if !self.partial.is_empty() {
                    let partial = shown(&self.partial);
                    return Err(format!("the last line does not end in LF: {partial}"));
                }
                Ok(())
            }
        }
    }

    /// Splits output into lines and checks each of them.
    fn take_output(&mut self, at: Duration, bytes: &[u8]) -> Result<(), String> {
        let mut result = Ok(());
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let continues = !self.partial.is_empty();
            self.partial.extend_from_slice(piece);
            if !piece.ends_with(b"\n") {
                continue;
            }
            let mut text = std::mem::take(&mut self.partial);
            text.pop();
            self.transcript.received(at, &text);
            if result.is_ok() {
                if let Err(breach) = grammar::read(&text) {
                    result = Err(format!("a line of output {breach}: {}", shown(&text)));
                } else if continues && self.partial_write && !grammar::is_log(&text) {
                    let text = shown(&text);
                    result = Err(format!("a line of output was not written in one piece: {text}"));
                }
            }
            self.lines.push_back(OutputLine { at, text });
        }
        self.partial_write = cfg!(unix) && bytes.len() < ATOMIC_WRITE_BYTES;
        result
    }

    /// Makes the checks after the last directive. An error comes with the line it is about.
    fn finish(&mut self) -> Result<(), (Option<usize>, String)> {
        let now = self.engine.now();
        let anywhere = |problem| (None, problem);
        while self.receive(now).map_err(anywhere)? {}
        self.may_end = true;
        for event in self.engine.finish() {
            // `finish` brought about this end, which may have cut a line.
            if !matches!(event.what, What::Ended(_)) {
                self.take_in(event).map_err(anywhere)?;
            }
        }
        while !self.lines.is_empty() {
            self.pass().map_err(anywhere)?;
        }
        match self.demands.iter().find(|demand| !demand.met) {
            Some(demand) => Err((Some(demand.line), "no such line has come".to_owned())),
            None => Ok(()),
        }
    }

    /// Adds to the transcript what the engine does in the next moment, for the report.
    fn look_around(&mut self) {
        let until = self.engine.now() + REPORT_WAIT;
        let seen = self.lines.len();
        while self.ending.is_none() && self.lines.len() == seen && self.engine.now() < until {
            if self.receive(until) == Ok(false) {
                break;
            }
        }
        if !self.partial.is_empty() {
            let text = format!("a line without LF: {}", shown(&self.partial));
            self.transcript.event(self.engine.now(), &text);
        }
    }

    fn captured(&self, number: usize) -> Result<Cell, String> {
        let cell = self.captured.get(number - 1);
        cell.copied().ok_or_else(|| format!("there is no captured move ${number}"))
    }

    fn resolve(&self, cells: &[CellRef]) -> Result<Vec<Cell>, String> {
        let resolve = |cell: &CellRef| match cell {
            CellRef::Cell(cell) => Ok(*cell),
            CellRef::Captured(number) => self.captured(*number),
        };
        cells.iter().map(resolve).collect()
    }
}

fn expect_match(line: &[u8], pattern: &Regex) -> Result<(), String> {
    if pattern.is_match(line) { Ok(()) } else { Err(format!("came instead: {}", shown(line))) }
}

/// What `<move` or `<moves` expects, in words.
struct Moves<'a>(&'a MovesPattern);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.count.start(), self.0.count.end()) {
            (1, 1) => f.write_str("a move x,y"),
            (least, most) if least == most => write!(f, "{least} moves"),
            (least, most) => write!(f, "{least} to {most} moves"),
        }
    }
}
