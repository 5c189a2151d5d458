//! Whether a command can be carried out, asked before it changes anything.
//!
//! A command that is refused must not end a running search, nor one in the opponent's time. So
//! everything that the engine can refuse is checked here first, for every command.

use std::io::Write;

use super::block::Item;
use super::command::{Command, TakeBack};
use super::opening::Asked;
use super::session::Session;
use crate::engine::Engine;
use crate::engine::error::EngineError;

/// When a command is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// At once.
    Now,
    /// When the running search has answered, which it is asked to do now.
    AfterStop,
    /// When the running search has answered by itself.
    AfterSearch,
}

impl<W: Write> Session<W> {
    /// When an item is to be carried out, as far as the running search matters. `is_first` says
    /// that none waits before it.
    pub(super) fn when(&self, item: &Item, is_first: bool) -> When {
        let Ok(command) = item else { return When::Now };
        if !self.engine.is_thinking() || !command.needs_board() {
            return When::Now;
        }
        // A search that ends anyway answers first, so that answers come in order.
        if self.engine.is_stopping() {
            return When::AfterStop;
        }
        match self.check(command) {
            Err(_) if is_first => When::Now,
            // It may be possible after the one before it.
            Err(_) => When::AfterSearch,
            Ok(()) if self.depends_on_answer(command) => When::AfterSearch,
            Ok(()) => When::AfterStop,
        }
    }

    /// Checks whether a command can be carried out. Nothing changes.
    ///
    /// # Errors
    /// If it cannot.
    pub(super) fn check(&self, command: &Command) -> Result<(), EngineError> {
        if !self.agreement.satisfies(command.need()) {
            return Err(EngineError::Refused);
        }
        let engine = &self.engine;
        match command {
            Command::Start { width, height } | Command::RectStart { width, height } => {
                Engine::check_size(*width, *height).map(drop)
            }
            Command::Restart | Command::TraceBoard => engine.check_game(),
            Command::Begin => engine.check_begin(),
            Command::Turn(at) => engine.check_turn(*at),
            Command::Play(at) if at.is_pass() => engine.check_pass(),
            Command::Play(at) => engine.check_move(*at).map(drop),
            Command::TakeBack(TakeBack::Last) => engine.check_take_back_last(),
            Command::TakeBack(TakeBack::Named(at)) => engine.check_take_back(*at),
            Command::TakeBack(TakeBack::Unnamed) => Err(engine.not_last(None)),
            Command::Board(block) => engine.check_block_with_answer(block),
            Command::YxBoard(block) => engine.check_block(block).map(drop),
            Command::Analyse(goal) => engine.check_goal(*goal),
            Command::Opening { question, fifths, moves } => {
                Asked::check(engine, *question, *fifths, moves)
            }
            Command::YxBlock(points) | Command::YxBlockUndo(points) => {
                engine.check_points(points).map(drop)
            }
            Command::YxBlockPath(moves) => engine.check_path(moves),
            Command::YxBlockPathUndo(_) => engine.check_game(),
            Command::YxBlockReset
            | Command::YxBlockPathReset
            | Command::YxHashClear
            | Command::Info { .. }
            | Command::Stop
            | Command::About
            | Command::Help
            | Command::Farewell
            | Command::YxShowInfo
            | Command::YxShowForbid
            | Command::YxShowHashUsage
            | Command::YxDatabase { .. }
            | Command::YxDatabaseFile { .. }
            | Command::YxSaveDatabase
            | Command::YxCheckDatabase
            | Command::YxRepairDatabase
            | Command::Unsupported(_)
            | Command::Ignored
            | Command::End => Ok(()),
        }
    }

    /// Whether the answer of the running search, as far as that has come, decides whether a command
    /// can be carried out.
    fn depends_on_answer(&self, command: &Command) -> bool {
        match command {
            // Only the stone of the answer can be taken back.
            Command::TakeBack(TakeBack::Named(_)) => self.engine.has_coming_stone(),
            // The stone of the answer may take the point.
            Command::Turn(at) | Command::Play(at) => self.engine.may_answer(*at),
            _ => false,
        }
    }

