"""Whether an opening is even, by what engines say of it."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fukumi_match.dialogue import UNLIMITED_TIME_LEFT, Player
from fukumi_match.notation import Point
from fukumi_match.rules import Color

SCREENINGS = ((1 / 32, 3.0), (1 / 8, 2.0))
"""First looks: part of the nodes that each has, and what it may find, in multiples of what an even opening may have.

Of 150 random openings of 5 stones in freestyle, all 9 that were within 50 points after 40,000 nodes passed both, and 25
others.
"""

_POINTS = re.compile(r"[-+]?\d+")


class NoEvaluation(Exception):
    """An engine answered without a word about the position; the text names it."""


@dataclass(frozen=True)
class Judge:
    """An engine that looks at positions with so many nodes."""

    player: Player
    nodes: int

    def score(self, points: Sequence[Point], share: float = 1.0) -> float:
        """Points for the side to move after these moves, Black's first, by a search of `share` of the nodes.

        Infinite if a win or a loss is proven. Raises NoEvaluation, and what Player raises.
        """
        spec = self.player.spec
        limits = replace(spec.limits, nodes=max(1, round(self.nodes * share)))
        self.player.spec = replace(spec, limits=limits)
        moves = [(point, _color(index)) for index, point in enumerate(points)]
        self.player.new_game()
        reply = self.player.think(moves, _color(len(moves)), None, UNLIMITED_TIME_LEFT)
        if reply.info.eval is None:
            raise NoEvaluation(f"{spec.name} says nothing of a position but {reply.text}; does it play from a book?")
        return score_of(reply.info.eval)


def score_of(evaluation: str) -> float:
    """The points of an evaluation as engines write it, `-12` or `+M17`; infinite for the latter."""
    return float(evaluation) if _POINTS.fullmatch(evaluation) else math.inf


def even_scores(
    judges: Sequence[Judge], points: Sequence[Point], bound: float, around: float = 0.0
) -> list[float] | None:
    """What each judge says of an opening, in points for the side to move.

    None if one of them sees a score that is more than `bound` points from `around`.
    """
    for share, factor in SCREENINGS:
        if any(abs(judge.score(points, share) - around) > factor * bound for judge in judges):
            return None
    scores = []
    for judge in judges:
        scores.append(judge.score(points))
        if abs(scores[-1] - around) > bound:
            return None
    return scores


def _color(index: int) -> Color:
    return Color.WHITE if index % 2 else Color.BLACK
