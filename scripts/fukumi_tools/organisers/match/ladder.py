"""Pairings of a ladder: those two engines meet next whose games make the ratings of all surest.

The measure is the sum of the variances of all ratings, which games of two engines make smaller by what Fisher's
information says: most where the errors are great and neither of the two is sure to win. An engine is believed to be
near the mean of the field, as if it had drawn a tenth of a pair with it, until its own games say more.
"""

from collections.abc import Sequence
from itertools import combinations

from .likelihood import Meetings, likeliest
from .pairs import SCALE, expected

_BELIEF = {(2, 1.0): 0.1}
"""The pairs against the mean of the field, as `Meetings.pairs`."""


def pair_next(engines: int, meetings: Sequence[Meetings]) -> tuple[int, int]:
    """The two engines that meet next, by index; of equal choices the one of closer and earlier engines."""
    met = [meeting for meeting in meetings if meeting.games]
    met += [Meetings(engine, engines, _BELIEF) for engine in range(engines)]
    fit = likeliest(engines + 1, met)
    values, spread = fit.values, fit.spread

    def gain(first: int, second: int) -> float:
        chance = expected(values[first] - values[second])
        weight = 2 * chance * (1 - chance) * SCALE**2
        shared = [a - b for a, b in zip(spread[first], spread[second], strict=True)]
        return weight * sum(part * part for part in shared) / (1 + weight * (shared[first] - shared[second]))

    return min(combinations(range(engines), 2), key=lambda pair: (-round(gain(*pair), 6), pair[1] - pair[0], pair))
