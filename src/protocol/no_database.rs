//! Yixin-Board's commands for a database, in a build without one.

use std::sync::Arc;

use super::Answered;
use super::command::{DatabaseAction, FileAction};
use super::inbox::Inbox;
use super::reply::Axes;
use crate::engine::Engine;
use crate::engine::setup::Coordinates;

/// Answers a question in the form that makes a front end take the marks of the last search off its
/// board.
pub(super) fn act(
    _: &Engine,
    _: &Arc<Inbox>,
    action: &DatabaseAction,
    _: &[Coordinates],
    _: Axes,
) -> Answered {
    let lines: &[&str] = match action {
        DatabaseAction::Children => &["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"],
        DatabaseAction::ChildrenAndComment => {
            &["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE", "MESSAGE DATABASE TEXT \"\""]
        }
        DatabaseAction::Entry => &["MESSAGE DATABASE ONE 0 0 0 0"],
        DatabaseAction::Comment => &["MESSAGE DATABASE TEXT \"\""],
        _ => return unsupported(),
    };
    Answered::Now(lines.iter().map(|&line| line.into()).collect())
}

pub(super) fn act_on_file(_: &mut Engine, _: &Arc<Inbox>, _: FileAction, _: &str) -> Answered {
    unsupported()
}

pub(super) fn save(_: &Engine, _: &Arc<Inbox>) -> Answered {
    unsupported()
}

pub(super) fn check(_: &Engine, _: &Arc<Inbox>) -> Answered {
    unsupported()
}

pub(super) fn repair(_: &Engine, _: &Arc<Inbox>) -> Answered {
    unsupported()
}

fn unsupported() -> Answered {
    Answered::Now(vec!["MESSAGE this build has no database".into()])
}
