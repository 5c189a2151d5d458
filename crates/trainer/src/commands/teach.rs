//! `fukumi-train teach`: games with the labels of a teacher.

use std::path::PathBuf;

use anyhow::ensure;
use fukumi_trainer::teach;

/// Put the labels of a teacher into the games that it labelled, for fukumi-train train.
///
/// The games are the files of fukumi-train arrays, in the same order. The policy becomes the
/// teacher's, and the score stands for a mean of the teacher's chance of winning and that of the
/// game's own score.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Folder of labels, as fukumi-tools teacher label writes it.
    #[arg(long, value_name = "FOLDER")]
    labels: PathBuf,

    /// Files of fukumi-train label; their scores take the place of the games' own ones.
    #[arg(long, num_args = 1.., value_name = "GAMES")]
    deep: Vec<PathBuf>,

    /// Weight of the teacher in the mean, from 0 to 1.
    #[arg(long, value_name = "X", default_value_t = 0.75)]
    share: f64,

    /// File of games to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Writes the games and prints what they hold.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let &Arguments { share, .. } = arguments;
    ensure!((0.0..=1.0).contains(&share), "expected a share from 0 to 1, found {share}");
    let Arguments { games, labels, deep, out, .. } = arguments;
    let tally = teach::teach(games, labels, deep, share, out)?;
    let teach::Tally { games, positions, deep } = tally;
    anstream::println!("{games} games, {positions} positions, {deep} of them with deep scores");
    Ok(())
}
