//! Games that a folder has twice, in files of one name but for the ending.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fukumi::board::Stone;
use fukumi::geometry::{Color, Point};
use fukumi::notation::Diagram;
use fukumi::rule::Rule;

/// The games of those files of a folder that have one name but for the ending, as match runners
/// write each game in several formats.
#[derive(Default)]
pub(super) struct Twins {
    /// The name, without its ending.
    name: PathBuf,
    /// The file that is being read.
    file: PathBuf,
    /// Its games.
    games: Vec<(Moves, Option<Rule>)>,
    /// Those of earlier files of the name, with the rules they were played by.
    earlier: BTreeMap<Moves, Vec<Option<Rule>>>,
}

/// What is the same where the same game was written down twice.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Moves {
    sides: [u8; 2],
    /// Whose stones they are, as [`Color::index`] has it, and where.
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
    /// Whether an earlier file of the same name has this game of `file`, which is remembered. Where
    /// one of them says no rule, the moves decide.
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
