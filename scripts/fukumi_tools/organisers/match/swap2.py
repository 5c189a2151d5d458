"""What an engine answers to SWAP2BOARD."""

import re

from fukumi_tools.board.notation import Point
from fukumi_tools.engines.dialogue import SWAP

_POINT = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})", re.ASCII)


def swap2_points(text: str) -> list[Point] | None:
    """The points of an answer, none for a swap; None if it is neither."""
    if text.upper() == SWAP:
        return []
    words = [_POINT.fullmatch(word) for word in text.split()]
    return [(int(word[1]), int(word[2])) for word in words if word] if words and all(words) else None
