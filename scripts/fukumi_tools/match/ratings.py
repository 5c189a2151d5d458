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
from dataclasses import dataclass, field
from statistics import NormalDist

from .stats import CONFIDENCE

SCALE = math.log(10) / 400
_QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_STEPS = 200
_FAR = 10_000.0
"""Elo beyond which no bound is looked for."""

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """Elo of an engine with the error of its difference from the anchor; None where it cannot be known.

    `bound` is "above" or "below" where the value is not the likeliest but the least, or the greatest, that fits the
    results with the chance that is left by CONFIDENCE.
    """

    value: float | None
    error: float | None = None
    bound: str | None = None


@dataclass
class Meetings:
    """Results of two engines, by index, for the first one.

    `pairs` counts the pairs of games by the number of their games and the points in them. A part of a pair may stand
    for what is believed without games.
    """

    first: int
    second: int
    pairs: dict[tuple[int, float], float] = field(default_factory=dict)

    @property
    def games(self) -> float:
        return sum(games * count for (games, _), count in self.pairs.items())

    @property
    def points(self) -> float:
        return sum(points * count for (_, points), count in self.pairs.items())


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


def expected(elo: float) -> float:
    """The score of a game; also of differences whose power would be too great for a float."""
    return 0.5 * (1 + math.tanh(SCALE * elo / 2))


def _log_chance(elo: float) -> float:
    """The logarithm of the expected score."""
    x = SCALE * elo
    return -math.log1p(math.exp(-x)) if x > 0 else x - math.log1p(math.exp(x))


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


def likeliest(engines: int, meetings: Sequence[Meetings]) -> list[float]:
    """Newton's method; the logarithm of the likelihood is concave. The last engine has 0."""
    counts = [(met.first, met.second, met.games, met.points) for met in meetings]

    def log_likelihood(values: list[float]) -> float:
        return sum(
            points * _log_chance(values[i] - values[j]) + (games - points) * _log_chance(values[j] - values[i])
            for i, j, games, points in counts
        )

    values = [0.0] * engines
    for _ in range(_STEPS):
        gradient = [0.0] * engines
        for i, j, games, points in counts:
            surplus = (points - games * expected(values[i] - values[j])) * SCALE
            gradient[i] += surplus
            gradient[j] -= surplus
        step = [sum(map(float.__mul__, row, gradient)) for row in spread_of(values, meetings)]
        before = log_likelihood(values)
        while max(map(abs, step)) > 1e-9 and log_likelihood(_sum(values, step)) < before:
            step = [part / 2 for part in step]
        values = _sum(values, step)
        if max(map(abs, step)) < 1e-7:
            break
    return values


def _sum(a: list[float], b: list[float]) -> list[float]:
    return [x + y for x, y in zip(a, b, strict=True)]


def spread_of(values: list[float], meetings: Sequence[Meetings]) -> Matrix:
    """The inverse of Fisher's information where the last engine is the anchor, whose row and column are zero."""
    chances = [expected(values[met.first] - values[met.second]) for met in meetings]
    weights = [met.games * chance * (1 - chance) for met, chance in zip(meetings, chances, strict=True)]
    information = _laplacian(len(values), meetings, weights)
    inverse = _inverse([row[:-1] for row in information[:-1]])
    return [*([*row, 0.0] for row in inverse), [0.0] * len(values)]


def _laplacian(engines: int, meetings: Sequence[Meetings], weights: list[float]) -> Matrix:
    """The sum of the weights' outer products, each with 1 for the first engine and -1 for the second."""
    matrix = [[0.0] * engines for _ in range(engines)]
    for met, weight in zip(meetings, weights, strict=True):
        weight *= SCALE**2
        i, j = met.first, met.second
        matrix[i][i] += weight
        matrix[j][j] += weight
        matrix[i][j] -= weight
        matrix[j][i] -= weight
    return matrix


def _inverse(matrix: Matrix) -> Matrix:
    """Of a positive definite matrix, which needs no exchange of rows."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for pivot in range(size):
        scale = 1 / rows[pivot][pivot]
        chosen = rows[pivot] = [value * scale for value in rows[pivot]]
        for index, row in enumerate(rows):
            factor = row[pivot]
            if index != pivot and factor:
                rows[index] = [value - factor * other for value, other in zip(row, chosen, strict=True)]
    return [row[size:] for row in rows]


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
    surprise = _laplacian(engines, meetings, surprises)
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
        chance = sum(games * _log_chance(sign * (middle - other)) for other, games in opponents)
        near, far = (middle, far) if chance < math.log(1 - CONFIDENCE) else (near, middle)
    return Rating(far, bound="above" if points else "below")
