"""What an engine says of a position.

Evaluations are as engines write them, from their own side: `+M17` is a win in 17 plies, `-M16` a loss in 16, anything
else points.
"""

import math
import re
from collections.abc import Sequence

from fukumi_tools.board.notation import Point
from fukumi_tools.board.rules import Color

from .dialogue import UNLIMITED_TIME_LEFT, Player, Reply
from .process import EngineFailed

_PROVEN = re.compile(r"([+-]?)m(\d+)", re.IGNORECASE)


class NoEvaluation(EngineFailed):
    """An engine answered without a word about the position; the text names it."""


def ask(player: Player, moves: Sequence[Point]) -> Reply:
    """The answer of an engine that looks at the position after these moves, Black's first; it has an evaluation.

    Raises NoEvaluation, and what Player raises.
    """
    colors = (Color.BLACK, Color.WHITE)
    placed = [(point, colors[index % 2]) for index, point in enumerate(moves)]
    player.new_game()
    reply = player.think(placed, colors[len(placed) % 2], None, UNLIMITED_TIME_LEFT)
    if reply.info.eval is None:
        raise NoEvaluation(f"{player.spec.name} says nothing of a position but {reply.text}; does it play from a book?")
    return reply


def plies_to_win(evaluation: str) -> int | None:
    """Plies to the end if the result is certain, negative for a loss."""
    match = _PROVEN.fullmatch(evaluation)
    if not match:
        return None
    return -int(match[2]) if match[1] == "-" else int(match[2])


def points(evaluation: str) -> float:
    """Points of an evaluation; infinite where the result is certain."""
    plies = plies_to_win(evaluation)
    return float(evaluation) if plies is None else math.copysign(math.inf, plies)
