//! What a network is to say of samples, how far it is from that, and the gradient of this distance.

use serde::{Deserialize, Serialize};

/// The least chance that an outcome is given.
const LEAST: f32 = 1e-6;

/// Weights of the parts of what is made small.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// Of the policy.
    pub policy: f32,
    /// Of win, draw and loss.
    pub outcome: f32,
    /// Share of the score of the search in the target of the value; the rest is the outcome of the
    /// game.
    pub score_share: f32,
}

/// How a game ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideResult {
    /// It won.
    Won,
    /// Nobody won.
    Drawn,
    /// It lost.
    Lost,
}

impl SideResult {
    /// 1 won, 0.5 drawn, 0 lost.
    pub const fn result(self) -> f32 {
        match self {
            Self::Won => 1.0,
            Self::Drawn => 0.5,
            Self::Lost => 0.0,
        }
    }
}

/// 1 / (1 + e^-x).
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// A loss and its slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sloped {
    /// The loss.
    pub loss: f32,
    /// By the logit it is the loss of.
    pub slope: f32,
}

/// Cross-entropy of the expected result, a logit, against `target`, 0 to 1.
pub fn of_value(value: f32, target: f32) -> Sloped {
    // ln(1 + e^value), without overflow.
    let softplus = value.max(0.0) + (-value.abs()).exp().ln_1p();
    Sloped { loss: softplus - target * value, slope: sigmoid(value) - target }
}

/// Cross-entropy of win, draw and loss. The expected result `e` leaves room for 2 min(e, 1 - e) of
/// draws, of which the logit `draws` says the share. The slope is by `draws`: the expected result
/// does not learn from it.
pub fn of_outcome(value: f32, draws: f32, outcome: SideResult) -> Sloped {
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
    /// Samples.
    pub samples: f64,
    /// Of the value.
    pub value: f64,
    /// Of the policy.
    pub policy: f64,
    /// Shares of moves it was compared with.
    pub shares: f64,
    /// Of win, draw and loss.
    pub outcome: f64,
    /// Samples of which the outcome is known.
    pub outcomes: f64,
    /// Samples of which the move that is thought best was put first.
    pub hits: f64,
    /// Samples of which a move is known.
    pub moves: f64,
}

impl Sums {
    /// Adds those of other samples.
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

    /// The means; 0 where there is nothing to take one of.
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

/// Mean losses, natural logarithms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Cross-entropy of the expected result.
    pub value: f64,
    /// Cross-entropy of the move.
    pub policy: f64,
    /// Cross-entropy of win, draw and loss.
    pub outcome: f64,
    /// Share of the samples whose best move was put first.
    pub hits: f64,
}

impl Losses {
    /// What is made small.
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
            let slope = slope_of(|value| of_value(value, 0.7).loss, value);
            assert!((of_value(value, 0.7).slope - slope).abs() < 1e-3);
            for draws in [-3.0, 0.1, 2.0] {
                for outcome in [SideResult::Won, SideResult::Drawn, SideResult::Lost] {
                    let slope = slope_of(|draws| of_outcome(value, draws, outcome).loss, draws);
                    assert!((of_outcome(value, draws, outcome).slope - slope).abs() < 2e-3);
                }
            }
        }
    }

    #[test]
    fn the_chances_of_all_outcomes_add_up_to_one() {
        let chance = |outcome| (-of_outcome(0.4, -0.6, outcome).loss).exp();
        let all = chance(SideResult::Won) + chance(SideResult::Drawn) + chance(SideResult::Lost);
        assert!((all - 1.0).abs() < 1e-5);
        let expected = chance(SideResult::Won) + chance(SideResult::Drawn) / 2.0;
        assert!((expected - sigmoid(0.4)).abs() < 1e-5);
    }
}
