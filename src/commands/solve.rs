//! `fukumi solve`: is there a forced win, which moves begin one, and which moves stop one?
//!
//! [`ask`] asks the solver and keeps its results as an [`answer`]. [`text`] puts the answer into
//! words, and [`proof`] writes down a whole proof. [`many`] asks about one position after the
//! other.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use fukumi_core::control::Control;
use fukumi_core::solver::Threats;
use fukumi_records::reading::Notices;

pub(super) mod answer;
pub(super) mod ask;
mod many;
mod proof;
mod text;

use super::advice::with_advice;
use super::analyze::input::Reader;
use super::effort::{self, Budget, TableMemory, Threads};
use super::interrupt;
use super::progress::Progress;
use super::reading::{self, Reading};
use super::share::{self, Share};
use ask::{Asker, Question};

/// Exit status if the budget was used up, or Ctrl-C pressed, before the answer was found. 1 is an
/// error, 2 a mistake on the command line.
const UNANSWERED: u8 = 3;

/// Look for a forced win of the side to move, or for the moves that stop one.
///
/// Without an option, the question is whether the side to move wins by continuous fours (VCF) or,
/// failing that, by fours and open threes (VCT). A win is a proof: it holds against every defence.
/// "No win" is about wins by fours and threes, or by fours alone if asked; other wins may exist.
/// Without --nodes and --time there is no limit. Ctrl-C ends the work and prints what was found so
/// far.
#[derive(clap::Args)]
#[command(mut_arg("memory", effort::default(256)))]
#[command(after_help = "Try `fukumi solve --help` for the notations of a position.")]
#[command(after_long_help = NOTATIONS)]
pub(crate) struct Arguments {
    /// The position, or the name of a file with it, or - for standard input.
    ///
    /// If a file has several positions, or a folder several files, all of them are solved, and each
    /// gets a line; FILE:ID chooses one position.
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<String>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    share: Share,

    /// Look only for a win by continuous fours.
    #[arg(long)]
    vcf: bool,

    /// Look at once for a win by continuous fours and open threes.
    #[arg(long, conflicts_with = "vcf")]
    vct: bool,

    /// List all moves that begin a win.
    #[arg(long)]
    all: bool,

    /// List the moves that stop what the opponent threatens.
    #[arg(long, conflicts_with = "all")]
    defend: bool,

    /// Find the shortest win by continuous fours, not just any.
    #[arg(long, conflicts_with_all = ["all", "defend"])]
    shortest: bool,

    #[command(flatten)]
    budget: Budget,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    memory: TableMemory,

    /// Print a JSON object for each position, on a line of its own, instead of text.
    #[arg(long)]
    json: bool,

    /// Keep the answers in this file, a JSON object on each line; positions that it already answers
    /// are skipped, so the same command continues after an interruption.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    out: Option<PathBuf>,

    /// Write the whole proof of a win to this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "defend"])]
    proof: Option<String>,
}

const NOTATIONS: &str = "\
Notations of a position:
  moves, Black first      h8i9h10   \"h8 i9 h10\"   \"1. h8 i9 2. h10\"
  stones of both sides    h8,h10/i9
  a picture               rows of . x o, as this program prints them; # is a dead cell
  a record                \"size=15 rule=renju turn=w black=h8,h10 white=i9\"
  a saved game            .psq of Piskvork, .sgf, or any file that `fukumi convert` reads;
                          if it has several games, FILE:2 is the second
  lines of the protocol   BOARD 7,7,1 8,8,2 DONE
The notation is detected.

Exit status: 0 if the question is answered, 1 if the position cannot be used or something else
failed, 2 if the command line is wrong, 3 if the answer is not known because the budget was used up
or Ctrl-C was pressed.";

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
    let mut stdout = io::stdout().lock();
    stdout.write_all(output.as_bytes())?;
    stdout.flush()?;

    if let (Some(file), Some(proof)) = (&arguments.proof, proof) {
        let text = proof::describe(&position, &proof);
        fs::write(file, text).with_context(|| format!("cannot write {file}"))?;
    }
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

impl Arguments {
    fn reader(&self) -> Reader {
        Reader {
            hints: self.reading.hints(),
            rule: self.reading.rule,
            to_move: self.reading.turn,
            is_last_only: true,
            only: self.share.only.clone(),
        }
    }

    fn question(&self) -> Question {
        let threats = if self.vcf { Threats::Fours } else { Threats::FoursAndThrees };
        if self.all {
            Question::All(threats)
        } else if self.defend {
            Question::Defend(threats)
        } else {
            let is_first_by_fours = !self.vcf && !self.vct;
            Question::Win { threats, is_first_by_fours, is_shortest: self.shortest }
        }
    }
}
