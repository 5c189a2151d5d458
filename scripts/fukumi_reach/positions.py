"""Reads positions: stones of both colours, or moves in order."""

from pathlib import Path

from fukumi_match.notation import Point, text_to_points
from fukumi_match.rules import Color


class PositionError(ValueError):
    """A line that is no position; the text names it."""


def load_positions(path: Path, height: int) -> list[list[tuple[Point, Color]]]:
    """The positions of a file, one a line; empty lines and those that begin with `#` are passed over.

    A line has moves in order, Black first, as `h8,i9` or `moves=h8,i9`, or the stones as `black=h8 white=i9`; other
    words are ignored if there are such fields. Raises PositionError, OSError.
    """
    positions = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                positions.append(_parse(line, height))
            except ValueError as error:
                raise PositionError(f"{path}, line {number}: {error}") from None
    if not positions:
        raise PositionError(f"{path} has no positions")
    return positions


def _parse(line: str, height: int) -> list[tuple[Point, Color]]:
    fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
    if "black" in fields or "white" in fields:
        colors = ((Color.BLACK, fields.get("black", "")), (Color.WHITE, fields.get("white", "")))
        black, white = ([(p, color) for p in text_to_points(text, height)] if text else [] for color, text in colors)
        if len(black) - len(white) not in (0, 1):
            raise ValueError(f"{len(black)} black and {len(white)} white stones")
        pairs = [stone for pair in zip(black, white, strict=False) for stone in pair]
        return pairs + black[len(white) :]
    points = text_to_points(fields.get("moves", line), height)
    return [(point, (Color.BLACK, Color.WHITE)[index % 2]) for index, point in enumerate(points)]
