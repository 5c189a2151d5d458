//! `fukumi samples`: positions of recorded games, in the form that `fukumi-tools fit` reads.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fukumi_selfplay::file::Reader;
use fukumi_selfplay::samples::{Sampler, points};

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
    let create = |ending| {
        let path = arguments.out.with_extension(ending);
        let file = File::create(&path);
        file.map(BufWriter::new).with_context(|| format!("cannot write {}", path.display()))
    };
    let (mut heads, mut of_points) = (create("head")?, create("points")?);
    let mut sampler = Sampler::default();
    let (mut games, mut positions) = (0, 0_usize);
    let mut first = None;
    for path in &arguments.games {
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
                positions += usize::from(points::write(sample, &mut heads, &mut of_points)?);
                Ok(())
            })?;
            games += 1;
        }
    }
    heads.flush()?;
    of_points.flush()?;
    println!("{games} games, {positions} positions");
    Ok(ExitCode::SUCCESS)
}
