//! What answers consist of, as the types of the package describe it.

use fukumi_core::analysis::{EvaluatedLine, Summary};
use fukumi_core::board::Stone;
use fukumi_core::geometry::{self, Color};
use fukumi_core::opening::NamedOpening;
use fukumi_core::position::Position;
use fukumi_core::position::ending::End;
use fukumi_core::rule::Rule;
use fukumi_core::search::report;
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{Threats, Verdict};
use fukumi_records::{NotationError, TextPlace};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

/// A choice that has a name, which is the same in options, records and reports.
pub(crate) trait Named: Copy + 'static {
    /// All choices.
    const ALL: &'static [Self];

    /// The name.
    fn name(self) -> &'static str;
}

impl Named for Color {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Rule {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Threats {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

/// A choice, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name<T>(pub(crate) T);

/// A side.
pub(crate) type Side = Name<Color>;
/// A rule.
pub(crate) type RuleName = Name<Rule>;
/// The threats of a win.
pub(crate) type ThreatsName = Name<Threats>;

impl<T> Name<T> {
    /// The choice.
    pub(crate) fn get(self) -> T {
        self.0
    }
}

impl<'de, T: Named> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let named = T::ALL.iter().find(|choice| choice.name() == name);
        named.map(|&choice| Self(choice)).ok_or_else(|| {
            let names: Vec<_> =
                T::ALL.iter().map(|choice| format!("`{}`", choice.name())).collect();
            let names = names.join(", ");
            D::Error::custom(format!("unknown variant `{name}`, expected one of {names}"))
        })
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

/// What is wrong with a text.
pub(crate) fn text_error(error: &NotationError) -> Value {
    json!({ "message": error.problem.to_string(), "place": error.place.map(Place::from) })
}

pub(crate) fn point(point: geometry::Point) -> Value {
    json!({ "x": point.x(), "y": point.y() })
}

pub(crate) fn points(points: impl IntoIterator<Item = geometry::Point>) -> Vec<Value> {
    points.into_iter().map(point).collect()
}

pub(crate) fn stone(stone: &Stone) -> Value {
    json!({ "x": stone.point.x(), "y": stone.point.y(), "side": stone.color.name() })
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
    End::of(position).map_or(Value::Null, |end| {
        json!({
            "reason": end.reason(),
            "winner": end.winner().map(Color::name),
            "row": points(end.row(position).iter()),
        })
    })
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

/// Plies of a win, else `None`.
pub(crate) fn plies(verdict: &Verdict<Proof>) -> Option<usize> {
    verdict.as_ref().win().map(|proof| proof.plies)
}

pub(crate) fn judged((at, result): &(geometry::Point, Verdict<Proof>)) -> Value {
    json!({ "x": at.x(), "y": at.y(), "verdict": result.name(), "plies": plies(result) })
}
