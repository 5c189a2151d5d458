//! Steps of openings, and decisions about them.

use fukumi_core::opening::OpeningRule;
use serde::Deserialize;

use super::board::{At, Setup};
use super::search::Limits;
use crate::view::{Name, RuleName};
#[cfg(feature = "schema")]
use {
    super::search::Think,
    crate::answer::opening::OpeningStep,
    crate::description::{as_in, list_of},
};

/// A decision to make.
#[derive(Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "OpeningOptions", transform = as_in::<Think>)
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Decide {
    /// The decision.
    pub(crate) step: Decision,
    time_ms: Option<f64>,
    nodes: Option<u64>,
    /// Of `soosorv-swap` and `soosorv-offer`: number of fifth stones, 1 to 8. Default: 1.
    pub(crate) offers: Option<usize>,
    /// Of `soosorv-accept`: the fifth stones that are offered.
    #[serde(default)]
    pub(crate) offered: Vec<At>,
    /// Level of play; see `ThinkOptions.level`.
    pub(crate) level: Option<usize>,
    #[serde(default)]
    pub(crate) seed: u64,
}

impl Decide {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: None }
    }
}

/// A decision of an opening procedure, about the stones on the board. The engine decides for the
/// side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OpeningDecision"))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Decision {
    /// One move, after which the game is as even as possible.
    BalanceOne,
    /// One move of each side, after which the game is as even as possible.
    BalanceTwo,
    /// On an empty board, three stones (black, white, black) after which the opponent chooses.
    #[serde(rename = "swap2-propose")]
    Propose,
    /// Three stones are on the board. Take the other colour, play a move as White, or add two
    /// stones (white, black), after which the opponent chooses.
    #[serde(rename = "swap2-choose")]
    Choose,
    /// Five stones are on the board. Take the other colour, or play a move as White. With one
    /// stone, or with three, the same decision is that of the procedures "swap" and "pie rule".
    #[serde(rename = "swap2-decide")]
    Decide,
    /// On an empty board, the stones of one of the 26 openings of renju.
    SoosorvOpen,
    /// Three stones (White to move), or four (Black to move) and `offers`, are on the board. Take
    /// the other colour or not.
    SoosorvSwap,
    /// The fourth stone, such that one fifth stone makes the game even; `offers` is then 1.
    SoosorvFourth,
    /// As many fifth stones as `offers` says, none the mirror image of another.
    SoosorvOffer,
    /// Which of the `offered` fifth stones stays.
    SoosorvAccept,
}

/// An opening on an empty board, and the steps that were made.
#[derive(Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "OpeningSetup", transform = as_in::<Setup>)
)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningSteps {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    /// The rules with squares need nine points on each side.
    pub(crate) opening: Name<OpeningRule>,
    /// The steps, from the first one on.
    #[cfg_attr(feature = "schema", schemars(schema_with = "list_of::<OpeningStep>"))]
    pub(crate) steps: Vec<Step>,
}

impl OpeningSteps {
    pub(crate) const fn setup(&self) -> Setup {
        Setup { rule: self.rule, width: self.width, height: self.height }
    }
}

/// A question for the next step of an opening. It takes a few seconds at most, whatever the limits.
#[derive(Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        rename = "StepOptions",
        transform = as_in::<OpeningSteps>,
        transform = as_in::<Think>
    )
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DecideStep {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    opening: Name<OpeningRule>,
    #[cfg_attr(feature = "schema", schemars(schema_with = "list_of::<OpeningStep>"))]
    steps: Vec<Step>,
    time_ms: Option<f64>,
    nodes: Option<u64>,
    /// Level of play; see `ThinkOptions.level`.
    pub(crate) level: Option<usize>,
    #[serde(default)]
    pub(crate) seed: u64,
}

impl DecideStep {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: None }
    }

    pub(crate) fn into_steps(self) -> OpeningSteps {
        let Self { rule, width, height, opening, steps, .. } = self;
        OpeningSteps { rule, width, height, opening, steps }
    }
}

/// A step of an opening, with what belongs to one of its kinds. It is read as one type instead of
/// one for each kind, so that an error names its field.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) kind: StepKind,
    pub(crate) count: Option<usize>,
    pub(crate) points: Option<Vec<At>>,
}

/// The kind of a step of an opening.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StepKind {
    Swap,
    Stay,
    Count,
    Stones,
}
