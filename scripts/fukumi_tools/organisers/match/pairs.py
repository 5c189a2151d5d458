"""The chances of a game, and of a pair of games that share an opening, by the difference of two ratings.

An opening may favour the side that moves first in it. Both engines have that side once, so a bias of `b` makes the
logistic differences of the two games `d + b` and `d - b`. The first engine then wins both games, each engine wins one,
or the first engine loses both, in the proportion

    exp(d) : 2 cosh(b) : exp(-d)

The bias changes how often a pair is split, but not how wins of both games compare with losses of both. That is
Davidson's model of ties, with pairs for games: so the difference by even openings can be estimated from pairs, whatever
the openings favour. With no bias the chances are those of two independent games.

Source: R. R. Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments"
(Journal of the American Statistical Association, 1970).
"""

import math
from typing import NamedTuple

SCALE = math.log(10) / 400
"""Logistic difference of one Elo."""


class Outcome(NamedTuple):
    """The logarithm of a chance, and its derivatives by the difference in Elo and by the bias.

    The measure of the bias is log(cosh(b)), which is 0 for even openings. Only pairs say something of it: for a single
    game the derivative counts as 0.
    """

    log_chance: float
    by_elo: float
    by_bias: float


def expected(elo: float) -> float:
    """The score of a game with an even opening; also of differences whose power would be too great for a float."""
    return 0.5 * (1 + math.tanh(SCALE * elo / 2))


def log_chance(elo: float) -> float:
    """The logarithm of the expected score."""
    x = SCALE * elo
    return -math.log1p(math.exp(-x)) if x > 0 else x - math.log1p(math.exp(x))


def outcomes(games: int, elo: float, bias: float) -> tuple[Outcome, ...]:
    """Of a pair: both games won, one won, none won. Of one game, whose opening favours either side: won, lost."""
    return _pair(elo, bias) if games == 2 else _game(elo, bias)


def _pair(elo: float, bias: float) -> tuple[Outcome, Outcome, Outcome]:
    logs = _log_chances(elo, bias)
    both, split, none = map(math.exp, logs)
    surplus = both - none
    return (
        Outcome(logs[0], SCALE * (1 - surplus), -split),
        Outcome(logs[1], -SCALE * surplus, 1 - split),
        Outcome(logs[2], -SCALE * (1 + surplus), -split),
    )


def _game(elo: float, bias: float) -> tuple[Outcome, Outcome]:
    """A win is one of a pair of which both games are won, or half of a split pair."""
    both, split, none = _log_chances(elo, bias)
    half = split - math.log(2)
    won, lost = _log_sum(both, half), _log_sum(none, half)
    surplus = math.exp(both) - math.exp(none)
    return (
        Outcome(won, SCALE * (math.exp(both - won) - surplus), 0.0),
        Outcome(lost, -SCALE * (math.exp(none - lost) + surplus), 0.0),
    )


def _log_chances(elo: float, bias: float) -> tuple[float, float, float]:
    """The logarithms of the chances of a pair."""
    exponents = (SCALE * elo, math.log(2) + bias, -SCALE * elo)
    greatest = max(exponents)
    total = greatest + math.log(sum(math.exp(exponent - greatest) for exponent in exponents))
    return tuple(exponent - total for exponent in exponents)


def _log_sum(a: float, b: float) -> float:
    """The logarithm of the sum of two numbers, by their logarithms."""
    return max(a, b) + math.log1p(math.exp(-abs(a - b)))
