//! A game and its analysis, in the form that is printed as JSON and read by the page.
//!
//! Points are labels such as `h8`. Win rates and losses are numbers from 0 to 1. A score is that of
//! the search for the side to move, in the points of the protocol's `ev`. Where something is proven
//! there is `plies` instead: the number of plies to the last stone, negative for a loss.

use fukumi_core::analysis::{Game, Judgement, Mark, Report, Settings, Summary};
use fukumi_core::board::{Cell, Stone};
use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::opening;
use fukumi_core::rule::Rule;
use serde::{Serialize, Serializer};

use super::input::Name;
use crate::commands::names::{Side, counted};
use crate::commands::position_report::{End, PositionReport, rounded};

/// All that is told about a game.
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
    pub(super) stones: Sides<Vec<String>>,
    pub(super) dead: Vec<String>,
    /// How the game ended; `None` if it goes on.
    pub(super) end: Option<End>,
    pub(super) limits: Limits,
    /// Whether the work was finished, so that nothing is missing.
    pub(super) complete: bool,
    /// The positions before each move, and the last one.
    pub(super) positions: Vec<PositionReport>,
    pub(super) moves: Vec<MoveReport>,
    pub(super) summary: Sides<SideReport>,
    /// Where the game was lost; `None` if it is not decided.
    pub(super) defeat: Option<DefeatReport>,
}

/// What is said of the moves of a game.
#[derive(Serialize)]
pub(crate) struct Verdict {
    /// Whether the work was finished, so that nothing is missing.
    pub(crate) complete: bool,
    moves: Vec<MoveReport>,
    summary: Sides<SideReport>,
    defeat: Option<DefeatReport>,
}

/// One value for each side.
#[derive(Serialize)]
pub(crate) struct Sides<T> {
    pub(super) black: T,
    pub(super) white: T,
}

/// The limits of the search of each position.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Limits {
    pub(super) nodes: Option<u64>,
    pub(super) ms: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) lines: usize,
    pub(super) mistake: f64,
    pub(super) blunder: f64,
    pub(super) mistake_log_odds: f64,
    pub(super) blunder_log_odds: f64,
}

/// Where a game was lost.
#[derive(Serialize)]
pub(crate) struct DefeatReport {
    pub(super) loser: Side,
    /// Number of the loser's move from which on the loss is proven, from 1; `None` if it is proven
    /// from the first position on.
    pub(super) number: Option<usize>,
}

#[derive(Serialize)]
pub(crate) struct MoveReport {
    pub(super) number: usize,
    pub(super) color: Side,
    #[serde(rename = "move")]
    pub(super) label: String,
    /// The best move that is known.
    pub(super) best: Option<String>,
    #[serde(flatten)]
    pub(super) judgement: Option<JudgementReport>,
}

