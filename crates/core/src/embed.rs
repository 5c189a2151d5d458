//! Play, search, solve and analyse: all that a program needs, with one `use`.
//!
//! ```
//! use fukumi_core::embed::*;
//!
//! let options = EngineOptions { level: 3, seed: Some(1), ..Default::default() };
//! let engine = Engine::with_options(options)?;
//! let mut board = Board::new(Rule::Freestyle);
//! while !board.is_over() {
//!     let point = engine.best_move(&board, Limits::default())?;
//!     board.play_point(point)?;
//! }
//! println!("{board}\n{:?} has won", board.winner());
//! # Ok::<(), EmbedError>(())
//! ```
//!
//! - A [`Board`] has the rules: moves, forbidden points, the end of the game. Its text is a
//!   diagram, which can be parsed again.
//! - An [`Engine`] searches, at a level, with several threads and as much memory as it is given. A
//!   [`Search`] runs on a thread of its own. It reports the best lines after every iteration, and
//!   any thread can stop it.
//! - A [`Solver`] proves wins by fours, or by fours and threes.
//! - [`analyse`] judges the moves of a game.
//!
//! The names are those of the Python package, with these exceptions. What is `Result` there is
//! [`SearchResult`] here, because `Result` has another meaning in Rust. What is `move` there is
//! `point` or `best_move` here, because `move` is a word of the language. A proven win is part of
//! its [`Verdict`]. [`Limits`], [`EngineOptions`] and [`AnalysisOptions`] have what Python takes as
//! keyword arguments. A point has its label only together with the size of a board, so
//! [`Board::labels`] writes it.
//!
//! With the feature `serde` the results can be serialised, under the names of the Python package.
//!
//! This module is the stable interface of the crate: what it has, and nothing else, follows
//! semantic versioning. In a browser, where there are no threads, every call does its work before
//! it returns.

mod analysis;
mod board;
mod diagram;
mod engine;
mod error;
mod job;
mod report;
#[cfg(feature = "serde")]
mod seconds;
#[cfg(feature = "serde")]
mod serial;
mod solver;

pub use self::analysis::{
    Analysis, AnalysisOptions, Defeat, EvaluatedLine, Evaluation, Review, Summary, Win, analyse,
    analyse_with,
};
pub use self::board::{Board, EndReason, Ending};
pub use self::diagram::DiagramError;
pub use self::engine::{Engine, EngineOptions, Reports, Search};
pub use self::error::EmbedError;
pub use self::report::{Line, Report, SearchResult, Value};
pub use self::solver::{Defences, ForcedWin, Judgement, Length, Progress, Solution, Solver};
#[doc(inline)]
pub use crate::analysis::{Mark, Thresholds};
#[doc(inline)]
pub use crate::board::Stone;
#[doc(inline)]
pub use crate::control::Limits;
#[doc(inline)]
pub use crate::geometry::{BoardSize, Color, Point};
#[doc(inline)]
pub use crate::pattern::forbidden::Foul;
#[doc(inline)]
pub use crate::rule::{Rule, UnknownRule};
#[doc(inline)]
pub use crate::solver::{Threats, Verdict};

#[cfg(test)]
mod tests;
