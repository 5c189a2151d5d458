//! Learning from games: follows the engine's own, and keeps what they teach in the folder that it was
//! given, if it may.
//!
//! A game is over when a row wins or a foul is on the board, when the board is full, or as soon as a
//! search of the engine has proven who wins; what was broken off before teaches nothing. What is to be kept
//! is written at once, on a thread of its own, so that a slow disk costs no time of a game.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use log::{info, warn};

use crate::experience::advice::Advice;
use crate::experience::store::{Store, StoreError};
use crate::experience::trail::{Outcome, Trail};
use crate::experience::{Memory, Record};
use crate::geometry::{Color, Point};
use crate::position::Position;
use crate::position::ending::Ending;
use crate::score::Score;

/// How long another process that writes is waited for before a game.
const READ_PATIENCE: Duration = Duration::from_millis(50);
/// The same before a game is written.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
/// Records that wait to be written, at most; older ones are given up.
const MAX_PENDING: usize = 4_096;

/// What is learnt, and where it is kept.
#[derive(Default)]
pub struct Learning {
    /// The file; `None` without permission.
    store: Option<Store>,
    memory: Memory,
    trail: Trail,
    /// Whether the game is decided: it was counted then.
    is_decided: bool,
    /// What is still to be written.
    pending: Vec<Record>,
    writing: Option<Writing>,
    /// Whether the file could not be written; it is tried again when there is more to write.
    is_stuck: bool,
}

/// Records that are being written.
struct Writing {
    records: Vec<Record>,
    done: Receiver<Result<(), StoreError>>,
}

impl Learning {
    /// Learns in this folder from now on, or not at all. What is known is read when it changes.
    pub fn set_folder(&mut self, folder: Option<PathBuf>) {
        let store = folder.as_deref().map(Store::below);
        if store != self.store {
            *self = Self { store, ..Self::default() };
            self.read();
        }
    }

    /// A game begins: what other processes have learnt meanwhile is read.
    pub fn begin_game(&mut self) {
        self.trail = Trail::default();
        self.is_decided = false;
        self.finish_writing(READ_PATIENCE);
        self.read();
    }

    /// What was learnt of the moves in `position`.
    pub fn advice(&self, position: &Position) -> Advice {
        Advice::new(&self.memory, position)
    }

    /// The engine is to move in `position`, which may be one of another game than before.
    pub fn follow(&mut self, position: &Position) {
        if self.store.is_none() {
            return;
        }
        let was_empty = self.trail.is_empty();
        self.trail.follow(position);
        if self.trail.is_empty() && !was_empty {
            self.is_decided = false;
        }
        self.end(position, !position.to_move());
    }

    /// The engine has moved in `position`, and this is what its search thought of it; `saw_all` says
    /// whether it looked at all moves.
    pub fn note(&mut self, position: &Position, point: Point, score: Option<Score>, saw_all: bool) {
        if self.store.is_none() {
            return;
        }
        self.trail.push(position, point, score, saw_all);
        let mut after = position.clone();
        after.play(point);
        self.end(&after, position.to_move().opponent());
        if let Some(outcome) = self.trail.proven() {
            self.decide(outcome);
        }
    }

    /// Counts the game if it is over on the board, of which the player who is not `opponent` is the
    /// engine.
    fn end(&mut self, position: &Position, opponent: Color) {
        let outcome = match position.ending() {
            Some(Ending::Five(winner)) if winner == opponent => Outcome::Loss,
            Some(Ending::Five(_)) => Outcome::Win,
            // Only Black makes fouls.
            Some(Ending::Foul(_)) if opponent == Color::Black => Outcome::Win,
            Some(Ending::Foul(_)) => Outcome::Loss,
            None if position.board().empty_count() == 0 => Outcome::Draw,
            None => return,
        };
        self.decide(outcome);
    }

    fn decide(&mut self, outcome: Outcome) {
        if std::mem::replace(&mut self.is_decided, true) {
            return;
        }
        #[expect(clippy::disallowed_methods, reason = "tells a person when, and decides nothing")]
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let time = since_epoch.map_or(0, |time| u32::try_from(time.as_secs()).unwrap_or(u32::MAX));
        let records = self.trail.records(outcome, time);
        info!("{outcome:?}: {} positions to remember", records.len());
        records.iter().for_each(|&record| self.memory.add(record));
        self.pending.extend(records);
        self.is_stuck = false;
    }

    /// Has what is to be written written, and waits for it no longer than `patience`.
    pub fn write(&mut self, patience: Duration) {
        self.finish_writing(patience);
        if self.writing.is_some() || self.pending.is_empty() || self.is_stuck {
            return;
        }
        let Some(store) = self.store.clone() else { return };
        let records = std::mem::take(&mut self.pending);
        let (sender, done) = channel();
        self.writing = Some(Writing { records: records.clone(), done });
        let write = move || {
            // Nobody waits any more at the end of the session.
            let _ = sender.send(store.append(&records, WRITE_PATIENCE));
        };
        if let Err(error) = thread::Builder::new().name("memory".into()).spawn(write) {
            warn!("no thread to write on: {error}");
        }
        self.finish_writing(patience);
    }

    /// Notes what became of what is being written, if that is known within `patience`.
    fn finish_writing(&mut self, patience: Duration) {
        let Some(Writing { records, done }) = self.writing.take() else { return };
        let error = match done.recv_timeout(patience) {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(RecvTimeoutError::Disconnected) => "the thread that writes is gone".into(),
            Err(RecvTimeoutError::Timeout) => {
                self.writing = Some(Writing { records, done });
                return;
            }
        };
        warn!("what games have taught is not written: {error}");
        self.is_stuck = true;
        self.pending.splice(..0, records);
        let surplus = self.pending.len().saturating_sub(MAX_PENDING);
        self.pending.drain(..surplus);
    }

    fn read(&mut self) {
        let Some(store) = &self.store else { return };
        let path = store.path().display();
        match store.read(READ_PATIENCE) {
            Ok(contents) => {
                if contents.damaged > 0 || !contents.has_head {
                    let damaged = contents.damaged;
                    warn!("{path} is damaged; {damaged} records are lost, the others are used");
                }
                self.memory = contents.memory;
                let writing = self.writing.iter().flat_map(|writing| &writing.records);
                writing.chain(&self.pending).for_each(|&record| self.memory.add(record));
                info!("{} positions are remembered from {path}", self.memory.len());
            }
            Err(error) => warn!("{path} is not read: {error}"),
        }
    }
}
