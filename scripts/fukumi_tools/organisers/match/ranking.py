"""The order of the engines in a table: by rating, or by points and tie-breaks."""

from collections.abc import Mapping
from dataclasses import dataclass

from .estimates import Estimate, Reading, Unknown
from .ratings import Rated
from .standings import EngineStats, Standings


@dataclass(frozen=True)
class Rank:
    """A place in a table: a number, or for an engine without an estimate only a letter to refer to it."""

    number: int | None
    mark: str


Order = list[tuple[Rank, EngineStats]]


def by_points(standings: Standings) -> Order:
    """The most points first, then the tie-breaks; only where `standings` have scores."""
    ordered = [standings.engines[name] for name in standings.scores.ranked()]
    return [(Rank(place, str(place)), engine) for place, engine in enumerate(ordered, start=1)]


def by_rating(standings: Standings, ratings: Mapping[str, Reading]) -> Order:
    """The highest estimate first; after these the engines without one, by their points."""

    def key(engine: EngineStats) -> tuple:
        match ratings[engine.name]:
            case Estimate(value=value):
                return False, -value
        return True, -engine.points, -(engine.score or 0)

    ordered = sorted(standings.engines.values(), key=key)
    rated = sum(isinstance(rating, Estimate) for rating in ratings.values())
    ranks = [Rank(place, str(place)) for place in range(1, rated + 1)]
    ranks += [Rank(None, _letters(index)) for index in range(len(ordered) - rated)]
    return list(zip(ranks, ordered, strict=True))


def _letters(index: int) -> str:
    """a to z, then aa, ab and so on."""
    more, letter = divmod(index, 26)
    return (_letters(more - 1) if more else "") + chr(ord("a") + letter)


def notes_on(rated: Rated[str]) -> tuple[str, ...]:
    """What openings favour, and why engines have no rating or no interval, each reason with the engines it is for."""
    names: dict[str, list[str]] = {}
    for name, rating in rated.readings.items():
        if isinstance(rating, Unknown):
            names.setdefault(rating.why, []).append(name)
    reasons = [f"{', '.join(those)}: {why}" for why, those in names.items()]
    return tuple([*_notes_on_bias(rated.bias), *reasons, *_notes_on_intervals(rated)])


def _notes_on_intervals(rated: Rated[str]) -> list[str]:
    """Of estimates without one. The anchor has none by its nature, beside others that have one."""
    estimates = {name: rating for name, rating in rated.readings.items() if isinstance(rating, Estimate)}
    bare = [name for name, rating in estimates.items() if rating.error is None]
    if len(bare) < 2:
        return []
    return [f"{', '.join(bare)}: the results are too few or too much alike for intervals of the ratings."]


def _notes_on_bias(bias: float | None) -> list[str]:
    """None where openings are even as far as the results say, to a whole Elo."""
    if bias is None or bias < 0.5:
        return []
    return [f"Openings favour a side by about {bias:.0f} Elo; the ratings are those of even openings."]
