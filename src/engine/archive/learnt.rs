//! What games have taught: a thread of its own writes it and looks it up, so nothing that a front
//! end asks of a database comes in between.

use std::collections::BTreeMap;

use fukumi_core::geometry::Point;
use fukumi_core::identity::{Identity, Key};
use fukumi_core::learning::Record;
use fukumi_core::learning::advice::Advice;
use fukumi_core::position::Position;
use fukumi_database::DatabaseError;
use fukumi_database::guard::Interrupt;
use log::{info, warn};

use super::worker::{Files, Shared, State, Ticket, Work, Worker, Written};
use crate::engine::learning::file::{Connection, LearningFile};

/// Largest number of records of games that wait to be written. Beyond it the oldest games are given
/// up.
pub(super) const MAX_UNWRITTEN: usize = 4_096;

/// The file that games are learnt into.
pub(super) struct Learnt(Connection);

/// A position, and the file to ask about its moves.
pub(super) struct LearntQuestion {
    pub(super) position: Position,
    pub(super) file: LearningFile,
}

/// What a game has taught.
#[derive(Clone)]
pub(super) struct Lesson {
    file: LearningFile,
    records: Vec<Record>,
}

impl Work for Learnt {
    /// Have the file open before it is needed. It is made if there is none.
    type Job = LearningFile;
    type Question = LearntQuestion;
    type Answer = Advice;
    type Content = Lesson;

    fn is_same_file(one: &Lesson, other: &Lesson) -> bool {
        one.file.is_same(&other.file)
    }

    fn report_loss(count: usize, reason: &str) {
        let games = if count == 1 { "a game has".into() } else { format!("{count} games have") };
        warn!("what {games} taught is lost: {reason}");
    }
}

impl Files for Learnt {
    const NAME: &'static str = "learning";

    fn new(interrupt: &Interrupt) -> Self {
        Self(Connection::interrupted_by(interrupt))
    }

    fn carry_out(&mut self, _: &Shared<Self>, file: LearningFile) {
        if let Err(error) = self.0.make(&file) {
            warn!("{} is not there to learn: {error}", file.path().display());
        }
    }

    fn answer(&mut self, shared: &Shared<Self>, question: &LearntQuestion, ticket: Ticket) {
        let LearntQuestion { position, file } = question;
        let known = self.0.reader(file).and_then(|database| {
            database.map_or(Ok(Vec::new()), |database| database.learned_moves(position))
        });
        let known = known.unwrap_or_else(|error| {
            warn!("what was learnt is not read: {error}");
            Vec::new()
        });
        // Only this thread writes, so what is not written yet is not in the file either.
        let advice = shared.lock().advice(file, position, known);
        shared.answer(ticket, advice, true);
    }

    fn write(&mut self, Lesson { file, records }: &Lesson) -> Written {
        match self.0.writer(file).and_then(|database| database.learn(records)) {
            Ok(()) => Written::Done,
            Err(DatabaseError::Busy) => Written::Busy,
            Err(error) => {
                let name = file.path().display();
                warn!("what games have taught is not written to {name}: {error}");
                Written::Failed
            }
        }
    }

    fn settle(&mut self) -> Result<(), DatabaseError> {
        self.0.settle()
    }

    fn let_go(&mut self) {
        self.0.let_go();
    }

    fn tidy(&mut self) -> bool {
        self.0.trim().unwrap_or_else(|error| {
            // The next game, which may have broken it off, is another chance.
            info!("what was learnt is not trimmed: {error}");
            false
        })
    }

    fn close(&mut self) {
        self.0.close();
    }

    fn is_open(&self) -> bool {
        self.0.is_open()
    }
}

impl Worker<Learnt> {
    /// Has the file opened, so that the first question is answered soon. It is made if there is
    /// none, with its folder.
    pub(super) fn open(&self, file: &LearningFile) {
        let mut state = self.lock();
        if state.last_job().as_deref() != Some(file) {
            state.queue(file.clone());
        }
        self.wake(state);
    }

    /// Has what a game has taught written to a file.
    pub(super) fn learn(&self, file: &LearningFile, records: Vec<Record>) {
        let mut state = self.lock();
        state.add(Lesson { file: file.clone(), records });
        self.hurry(&state);
        let mut count: usize =
            state.unwritten.iter().map(|lesson| lesson.content.records.len()).sum();
        while count > MAX_UNWRITTEN && state.unwritten.len() > 1 {
            count -= state.unwritten.pop_front().map_or(0, |lesson| lesson.content.records.len());
            warn!("what a game has taught is lost: too much waits to be written");
        }
        self.wake(state);
    }

    /// What is known of the moves of a position. What the file does not answer in time is missing,
    /// except for what is not written yet.
    pub(super) fn advice(&self, question: &LearntQuestion, ticket: Ticket) -> Advice {
        let LearntQuestion { position, file } = question;
        self.receive(ticket).unwrap_or_else(|| self.lock().advice(file, position, Vec::new()))
    }
}

impl State<Learnt> {
    /// What these records say about the moves of a position, with those that are not written yet.
    fn advice(
        &self,
        file: &LearningFile,
        position: &Position,
        known: Vec<(Point, Record)>,
    ) -> Advice {
        let mut records: BTreeMap<Key, Record> =
            known.into_iter().map(|(_, record)| (record.key, record)).collect();
        let waiting = self.unwritten.iter().map(|lesson| &lesson.content);
        for record in waiting.filter(|lesson| lesson.file.is_same(file)).flat_map(|l| &l.records) {
            records
                .entry(record.key)
                .and_modify(|known| *known = known.plus(*record))
                .or_insert(*record);
        }
        if records.is_empty() {
            return Advice::default();
        }
        let identity = Identity::of(position);
        let moves = position.board().empty_points().filter_map(|point| {
            let record = records.get(&identity.after(point).key())?;
            Some((point, record.score, record.tally))
        });
        Advice::new(position, moves)
    }
}
