//! What a session keeps between two events. The other files say what it does with them.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use fukumi_core::clock::Instant;

use super::agreement::Agreement;
use super::awaited::AwaitedOptions;
use super::block::Assembler;
use super::ending::Ending;
use super::inbox::Inbox;
use super::info::InfoReader;
use super::losses::ReportedLosses;
use super::marks::RootMarks;
use super::opening::Asked;
use super::patience::DueAnswers;
use super::queue::Queue;
use super::reply::Axes;
use super::withheld::Withheld;
use crate::engine::Engine;

/// The dialogue with one manager.
pub(super) struct Session<W> {
    pub(super) engine: Engine,
    pub(super) info: InfoReader,
    /// The options beside the program, until they are read.
    pub(super) options: Option<AwaitedOptions>,
    /// Whether the front end has named a network, so that it learns why that cannot be used.
    pub(super) reports_network: bool,
    pub(super) output: W,
    pub(super) assembler: Assembler,
    /// When the first line of the current command was read.
    pub(super) begun: Instant,
    /// What its lines cost in the queue, as far as that is not counted there.
    pub(super) cost: usize,
    /// Items that wait for the running search, the database, or files.
    pub(super) queue: Queue,
    /// The question about an opening that the running search is to answer.
    pub(super) asked: Option<Asked>,
    /// Whether a command that asks for the answer has stopped the running search.
    pub(super) is_stop_asked: bool,
    /// The answer of a search that Yixin-Board broke off, kept until it is clear whether
    /// Yixin-Board expects it.
    pub(super) withheld: Withheld,
    /// Which coordinate the front end means by the first number of a point.
    pub(super) axes: Axes,
    /// Whether the front end means the position of the engine.
    pub(super) agreement: Agreement,
    /// The mark of the move that the running search looks at.
    pub(super) marks: RootMarks,
    /// The losing moves that the running search has reported.
    pub(super) losses: ReportedLosses,
    /// Whether the input has ended, so that only what was asked is finished.
    pub(super) ending: Ending,
    /// Whether the output has no reader any more.
    pub(super) is_reader_gone: fn() -> bool,
    /// The answers of the database that are due.
    pub(super) due_answers: DueAnswers,
    /// When the queue was last looked at.
    pub(super) looked_at: Instant,
    pub(super) inbox: Arc<Inbox>,
}

/// How a command for the database is answered.
pub(super) enum Answered {
    /// By these lines.
    Now(Vec<String>),
    /// By lines that come to the inbox.
    Later,
}

/// Whether the session goes on.
pub(super) type Flow = ControlFlow<()>;

impl<W: Write> Session<W> {
    /// A session that has said and heard nothing yet, without options of its own.
    pub(super) fn new(engine: Engine, output: W, inbox: Arc<Inbox>) -> Self {
        Self {
            engine,
            info: InfoReader::default(),
            options: None,
            reports_network: false,
            output,
            assembler: Assembler::default(),
            begun: Instant::now(),
            cost: 0,
            queue: Queue::default(),
            asked: None,
            is_stop_asked: false,
            withheld: Withheld::default(),
            axes: Axes::default(),
            agreement: Agreement::default(),
            marks: RootMarks::default(),
            losses: ReportedLosses::default(),
            ending: Ending::default(),
            is_reader_gone: || false,
            due_answers: DueAnswers::default(),
            looked_at: Instant::now(),
            inbox,
        }
    }
}
