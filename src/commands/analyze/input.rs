//! The games that a person names on the command line.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use fukumi_core::analysis::AnalysisGame;
use fukumi_core::geometry::Color;
use fukumi_core::rule::Rule;
use fukumi_records::reading::Notices;
use fukumi_records::{Diagram, Format, Hints};

use super::twins::Twins;
use crate::commands::advice::with_advice;
use crate::commands::{reading, shown};

/// Maximum length of a file name in characters, without its ending and a number.
const MAX_STEM: usize = 80;

/// The name, without its ending, of the page that lists all games.
pub(super) const INDEX: &str = "index";

/// Games and their names.
#[derive(Default)]
pub(in crate::commands) struct Input {
    pub(in crate::commands) games: Vec<AnalysisGame>,
    /// One name for each game.
    pub(in crate::commands) names: Vec<Name>,
}

/// The names of a game.
pub(in crate::commands) struct Name {
    /// Where the game comes from.
    pub(in crate::commands) full: String,
    /// The name for people, without the folder and the ending of a file; `None` if there is none.
    pub(super) short: Option<String>,
    /// A unique file name without an ending.
    pub(super) stem: String,
    /// How many games up to this one come from the same place: 1, unless it is named twice.
    pub(in crate::commands) repeat: usize,
}

/// How games are to be read.
pub(in crate::commands) struct Reader {
    pub(in crate::commands) hints: Hints,
    pub(in crate::commands) rule: Option<Rule>,
    pub(in crate::commands) to_move: Option<Color>,
    /// Whether only the position after the last move counts.
    pub(in crate::commands) is_last_only: bool,
    /// Which games are wanted, by their numbers from 1 on, those included that cannot be read;
    /// `None` for all.
    pub(in crate::commands) only: Option<RangeInclusive<usize>>,
}

/// A game with its names, or where there is one that cannot be read, and why.
pub(in crate::commands) type GivenGame = Result<(AnalysisGame, Name), (String, anyhow::Error)>;

impl Reader {
    /// Reads all games that can be read, and calls `on_error` for the others.
    pub(in crate::commands) fn read(
        &self,
        arguments: &[String],
        stdin: &mut dyn Read,
        on_error: &mut dyn FnMut(&str, anyhow::Error),
    ) -> Input {
        let mut input = Input::default();
        self.read_each(arguments, stdin, &mut |entry| match entry {
            Ok((game, name)) => {
                input.games.push(game);
                input.names.push(name);
            }
            Err((name, error)) => on_error(&name, error),
        });
        // The name of the page that lists the others is taken.
        let mut taken = BTreeMap::from([(INDEX.to_owned(), 2)]);
        for name in &mut input.names {
            name.stem = unique(&name.stem, &mut taken);
        }
        input
    }

    /// Calls `take` for each game that is wanted, one at a time.
    pub(in crate::commands) fn read_each(
        &self,
        arguments: &[String],
        stdin: &mut dyn Read,
        take: &mut dyn FnMut(GivenGame),
    ) {
        let mut walk = Walk { reader: self, number: 0, places: BTreeMap::new(), take };
        for argument in arguments {
            if !Path::new(argument).is_dir() {
                walk.read(argument, stdin, &mut |_| false);
                continue;
            }
            match files(Path::new(argument)) {
                Ok(files) if files.is_empty() => {
                    let endings: Vec<String> =
                        Format::endings().map(|ending| format!(".{ending}")).collect();
                    let endings = endings.join(", ");
                    walk.fail(argument, anyhow!("no file of games in this folder: {endings}"));
                }
                Ok(files) => {
                    let mut twins = Twins::default();
                    for path in files {
                        let file = path.to_string_lossy();
                        let mut is_known = |diagram: &Diagram| twins.have(&path, diagram);
                        walk.read(&file, stdin, &mut is_known);
                    }
                }
                Err(error) => walk.fail(argument, error.into()),
            }
        }
    }

    fn game(&self, diagram: &Diagram) -> Result<AnalysisGame, fukumi_records::NotationError> {
        let game = diagram.game(self.rule, self.to_move)?;
        Ok(if self.is_last_only { game.last_position() } else { game })
    }
}

/// The way through the games of all arguments.
struct Walk<'a> {
    reader: &'a Reader,
    /// The number of the last game.
    number: usize,
    /// How many games come from each place.
    places: BTreeMap<String, usize>,
    take: &'a mut dyn FnMut(GivenGame),
}

