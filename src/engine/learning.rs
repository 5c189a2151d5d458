//! Learning from games: follows the engine's own games and, if allowed, keeps what they teach in
//! the folder that it was given.
//!
//! A game is over when a row wins, when a foul is on the board, when the board is full, or as soon
//! as a search of the engine has proven who wins. A game that is broken off before then teaches
//! nothing. A [`Keeper`] handles the files on threads of its own. So neither the start of a game
//! nor a move waits for a slow disk, however large the file is.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use log::info;

use self::keeper::Keeper;
use crate::experience::Memory;
use crate::experience::advice::Advice;
use crate::experience::store::Store;
use crate::experience::trail::{OwnResult, Trail};
use crate::geometry::{Color, Point};
use crate::position::Position;
use crate::position::ending::Ending;
use crate::score::Score;

pub(crate) mod keeper;

/// What is learnt, and where it is kept.
#[derive(Default)]
pub(crate) struct Learning {
    /// The file; `None` if learning is not allowed.
    store: Option<Store>,
    keeper: Keeper,
    memory: Memory,
    trail: Trail,
    /// Whether the game is decided. It was counted when it was.
    is_decided: bool,
}

impl Learning {
    /// Learns in this folder from now on, or not at all.
    pub(crate) fn set_folder(&mut self, folder: Option<PathBuf>) {
        let store = folder.as_deref().map(Store::below);
        if store != self.store {
            *self = Self { store, keeper: self.keeper.clone(), ..Self::default() };
            if let Some(store) = &self.store {
                self.keeper.load(store);
            }
        }
    }

    /// Begins a game, and starts to read what other processes have learnt meanwhile.
    pub(crate) fn begin_game(&mut self) {
        self.trail = Trail::default();
        self.is_decided = false;
        if let Some(store) = &self.store {
            self.keeper.load_news(store);
        }
    }

    /// Returns the keeper, which reads and writes the file.
    pub(crate) fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    /// Returns what was learnt about the moves in `position`.
    ///
    /// While the file is still being read, waits for it, but no longer than `patience`. After that,
    /// what was known before counts.
    pub(crate) fn advice(&mut self, position: &Position, patience: Duration) -> Advice {
        if let Some(store) = &self.store
            && let Some(memory) = self.keeper.take_loaded(store, patience)
        {
            self.memory = memory;
        }
        Advice::new(&self.memory, position)
    }

    /// Follows the game to `position`, in which the engine is to move. It may belong to another
    /// game than before.
    pub(crate) fn follow(&mut self, position: &Position) {
        if self.store.is_none() {
            return;
        }
        let was_empty = self.trail.is_empty();
        self.trail.follow(position);
        if self.trail.is_empty() && !was_empty {
            self.is_decided = false;
        }
        self.end(position, !position.to_move());
    }

    /// Records the engine's move in `position` and the score that its search gave. `saw_all` says
    /// whether the search looked at all moves.
    pub(crate) fn note(
        &mut self,
        position: &Position,
        point: Point,
        score: Option<Score>,
        saw_all: bool,
    ) {
        if self.store.is_none() {
            return;
        }
        self.trail.push(position, point, score, saw_all);
        let mut after = position.clone();
        after.play(point);
        self.end(&after, position.to_move().opponent());
        if let Some(outcome) = self.trail.proven() {
            self.decide(outcome);
        }
    }

    /// Counts the game if it is over on the board. The engine plays the colour that is not
    /// `opponent`.
    fn end(&mut self, position: &Position, opponent: Color) {
        let outcome = match position.ending() {
            Some(Ending::Five(winner)) if winner == opponent => OwnResult::Loss,
            Some(Ending::Five(_)) => OwnResult::Win,
            // Only Black can make a foul.
            Some(Ending::Foul(_)) if opponent == Color::Black => OwnResult::Win,
            Some(Ending::Foul(_)) => OwnResult::Loss,
            None if position.board().empty_count() == 0 => OwnResult::Draw,
            None => return,
        };
        self.decide(outcome);
    }

    /// Counts the decided game once: records what it teaches in memory and in the file.
    fn decide(&mut self, outcome: OwnResult) {
        if std::mem::replace(&mut self.is_decided, true) {
            return;
        }
        #[expect(clippy::disallowed_methods, reason = "tells a person when, and decides nothing")]
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let time = since_epoch.map_or(0, |time| u32::try_from(time.as_secs()).unwrap_or(u32::MAX));
        let records = self.trail.records(outcome, time);
        info!("{outcome:?}: {} positions to remember", records.len());
        records.iter().for_each(|&record| self.memory.add(record));
        if let Some(store) = &self.store {
            self.keeper.add(store, records);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::experience::{Record, Tally};
    use crate::geometry::BoardSize;
    use crate::identity::Identity;
    use crate::rule::Rule;

    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn a_folder_that_is_allowed_again_brings_back_what_was_known() {
        let folder = std::env::temp_dir().join(format!("fukumi-learning-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (size, bad) = (BoardSize::square(15).unwrap(), Point::new(8, 8));
        let mut position = Position::new(size, Rule::Freestyle);
        position.play(Point::new(7, 7));
        let record = Record {
            key: Identity::of(&position).after(bad).key(),
            rule: Rule::Freestyle,
            size,
            stones: 2,
            score: Score::win_in(5),
            tally: Tally { wins: 1, ..Tally::default() },
            time: 1,
        };
        Store::below(&folder).append(&[record], PATIENCE).unwrap();
        let mut learning = Learning::default();
        for folder in [Some(&folder), Some(&folder), None, Some(&folder)] {
            learning.set_folder(folder.cloned());
            learning.begin_game();
            let advice = learning.advice(&position, PATIENCE);
            assert_eq!(advice.avoid.contains(bad), folder.is_some(), "{folder:?}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
