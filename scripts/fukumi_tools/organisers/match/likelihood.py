"""The likelihood of ratings: the results of the engines against each other, and the ratings that fit them best.

A draw counts as half a win, as if a coin decided the game.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from .pairs import SCALE, outcomes

_STEPS = 200

Matrix = list[list[float]]


class Scale(Enum):
    """What a difference of ratings means: the expected score by even openings, or by those that were played."""

    EVEN = "even"
    ORDO = "ordo"


@dataclass
class Meetings:
    """Results of two engines, by index, for the first one.

    `pairs` counts the pairs of games by the number of their games and the points in them. In `drawn` of the pairs with
    a point each both games were drawn. A part of a pair may stand for what is believed without games.
    """

    first: int
    second: int
    pairs: dict[tuple[int, float], float] = field(default_factory=dict)
    drawn: float = 0.0

    @property
    def pair_count(self) -> float:
        return sum(self.pairs.values())

    @property
    def games(self) -> float:
        return sum(games * count for (games, _), count in self.pairs.items())

    @property
    def points(self) -> float:
        return sum(points * count for (_, points), count in self.pairs.items())

    def results(self) -> Iterator[tuple[int, tuple[float, ...], float]]:
        """The games of a pair, the share of each of its `outcomes`, and how many such pairs there are."""
        for (games, points), count in self.pairs.items():
            if games == 1:
                yield games, (points, 1 - points), count
                continue
            drawn = self.drawn if points == 1 else 0.0
            yield games, (max(points - 1, 0), 1 - abs(points - 1), max(1 - points, 0)), count - drawn
            if drawn:
                yield games, (0.25, 0.5, 0.25), drawn


_BELIEF = Meetings(0, 0, {(2, 1.0): 5.0}, drawn=5.0)
"""What is believed of openings: as if these pairs of equal engines had been as even openings would have them.

Few results leave the bias open, and with it the ratings. Errors hold the ratings with this belief, by simulation.
"""


@dataclass(frozen=True)
class Fit:
    """The ratings that fit results best. The last engine has 0.

    `bias` is that of `outcomes`. `spread` is the inverse of Fisher's information, with a row for each engine and the
    last one for the bias. The rows of what is not estimated are zero.
    """

    values: list[float]
    bias: float
    spread: Matrix

    @property
    def bias_elo(self) -> float:
        """By how much an opening favours a side."""
        return math.acosh(max(math.exp(self.bias), 1.0)) / SCALE


class _Count(NamedTuple):
    """How often pairs of so many games had each of their `outcomes`."""

    first: int
    second: int
    games: int
    counts: list[float]

    def at(self, point: Sequence[float]) -> tuple[int, float, float]:
        """The games, the difference and the bias at a point, which has all ratings and the bias."""
        return self.games, point[self.first] - point[self.second], point[-1]


def likeliest(engines: int, meetings: Sequence[Meetings], scale: Scale = Scale.ORDO) -> Fit:
    """The maximum of the likelihood; on the scale of even openings among all that have a bias of 0 or more."""
    counts = _counted(meetings)
    even = _climb([0.0] * (engines + 1), counts, free=False)
    if scale is Scale.ORDO or _gradient(even, counts)[-1] <= 0:
        return Fit(even[:-1], 0.0, _spread(even, counts, free=False))
    counts += _counted([_BELIEF])
    found = _climb(even, counts, free=True)
    return Fit(found[:-1], found[-1], _spread(found, counts, free=True))


def _counted(meetings: Sequence[Meetings]) -> list[_Count]:
    found = []
    for met in meetings:
        totals: dict[int, list[float]] = {}
        for games, shares, count in met.results():
            total = totals.setdefault(games, [0.0] * len(shares))
            totals[games] = [before + count * share for before, share in zip(total, shares, strict=True)]
        found += [_Count(met.first, met.second, games, total) for games, total in totals.items()]
    return found


def _climb(start: list[float], counts: Sequence[_Count], free: bool) -> list[float]:
    """Newton's method over the ratings and, where it is free, the bias, which follows them.

    A step is halved until the one that would follow it is shorter (P. Deuflhard, "Newton Methods for Nonlinear
    Problems", 2004).
    """
    point = start
    for _ in range(_STEPS):
        spread = _spread(point, counts, free)
        step = whole = _step(spread, point, counts)
        while _length(step) > 1e-9 and _length(_step(spread, _sum(point, step), counts)) >= _length(whole):
            step = [part / 2 for part in step]
        point = _sum(point, step)
        if _length(step) < 1e-7:
            break
    return point


def _step(spread: Matrix, point: list[float], counts: Sequence[_Count]) -> list[float]:
    gradient = _gradient(point, counts)
    return [sum(map(float.__mul__, row, gradient)) for row in spread]


def _length(step: list[float]) -> float:
    return math.hypot(*step)


def _sum(a: list[float], b: list[float]) -> list[float]:
    return [x + y for x, y in zip(a, b, strict=True)]


def _gradient(point: list[float], counts: Sequence[_Count]) -> list[float]:
    gradient = [0.0] * len(point)
    for count in counts:
        by_elo, by_bias = score_of(count.counts, *count.at(point))
        gradient[count.first] += by_elo
        gradient[count.second] -= by_elo
        gradient[-1] += by_bias
    return gradient


def score_of(counts: Sequence[float], games: int, elo: float, bias: float) -> tuple[float, float]:
    """The derivatives of the logarithm of the likelihood by the difference in Elo and by the bias."""
    own = outcomes(games, elo, bias)
    return (
        sum(count * outcome.by_elo for count, outcome in zip(counts, own, strict=True)),
        sum(count * outcome.by_bias for count, outcome in zip(counts, own, strict=True)),
    )


def information_of(games: int, elo: float, bias: float) -> tuple[float, float, float]:
    """Fisher's of a pair: of the difference in Elo, of it with the bias, and of the bias."""
    weighted = [(math.exp(outcome.log_chance), outcome) for outcome in outcomes(games, elo, bias)]
    return (
        sum(chance * own.by_elo**2 for chance, own in weighted),
        sum(chance * own.by_elo * own.by_bias for chance, own in weighted),
        sum(chance * own.by_bias**2 for chance, own in weighted),
    )


def _spread(point: list[float], counts: Sequence[_Count], free: bool) -> Matrix:
    """The inverse of the information, without the last engine, and without the bias unless it is free."""
    size = len(point)
    matrix = [[0.0] * size for _ in range(size)]
    for count in counts:
        i, j = count.first, count.second
        elo, mixed, bias = (sum(count.counts) * part for part in information_of(*count.at(point)))
        matrix[i][i] += elo
        matrix[j][j] += elo
        matrix[i][j] -= elo
        matrix[j][i] -= elo
        for engine, part in ((i, mixed), (j, -mixed)):
            matrix[engine][-1] += part
            matrix[-1][engine] += part
        matrix[-1][-1] += bias
    kept = [*range(size - 2), *([size - 1] if free else [])]
    inverse = _inverse([[matrix[row][column] for column in kept] for row in kept])
    spread = [[0.0] * size for _ in range(size)]
    for row, values in zip(kept, inverse, strict=True):
        for column, value in zip(kept, values, strict=True):
            spread[row][column] = value
    return spread


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