    /// Has the running search answer soon, so that an item can be carried out.
    pub(super) fn stop_for(&mut self, item: &Item) {
        match item {
            Ok(Command::Turn(at) | Command::Play(at)) => self.engine.stop_beside(*at),
            _ => self.engine.stop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fukumi_core::clock::Instant;

    use super::*;
    use crate::protocol::inbox::Inbox;
    use crate::protocol::line::InputLine;

    /// A search that is the same each time, and goes on long after it began.
    const SEARCH: [&str; 6] = [
        "INFO timeout_turn 600000",
        "INFO max_node 6000",
        "INFO takeback 0",
        "START 15",
        "INFO book 0",
        POSITION,
    ];
    const POSITION: &str = "BOARD 7,7,2 8,8,1 9,7,2 6,7,1 8,6,2 DONE";

    /// Commands that are refused during that search, or set nothing.
    const REFUSED: [&str; 38] = [
        "START 99",
        "START 4",
        "START x",
        "START 15 99",
        "RECTSTART 4,4",
        "RECTSTART",
        "BEGIN",
        "TURN 7,7",
        "TURN 99,1",
        "TURN x",
        "PLAY 8,8",
        "PLAY -1,3",
        "TAKEBACK 7,7",
        "TAKEBACK 8,6",
        "TAKEBACK 99,1",
        "TAKEBACK 0,0",
        "BOARD 7,7,1 99,3,2 DONE",
        "BOARD 7,7,1 7,7,2 DONE",
        "BOARD x DONE",
        "YXBOARD 7,7,1 15,3,2 DONE",
        "YXBOARD 7,7 DONE",
        "SWAP2BOARD 7,7 DONE",
        "SWAP2BOARD 7,7 7,7 8,8 DONE",
        "SWAP2BOARD 7,7 8,8 99,9 DONE",
        "YXSWAP2STEP2",
        "YXSWAP2STEP3",
        "YXSOOSORVSTEP2 7,7 DONE",
        "YXSOOSORVSTEP4 1 7,7 8,8 9,9 99,9 DONE",
        "YXSOOSORVSTEP6 1 7,7 8,8 9,9 9,8 DONE",
        "YXBLOCK 99,9 DONE",
        "YXBLOCKUNDO 99,9 DONE",
        "INFO timeout_turn x",
        "INFO rule 9999",
        "INFO max_node many",
        "INFO evaluation /no/such/network",
        "YXDELETEDATABASEALL x DONE",
        "YXSETDATABASE /no/such/folder/my.db",
        "NONSENSE",
    ];

    /// All lines that answer these, which are there at once.
    fn answers(lines: &[&str]) -> Vec<String> {
        let inbox = Arc::new(Inbox::default());
        for line in lines {
            inbox.add_line(&InputLine::Text((*line).into()), Instant::now());
        }
        inbox.end_input();
        let findings = Arc::clone(&inbox);
        let engine = Engine::new(move |event| findings.add_finding(event));
        let mut output = Vec::new();
        Session::new(engine, &mut output, inbox).run();
        String::from_utf8(output).unwrap().lines().map(Into::into).collect()
    }

    /// What the search says last, without times, and its move.
    fn result(lines: &[String]) -> (String, String) {
        let is_move = |line: &&String| line.starts_with(|char: char| char.is_ascii_digit());
        let depth = lines.iter().rfind(|line| line.starts_with("MESSAGE depth")).expect("a depth");
        let depth = depth.split(" n/ms ").next().unwrap_or_default();
        (depth.into(), lines.iter().find(is_move).expect("a move").clone())
    }

    /// The move of a search that was stopped.
    fn result_of_stop(lines: &[String]) -> String {
        let is_move = |line: &&String| line.starts_with(|char: char| char.is_ascii_digit());
        lines.iter().find(is_move).expect("a move").clone()
    }

    #[test]
    fn what_takeback_means_is_decided_by_what_comes_before_it() {
        let game = [
            "INFO book 0",
            "INFO max_node 200",
            "START 15",
            "PLAY 7,7",
            "BEGIN",
            "BOARD",
            "7,7,2",
            "DONE",
        ];
        // The search runs when the line is read, and is over when it is carried out.
        let wrong = "TAKEBACK 99,99";
        let last = |lines: &[&str]| answers(&[&game[..], lines].concat()).pop().unwrap_or_default();
        for word in ["INFO takeback 1", "YXSHOWFORBID"] {
            assert!(!last(&[wrong, word]).starts_with("OK"), "{word}");
            assert_eq!(last(&[word, wrong]), "OK", "{word}");
        }
    }

    #[test]
    fn a_command_that_is_refused_leaves_the_search_as_it_was() {
        let usual = result(&answers(&SEARCH));
        for refused in REFUSED {
            let lines = answers(&[&SEARCH[..], &[refused]].concat());
            assert_eq!(result(&lines), usual, "{refused}: {lines:?}");
        }
        // Once Yixin-Board is recognised, `TAKEBACK` means the last stone, whatever it names.
        let all: Vec<&str> = REFUSED.into_iter().filter(|line| *line != "TAKEBACK 0,0").collect();
        let lines = answers(&[&SEARCH[..], &all].concat());
        assert_eq!(result(&lines), usual, "all of them: {lines:?}");
    }

    #[test]
    fn a_stone_is_refused_for_that_of_the_answer_only_after_the_whole_search() {
        let usual = result(&answers(&SEARCH));
        let stopped = result_of_stop(&answers(&[&SEARCH[..], &["STOP"]].concat()));
        for stone in [usual.1.clone(), stopped, "0,0".into()] {
            for word in ["TURN", "PLAY"] {
                let line = format!("{word} {stone}");
                let lines = answers(&[&SEARCH[..], &[&line]].concat());
                if lines.iter().any(|line| line.starts_with("ERROR")) {
                    assert_eq!(result(&lines), usual, "{line}: {lines:?}");
                }
            }
        }
    }

    #[test]
    fn a_refused_command_is_answered_while_the_search_goes_on() {
        for refused in ["START 99", "BEGIN", "TURN 7,7", "TAKEBACK 8,6", "YXSWAP2STEP2"] {
            let lines = answers(&[&SEARCH[..], &[refused, "ABOUT", "YXSTOP"]].concat());
            let kinds: Vec<&str> =
                lines.iter().filter_map(|line| line.split([' ', '=']).next()).collect();
            let kinds: Vec<&str> = kinds.into_iter().filter(|kind| *kind != "MESSAGE").collect();
            assert_eq!(kinds[..3], ["OK", "ERROR", "name"], "{lines:?}");
        }
    }

    #[test]
    fn a_stone_can_be_taken_back_by_its_name_only_once_it_is_there() {
        // The first stone is in the centre.
        let lines = answers(&["START 15", "INFO book 0", "BEGIN", "TAKEBACK 7,7", "BEGIN"]);
        let lines: Vec<&String> =
            lines.iter().filter(|line| !line.starts_with("MESSAGE")).collect();
        assert_eq!(lines, ["OK", "7,7", "OK", "7,7"]);
    }

    #[test]
    fn a_stop_reaches_the_search_past_a_command_that_waits_for_its_end() {
        let endless = ["INFO timeout_turn -1", "START 15", "INFO book 0", POSITION];
        let lines =
            answers(&[&endless[..], &["TAKEBACK 0,0", "ABOUT", "STOP", "PLAY 0,0"]].concat());
        let last: Vec<&str> = lines.iter().rev().take(3).map(String::as_str).collect();
        assert!(last[0] == "0,0" && last[1].starts_with("ERROR"), "{lines:?}");
        let is_about = |line: &String| line.starts_with("name=");
        let is_move = |line: &String| line.starts_with(|char: char| char.is_ascii_digit());
        assert!(lines.iter().position(is_about) < lines.iter().position(is_move), "{lines:?}");
    }
}
