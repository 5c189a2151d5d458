//! `fukumi play`: a game against the engine in a terminal.
//!
//! [`input`] reads a line as a command, [`session`] carries it out, [`opponent`] is the engine as
//! somebody to be waited for, [`saved`] keeps games in files. It works through pipes as well as for
//! a person.

use std::io::{self, BufRead, IsTerminal, Read};
use std::process::ExitCode;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fukumi::decide::level;
use fukumi::geometry::{BoardSize, Color};
use fukumi::rule::Rule;

mod input;
mod opponent;
mod saved;
mod session;

use super::values;
use opponent::{Effort, Opponent};
use saved::Defaults;
use session::Session;

/// Side of the board if nothing is said about it.
const DEFAULT_SIDE: i64 = 15;
/// Bytes of a line that are read; no command is nearly as long.
const MAX_LINE: u64 = 4_096;

/// Play a game against the engine in the terminal.
///
/// A move is typed as it stands at the edge of the board, as in h8; `help` lists what else there
/// is. The end of the input ends the game. Ctrl-C while the engine thinks has it move at once.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A game to go on with: a file (.sgf, .psq, or one with moves) or the moves themselves, as
    /// h8i9.
    ///
    /// You have the side to move, unless --side says otherwise. Of a file with several games
    /// FILE:NAME is one.
    game: Option<String>,

    /// Rule; if left out, that of GAME, else freestyle.
    #[arg(long, value_parser = values::rule())]
    rule: Option<Rule>,

    /// Size of the board, as in 15 or 20x15; if left out, that of GAME, else 15.
    #[arg(long, value_parser = values::size, value_name = "SIZE")]
    size: Option<BoardSize>,

    /// Level of the engine: 1 is a beginner, the highest is full strength.
    #[arg(long, value_name = "N", default_value_t = level::HIGHEST, value_parser = level)]
    level: usize,

    /// Your stones; Black moves first. If left out, those of the side to move.
    #[arg(long, value_parser = values::color())]
    side: Option<Color>,

    /// Seconds that the engine thinks about a move at most; 2 if neither these nor --nodes are
    /// given.
    #[arg(long, value_name = "S", value_parser = values::seconds)]
    time: Option<Duration>,

    /// Positions that the engine looks at for a move, at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Seed of the engine's random choices, to have the same ones again; from the clock if left
    /// out.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,

    /// When to use colours; auto heeds the terminal and NO_COLOR.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = PossibleValuesParser::new(["auto", "always", "never"]).map(choice))]
    color: ColorChoice,
}

/// Plays until the input ends or asks for it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let effort = Effort { time: arguments.time, nodes: arguments.nodes, seed: arguments.seed };
    let output = AutoStream::new(io::stdout(), arguments.color).lock();
    let side = arguments.side.unwrap_or(Color::Black);
    let mut session = Session::new(Opponent::new(effort), output, side);
    let rule = arguments.rule.unwrap_or_default();
    if let Some(game) = &arguments.game {
        let defaults = Defaults { rule, forced_rule: arguments.rule, size: arguments.size };
        session.resume(game, defaults, arguments.side, arguments.level)?;
    } else {
        let fifteen = || BoardSize::square(DEFAULT_SIDE).expect("a side in range");
        session.open(rule, arguments.size.unwrap_or_else(fifteen), arguments.level)?;
    }

    let mut stdin = io::stdin().lock();
    let is_prompted = stdin.is_terminal();
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
        if session.take(&line)?.is_break() {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// The next line, of which bytes that are no text are replaced; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Takes the number of a level.
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
