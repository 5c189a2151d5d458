//! A conversation with the built program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::finish::{DEADLINE, Finished, collect, finish};

/// A search that goes on until something ends it.
pub(crate) const ENDLESS: &str =
    "INFO timeout_turn 600000\nBOARD\n7,7,1\n8,8,2\n9,7,1\n6,7,2\nDONE\n";

/// A running program. Its output is read as it comes, unless the test takes it.
pub(crate) struct Engine {
    /// `None` once the process has ended.
    child: Option<Child>,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
    errors: Option<thread::JoinHandle<String>>,
}

/// The program without arguments, and without the user's settings for its log.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    command
}

impl Engine {
    pub(crate) fn start() -> Self {
        Self::listen(program())
    }

    /// Starts `command` and reads its lines as they come.
    pub(crate) fn listen(command: Command) -> Self {
        let (mut engine, output) = Self::unread(command);
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        engine.lines = Some(lines);
        engine
    }

    /// Starts `command` and leaves its output to the caller.
    pub(crate) fn unread(mut command: Command) -> (Self, ChildStdout) {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let errors = Some(collect(child.stderr.take()));
        (Self { child: Some(child), input, lines: None, errors }, output)
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.as_ref().expect("a process that runs").id()
    }

    pub(crate) fn tell(&mut self, text: &str) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(text.as_bytes()).expect("it listens");
    }

    /// The pipe to the program, on which the caller may block.
    pub(crate) fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("an open input")
    }

    /// The next line that is not a message.
    pub(crate) fn answer(&self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("MESSAGE ") {
                return line;
            }
        }
    }

    /// The next line.
    pub(crate) fn line(&self) -> String {
        let lines = self.lines.as_ref().expect("lines that are read");
        lines.recv_timeout(DEADLINE).expect("a line in time")
    }

    pub(crate) fn expect(&self, answer: &str) {
        assert_eq!(self.answer(), answer);
    }

    /// The next answer, which must be a point of a board with this side that is not among `taken`.
    pub(crate) fn expect_move(&self, side: u8, taken: &[(u8, u8)]) -> (u8, u8) {
        let answer = self.answer();
        let point =
            answer.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let Some((x, y)) = point else { panic!("{answer} instead of a move") };
        assert!(x < side && y < side && !taken.contains(&(x, y)), "{answer} is not free");
        (x, y)
    }

    /// Checks that the program still listens and has nothing else to say.
    pub(crate) fn expect_ready(&mut self) {
        self.tell("ABOUT\n");
        let line = self.line();
        assert!(line.starts_with("name="), "{line}");
    }

    /// Closes the input and waits for the end. Returns the remaining lines and standard error.
    pub(crate) fn finish(mut self) -> Finished {
        self.input = None;
        let child = self.child.take().expect("a process that runs");
        let status = finish(child).status;
        let rest = self.lines.take().map(|lines| lines.iter().collect::<Vec<_>>().join("\n"));
        let errors = self.errors.take().map(|thread| thread.join().expect("a reader"));
        Finished { status, output: rest.unwrap_or_default(), errors: errors.unwrap_or_default() }
    }

    /// Ends the program with `END`, which it must obey without a word.
    pub(crate) fn end(mut self) {
        self.tell("END\n");
        let Finished { status, output, errors } = self.finish();
        assert!(status.success(), "{status}");
        assert_eq!((output.as_str(), errors.as_str()), ("", ""));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
