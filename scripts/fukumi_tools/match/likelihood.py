"""The likelihood of ratings: the results of the engines against each other, and the ratings that fit them best.

The expected score of a game is that of logistic Elo, and a draw counts as half a win.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

SCALE = math.log(10) / 400
_STEPS = 200

Matrix = list[list[float]]


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
    def pair_count(self) -> float:
        return sum(self.pairs.values())

    @property
    def games(self) -> float:
        return sum(games * count for (games, _), count in self.pairs.items())

    @property
    def points(self) -> float:
        return sum(points * count for (_, points), count in self.pairs.items())


def expected(elo: float) -> float:
    """The score of a game; also of differences whose power would be too great for a float."""
    return 0.5 * (1 + math.tanh(SCALE * elo / 2))


def log_chance(elo: float) -> float:
    """The logarithm of the expected score."""
    x = SCALE * elo
    return -math.log1p(math.exp(-x)) if x > 0 else x - math.log1p(math.exp(x))


def likeliest(engines: int, meetings: Sequence[Meetings]) -> list[float]:
    """Newton's method; the logarithm of the likelihood is concave. The last engine has 0."""
    counts = [(met.first, met.second, met.games, met.points) for met in meetings]

    def log_likelihood(values: list[float]) -> float:
        return sum(
            points * log_chance(values[i] - values[j]) + (games - points) * log_chance(values[j] - values[i])
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
    information = laplacian(len(values), meetings, weights)
    inverse = _inverse([row[:-1] for row in information[:-1]])
    return [*([*row, 0.0] for row in inverse), [0.0] * len(values)]


def laplacian(engines: int, meetings: Sequence[Meetings], weights: list[float]) -> Matrix:
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
