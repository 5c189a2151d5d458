//! Steps of openings, and decisions about them.

use serde::Deserialize;

use super::{At, Limits, Setup};
use crate::view::RuleName;

/// A decision of an opening procedure.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Decide {
    pub(crate) step: Decision,
    time_ms: Option<f64>,
    nodes: Option<u64>,
    pub(crate) offers: Option<usize>,
    #[serde(default)]
    pub(crate) offered: Vec<At>,
    pub(crate) level: Option<usize>,
    #[serde(default)]
    pub(crate) seed: u64,
}

impl Decide {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { time_ms: self.time_ms, nodes: self.nodes, depth: None }
    }
}

/// A decision of an opening procedure, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Decision {
    BalanceOne,
    BalanceTwo,
    #[serde(rename = "swap2-propose")]
    Propose,
    #[serde(rename = "swap2-choose")]
    Choose,
    #[serde(rename = "swap2-decide")]
    Decide,
    SoosorvOpen,
    SoosorvSwap,
    SoosorvFourth,
    SoosorvOffer,
    SoosorvAccept,
}

/// An opening under a rule, and the steps that were made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningSteps {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    pub(crate) opening: String,
    pub(crate) steps: Vec<Step>,
}

impl OpeningSteps {
    pub(crate) const fn setup(&self) -> Setup {
        Setup { rule: self.rule, width: self.width, height: self.height }
    }
}

/// A question for the next step of an opening.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DecideStep {
    rule: Option<RuleName>,
    width: Option<i64>,
    height: Option<i64>,
    opening: String,
    steps: Vec<Step>,
    time_ms: Option<f64>,
    nodes: Option<u64>,
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

/// A step of an opening, with what belongs to one of its kinds.
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
