//! Searches of many positions, each separate from the others.
//!
//! The one idea: a search with one thread and an empty table depends only on the position, the
//! evaluation and the number of nodes. So the results do not depend on the number of threads, and
//! two measurements differ only by what was measured.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;
use std::{io, thread};

use fukumi_core::control::{Control, Limits};
use fukumi_core::eval::Kind;
use fukumi_core::position::Position;
use fukumi_core::search::report::Outcome;
use fukumi_core::search::{Request, STACK_BYTES, Searcher};

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Source of the static scores.
    pub evaluation: Kind,
    /// Node limit for each position; a proven win ends the search earlier.
    pub nodes: u64,
    /// Size of each transposition table in bytes. Another size may give another result.
    pub table_bytes: usize,
    /// Number of positions searched at the same time, at least one.
    pub threads: usize,
}

/// Searches `count` positions, and returns what `look` takes from each result, in the order of
/// the positions. `position` makes the position of a number. Calls `progress` with the number of
/// positions done.
///
/// # Errors
/// If no thread can be started.
pub fn search_all<T: Send>(
    count: usize,
    settings: &SearchSettings,
    position: impl Fn(usize) -> Position + Sync,
    look: impl Fn(&Outcome) -> T + Sync,
    progress: &mut dyn FnMut(usize),
) -> io::Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let mut found = BTreeMap::new();
    thread::scope(|scope| {
        for _ in 0..settings.threads.clamp(1, count.max(1)) {
            let (next, sender, position, look) = (&next, sender.clone(), &position, &look);
            let work = move || {
                let mut searcher = Searcher::new();
                searcher.set_memory(settings.table_bytes);
                searcher.set_evaluation(settings.evaluation.clone());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let outcome = search(&mut searcher, &position(number), settings.nodes);
                    if sender.send((number, look(&outcome))).is_err() {
                        break;
                    }
                }
            };
            let builder = thread::Builder::new().name("searches".into()).stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, work)?;
        }
        drop(sender);
        for (number, result) in results {
            found.insert(number, result);
            progress(found.len());
        }
        io::Result::Ok(())
    })?;
    Ok(found.into_values().collect())
}

fn search(searcher: &mut Searcher, position: &Position, nodes: u64) -> Outcome {
    searcher.clear();
    let control = Control::new(Instant::now(), Limits { nodes: Some(nodes), ..Limits::default() });
    searcher.think(position, &Request::default(), &control, &mut |_| {})
}
