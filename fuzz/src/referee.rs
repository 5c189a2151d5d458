//! What a manager may expect of the engine: a second, plainer opinion about every reply.
//!
//! The referee gets the lines that go in and the lines that come out. It keeps its own board and
//! knows which commands are answered and how. It panics at the first reply that comes in place of a
//! missing one, that nobody asked for, or that is not a legal move. Replies to questions may come
//! while a search runs, so the referee only counts how many of them, and of errors, are due. All
//! other replies have their order.

use std::collections::{BTreeSet, VecDeque};

use fukumi::engine::options::{Options, Setting};
use fukumi::engine::setup::{self, Coordinates, Owner, Placement};
use fukumi::protocol::block::{Assembler, Item};
use fukumi::protocol::command::{Command, CommandError, Need, TakeBack, parse_integer};
use fukumi::protocol::info::{FrontEnd, InfoReader};
use fukumi::protocol::line::InputLine;
use fukumi::protocol::question::Question;
use fukumi_core::decide::task::Goal;
use fukumi_core::geometry::{BoardSize, MAX_SIDE, Point};
use fukumi_core::position::Position;

/// Maximum length in bytes of a line that a manager has to read.
const MAX_LINE: usize = 2000;

/// Keys that a session in a test may not set: files, memory, and nodes that would take long.
const FORBIDDEN_KEYS: [&str; 4] = ["FOLDER", "HASH_SIZE", "MAX_MEMORY", "MAX_NODE"];
/// The rule whose meaning depends on when the engine notices which front end it has.
const AMBIGUOUS_RULE: i64 = 2;

/// What has been said, and what is due.
#[derive(Default)]
pub(super) struct Referee {
    assembler: Assembler,
    options: Options,
    info: InfoReader,
    position: Option<Position>,
    /// Number of stones before each pass of the game.
    passes: Vec<usize>,
    /// Whether the last position or move was refused.
    is_refused: bool,
    /// Whether lines were lost since the last position.
    has_lost_lines: bool,
    /// Yixin-Board gives rows before columns when it starts a game.
    rows_first: bool,
    /// Whether some points were excluded from the search. Then a foul may be all that is left.
    has_blocked: bool,
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
    is_lost: bool,
}

/// A reply that has its place among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Ok,
    /// A repeated move.
    Echo(Point),
    /// A repeated pass.
    Pass,
    Answer(Goal),
    /// The answer to `SWAP2BOARD` with this number of stones.
    Swap2Board(usize),
    /// The answer as messages, with the number of moves that have come.
    Step(Question, usize),
}

impl Referee {
    /// A referee of a session with a front end in the tradition of Yixin's.
    pub(super) fn of_yixin() -> Self {
        let mut referee = Self::default();
        // No rule is set yet.
        let _ = referee.info.note(FrontEnd::Yixin);
        referee
    }

