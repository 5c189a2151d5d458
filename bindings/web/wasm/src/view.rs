//! What answers consist of, as the types of the package describe it.

use fukumi_core::board::Stone;
use fukumi_core::geometry::Point;
use fukumi_core::opening::NamedOpening;
use fukumi_core::rule::Rule;
use fukumi_core::solver::Threats;
use fukumi_records::reading::Reading;
use fukumi_reports::Coordinates;
pub(crate) use fukumi_reports::{Name, Side};
use serde::Serialize;
use serde_json::Value;

use crate::answer;

/// A rule.
pub(crate) type RuleName = Name<Rule>;
/// The threats of a win.
pub(crate) type ThreatsName = Name<Threats>;

/// A report as a value, with the keys in camel case, as JavaScript has them.
pub(crate) fn report(report: &impl Serialize) -> Value {
    in_camel_case(value(report))
}

/// What has its keys in camel case, as a value.
pub(crate) fn value(answer: &impl Serialize) -> Value {
    // Answers consist of objects with names as keys, lists, texts and numbers; all of them fit.
    serde_json::to_value(answer).unwrap_or_default()
}

fn in_camel_case(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let rename = |(key, value): (String, _)| (camel_case(&key), in_camel_case(value));
            Value::Object(fields.into_iter().map(rename).collect())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(in_camel_case).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// `missedWins` for `missed_wins`.
fn camel_case(key: &str) -> String {
    let mut words = key.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// What a person should know about how a file was read.
pub(crate) fn notices(reading: &Reading) -> Vec<String> {
    let mut notices: Vec<String> = reading.notices.lines().collect();
    if !reading.lost.is_empty() {
        notices.push(format!("not read: {}", reading.lost));
    }
    notices
}

/// A point as an answer has it.
pub(crate) fn point(point: Point) -> Coordinates {
    Coordinates { x: point.x(), y: point.y() }
}

pub(crate) fn points(points: impl IntoIterator<Item = Point>) -> Vec<Coordinates> {
    points.into_iter().map(point).collect()
}

/// A stone as an answer has it.
pub(crate) const fn stone(stone: &Stone) -> answer::Stone {
    answer::Stone { x: stone.point.x(), y: stone.point.y(), side: Name(stone.color) }
}

pub(crate) fn stones(stones: &[Stone]) -> Vec<answer::Stone> {
    stones.iter().map(stone).collect()
}

/// How far work is, as a report in JSON.
pub(crate) fn progress(done: usize, total: usize) -> String {
    report(&answer::Progress { done, total }).to_string()
}

/// An opening as an answer has it.
pub(crate) const fn named_opening(opening: &NamedOpening) -> answer::NamedOpening {
    let NamedOpening { code, name, kanji, .. } = *opening;
    answer::NamedOpening { code, name, kanji }
}
