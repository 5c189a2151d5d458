//! Fukumi, a Gomoku and Renju engine: the program.
//!
//! - [`engine`] plays whole games by the clock, with levels, books and openings, on threads of its
//!   own.
//! - [`protocol`] talks to a front end or the manager of a match.
//!
//! Other programs embed [`fukumi_core`], which has the rules, the solvers, the evaluation and the
//! search.
//!
//! # Features
//!
//! - `tune`: numbers of the search can be set while it runs, which costs speed.

#![warn(clippy::too_many_lines)]

pub mod engine;
pub mod protocol;
