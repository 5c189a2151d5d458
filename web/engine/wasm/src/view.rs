//! What answers consist of, as the types of the package describe it.

use fukumi_core::analysis::{EvaluatedLine, Summary};
use fukumi_core::board::Stone;
use fukumi_core::geometry::{self, Color};
use fukumi_core::opening::NamedOpening;
use fukumi_core::pattern::forbidden::Foul;
use fukumi_core::position::Position;
use fukumi_core::position::ending::Ending;
use fukumi_core::rule::Rule;
use fukumi_core::search::report;
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{Threats, Verdict};
use fukumi_records::TextPlace;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Black,
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RuleName {
    Freestyle,
    Standard,
    Renju,
    Caro,
    CaroOverline,
}

impl From<RuleName> for Rule {
    fn from(name: RuleName) -> Self {
        match name {
            RuleName::Freestyle => Self::Freestyle,
            RuleName::Standard => Self::Standard,
            RuleName::Renju => Self::Renju,
            RuleName::Caro => Self::Caro,
            RuleName::CaroOverline => Self::CaroOverline,
        }
    }
}

impl From<Rule> for RuleName {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Freestyle => Self::Freestyle,
            Rule::Standard => Self::Standard,
            Rule::Renju => Self::Renju,
            Rule::Caro => Self::Caro,
            Rule::CaroOverline => Self::CaroOverline,
        }
    }
}

/// The threats of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThreatsName {
    Fours,
    FoursAndThrees,
}

impl From<ThreatsName> for Threats {
    fn from(name: ThreatsName) -> Self {
        match name {
            ThreatsName::Fours => Self::Fours,
            ThreatsName::FoursAndThrees => Self::FoursAndThrees,
        }
    }
}

impl From<Threats> for ThreatsName {
    fn from(threats: Threats) -> Self {
        match threats {
            Threats::Fours => Self::Fours,
            Threats::FoursAndThrees => Self::FoursAndThrees,
        }
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Place {
    line: usize,
    column: usize,
}

impl From<TextPlace> for Place {
    fn from(place: TextPlace) -> Self {
        Self { line: place.line, column: place.column }
    }
}

pub(crate) fn point(point: geometry::Point) -> Value {
    json!({ "x": point.x(), "y": point.y() })
}

pub(crate) fn points(points: impl IntoIterator<Item = geometry::Point>) -> Vec<Value> {
    points.into_iter().map(point).collect()
}

pub(crate) fn stone(stone: &Stone) -> Value {
    json!({ "x": stone.point.x(), "y": stone.point.y(), "side": Side::from(stone.color) })
}

pub(crate) fn stones(stones: &[Stone]) -> Vec<Value> {
    stones.iter().map(stone).collect()
}

/// An opening with a name.
pub(crate) fn named(opening: &NamedOpening) -> Value {
    json!({ "code": opening.code, "name": opening.name, "kanji": opening.kanji })
}

/// How the game ended; null while it goes on.
pub(crate) fn ending(position: &Position) -> Value {
    let (reason, winner) = match position.ending() {
        Some(Ending::Five(color)) => ("five", Some(color)),
        Some(Ending::Foul(foul)) => {
            let reason = match foul {
                Foul::Overline => "overline",
                Foul::DoubleFour => "double-four",
                Foul::DoubleThree => "double-three",
            };
            (reason, Some(Color::White))
        }
        None if position.board().empty_count() == 0 => ("full", None),
        None => return Value::Null,
    };
    let row = winner.filter(|_| reason == "five").map(|color| position.winning_row(color));
    let row = row.map_or_else(Vec::new, |row| points(row.iter()));
    json!({ "reason": reason, "winner": winner.map(Side::from), "row": row })
}

/// A line of a search.
pub(crate) fn line(line: &report::Line, outlook: Option<fukumi_core::score::Outlook>) -> Value {
    let outlook = outlook.map(|o| json!({ "win": o.win, "draw": o.draw, "loss": o.loss }));
    json!({
        "moves": points(line.moves.iter().copied()),
        "score": line.score.points(),
        "pliesToEnd": line.score.plies_to_end(),
        "winRate": line.score.win_rate(),
        "outlook": outlook,
        "depth": line.depth,
        "selectiveDepth": line.selective_depth.max(line.depth),
    })
}

/// A line of an analysed game.
pub(crate) fn analysed_line(line: &EvaluatedLine) -> Value {
    json!({
        "moves": points(line.moves.iter().copied()),
        "score": line.score.points(),
        "pliesToEnd": line.score.plies_to_end(),
        "winRate": line.score.win_rate(),
        "depth": line.depth,
    })
}

pub(crate) fn summary(summary: &Summary) -> Value {
    json!({
        "moves": summary.moves,
        "best": summary.best,
        "mistakes": summary.mistakes,
        "blunders": summary.blunders,
        "missedWins": summary.missed_wins,
        "meanLoss": summary.mean_loss(),
        "costliest": summary.costliest.map(|index| index + 1),
    })
}

pub(crate) const fn verdict(verdict: &Verdict<Proof>) -> &'static str {
    match verdict {
        Verdict::Win(_) => "win",
        Verdict::NoWin => "no-win",
        Verdict::Unknown => "unknown",
    }
}

/// Plies of a win, else `None`.
pub(crate) fn plies(verdict: &Verdict<Proof>) -> Option<usize> {
    verdict.as_ref().win().map(|proof| proof.plies)
}

pub(crate) fn judged((at, result): &(geometry::Point, Verdict<Proof>)) -> Value {
    json!({ "x": at.x(), "y": at.y(), "verdict": verdict(result), "plies": plies(result) })
}
