//! `fukumi-train arrays`: positions of games for `fukumi-tools teacher`.

use std::path::PathBuf;

use fukumi_trainer::arrays;

/// Write the positions of games as arrays of NumPy, as fukumi-tools teacher reads them.
///
/// The games have one rule and one board. Positions without a score are left out, and games of
/// fukumi-train label count as deep. The module `arrays` of this package describes the arrays. A
/// position of 15x15 takes 504 bytes.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Folder to write.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Writes the arrays and prints how many positions they have.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let about = arrays::write(&arguments.games, &arguments.out)?;
    anstream::println!("{} games, {} positions", about.games, about.positions);
    Ok(())
}
