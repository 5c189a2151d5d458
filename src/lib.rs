//! Fukumi, a Gomoku and Renju engine.
//!
//! From the bottom up: [`geometry`] has points and directions, [`rule`] says what wins, [`board`]
//! holds the stones, [`pattern`] tells what a stone would make of its lines, [`position`] keeps
//! that up to date while moves are played and taken back. [`threat`] and [`solver`] prove wins and
//! losses, [`eval`] gives a position a [`score`], [`search`] finds the best move. A [`book`] and
//! the [`experience`] of earlier games know positions by their [`identity`]. [`decide`] chooses
//! what to play from all of these, [`engine`] plays a game by the clock, and [`protocol`] speaks to
//! the manager. [`selfplay`] has the search play games with itself, [`analysis`] looks at games
//! that were played, and [`mod@bench`] counts the nodes of fixed positions.
//!
//! A program that wants moves needs a [`position`], limits in a [`control`], and a
//! [`Searcher`](search::Searcher):
//!
//! ```
//! use std::time::Instant;
//!
//! use fukumi::control::{Control, Limits};
//! use fukumi::geometry::BoardSize;
//! use fukumi::position::Position;
//! use fukumi::rule::Rule;
//! use fukumi::search::{Request, Searcher};
//!
//! let size = BoardSize::square(15).ok_or("no such board")?;
//! let mut position = Position::new(size, Rule::Freestyle);
//! for label in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"] {
//!     let point = size.parse_label(label).ok_or("no such point")?;
//!     position.try_play(point).map_err(|_| "the point is taken")?;
//! }
//!
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//! let control = Control::new(Instant::now(), limits);
//! let outcome = Searcher::new().think(&position, &Request::default(), &control, &mut |_| {});
//! let best = outcome.best_move.ok_or("the board is full")?;
//! assert!(["g8", "l8"].contains(&best.label(size).as_str()), "the fifth stone");
//! assert_eq!(outcome.lines[0].score.plies_to_end(), Some(1));
//! # Ok::<(), &str>(())
//! ```
//!
//! Programs in other languages use the C interface, `capi`, which the feature of that name adds; it
//! is told in `docs/embedding.md`.

#![warn(clippy::too_many_lines)]

pub mod analysis;
pub mod bench;
pub mod board;
pub mod book;
// Its tests are part of the usual ones.
#[cfg(any(feature = "capi", test))]
pub mod capi;
pub mod control;
pub mod decide;
pub mod engine;
pub mod eval;
pub mod experience;
pub mod geometry;
pub mod identity;
pub mod notation;
pub mod pattern;
pub mod position;
pub mod protocol;
pub mod rule;
pub mod score;
pub mod search;
pub mod selfplay;
pub mod solver;
#[cfg(test)]
mod testing;
pub mod threat;
mod zobrist;
