"""Reads positions: stones of both colours, or moves in order."""

from itertools import cycle
from pathlib import Path

from fukumi_tools.board.listed import Entry, ListError, read_list
from fukumi_tools.board.notation import Point
from fukumi_tools.board.rules import Board, Color

Stones = list[tuple[Point, Color]]


class PositionError(ValueError):
    """A line that is no position; the text names it."""


def load_positions(path: Path, width: int, height: int) -> list[Stones]:
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
    return [_stones(entry, path) for entry in ours]


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
