//! The database of a front end: a thread of its own does what the front end asks, answers what a
//! search asks, and writes what searches have found.

use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::position::Position;
use fukumi_database::DatabaseError;
use fukumi_database::guard::Interrupt;
use log::warn;

use super::found::Findings;
use super::knowledge::Knowledge;
use super::worker::{Files, LAST_PATIENCE, Shared, Ticket, Work, Written};
use crate::engine::options::DatabaseSettings;
use crate::engine::positions::{Positions, Target};

/// Largest number of searches whose findings wait to be written.
const MAX_FINDINGS: usize = 16;

/// Something to do with the database.
pub(super) enum Job {
    /// Take note of settings.
    Set(DatabaseSettings),
    /// Have the file open before it is needed.
    Open,
    /// Have what a search has found written, if that is wanted.
    Keep(Box<Findings>),
    /// Do what a front end asks.
    Run(Box<dyn FnOnce(&mut Positions) + Send>),
}

/// A question of a search.
pub(super) struct PositionsQuestion {
    pub(super) position: Position,
    /// Whether to advise about the moves.
    pub(super) is_game_move: bool,
    /// How long to look for positions ahead; `None` if they are not wanted.
    pub(super) look_ahead: Option<Duration>,
}

/// What a search has found, where it is kept, and until when to try.
#[derive(Clone)]
pub(super) struct Found {
    findings: Box<Findings>,
    target: Target,
    until: Instant,
}

impl Work for Positions {
    type Job = Job;
    type Question = PositionsQuestion;
    type Answer = Knowledge;
    type Content = Found;

    fn is_same_file(one: &Found, other: &Found) -> bool {
        one.target.path() == other.target.path()
    }

    fn report_loss(_: usize, reason: &str) {
        warn!("what the last searches found is lost: {reason}");
    }
}

impl Files for Positions {
    const NAME: &'static str = "database";

    fn new(interrupt: &Interrupt) -> Self {
        Self::interrupted_by(interrupt)
    }

    fn carry_out(&mut self, shared: &Shared<Self>, job: Job) {
        match job {
            Job::Set(settings) => self.set(settings),
            Job::Open => {
                if let Err(error) = self.reader() {
                    warn!("the database is not read: {error}");
                }
            }
            Job::Keep(findings) => {
                let Some(target) = self.target() else { return };
                let mut state = shared.lock();
                if state.unwritten.len() < MAX_FINDINGS {
                    let until = Instant::now() + LAST_PATIENCE;
                    state.add(Found { findings, target, until });
                } else {
                    warn!("what a search found is lost: too many wait to be written");
                }
            }
            Job::Run(job) => job(self),
        }
    }

    fn answer(&mut self, shared: &Shared<Self>, question: &PositionsQuestion, ticket: Ticket) {
        let &PositionsQuestion { ref position, is_game_move, look_ahead } = question;
        let until = ticket.until;
        let mut knowledge = Knowledge { is_stale: self.is_stale(), ..Knowledge::default() };
        if is_game_move {
            knowledge.advice = self.advice(position, Some(until));
        }
        if let Some(time) = look_ahead {
            shared.answer(ticket, knowledge.clone(), false);
            let until = (Instant::now() + time).min(until);
            knowledge.ahead = self.known(position, Some(until));
        }
        let has_any = !knowledge.ahead.is_empty();
        if shared.answer(ticket, knowledge, true) {
            self.note_told(has_any);
        }
    }

    fn write(&mut self, Found { findings, target, until }: &Found) -> Written {
        match findings.write(self, target) {
            Ok(()) => Written::Done,
            Err(DatabaseError::Busy) if Instant::now() < *until => Written::Busy,
            // No game is lost by it.
            Err(error) => {
                let path = target.path().display();
                warn!("what a search found is not written to {path}: {error}");
                Written::Done
            }
        }
    }

    fn settle(&mut self) -> Result<(), DatabaseError> {
        self.settle()
    }

    fn let_go(&mut self) {
        self.let_go();
    }

    fn tidy(&mut self) -> bool {
        false
    }

    fn close(&mut self) {
        self.close();
    }

    fn is_open(&self) -> bool {
        self.is_open()
    }
}
