//! Fukumi, a Gomoku and Renju engine.
//!
//! From the bottom up: [`geometry`] has points and directions, [`rule`] says what wins, [`board`] holds
//! the stones, [`pattern`] tells what a stone would make of its lines, [`position`] keeps that up to
//! date while moves are played and taken back. [`threat`] and [`solver`] prove wins and losses, [`eval`]
//! gives a position a [`score`], [`search`] finds the move, [`engine`] plays a game by the clock, and
//! [`protocol`] speaks to the manager. [`selfplay`] has the search play games with itself.

pub mod board;
pub mod control;
pub mod engine;
pub mod eval;
pub mod geometry;
pub mod notation;
pub mod pattern;
pub mod position;
pub mod protocol;
pub mod rule;
pub mod score;
pub mod search;
pub mod selfplay;
pub mod solver;
pub mod threat;
pub mod zobrist;
