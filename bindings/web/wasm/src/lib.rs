//! The engine of the npm package: one game, asked and answered in JSON.
//!
//! Two programs are made of it, as pages rarely need both at once: [`session`] plays and analyses,
//! and [`files`] reads and writes games.
//!
//! The Worker of the package sends a `request` as text and receives an answer as text. While a
//! search runs, its reports go to the same Worker, and the search asks it whether to stop. `abi`
//! has the few functions for that. Everything else is safe code, which the tests run natively.
//!
//! Text in JSON instead of bindings for every function keeps the interface to three functions and
//! needs no tool besides Cargo. It costs some microseconds for a call.

#[cfg(target_family = "wasm")]
mod abi;
mod answer;
mod ask;
#[cfg(feature = "schema")]
mod description;
mod error;
pub mod files;
mod finding;
mod games;
pub mod host;
mod opening;
mod placing;
mod request;
#[cfg(feature = "schema")]
pub mod schema;
pub mod session;
mod solving;
mod steps;
#[cfg(test)]
mod testing;
mod thinking;
mod view;
