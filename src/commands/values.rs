//! Values of options that several commands have.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use fukumi::eval::Kind;
use fukumi::geometry::{BoardSize, MAX_SIDE, MIN_SIDE};
use fukumi::rule::Rule;

/// Takes the name of a rule.
pub(crate) fn rule() -> impl TypedValueParser<Value = Rule> {
    let named = |name: String| Rule::ALL.into_iter().find(|rule| rule.name() == name);
    PossibleValuesParser::new(Rule::ALL.map(Rule::name))
        .map(move |name| named(name).unwrap_or_default())
}

/// Takes the name of an evaluation.
pub(crate) fn evaluation() -> impl TypedValueParser<Value = Kind> {
    let named = |name: String| Kind::ALL.into_iter().find(|kind| kind.name() == name);
    PossibleValuesParser::new(Kind::ALL.map(Kind::name))
        .map(move |name| named(name).unwrap_or_default())
}

/// Takes the size of a board, as in 15 or 20x15.
pub(crate) fn size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let sides = width.parse().ok().zip(height.parse().ok());
    sides.and_then(|(width, height)| BoardSize::new(width, height)).ok_or_else(|| {
        format!("expected {MIN_SIDE} to {MAX_SIDE}, or two such numbers as in 20x15")
    })
}
