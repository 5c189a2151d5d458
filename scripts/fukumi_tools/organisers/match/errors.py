"""Errors of ratings: half the widths of confidence intervals.

The unit is the pair of games, whose games share an opening and are not independent. A pair has a variance of its own,
which is the dispersion times that by chance: below 1 where games are drawn, and on Ordo's scale where openings favour
a side. The dispersion is estimated for each two engines by what surprised in their pairs, and drawn to that of the
whole field, the more the fewer their pairs are. Each surprise counts for more by the part of it that fitting the
ratings took away. Where the bias of openings is estimated, the errors contain what it leaves open.

`scripts/tests/rating_coverage.py` measures how many ratings the intervals hold. The quantile is that of Student's
distribution, which matters to two or three engines only.

Sources: H. White, "Maximum Likelihood Estimation of Misspecified Models" (Econometrica, 1982); P. McCullagh and
J. A. Nelder, "Generalized Linear Models" (1989), for the dispersion; R. M. Bell and D. F. McCaffrey, "Bias Reduction in
Standard Errors for Linear Regression with Multi-Stage Samples" (Survey Methodology, 2002), for the part taken away.
"""

import math
from collections.abc import Sequence

from .likelihood import Fit, Meetings, information_of, score_of
from .stats import student_quantile

_FIELD_PAIRS = 5.0
"""How many pairs of two engines the dispersion of the whole field is worth."""

_BOUNDED = 4
"""Degrees of freedom of a surprise, by simulation, which grow with the square of the opponents.

Points of a pair are bounded, so their squares vary less than those of normal values.
"""

_LEAST_VARIANCE = 1e-9


def errors_of(meetings: Sequence[Meetings], fit: Fit, anchor: int | None) -> list[float | None]:
    """By engine, of its difference from the anchor, or from the mean of all without one.

    None where the results say nothing of it, as when all pairs are alike.
    """
    engines = len(fit.values)
    freedom = sum(met.pair_count for met in meetings) - (engines - 1)
    if freedom < 1:
        return [None] * engines
    spread = fit.spread[:engines]
    dispersions = _dispersions(meetings, fit, freedom)
    quantile = student_quantile(_BOUNDED * freedom * (engines - 1) ** 2)
    origin = [sum(column) / engines for column in zip(*spread, strict=True)] if anchor is None else spread[anchor]
    errors: list[float | None] = []
    for row in spread:
        weights = [a - b for a, b in zip(row, origin, strict=True)]
        variance = sum(
            dispersion * _variance(_information(met, fit), weights[met.first] - weights[met.second], weights[-1])
            for met, dispersion in zip(meetings, dispersions, strict=True)
        )
        errors.append(quantile * math.sqrt(variance) if variance > _LEAST_VARIANCE else None)
    return errors


def _dispersions(meetings: Sequence[Meetings], fit: Fit, freedom: float) -> list[float]:
    """Of the pairs of each meeting, by their own surprises and those of the field."""
    surprises = [_surprise(met, fit) for met in meetings]
    field = sum(surprises) / freedom
    found = []
    for met, surprise in zip(meetings, surprises, strict=True):
        pairs = met.pair_count
        own = surprise / max(1 - _leverage(met, fit), 1 / (pairs + 1))
        found.append((own + _FIELD_PAIRS * field) / (pairs + _FIELD_PAIRS))
    return found


def _leverage(met: Meetings, fit: Fit) -> float:
    """The part of the surprise of a pair that fitting takes away."""
    i, j = met.first, met.second
    elo, mixed, _ = _information(met, fit)
    by_difference = [a - b for a, b in zip(fit.spread[i], fit.spread[j], strict=True)]
    of_spread = by_difference[i] - by_difference[j], by_difference[-1], fit.spread[-1][-1]
    return _variance(of_spread, elo, mixed) / (elo * met.pair_count)


def _variance(of: tuple[float, float, float], by_elo: float, by_bias: float) -> float:
    """The variance of a sum with these weights, by the variances and the covariance of its parts."""
    return by_elo**2 * of[0] + 2 * by_elo * by_bias * of[1] + by_bias**2 * of[2]


def _information(met: Meetings, fit: Fit) -> list[float]:
    """That of all pairs of a meeting."""
    elo = fit.values[met.first] - fit.values[met.second]
    parts = [(count, information_of(games, elo, fit.bias)) for (games, _), count in met.pairs.items()]
    return [sum(count * part[index] for count, part in parts) for index in range(3)]


def _surprise(met: Meetings, fit: Fit) -> float:
    """The sum over the pairs of the squares of their scores in the likelihood, in units of the variance by chance."""
    elo = fit.values[met.first] - fit.values[met.second]
    return sum(
        count * score_of(shares, games, elo, fit.bias)[0] ** 2 / information_of(games, elo, fit.bias)[0]
        for games, shares, count in met.results()
    )
