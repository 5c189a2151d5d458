"""Elo, error bars and the sequential probability ratio test, on pairs of games.

The two games of a pair share an opening, so their results are not independent; the pair is the unit. A pair has one
of five scores: 0, 1/2, 1, 3/2 or 2 points for the first engine. `pentanomial` is always the list of the five counts
in that order: [LL, LD, DD + WL, WD, WW].

Logistic Elo: the expected score of a game is 1 / (1 + 10 ** (-elo / 400)).
Normalised Elo: 800 / ln 10 times (score - 1/2) / sigma, sigma being the standard deviation of one game's score.

Sources: M. Van den Bergh, "A Practical Introduction to Normalized Elo" and "The Generalized Maximum Likelihood Ratio
for the Expectation Value of a Distribution" (cantate.be/Fishtest). fishtest and OpenBench use the same test.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from .estimates import AtLeast, AtMost, Estimate, Reading, Unknown

NORMALISED_ELO_SCALE = 800 / math.log(10)
CONFIDENCE = 0.95

_PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
_PRIOR = 1e-3
"""Takes the place of a count of zero, so that every score stays possible."""
_SEARCHED_MEANS = 400


def elo_to_score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def score_to_elo(score: float) -> float:
    """Scores are cut off at 0.001 and 0.999, which is about 1200 Elo."""
    score = min(max(score, 1e-3), 1 - 1e-3)
    return 400 * math.log10(score / (1 - score))


def logistic_elo(pentanomial: list[int]) -> Reading:
    """Logistic Elo of the first engine over the second: a bound where one has all points.

    The interval is that of Student for the mean of the pairs, which is fishtest's where there are many. There is none
    below two pairs or if all are alike.
    """
    pairs = sum(pentanomial)
    if pairs == 0:
        return Unknown("no complete pair of games")
    mean, variance = _moments([count / pairs for count in pentanomial])
    if mean in (0.0, 1.0):
        # The score with which it had a chance of 5 % to win, or lose, all games.
        farthest = score_to_elo((1 - CONFIDENCE) ** (1 / (2 * pairs)))
        return AtLeast(farthest) if mean else AtMost(-farthest)
    if pairs < 2 or variance == 0:
        return Estimate(score_to_elo(mean))
    margin = student_quantile(pairs - 1) * math.sqrt(variance / (pairs - 1))
    return Estimate(score_to_elo(mean), score_to_elo(mean - margin), score_to_elo(mean + margin))


def normalised_elo(pentanomial: list[int]) -> Reading:
    """Normalised Elo of the first engine; comparable between matches of different draw rates and openings.

    The error is that of a ratio whose deviation is estimated as well, as for the Sharpe ratio (Mertens, 2002). It is
    never below that for a known deviation, since it would be 0 for some results.
    """
    pairs = sum(pentanomial)
    if pairs < 2:
        return Unknown("fewer than two complete pairs of games")
    mean, variance = _moments([count / pairs for count in pentanomial])
    if variance == 0:
        return Unknown("all pairs have the same result")
    value = NORMALISED_ELO_SCALE * (mean - 0.5) / math.sqrt(2 * variance)
    ratios = [(score - mean) / math.sqrt(variance) for score in _PAIR_SCORES]
    skew, kurtosis = (
        sum(count * ratio**power for count, ratio in zip(pentanomial, ratios, strict=True)) / pairs for power in (3, 4)
    )
    ratio = (mean - 0.5) / math.sqrt(variance)
    spread = math.sqrt(max(1 - ratio * skew + ratio**2 * (kurtosis - 1) / 4, 1.0))
    return Estimate.around(value, spread * NORMALISED_ELO_SCALE * student_quantile(pairs - 1) / math.sqrt(2 * pairs))


def likelihood_of_superiority(pentanomial: list[int]) -> float | None:
    """Probability that the first engine is the stronger one, by Student's distribution; None below two pairs.

    It is never surer than a uniform prior for the chance to win a pair would be if one side had won all pairs.
    """
    pairs = sum(pentanomial)
    if pairs < 2:
        return None
    mean, variance = _moments(_regularised(pentanomial))
    found = student_probability((mean - 0.5) / math.sqrt(variance / (pairs - 1)), pairs - 1)
    least = 0.5 ** (pairs + 1)
    return min(max(found, least), 1 - least)


@dataclass(frozen=True)
class SprtSettings:
    """H0: the difference is `elo0`; H1: it is `elo1`. `alpha`, `beta`: chances of a false pass and a false fail.

    `model` says what the bounds are: "normalized" or "logistic" Elo.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def check(self) -> None:
        """Raises ValueError for values that make no test."""
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be below elo1, got {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta must lie between 0 and 0.5")
        if self.model not in ("normalized", "logistic"):
            raise ValueError(f"model must be normalized or logistic, got {self.model!r}")

    @property
    def lower_bound(self) -> float:
        """H0 is accepted when the log-likelihood ratio falls to this."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper_bound(self) -> float:
        """H1 is accepted when the log-likelihood ratio rises to this."""
        return math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, pentanomial: list[int]) -> float:
        """Of H1 against H0, given complete pairs; 0 without any."""
        if sum(pentanomial) == 0:
            return 0.0
        if self.model == "logistic":
            return logistic_llr(pentanomial, self.elo0, self.elo1)
        return normalised_llr(pentanomial, self.elo0, self.elo1)


class Sprt:
    """A running test. Its decision is made at the first crossing of a bound and stays, whatever comes later."""

    def __init__(self, settings: SprtSettings):
        self.settings = settings
        self.llr = 0.0
        self.decision: str | None = None

    def update(self, pentanomial: list[int]) -> None:
        """Call after each pair, in order."""
        self.llr = self.settings.log_likelihood_ratio(pentanomial)
        if self.decision is None:
            if self.llr >= self.settings.upper_bound:
                self.decision = "H1"
            elif self.llr <= self.settings.lower_bound:
                self.decision = "H0"


def logistic_llr(pentanomial: list[int], elo0: float, elo1: float) -> float:
    """Generalised log-likelihood ratio for the expected score, bounds in logistic Elo."""
    observed = _regularised(pentanomial)
    likely = [_likeliest_with_mean(observed, elo_to_score(elo)) for elo in (elo0, elo1)]
    return _pair_count(pentanomial) * _expected_log_ratio(observed, *likely)


def normalised_llr(pentanomial: list[int], elo0: float, elo1: float) -> float:
    """Generalised log-likelihood ratio for (score - 1/2) / sigma, bounds in normalised Elo."""
    observed = _regularised(pentanomial)
    # Sigma of a pair's mean score is that of a game divided by the root of two.
    t_values = [math.sqrt(2) * elo / NORMALISED_ELO_SCALE for elo in (elo0, elo1)]
    likely = [_likeliest_with_t_value(observed, t) for t in t_values]
    return _pair_count(pentanomial) * _expected_log_ratio(observed, *likely)


def student_quantile(freedom: float) -> float:
    """Half the width of the interval of CONFIDENCE of Student's distribution, within 0.2 %.

    M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5, and its closed forms for one
    and two degrees of freedom.
    """
    if freedom < 2:
        return math.tan(math.pi * CONFIDENCE / 2)
    if freedom < 3:
        return CONFIDENCE * math.sqrt(2 / (1 - CONFIDENCE**2))
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))


def student_probability(value: float, freedom: float) -> float:
    """The chance of less than a value by Student's distribution: Simpson's rule over the angle of its tangent."""
    steps = 200
    width = math.atan(value / math.sqrt(freedom)) / steps
    heights = [math.cos(step * width) ** (freedom - 1) for step in range(steps + 1)]
    area = (heights[0] + 4 * sum(heights[1::2]) + 2 * sum(heights[2:-1:2]) + heights[-1]) * width / 3
    return 0.5 + area * math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)


def _regularised(pentanomial: list[int]) -> list[float]:
    counts = [count or _PRIOR for count in pentanomial]
    return [count / sum(counts) for count in counts]


def _pair_count(pentanomial: list[int]) -> float:
    return sum(count or _PRIOR for count in pentanomial)


def _moments(probabilities: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of a pair's score, on the scale from 0 to 1."""
    mean = sum(p * score for p, score in zip(probabilities, _PAIR_SCORES, strict=True))
    return mean, sum(p * (score - mean) ** 2 for p, score in zip(probabilities, _PAIR_SCORES, strict=True))


def _expected_log_ratio(observed: list[float], under_h0: list[float], under_h1: list[float]) -> float:
    return sum(o * math.log(h1 / h0) for o, h0, h1 in zip(observed, under_h0, under_h1, strict=True))


def _likeliest_with_zero(observed: list[float], values: list[float]) -> list[float]:
    """The distribution under which `observed` is likeliest among those with an expectation of zero of `values`.

    It is p / (1 + x v) with the one x between the poles that makes the expectation vanish.
    Raises ValueError if no distribution has that expectation.
    """
    if not min(values) < 0 < max(values):
        raise ValueError("the values do not lie on both sides of zero")
    low, high = -1 / max(values), -1 / min(values)

    def expectation(x: float) -> tuple[float, float]:
        ratios = [v / (1 + x * v) for v in values]
        return (
            sum(o * r for o, r in zip(observed, ratios, strict=True)),
            -sum(o * r * r for o, r in zip(observed, ratios, strict=True)),
        )

    x = _falling_root(expectation, low, high)
    return [o / (1 + x * v) for o, v in zip(observed, values, strict=True)]


def _falling_root(function: Callable[[float], tuple[float, float]], low: float, high: float) -> float:
    """Where a falling function is zero between two poles. It returns its value and its derivative.

    Newton's method, with bisection where a step would leave what is known to hold the root.
    """
    x = 0.0
    for _ in range(200):
        value, slope = function(x)
        if value > 0:
            low = x
        else:
            high = x
        following = x - value / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - x) <= 1e-14 * (1 + abs(x)):
            return following
        x = following
    return x


