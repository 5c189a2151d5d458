//! Threat solvers: exact answers to the question whether a side wins by force.
//!
//! [`vcf`] looks for wins by fours alone. [`vct`] looks for wins by fours, open threes and quiet
//! threats. Both return a [`Verdict`]: a win, no win, or unknown. The first two are facts. A win
//! comes with a [`proof`] that has an answer to every defence. [`Solver`] uses both solvers to
//! answer the questions that people ask about a position.
//!
//! The solvers count their work in nodes. A node is a stone put on the board, or a position that
//! is only looked up in a table by its key. Every node limit and every node count has this unit.

mod defend;
mod first_moves;
pub mod on_demand;
mod open;
mod params;
pub mod proof;
mod refuted;
mod rounds;
mod rows;
mod solve;
mod table;
pub mod vcf;
pub mod vct;
mod verdict;

pub use defend::Defences;
pub use rounds::Step;
pub use solve::{Solution, Solver};
pub use vct::Progress;
pub use verdict::{Threats, Verdict};

#[cfg(test)]
mod tests;
