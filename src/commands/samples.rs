//! `fukumi samples`: positions of recorded games in the forms that training reads.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use fukumi::selfplay::file::Reader;
use fukumi::selfplay::samples::{Sampler, boards, points};

/// Turn games of `fukumi datagen` into samples for fitting an evaluation.
///
/// All games must be of one rule. Of each quiet position of a game, branches left out, go the score of the search, the outcome of the
/// game and what the evaluation sees to files of the name NAME.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,

    /// Where the samples go, without the ending.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,

    /// What of the positions is written.
    #[arg(long, value_enum, default_value_t = Form::Points)]
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// The line classes of each empty point, for the classical evaluation: NAME.head and NAME.points.
    Points,
    /// The stones, for a network: NAME.boards. All games must be of one size.
    Boards,
}

/// Writes the samples and prints how many there are.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let create = |ending| {
        let path = arguments.out.with_extension(ending);
        let file = File::create(&path);
        file.map(BufWriter::new).with_context(|| format!("cannot write {}", path.display()))
    };
    let (endings, is_boards) = match arguments.form {
        Form::Points => (["head", "points"].as_slice(), false),
        Form::Boards => (["boards"].as_slice(), true),
    };
    let mut files = endings.iter().map(create).collect::<anyhow::Result<Vec<_>>>()?;
    let mut sampler = Sampler::default();
    let (mut games, mut positions) = (0, 0_usize);
    let mut first = None;
    for path in &arguments.games {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let reader = Reader::new(BufReader::new(file));
        for game in reader.with_context(|| format!("cannot read {name}"))? {
            let mut game = game.with_context(|| format!("cannot read {name}"))?;
            if first.is_none() && is_boards {
                boards::write_head(game.size, &mut files[0])?;
            }
            let (rule, size) = *first.get_or_insert((game.rule, game.size));
            anyhow::ensure!(rule == game.rule, "{name} has games of another rule");
            anyhow::ensure!(size == game.size || !is_boards, "{name} has games of another size");
            // Games of different files are different games.
            game.number = games;
            sampler.sample(&game, |sample| {
                let is_written = match files.as_mut_slice() {
                    [heads, of_points] => points::write(sample, heads, of_points)?,
                    boards => boards::write(sample, &mut boards[0])?,
                };
                positions += usize::from(is_written);
                Ok(())
            })?;
            games += 1;
        }
    }
    for file in &mut files {
        file.flush()?;
    }
    println!("{games} games, {positions} positions");
    Ok(ExitCode::SUCCESS)
}
