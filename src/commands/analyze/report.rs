//! A game and its analysis, in the form that is printed as JSON and read by the page.
//!
//! Most of it is a [`GameReport`].

use fukumi_core::analysis::{AnalysisGame, AnalysisReport, AnalysisSettings, Mark};
use fukumi_core::board::Cell;
use fukumi_core::opening;
use fukumi_core::rule::Rule;
use fukumi_reports::words::{self, counted};
use fukumi_reports::{
    DefeatReport, EndingReport, GameReport, Label, MoveReport, PointForm, PositionReport,
    SideReport, Sides,
};
use serde::Serialize;

use super::input::Name;

/// A position of a game.
pub(super) type Position = PositionReport<Label>;
/// A move of a game.
pub(super) type LabelledMove = MoveReport<Label>;

/// All that is said about a game.
#[derive(Serialize)]
pub(super) struct Document {
    /// Where the game comes from.
    pub(super) name: String,
    /// The name for people, if there is one.
    #[serde(skip)]
    short: Option<String>,
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) rule: &'static str,
    /// The name of the opening, in renju.
    #[serde(skip)]
    opening: Option<String>,
    pub(super) players: Sides<Option<String>>,
    pub(super) event: Option<String>,
    pub(super) date: Option<String>,
    /// The stones before the first move.
    pub(super) stones: Sides<Vec<Label>>,
    pub(super) dead: Vec<Label>,
    /// How the game ended; `None` if it goes on.
    pub(super) ending: Option<EndingReport<Label>>,
    pub(super) limits: Limits,
    /// Whether the work was finished, so that nothing is missing.
    pub(super) complete: bool,
    /// The positions before each move, and the last one.
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<LabelledMove>,
    pub(super) summary: Sides<SideReport>,
    /// Where the game was lost; `None` if it is not decided.
    pub(super) defeat: Option<DefeatReport>,
}

/// The limits of the search of each position.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Limits {
    pub(super) nodes: Option<u64>,
    pub(super) time_ms: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) lines: usize,
    pub(super) mistake: f64,
    pub(super) blunder: f64,
    pub(super) mistake_log_odds: f64,
    pub(super) blunder_log_odds: f64,
}

impl Document {
    pub(super) fn new(
        name: &Name,
        game: &AnalysisGame,
        report: &AnalysisReport,
        settings: &AnalysisSettings,
    ) -> Self {
        let start = game.start();
        let size = start.size();
        let on_cells = |cell| {
            Label::list(size.points().filter(|&point| start.board().cell(point) == cell), size)
        };
        let [black, white] = game.players().clone();
        let (whole, positions) = GameReport::new(game, report);
        let GameReport { ending, complete, moves, summary, defeat } = whole;
        Self {
            name: name.full.clone(),
            short: name.short.clone(),
            width: size.width(),
            height: size.height(),
            rule: start.rule().name(),
            opening: opening_of(game),
            players: Sides { black, white },
            event: game.event().map(Into::into),
            date: game.date().map(Into::into),
            stones: Sides { black: on_cells(Cell::Black), white: on_cells(Cell::White) },
            dead: on_cells(Cell::Wall),
            ending,
            limits: Limits::from(settings),
            complete,
            moves,
            positions,
            summary,
            defeat,
        }
    }

    /// The name of the game for people: players, event and date as far as they are stated. If
    /// neither players nor event are stated, the name of the game.
    pub(super) fn title(&self) -> String {
        let mut parts: Vec<String> =
            self.players_in_words().into_iter().chain(self.event.clone()).collect();
        if parts.is_empty() {
            let kind = if self.moves.is_empty() { "Position" } else { "Game" };
            parts.push(self.short.clone().unwrap_or_else(|| kind.into()));
        }
        parts.extend(self.date.clone());
        parts.join(", ")
    }

    /// The title, if it says more than the name, and where the game comes from.
    pub(super) fn heading(&self) -> String {
        if self.players_in_words().is_some() || self.event.is_some() {
            format!("{} ({})", self.title(), self.name)
        } else {
            self.name.clone()
        }
    }

    /// Where the game was lost, as in `White lost with move 8, g7`; `None` if it is not decided.
    pub(super) fn defeat_in_words(&self) -> Option<String> {
        let DefeatReport { loser, number } = self.defeat.as_ref()?;
        let loser = words::side(loser.get());
        let played = number.and_then(|number| self.moves.get(number.checked_sub(1)?));
        Some(match played {
            Some(played) => format!("{loser} lost with move {}, {}", played.number, played.place),
            None => format!("{loser} was lost from the first position on"),
        })
    }

    /// The players, as in `Ada – Bob`, if at least one is known.
    fn players_in_words(&self) -> Option<String> {
        let players = [&self.players.black, &self.players.white];
        let name = |player: &Option<String>| player.clone().unwrap_or_else(|| "?".into());
        let is_known = players.iter().any(|player| player.is_some());
        is_known.then(|| players.map(name).join(" – "))
    }

    /// The rule, the board and the result of the game, in words.
    pub(super) fn facts(&self) -> String {
        let mut facts = format!("{}, {}x{}", self.rule, self.width, self.height);
        if !self.moves.is_empty() {
            facts += &format!(", {}", counted(self.moves.len(), "move"));
        }
        if let Some(opening) = &self.opening {
            facts += &format!(", {opening}");
        }
        if let Some(ending) = &self.ending {
            facts += &format!(", {}", ending.text);
        }
        facts
    }
}

/// The name of the opening of a game of renju.
fn opening_of(game: &AnalysisGame) -> Option<String> {
    let mut position = game.start().clone();
    if position.rule() != Rule::Renju {
        return None;
    }
    for stone in game.moves().iter().take(3) {
        position.set_to_move(stone.color);
        position.try_play(stone.point).ok()?;
    }
    opening::name_of(&position).map(ToString::to_string)
}

/// How bad a move is, as the name of a style class; `None` if there is nothing to show.
pub(super) fn kind(played: &LabelledMove) -> Option<&'static str> {
    let judgement = played.judgement.as_ref()?;
    match judgement.mark.map(fukumi_reports::Name::get) {
        Some(Mark::Inaccuracy) if judgement.missed_win => Some("missed"),
        Some(mark) => Some(mark.name()),
        None => judgement.missed_win.then_some("missed"),
    }
}

/// A move in words, as in `23. e9 ?? misses a win by fours in 5 moves`.
pub(super) fn in_words(played: &LabelledMove) -> String {
    let mut words = format!("{}. {}", played.number, played.place);
    if let Some(judgement) = &played.judgement {
        words.extend(judgement.mark.map(|mark| format!(" {}", mark.get().sign())));
        if !judgement.remarks.is_empty() {
            words += &format!(" {}", judgement.remarks.join("; "));
        }
    }
    words
}

impl From<&AnalysisSettings> for Limits {
    fn from(settings: &AnalysisSettings) -> Self {
        Self {
            nodes: settings.nodes,
            time_ms: settings.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            depth: settings.depth,
            lines: settings.lines,
            mistake: settings.thresholds.mistake,
            blunder: settings.thresholds.blunder,
            mistake_log_odds: settings.thresholds.mistake_log_odds,
            blunder_log_odds: settings.thresholds.blunder_log_odds,
        }
    }
}
