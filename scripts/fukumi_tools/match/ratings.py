"""Ratings of a whole field by maximum likelihood, as Ordo and BayesElo compute them.

The expected score of a game is that of logistic Elo, and a draw counts as half a win, so the likeliest ratings are
those under which each engine is expected to have the points that it has. Errors come from how much the pairs of games
differ from what is expected, not from a model of draws: a pair shares an opening, so its games are not independent.

Ratings that are likeliest exist for engines each of which took points from the others, if only by way of further ones
(L. R. Ford, "Solution of a Ranking Problem from Binary Comparisons", 1957). Engines that won or lost all against these
have a bound instead.

Sources: M. A. Ballicora, Ordo; R. Coulom, BayesElo; H. White, "Maximum Likelihood Estimation of Misspecified Models"
(Econometrica, 1982) for the errors.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from .likelihood import Meetings, expected, laplacian, likeliest, log_chance, spread_of
from .stats import CONFIDENCE

_QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_FAR = 10_000.0
"""Elo beyond which no bound is looked for."""


@dataclass(frozen=True)
class Rating:
    """Elo of an engine with the error of its difference from the anchor; None where it cannot be known.

    `bound` is "above" or "below" where the value is not the likeliest but the least, or the greatest, that fits the
    results with the chance that is left by CONFIDENCE.
    """

    value: float | None
    error: float | None = None
    bound: str | None = None


def rate(engines: int, meetings: Sequence[Meetings], anchor: int | None = None, elo: float = 0.0) -> list[Rating]:
    """Ratings by engine; that of `anchor` is `elo`, or without an anchor the mean of all that can be rated."""
    met = [meeting for meeting in meetings if meeting.games]
    rated = _comparable(engines, met, anchor)
    place = {engine: index for index, engine in enumerate(rated)}
    inner = [
        Meetings(place[meeting.first], place[meeting.second], meeting.pairs)
        for meeting in met
        if meeting.first in place and meeting.second in place
    ]
    ratings = [Rating(None)] * engines
    if not inner:
        return ratings
    values = likeliest(len(rated), inner)
    errors = _errors(inner, values, None if anchor is None else place[anchor])
    shift = elo - (sum(values) / len(values) if anchor is None else values[place[anchor]])
    known = {engine: values[index] + shift for engine, index in place.items()}
    for engine, value in known.items():
        ratings[engine] = Rating(value, errors[place[engine]])
    for engine in set(range(engines)) - place.keys():
        ratings[engine] = _bound(engine, met, known)
    return ratings


def _comparable(engines: int, meetings: Sequence[Meetings], anchor: int | None) -> list[int]:
    """The engines of the largest group, or of that of the anchor, in which each took points from each other one."""
    reached = [1 << engine for engine in range(engines)]
    for met in meetings:
        reached[met.first] |= (met.points > 0) << met.second
        reached[met.second] |= (met.points < met.games) << met.first
    for way in range(engines):
        for engine in range(engines):
            if reached[engine] >> way & 1:
                reached[engine] |= reached[way]
    groups = [
        [other for other in range(engines) if reached[engine] >> other & 1 and reached[other] >> engine & 1]
        for engine in range(engines)
    ]
    return max(groups, key=len) if anchor is None else groups[anchor]


def _errors(meetings: Sequence[Meetings], values: list[float], anchor: int | None) -> list[float | None]:
    """Half the widths of the intervals, None where the results say nothing of them, as when all pairs are alike."""
    engines = len(values)
    surprises = []
    for met in meetings:
        chance = expected(values[met.first] - values[met.second])
        surprises.append(sum(count * (points - games * chance) ** 2 for (games, points), count in met.pairs.items()))
    pairs = sum(sum(met.pairs.values()) for met in meetings)
    if pairs < engines:
        return [None] * engines
    # Each of the fitted ratings takes a part of the surprise away.
    surprises = [surprise * pairs / (pairs - engines + 1) for surprise in surprises]
    surprise = laplacian(engines, meetings, surprises)
    spread = spread_of(values, meetings)
    origin = [sum(column) / engines for column in zip(*spread, strict=True)] if anchor is None else spread[anchor]
    errors: list[float | None] = []
    for row in spread:
        weights = [a - b for a, b in zip(row, origin, strict=True)]
        variance = sum(w * sum(map(float.__mul__, line, weights)) for w, line in zip(weights, surprise, strict=True))
        errors.append(_QUANTILE * math.sqrt(variance) if variance > 1e-9 else None)
    return errors


def _bound(engine: int, meetings: Sequence[Meetings], known: dict[int, float]) -> Rating:
    """Of an engine that won all its games against those with a rating, or lost all of them."""
    opponents: list[tuple[float, int]] = []
    points = 0.0
    for met in meetings:
        if met.first == engine and met.second in known:
            opponents.append((known[met.second], met.games))
            points += met.points
        elif met.second == engine and met.first in known:
            opponents.append((known[met.first], met.games))
            points += met.games - met.points
    if not opponents:
        return Rating(None)
    sign = 1 if points else -1
    # The further from the others, the likelier the results.
    near, far = -sign * _FAR, sign * _FAR
    for _ in range(60):
        middle = (near + far) / 2
        chance = sum(games * log_chance(sign * (middle - other)) for other, games in opponents)
        near, far = (middle, far) if chance < math.log(1 - CONFIDENCE) else (near, middle)
    return Rating(far, bound="above" if points else "below")
