"""Pairings of a Swiss tournament: engines of equal points meet, and a second time only if there is no other way.

The order of the engines is their seeding. Of those with equal points the upper half meets the lower half, as in the
Dutch system. A pairing costs the more the more often its two engines have met; a round has the pairings of least cost,
and among these the first engine has the best opponent for it, then the next one, and so on.
"""

from collections.abc import Sequence
from itertools import combinations

from .matching import matching_size


def pair_round(
    points: Sequence[float], met: dict[frozenset[int], int], byes: Sequence[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of a round, the stronger engine first, and the engine that sits out where their number is odd.

    `points` and `byes` are by engine, `met` says how often two have met. A bye goes to one of those with fewest: the
    last one that leaves no more meetings of engines that have met than there must be.
    """
    ranked = sorted(range(len(points)), key=lambda engine: (-points[engine], engine))
    sitting_out: list[int | None] = [None]
    if len(ranked) % 2:
        sitting_out = [engine for engine in reversed(ranked) if byes[engine] == min(byes)]
    search = _Search(points, met)
    rounds = [(bye, [engine for engine in ranked if engine != bye]) for bye in sitting_out]
    limit = min(search.least_cost(playing) for _, playing in rounds)
    while True:
        for bye, playing in rounds:
            if (pairs := search.pairs(playing, limit)) is not None:
                return pairs, bye
        limit = search.raised_limit()


class _Search:
    """Looks for pairs within a cost."""

    def __init__(self, points: Sequence[float], met: dict[frozenset[int], int]):
        self._points = points
        counts = {frozenset(pair): met.get(frozenset(pair), 0) for pair in combinations(range(len(points)), 2)}
        levels = sorted(set(counts.values()))
        # One more meeting of two engines costs more than all pairs of engines that have met less often.
        self._prices = [len(points) ** level for level in range(len(levels) - 1)]
        self._levels = {pair: levels.index(count) for pair, count in counts.items()}
        self._least: dict[tuple[int, ...], int] = {}
        self._too_much: set[int] = set()

    def pairs(self, ranked: list[int], limit: int) -> list[tuple[int, int]] | None:
        """None if there are none within the limit."""
        return self._pairs(ranked, 0, limit)

    def raised_limit(self) -> int:
        """The least cost that was too much since the last call."""
        limit = min(self._too_much)
        self._too_much.clear()
        return limit

    def least_cost(self, engines: Sequence[int]) -> int:
        """What pairs of these cost at least: all but those of a maximum matching have met more often than a level."""
        key = tuple(engines)
        if key not in self._least:
            pairs = len(engines) // 2
            self._least[key] = sum(
                price * (pairs - matching_size(self._neighbours(engines, level)))
                for level, price in enumerate(self._prices)
            )
        return self._least[key]

    def _pairs(self, ranked: list[int], spent: int, limit: int) -> list[tuple[int, int]] | None:
        if not ranked:
            return []
        first = ranked[0]
        for second in self._opponents(ranked):
            left = [engine for engine in ranked[1:] if engine != second]
            cost = spent + sum(self._prices[: self._levels[frozenset((first, second))]])
            if (total := cost + self.least_cost(left)) > limit:
                self._too_much.add(total)
                continue
            rest = self._pairs(left, cost, limit)
            if rest is not None:
                return [(first, second), *rest]
        return None

    def _neighbours(self, engines: Sequence[int], level: int) -> list[list[int]]:
        """By place in `engines`, the places of those that have met no more often than this level says."""
        return [
            [place for place, other in enumerate(engines) if other != engine and self._is_within(engine, other, level)]
            for engine in engines
        ]

    def _is_within(self, engine: int, other: int, level: int) -> bool:
        return self._levels[frozenset((engine, other))] <= level

    def _opponents(self, ranked: list[int]) -> list[int]:
        """For the first one, the best opponents first: the lower half of its equals, their upper half, the others."""
        first, others = ranked[0], ranked[1:]
        equals = [engine for engine in others if self._points[engine] == self._points[first]]
        half = len(equals) // 2
        return equals[half:] + equals[:half][::-1] + others[len(equals) :]
