//! A conversation with the built program, in which everything that goes wrong fails the test.

use std::process::{ChildStdin, ChildStdout, Command};

use fukumi_driver::cell::Cell;
use fukumi_driver::conversation::{Conversation, Fault};
use fukumi_driver::finish::{DEADLINE, Finished};
use fukumi_driver::process::{self, Process};

/// A search that goes on until something ends it.
pub(crate) const ENDLESS: &str =
    "INFO timeout_turn 600000\nBOARD\n7,7,1\n8,8,2\n9,7,1\n6,7,2\nDONE\n";

/// A running program. Its output is read as it comes, unless the test takes it.
pub(crate) struct Engine(Conversation<Process>);

/// The program without arguments.
pub(crate) fn program() -> Command {
    process::command(env!("CARGO_BIN_EXE_fukumi"))
}

/// The result, if nothing is wrong.
#[track_caller]
fn sound<T>(result: Result<T, Fault>) -> T {
    result.unwrap_or_else(|fault| panic!("{fault}"))
}

impl Engine {
    pub(crate) fn start() -> Self {
        Self::listen(program())
    }

    /// Starts `command` and reads its lines as they come.
    pub(crate) fn listen(command: Command) -> Self {
        Self(Conversation::new(Process::start(command).expect("the program starts")))
    }

    /// Starts `command` and leaves its output to the caller.
    pub(crate) fn unread(command: Command) -> (Self, ChildStdout) {
        let (process, output) = Process::unread(command).expect("the program starts");
        (Self(Conversation::new(process)), output)
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.peer().id()
    }

    #[track_caller]
    pub(crate) fn tell(&mut self, text: &str) {
        sound(self.0.send(text));
    }

    /// The pipe to the program, on which the caller may block.
    pub(crate) fn take_input(&mut self) -> ChildStdin {
        self.0.peer_mut().take_input().expect("an open input")
    }

    /// The next line that is no line of the log.
    #[track_caller]
    pub(crate) fn answer(&mut self) -> String {
        sound(self.0.answer(DEADLINE))
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        sound(self.0.line(DEADLINE))
    }

    #[track_caller]
    pub(crate) fn expect(&mut self, answer: &str) {
        sound(self.0.expect(answer, DEADLINE));
    }

    /// The next answer, which must be a point of a board with this side that is not among `taken`.
    #[track_caller]
    pub(crate) fn expect_move(&mut self, side: u8, taken: &[(u8, u8)]) -> (u8, u8) {
        let cell @ Cell { x, y } = sound(self.0.expect_move(DEADLINE));
        let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
        let point = point.filter(|&(x, y)| x < side && y < side && !taken.contains(&(x, y)));
        point.unwrap_or_else(|| panic!("{cell} is not free"))
    }

    /// Checks that the program still listens and has nothing else to say.
    #[track_caller]
    pub(crate) fn expect_ready(&mut self) {
        sound(self.0.expect_ready(DEADLINE));
    }

    /// Closes the input and waits for the end. Returns the remaining lines and standard error.
    #[track_caller]
    pub(crate) fn finish(self) -> Finished {
        sound(self.0.finish(DEADLINE))
    }

    /// Ends the program with `END`, which it must obey without a word.
    #[track_caller]
    pub(crate) fn end(mut self) {
        self.tell("END\n");
        let Finished { ending, output, errors } = self.finish();
        assert!(ending.is_success(), "it ended {ending}");
        assert_eq!((output.as_str(), errors.as_str()), ("", ""));
    }
}
