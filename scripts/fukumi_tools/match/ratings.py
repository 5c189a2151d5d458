"""Ratings of a whole field by maximum likelihood, as Ordo and BayesElo compute them.

The expected score of a game is that of logistic Elo, and a draw counts as half a win, so the likeliest ratings are
those under which each engine is expected to have the points that it has.

Ratings that are likeliest exist for engines each of which took points from the others, if only by way of further ones
(L. R. Ford, "Solution of a Ranking Problem from Binary Comparisons", 1957). Others have a bound instead, or nothing:
islands are engines that no games connect with the rated ones.

Sources: M. A. Ballicora, Ordo; R. Coulom, BayesElo.
"""

from collections.abc import Sequence

from .bounds import bounds_beside, bounds_of_average
from .errors import errors_of
from .estimates import Estimate, Reading, Unknown
from .likelihood import Meetings, likeliest

_NO_GAMES = Unknown("no games")


def rate(engines: int, meetings: Sequence[Meetings], anchor: int | None = None, elo: float = 0.0) -> list[Reading]:
    """Ratings by engine; that of `anchor` is `elo`, or without an anchor the mean of all that have an estimate."""
    met = [meeting for meeting in meetings if meeting.games]
    took = _took(engines, met)
    group = _comparable(took, anchor)
    if len(group) == 1 and anchor is None:
        readings: dict[int, Reading] = dict(bounds_of_average(engines, met, elo))
        return [reading if _has_games(engine, met) else _NO_GAMES for engine, reading in readings.items()]
    readings = dict(_estimates(group, met, anchor, elo))
    known = {engine: estimate.value for engine, estimate in readings.items()}
    readings |= bounds_beside(known, met, took)
    readings |= _off_the_island(engines, met, group[0])
    return [readings[engine] for engine in range(engines)]


def _estimates(group: list[int], met: Sequence[Meetings], anchor: int | None, elo: float) -> dict[int, Estimate]:
    """Of engines that took points from each other."""
    if len(group) == 1:
        return {group[0]: Estimate(elo)}
    place = {engine: index for index, engine in enumerate(group)}
    inner = [
        Meetings(place[meeting.first], place[meeting.second], meeting.pairs)
        for meeting in met
        if meeting.first in place and meeting.second in place
    ]
    values = likeliest(len(group), inner)
    origin = None if anchor is None else place[anchor]
    shift = elo - (sum(values) / len(values) if origin is None else values[origin])
    errors = errors_of(inner, values, origin)
    return {engine: Estimate.around(values[index] + shift, errors[index]) for engine, index in place.items()}


def _took(engines: int, met: Sequence[Meetings]) -> list[int]:
    """By engine a bit for each one that it took points from, if only by way of others, and for itself."""
    took = [1 << engine for engine in range(engines)]
    for meeting in met:
        took[meeting.first] |= (meeting.points > 0) << meeting.second
        took[meeting.second] |= (meeting.points < meeting.games) << meeting.first
    return _closed(took)


def _closed(reached: list[int]) -> list[int]:
    """The relation and all that follows from it by way of others."""
    for way in range(len(reached)):
        for engine in range(len(reached)):
            if reached[engine] >> way & 1:
                reached[engine] |= reached[way]
    return reached


def _comparable(took: list[int], anchor: int | None) -> list[int]:
    """The engines of the largest group, or of that of the anchor, in which each took points from each other one."""
    engines = range(len(took))
    groups = [
        [other for other in engines if took[engine] >> other & 1 and took[other] >> engine & 1] for engine in engines
    ]
    return max(groups, key=len) if anchor is None else groups[anchor]


def _has_games(engine: int, met: Sequence[Meetings]) -> bool:
    return any(engine in (meeting.first, meeting.second) for meeting in met)


def _off_the_island(engines: int, met: Sequence[Meetings], home: int) -> dict[int, Unknown]:
    """The engines that no games connect with the engine `home`, by their islands; that of `home` is the first one."""
    reached = [1 << engine for engine in range(engines)]
    for meeting in met:
        reached[meeting.first] |= 1 << meeting.second
        reached[meeting.second] |= 1 << meeting.first
    reached = _closed(reached)
    found: dict[int, Unknown] = {}
    number = 1
    for engine in range(engines):
        if engine in found or reached[home] >> engine & 1:
            continue
        if not _has_games(engine, met):
            found[engine] = _NO_GAMES
            continue
        number += 1
        island = Unknown(f"island {number}, which no games connect with the rated engines", f"island {number}")
        found |= {other: island for other in range(engines) if reached[engine] >> other & 1}
    return found
