//! The commands of `fukumi-train` that make teachers and games with their labels.

pub(crate) mod arrays;
pub(crate) mod label;
pub(crate) mod teach;
