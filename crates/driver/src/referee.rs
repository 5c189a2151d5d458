//! What a manager may expect of the engine: a second, plainer opinion about every reply.
//!
//! The referee gets the lines that go in and the lines that come out. It keeps its own board and
//! knows which commands are answered and how. It panics at the first reply that comes in place of a
//! missing one, that was not asked for, or that is not a legal move. Replies to questions may come
//! while a search runs, so the referee only counts how many of them, and of errors, are due. All
//! other replies have their order.

use std::collections::VecDeque;

use fukumi::protocol::block::{Assembler, Item};
use fukumi::protocol::command::{Command, parse_integer};
use fukumi::protocol::line::InputLine;
use fukumi::protocol::question::Question;
use fukumi_core::decide::task::Goal;
use fukumi_core::geometry::Point;
use fukumi_core::position::Position;

use self::due::Due;
use self::game::{RefereedGame, Refused};
use crate::cell::Cell;
use crate::grammar::{self, Reading};

mod due;
mod game;

/// Keys that a session in a test may not set: files, memory, and nodes that would take long.
const FORBIDDEN_KEYS: [&str; 4] = ["FOLDER", "HASH_SIZE", "MAX_MEMORY", "MAX_NODE"];
/// The rule whose meaning depends on when the engine notices which front end it has.
const AMBIGUOUS_RULE: i64 = 2;

/// What has been said, and what is due.
#[derive(Default)]
pub struct Referee {
    assembler: Assembler,
    game: RefereedGame,
    /// Commands that are not yet handled, in order.
    pending: VecDeque<Item>,
    /// The reply to the first pending command; `None` if it is not decided yet.
    due: Option<Due>,
    /// Position and goal of a search that was broken off; its answer may still come.
    late: Option<(Position, Goal)>,
    /// Number of errors still to come, minus those that came early.
    errors: i64,
    /// Number of answers to `ABOUT` and to `YXSHOWFORBID` still to come.
    abouts: i64,
    forbids: i64,
    has_ended: bool,
}

impl Referee {
    /// A referee of a session with a front end in the tradition of Yixin's.
    #[must_use]
    pub fn of_yixin() -> Self {
        Self { game: RefereedGame::of_yixin(), ..Self::default() }
    }

    /// Takes a line that is meant for the engine. Returns whether it may be sent; if not, it is
    /// forgotten.
    pub fn send(&mut self, line: &InputLine) -> bool {
        let items = self.assembler.feed(line);
        if items.iter().any(is_forbidden) {
            // A forbidden line does not change how the next line is read.
            return false;
        }
        for item in items {
            let item = item.map(|command| self.game.meant(command));
            match &item {
                Err(_) => {
                    self.errors += 1;
                    self.pending.push_back(item);
                }
                Ok(Command::About) => self.abouts += 1,
                Ok(Command::YxShowForbid) => self.forbids += 1,
                Ok(Command::End) => self.has_ended = true,
                Ok(_) => self.pending.push_back(item),
            }
            if self.has_ended {
                break;
            }
        }
        self.advance();
        true
    }

