//! What a strategy may use: a searcher, a solver, the clock of the task, and the receivers of
//! reports.

use std::time::Duration;

use crate::control::Control;
use crate::position::Position;
use crate::score::Score;
use crate::search::report::{Info, Outcome, Source, Variation};
use crate::search::{Request, Searcher};
use crate::solver::on_demand::SolverOnDemand;
use crate::solver::{Threats, Verdict};

/// Time between notes of a strategy, and before the first one.
const NOTE_INTERVAL: Duration = Duration::from_secs(1);

/// The receiver of each line of each finished iteration.
pub(crate) type Listener<'a> = dyn FnMut(&Info) + 'a;

/// The tools that the strategies share while they work on one task.
pub struct Means<'a> {
    /// The searcher, which searches one position at a time.
    pub searcher: &'a mut Searcher,
    /// The solver that looks for forced wins.
    pub solver: &'a mut SolverOnDemand,
    /// The limits and the stop flag.
    pub control: &'a Control,
    /// Receives each line of each finished iteration.
    pub report: &'a mut Listener<'a>,
    /// Receives remarks that are not lines of play.
    pub note: &'a mut dyn FnMut(Note),
    /// What the last search found whose lines were reported. An iteration that was stopped is not
    /// reported, but it may have changed the best move.
    pub found: Outcome,
}

impl Means<'_> {
    /// Searches a position and reports the lines it finds.
    pub fn search(&mut self, position: &Position, request: &Request) -> Outcome {
        let outcome = self.search_and(position, request, &mut |info, report| report(info));
        self.found = outcome.clone();
        outcome
    }

    /// Searches a position without reporting any line.
    pub(crate) fn search_silently(&mut self, position: &Position, request: &Request) -> Outcome {
        self.search_and(position, request, &mut |_, _| {})
    }

    /// Searches a position and passes each line to `on_line`, with the receiver of reports.
    pub(crate) fn search_and(
        &mut self,
        position: &Position,
        request: &Request,
        on_line: &mut dyn FnMut(&Info, &mut Listener<'_>),
    ) -> Outcome {
        let Self { searcher, control, report, .. } = self;
        searcher.think(position, request, control, &mut |info| on_line(info, *report))
    }

    /// Reports a single line that took `nodes` nodes, with the current time.
    pub(crate) fn report_line(&mut self, line: &Variation, source: Source, nodes: u64) {
        let info = Info::new(line.clone(), nodes, self.control.elapsed());
        (self.report)(&Info { source, ..info });
    }

    /// Sends a remark that is not a line of play, with the current time and the nodes so far.
    pub fn remark(&mut self, remark: Remark, nodes: u64) {
        (self.note)(Note { remark, nodes, elapsed: self.control.elapsed() });
    }
}

/// Decides when a note is due, so that there are not too many.
pub(crate) struct NoteTimer {
    next: Duration,
}

impl NoteTimer {
    /// Creates a timer whose first note is due some time after `now`.
    pub(crate) fn new(now: Duration) -> Self {
        Self { next: now + NOTE_INTERVAL }
    }

    /// Whether a note is due at `now`. If so, the next one is due some time later.
    pub(crate) fn is_due(&mut self, now: Duration) -> bool {
        let is_due = now >= self.next;
        if is_due {
            self.next = now + NOTE_INTERVAL;
        }
        is_due
    }
}

/// A message to the user that is not a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The content.
    pub remark: Remark,
    /// Nodes so far, of the search and of the solver.
    pub nodes: u64,
    /// Time since the command was read.
    pub elapsed: Duration,
}

/// What a [`Note`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The move that follows is the first stone of a side, on an empty board or beside a single
    /// stone of the opponent.
    FirstStone,
    /// The solver is looking for a win.
    Hunting {
        /// The threats that the win may use.
        threats: Threats,
        /// Proof number: the smallest number of open positions that must be won to prove the win.
        proof: u32,
        /// Disproof number: the smallest number of open positions that must be refuted to disprove
        /// the win.
        disproof: u32,
    },
    /// The solver has finished looking for a win.
    Hunted {
        /// The threats that the win may use.
        threats: Threats,
        /// The verdict. A win has the number of plies to its end.
        verdict: Verdict<usize>,
    },
    /// The solver is looking at the replies to a threat.
    Defending {
        /// Number of replies looked at.
        done: usize,
        /// Number of replies in all.
        total: usize,
    },
    /// The solver has looked at the opponent's threat to win and the replies to it.
    Defended {
        /// Whether there is a threat. A win has the number of plies to its end.
        threat: Verdict<usize>,
        /// Number of replies after which there is no such win.
        stopping: usize,
        /// Number of replies after which there still is one.
        losing: usize,
        /// Number of undecided replies.
        undecided: usize,
    },
    /// Every move loses or seems to lose, even the moves that stop the threat.
    Lost {
        /// The score of the best move.
        score: Score,
    },
}
