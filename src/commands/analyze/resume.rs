//! The file of reports with which the analysis of many games goes on.
//!
//! It has complete games only, in the order of the games. So whether and when a run ended early
//! makes no difference to it.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use fukumi_core::analysis::{AnalysisReport, AnalysisSettings};
use serde_json::Value;

use super::input::Input;
use super::report::Document;
use crate::commands::kept::Kept;

/// The keys of a report that say which game was analysed, and how; its moves do so as well.
const KEYS: [&str; 10] =
    ["name", "width", "height", "rule", "players", "event", "date", "stones", "dead", "limits"];

/// The reports of earlier runs, and the file that gets the new ones.
pub(super) struct Reports {
    file: Kept,
    /// How many reports the file has of each game.
    known: BTreeMap<String, usize>,
    /// The game whose report comes next.
    next: usize,
}

impl Reports {
    /// Opens the file, new or with reports.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let mut known = BTreeMap::new();
        let file = Kept::open(path, "{\"name\":", &mut |report| {
            if report["complete"] != true {
                return None;
            }
            *known.entry(subject(&report)?).or_insert(0) += 1;
            Some(())
        })?;
        Ok(Self { file, known, next: 0 })
    }

    /// Removes the games that the file has. Returns how many there were.
    pub(super) fn take_known(
        &mut self,
        input: &mut Input,
        settings: &AnalysisSettings,
    ) -> anyhow::Result<usize> {
        let all = input.games.len();
        let games = std::mem::take(&mut input.games).into_iter();
        let names = std::mem::take(&mut input.names);
        for (game, name) in games.zip(names) {
            let nothing = AnalysisReport::new(&game, Vec::new(), &settings.thresholds);
            let document = Document::new(&name, &game, &nothing, settings);
            // Read again, so that numbers are as they are after the file was read.
            let document: Value = serde_json::from_str(&serde_json::to_string(&document)?)?;
            let count = subject(&document).and_then(|subject| self.known.get_mut(&subject));
            match count {
                Some(count) if *count > 0 => *count -= 1,
                _ => {
                    input.games.push(game);
                    input.names.push(name);
                }
            }
        }
        Ok(all - input.games.len())
    }

    /// Adds the report of the game with this index, unless an earlier one is missing or this one is
    /// not complete.
    pub(super) fn add(&mut self, place: usize, document: &Document) -> io::Result<()> {
        if place == self.next && document.complete {
            let line = serde_json::to_string(document)?;
            self.file.add(&line).map_err(io::Error::other)?;
            self.next += 1;
        }
        Ok(())
    }
}

/// What a report is about; `None` if it is no report of a game.
fn subject(report: &Value) -> Option<String> {
    let known: Vec<&Value> = KEYS.map(|key| report.get(key)).into_iter().collect::<Option<_>>()?;
    let mut moves = Vec::new();
    for played in report["moves"].as_array()? {
        moves.push((played.get("color")?, played.get("move")?));
    }
    serde_json::to_string(&(known, moves)).ok()
}
