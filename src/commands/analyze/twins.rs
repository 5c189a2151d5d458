//! Games that a folder has twice, in files whose names differ only in the ending.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fukumi_core::board::Stone;
use fukumi_core::geometry::{Color, Point};
use fukumi_core::rule::Rule;
use fukumi_records::Diagram;

/// The games of a folder's files that share a name except for the ending. Match runners write each
/// game in several formats.
#[derive(Default)]
pub(super) struct Twins {
    /// The shared name, without an ending.
    name: PathBuf,
    /// The file that is being read.
    file: PathBuf,
    /// The games of this file.
    games: Vec<(Moves, Option<Rule>)>,
    /// The games of earlier files with this name, and the rules stated for them.
    earlier: BTreeMap<Moves, Vec<Option<Rule>>>,
}

/// What two records of the same game have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Moves {
    sides: [u8; 2],
    /// The stones: colour, as in [`Color::index`], and point.
    stones: Vec<(usize, Point)>,
    played: usize,
    dead: Vec<Point>,
    to_move: Option<usize>,
}

impl Moves {
    fn of(diagram: &Diagram) -> Self {
        let stone = |stone: &Stone| (stone.color.index(), stone.point);
        Self {
            sides: [diagram.size.width(), diagram.size.height()],
            stones: diagram.stones.iter().map(stone).collect(),
            played: diagram.played,
            dead: diagram.dead.clone(),
            to_move: diagram.to_move.map(Color::index),
        }
    }
}

impl Twins {
    /// Whether an earlier file with the same name has this game of `file`, and remembers the game.
    /// If one of the two states no rule, the moves alone decide.
    pub(super) fn have(&mut self, file: &Path, diagram: &Diagram) -> bool {
        if file != self.file {
            self.turn_to(file);
        }
        let (moves, rule) = (Moves::of(diagram), diagram.rule);
        let is_same = |other: &Option<Rule>| other.zip(rule).is_none_or(|(a, b)| a == b);
        let is_known = self.earlier.get(&moves).is_some_and(|rules| rules.iter().any(is_same));
        self.games.push((moves, rule));
        is_known
    }

    fn turn_to(&mut self, file: &Path) {
        let name = file.with_extension("");
        for (moves, rule) in self.games.drain(..) {
            let rules = self.earlier.entry(moves).or_default();
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        if name != self.name {
            self.earlier.clear();
        }
        (self.name, self.file) = (name, file.into());
    }
}