impl Walk<'_> {
    /// Reads an argument that is not a folder, except the games that are already known.
    fn read(
        &mut self,
        argument: &str,
        stdin: &mut dyn Read,
        is_known: &mut dyn FnMut(&Diagram) -> bool,
    ) {
        let source = Source::new(argument);
        let mut notices = Notices::default();
        let entries = fukumi_records::load_all(argument, stdin, &self.reader.hints, &mut notices);
        reading::report(&source.name, &notices);
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.fail(&source.name, with_advice(error)),
        };
        for (id, diagram) in entries {
            if diagram.as_ref().is_ok_and(&mut *is_known) {
                continue;
            }
            let name = self.name(&source, id.as_deref());
            if !self.is_next_wanted() {
                continue;
            }
            let entry = match diagram.and_then(|diagram| self.reader.game(&diagram)) {
                Ok(game) => Ok((game, name)),
                Err(error) => Err((name.full, with_advice(error))),
            };
            (self.take)(entry);
        }
    }

    /// Counts what cannot be read as one game.
    fn fail(&mut self, name: &str, error: anyhow::Error) {
        if self.is_next_wanted() {
            (self.take)(Err((name.into(), error)));
        }
    }

    fn is_next_wanted(&mut self) -> bool {
        self.number += 1;
        self.reader.only.as_ref().is_none_or(|only| only.contains(&self.number))
    }

    /// The names of a game with this id.
    fn name(&mut self, source: &Source, id: Option<&str>) -> Name {
        let (mut full, mut stem) = (source.name.clone(), source.stem.clone());
        let mut short = source.short.clone();
        if let Some(id) = id {
            let shown = shown::line(id);
            full += &format!(":{shown}");
            short = Some(short.map_or_else(|| shown.clone(), |name| format!("{name}, {shown}")));
            stem += &format!("-{id}");
        }
        let repeat = self.places.entry(full.clone()).and_modify(|count| *count += 1).or_insert(1);
        Name { full, short, stem, repeat: *repeat }
    }
}

/// The names that an argument gives to its games.
struct Source {
    name: String,
    short: Option<String>,
    stem: String,
}

impl Source {
    fn new(argument: &str) -> Self {
        let file = |name: &str| {
            let path = Path::new(name);
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let name = shown::line(name);
            let short = stem.as_ref().map(shown::line);
            path.exists().then(|| Self { stem: stem.unwrap_or_else(|| name.clone()), short, name })
        };
        if argument == "-" || argument.starts_with("-:") {
            return Self { name: "standard input".into(), short: None, stem: "game".into() };
        }
        let before_id = || argument.rsplit_once(':').and_then(|(name, _)| file(name));
        // The text of a game is not a name.
        let text = || Self { name: "game".into(), short: None, stem: "game".into() };
        file(argument).or_else(before_id).unwrap_or_else(text)
    }
}

/// The files of a folder that may contain games, sorted by name. Files with the same name are
/// sorted as in [`Format::endings`].
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let rank = Format::endings().position(|wanted| wanted.eq_ignore_ascii_case(ending));
        if let Some(rank) = rank.filter(|_| path.is_file()) {
            files.push((path.with_extension(""), rank, path));
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, _, path)| path).collect())
}

/// A name like `stem` that every file system accepts and that is not taken yet, ignoring case.
/// `taken` maps each name to the number to try next.
fn unique(stem: &str, taken: &mut BTreeMap<String, usize>) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    let plain = stem.chars().map(|c| if is_plain(c) { c } else { '_' }).take(MAX_STEM);
    let stem: String = plain.collect();
    let Some(&next) = taken.get(&stem.to_lowercase()) else {
        taken.insert(stem.to_lowercase(), 2);
        return stem;
    };
    let mut number = next;
    let name = loop {
        let name = format!("{stem}-{number}");
        number += 1;
        if !taken.contains_key(&name.to_lowercase()) {
            break name;
        }
    };
    taken.insert(stem.to_lowercase(), number);
    taken.insert(name.to_lowercase(), 2);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_file_of_its_own() {
        let mut taken = BTreeMap::new();
        let stems = ["a/b:c", "a_b_c", "A_B_C", "ü-1.x", "a_b_c"];
        let names = stems.map(|stem| unique(stem, &mut taken));
        assert_eq!(names, ["a_b_c", "a_b_c-2", "A_B_C-3", "ü-1.x", "a_b_c-4"]);
        assert_eq!(unique(&"x".repeat(999), &mut taken).len(), MAX_STEM);
        let many = ["g", "g-3", "g", "G", "g", "g-3"].map(|stem| unique(stem, &mut taken));
        assert_eq!(many, ["g", "g-3", "g-2", "G-4", "g-5", "g-3-2"]);
        assert_eq!(taken.get("g"), Some(&6), "no number is tried twice");
    }
}
