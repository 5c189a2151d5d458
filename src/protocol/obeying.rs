//! A command is carried out.

use std::io::Write;

use fukumi_core::clock::Instant;
use fukumi_core::geometry::PointSet;

use super::agreement::Happening;
use super::block::Item;
use super::command::{Command, CommandError, Effect, TakeBack};
use super::database;
use super::opening::Asked;
use super::reply::{Axes, Reply};
use super::replying::lines;
use super::session::{Answered, Flow, Session};
use crate::engine::Engine;
use crate::engine::error::EngineError;
use crate::engine::options::Setting;

impl<W: Write> Session<W> {
    /// Carries out an item that began at a time.
    pub(super) fn execute(&mut self, item: Item, since: Instant) -> Flow {
        if self.files_until(&item, since).is_some() {
            self.engine.give_up_files();
        }
        self.settle_withheld(&item)?;
        let command = match item {
            Ok(command) => command,
            Err(error) => {
                self.note_unread(&error);
                return self.write(&Reply::CommandError(error));
            }
        };
        let sets_position = command.sets_position();
        let result = match self.check(&command) {
            // It always has an answer of its own form.
            Err(_) if command == Command::YxShowForbid => {
                Ok(Some(Reply::Forbidden(PointSet::EMPTY)))
            }
            Err(error) => Err(error),
            Ok(()) => self.obey(command, since),
        };
        if sets_position {
            let happening = if result.is_ok() { Happening::Accepted } else { Happening::Refused };
            self.agreement = self.agreement.after(happening);
        }
        match result {
            Ok(Some(reply)) => self.write(&reply),
            Ok(None) => Flow::Continue(()),
            Err(error) => self.write(&Reply::EngineError(error)),
        }
    }

    /// Takes note of a line that may have been a position.
    fn note_unread(&mut self, error: &CommandError) {
        let happening = match error {
            CommandError::Position(_) => Happening::Refused,
            CommandError::Lost(_) => Happening::Lost,
            CommandError::Unknown(_)
            | CommandError::TooLong
            | CommandError::Arguments { .. }
            | CommandError::Interrupted
            | CommandError::Unclosed => return,
        };
        self.agreement = self.agreement.after(happening);
    }

    /// Carries out a command that was checked. A think command is answered later, by its search.
    fn obey(&mut self, command: Command, since: Instant) -> Result<Option<Reply>, EngineError> {
        if command.needs_board() {
            self.asked = None;
        }
        if command.effect() != Effect::Question {
            self.engine.stop_pondering();
        }
        let engine = &mut self.engine;
        let (ok, silent) = (|()| Some(Reply::Ok), |()| None);
        let reply = match command {
            Command::Start { width, height } => {
                match self.axes {
                    Axes::ColumnRow => engine.start(width, height)?,
                    Axes::RowColumn => engine.start(height, width)?,
                }
                Some(Reply::Ok)
            }
            Command::RectStart { width, height } => engine.start(width, height).map(ok)?,
            Command::Restart => engine.restart().map(ok)?,
            Command::TakeBack(which) => take_back(engine, which).map(ok)?,
            Command::Play(at) if at.is_pass() => {
                engine.pass()?;
                Some(Reply::Pass)
            }
            Command::Play(at) => Some(Reply::Moves(vec![engine.play(at)?])),
            Command::Begin => engine.begin(since).map(silent)?,
            Command::Turn(at) => {
                engine.play_and_think(at, since)?;
                engine.ending().map(Reply::Ending)
            }
            Command::Board(block) => {
                engine.set_block_and_think(&block, since)?;
                engine.ending().map(Reply::Ending)
            }
            Command::Analyse(goal) => engine.think(goal, since).map(silent)?,
            Command::Opening { question, fifths, moves } => {
                let asked = Asked::put(engine, question, fifths, &moves, since)?;
                let drawn = asked.draw(engine)?;
                self.asked = drawn.is_none().then_some(asked);
                drawn
            }
            Command::YxBoard(block) => engine.set_block(&block).map(silent)?,
            Command::YxBlock(points) => engine.block(&points, true).map(silent)?,
            Command::YxBlockUndo(points) => engine.block(&points, false).map(silent)?,
            Command::YxBlockReset => {
                engine.unblock_all();
                None
            }
            Command::YxBlockPath(moves) => engine.block_path(&moves, true).map(silent)?,
            Command::YxBlockPathUndo(moves) => engine.block_path(&moves, false).map(silent)?,
            Command::YxBlockPathReset => {
                engine.unblock_all_paths();
                None
            }
            Command::TraceBoard => {
                let position = engine.position().ok_or(EngineError::NoGame)?;
                Some(Reply::Board { position: Box::new(position.clone()), axes: self.axes })
            }
            Command::YxHashClear => {
                engine.forget();
                None
            }
            Command::Info { key, value } => self.set_option(&key, &value),
            Command::Stop => {
                self.is_stop_asked = engine.is_thinking();
                engine.stop();
                None
            }
            Command::About => Some(Reply::About),
            Command::Help => Some(Reply::Help),
            Command::Farewell => Some(Reply::Farewell),
            Command::YxShowInfo => {
                self.axes = Axes::RowColumn;
                Some(Reply::Limits)
            }
            Command::YxShowForbid => Some(Reply::Forbidden(engine.forbidden_points())),
            Command::YxShowHashUsage => {
                let (bytes, permille) = (engine.table_bytes(), engine.usage_permille());
                Some(Reply::HashUsage { bytes, permille })
            }
            Command::YxDatabase { .. }
            | Command::YxDatabaseFile { .. }
            | Command::YxSaveDatabase
            | Command::YxCheckDatabase
            | Command::YxRepairDatabase => self.ask_database(&command),
            Command::Unsupported(name) => Some(Reply::Unsupported(name)),
            Command::Ignored | Command::End => None,
        };
        Ok(reply)
    }

    /// Sets an option, unless the value makes no sense.
    fn set_option(&mut self, key: &str, value: &str) -> Option<Reply> {
        self.note_key(key);
        let settings = match self.info.read(key, value) {
            Ok(settings) => settings,
            Err(refusal) => return Some(Reply::Refusal(refusal)),
        };
        for setting in settings {
            self.engine.stop_pondering();
            self.reports_network |= matches!(setting, Setting::NetworkFile(_));
            self.engine.set(setting);
        }
        None
    }

    /// Asks the database what a command wants. Returns the reply, if it is there already.
    fn ask_database(&mut self, command: &Command) -> Option<Reply> {
        let (engine, inbox) = (&mut self.engine, &self.inbox);
        let answered = match command {
            Command::YxDatabase { action, moves } => {
                database::act(engine, inbox, action, moves, self.axes)
            }
            Command::YxDatabaseFile { action, name } => {
                database::act_on_file(engine, inbox, *action, name)
            }
            Command::YxSaveDatabase => database::save(engine, inbox),
            Command::YxCheckDatabase => database::check(engine, inbox),
            Command::YxRepairDatabase => database::repair(engine, inbox),
            _ => return None,
        };
        match answered {
            Answered::Now(answer) => lines(answer),
            Answered::Later => {
                self.due_answers = self.due_answers.after_question(Instant::now());
                None
            }
        }
    }
}

/// Takes the last move back, which may have to be the one named.
fn take_back(engine: &mut Engine, which: TakeBack) -> Result<(), EngineError> {
    match which {
        TakeBack::Last => engine.take_back_last(),
        TakeBack::Named(at) => engine.take_back(at),
        TakeBack::Unnamed => Err(engine.not_last(None)),
    }
}
