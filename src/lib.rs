//! Fukumi, a Gomoku and Renju engine.
//!
//! # A first program
//!
//! ```sh
//! cargo add --git https://github.com/fukumi-engine/fukumi fukumi --no-default-features
//! ```
//!
//! From the first release on, `cargo add fukumi --no-default-features` takes it from crates.io.
//!
//! Without its default feature the crate is the library alone. This program reads a position, finds
//! a win by force or else the best move within a second, and analyses how the game came there:
//!
//! ```
//! use std::time::Duration;
//!
//! use fukumi::analysis::{Game, Settings, analyze_here};
//! use fukumi::clock::Instant;
//! use fukumi::control::{Control, Limits};
//! use fukumi::notation::{Hints, parse};
//! use fukumi::search::{Request, Searcher};
//! use fukumi::solver::{Solver, Threats};
//!
//! let diagram = parse("h8 g9 i9 g7 g8 i7 j10 k11 f7 e6", &Hints::default())?;
//! let (position, size) = (diagram.position(None, None)?, diagram.size);
//! let second = Some(Duration::from_secs(1));
//! let limits = Limits { soft: second, hard: second, nodes: Some(10_000), ..Limits::default() };
//! let control = || Control::new(Instant::now(), limits);
//! let threats = Threats::FoursAndThrees;
//! let solution = Solver::new(8 << 20).solve(&position, threats, false, &control(), &mut |_| {});
//! println!("win by force: {:?}", solution.verdict.map(|proof| proof.line()));
//! let outcome = Searcher::new().think(&position, &Request::default(), &control(), &mut |_| {});
//! println!("best: {}", outcome.best_move.ok_or("a full board")?.label(size));
//! let (game, settings) = (Game::new(&diagram, None, None)?, Settings::default());
//! # let settings = Settings { nodes: Some(500), ..settings };
//! let report = analyze_here(&game, &settings, &control(), &mut |_| {});
//! println!("Black gave away {:?}", report.summaries[0].mean_loss());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`position::Position::try_play`] plays a move and refuses one that cannot be played. What can
//!   panic says so under *Panics*.
//! - Searches are recursive. A thread for them needs [`search::STACK_BYTES`] of stack; on a smaller
//!   one only short searches are safe.
//! - [`engine`] plays whole games by the clock, with levels, books and openings, on threads of its
//!   own. [`decide`] does the same for one move on the calling thread.
//! - Everything but [`engine`], [`protocol`] and what reads files works in WebAssembly. There,
//!   [`clock`] needs the host's clock, and [`control::Control::interrupted_by`] stops a search.
//!
//! # Modules
//!
//! From the bottom up: [`geometry`] has points and directions. [`rule`] says what wins. [`board`]
//! holds the stones. [`pattern`] tells what a stone would make of its lines, and [`position`] keeps
//! that up to date while moves are played and taken back. [`threat`] and [`solver`] prove wins and
//! losses, [`eval`] gives a position a [`score`], and [`search`] finds the best move. A [`book`]
//! and what was [learnt](learning) from earlier games know positions by their [`identity`].
//! [`opening`] has the opening rules of tournaments, and `database` keeps what people and programs
//! say of positions. [`decide`] uses all of these to choose what to play, [`engine`] plays a game
//! by the clock, and [`protocol`] talks to the manager. [`selfplay`] lets the search play games
//! against itself, [`analysis`] examines finished games, and [`mod@bench`] counts the nodes of
//! fixed positions.
//!
//! # Features
//!
//! - `program`, on by default: the program `fukumi`, with its argument parser and colours.
//! - `database`, on by default: a file of positions and what is known of them, and files of other
//!   programs.
//! - `capi`: the C interface for programs in other languages; see `docs/embedding.md`.
//! - `tune`: numbers of the search can be set while it runs, which costs speed.

#![warn(clippy::too_many_lines)]

pub mod analysis;
pub mod bench;
pub mod board;
pub mod book;
// Test builds always include it, so that its tests run with the others.
#[cfg(any(feature = "capi", test))]
pub mod capi;
pub mod clock;
pub mod collection;
pub mod control;
#[cfg(feature = "database")]
pub mod database;
pub mod decide;
pub mod engine;
pub mod eval;
pub mod geometry;
pub mod identity;
pub mod learning;
pub mod notation;
pub mod opening;
pub mod pattern;
pub mod position;
pub mod protocol;
pub mod random;
pub mod rule;
pub mod score;
pub mod search;
pub mod selfplay;
pub mod solver;
#[cfg(test)]
mod testing;
pub mod threat;
mod zobrist;
