//! One question about many positions: those of files, of folders, of several arguments.
//!
//! Threads take one position after the other. Answers are printed in the order of the positions,
//! and kept in a file if there is one, so that the same command goes on after an interruption.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Instant;

use anyhow::{Context, bail};
use fukumi_core::analysis::AnalysisGame;
use fukumi_core::control::{Control, Limits};
use fukumi_core::position::Position;
use fukumi_reports::words::counted;
use serde::Serialize;
use serde_json::Value;

use super::answer::Solution;
use super::arguments::{Arguments, UNANSWERED};
use super::ask::{Asker, Question, describe};
use super::text;
use crate::commands::analyze::input::Name;
use crate::commands::interrupt;
use crate::commands::kept::Kept;
use crate::commands::progress::Progress;
use crate::commands::shown;

/// A position with a name that no other one has.
struct Puzzle {
    id: String,
    position: Position,
}

/// The question as it is written down: answers to another one are not taken for it.
#[derive(Serialize)]
struct Asked {
    threats: &'static str,
    shortest: bool,
    nodes: Option<u64>,
    seconds: Option<f64>,
}

/// An answer with the name of its position.
#[derive(Serialize)]
struct NamedAnswer<'a> {
    id: &'a str,
    asked: &'a Asked,
    #[serde(flatten)]
    answer: &'a Solution,
}

/// Counts of the answers.
#[derive(Default)]
struct Count {
    done: usize,
    unknown: usize,
}

/// Solves all positions and prints the answers.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.proof.is_some() {
        bail!("--proof is for one position");
    }
    let (puzzles, has_failed) = read(arguments);
    let question = arguments.question();
    let asked = Asked::new(&question, arguments.budget.limits());
    let mut file = arguments.out.as_deref().map(Answers::open).transpose()?;
    let all = puzzles.len();
    let mut open = puzzles;
    if let Some(file) = &file {
        open.retain(|puzzle| !file.has(puzzle, &question, &asked));
        let known = all - open.len();
        if known > 0 {
            // If this cannot be written, the work goes on all the same.
            let _ = writeln!(io::stderr(), "note: {} known", counted(known, "answer"));
        }
    }

    let mut progress = Progress::new();
    let mut count = Count::default();
    let is_stopped = solve(arguments, &question, &open, &mut |puzzle, answer| {
        let Some(answer) = answer else {
            progress.show(|_| format!("{} of {} positions", count.done, open.len()));
            return Ok(());
        };
        progress.clear();
        count.done += 1;
        count.unknown += usize::from(!answer.is_definite());
        let line = serde_json::to_string(&NamedAnswer { id: &puzzle.id, asked: &asked, answer })
            .context("cannot write JSON")?;
        if let Some(file) = &mut file {
            file.file.add(&line)?;
        }
        let shown = if arguments.json {
            line
        } else {
            format!("{}: {}", puzzle.id, text::lines(answer).join("; "))
        };
        writeln!(io::stdout().lock(), "{shown}")?;
        Ok(())
    })?;
    progress.clear();
    if !arguments.json {
        let Count { done, unknown } = count;
        writeln!(io::stdout(), "{}, {unknown} unknown", counted(done, "position"))?;
    }
    Ok(match (has_failed, is_stopped || count.unknown > 0) {
        (true, _) => ExitCode::FAILURE,
        (false, true) => ExitCode::from(UNANSWERED),
        (false, false) => ExitCode::SUCCESS,
    })
}

/// The positions that can be read, and whether there were others.
fn read(arguments: &Arguments) -> (Vec<Puzzle>, bool) {
    let reader = arguments.reader();
    let mut has_failed = false;
    let input = reader.read(&arguments.positions, &mut io::stdin().lock(), &mut |name, error| {
        has_failed = true;
        // If this cannot be written, the exit status still says so.
        let _ = writeln!(io::stderr(), "{}", shown::line(format!("error: {name}: {error:#}")));
    });
    let puzzle = |(game, name): (&AnalysisGame, Name)| {
        let Name { full, repeat, .. } = name;
        let id = if repeat == 1 { full } else { format!("{full}#{repeat}") };
        Puzzle { id, position: game.position(0) }
    };
    (input.games.iter().zip(input.names).map(puzzle).collect(), has_failed)
}