def _likeliest_with_mean(observed: list[float], mean: float) -> list[float]:
    return _likeliest_with_zero(observed, [score - mean for score in _PAIR_SCORES])


def _likeliest_with_t_value(observed: list[float], t_value: float) -> list[float]:
    """The same with the condition (mean - 1/2) / sigma = `t_value`."""
    try:
        return _likeliest_by_linearisation(observed, t_value)
    except ValueError:
        return _likeliest_by_search(observed, t_value)


def _likeliest_by_linearisation(observed: list[float], t_value: float) -> list[float]:
    """Replaces sigma by its linear approximation again and again; quick, but fails for very lopsided results."""
    likeliest = [0.2] * 5
    for _ in range(50):
        mean, variance = _moments(likeliest)
        previous, likeliest = likeliest, _likeliest_near(observed, t_value, mean, math.sqrt(variance))
        if max(abs(now - before) for now, before in zip(likeliest, previous, strict=True)) < 1e-10:
            return likeliest
    raise ValueError("no convergence")


def _likeliest_near(observed: list[float], t_value: float, mean: float, sigma: float) -> list[float]:
    """The likeliest distribution if sigma is linear around these moments. Raises ValueError if there is none."""
    linearised = [s - 0.5 - t_value * sigma * (1 + ((mean - s) / sigma) ** 2) / 2 for s in _PAIR_SCORES]
    return _likeliest_with_zero(observed, linearised)


