//! Yixin-Board's commands for a database, in a build without one.

use super::command::{DatabaseAction, FileAction};
use crate::engine::setup::Coordinates;
use crate::geometry::BoardSize;
use crate::position::Position;
use crate::rule::Rule;

/// A position to ask about, of which nothing is known.
pub(super) struct Place;

impl Place {
    pub(super) fn new(_: Rule, _: BoardSize, _: &[Coordinates]) -> Option<Self> {
        None
    }

    pub(super) fn of(_: &Position) -> Option<Self> {
        None
    }
}

/// No database.
pub(super) struct Positions;

impl Positions {
    pub(super) fn new(_: bool) -> Self {
        Self
    }

    pub(super) fn set_option(&mut self, _: &str, _: &str) {}

    /// Answers a question in the form that makes a front end take the marks of the last search off
    /// its board.
    pub(super) fn act(&mut self, action: &DatabaseAction, _: Option<&Place>) -> Vec<String> {
        let lines: &[&str] = match action {
            DatabaseAction::Children => &["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"],
            DatabaseAction::ChildrenAndComment => {
                &["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE", "MESSAGE DATABASE TEXT \"\""]
            }
            DatabaseAction::Entry => &["MESSAGE DATABASE ONE 0 0 0 0"],
            DatabaseAction::Comment => &["MESSAGE DATABASE TEXT \"\""],
            _ => return unsupported(),
        };
        lines.iter().map(|&line| line.into()).collect()
    }

    pub(super) fn act_on_file(&mut self, _: FileAction, _: &str, _: Option<&Place>) -> Vec<String> {
        unsupported()
    }

    pub(super) fn save(&self) -> Vec<String> {
        unsupported()
    }

    pub(super) fn check(&mut self) -> Vec<String> {
        unsupported()
    }
}

fn unsupported() -> Vec<String> {
    vec!["MESSAGE this build has no database".into()]
}
