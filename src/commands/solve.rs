//! `fukumi solve`: is there a forced win, which moves begin one, and which moves stop one?
//!
//! [`arguments`] is its command line. [`ask`] asks the solver and keeps its results as an
//! [`answer`]. [`text`] puts the answer into words, and [`proof`] writes down a whole proof.
//! [`many`] asks about one position after the other.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::slice;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use fukumi_core::control::Control;
use fukumi_records::reading::Notices;

pub(super) mod answer;
mod arguments;
pub(super) mod ask;
mod many;
mod proof;
mod text;

use super::advice::with_advice;
use super::interrupt;
use super::progress::Progress;
use super::reading::{self, Reading};
use super::{convert, share, writable};
pub(crate) use arguments::Arguments;
use arguments::UNANSWERED;
use ask::Asker;

/// Answers the question and prints the answer.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.share.list {
        return share::list(&arguments.reader(), &arguments.positions);
    }
    let [only] = &arguments.positions[..] else {
        if let Some(text) = arguments.positions.iter().find(|name| !is_file(name)) {
            bail!("there is no file {text}; the moves of a position are one word: \"h8 i9 h10\"");
        }
        return many::run(arguments);
    };
    let options = &arguments.reading;
    let is_kept = arguments.out.is_some() || arguments.share.only.is_some();
    if is_kept || Path::new(only).is_dir() || has_several(only, options) {
        return many::run(arguments);
    }
    let diagram = reading::load(only, &options.hints()).map_err(with_advice)?;
    let position = diagram.position(options.rule, options.turn).map_err(with_advice)?;

    if let Some(file) = &arguments.proof {
        // Before the work of an hour is lost.
        writable::ensure_other(Path::new(file), slice::from_ref(only))?;
    }
    let limits = arguments.budget.limits();
    let control = Arc::new(Control::new(Instant::now(), limits));
    let stopped = Arc::clone(&control);
    interrupt::stop_on_interrupt(move || stopped.stop());
    let mut asker = Asker {
        position: &position,
        last: diagram.last,
        control: &control,
        limits,
        memory_bytes: arguments.memory.bytes(),
        progress: Progress::new(),
    };
    let (answer, proof) = asker.ask(&arguments.question());
    asker.progress.clear();

    let mut output = if arguments.json {
        serde_json::to_string(&answer).context("cannot write JSON")?
    } else {
        text::describe(&position, &answer)
    };
    output.push('\n');
    // First what would be lost if no one reads the output.
    if let (Some(file), Some(proof)) = (&arguments.proof, proof) {
        let text = proof::describe(&position, &proof);
        convert::file::write(Path::new(file), text.as_bytes(), true)?;
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(output.as_bytes())?;
    stdout.flush()?;
    Ok(if answer.is_definite() { ExitCode::SUCCESS } else { ExitCode::from(UNANSWERED) })
}

/// Whether the name is that of a file or a folder, or of a position in a file.
fn is_file(name: &str) -> bool {
    let before_id = || name.rsplit_once(':').is_some_and(|(file, _)| Path::new(file).exists());
    Path::new(name).exists() || before_id()
}

/// Whether the name is that of a file with several positions.
fn has_several(name: &str, reading: &Reading) -> bool {
    let load = || {
        let notices = &mut Notices::default();
        fukumi_records::load_all(name, &mut io::empty(), &reading.hints(), notices)
    };
    Path::new(name).is_file() && load().is_ok_and(|entries| entries.len() > 1)
}
