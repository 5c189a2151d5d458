"""Pairings of a Swiss tournament: engines of equal points meet, and a second time only if there is no other way.

The order of the engines is their seeding. Of those with equal points the upper half meets the lower half, as in the
Dutch system.
"""

from collections.abc import Sequence

_STEPS = 20_000
"""Attempts to find pairings without one more meeting of two engines; rounds that need them are the last ones."""


def pair_round(
    points: Sequence[float], met: dict[frozenset[int], int], byes: Sequence[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of a round, the stronger engine first, and the engine that sits out where their number is odd.

    `points` and `byes` are by engine, `met` says how often two have met. A bye goes to the last of those with fewest.
    """
    ranked = sorted(range(len(points)), key=lambda engine: (-points[engine], engine))
    bye = None
    if len(ranked) % 2:
        bye = min(reversed(ranked), key=lambda engine: byes[engine])
        ranked.remove(bye)
    meetings = 0
    while True:
        pairs = _Search(points, met, meetings).pairs(ranked)
        if pairs is not None:
            return pairs, bye
        meetings += 1


class _Search:
    """Looks for pairs that have met at most `meetings` times."""

    def __init__(self, points: Sequence[float], met: dict[frozenset[int], int], meetings: int):
        self._points, self._met, self._meetings = points, met, meetings
        self._steps = 0

    def pairs(self, ranked: list[int]) -> list[tuple[int, int]] | None:
        """None if there are none, or not within the steps."""
        if not ranked:
            return []
        first = ranked[0]
        for second in self._opponents(ranked):
            self._steps += 1
            if self._steps > _STEPS:
                return None
            if self._met.get(frozenset((first, second)), 0) <= self._meetings:
                rest = self.pairs([engine for engine in ranked[1:] if engine != second])
                if rest is not None:
                    return [(first, second), *rest]
        return None

    def _opponents(self, ranked: list[int]) -> list[int]:
        """For the first one, the best opponents first: the lower half of its equals, their upper half, the others."""
        first, others = ranked[0], ranked[1:]
        equals = [engine for engine in others if self._points[engine] == self._points[first]]
        half = len(equals) // 2
        return equals[half:] + equals[:half][::-1] + others[len(equals) :]
