//! The targets of a network on samples, its losses against them, and the gradients of these losses.

use serde::{Deserialize, Serialize};

/// The least chance that the loss assumes for an outcome.
const LEAST: f32 = 1e-6;

/// Weights of the parts of the loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// Weight of the policy loss.
    pub policy: f32,
    /// Weight of the loss of win, draw and loss.
    pub outcome: f32,
    /// Share of the search score in the target of the value; the rest is the outcome of the game.
    pub score_share: f32,
}

/// How a game ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideResult {
    /// The side to move won.
    Won,
    /// A draw.
    Drawn,
    /// The side to move lost.
    Lost,
}

impl SideResult {
    /// The result as a number: 1 won, 0.5 drawn, 0 lost.
    pub const fn result(self) -> f32 {
        match self {
            Self::Won => 1.0,
            Self::Drawn => 0.5,
            Self::Lost => 0.0,
        }
    }
}

/// The logistic function, 1 / (1 + e^-x).
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// A loss and its derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sloped {
    /// The loss.
    pub loss: f32,
    /// Derivative of the loss by the logit.
    pub slope: f32,
}

/// Cross-entropy of the expected result against `target`, which is 0 to 1. `value` is the logit of
/// the expected result.
pub fn value_loss(value: f32, target: f32) -> Sloped {
    // This is ln(1 + e^value) without overflow.
    let softplus = value.max(0.0) + (-value.abs()).exp().ln_1p();
    Sloped { loss: softplus - target * value, slope: sigmoid(value) - target }
}

/// Cross-entropy of win, draw and loss.
///
/// `value` is the logit of the expected result `e`. The chance of a draw is at most 2 min(e, 1 -
/// e), and the logit `draws` says which share of that it is. The slope is by `draws`: the expected
/// result does not learn from this loss.
pub fn outcome_loss(value: f32, draws: f32, outcome: SideResult) -> Sloped {
    let (expected, share) = (sigmoid(value), sigmoid(draws));
    let drawn = share * 2.0 * expected.min(1.0 - expected);
    let by_draws = drawn * (1.0 - share);
    let (chance, by_draws) = match outcome {
        SideResult::Won => (expected - drawn / 2.0, -by_draws / 2.0),
        SideResult::Drawn => (drawn, by_draws),
        SideResult::Lost => (1.0 - expected - drawn / 2.0, -by_draws / 2.0),
    };
    match chance > LEAST {
        true => Sloped { loss: -chance.ln(), slope: -by_draws / chance },
        false => Sloped { loss: -LEAST.ln(), slope: 0.0 },
    }
}

/// Sums of losses over samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Number of samples.
    pub samples: f64,
    /// Sum of the value losses.
    pub value: f64,
    /// Sum of the policy losses.
    pub policy: f64,
    /// Sum of the move shares that the policy was compared with.
    pub shares: f64,
    /// Sum of the losses of win, draw and loss.
    pub outcome: f64,
    /// Number of samples whose outcome is known.
    pub outcomes: f64,
    /// Number of samples for which the policy put the best move first.
    pub hits: f64,
    /// Number of samples for which a move is known.
    pub moves: f64,
}

impl Sums {
    /// Adds the sums over other samples.
    pub fn add(&mut self, other: &Self) {
        self.samples += other.samples;
        self.value += other.value;
        self.policy += other.policy;
        self.shares += other.shares;
        self.outcome += other.outcome;
        self.outcomes += other.outcomes;
        self.hits += other.hits;
        self.moves += other.moves;
    }

    /// The means; 0 where the count is zero.
    pub fn losses(&self) -> Losses {
        let mean = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
        Losses {
            value: mean(self.value, self.samples),
            policy: mean(self.policy, self.shares),
            outcome: mean(self.outcome, self.outcomes),
            hits: mean(self.hits, self.moves),
        }
    }
}

/// Mean losses, in natural logarithms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Cross-entropy of the expected result.
    pub value: f64,
    /// Cross-entropy of the move.
    pub policy: f64,
    /// Cross-entropy of win, draw and loss.
    pub outcome: f64,
    /// Share of the samples whose best move the policy put first.
    pub hits: f64,
}

impl Losses {
    /// The weighted sum that training minimizes.
    pub fn total(&self, weights: &Weights) -> f64 {
        self.value
            + f64::from(weights.policy) * self.policy
            + f64::from(weights.outcome) * self.outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope_of(loss: impl Fn(f32) -> f32, at: f32) -> f32 {
        let step = 1e-2;
        (loss(at + step) - loss(at - step)) / (2.0 * step)
    }

    #[test]
    fn slopes_are_those_of_the_losses() {
        for value in [-5.0, -0.3, 0.8, 4.0] {
            let slope = slope_of(|value| value_loss(value, 0.7).loss, value);
            assert!((value_loss(value, 0.7).slope - slope).abs() < 1e-3);
            for draws in [-3.0, 0.1, 2.0] {
                for outcome in [SideResult::Won, SideResult::Drawn, SideResult::Lost] {
                    let slope = slope_of(|draws| outcome_loss(value, draws, outcome).loss, draws);
                    assert!((outcome_loss(value, draws, outcome).slope - slope).abs() < 2e-3);
                }
            }
        }
    }

    #[test]
    fn the_chances_of_all_outcomes_add_up_to_one() {
        let chance = |outcome| (-outcome_loss(0.4, -0.6, outcome).loss).exp();
        let all = chance(SideResult::Won) + chance(SideResult::Drawn) + chance(SideResult::Lost);
        assert!((all - 1.0).abs() < 1e-5);
        let expected = chance(SideResult::Won) + chance(SideResult::Drawn) / 2.0;
        assert!((expected - sigmoid(0.4)).abs() < 1e-5);
    }
}
