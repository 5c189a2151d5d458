//! Self-play: games of the search against itself, from which an evaluation can be learned.
//!
//! Every game has an [`opening`], a fixed number of nodes per move, and now and then a move drawn
//! at random (`game`). For each position the search gives a score and a policy target (`policy`).
//! Half of the positions also get a branch: a second search after a move that was not played
//! (`branch`). A game depends only on the settings and its number. So any number of threads may
//! play, in any order, and interrupted work can be resumed. [`record`] is what is kept of a game,
//! and [`file`](mod@file) is how games are stored.

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

pub(crate) mod branch;
pub mod file;
pub(crate) mod game;
pub mod opening;
pub mod policy;
pub mod record;
pub mod samples;
mod settings;
mod softmax;
mod stop;

pub use settings::{EarlyDraw, Kinds, Lot, Opening, SelfplaySettings};
pub use stop::Stop;

use game::Player;
use record::GameRecord;

/// Plays the games with these numbers on this many threads, and passes each finished game to
/// `on_game`, in no particular order.
///
/// Returns when all games are played, or soon after `stop` is used. `stop` must be made for the
/// same settings.
///
/// # Errors
/// The first error of `on_game`, which stops the games.
pub fn generate<E>(
    settings: &SelfplaySettings,
    numbers: impl Iterator<Item = u32> + Send,
    threads: usize,
    stop: &Stop,
    on_game: &mut dyn FnMut(GameRecord) -> Result<(), E>,
) -> Result<(), E> {
    let numbers = Mutex::new(numbers);
    let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, games) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                let mut player = Player::new(settings);
                while let Some(game) = next().and_then(|number| player.play(number, stop)) {
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = games.into_iter().try_for_each(on_game);
        if result.is_err() {
            stop.stop();
        }
        result
    })
}

#[cfg(test)]
mod tests;
