//! Files of games: reading and writing them, and the games of the opening explorer.
//!
//! What is here needs neither the game on the board nor a network, and fills a file of its own,
//! `fukumi-files.wasm`, which pages load when they first ask for one of these things.

mod content;
mod explorer;
mod listing;
mod records;
mod trees;

use fukumi_records::collection::Collection;
use serde::Deserialize;
use serde_json::Value;

use crate::ask;
use crate::error::Answered;
use crate::host::Host;
use crate::request::{AddGames, PositionSetup, Read, Write, WriteTree};

/// What is asked about files.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", content = "with", rename_all = "camelCase", deny_unknown_fields)]
enum Request {
    /// Reads games.
    ReadGames(Read),
    /// Writes a game.
    WriteGame(Write),
    /// Reads games with their variations.
    ReadTrees(Read),
    /// Writes a game with its variations.
    WriteTree(WriteTree),
    /// Adds games to the collection.
    AddGames(AddGames),
    /// Reports the games of a file one by one.
    ListGames(AddGames),
    /// Empties the collection.
    ClearGames,
    /// Lists what was played in a position.
    Explore(PositionSetup),
}

/// What reads and writes files.
pub struct Files {
    host: Host,
    /// The games of the explorer.
    collection: Collection,
}

impl Files {
    /// No games yet.
    pub fn new(host: Host) -> Self {
        Self { host, collection: Collection::new() }
    }

    /// Answers a request in JSON, in JSON: `{"ok": …}` or `{"error": …}`.
    pub fn ask(&mut self, request: &[u8]) -> String {
        let answer = ask::read(request).and_then(|request| self.answer(request));
        ask::written(answer).to_string()
    }

    fn answer(&mut self, request: Request) -> Answered {
        match request {
            Request::ReadGames(read) => records::read(&read),
            Request::WriteGame(write) => records::write(&write),
            Request::ReadTrees(read) => trees::read(&read),
            Request::WriteTree(write) => trees::write(&write),
            Request::AddGames(games) => self.add_games(&games),
            Request::ListGames(games) => self.list_games(&games),
            Request::ClearGames => {
                self.collection = Collection::new();
                Ok(Value::Null)
            }
            Request::Explore(position) => self.explore(&position),
        }
    }
}

#[cfg(test)]
mod tests;
