//! The options by which commands say how much work to spend: each is declared here alone.

use std::time::Duration;

use clap::Arg;
use fukumi_core::analysis::AnalysisSettings;
use fukumi_core::control;

use super::values;

/// Maximum number of threads that may be requested.
const MAX_THREADS: u64 = 1_024;
/// Maximum number of best moves that may be requested for a position.
pub(crate) const MAX_LINES: u16 = 100;

/// Limits of the work on one position or move.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Budget {
    /// Search at most N positions (nodes) for each position or move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search at most S seconds for each position or move; the result then depends on the machine.
    #[arg(long, value_name = "S", value_parser = values::seconds)]
    pub(crate) time: Option<Duration>,
}

impl Budget {
    /// The limits of a search that uses all its time.
    pub(crate) fn limits(self) -> control::Limits {
        let Self { nodes, time } = self;
        control::Limits { soft: time, hard: time, nodes, depth: None }
    }
}

/// Limits of the analysis of one position.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Limits {
    #[command(flatten)]
    pub(crate) budget: Budget,

    /// Search to a depth of at most N plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
}

impl Limits {
    /// These limits if there are any, else the default.
    pub(crate) fn or(self, default: Self) -> Self {
        let Budget { nodes, time } = self.budget;
        let has_none = nodes.is_none() && time.is_none() && self.depth.is_none();
        if has_none { default } else { self }
    }

    /// These limits if there are any, else [`AnalysisSettings::DEFAULT_NODES`].
    pub(crate) fn or_default(self) -> Self {
        let nodes = Some(AnalysisSettings::DEFAULT_NODES);
        self.or(Self { budget: Budget { nodes, time: None }, depth: None })
    }
}

/// The same number of nodes for each search, which is part of what the result means. The command
/// has the [`default`].
#[derive(clap::Args)]
pub(crate) struct Nodes {
    /// Search N positions (nodes) for each position or move.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
}

/// How much is done at the same time.
#[derive(clap::Args)]
pub(crate) struct Threads {
    /// Number of positions or games worked on at the same time; the result is the same.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,
}

impl Threads {
    pub(crate) const fn count(&self) -> usize {
        self.threads as usize
    }
}

/// The memory for tables. The command has the [`default`].
#[derive(clap::Args)]
pub(crate) struct TableMemory {
    /// Memory for the tables of each thread, in MB.
    #[arg(long, value_name = "MB")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

impl TableMemory {
    /// Bytes for each thread.
    pub(crate) const fn bytes(&self) -> usize {
        self.memory as usize * 1_000_000
    }
}

/// Gives an option the default that is the command's own.
pub(crate) fn default(value: impl ToString) -> impl FnOnce(Arg) -> Arg {
    let value = value.to_string();
    move |option| option.required(false).default_value(value)
}

/// Default memory of an analysis, in MB.
pub(crate) const ANALYSIS_MEGABYTES: u32 =
    AnalysisSettings::DEFAULT_MEMORY_BYTES as u32 / 1_000_000;
