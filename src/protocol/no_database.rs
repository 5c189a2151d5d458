//! Yixin-Board's commands for a database, in a build without one.

use super::command::{DatabaseAction, FileAction};
use super::reply::Axes;
use crate::engine::Engine;
use crate::engine::setup::Coordinates;

/// Answers a question in the form that makes a front end take the marks of the last search off its
/// board.
pub(super) fn act(
    _: &mut Engine,
    action: &DatabaseAction,
    _: &[Coordinates],
    _: Axes,
) -> Vec<String> {
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

pub(super) fn act_on_file(_: &mut Engine, _: FileAction, _: &str) -> Vec<String> {
    unsupported()
}

pub(super) fn save(_: &mut Engine) -> Vec<String> {
    unsupported()
}

pub(super) fn check(_: &mut Engine) -> Vec<String> {
    unsupported()
}

pub(super) fn repair(_: &mut Engine) -> Vec<String> {
    unsupported()
}

fn unsupported() -> Vec<String> {
    vec!["MESSAGE this build has no database".into()]
}