def _likeliest_by_search(observed: list[float], t_value: float) -> list[float]:
    """Looks for the means of which the linear approximation comes back to where it was made.

    The condition gives each mean its sigma, so every stationary point is among them.
    """

    def drift(mean: float) -> float:
        try:
            return _moments(_likeliest_near(observed, t_value, mean, (mean - 0.5) / t_value))[0] - mean
        except ValueError:
            return math.nan

    reach = math.copysign(0.5, t_value)
    # Dense where the mean is close to one half, or to all or nothing.
    means = [0.5 + reach * (1 - math.cos(math.pi * i / _SEARCHED_MEANS)) / 2 for i in range(1, _SEARCHED_MEANS)]
    drifts = [drift(mean) for mean in means]
    found = []
    for i in range(len(means) - 1):
        if drifts[i] * drifts[i + 1] <= 0:
            low, high, at_low = means[i], means[i + 1], drifts[i]
            for _ in range(60):
                middle = (low + high) / 2
                if drift(middle) * at_low > 0:
                    low = middle
                else:
                    high = middle
            mean = (low + high) / 2
            found.append(_likeliest_near(observed, t_value, mean, (mean - 0.5) / t_value))
    if not found:
        raise ArithmeticError(f"no distribution found for {observed} with t = {t_value}")
    return max(found, key=lambda p: sum(o * math.log(q) for o, q in zip(observed, p, strict=True)))
