//! `fukumi samples`: positions of recorded games, in the form that `fukumi-tools fit` reads.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fukumi_selfplay::file::Reader;
use fukumi_selfplay::samples::{Sampler, points};

use super::convert::file::write_by;

/// Turn games of `fukumi datagen` into samples for fitting the classical evaluation.
///
/// All games must have the same rule. NAME.head and NAME.points get the score of the search, the
/// outcome of the game and what the evaluation sees, for each quiet position. Branches are left
/// out.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,

    /// Name of the two files to write, without their endings.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
}

/// Writes the samples and prints their number.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let named = |ending: &str| {
        let mut name = arguments.out.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let counts = write_by(&named(".head"), true, |heads| {
        write_by(&named(".points"), true, |of_points| {
            write(&arguments.games, &mut BufWriter::new(heads), &mut BufWriter::new(of_points))
        })
    });
    let (games, positions) = counts?;
    writeln!(io::stdout(), "{games} games, {positions} positions")?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the samples of these files. Returns the number of games and of positions.
fn write(
    files: &[PathBuf],
    heads: &mut impl Write,
    of_points: &mut impl Write,
) -> anyhow::Result<(u32, usize)> {
    let mut sampler = Sampler::default();
    let (mut games, mut positions) = (0, 0_usize);
    let mut first = None;
    for path in files {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let reader = Reader::new(BufReader::new(file));
        for game in reader.with_context(|| format!("cannot read {name}"))? {
            let mut game = game.with_context(|| format!("cannot read {name}"))?;
            let rule = *first.get_or_insert(game.rule);
            anyhow::ensure!(rule == game.rule, "{name} has games of another rule");
            // Games of different files are different games, whatever their numbers.
            game.number = games;
            sampler.sample(&game, |sample| {
                positions += usize::from(points::write(sample, heads, of_points)?);
                Ok(())
            })?;
            games += 1;
        }
    }
    heads.flush()?;
    of_points.flush()?;
    Ok((games, positions))
}
