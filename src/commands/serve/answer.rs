//! The lines of the output.

use fukumi_reports::{EndingReport, GameReport, Label, PositionReport};
use serde::Serialize;

use super::fields::Fault;
use crate::commands::solve::answer::Solution;

/// What kind of line it is.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Status {
    /// More will come.
    Report,
    Done,
    /// The work was ended before it was done.
    Terminated,
}

/// An answer or a report to a request that makes sense.
#[derive(Serialize)]
pub(super) struct Response<'a> {
    pub(super) id: &'a str,
    pub(super) status: Status,
    pub(super) action: &'static str,
    #[serde(flatten)]
    pub(super) content: Content<'a>,
}

/// Which position of a query it is.
#[derive(Clone, Copy, Serialize)]
pub(super) struct QueryPosition {
    /// Number of moves before the position.
    pub(super) played: usize,
    /// Number of positions of the query, each of which is answered.
    pub(super) positions: usize,
}

/// What an answer says besides.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Content<'a> {
    /// Nothing besides.
    Nothing {},
    /// A position whose work has not begun.
    Untouched(QueryPosition),
    Position {
        #[serde(flatten)]
        place: QueryPosition,
        #[serde(flatten)]
        report: PositionReport<Label>,
        ending: Option<EndingReport<Label>>,
    },
    Solution {
        #[serde(flatten)]
        place: QueryPosition,
        #[serde(flatten)]
        solution: Solution,
    },
    /// The whole game.
    Game {
        /// Number of positions of the query.
        positions: usize,
        game: GameReport<Label>,
    },
    Terminated {
        #[serde(skip_serializing_if = "Option::is_none")]
        terminate_id: Option<&'a str>,
        /// Number of positions.
        terminated: usize,
    },
    Version {
        name: &'static str,
        version: &'static str,
    },
}

impl Response<'_> {
    pub(super) fn to_line(&self) -> String {
        // Nothing in an answer can fail to be written as JSON.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// An error, as it is printed.
#[derive(Serialize)]
struct Failure<'a> {
    id: Option<&'a str>,
    status: &'static str,
    line: u64,
    field: Option<&'a str>,
    reason: &'a str,
}

/// The error that line number `line` of the input cannot be answered, from 1.
pub(super) fn error_line(id: Option<&str>, line: u64, fault: &Fault) -> String {
    let field = fault.field.as_deref();
    let failure = Failure { id, status: "error", line, field, reason: &fault.reason };
    serde_json::to_string(&failure).unwrap_or_default() + "\n"
}
