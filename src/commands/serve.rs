//! `fukumi serve`: analysis for programs, with requests and answers as lines of JSON.
//!
//! The [`reader`] checks requests ([`request`]) and puts them into the [`queue`], from which each
//! [`worker`] takes one position at a time. Their answers go through the [`outbox`] to the main
//! thread, which is the only one that writes.

use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use fukumi_core::search::STACK_BYTES;

mod answer;
mod fields;
mod lines;
mod outbox;
mod queue;
mod reader;
mod request;
mod review;
mod start;
mod verdict;
mod worker;

use super::effort::{self, ANALYSIS_MEGABYTES, Limits, TableMemory, Threads};
use queue::Queue;
use reader::Reader;
use worker::Worker;

/// Answer questions about positions for programs: lines of JSON on standard input and output.
///
/// One thread searches each position independently of the others, so with a limit of nodes the
/// answer is always the same. --nodes, --time and --depth apply to queries that state no limit;
/// without them the limit is 100,000 nodes. "No win" is about wins by fours and threes, or by fours
/// alone if asked; other wins may exist. docs/json.md explains requests and answers.
#[derive(clap::Args)]
#[command(mut_arg("memory", effort::default(ANALYSIS_MEGABYTES)))]
pub(crate) struct Arguments {
    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    memory: TableMemory,

    #[command(flatten)]
    limits: Limits,

    /// Stop all work at the end of input instead of finishing it.
    #[arg(long)]
    quit_without_waiting: bool,
}

/// Answers until the input ends and everything is answered.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (sender, receiver) = outbox::outbox();
    let queue = Arc::new(Queue::default());
    let memory_bytes = arguments.memory.bytes();
    for started in 0..arguments.threads.count() {
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
        default: arguments.limits.or_default(),
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
