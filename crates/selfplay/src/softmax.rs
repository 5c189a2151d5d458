//! Random choice in which better items are more likely.

use fukumi_core::random::Generator;
use rand::seq::IndexedRandom;

/// Number of steps in which the probability falls to 1/e.
const STEPS: u32 = 64;
/// Number of steps below the best item from which the probability is 0; it would be e to the power
/// of −12.
const MOST: usize = 12 * STEPS as usize;
/// Weights of the items, proportional to their probabilities, by steps below the best item.
const WEIGHTS: [u32; MOST] = {
    let mut weights = [0; MOST];
    let (mut index, mut weight) = (0, 1 << 24);
    while index < MOST {
        weights[index] = weight;
        weight -= weight / STEPS;
        index += 1;
    }
    weights
};

/// Draws one of the items and returns its index; `None` if there are none.
///
/// The probabilities are a softmax over the values: a value that is lower by `temperature` has 1/e
/// of the probability. All arithmetic uses integers, so every machine draws the same.
pub(super) fn draw<T>(
    items: &[T],
    value: impl Fn(&T) -> i32,
    temperature: i32,
    rng: &mut Generator,
) -> Option<usize> {
    let best = items.iter().map(&value).max()?;
    let weights: Vec<(usize, u32)> =
        items.iter().map(|item| weight(best - value(item), temperature)).enumerate().collect();
    weights.choose_weighted(rng, |&(_, weight)| weight).ok().map(|&(index, _)| index)
}

/// Weight of a value that is `gap` below the best.
fn weight(gap: i32, temperature: i32) -> u32 {
    let steps = i64::from(gap) * i64::from(STEPS) / i64::from(temperature);
    usize::try_from(steps).ok().and_then(|steps| WEIGHTS.get(steps)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn the_weight_falls_as_in_a_softmax() {
        assert_eq!(weight(0, 50), 1 << 24);
        for (gap, temperature) in [(50, 50), (200, 200), (25, 50), (150, 50)] {
            let expected = f64::from(1 << 24) * (-f64::from(gap) / f64::from(temperature)).exp();
            assert!((f64::from(weight(gap, temperature)) / expected - 1.0).abs() < 0.03);
        }
        assert_eq!(weight(i32::MAX, 50), 0);
    }

    #[test]
    fn better_ones_are_drawn_more_often() {
        let mut rng = Generator::seed_from_u64(1);
        let mut counts = [0; 3];
        for _ in 0..1_000 {
            counts[draw(&[100, 90, -900], |&value| value, 50, &mut rng).unwrap()] += 1;
        }
        assert!(counts[0] > counts[1] && counts[1] > 350 && counts[2] == 0, "{counts:?}");
        assert_eq!(draw(&[], |&value| value, 50, &mut rng), None);
    }
}
