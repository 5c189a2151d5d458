//! Fukumi, a Gomoku and Renju engine.
//!
//! From the bottom up: [`geometry`] has points and directions. [`rule`] says what wins. [`board`]
//! holds the stones. [`pattern`] tells what a stone would make of its lines, and [`position`] keeps
//! that up to date while moves are played and taken back. [`threat`] and [`solver`] prove wins and
//! losses, [`eval`] gives a position a [`score`], and [`search`] finds the best move. A [`book`]
//! and the [`experience`] of earlier games know positions by their [`identity`]. [`decide`] uses
//! all of these to choose what to play, [`engine`] plays a game by the clock, and [`protocol`]
//! talks to the manager. [`selfplay`] lets the search play games against itself, [`analysis`]
//! examines finished games, and [`mod@bench`] counts the nodes of fixed positions.
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
//! Programs in other languages use the C interface, `capi`. The feature of that name adds it, and
//! `docs/embedding.md` describes it.

#![warn(clippy::too_many_lines)]

pub mod analysis;
pub mod bench;
pub mod board;
pub mod book;
// Test builds always include it, so that its tests run with the others.
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
