//! Advice for errors in what a person entered.

use anyhow::anyhow;
use fukumi_records::{NotationError, Problem};

/// The error, together with the option that helps.
pub(crate) fn with_advice(error: NotationError) -> anyhow::Error {
    let advice = match &error.problem {
        Problem::OffBoard { is_size_assumed: true, .. } => "--size states the size of the board",
        Problem::OtherSize { .. } => "leave out --size",
        Problem::Several(_) => "as in FILE:ID",
        Problem::Over(_) | Problem::AfterEnd { .. } | Problem::Full => {
            "of a game, --moves N plays only the first N moves"
        }
        Problem::Turn { .. } => "--turn states it",
        _ => return anyhow!(error),
    };
    anyhow!("{error} ({advice})")
}
