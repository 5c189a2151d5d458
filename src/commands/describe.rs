//! `fukumi completions` and `fukumi man`: what shells and readers of manuals want to know of the
//! command line. Both are made from the arguments themselves.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Command;
use clap_complete::Shell;

use super::{overview, writable};

/// Print the completions of the command line for a shell.
///
/// For bash: `fukumi completions bash > ~/.local/share/bash-completion/completions/fukumi`.
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

/// Print the manual page of the program or of a command, for `man`.
///
/// `fukumi man play | man -l -` shows one.
#[derive(clap::Args)]
pub(crate) struct Man {
    /// The command, as in play, or in database query; by default the program itself.
    #[arg(conflicts_with = "out")]
    command: Vec<String>,

    /// Write the pages of all commands into this folder instead, which must exist.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Completions {
    /// Prints the completions of a command line.
    pub(crate) fn run(&self, mut line: Command) -> anyhow::Result<ExitCode> {
        let name = line.get_name().to_owned();
        // Writing to a buffer cannot fail, which this function would take for a reason to panic.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut line, name, &mut script);
        io::stdout().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Man {
    /// Prints the page of a command of the command line, or writes all pages.
    pub(crate) fn run(&self, mut line: Command) -> anyhow::Result<ExitCode> {
        if let Some(folder) = &self.out {
            writable::ensure_folder(folder)?;
            write(line, &[], folder)?;
            return Ok(ExitCode::SUCCESS);
        }
        line.build();
        let mut found = &line;
        for name in &self.command {
            let Some(command) = found.find_subcommand(name) else {
                bail!("there is no command {name:?}; `fukumi --help` lists them");
            };
            found = command;
        }
        io::stdout().write_all(&page(found.clone(), &self.command)?)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the pages of a command and of all commands below it.
fn write(mut command: Command, path: &[String], folder: &Path) -> anyhow::Result<()> {
    if path.is_empty() {
        command.build();
    }
    let name = [&["fukumi".to_owned()], path].concat().join("-");
    let file = folder.join(format!("{name}.1"));
    fs::write(&file, page(command.clone(), path)?)
        .with_context(|| format!("cannot write {}", file.display()))?;
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        write(below.clone(), &[path, &[below.get_name().to_owned()]].concat(), folder)?;
    }
    Ok(())
}

/// The page of a command. That of the program lists its commands by who needs them.
fn page(command: Command, path: &[String]) -> io::Result<Vec<u8>> {
    let title = [&["fukumi".to_owned()], path].concat().join("-");
    let mut page = Vec::new();
    let command = command.version(env!("CARGO_PKG_VERSION"));
    let man = clap_mangen::Man::new(command.clone()).title(title);
    if !path.is_empty() {
        man.render(&mut page)?;
        return Ok(page);
    }
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for (heading, commands) in overview::groups(&command) {
        let group = Command::new("fukumi").subcommands(commands.into_iter().cloned());
        let group = group.subcommand_help_heading(heading.to_uppercase());
        let group = group.disable_help_subcommand(true);
        clap_mangen::Man::new(group).render_subcommands_section(&mut page)?;
    }
    man.render_extra_section(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}
