"""Reads positions: stones of both colours, or moves in order."""

from itertools import chain, zip_longest
from pathlib import Path

from fukumi_tools.board.notation import Point, text_to_points
from fukumi_tools.board.openings import content_lines, parse_line
from fukumi_tools.board.rules import Board, Color
from fukumi_tools.board.size import parse_size, size_text

Stones = list[tuple[Point, Color]]


class PositionError(ValueError):
    """A line that is no position; the text names it."""


def load_positions(path: Path, width: int, height: int) -> list[Stones]:
    """The positions of a file, one a line: what `match` takes for an opening, or `black=h8,h9 white=i9`.

    Records with `size=` of another board are passed over. Raises PositionError, OpeningError, OSError.
    """
    positions = []
    for number, line in content_lines(path):
        try:
            stones = _parse(line, Board(width, height))
        except ValueError as error:
            raise PositionError(f"{path}, line {number}: {error}") from None
        if stones is not None:
            positions.append(stones)
    if not positions:
        raise PositionError(f"{path} has no positions for this board")
    return positions


def _parse(line: str, board: Board) -> Stones | None:
    fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
    if "black" in fields or "white" in fields:
        if parse_size(fields.get("size", size_text(board))) != (board.width, board.height):
            return None
        texts = fields.get("black", ""), fields.get("white", "")
        black, white = (text_to_points(text, board.height) if text else [] for text in texts)
        if len(black) - len(white) not in (0, 1):
            raise ValueError(f"{len(black)} black and {len(white)} white stones")
        points = [point for point in chain(*zip_longest(black, white)) if point is not None]
    else:
        opening = parse_line(line, "", board)
        if opening is None:
            return None
        points = opening.points
    stones = [(point, (Color.BLACK, Color.WHITE)[index % 2]) for index, point in enumerate(points)]
    for point, color in stones:
        board.place(point, color)
    return stones
