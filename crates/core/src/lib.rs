//! Rules, solvers, evaluation and search of Fukumi, a Gomoku and Renju engine: what other programs
//! embed.
//!
//! # A first program
//!
//! ```sh
//! cargo add --git https://github.com/fukumi-engine/fukumi fukumi-core
//! ```
//!
//! The crate is not on crates.io yet. This program plays, thinks for a second, proves a win and
//! analyses the game:
//!
//! ```
//! use std::time::Duration;
//!
//! use fukumi_core::embed::*;
//!
//! let moves = "h8 g9 i9 g7 g8 i7 j10 k11 f7 e6".split(' ');
//! let mut board = Board::from_moves(Rule::Freestyle, BoardSize::DEFAULT, moves)?;
//! let second = Limits::time(Duration::from_secs(1));
//! # let second = Limits::nodes(2_000);
//! let result = Engine::new().think(&board, second)?.result()?;
//! println!("{} with {:?}", board.labels(&[result.best_move]), result.best());
//! let solution = Solver::new().solve(&board, Threats::FoursAndThrees, second)?;
//! println!("win by fours and threes: {}", solution.verdict.name());
//! board.play_point(result.best_move)?;
//! let options = AnalysisOptions { nodes: Some(2_000), ..Default::default() };
//! println!("Black gave away {:?} a move", analyse(&board, &options)?.black.mean_loss);
//! println!("{board}");
//! # Ok::<(), EmbedError>(())
//! ```
//!
//! [`embed`] is all that most programs need: several lines, reports while a search runs, a stop
//! from another thread, levels, memory and threads. It alone promises stability. All other items
//! are public only for the other crates of Fukumi, and may change at any time.
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
//! - `networks`, on by default: the networks of all rules, 2.7 MB, are part of the program. Without
//!   it [`eval::Network::provide`] takes each of them, before the first search under its rule.
//! - `tune`: numbers of the search can be set while it runs, which costs speed.

#![warn(clippy::too_many_lines)]

pub mod analysis;
pub mod bench;
pub mod board;
pub mod book;
pub mod clock;
pub mod control;
pub mod decide;
pub mod embed;
pub mod eval;
pub mod geometry;
pub mod identity;
pub mod learning;
pub mod opening;
pub mod pattern;
pub mod position;
pub mod random;
pub mod rule;
#[cfg(feature = "schema")]
pub mod schema;
pub mod score;
pub mod search;
pub mod solver;
#[cfg(test)]
mod testing;
pub mod threat;
mod zobrist;
