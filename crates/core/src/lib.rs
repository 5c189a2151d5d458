//! Rules, solvers, evaluation and search of Fukumi, a Gomoku and Renju engine: what other programs
//! embed.
//!
//! # Modules
//!
//! From the bottom up: [`geometry`] has points and directions. [`rule`] says what wins. [`board`]
//! holds the stones. [`pattern`] knows what a stone would make of its lines, and [`position`] keeps
//! that up to date while moves are played and taken back. [`threat`] and [`solver`] prove wins and
//! losses, [`eval`] gives a position a [`score`], and [`search`] finds the best move. A [`book`]
//! and what was [learnt](learning) from earlier games know positions by their [`identity`].
//! [`opening`] has the opening rules of tournaments. [`decide`] uses all of these to choose what to
//! play, [`analysis`] examines finished games, and [`mod@bench`] counts the nodes of fixed
//! positions.
//!
//! - [`position::Position::try_play`] plays a move and refuses one that cannot be played. What can
//!   panic says so under *Panics*.
//! - Searches are recursive. A thread for them needs [`search::STACK_BYTES`] of stack; on a smaller
//!   one only short searches are safe.
//! - Everything works in WebAssembly. There, [`clock`] needs the host's clock, and
//!   [`control::Control::interrupted_by`] stops a search.
//!
//! # Features
//!
//! - `tune`: numbers of the search can be set while it runs, which costs speed.

#![warn(clippy::too_many_lines)]

pub mod analysis;
pub mod bench;
pub mod board;
pub mod book;
pub mod clock;
pub mod control;
pub mod decide;
pub mod eval;
pub mod geometry;
pub mod identity;
pub mod learning;
pub mod opening;
pub mod pattern;
pub mod position;
pub mod random;
pub mod rule;
pub mod score;
pub mod search;
pub mod solver;
#[cfg(test)]
mod testing;
pub mod threat;
mod zobrist;
