//! The game as the referee keeps it: which commands can be obeyed, and what they do to the board.

use std::collections::BTreeSet;

use fukumi::engine::options::{Options, Setting};
use fukumi::engine::setup::{self, Coordinates, Owner, Placement};
use fukumi::protocol::block::Item;
use fukumi::protocol::command::{Command, CommandError, Need, TakeBack};
use fukumi::protocol::info::{FrontEnd, InfoReader};
use fukumi::protocol::question::Question;
use fukumi_core::decide::task::Goal;
use fukumi_core::geometry::{BoardSize, MAX_SIDE, Point};
use fukumi_core::position::Position;

use super::due::Due;

/// A command cannot be obeyed, and is answered by an error.
pub(super) struct Refused;

/// What an obeyed command is answered with, if it has an answer in order.
type Obeyed = Result<Option<Due>, Refused>;

/// A game, its options, and what stands in the way of commands.
#[derive(Default)]
pub(super) struct RefereedGame {
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
    /// Whether a step of Soosõrv was asked for, whose answer the referee cannot follow.
    is_lost: bool,
}

impl RefereedGame {
    /// A game of a front end in the tradition of Yixin's.
    pub(super) fn of_yixin() -> Self {
        let mut game = Self::default();
        // No rule is set yet.
        let _ = game.info.note(FrontEnd::Yixin);
        game
    }

    /// The command that is meant, which depends on the front end.
    pub(super) fn meant(&mut self, command: Command) -> Command {
        self.info.meant(command)
    }

    pub(super) fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Puts another position in the place of this one, and returns this one.
    pub(super) fn replace_position(&mut self, position: Option<Position>) -> Option<Position> {
        std::mem::replace(&mut self.position, position)
    }

    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Whether the front end gives rows before columns.
    pub(super) fn has_rows_first(&self) -> bool {
        self.rows_first
    }

