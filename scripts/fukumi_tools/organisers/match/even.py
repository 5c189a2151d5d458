"""Whether an opening is even, by what engines say of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fukumi_tools.board.notation import Point
from fukumi_tools.engines import opinion
from fukumi_tools.engines.dialogue import Player

LOOKS = ((1 / 32, 3.0), (1 / 8, 2.0), (1.0, 1.0))
"""Searches, the first ones to spare the others: the part of the nodes that each has, and what it may find, in multiples
of what an even opening may have.

Of 150 random openings of 5 stones in freestyle, all 9 that were within 50 points after 40,000 nodes passed the first
two, and 25 others.
"""


@dataclass(frozen=True)
class Judge:
    """An engine that looks at positions with so many nodes."""

    player: Player
    nodes: int

    def score(self, points: Sequence[Point], share: float) -> float:
        """Points for the side to move after these moves, Black's first, by a search of `share` of the nodes.

        Infinite if a win or a loss is proven. Raises NoEvaluation, and what Player raises.
        """
        spec = self.player.spec
        limits = replace(spec.limits, nodes=max(1, round(self.nodes * share)))
        self.player.spec = replace(spec, limits=limits)
        return opinion.points(opinion.ask(self.player, points).info.eval)


def is_even(judges: Sequence[Judge], points: Sequence[Point], bound: float, around: float = 0.0) -> bool:
    """Whether what each judge gives Black after these moves is at most `bound` points from `around`."""
    center = around if len(points) % 2 == 0 else -around
    return all(
        abs(judge.score(points, share) - center) <= factor * bound for share, factor in LOOKS for judge in judges
    )
