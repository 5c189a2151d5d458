//! Recorded games in a compact form, split into games to learn from and games held out.
//!
//! A position with its policy takes some 33 bytes. What takes long to compute about a sample is
//! kept beside it, in 10 bytes.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use fukumi_core::geometry::BoardSize;
use fukumi_core::rule::Rule;
use fukumi_selfplay::file::Reader;
use fukumi_selfplay::record::GameRecord;

use crate::parallel;
use crate::replay::{Finder, Found, Sample, replay};

/// One game in this many is held out.
const HELD_OUT: usize = 16;

/// Where a game lies in the encoded bytes, and what belongs to it.
#[derive(Clone, Copy, Debug)]
struct GameIndex {
    start: usize,
    end: usize,
    geometry: u8,
    is_held_out: bool,
    /// Index of what was found of the game's first sample, followed by the number of its samples.
    first: usize,
    samples: u16,
}

/// Games of one rule, on boards of any size.
pub struct Games {
    /// The rule.
    pub rule: Rule,
    /// The board sizes, in the order of first appearance.
    pub sizes: Vec<BoardSize>,
    bytes: Vec<u8>,
    entries: Vec<GameIndex>,
    found: Vec<Found>,
}

impl Games {
    /// Reads the games of files. Of each file, the first game and every sixteenth after it are held
    /// out. Every game is replayed once, on the given number of threads, to find its samples.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, or has games of another rule than the files before it,
    /// or if there are no games.
    pub fn read(paths: &[PathBuf], threads: usize) -> anyhow::Result<Self> {
        let mut games: Option<Self> = None;
        for path in paths {
            let name = path.display();
            let context = || format!("cannot read {name}");
            for (number, game) in Self::reader(path)?.enumerate() {
                let game = game.with_context(context)?;
                let games = games.get_or_insert_with(|| Self::new(game.rule));
                ensure!(
                    games.rule == game.rule,
                    "{name} has games of {}, those before it are of {}",
                    game.rule,
                    games.rule
                );
                games.push(&game, number % HELD_OUT == 0);
            }
        }
        let mut games = games.context("the files have no games")?;
        games.find_samples(threads);
        Ok(games)
    }

    /// Opens a file of games.
    pub(crate) fn reader(path: &Path) -> anyhow::Result<Reader<BufReader<File>>> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Reader::new(BufReader::new(file)).with_context(|| format!("cannot read {}", path.display()))
    }

    fn new(rule: Rule) -> Self {
        Self { rule, sizes: Vec::new(), bytes: Vec::new(), entries: Vec::new(), found: Vec::new() }
    }

    /// Takes the games of a list, as if they came from a file.
    ///
    /// # Errors
    /// If the list is empty.
    pub fn of(list: &[GameRecord], threads: usize) -> anyhow::Result<Self> {
        let first = list.first().context("there are no games")?;
        let mut games = Self::new(first.rule);
        for (number, game) in list.iter().enumerate() {
            games.push(game, number % HELD_OUT == 0);
        }
        games.find_samples(threads);
        Ok(games)
    }

    fn push(&mut self, game: &GameRecord, is_held_out: bool) {
        let known = self.sizes.iter().position(|&size| size == game.size);
        let geometry = known.unwrap_or_else(|| {
            self.sizes.push(game.size);
            self.sizes.len() - 1
        });
        let start = self.bytes.len();
        self.bytes.extend(game.encode());
        let end = self.bytes.len();
        // A board has fewer than 18 times 18 possible sizes.
        let geometry = geometry as u8;
        self.entries.push(GameIndex { start, end, geometry, is_held_out, first: 0, samples: 0 });
    }

    fn find_samples(&mut self, threads: usize) {
        let this = &*self;
        let found =
            parallel::map(threads, self.entries.len(), Finder::default, |finder, number| {
                this.game(number).map_or(Vec::new(), |game| finder.find(&game))
            });
        let mut first = 0;
        for (entry, found) in self.entries.iter_mut().zip(&found) {
            (entry.first, entry.samples) = (first, found.len() as u16);
            first += found.len();
        }
        self.found = found.concat();
    }

    /// Number of games.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// The game with this number.
    fn game(&self, number: usize) -> Option<GameRecord> {
        let entry = self.entries[number];
        // Decoding succeeds, because `push` encoded the bytes.
        GameRecord::decode(&self.bytes[entry.start..entry.end]).ok()
    }

    /// The numbers of the games to learn from, or of those held out.
    pub fn numbers(&self, held_out: bool) -> Vec<u32> {
        let entries = self.entries.iter().enumerate();
        let chosen = entries.filter(|(_, entry)| entry.is_held_out == held_out);
        chosen.map(|(number, _)| number as u32).collect()
    }

    /// Number of samples of a game.
    pub fn samples_of(&self, number: u32) -> u16 {
        self.entries[number as usize].samples
    }

    /// Number of samples of these games.
    pub fn samples_in(&self, numbers: &[u32]) -> usize {
        numbers.iter().map(|&number| usize::from(self.samples_of(number))).sum()
    }

    /// A checksum of all games.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.bytes)
    }

    /// The samples of these games, game by game, replayed on the given number of threads.
    pub fn replay(&self, numbers: &[u32], threads: usize) -> Vec<Vec<Sample>> {
        parallel::map(
            threads,
            numbers.len(),
            || (),
            |(), index| {
                let number = numbers[index] as usize;
                let entry = self.entries[number];
                let mut samples = Vec::with_capacity(entry.samples.into());
                if let Some(game) = self.game(number) {
                    let found = &self.found[entry.first..entry.first + usize::from(entry.samples)];
                    replay(&game, found, entry.geometry, |sample| samples.push(sample));
                }
                samples
            },
        )
    }

    /// Samples of the games held out, by board size: at most `most` for each size, spread evenly.
    pub fn held_out(&self, most: usize, threads: usize) -> Vec<Vec<Sample>> {
        let samples_by_game = self.replay(&self.numbers(true), threads);
        let mut by_size = vec![Vec::new(); self.sizes.len()];
        for sample in samples_by_game.into_iter().flatten() {
            by_size[usize::from(sample.geometry)].push(sample);
        }
        for samples in &mut by_size {
            let (count, all) = (samples.len(), std::mem::take(samples));
            let kept = most.min(count);
            let mut wanted = (0..kept).map(|index| match kept {
                1 => 0,
                _ => index * (count - 1) / (kept - 1),
            });
            let mut next = wanted.next();
            samples.extend(all.into_iter().enumerate().filter_map(|(index, sample)| {
                (next == Some(index)).then(|| {
                    next = wanted.next();
                    sample
                })
            }));
        }
        by_size
    }
}
