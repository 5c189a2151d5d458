"""Boards as pictures."""

from __future__ import annotations

from html import escape
from typing import Container, List, Mapping, Optional, Tuple

from fukumi import _native

_WOOD, _LINE, _MARK = "#e8c47c", "#5a4420", "#b02020"
_FILL = {"black": "#1a1a1a", "white": "#fafafa"}
_INK = {"black": "#fafafa", "white": "#1a1a1a"}


def draw(board: _native.Board, cell: int, *, has_numbers: bool, marks: Mapping[Tuple[int, int], str]) -> str:
    """The board in SVG. Forbidden points are crosses, winning stones and the last move have a ring."""
    width, height = board.size()
    # A mark takes the place of a number.
    unnumbered = marks.keys() if has_numbers else None
    parts = [*_grid(width, height, cell), *_cells(board, cell), *_stones(board, cell, unnumbered)]
    taken = {(x, y): color for x, y, color in board.stones()}
    for (x, y), text in marks.items():
        ink = _INK[taken[x, y]] if (x, y) in taken else _MARK
        if (x, y) not in taken:
            parts.append(_circle(x, y, cell, 0.36, f'fill="{_WOOD}"'))
        parts.append(_text(_at(x, cell), _at(y, cell), text, f'font-size="{cell * 0.5:g}" fill="{ink}"'))
    across, down = (width + 1) * cell, (height + 1) * cell
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{across}" height="{down}" '
        f'viewBox="0 0 {across} {down}" font-family="sans-serif" text-anchor="middle">'
        f"<title>{escape(_title(board))}</title>"
        f'<rect width="{across}" height="{down}" fill="{_WOOD}"/>{"".join(parts)}</svg>'
    )


def _title(board: _native.Board) -> str:
    width, height = board.size()
    return f"{board.rule()}, {width}x{height}, {len(board.stones())} stones, {board.to_move()} to move"


def _at(index: int, cell: int) -> float:
    return (index + 1) * cell


def _grid(width: int, height: int, cell: int) -> List[str]:
    """The lines, with the labels of columns and rows."""
    right, bottom = _at(width - 1, cell), _at(height - 1, cell)
    lines = [f"M{_at(x, cell):g} {cell}V{bottom:g}" for x in range(width)]
    lines += [f"M{cell} {_at(y, cell):g}H{right:g}" for y in range(height)]
    parts = [f'<path d="{"".join(lines)}" stroke="{_LINE}" fill="none"/>']
    style = f'font-size="{cell * 0.38:g}" fill="{_LINE}"'
    for x in range(width):
        parts.append(_text(_at(x, cell), bottom + cell * 0.68, chr(ord("a") + x), style))
    for y in range(height):
        parts.append(_text(cell * 0.34, _at(y, cell), str(height - y), style))
    return parts


def _cells(board: _native.Board, cell: int) -> List[str]:
    """Dead cells, and crosses on forbidden points."""
    parts = []
    for x, y in board.dead():
        left, top = _at(x, cell) - cell / 2, _at(y, cell) - cell / 2
        parts.append(f'<rect x="{left:g}" y="{top:g}" width="{cell}" height="{cell}" fill="{_LINE}"/>')
    arm = cell * 0.18
    for x, y in board.forbidden():
        left, top = _at(x, cell) - arm, _at(y, cell) - arm
        path = f"M{left:g} {top:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
        parts.append(f'<path d="{path}" stroke="{_MARK}" stroke-width="2" fill="none"/>')
    return parts


def _stones(board: _native.Board, cell: int, unnumbered: Optional[Container[Tuple[int, int]]]) -> List[str]:
    """The stones with the numbers of their moves, but for those that are `unnumbered`; None is all."""
    stones, setup = board.stones(), board.setup()
    ending = board.ending()
    ringed = set() if ending is None else set(ending[2])
    if len(stones) > setup:
        ringed.add(stones[-1][:2])
    parts = []
    for number, (x, y, color) in enumerate(stones, 1 - setup):
        ring = f'stroke="{_MARK}" stroke-width="2"' if (x, y) in ringed else f'stroke="{_LINE}"'
        parts.append(_circle(x, y, cell, 0.44, f'fill="{_FILL[color]}" {ring}'))
        if number > 0 and unnumbered is not None and (x, y) not in unnumbered:
            style = f'font-size="{cell * 0.4:g}" fill="{_INK[color]}"'
            parts.append(_text(_at(x, cell), _at(y, cell), str(number), style))
    return parts


def _circle(x: int, y: int, cell: int, radius: float, style: str) -> str:
    return f'<circle cx="{_at(x, cell):g}" cy="{_at(y, cell):g}" r="{cell * radius:g}" {style}/>'


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" dy=".35em" {style}>{escape(text)}</text>'