/// Asks about each position on several threads. `report` gets the answers in order, and nothing
/// now and then in between. Returns whether the work was interrupted.
fn solve(
    arguments: &Arguments,
    question: &Question,
    puzzles: &[Puzzle],
    report: &mut dyn FnMut(&Puzzle, Option<&Solution>) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let threads = arguments.threads.count().min(puzzles.len());
    let stop = Arc::new(Stop::new(threads));
    let stopped = Arc::clone(&stop);
    interrupt::stop_on_interrupt(move || stopped.stop());
    let next = AtomicUsize::new(0);
    let (sender, answers) = mpsc::channel();
    let result = thread::scope(|scope| {
        for thread in 0..threads {
            let (sender, stop, next) = (sender.clone(), &stop, &next);
            scope.spawn(move || {
                while let Some((place, puzzle)) = {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    puzzles.get(place).map(|puzzle| (place, puzzle))
                } {
                    let limits = arguments.budget.limits();
                    let Some(control) = stop.begin(thread, limits) else { break };
                    let mut asker = Asker {
                        position: &puzzle.position,
                        last: None,
                        control: &control,
                        limits,
                        memory_bytes: arguments.memory.bytes(),
                        progress: Progress::silent(),
                    };
                    let (answer, _) = asker.ask(question);
                    if control.is_stopped() || sender.send((place, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = in_order(puzzles, &answers, report);
        if result.is_err() {
            stop.stop();
        }
        result
    });
    result.map(|()| stop.is_stopped())
}

/// Reports answers in the order of the positions.
fn in_order(
    puzzles: &[Puzzle],
    answers: &mpsc::Receiver<(usize, Solution)>,
    report: &mut dyn FnMut(&Puzzle, Option<&Solution>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    loop {
        match answers.recv_timeout(crate::commands::progress::REDRAW) {
            Ok((place, answer)) => {
                waiting.insert(place, answer);
                while let Some(answer) = waiting.remove(&due) {
                    report(&puzzles[due], Some(&answer))?;
                    due += 1;
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => report(&puzzles[due], None)?,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    // After an interruption answers may be missing; those after them are known all the same.
    for (place, answer) in waiting {
        report(&puzzles[place], Some(&answer))?;
    }
    Ok(())
}

/// Ends the searches of all threads.
struct Stop {
    is_stopped: AtomicBool,
    controls: Vec<Mutex<Option<Arc<Control>>>>,
}

impl Stop {
    fn new(threads: usize) -> Self {
        let controls = (0..threads).map(|_| Mutex::new(None)).collect();
        Self { is_stopped: AtomicBool::new(false), controls }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        for control in &self.controls {
            if let Some(control) = &*control.lock().unwrap_or_else(PoisonError::into_inner) {
                control.stop();
            }
        }
    }

    /// The control of a thread's next search; `None` if there is to be none.
    fn begin(&self, thread: usize, limits: Limits) -> Option<Arc<Control>> {
        let control = Arc::new(Control::new(Instant::now(), limits));
        *self.controls[thread].lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Arc::clone(&control));
        // Asked afterwards, so that a stop in between is not lost.
        (!self.is_stopped()).then_some(control)
    }
}

impl Asked {
    fn new(question: &Question, limits: Limits) -> Self {
        let (threats, shortest) = match *question {
            Question::Win { threats, is_first_by_fours, is_shortest } => {
                (if is_first_by_fours { "both" } else { threats.name() }, is_shortest)
            }
            Question::All(threats) | Question::Defend(threats) => (threats.name(), false),
        };
        let seconds = limits.hard.map(|limit| limit.as_secs_f64());
        Self { threats, shortest, nodes: limits.nodes, seconds }
    }
}

/// The value as it is read from a file.
fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// The answers of an earlier run and the file that gets the new ones.
struct Answers {
    file: Kept,
    known: BTreeMap<String, Value>,
}

impl Answers {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let mut known = BTreeMap::new();
        let file = Kept::open(path, "{\"id\":", &mut |entry| {
            let id = entry["id"].as_str()?.to_owned();
            known.insert(id, entry);
            Some(())
        })?;
        Ok(Self { file, known })
    }

    /// Whether the file has the answer: a definite one, or one with the same limits.
    fn has(&self, puzzle: &Puzzle, question: &Question, asked: &Asked) -> bool {
        let Some(entry) = self.known.get(&puzzle.id) else { return false };
        let same = entry["asked"]["threats"] == asked.threats
            && entry["asked"]["shortest"] == asked.shortest
            && entry["question"] == question.name()
            && entry["position"] == json(&describe(&puzzle.position, None));
        same && (entry["ended_by"].is_null() || entry["asked"] == json(asked))
    }
}
