//! Yixin-Board's commands for a database of positions.
//!
//! Here they are given to the thread that owns the database. [`entries`] answers what is about one
//! position, [`files`] what is about files, and [`care`] the rest. Source of the forms: the front
//! end, and Rapfi, which answers it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use self::asked_position::AskedPosition;
use self::entries::Entries;
use self::files::Files;
use self::words::message;
use super::command::{DatabaseAction, FileAction};
use super::inbox::Inbox;
use super::reply::Axes;
use super::session::Answered;
use crate::engine::Engine;
use crate::engine::positions::Positions;
use crate::engine::setup::Coordinates;

mod asked_position;
mod care;
mod entries;
mod files;
mod words;

/// Does what a front end asks about the position after these moves. The lines to answer come to the
/// inbox when they are known.
pub(super) fn act(
    engine: &Engine,
    inbox: &Arc<Inbox>,
    action: &DatabaseAction,
    moves: &[Coordinates],
    axes: Axes,
) -> Answered {
    let place = engine.size().and_then(|size| AskedPosition::new(engine.rule(), size, moves));
    let action = action.clone();
    later(engine, inbox, move |positions| {
        Entries { positions, place: place.as_ref() }.act(&action, axes)
    })
}

/// Does something with a file.
pub(super) fn act_on_file(
    engine: &mut Engine,
    inbox: &Arc<Inbox>,
    action: FileAction,
    name: &str,
) -> Answered {
    // The front end may have chosen another rule since it set up the board.
    let rule = engine.rule();
    let place = engine.position().and_then(AskedPosition::of).map(|place| place.under(rule));
    if matches!(action, FileAction::Open) {
        engine.note_database();
    }
    let name = name.to_string();
    later(engine, inbox, move |positions| {
        Files { positions, place: place.as_ref() }.act(action, &name)
    })
}

/// Everything is written already.
pub(super) fn save(engine: &Engine, inbox: &Arc<Inbox>) -> Answered {
    later(engine, inbox, care::save)
}

/// Looks for damage.
pub(super) fn check(engine: &Engine, inbox: &Arc<Inbox>) -> Answered {
    later(engine, inbox, care::check)
}

/// Mends what can be mended.
pub(super) fn repair(engine: &Engine, inbox: &Arc<Inbox>) -> Answered {
    later(engine, inbox, care::repair)
}

/// Has the thread that owns the database find the lines to answer.
fn later(
    engine: &Engine,
    inbox: &Arc<Inbox>,
    find: impl FnOnce(&mut Positions) -> Vec<String> + Send + 'static,
) -> Answered {
    let inbox = Arc::clone(inbox);
    let has_room = engine.archive().run(move |positions| {
        // A panic must not leave a command without an answer.
        let lines = catch_unwind(AssertUnwindSafe(|| find(positions)))
            .unwrap_or_else(|_| vec![message("the database: an error inside the program")]);
        inbox.add_reply(lines);
    });
    if has_room {
        Answered::Later
    } else {
        Answered::Now(vec![message("the database: too many commands wait for it")])
    }
}
