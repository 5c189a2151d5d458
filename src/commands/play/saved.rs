//! Games in files: what `save` writes and `load` reads.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::rule::Rule;
use fukumi_records::reading::Notices;
use fukumi_records::write::SavedGame;
use fukumi_records::{Hints, Problem};

/// Highest number that is tried for a free file name.
const MAX_NUMBER: usize = 99;

/// What a game may leave open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Defaults {
    /// The rule if the game states none.
    pub(super) rule: Rule,
    /// The rule to use whatever the game states.
    pub(super) forced_rule: Option<Rule>,
    /// The size, with which the game has to agree. If `None`, the size that the game states, else
    /// 15.
    pub(super) size: Option<BoardSize>,
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loaded {
    pub(super) rule: Rule,
    pub(super) size: BoardSize,
    /// The moves, Black's first.
    pub(super) moves: Vec<Point>,
}

/// Writes a game to a new file. An existing file is never replaced, so that no game is lost by
/// mistake.
///
/// # Errors
/// If that is not possible; the message says why and what helps.
pub(super) fn save(game: &SavedGame<'_>, file: &Path) -> anyhow::Result<()> {
    let name = file.display();
    let mut opened = match OpenOptions::new().write(true).create_new(true).open(file) {
        Ok(opened) => opened,
        Err(_) if file.is_dir() => bail!("{name} is a folder; save takes the name of a file"),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => match free_name(file) {
            Some(free) => {
                bail!("{name} is there already and stays as it is; try save {}", free.display())
            }
            None => bail!("{name} is there already and stays as it is; choose another name"),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).display();
            bail!("there is no folder {folder} to save in")
        }
        Err(error) => bail!("cannot save in {name}: {}", reason(&error)),
    };
    opened.write_all(game.text_for(file).as_bytes()).map_err(|error| {
        // Half a game is of no use. If it cannot be removed, the error message still says so.
        let _ = fs::remove_file(file);
        anyhow!("cannot save in {name}: {}", reason(&error))
    })
}

/// A free name like that of the file, as in `game-2.sgf` for `game.sgf`.
fn free_name(file: &Path) -> Option<PathBuf> {
    let stem = file.file_stem()?.to_str()?;
    let ending = file.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(|ending| format!(".{ending}")).unwrap_or_default();
    let named = |number| file.with_file_name(format!("{stem}-{number}{ending}"));
    (2..=MAX_NUMBER).map(named).find(|file| file.symlink_metadata().is_err())
}

/// The system's reason, without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// Reads a game from a file or from the moves themselves. If a file has several games, `FILE:NAME`
/// names one.
///
/// # Errors
/// If that is not possible; the message says why and what helps.
pub(super) fn load(name: &str, defaults: Defaults) -> anyhow::Result<Loaded> {
    // A pipe may never end.
    let before_id = name.rsplit_once(':').map(|(file, _)| file);
    for file in [Some(name), before_id].into_iter().flatten().map(Path::new) {
        if file.exists() && !file.is_file() {
            bail!("{} is no file with a game", file.display());
        }
    }
    let hints = Hints { size: defaults.size, ..Hints::default() };
    let mut notices = Notices::default();
    let diagram =
        fukumi_records::load(name, &mut io::empty(), &hints, &mut notices).map_err(|error| {
            if let Problem::Several(_) = error.problem {
                anyhow!("{error} (as in FILE:NAME)")
            } else {
                anyhow!(error)
            }
        })?;
    let colors = || diagram.stones.iter().map(|stone| stone.color);
    let is_game = diagram.played == diagram.stones.len()
        && diagram.dead.is_empty()
        && colors().eq(Color::ALL.into_iter().cycle().take(diagram.stones.len()));
    if !is_game {
        bail!("expected a game from its first move on, Black and White in turn, found a position");
    }
    let rule = defaults.forced_rule.or(diagram.rule).unwrap_or(defaults.rule);
    if !diagram.stones.is_empty() {
        // No moves may follow the end of the game.
        diagram.game(Some(rule), None)?;
    }
    let moves = diagram.stones.iter().map(|stone| stone.point).collect();
    Ok(Loaded { rule, size: diagram.size, moves })
}
