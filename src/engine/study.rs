//! The means to find something out about a position: a searcher, a solver, their time, and whom to tell.

use std::time::Duration;

use super::watch::Watch;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::report::{Info, Line, Source};
use crate::solver::on_demand::SolverOnDemand;
use crate::solver::{Threats, Verdict};

/// What the searches of one task share.
pub struct Study<'a> {
    /// Searches one position at a time.
    pub searcher: &'a mut Searcher,
    /// Looks for forced wins.
    pub solver: &'a mut SolverOnDemand,
    /// When to end.
    pub watch: &'a Watch,
    /// Told of progress.
    pub report: &'a mut dyn FnMut(&Info<'_>),
    /// Told of what is no line of play.
    pub note: &'a mut dyn FnMut(Note),
}

impl Study<'_> {
    /// Reports a single line, which took so many nodes, at the present time.
    pub fn tell(&mut self, line: &Line, source: Source, nodes: u64) {
        let elapsed = self.watch.control().elapsed();
        (self.report)(&Info { line, source, index: 0, count: 1, nodes, elapsed, outlook: None });
    }
}

/// Something to tell that is no line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it says.
    pub remark: Remark,
    /// Stones put on the board so far.
    pub nodes: u64,
    /// Time since the command was read.
    pub elapsed: Duration,
}

/// What a [`Note`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The move that follows is the first stone of a side, see [`super::opening`].
    FirstStone,
    /// A win by such threats is being looked for.
    Hunting {
        /// What the win may use.
        threats: Threats,
        /// Least number of open positions to be won for a win.
        proof: u32,
        /// Least number of open positions to be refuted for its absence.
        disproof: u32,
    },
    /// The answer to the question for a win by such threats.
    Hunted {
        /// What the win may use.
        threats: Threats,
        /// With the plies to the end of the win.
        verdict: Verdict<usize>,
    },
    /// The replies to a threat are being looked at.
    Defending {
        /// Replies looked at.
        done: usize,
        /// Replies there are.
        total: usize,
    },
    /// The opponent's threat to win, with the plies to its end, and what the replies do about it.
    Defended {
        /// Whether there is a threat.
        threat: Verdict<usize>,
        /// Replies after which there is no such win any more.
        stopping: usize,
        /// Replies after which there is one.
        losing: usize,
        /// Replies that are not decided.
        undecided: usize,
    },
    /// Every move loses, or so it seems, also those that stop the threat.
    Lost {
        /// The score of the best one.
        score: Score,
    },
}