    /// Plays a move of the engine, which must be legal.
    pub(super) fn play(&mut self, point: Point) {
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

    /// Whether nothing before a command stands in its way.
    pub(super) fn allows(&self, command: &Command) -> bool {
        match command.need() {
            Need::Nothing => true,
            Need::Game => !self.has_lost_lines,
            Need::Position => !self.has_lost_lines && !self.is_refused,
        }
    }

    /// Handles a command, or a line that is none.
    pub(super) fn handle(&mut self, item: Item) -> Obeyed {
        let command = match item {
            Ok(command) => command,
            Err(error) => {
                self.note(&error);
                return Ok(None);
            }
        };
        let sets_position = command.sets_position();
        let obeyed = if self.allows(&command) { self.obey(command) } else { Err(Refused) };
        if sets_position {
            self.is_refused = obeyed.is_err();
            self.has_lost_lines &= obeyed.is_err();
        }
        obeyed
    }

    /// Notes what a line that is no command stands in the way of.
    fn note(&mut self, error: &CommandError) {
        match error {
            CommandError::Position(_) => self.is_refused = true,
            CommandError::Lost(_) => self.has_lost_lines = true,
            _ => {}
        }
    }

    /// Carries out a command.
    fn obey(&mut self, command: Command) -> Obeyed {
        match command {
            Command::Start { width, height } if self.rows_first => self.start(height, width),
            Command::Start { width, height } | Command::RectStart { width, height } => {
                self.start(width, height)
            }
            Command::Restart => self.restart(Due::Ok),
            Command::TakeBack(which) => self.take_back(which),
            Command::Play(at) if at.is_pass() => self.pass().map(|()| Some(Due::Pass)),
            Command::Play(at) => self.play_other(at).map(|point| Some(Due::Echo(point))),
            Command::Begin => self.begin(),
            Command::Turn(at) => self.turn(at),
            Command::Board(block) => self.board(&block),
            Command::YxBoard(block) => {
                self.position = Some(self.position_of(&block)?);
                self.passes = passes(&block);
                Ok(None)
            }
            Command::Analyse(goal) => self.think(goal),
            Command::Opening { question, moves, .. } => self.opening(question, &moves),
            Command::YxBlock(points) | Command::YxBlockUndo(points) => self.block(&points),
            Command::Info { key, value } => self.set(&key, &value),
            Command::YxShowInfo => {
                self.rows_first = true;
                Ok(None)
            }
            Command::YxBlockPath(_) | Command::YxBlockPathUndo(_) => {
                self.size()?;
                self.has_blocked = true;
                Ok(None)
            }
            Command::TraceBoard => self.size().map(|_| None),
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
            | Command::End => Ok(None),
        }
    }

    /// The size of the board; refused without a game.
    fn size(&self) -> Result<BoardSize, Refused> {
        self.position.as_ref().map(Position::size).ok_or(Refused)
    }

    fn start(&mut self, width: i64, height: i64) -> Obeyed {
        self.clear(BoardSize::new(width, height).ok_or(Refused)?);
        Ok(Some(Due::Ok))
    }

    fn restart(&mut self, due: Due) -> Obeyed {
        self.clear(self.size()?);
        Ok(Some(due))
    }

    fn clear(&mut self, size: BoardSize) {
        self.position = Some(Position::new(size, self.options.rule));
        self.passes.clear();
    }

    fn take_back(&mut self, which: TakeBack) -> Obeyed {
        let position = self.position.as_mut().ok_or(Refused)?;
        let stones = position.board().stones();
        let has_passed = self.passes.last() == Some(&stones.len());
        let is_last = |at: Coordinates| match (has_passed, stones.last()) {
            (true, _) => at.is_pass(),
            (false, Some(stone)) => at.on(position.size()) == Ok(stone.point),
            (false, None) => false,
        };
        let is_meant = match which {
            TakeBack::Last => true,
            TakeBack::Named(at) => is_last(at),
            TakeBack::Unnamed => false,
        };
        if !is_meant || !has_passed && stones.is_empty() {
            return Err(Refused);
        }
        if has_passed {
            self.passes.pop();
            position.pass();
        } else {
            position.undo();
        }
        Ok(Some(Due::Ok))
    }

    fn begin(&mut self) -> Obeyed {
        let board = self.position.as_ref().ok_or(Refused)?.board();
        if board.empty_count() != board.size().area() {
            return Err(Refused);
        }
        self.think(Goal::Move)
    }

    /// A move of the other side, or a pass, which is answered unless the board is full.
    fn turn(&mut self, at: Coordinates) -> Obeyed {
        if at.is_pass() {
            self.pass()?;
            let due = self.think(Goal::Move);
            if due.is_err() {
                self.passes.pop();
                self.position.iter_mut().for_each(Position::pass);
            }
            return due;
        }
        self.play_other(at)?;
        let due = self.think(Goal::Move);
        if due.is_err() {
            self.position.iter_mut().for_each(Position::undo);
        }
        due
    }

    fn board(&mut self, block: &[Placement]) -> Obeyed {
        let position = self.position_of(block)?;
        let before = self.replace_position(Some(position));
        let due = self.think(Goal::Move);
        match due {
            Ok(_) => self.passes = passes(block),
            Err(Refused) => self.position = before,
        }
        due
    }

    fn position_of(&self, block: &[Placement]) -> Result<Position, Refused> {
        setup::from_block(self.size()?, self.options.rule, block).map_err(|_| Refused)
    }

    /// A question about an opening.
    fn opening(&mut self, question: Question, moves: &[Coordinates]) -> Obeyed {
        match question {
            Question::Swap2Board => {
                let position = setup::from_moves(self.size()?, self.options.rule, moves);
                let position = position.map_err(|_| Refused)?;
                if !matches!(moves.len(), 0 | 3 | 5) {
                    return Err(Refused);
                }
                self.position = Some(position);
                self.passes.clear();
                Ok(Some(Due::Swap2Board(moves.len())))
            }
            _ if question.is_about_board() => {
                let board = self.position.as_ref().ok_or(Refused)?.board();
                if Some(board.stones().len()) != question.stones() || board.empty_count() == 0 {
                    return Err(Refused);
                }
                self.follow_rule();
                Ok(Some(Due::Step(question, 0)))
            }
            Question::Swap2Propose => self.restart(Due::Step(Question::Swap2Propose, 0)),
            Question::SoosorvOpen => {
                self.size()?;
                self.is_lost = true;
                Ok(None)
            }
            _ => self.soosorv(question, moves),
        }
    }

    /// A later step of Soosõrv, with the stones and the moves that are offered.
    fn soosorv(&mut self, question: Question, moves: &[Coordinates]) -> Obeyed {
        let size = self.size()?;
        let count = question.stones().ok_or(Refused)?;
        let (stones, offered) = moves.split_at_checked(count).ok_or(Refused)?;
        if offered.is_empty() == (question == Question::SoosorvAccept) {
            return Err(Refused);
        }
        let position = setup::from_moves(size, self.options.rule, stones).map_err(|_| Refused)?;
        let is_open =
            |at: &Coordinates| at.on(size).is_ok_and(|point| position.board().is_empty(point));
        if !offered.iter().all(is_open) {
            return Err(Refused);
        }
        self.is_lost = true;
        Ok(None)
    }

    fn block(&mut self, points: &[Coordinates]) -> Obeyed {
        let largest = BoardSize::square(i64::from(MAX_SIDE));
        let size = self.position.as_ref().map(Position::size).or(largest).ok_or(Refused)?;
        if points.iter().any(|at| at.on(size).is_err()) {
            return Err(Refused);
        }
        self.has_blocked = true;
        Ok(None)
    }

    fn set(&mut self, key: &str, value: &str) -> Obeyed {
        for setting in self.info.read(key, value).map_err(|_| Refused)? {
            // No input names a network that is there.
            if matches!(setting, Setting::NetworkFile(_)) {
                return Err(Refused);
            }
            self.options.set(setting);
        }
        Ok(None)
    }

    /// Passes for the other side, unless both sides have just passed.
    fn pass(&mut self) -> Result<(), Refused> {
        let position = self.position.as_mut().ok_or(Refused)?;
        let count = position.board().stones().len();
        if self.passes.ends_with(&[count, count]) {
            return Err(Refused);
        }
        position.pass();
        self.passes.push(count);
        Ok(())
    }

    /// Plays a move of the other side.
    fn play_other(&mut self, at: Coordinates) -> Result<Point, Refused> {
        let position = self.position.as_mut().ok_or(Refused)?;
        let point = at.on(position.size()).map_err(|_| Refused)?;
        if !position.board().is_empty(point) {
            return Err(Refused);
        }
        position.play(point);
        Ok(point)
    }

    fn think(&mut self, goal: Goal) -> Obeyed {
        let position = self.position.as_mut().ok_or(Refused)?;
        if position.board().empty_count() < goal.moves() {
            return Err(Refused);
        }
        self.follow_rule();
        Ok(Some(Due::Answer(goal)))
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
