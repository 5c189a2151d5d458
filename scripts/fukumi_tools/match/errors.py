"""Errors of ratings: half the widths of confidence intervals.

The unit is the pair of games, whose games share an opening and are not independent. A pair has a variance of its own,
which is the dispersion times that of two games decided by chance: below 1 where openings favour a side or games are
drawn. The dispersion is estimated for each two engines by what surprised in their pairs, and drawn to that of the whole
field, the more the fewer their pairs are. Each surprise counts for more by the part of it that fitting the ratings
took away.

Of four to eight engines with 4 to 100 games for each two, the intervals of 95 % hold 94 to 96 % of the ratings that
more games from such openings would lead to, as `scripts/tests/rating_coverage.py` measures. The quantile is that of
Student's distribution, which matters to two or three engines only.

Sources: H. White, "Maximum Likelihood Estimation of Misspecified Models" (Econometrica, 1982); P. McCullagh and
J. A. Nelder, "Generalized Linear Models" (1989), for the dispersion; R. M. Bell and D. F. McCaffrey, "Bias Reduction in
Standard Errors for Linear Regression with Multi-Stage Samples" (Survey Methodology, 2002), for the part taken away.
"""

import math
from collections.abc import Sequence

from .likelihood import SCALE, Matrix, Meetings, expected, spread_of
from .stats import student_quantile

_FIELD_PAIRS = 5.0
"""How many pairs of two engines the dispersion of the whole field is worth."""

_BOUNDED = 4
"""Degrees of freedom of a surprise, by simulation, which grow with the square of the opponents.

Points of a pair are bounded, so their squares vary less than those of normal values.
"""

_LEAST_VARIANCE = 1e-9


def errors_of(meetings: Sequence[Meetings], values: list[float], anchor: int | None) -> list[float | None]:
    """By engine, of its difference from the anchor, or from the mean of all without one.

    None where the results say nothing of it, as when all pairs are alike.
    """
    engines = len(values)
    freedom = sum(met.pair_count for met in meetings) - (engines - 1)
    if freedom < 1:
        return [None] * engines
    spread = spread_of(values, meetings)
    variances = _variances(meetings, values, spread, freedom)
    quantile = student_quantile(_BOUNDED * freedom * (engines - 1) ** 2)
    origin = [sum(column) / engines for column in zip(*spread, strict=True)] if anchor is None else spread[anchor]
    errors: list[float | None] = []
    for row in spread:
        weights = [a - b for a, b in zip(row, origin, strict=True)]
        variance = sum(
            (weights[met.first] - weights[met.second]) ** 2 * own for met, own in zip(meetings, variances, strict=True)
        )
        errors.append(quantile * math.sqrt(variance) * SCALE if variance * SCALE**2 > _LEAST_VARIANCE else None)
    return errors


def _variances(meetings: Sequence[Meetings], values: list[float], spread: Matrix, freedom: float) -> list[float]:
    """Of the points in the meetings, each with its own dispersion and that of the field."""
    chances = [expected(values[met.first] - values[met.second]) for met in meetings]
    by_chance = [met.games * chance * (1 - chance) for met, chance in zip(meetings, chances, strict=True)]
    surprises = [_surprise(met, chance) for met, chance in zip(meetings, chances, strict=True)]
    field = sum(surprises) / freedom
    found = []
    for met, variance, surprise in zip(meetings, by_chance, surprises, strict=True):
        pairs = met.pair_count
        i, j = met.first, met.second
        # The part of the surprise of a pair that the ratings take away.
        leverage = variance / pairs * SCALE**2 * (spread[i][i] - 2 * spread[i][j] + spread[j][j])
        own = surprise / max(1 - leverage, 1 / (pairs + 1))
        found.append(variance * (own + _FIELD_PAIRS * field) / (pairs + _FIELD_PAIRS))
    return found


def _surprise(met: Meetings, chance: float) -> float:
    """The sum over the pairs of the squares of what differs from the points expected, in units of their variance."""
    return sum(
        count * (points - games * chance) ** 2 / (games * chance * (1 - chance))
        for (games, points), count in met.pairs.items()
    )