    /// Takes a line that is meant for the engine. Returns whether it may be sent; if not, it is
    /// forgotten.
    pub(super) fn send(&mut self, line: &InputLine) -> bool {
        let items = self.assembler.feed(line);
        if items.iter().any(is_forbidden) {
            // A forbidden line does not change how the next line is read.
            return false;
        }
        for item in items {
            let item = item.map(|command| self.info.meant(command));
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

    /// Whether the engine was told that the session is over. Then replies that are still due need
    /// not come.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether the referee can no longer follow, because the engine has answered a step of Soosõrv.
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Whether nothing is due.
    pub(super) fn is_settled(&self) -> bool {
        let counts = [self.errors, self.abouts, self.forbids];
        let is_answered = self.due.is_none() && self.late.is_none();
        is_answered && self.pending.is_empty() && counts == [0; 3]
    }

    /// The position, as far as everything before it is answered.
    pub(super) fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// What is due, in words.
    pub(super) fn complaint(&self) -> String {
        format!(
            "due: {:?}, then {:?}; {} errors, {} ABOUT, {} FORBID\n{:?}",
            self.due, self.pending, self.errors, self.abouts, self.forbids, self.position
        )
    }

    /// Takes a line that the engine wrote, without its line end.
    pub(super) fn receive(&mut self, line: &str) {
        check_text(line);
        if self.is_lost {
            return;
        }
        let word = line.split(' ').next().unwrap_or_default();
        match word {
            "ERROR" | "UNKNOWN" => self.errors -= 1,
            "MESSAGE" if line.starts_with("MESSAGE SWAP2 ") => self.receive_step(line),
            "MESSAGE" | "INFO" => {}
            "FORBID" => self.forbids -= 1,
            _ if line.starts_with("name=\"") => self.abouts -= 1,
            "OK" => {
                self.allow_late_answer();
                assert_eq!(self.due.take(), Some(Due::Ok), "{line}: {}", self.complaint());
            }
            "SWAP" => {
                let due = self.due.take();
                let may_swap = matches!(due, Some(Due::Swap2Board(3 | 5)));
                assert!(may_swap, "{line}: {due:?}");
            }
            _ => self.receive_moves(line),
        }
        assert!(self.abouts >= 0 && self.forbids >= 0, "{line}: {}", self.complaint());
        self.advance();
        if self.due.is_none() && self.pending.is_empty() {
            assert!(self.errors >= 0, "nobody asked for {line}: {}", self.complaint());
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
        if self.rows_first && matches!(self.pending.front(), Some(Ok(Command::Start { .. }))) {
            self.late = self.position.clone().map(|position| (position, goal));
            self.due = None;
            self.advance();
        }
    }

    /// Whether the moves are the late answer.
    fn receive_late_moves(&mut self, line: &str) -> bool {
        let Some((position, goal)) = self.late.take() else { return false };
        let now = self.position.replace(position);
        let moves: Vec<Point> = line.split(' ').map(|pair| self.point(pair, ',')).collect();
        assert_eq!(moves.len(), goal.moves(), "{goal:?} is answered by {line}");
        moves.into_iter().for_each(|point| self.play(point));
        self.position = now;
        true
    }

    fn receive_moves(&mut self, line: &str) {
        if self.receive_late_moves(line) {
            return;
        }
        if self.due == Some(Due::Pass) {
            assert_eq!(line, "-1,-1");
            self.due = None;
            return;
        }
        let moves: Vec<Point> = line.split(' ').map(|pair| self.point(pair, ',')).collect();
        match self.due.take() {
            Some(Due::Echo(point)) => assert_eq!(moves, [point]),
            Some(Due::Answer(goal)) => {
                assert_eq!(moves.len(), goal.moves(), "{goal:?} is answered by {line}");
                moves.into_iter().for_each(|point| self.play(point));
            }
            Some(Due::Swap2Board(stones)) => {
                let is_complete = matches!((stones, moves.len()), (0, 3) | (3, 1 | 2) | (5, 1));
                assert!(is_complete, "{stones} stones are answered by {line}");
                moves.into_iter().for_each(|point| self.play(point));
            }
            due => panic!("nobody asked for {line}: {due:?}, {}", self.complaint()),
        }
    }

    fn receive_step(&mut self, line: &str) {
        let Some(Due::Step(question, count)) = self.due.take() else {
            panic!("nobody asked for {line}: {}", self.complaint());
        };
        let words: Vec<&str> = line.split(' ').collect();
        let (is_first, is_last) =
            (question == Question::Swap2Propose, question == Question::Swap2Decide);
        let (first, moves) = if is_first { (1, 3) } else { (4, 2) };
        match words[..] {
            [_, _, name, x, y] if !is_last => {
                assert_eq!(name, format!("MOVE{}", first + count), "{line}");
                let point = self.point(&format!("{x} {y}"), ' ');
                self.play(point);
                self.due = (count + 1 < moves).then_some(Due::Step(question, count + 1));
            }
            [_, _, name, "YES" | "NO"] if !is_first && count == 0 => {
                let number = if is_last { 2 } else { 1 };
                assert_eq!(name, format!("SWAP{number}"), "{line}");
            }
            _ => panic!("{line} as the answer to {question:?}"),
        }
    }

    fn point(&self, text: &str, between: char) -> Point {
        let point = text.split_once(between).and_then(|(x, y)| {
            let is_plain = |n: &str| n == "0" || !n.starts_with(['0', '+', '-']);
            let (x, y) = (is_plain(x).then_some(x)?, is_plain(y).then_some(y)?);
            self.position.as_ref()?.size().point(x.parse().ok()?, y.parse().ok()?)
        });
        point.unwrap_or_else(|| panic!("{text:?} is no point: {}", self.complaint()))
    }

    /// Plays a move of the engine.
    fn play(&mut self, point: Point) {
        let has_blocked = self.has_blocked;
        let Some(position) = self.position.as_mut() else { panic!("{point:?} without a game") };
        assert!(position.board().is_empty(point), "{point:?} is taken: {position:?}");
        let is_forced =
            || position.board().empty_points().all(|other| position.is_forbidden(other));
        assert!(
            has_blocked || !position.is_forbidden(point) || is_forced(),
            "{point:?} is forbidden: {position:?}"
        );
        position.play(point);
    }

    /// Handles commands up to the first one whose answer is due.
    fn advance(&mut self) {
        while self.due.is_none() && !self.is_lost {
            let Some(item) = self.pending.pop_front() else { return };
            if let Some(due) = self.handle(item) {
                self.due = Some(due);
            }
        }
    }

    /// Handles a command, or a line that is none. Returns what is due then.
    fn handle(&mut self, item: Item) -> Option<Due> {
        let command = match item {
            Ok(command) => command,
            Err(CommandError::Position(_)) => {
                self.is_refused = true;
                return None;
            }
            Err(CommandError::Lost(_)) => {
                self.has_lost_lines = true;
                return None;
            }
            Err(_) => return None,
        };
        let sets_position = command.sets_position();
        let lacks = match command.need() {
            Need::Nothing => false,
            Need::Game => self.has_lost_lines,
            Need::Position => self.has_lost_lines || self.is_refused,
        };
        let due = if lacks { None } else { self.obey(command) };
        if sets_position {
            self.is_refused = due.is_none();
            self.has_lost_lines &= due.is_none();
        }
        due.unwrap_or_else(|| {
            self.errors += 1;
            None
        })
    }

    /// Carries out a command and returns the reply in order that it gets, if any; `None` if it
    /// cannot be obeyed.
    fn obey(&mut self, command: Command) -> Option<Option<Due>> {
        let key = |position: &Position| position.board().key();
        let is_same = |(late, _): &mut (Position, Goal)| {
            self.position.as_ref().is_some_and(|position| key(position) == key(late))
        };
        if matches!(command, Command::Analyse(_)) {
            self.late.take_if(is_same);
        }
        match command {
            Command::Start { width, height } => {
                let (width, height) =
                    if self.rows_first { (height, width) } else { (width, height) };
                self.start(BoardSize::new(width, height)?)
            }
            Command::RectStart { width, height } => self.start(BoardSize::new(width, height)?),
            Command::Restart => self.start(self.position.as_ref()?.size()),
            Command::TakeBack(which) => {
                let position = self.position.as_mut()?;
                let stones = position.board().stones();
                let has_passed = self.passes.last() == Some(&stones.len());
                let is_last = |at: Coordinates| match (has_passed, stones.last()) {
                    (true, _) => at.is_pass(),
                    (false, Some(stone)) => at.on(position.size()) == Ok(stone.point),
                    (false, None) => false,
                };
                (has_passed || !stones.is_empty()).then_some(())?;
                let is_meant = match which {
                    TakeBack::Last => true,
                    TakeBack::Named(at) => is_last(at),
                    TakeBack::Unnamed => false,
                };
                is_meant.then_some(())?;
                if has_passed {
                    self.passes.pop();
                    position.pass();
                } else {
                    position.undo();
                }
                Some(Some(Due::Ok))
            }
            Command::Play(at) if at.is_pass() => {
                self.pass()?;
                Some(Some(Due::Pass))
            }
            Command::Play(at) => {
                let point = self.play_other(at)?;
                Some(Some(Due::Echo(point)))
            }
            Command::Begin => {
                let board = self.position.as_ref()?.board();
                (board.empty_count() == board.size().area()).then_some(())?;
                self.think(Goal::Move)
            }
            Command::Turn(at) if at.is_pass() => {
                self.pass()?;
                let due = self.think(Goal::Move);
                if due.is_none() {
                    self.passes.pop();
                    self.position.iter_mut().for_each(Position::pass);
                }
                due
            }
            Command::Turn(at) => {
                self.play_other(at)?;
                let due = self.think(Goal::Move);
                if due.is_none() {
                    self.position.iter_mut().for_each(Position::undo);
                }
                due
            }
            Command::Board(block) => {
                let size = self.position.as_ref()?.size();
                let position = setup::from_block(size, self.options.rule, &block).ok()?;
                let due = self.replace_and_think(position, Goal::Move)?;
                self.passes = passes(&block);
                Some(due)
            }
            Command::YxBoard(block) => {
                let size = self.position.as_ref()?.size();
                self.position = Some(setup::from_block(size, self.options.rule, &block).ok()?);
                self.passes = passes(&block);
                Some(None)
            }
            Command::Analyse(goal) => self.think(goal),
            Command::Opening { question: Question::Swap2Board, moves, .. } => {
                let size = self.position.as_ref()?.size();
                let position = setup::from_moves(size, self.options.rule, &moves).ok()?;
                matches!(moves.len(), 0 | 3 | 5).then_some(())?;
                self.position = Some(position);
                self.passes.clear();
                Some(Some(Due::Swap2Board(moves.len())))
            }
            Command::Opening { question, .. } if question.is_about_board() => {
                let board = self.position.as_ref()?.board();
                (Some(board.stones().len()) == question.stones()).then_some(())?;
                (board.empty_count() > 0).then_some(())?;
                self.follow_rule();
                Some(Some(Due::Step(question, 0)))
            }
            Command::Opening { question: Question::Swap2Propose, .. } => {
                self.start(self.position.as_ref()?.size())?;
                Some(Some(Due::Step(Question::Swap2Propose, 0)))
            }
            Command::Opening { question: Question::SoosorvOpen, .. } => {
                self.position.as_ref()?;
                self.is_lost = true;
                Some(None)
            }
            Command::Opening { question, moves, .. } => {
                let size = self.position.as_ref()?.size();
                let (stones, offered) = moves.split_at_checked(question.stones()?)?;
                (offered.is_empty() != (question == Question::SoosorvAccept)).then_some(())?;
                let position = setup::from_moves(size, self.options.rule, stones).ok()?;
                let is_open = |at: &Coordinates| {
                    at.on(size).is_ok_and(|point| position.board().is_empty(point))
                };
                offered.iter().all(is_open).then_some(())?;
                self.is_lost = true;
                Some(None)
            }
            Command::YxBlock(points) | Command::YxBlockUndo(points) => {
                let largest = BoardSize::square(i64::from(MAX_SIDE));
                let size = self.position.as_ref().map(Position::size).or(largest)?;
                points.iter().map(|at| at.on(size).ok()).collect::<Option<Vec<_>>>()?;
                self.has_blocked = true;
                Some(None)
            }
            Command::Info { key, value } => {
                for setting in self.info.read(&key, &value).ok()? {
                    // No input names a network that is there.
                    if matches!(setting, Setting::NetworkFile(_)) {
                        return None;
                    }
                    self.options.set(setting);
                }
                Some(None)
            }
            Command::YxShowInfo => {
                self.rows_first = true;
                Some(None)
            }
            Command::YxBlockPath(_) | Command::YxBlockPathUndo(_) => {
                self.position.as_ref()?;
                self.has_blocked = true;
                Some(None)
            }
            Command::TraceBoard => self.position.as_ref().map(|_| None),
            Command::YxBlockReset
            | Command::YxBlockPathReset
            | Command::YxHashClear
            | Command::Stop
            | Command::YxShowHashUsage
            | Command::YxDatabase { .. }
            | Command::YxDatabaseFile { .. }
            | Command::YxCheckDatabase
            | Command::YxRepairDatabase
            | Command::YxSaveDatabase
            | Command::Unsupported(_)
            | Command::Ignored
            | Command::About
            | Command::Help
            | Command::Farewell
            | Command::YxShowForbid
            | Command::End => Some(None),
        }
    }

    fn start(&mut self, size: BoardSize) -> Option<Option<Due>> {
        self.position = Some(Position::new(size, self.options.rule));
        self.passes.clear();
        Some(Some(Due::Ok))
    }

    /// Passes for the other side, unless both sides have just passed.
    fn pass(&mut self) -> Option<()> {
        let position = self.position.as_mut()?;
        let count = position.board().stones().len();
        (!self.passes.ends_with(&[count, count])).then(|| position.pass())?;
        self.passes.push(count);
        Some(())
    }

    /// Plays a move of the other side.
    fn play_other(&mut self, at: Coordinates) -> Option<Point> {
        let position = self.position.as_mut()?;
        let point = at.on(position.size()).ok()?;
        position.board().is_empty(point).then(|| position.play(point))?;
        Some(point)
    }

    fn replace_and_think(&mut self, position: Position, goal: Goal) -> Option<Option<Due>> {
        let before = self.position.replace(position);
        let due = self.think(goal);
        match due {
            Some(_) => self.passes.clear(),
            None => self.position = before,
        }
        due
    }

    fn think(&mut self, goal: Goal) -> Option<Option<Due>> {
        let position = self.position.as_mut()?;
        (position.board().empty_count() >= goal.moves()).then_some(())?;
        self.follow_rule();
        Some(Some(Due::Answer(goal)))
    }

    /// Makes the rule that is set that of the position.
    fn follow_rule(&mut self) {
        if let Some(position) = self.position.as_mut()
            && position.rule() != self.options.rule
        {
            *position = setup::with_rule(position, self.options.rule);
        }
    }
}

/// Number of stones before each pass of a block.
fn passes(block: &[Placement]) -> Vec<usize> {
    let (mut stones, mut passes) = (BTreeSet::new(), Vec::new());
    for line in block.iter().filter(|line| line.owner != Owner::Nobody) {
        if line.at.is_pass() {
            passes.push(stones.len());
        } else {
            stones.insert((line.at.x, line.at.y));
        }
    }
    passes
}

fn is_forbidden(item: &Item) -> bool {
    let Ok(Command::Info { key, value }) = item else { return false };
    let number = value.split_ascii_whitespace().next().and_then(parse_integer);
    FORBIDDEN_KEYS.iter().any(|known| key.eq_ignore_ascii_case(known))
        || (key.eq_ignore_ascii_case("RULE") && number == Some(AMBIGUOUS_RULE))
}

/// Panics unless the text consists of lines that a manager can read.
pub(super) fn check_text(text: &str) {
    for line in text.lines() {
        assert!(line.len() <= MAX_LINE, "too long: {line:?}");
        let is_printable = line.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        assert!(is_printable && line == line.trim() && !line.is_empty(), "{line:?}");
    }
}
