//! Types of other languages, and tables for documents, from descriptions of the types of Rust.
//!
//! A description is JSON Schema as `schemars` makes it. [`Definitions::read`] reads the part of it
//! that serialised structs, choices and unions need. [`typescript`], [`python`] and [`markdown`]
//! write it.

pub mod definition;
pub mod markdown;
pub mod python;
pub mod reading;
mod text;
pub mod typescript;

pub use definition::Definitions;
