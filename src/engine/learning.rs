//! Learning from games: follows the engine's own games and, if allowed, keeps what they teach in
//! the folder that it was given, in the database of positions.
//!
//! A game is over when a row wins, when a foul is on the board, when the board is full, or as soon
//! as a search of the engine has proven who wins. A game that is broken off before then teaches
//! nothing. A thread of [`Archive`] reads and writes the file. So neither the start of a game nor
//! a move waits for a slow disk, however large the file is.

use std::path::Path;
use std::time::SystemTime;

use fukumi_core::geometry::{Color, Point};
use fukumi_core::position::Position;
use fukumi_core::position::ending::Ending;
use fukumi_core::score::Score;
use log::info;

use self::file::LearningFile;
use self::game_record::{GameRecord, OwnResult};
use super::archive::Archive;

pub(crate) mod file;
mod game_record;

/// What is learnt, and where it is kept.
#[derive(Default)]
pub(crate) struct Learning {
    /// The file; `None` if learning is not allowed.
    file: Option<LearningFile>,
    archive: Archive,
    game: GameRecord,
    /// Whether the game is decided. It was counted when it was.
    is_decided: bool,
}

impl Learning {
    /// Learns nothing yet. `archive` has the files.
    pub(crate) fn new(archive: Archive) -> Self {
        Self { archive, ..Self::default() }
    }

    /// Learns in this folder from now on, or not at all. If the file is only to be read, nothing is
    /// learnt, but what was learnt is used.
    pub(crate) fn set_folder(&mut self, folder: Option<&Path>, is_read_only: bool) {
        let file = folder.map(|folder| LearningFile::below(folder, is_read_only));
        if file != self.file {
            *self = Self { file, archive: self.archive.clone(), ..Self::default() };
            self.open();
        }
    }

    /// Has the file opened, and made if there is none, before something is to be written.
    fn open(&self) {
        if let Some(file) = &self.file {
            self.archive.open(file);
        }
    }

    /// Begins a game.
    pub(crate) fn begin_game(&mut self) {
        self.game = GameRecord::default();
        self.is_decided = false;
        self.open();
    }

    /// Returns the file; `None` if learning is not allowed.
    pub(crate) fn file(&self) -> Option<&LearningFile> {
        self.file.as_ref()
    }

    /// Follows the game to `position`, in which the engine is to move. It may belong to another
    /// game than before.
    pub(crate) fn follow(&mut self, position: &Position) {
        if self.file.is_none() {
            return;
        }
        let was_empty = self.game.is_empty();
        self.game.follow(position);
        if self.game.is_empty() && !was_empty {
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
        if self.file.is_none() {
            return;
        }
        self.game.push(position, point, score, saw_all);
        let mut after = position.clone();
        after.play(point);
        self.end(&after, position.to_move().opponent());
        if let Some(outcome) = self.game.proven() {
            self.decide(outcome, false);
        }
    }

    /// Counts the game if it is over on the board. The engine plays the colour that is not
    /// `opponent`.
    fn end(&mut self, position: &Position, opponent: Color) {
        let ending = position.ending();
        let outcome = match ending {
            Some(Ending::Five(winner)) if winner == opponent => OwnResult::Loss,
            Some(Ending::Five(_)) => OwnResult::Win,
            // Only Black can make a foul.
            Some(Ending::Foul(_)) if opponent == Color::Black => OwnResult::Win,
            Some(Ending::Foul(_)) => OwnResult::Loss,
            None if position.board().empty_count() == 0 => OwnResult::Draw,
            None => return,
        };
        self.decide(outcome, matches!(ending, Some(Ending::Foul(_))));
    }

    /// Counts the decided game once. It may have been decided by a foul.
    fn decide(&mut self, outcome: OwnResult, by_foul: bool) {
        if std::mem::replace(&mut self.is_decided, true) {
            return;
        }
        #[expect(clippy::disallowed_methods, reason = "tells a person when, and decides nothing")]
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let time = since_epoch.map_or(0, |time| u32::try_from(time.as_secs()).unwrap_or(u32::MAX));
        let records = self.game.records(outcome, by_foul, time);
        info!("{outcome:?}: {} positions to remember", records.len());
        if let Some(file) = self.file.as_ref().filter(|file| !file.is_read_only()) {
            self.archive.learn(file, records);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use fukumi_core::geometry::BoardSize;
    use fukumi_core::identity::Identity;
    use fukumi_core::learning::{Record, Tally};
    use fukumi_core::rule::Rule;
    use fukumi_database::{Access, Database};

    use super::*;
    use crate::engine::archive::Question;

    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn what_was_known_comes_back_in_a_folder_that_is_allowed_again() {
        let folder = std::env::temp_dir().join(format!("fukumi-learning-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("fukumi")).unwrap();
        let (size, bad) = (BoardSize::square(15).unwrap(), Point::new(8, 8));
        let mut position = Position::new(size, Rule::Freestyle);
        position.play(Point::new(7, 7));
        let record = Record {
            key: Identity::of(&position).after(bad).key(),
            rule: Rule::Freestyle,
            size,
            stones: 2,
            score: Some(Score::win_in(5)),
            tally: Tally { wins: 1, ..Tally::default() },
            met: 1,
        };
        let file = LearningFile::below(&folder, false);
        let mut database = Database::open(file.path(), Access::Create, PATIENCE).unwrap();
        database.learn(&[record]).unwrap();
        let mut learning = Learning::default();
        for folder in [Some(&folder), Some(&folder), None, Some(&folder)] {
            learning.set_folder(folder.map(|folder| folder.as_path()), folder.is_none());
            learning.begin_game();
            let question = Question {
                position: position.clone(),
                learned: learning.file().cloned(),
                is_game_move: true,
                look_ahead: None,
            };
            let advice = learning.archive.ask(question, PATIENCE).advice;
            assert_eq!(advice.avoid.contains(bad), folder.is_some(), "{folder:?}");
        }
        // A won game counts, unless the file is only to be read.
        for (is_read_only, expected) in [(true, 1), (false, 2)] {
            learning.set_folder(Some(&folder), is_read_only);
            learning.begin_game();
            learning.note(&position, bad, Some(Score::win_in(3)), true);
            learning.archive.flush(PATIENCE, PATIENCE);
            // The position after the move was known before.
            assert_eq!(database.count_learned().unwrap(), expected);
        }
        drop(database);
        fs::remove_dir_all(&folder).unwrap();
    }
}
