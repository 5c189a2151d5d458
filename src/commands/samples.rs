//! `fukumi samples`: positions of recorded games in the form that the fit of the evaluation reads.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fukumi::selfplay::file::Reader;
use fukumi::selfplay::samples::Sampler;

/// Turn games of `fukumi datagen` into samples for fitting the evaluation.
///
/// All games must be of one rule. Of each quiet position go the features of the evaluation, the score
/// of the search and the outcome of the game to NAME.head and NAME.points.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,

    /// Where the samples go, without the ending.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
}

/// Writes the samples and prints how many there are.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let create = |ending| {
        let path = arguments.out.with_extension(ending);
        let file = File::create(&path);
        file.map(BufWriter::new).with_context(|| format!("cannot write {}", path.display()))
    };
    let (mut heads, mut points) = (create("head")?, create("points")?);
    let mut sampler = Sampler::default();
    let (mut games, mut positions) = (0, 0);
    let mut rule = None;
    for path in &arguments.games {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let reader = Reader::new(BufReader::new(file));
        for game in reader.with_context(|| format!("cannot read {name}"))? {
            let mut game = game.with_context(|| format!("cannot read {name}"))?;
            anyhow::ensure!(
                *rule.get_or_insert(game.rule) == game.rule,
                "{name} has games of another rule"
            );
            // Games of different files are different games.
            game.number = games;
            positions += sampler.sample(&game, &mut heads, &mut points)?;
            games += 1;
        }
    }
    heads.flush()?;
    points.flush()?;
    println!("{games} games, {positions} positions");
    Ok(ExitCode::SUCCESS)
}
