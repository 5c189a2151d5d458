//! `fukumi serve`: analysis for programs, with requests and answers as lines of JSON.
//!
//! The [`reader`] checks requests ([`request`]) and puts them into the [`queue`], from which each
//! [`worker`] takes one position at a time. Their answers go through the [`outbox`] to the main
//! thread, which is the only one that writes.

use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use fukumi_core::analysis::Settings;
use fukumi_core::search::STACK_BYTES;

mod answer;
mod fields;
mod lines;
mod outbox;
mod queue;
mod reader;
mod request;
mod start;
mod worker;

use super::values;
use queue::Queue;
use reader::Reader;
use request::Limits;
use worker::Worker;

/// Maximum number of threads that may be requested.
const MAX_THREADS: u64 = 256;
/// Default memory of each thread, in MB.
const DEFAULT_MEGABYTES: usize = Settings::DEFAULT_MEMORY_BYTES / 1_000_000;

/// Answer questions about positions for programs: lines of JSON on standard input and output.
///
/// Each position is searched by one thread that knows nothing of others, so with a limit of nodes
/// the answer is always the same. docs/json.md explains requests and answers.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of positions worked on at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,

    /// Memory for the tables of all threads together, in MB [default: 32 for each thread].
    #[arg(long, value_name = "MB")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,

    /// Search N positions (nodes) for each position, if a query states no limit [default: 100000
    /// without --time or --depth].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Spend S seconds on each position, if a query states no limit.
    #[arg(long, value_name = "S", value_parser = values::seconds)]
    time: Option<Duration>,

    /// Search each position to a depth of at most N plies, if a query states no limit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// At the end of input end all work, instead of finishing it.
    #[arg(long)]
    quit_without_waiting: bool,
}

/// Answers until the input ends and everything is answered.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (sender, receiver) = outbox::outbox();
    let queue = Arc::new(Queue::default());
    let threads = arguments.threads as usize;
    let megabytes = arguments.memory.map_or(DEFAULT_MEGABYTES * threads, |memory| memory as usize);
    let memory_bytes = megabytes * 1_000_000 / threads;
    for started in 0..threads {
        let worker = Worker::new(Arc::clone(&queue), sender.clone(), memory_bytes);
        let builder = thread::Builder::new().name("worker".into()).stack_size(STACK_BYTES);
        match builder.spawn(|| worker.run()) {
            Ok(_) => {}
            Err(error) if started == 0 => return Err(error.into()),
            Err(error) => {
                log::warn!("only {started} threads: {error}");
                break;
            }
        }
    }
    let reader = Reader {
        queue,
        sender,
        default: arguments.limits(),
        is_hasty: arguments.quit_without_waiting,
    };
    let read = move || reader.run(&mut BufReader::new(io::stdin()));
    thread::Builder::new().name("input".into()).spawn(read)?;
    let mut stdout = io::stdout().lock();
    while let Some(line) = receiver.next() {
        stdout.write_all(line.as_bytes())?;
        stdout.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn limits(&self) -> Limits {
        let is_unlimited = self.time.is_none() && self.depth.is_none();
        Limits {
            nodes: self.nodes.or(is_unlimited.then_some(Settings::DEFAULT_NODES)),
            time: self.time,
            depth: self.depth,
        }
    }
}
