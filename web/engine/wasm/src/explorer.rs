//! The opening explorer: files of games, and what was played in a position.

use std::time::Duration;

use fukumi::clock::Instant;
use fukumi::collection::{CollectionError, Count};
use fukumi::notation::game::{Game, Losses};
use fukumi::notation::sgf::tree as sgf;
use fukumi::notation::{self, Hints, NotationError, Problem, TextPlace, pos, rapfi, renlib};
use fukumi::rule::Rule;
use serde_json::{Value, json};

use crate::error::{Answer, Error};
use crate::host::Host;
use crate::request::{AddGames, PositionSetup, Sides};
use crate::session::{self, Session};
use crate::view;

/// The largest file, in bytes.
const MAX_BYTES: usize = 16 << 20;
/// The largest part of a text of lines that is read in one go.
const MAX_PART: usize = notation::MAX_BYTES / 2;
/// Shortest time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// A game of a file, or what is wrong with it.
type Read = Result<Game, Failure>;

/// What is wrong with a game, and where.
#[derive(Clone, Debug)]
struct Failure {
    message: String,
    place: Option<TextPlace>,
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Self {
        Self { message: error.problem.to_string(), place: error.place }
    }
}

impl Session {
    pub(crate) fn add_games(&mut self, asked: &AddGames) -> Answer {
        let rule = asked.rule.map_or(Rule::default(), Rule::from);
        let games = games(asked)?;
        let Host { is_interrupted, report } = self.host;
        let total = games.len();
        let (mut added, mut positions, mut left) = (0, 0, Vec::new());
        let (mut problem, mut sent) = (None, Instant::now());
        for (done, game) in games.into_iter().enumerate() {
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
                    left.push(Failure { message: error.to_string(), place: None });
                }
                Err(error) => {
                    problem = Some(error);
                    break;
                }
            }
            if sent.elapsed() >= REPORT_INTERVAL {
                sent = Instant::now();
                report(&json!({ "done": done + 1, "total": total }).to_string());
                if is_interrupted() {
                    problem = Some(CollectionError::Stopped);
                    break;
                }
            }
        }
        let first = left.first().map(|failure| {
            let place = failure.place.map(view::Place::from);
            json!({ "message": failure.message, "place": place })
        });
        Ok(json!({
            "games": added,
            "positions": positions,
            "unreadable": left.len(),
            "problem": first,
            "isFull": problem == Some(CollectionError::Full),
            "stopped": problem == Some(CollectionError::Stopped),
        }))
    }

    pub(crate) fn explore(&self, setup: &PositionSetup) -> Answer {
        let (position, _) = session::set_up(setup)?;
        let count = |count: Count| {
            let tally = count.tally;
            json!({
                "visits": count.visits,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
            })
        };
        let moves = self.collection.moves(&position).into_iter().map(|played| {
            let mut entry = count(played.count);
            entry["points"] = json!(view::points(played.points));
            entry
        });
        let moves: Vec<Value> = moves.collect();
        let mut found = count(self.collection.get(&position));
        found["moves"] = json!(moves);
        found["games"] = json!(self.collection.games(position.rule(), position.size()));
        found["allGames"] = json!(self.collection.all_games());
        Ok(found)
    }
}

/// The games of a file.
fn games(asked: &AddGames) -> Result<Vec<Read>, Error> {
    let too_long = || Error::from(NotationError::from(Problem::TooLong));
    let size = asked.size.map(Sides::size).transpose()?;
    let hints = Hints { size, ..Hints::default() };
    match (&asked.text, &asked.bytes) {
        (Some(text), None) if text.len() <= MAX_BYTES => of_text(text, &hints),
        (None, Some(bytes)) if bytes.len() <= 2 * MAX_BYTES => {
            let bytes: Option<Vec<u8>> =
                bytes.chars().map(|byte| u8::try_from(u32::from(byte)).ok()).collect();
            of_bytes(&bytes.ok_or_else(|| Error::argument("bytes are characters up to 255"))?)
        }
        (Some(_), None) | (None, Some(_)) => Err(too_long()),
        (Some(_), Some(_)) | (None, None) => Err(Error::argument("either text or bytes")),
    }
}

fn of_bytes(bytes: &[u8]) -> Result<Vec<Read>, Error> {
    let fail = |error: notation::ByteError| Error::bad_text(error.to_string());
    if renlib::is_library(bytes) {
        // Texts are not kept, so their encoding does not matter.
        let (game, _) = renlib::read(bytes, &mut |_| String::new()).map_err(fail)?;
        return Ok(vec![Ok(game)]);
    }
    Ok(vec![Ok(pos::read(bytes).map_err(fail)?)])
}

fn of_text(text: &str, hints: &Hints) -> Result<Vec<Read>, Error> {
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    if rapfi::is_database(begin) {
        return Ok(rapfi::read(text)?.into_iter().map(Ok).collect());
    }
    if begin.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
        return of_sgf(begin, hints);
    }
    let mut games = Vec::new();
    for (lines_before, part) in parts(text) {
        let shifted = |mut failure: Failure| {
            if let Some(place) = &mut failure.place {
                place.line += lines_before;
            }
            failure
        };
        let read = notation::parse_all(part, hints).or_else(|error| match error.problem {
            Problem::OtherSize { .. } => notation::parse_all(part, &Hints::default()),
            _ => Err(error),
        });
        for (_, diagram) in read? {
            let game = diagram.map_err(Failure::from).and_then(|diagram| {
                Game::from_diagram(&diagram, &mut Losses::default())
                    .map_err(|problem| Failure { message: problem.to_string(), place: None })
            });
            games.push(game.map_err(shifted));
        }
    }
    Ok(games)
}

/// Reads all games of SGF. If one of them makes no sense, each is read by itself.
fn of_sgf(text: &str, hints: &Hints) -> Result<Vec<Read>, Error> {
    // A size that the text states counts, whatever the hint.
    let read = |text: &str| {
        sgf::read(text, hints).or_else(|error| match error.problem {
            Problem::OtherSize { .. } => sgf::read(text, &Hints::default()),
            _ => Err(error),
        })
    };
    match read(text) {
        Ok((games, _)) => Ok(games.into_iter().map(Ok).collect()),
        Err(error) => {
            let texts = sgf_games(text);
            if texts.len() < 2 {
                return Err(error.into());
            }
            let read = |text: &str| match read(text) {
                Ok((games, _)) => games.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(Failure { place: None, ..Failure::from(error) })],
            };
            Ok(texts.into_iter().flat_map(read).collect())
        }
    }
}

/// The texts of the games in a collection of SGF.
fn sgf_games(text: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0_usize, 0);
    let (mut is_value, mut is_escaped) = (false, false);
    let mut games = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_value => is_escaped = true,
            b']' => is_value = false,
            b'[' => is_value = true,
            b'(' if !is_value => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b')' if !is_value && depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    games.extend(text.get(start..=at));
                }
            }
            _ => {}
        }
    }
    games
}

/// The text in parts of whole lines that are short enough to read, each with the number of lines
/// before it. A text that long has a game on each line.
fn parts(text: &str) -> Vec<(usize, &str)> {
    if text.len() <= MAX_PART {
        return vec![(0, text)];
    }
    let (mut parts, mut start, mut lines, mut before) = (Vec::new(), 0, 0, 0);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if at > start && at + line.len() - start > MAX_PART {
            parts.extend(text.get(start..at).map(|part| (before, part)));
            (start, before) = (at, lines);
        }
        (at, lines) = (at + line.len(), lines + 1);
    }
    parts.extend(text.get(start..).map(|part| (before, part)));
    parts
}
