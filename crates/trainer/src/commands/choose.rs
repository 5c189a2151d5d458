//! `fukumi-train choose`: fewer positions of more games.

use fukumi_trainer::label::{self, Plan};

use super::label::{Choice, line};

/// Write games with the labels of some quiet positions alone.
///
/// Positions of one game teach almost the same thing, and a teacher is slow. So it should label a
/// few positions of many games. Training leaves out positions that are not quiet.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    choice: Choice,
}

/// Writes the games that the file lacks, and prints what it then holds.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Choice { games, out, every, seed } = &arguments.choice;
    let plan = Plan { nodes: None, every: *every, seed: *seed, part: 0, parts: 1 };
    let tally = label::label(games, out, &plan, super::threads(None), &mut |_| {})?;
    anstream::println!("{}", line(tally));
    Ok(())
}
