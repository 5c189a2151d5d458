//! Parsers for the values of options that several commands share.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use fukumi_core::eval::Kind;
use fukumi_core::geometry::{BoardSize, Color, MAX_SIDE, MIN_SIDE};
use fukumi_core::opening::OpeningRule;
use fukumi_core::rule::Rule;
use fukumi_records::GameKind;

/// Parses the name of a rule.
pub(crate) fn rule() -> impl TypedValueParser<Value = Rule> {
    PossibleValuesParser::new(Rule::ALL.map(Rule::name))
        .map(|name| Rule::named(&name).unwrap_or_default())
}

/// Parses the name of an opening rule.
pub(crate) fn opening() -> impl TypedValueParser<Value = OpeningRule> {
    PossibleValuesParser::new(OpeningRule::ALL.map(OpeningRule::name))
        .map(|name| OpeningRule::named(&name).unwrap_or(OpeningRule::Swap2))
}

/// Parses the name of an evaluation or of a network file.
pub(crate) fn evaluation(text: &str) -> Result<Kind, String> {
    match Kind::named(text) {
        Some(Ok(kind)) => Ok(kind),
        Some(Err(error)) => Err(format!("{error:#}")),
        None => Err("expected classical, network, or a file of a network in .net or .bin".into()),
    }
}

/// Parses the name of a colour.
pub(crate) fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(Color::ALL.map(Color::name))
        .map(|name| Color::named(&name).unwrap_or(Color::Black))
}

/// The word for [`GameKind::Gomoku`].
pub(crate) const GOMOKU: &str = "gomoku";

/// Parses which game a file is of.
pub(crate) fn game() -> impl TypedValueParser<Value = GameKind> {
    PossibleValuesParser::new([GOMOKU]).map(|_| GameKind::Gomoku)
}

/// Parses a time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds above 0, as in 0.5".into())
}

/// Parses the size of a board, as in 15 or 20x15.
pub(crate) fn size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let sides = width.parse().ok().zip(height.parse().ok());
    sides.and_then(|(width, height)| BoardSize::new(width, height)).ok_or_else(|| {
        format!("expected {MIN_SIDE} to {MAX_SIDE}, or two such numbers as in 20x15")
    })
}

/// Parses numbers from 1 on, as in 1001-2000.
pub(crate) fn numbers(text: &str) -> Result<RangeInclusive<usize>, String> {
    let ends = text.split_once('-').map(|(from, to)| (from.parse(), to.parse()));
    match ends {
        Some((Ok(from), Ok(to))) if 1 <= from && from <= to => Ok(from..=to),
        _ => Err("expected the first and the last number, as in 1001-2000".into()),
    }
}

/// Parses a share in percent, more than 0 and at most 100.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let percent: Option<f64> = text.trim_end_matches('%').parse().ok();
    percent
        .filter(|percent| *percent > 0.0 && *percent <= 100.0)
        .ok_or_else(|| "expected a number above 0, at most 100".into())
}

/// Parses a difference of log odds, more than 0.
pub(crate) fn log_odds(text: &str) -> Result<f64, String> {
    let log_odds: Option<f64> = text.parse().ok();
    log_odds
        .filter(|log_odds| *log_odds > 0.0 && log_odds.is_finite())
        .ok_or_else(|| "expected a number above 0, as in 1.5".into())
}