    /// Whether the engine was sent the end of the session. Then replies that are still due need not
    /// come.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether the referee can no longer follow, because the engine has answered a step of Soosõrv.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.game.is_lost()
    }

    /// Whether nothing is due.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let counts = [self.errors, self.abouts, self.forbids];
        let is_answered = self.due.is_none() && self.late.is_none();
        is_answered && self.pending.is_empty() && counts == [0; 3]
    }

    /// The position, as far as everything before it is answered.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.game.position()
    }

    /// What is due, in words.
    #[must_use]
    pub fn complaint(&self) -> String {
        let position = self.game.position();
        format!(
            "due: {:?}, then {:?}; {} errors, {} ABOUT, {} FORBID\n{position:?}",
            self.due, self.pending, self.errors, self.abouts, self.forbids
        )
    }

    /// Takes a line that the engine wrote, without its line end.
    ///
    /// # Panics
    ///
    /// If the line is not what a manager may expect.
    pub fn receive(&mut self, line: &str) {
        let reading = grammar::read(line.as_bytes());
        let reading = reading.unwrap_or_else(|breach| panic!("a line {breach}: {line:?}"));
        if self.is_lost() {
            return;
        }
        match reading {
            Reading::Error(_) | Reading::Unknown(_) => self.errors -= 1,
            Reading::Message(text) if text.starts_with("SWAP2 ") => self.receive_step(text),
            Reading::Message(_) | Reading::Info(..) => {}
            Reading::Forbid(_) => self.forbids -= 1,
            Reading::About(_) => self.abouts -= 1,
            Reading::Ok => {
                self.allow_late_answer();
                assert_eq!(self.due.take(), Some(Due::Ok), "{line}: {}", self.complaint());
            }
            Reading::Swap => {
                let due = self.due.take();
                let may_swap = matches!(due, Some(Due::Swap2Board(3 | 5)));
                assert!(may_swap, "{line}: {due:?}");
            }
            Reading::Pass => assert_eq!(self.due.take(), Some(Due::Pass), "{line}"),
            Reading::Moves(cells) => self.receive_moves(&cells),
            Reading::Debug(_) | Reading::Suggest(_) => panic!("{line}: {}", self.complaint()),
        }
        assert!(self.abouts >= 0 && self.forbids >= 0, "{line}: {}", self.complaint());
        self.advance();
        if self.due.is_none() && self.pending.is_empty() {
            assert!(self.errors >= 0, "{line} was not asked for: {}", self.complaint());
        }
    }

    /// For Yixin-Board, the answer of a search that `START` breaks off may come later or not at
    /// all.
    fn allow_late_answer(&mut self) {
        let Some(Due::Answer(goal)) = self.due else { return };
        let needs_board = |item: &Item| item.as_ref().is_ok_and(Command::needs_board);
        let Some(index) = self.pending.iter().position(needs_board) else { return };
        for item in self.pending.drain(..index).collect::<Vec<_>>() {
            self.handle(item);
        }
        let is_start = matches!(self.pending.front(), Some(Ok(Command::Start { .. })));
        if is_start && self.game.has_rows_first() {
            self.late = self.game.position().cloned().map(|position| (position, goal));
            self.due = None;
            self.advance();
        }
    }

    /// Whether the moves are the late answer.
    fn receive_late_moves(&mut self, cells: &[Cell]) -> bool {
        let Some((position, goal)) = self.late.take() else { return false };
        let now = self.game.replace_position(Some(position));
        assert_eq!(cells.len(), goal.moves(), "{goal:?} is answered by {cells:?}");
        for point in self.points(cells) {
            self.game.play(point);
        }
        self.game.replace_position(now);
        true
    }

    fn receive_moves(&mut self, cells: &[Cell]) {
        if self.receive_late_moves(cells) {
            return;
        }
        let moves = self.points(cells);
        match self.due.take() {
            Some(Due::Echo(point)) => assert_eq!(moves, [point]),
            Some(Due::Answer(goal)) => {
                assert_eq!(moves.len(), goal.moves(), "{goal:?} is answered by {moves:?}");
                moves.into_iter().for_each(|point| self.game.play(point));
            }
            Some(Due::Swap2Board(stones)) => {
                let is_complete = matches!((stones, moves.len()), (0, 3) | (3, 1 | 2) | (5, 1));
                assert!(is_complete, "{stones} stones are answered by {moves:?}");
                moves.into_iter().for_each(|point| self.game.play(point));
            }
            due => panic!("{moves:?} were not asked for: {due:?}, {}", self.complaint()),
        }
    }

    /// Takes a part of the answer to a step of swap2, without the word `MESSAGE`.
    fn receive_step(&mut self, text: &str) {
        let Some(Due::Step(question, count)) = self.due.take() else {
            panic!("{text} was not asked for: {}", self.complaint());
        };
        let words: Vec<&str> = text.split(' ').collect();
        let (is_first, is_last) =
            (question == Question::Swap2Propose, question == Question::Swap2Decide);
        let (first, moves) = if is_first { (1, 3) } else { (4, 2) };
        match words[..] {
            [_, name, x, y] if !is_last => {
                assert_eq!(name, format!("MOVE{}", first + count), "{text}");
                let cell = Cell::parse(&format!("{x},{y}"));
                let cell = cell.unwrap_or_else(|| panic!("{text}: no move"));
                let point = self.point(cell);
                self.game.play(point);
                self.due = (count + 1 < moves).then_some(Due::Step(question, count + 1));
            }
            [_, name, "YES" | "NO"] if !is_first && count == 0 => {
                let number = if is_last { 2 } else { 1 };
                assert_eq!(name, format!("SWAP{number}"), "{text}");
            }
            _ => panic!("{text} as the answer to {question:?}"),
        }
    }

    fn points(&self, cells: &[Cell]) -> Vec<Point> {
        cells.iter().map(|&cell| self.point(cell)).collect()
    }

    fn point(&self, cell: Cell) -> Point {
        let size = self.game.position().map(Position::size);
        let point = size.and_then(|size| size.point(cell.x.into(), cell.y.into()));
        point.unwrap_or_else(|| panic!("{cell} is no point: {}", self.complaint()))
    }

    /// Handles commands up to the first one whose answer is due.
    fn advance(&mut self) {
        while self.due.is_none() && !self.is_lost() {
            let Some(item) = self.pending.pop_front() else { return };
            self.due = self.handle(item);
        }
    }

    /// Handles a command, or a line that is none. Returns what is due then.
    fn handle(&mut self, item: Item) -> Option<Due> {
        if let Ok(command @ Command::Analyse(_)) = &item
            && self.game.allows(command)
        {
            self.forget_late_answer();
        }
        self.game.handle(item).unwrap_or_else(|Refused| {
            self.errors += 1;
            None
        })
    }

    /// A further search in the same position replaces the one that was broken off.
    fn forget_late_answer(&mut self) {
        let key = |position: &Position| position.board().key();
        let now = self.game.position().map(key);
        self.late.take_if(|(late, _)| now == Some(key(late)));
    }
}

fn is_forbidden(item: &Item) -> bool {
    let Ok(Command::Info { key, value }) = item else { return false };
    let number = value.split_ascii_whitespace().next().and_then(parse_integer);
    FORBIDDEN_KEYS.iter().any(|known| key.eq_ignore_ascii_case(known))
        || (key.eq_ignore_ascii_case("RULE") && number == Some(AMBIGUOUS_RULE))
}
