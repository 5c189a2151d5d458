//! What a strategy may use: a searcher, a solver, the clock of the task, and whom to tell.

use std::time::Duration;

use crate::control::Control;
use crate::position::Position;
use crate::score::Score;
use crate::search::report::{Info, Line, Outcome, Source};
use crate::search::{Request, Searcher};
use crate::solver::on_demand::SolverOnDemand;
use crate::solver::{Threats, Verdict};

/// Time between notes of a strategy, and before the first one.
const NOTE_INTERVAL: Duration = Duration::from_secs(1);

/// Who is told of each finished iteration.
pub(crate) type Report<'a> = dyn FnMut(&Info) + 'a;

/// What the strategies share that work on one task.
pub struct Means<'a> {
    /// Searches one position at a time.
    pub searcher: &'a mut Searcher,
    /// Looks for forced wins.
    pub solver: &'a mut SolverOnDemand,
    /// When to end.
    pub control: &'a Control,
    /// Told of each finished iteration.
    pub report: &'a mut Report<'a>,
    /// Told of what is no line of play.
    pub note: &'a mut dyn FnMut(Note),
}

impl Means<'_> {
    /// Searches a position, and reports what it finds.
    pub fn search(&mut self, position: &Position, request: &Request) -> Outcome {
        self.search_and(position, request, &mut |info, report| report(info))
    }

    /// Searches a position, and keeps what it finds to itself.
    pub(crate) fn search_silently(&mut self, position: &Position, request: &Request) -> Outcome {
        self.search_and(position, request, &mut |_, _| {})
    }

    /// Searches a position; `tell` hears of each line and of whom to report to.
    pub(crate) fn search_and(
        &mut self,
        position: &Position,
        request: &Request,
        tell: &mut dyn FnMut(&Info, &mut Report<'_>),
    ) -> Outcome {
        let Self { searcher, control, report, .. } = self;
        searcher.think(position, request, control, &mut |info| tell(info, *report))
    }

    /// Reports a single line, which took so many nodes, at the present time.
    pub(crate) fn report_line(&mut self, line: &Line, source: Source, nodes: u64) {
        let info = Info::new(line.clone(), nodes, self.control.elapsed());
        (self.report)(&Info { source, ..info });
    }

    /// Tells something else, at the present time, after so many nodes.
    pub fn remark(&mut self, remark: Remark, nodes: u64) {
        (self.note)(Note { remark, nodes, elapsed: self.control.elapsed() });
    }
}

/// Tells when a note is due: not too often.
pub(crate) struct NoteTimer {
    next: Duration,
}

impl NoteTimer {
    /// A timer by which the first note is due some time after `now`.
    pub(crate) fn new(now: Duration) -> Self {
        Self { next: now + NOTE_INTERVAL }
    }

    /// Whether a note is due.
    pub(crate) fn is_due(&mut self, now: Duration) -> bool {
        let is_due = now >= self.next;
        if is_due {
            self.next = now + NOTE_INTERVAL;
        }
        is_due
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
    /// The move that follows is the first stone of a side, on an empty board or beside one stone.
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
