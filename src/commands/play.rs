//! `fukumi play`: a game against the engine in a terminal.
//!
//! [`input`] reads a line as a command, and [`session`] carries it out; [`negotiation`] does so for
//! the steps of an opening rule. [`opponent`] wraps the engine as an opponent to wait for,
//! [`saved`] keeps games in files, and [`leaving`] asks before Ctrl-C ends a game. The command
//! works through pipes as well as for a person.

use std::io::{self, BufRead, IsTerminal, Read};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fukumi_core::decide::level;
use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::opening::OpeningRule;
use fukumi_core::rule::Rule;

mod input;
mod leaving;
mod negotiation;
mod opponent;
mod saved;
mod session;

use super::effort::Budget;
use super::values;
use leaving::{Decision, Leaving};
use opponent::{Effort, Opponent};
use saved::Defaults;
use session::Session;

/// The level at the start, unless another one is asked for: one that a beginner can beat.
const FIRST_LEVEL: usize = 1;
/// What is said about [`FIRST_LEVEL`] to those who did not ask for it.
const ADVICE: &str = "this is the easiest level; type `level N` for a stronger opponent";

/// Bytes of a line that are read; no command is nearly that long.
const MAX_LINE: u64 = 4_096;

/// Play a game against the engine in the terminal.
///
/// Type a move by the column and the row at the edge of the board, as in h8; `help` lists the other
/// commands. The end of the input ends the game. Ctrl-C while the engine thinks makes it move at
/// once; at the prompt it asks whether you want to leave, and a second Ctrl-C leaves. Without
/// --time and --nodes the highest level thinks for at most 2 seconds per move; the others answer at
/// once.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A game to continue: a file (.sgf, .psq, or one with moves) or the moves themselves, as in
    /// h8i9.
    ///
    /// You play the side to move, unless --side says otherwise. If a file has several games,
    /// FILE:NAME names one.
    game: Option<String>,

    /// Opening rule, as in swap2 or rif. Without --side you make the first step.
    ///
    /// In the opening you type swap, stay, count N, or points as in h8 i9 j10. `step` has the
    /// engine make your step.
    #[arg(long, value_parser = values::opening(), value_name = "NAME", conflicts_with = "game")]
    opening: Option<OpeningRule>,

    /// Let the engine play both sides. Ctrl-C makes the next move yours.
    #[arg(long, conflicts_with_all = ["game", "side"])]
    watch: bool,

    /// Rule; by default that of GAME, else renju for an opening rule of renju, else freestyle.
    #[arg(long, value_parser = values::rule())]
    rule: Option<Rule>,

    /// Size of the board, as in 15 or 20x15; by default that of GAME, else 15.
    #[arg(long, value_parser = values::size, value_name = "SIZE")]
    size: Option<BoardSize>,

    /// Level of the engine: 1, the default, is for beginners; 12, that of --watch, is full
    /// strength.
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<usize>,

    /// Your stones; Black moves first. By default you play the side to move.
    #[arg(long, value_parser = values::color())]
    side: Option<Color>,

    #[command(flatten)]
    budget: Budget,

    /// Seed of the engine's random choices, to repeat them; by default from the clock.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,

    /// When to use colours; auto follows the terminal and NO_COLOR.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = PossibleValuesParser::new(["auto", "always", "never"]).map(choice))]
    color: ColorChoice,
}

/// Plays until the input ends or asks to quit.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let effort = Effort { budget: arguments.budget, seed: arguments.seed };
    let output = AutoStream::new(io::stdout(), arguments.color).lock();
    let side = arguments.side.unwrap_or(Color::Black);
    let mut stdin = io::stdin().lock();
    let is_prompted = stdin.is_terminal();
    let leaving = Leaving::new(is_prompted);
    let mut session = Session::new(Opponent::new(effort, leaving.clone()), output, side);
    let is_renju = arguments.opening.is_some_and(OpeningRule::is_of_renju);
    let usual = if is_renju { Rule::Renju } else { Rule::default() };
    let rule = arguments.rule.unwrap_or(usual);
    // Someone who watches does not have to beat the engine.
    let usual = if arguments.watch { level::HIGHEST } else { FIRST_LEVEL };
    if arguments.level.is_none() && !arguments.watch {
        session.set_advice(ADVICE);
    }
    let level = arguments.level.unwrap_or(usual);
    if let Some(game) = &arguments.game {
        let defaults = Defaults { rule, forced_rule: arguments.rule, size: arguments.size };
        session.resume(game, defaults, arguments.side, level)?;
    } else {
        let size = arguments.size.unwrap_or(BoardSize::DEFAULT);
        if let Some(opening) = arguments.opening.filter(|opening| !opening.fits(size)) {
            bail!("a board of {size} is too small for {opening}");
        }
        if let Some(opening) = arguments.opening.filter(|opening| !opening.allows(rule)) {
            bail!("the opening rule {opening} is one of renju; it cannot open a game of {rule}");
        }
        session.set_opening(arguments.opening, arguments.watch);
        session.open(rule, size, level)?;
    }

    loop {
        if is_prompted {
            session.prompt()?;
        }
        let Some(line) = read_line(&mut stdin).context("cannot read standard input")? else {
            if is_prompted {
                println!();
            }
            return Ok(ExitCode::SUCCESS);
        };
        match leaving.reply(&line) {
            None => {}
            Some(Decision::Leave) => return Ok(ExitCode::SUCCESS),
            Some(Decision::Stay) => continue,
        }
        if session.take(&line)?.is_break() {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// The next line, with bytes that are not text replaced; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Parses the number of a level.
fn level(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=level::HIGHEST).contains(number));
    number.ok_or_else(|| format!("expected a level from 1 to {}", level::HIGHEST))
}

fn choice(name: String) -> ColorChoice {
    match name.as_str() {
        "always" => ColorChoice::Always,
        "never" => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}
