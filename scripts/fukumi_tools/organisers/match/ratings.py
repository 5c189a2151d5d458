"""Ratings of a whole field by maximum likelihood.

A draw counts as half a win, and the likeliest ratings are those under which each engine is expected to have the points
that it has. On the scale of even openings the expected score of a game with an even opening is that of logistic Elo;
what the openings favour is estimated from the pairs that are split, see `pairs`. On Ordo's scale the openings that were
played count as even, as Ordo and BayesElo have it: the more they favour a side, the closer together are the ratings.

Ratings that are likeliest exist for engines each of which took points from the others, if only by way of further ones
(L. R. Ford, "Solution of a Ranking Problem from Binary Comparisons", 1957). Others have a bound instead, or nothing:
islands are engines that no games connect with the rated ones.

Sources: M. A. Ballicora, Ordo; R. Coulom, BayesElo.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from .bounds import bounds_beside, bounds_of_average
from .errors import errors_of
from .estimates import Estimate, Reading, Unknown
from .likelihood import Meetings, Scale, likeliest

Engine = TypeVar("Engine", int, str)
"""An index or a name."""

_NO_GAMES = Unknown("no games")


@dataclass(frozen=True)
class Rated(Generic[Engine]):
    """Readings by engine. `bias` is by how many Elo openings favour a side, None where that is not estimated."""

    readings: dict[Engine, Reading]
    bias: float | None = None

    def named(self, names: Sequence[str]) -> "Rated[str]":
        """The same with names for indexes."""
        return Rated({names[engine]: reading for engine, reading in self.readings.items()}, self.bias)


def rate(
    engines: int,
    meetings: Sequence[Meetings],
    anchor: int | None = None,
    elo: float = 0.0,
    scale: Scale = Scale.EVEN,
) -> Rated[int]:
    """Rates all engines; `anchor` has the rating `elo`, or without an anchor the mean of all that have an estimate."""
    met = [meeting for meeting in meetings if meeting.games]
    took = _took(engines, met)
    group = _comparable(took, anchor)
    if len(group) == 1 and anchor is None:
        bounds = bounds_of_average(engines, met, elo)
        return Rated({engine: bounds[engine] if _has_games(engine, met) else _NO_GAMES for engine in range(engines)})
    known, bias = _estimates(group, met, anchor, elo, scale)
    readings: dict[int, Reading] = dict(known)
    readings |= bounds_beside({engine: estimate.value for engine, estimate in known.items()}, met, took)
    readings |= _off_the_island(engines, met, group[0])
    return Rated({engine: readings[engine] for engine in range(engines)}, bias)


def _estimates(
    group: list[int], met: Sequence[Meetings], anchor: int | None, elo: float, scale: Scale
) -> tuple[dict[int, Estimate], float | None]:
    """Of engines that took points from each other, and the bias of openings."""
    if len(group) == 1:
        return {group[0]: Estimate(elo)}, None
    place = {engine: index for index, engine in enumerate(group)}
    inner = [
        replace(meeting, first=place[meeting.first], second=place[meeting.second])
        for meeting in met
        if meeting.first in place and meeting.second in place
    ]
    fit = likeliest(len(group), inner, scale)
    origin = None if anchor is None else place[anchor]
    shift = elo - (sum(fit.values) / len(fit.values) if origin is None else fit.values[origin])
    errors = errors_of(inner, fit, origin)
    estimates = {engine: Estimate.around(fit.values[index] + shift, errors[index]) for engine, index in place.items()}
    return estimates, fit.bias_elo if scale is Scale.EVEN else None


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
