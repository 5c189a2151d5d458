"""The size of a board as text, columns first: the one place that reads and writes `15` and `20x15`."""

import re
from typing import Protocol

from .rules import Board

_SIZE = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?")


class Sized(Protocol):
    """What has a width and a height: a board, or the conditions of a game."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...


def parse_size(text: str) -> tuple[int, int]:
    """Columns and rows, of any size. Raises ValueError."""
    match = _SIZE.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is no board size such as 15 or 20x15")
    return int(match[1]), int(match[2] or match[1])


def parse_board(text: str) -> Board:
    """An empty board. Raises ValueError, also for a size that is not played."""
    return Board(*parse_size(text))


def size_text(board: Sized) -> str:
    """`15`, or `20x15` where the sides differ."""
    return f"{board.width}" if board.width == board.height else full_size_text(board)


def full_size_text(board: Sized) -> str:
    """`15x15`, as programs write it."""
    return f"{board.width}x{board.height}"
