//! The opening explorer: files of games, and what was played in a position.

use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::rule::Rule;
use fukumi_records::collection::{self, CollectionError};
use fukumi_records::game::Game;
use fukumi_records::{Hints, file};
use fukumi_reports::{Coordinates, Count, PlayedReport, PointForm};

use super::Files;
use super::content::content;
use crate::answer::Explored;
use crate::answer::games::AddedGames;
use crate::answer::text::{TextError, TextProblem};
use crate::error::{Answered, Error};
use crate::host::Host;
use crate::placing;
use crate::request::{AddGames, PositionSetup, Sides};
use crate::view::{self, Name};

/// Shortest time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// A game of a file, or what is wrong with it.
pub(super) type Read = Result<Game, TextError>;

impl Files {
    pub(super) fn add_games(&mut self, asked: &AddGames) -> Answered {
        let rule = asked.rule.map_or_else(Rule::default, Name::get);
        let Host { is_interrupted, report } = self.host;
        let mut problem = is_interrupted().then_some(CollectionError::Stopped);
        let (games, notices) = if problem.is_some() { Default::default() } else { games(asked)? };
        let total = games.len();
        let (mut added, mut positions, mut left) = (0, 0, Vec::new());
        let mut sent = Instant::now();
        for (done, game) in games.into_iter().enumerate() {
            if is_interrupted() {
                problem = Some(CollectionError::Stopped);
                break;
            }
            let counted = match game {
                Ok(game) => self.collection.add(&game, rule, |_| !is_interrupted()),
                Err(failure) => {
                    left.push(failure);
                    continue;
                }
            };
            match counted {
                Ok(count) => (added, positions) = (added + 1, positions + count),
                Err(error @ CollectionError::Game(_)) => {
                    let message = error.to_string();
                    left.push(TextError { problem: TextProblem::Damaged, message, place: None });
                }
                Err(error) => {
                    problem = Some(error);
                    break;
                }
            }
            if sent.elapsed() >= REPORT_INTERVAL {
                sent = Instant::now();
                report(&view::progress(done + 1, total));
            }
        }
        Ok(view::value(&AddedGames {
            games: added,
            positions,
            unreadable: left.len(),
            problem: left.into_iter().next(),
            is_full: problem == Some(CollectionError::Full),
            stopped: problem == Some(CollectionError::Stopped),
            notices,
        }))
    }

    pub(super) fn explore(&self, setup: &PositionSetup) -> Answered {
        let (position, _) = placing::set_up(setup, placing::without_values)?;
        let size = position.size();
        let count = |count: collection::Count| Count::new(count.visits.into(), count.tally);
        let played = self.collection.moves(&position);
        let total = played.iter().map(|played| u64::from(played.count.visits)).sum();
        let moves = played.into_iter().filter_map(|played| {
            let places = Coordinates::list(played.points, size);
            PlayedReport::new(&places, count(played.count), total)
        });
        Ok(view::report(&Explored {
            count: count(self.collection.get(&position)),
            moves: moves.collect(),
            games: self.collection.games(position.rule(), position.size()),
            all_games: self.collection.all_games(),
        }))
    }
}

/// The games of a file, and what a person should know about how it was read.
pub(super) fn games(asked: &AddGames) -> Result<(Vec<Read>, Vec<String>), Error> {
    let bytes = content(asked.text.as_deref(), asked.bytes.as_deref())?;
    let default_size = asked.size.map(Sides::size).transpose()?;
    let hints = Hints { default_size, ..Hints::default() };
    let read = file::read(&bytes, &file::Request { hints, ..file::Request::default() })?;
    // With a single game there is nothing else to add.
    if let Some(fault) = read.faults.first()
        && read.games.is_empty()
        && read.count() == 1
    {
        return Err(fault.error.clone().into());
    }
    let notices = view::notices(&read);
    let games = read.games.into_iter().map(|entry| Ok(entry.game));
    let faults = read.faults.into_iter().map(|fault| Err(fault.error.into()));
    Ok((games.chain(faults).collect(), notices))
}
