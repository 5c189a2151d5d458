"""Bounds of engines that have no likeliest rating, as those that won all of their games, or lost all.

The bound of a winner is the rating at which winning them all had a chance of 5 %, if each game is decided by itself.
Games of a pair share an opening, which makes it less likely still, so the bound holds for pairs as well.

Opponents count with their rating, or with a bound of their own on the side from which it bounds further. Where no
engine has a rating, because no two took points from each other, opponents count as average: this is the prior by
which those get a bound that won all, or lost all.
"""

import math
from collections.abc import Sequence

from .estimates import AtLeast, AtMost, Unknown
from .likelihood import Meetings
from .pairs import log_chance
from .stats import CONFIDENCE

Bound = AtLeast | AtMost | Unknown

_FAR = 10_000.0
"""Elo beyond which no bound is looked for."""

_NOTHING = Unknown("its results say nothing beside those of the engines with a rating")

Opponents = list[tuple[float, float]]
"""The rating of each, and the games."""


def bounds_beside(known: dict[int, float], met: Sequence[Meetings], took: Sequence[int]) -> dict[int, Bound]:
    """Of the engines without a rating, by the `known` ratings of the others.

    `took` has a bit for each engine that it took points from, if only by way of others.
    """
    found: dict[int, Bound] = {}
    # A bound follows from the bounds of opponents, each of which is further from the known ones.
    for _ in took:
        before = dict(found)
        for engine in range(len(took)):
            if engine not in known:
                found[engine] = _bound_of(engine, known, before, met, took)
        if found == before:
            break
    return found


def bounds_of_average(engines: int, met: Sequence[Meetings], elo: float) -> dict[int, Bound]:
    """Of all engines where none has a rating: of those that won all or lost all, against opponents of this rating."""
    found: dict[int, Bound] = {}
    for engine in range(engines):
        results = [_results(engine, meeting) for meeting in met if engine in (meeting.first, meeting.second)]
        games = sum(games for _, games, _ in results)
        points = sum(points for _, _, points in results)
        if games and points == games:
            found[engine] = AtLeast(_bound([(elo, games)], 1))
        elif games and not points:
            found[engine] = AtMost(_bound([(elo, games)], -1))
        else:
            found[engine] = Unknown("no two engines took points from each other")
    return found


def _bound_of(
    engine: int, known: dict[int, float], found: dict[int, Bound], met: Sequence[Meetings], took: Sequence[int]
) -> Bound:
    weaker: Opponents = []
    stronger: Opponents = []
    for meeting in met:
        if engine not in (meeting.first, meeting.second):
            continue
        other, games, _ = _results(engine, meeting)
        lost_to_other = bool(took[other] >> engine & 1)
        won_from_other = bool(took[engine] >> other & 1)
        match found.get(other):
            case AtLeast(least) if not lost_to_other:
                weaker.append((least, games))
            case AtMost(most) if not won_from_other:
                stronger.append((most, games))
        if other in known:
            (weaker if won_from_other else stronger).append((known[other], games))
    if weaker:
        return AtLeast(_bound(weaker, 1))
    return AtMost(_bound(stronger, -1)) if stronger else _NOTHING


def _results(engine: int, meeting: Meetings) -> tuple[int, float, float]:
    """The opponent, the games and the points of an engine."""
    if meeting.first == engine:
        return meeting.second, meeting.games, meeting.points
    return meeting.first, meeting.games, meeting.games - meeting.points


def _bound(opponents: Opponents, sign: int) -> float:
    """The rating at which winning all games (or losing all, if `sign` is -1) has the chance that CONFIDENCE leaves."""
    # The further from the others, the likelier the results.
    near, far = -sign * _FAR, sign * _FAR
    for _ in range(60):
        middle = (near + far) / 2
        chance = sum(games * log_chance(sign * (middle - other)) for other, games in opponents)
        near, far = (middle, far) if chance < math.log(1 - CONFIDENCE) else (near, middle)
    return far
