//! Games of files without their variations.

use fukumi_core::board::Stone;
use fukumi_core::geometry::Color;
use fukumi_records::reading::Notices;
use fukumi_records::write::{GameResult, SavedGame};
use fukumi_records::{Diagram, NotationError, file};
use serde_json::Value;

use super::content::content;
use crate::answer;
use crate::answer::games::{GameRecord, ReadGame, ReadGames};
use crate::error::Answered;
use crate::placing::{placed, without_values};
use crate::request::{self, Read, Write, WriteFormat};
use crate::view::{self, Name};

/// Reads the games of a file.
pub(super) fn read(read: &Read) -> Answered {
    let bytes = content(read.text.as_deref(), read.bytes.as_deref())?;
    let mut notices = Notices::default();
    let games = file::diagrams(&bytes, None, &read.hints()?, &mut notices)?;
    let games = games.iter().map(|(id, diagram)| entry(id.clone(), diagram)).collect();
    Ok(view::value(&ReadGames { games, notices: notices.lines().collect() }))
}

/// A game of a file as an answer has it.
fn entry(id: Option<String>, diagram: &Result<Diagram, NotationError>) -> ReadGame<'_> {
    match diagram {
        Ok(diagram) => {
            let format = diagram.format.name();
            ReadGame::Read { id, format, game: record(diagram), error: () }
        }
        Err(error) => ReadGame::Damaged { id, format: (), game: (), error: error.clone().into() },
    }
}

fn record(diagram: &Diagram) -> GameRecord<'_> {
    let (setup, moves) = diagram.stones.split_at(diagram.stones.len() - diagram.played);
    let [black, white] = &diagram.players;
    GameRecord {
        rule: diagram.rule.map(Name),
        width: diagram.size.width(),
        height: diagram.size.height(),
        setup: view::stones(setup),
        dead: view::points(diagram.dead.iter().copied()),
        moves: view::stones(moves),
        to_move: diagram.to_move().ok().map(Name),
        black: black.as_deref(),
        white: white.as_deref(),
        event: diagram.event.as_deref(),
        date: diagram.date.as_deref(),
    }
}

/// Writes a game.
pub(super) fn write(write: &Write) -> Answered {
    let size = write.setup().size()?;
    let sides = Color::ALL.into_iter().cycle().map(Name);
    let stones: Vec<_> = { write.moves.iter().zip(sides) }
        .map(|(&at, side)| request::PlacedStone::new(at, side))
        .collect();
    let (position, _) = placed(without_values(write.setup().rule(), size), &[], &stones)?;
    let moves: Vec<_> = position.board().stones().iter().map(|stone: &Stone| stone.point).collect();
    let result = write.result.map(|result| match result {
        answer::games::GameResult::Black => GameResult::Win(Color::Black),
        answer::games::GameResult::White => GameResult::Win(Color::White),
        answer::games::GameResult::Draw => GameResult::Draw,
    });
    let players = [&write.black, &write.white].map(|name| name.as_deref().unwrap_or_default());
    let game = SavedGame { size, rule: write.setup().rule(), players, moves: &moves, result };
    let text = match write.format {
        WriteFormat::Sgf => game.sgf(),
        WriteFormat::Psq => game.piskvork(),
        WriteFormat::Record => game.record(),
        WriteFormat::Moves => {
            let labels: Vec<String> = moves.iter().map(|point| point.label(size)).collect();
            labels.join(" ") + "\n"
        }
    };
    Ok(Value::String(text))
}
