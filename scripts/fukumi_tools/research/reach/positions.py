"""Reads positions: stones of both colours, or moves in order."""

from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from fukumi_tools.board.listed import Entry, ListError, read_list
from fukumi_tools.board.notation import Point
from fukumi_tools.board.rules import Board, Color

Stones = list[tuple[Point, Color]]


class Position(NamedTuple):
    """What an engine is asked about."""

    stones: Stones
    to_move: Color


class PositionError(ValueError):
    """A line that is no position; the text names it."""


def load_positions(path: Path, width: int, height: int) -> list[Position]:
    """The positions of a file, one a line: what `match` takes for an opening, or `black=h8,h9 white=i9`.

    Positions on another board are passed over. Raises PositionError, OSError.
    """
    try:
        entries = read_list(path, Board(width, height))
    except ListError as error:
        raise PositionError(str(error)) from None
    ours = [entry for entry in entries if entry.size == (width, height)]
    if not ours:
        raise PositionError(f"{path} has no positions for this board")
    return [_position(entry, path) for entry in ours]


def _position(entry: Entry, path: Path) -> Position:
    """The position of a line. The side to move is the one that is stated, else it follows from the moves, passes
    included, or from the numbers of stones.
    """
    stones = _stones(entry, path)
    count = len(stones) if entry.moves is None else len(entry.moves)
    return Position(stones, entry.to_move or (Color.BLACK, Color.WHITE)[count % 2])


def _stones(entry: Entry, path: Path) -> Stones:
    """The stones, the two sides in turn as far as that goes."""
    if entry.moves is not None:
        sides = cycle((Color.BLACK, Color.WHITE))
        return [(point, color) for point, color in zip(entry.moves, sides, strict=False) if point is not None]
    black = [stone for stone in entry.stones if stone[1] is Color.BLACK]
    white = [stone for stone in entry.stones if stone[1] is Color.WHITE]
    if len(black) - len(white) not in (0, 1):
        raise PositionError(f"{path}, line {entry.line}: {len(black)} black and {len(white)} white stones")
    in_turn: Stones = []
    for index in range(len(black)):
        in_turn.append(black[index])
        in_turn.extend(white[index : index + 1])
    return in_turn