#[derive(Serialize)]
pub(crate) struct JudgementReport {
    /// The win rate of the side that moves.
    pub(super) win_rate_before: f64,
    pub(super) win_rate_after: f64,
    pub(super) loss: f64,
    pub(super) log_odds_loss: f64,
    #[serde(serialize_with = "mark_as_json")]
    pub(super) mark: Option<Mark>,
    pub(super) missed_win: bool,
    pub(super) allows_win: bool,
    /// Whether this is the move from which on the game is proven lost.
    pub(super) loses_game: bool,
    /// Further remarks in words.
    pub(super) remarks: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct SideReport {
    pub(super) moves: usize,
    pub(super) best: usize,
    pub(super) mistakes: usize,
    pub(super) blunders: usize,
    pub(super) missed_wins: usize,
    pub(super) mean_loss: Option<f64>,
    /// Number of the move that cost most, from 1.
    pub(super) costliest: Option<usize>,
}

impl Document {
    pub(super) fn new(name: &Name, game: &Game, report: &Report, settings: &Settings) -> Self {
        let start = game.start();
        let size = start.size();
        let on_cells = |cell| {
            let points = size.points().filter(|&point| start.board().cell(point) == cell);
            points.map(|point| point.label(size)).collect()
        };
        let [black, white] = game.players().clone();
        let positions = positions(game, report);
        let Verdict { complete, moves, summary, defeat } = Verdict::of(game, report, &positions);
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
            end: game.end().map(|end| End::new(end, game)),
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
        let loser = loser.name();
        let played = number.and_then(|number| self.moves.get(number.checked_sub(1)?));
        Some(match played {
            Some(played) => format!("{loser} lost with move {}, {}", played.number, played.label),
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
        if let Some(end) = &self.end {
            facts += &format!(", {}", end.text);
        }
        facts
    }
}

impl Verdict {
    /// What a report says of the moves.
    pub(crate) fn new(game: &Game, report: &Report) -> Self {
        Self::of(game, report, &positions(game, report))
    }

    fn of(game: &Game, report: &Report, positions: &[PositionReport]) -> Self {
        let moves = game.moves().iter().zip(&report.judgements).zip(positions.windows(2));
        let moves = moves.enumerate().map(|(index, ((stone, judgement), around))| {
            let around = [&around[0], &around[1]];
            MoveReport::new(game.start().size(), index, *stone, around, judgement.as_ref())
        });
        let side = |color: Color| SideReport::new(&report.summaries[color.index()]);
        Self {
            complete: report.is_complete(),
            moves: moves.collect(),
            summary: Sides { black: side(Color::Black), white: side(Color::White) },
            defeat: report.defeat.map(|defeat| DefeatReport {
                loser: defeat.loser.into(),
                number: defeat.index.map(|index| index + 1),
            }),
        }
    }
}

/// What is said of the positions before each move, and of the last one.
fn positions(game: &Game, report: &Report) -> Vec<PositionReport> {
    let size = game.start().size();
    let positions = report.evaluations.iter().enumerate().map(|(played, evaluation)| {
        PositionReport::new(size, game.to_move(played), evaluation.as_ref())
    });
    positions.collect()
}

/// The name of the opening of a game of renju.
fn opening_of(game: &Game) -> Option<String> {
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

impl MoveReport {
    fn new(
        size: BoardSize,
        index: usize,
        stone: Stone,
        [before, after]: [&PositionReport; 2],
        judgement: Option<&Judgement>,
    ) -> Self {
        Self {
            number: index + 1,
            color: stone.color.into(),
            label: stone.point.label(size),
            best: before.lines.first().and_then(|line| line.line.first().cloned()),
            judgement: judgement.map(|judgement| JudgementReport::new(judgement, before, after)),
        }
    }
}

impl MoveReport {
    /// How bad the move is, as the name of a style class; `None` if there is nothing to show.
    pub(super) fn kind(&self) -> Option<&'static str> {
        let judgement = self.judgement.as_ref()?;
        match judgement.mark {
            Some(Mark::Inaccuracy) if judgement.missed_win => Some("missed"),
            Some(mark) => Some(mark.name()),
            None => judgement.missed_win.then_some("missed"),
        }
    }

    /// The move in words, as in `23. e9 ?? misses a win by fours in 5 moves`.
    pub(super) fn in_words(&self) -> String {
        let mut words = format!("{}. {}", self.number, self.label);
        if let Some(judgement) = &self.judgement {
            words.extend(judgement.mark.map(|mark| format!(" {}", mark.sign())));
            if !judgement.remarks.is_empty() {
                words += &format!(" {}", judgement.remarks.join("; "));
            }
        }
        words
    }
}

impl JudgementReport {
    fn new(judgement: &Judgement, before: &PositionReport, after: &PositionReport) -> Self {
        let missed = judgement.missed_win.then(|| format!("misses {}", before.win_in_words()));
        let allowed = judgement.allows_win.then(|| format!("allows {}", after.win_in_words()));
        // Text pairs the first two with lines of play, so this one comes last.
        let lost =
            judgement.loses_game.then(|| "loses the game: from here on the loss is proven".into());
        Self {
            win_rate_before: rounded(judgement.before),
            win_rate_after: rounded(judgement.after),
            loss: rounded(judgement.loss),
            log_odds_loss: rounded(judgement.log_odds_loss),
            mark: judgement.mark,
            missed_win: judgement.missed_win,
            allows_win: judgement.allows_win,
            loses_game: judgement.loses_game,
            remarks: missed.into_iter().chain(allowed).chain(lost).collect(),
        }
    }
}

impl SideReport {
    fn new(summary: &Summary) -> Self {
        Self {
            moves: summary.moves,
            best: summary.best,
            mistakes: summary.mistakes,
            blunders: summary.blunders,
            missed_wins: summary.missed_wins,
            mean_loss: summary.mean_loss().map(rounded),
            costliest: summary.costliest.map(|index| index + 1),
        }
    }
}

impl From<&Settings> for Limits {
    fn from(settings: &Settings) -> Self {
        Self {
            nodes: settings.nodes,
            ms: settings.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            depth: settings.depth,
            lines: settings.lines,
            mistake: settings.thresholds.mistake,
            blunder: settings.thresholds.blunder,
            mistake_log_odds: settings.thresholds.mistake_log_odds,
            blunder_log_odds: settings.thresholds.blunder_log_odds,
        }
    }
}

fn mark_as_json<S: Serializer>(mark: &Option<Mark>, serializer: S) -> Result<S::Ok, S::Error> {
    mark.map(Mark::name).serialize(serializer)
}
