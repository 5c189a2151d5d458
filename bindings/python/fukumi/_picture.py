"""Boards as pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, SupportsFloat, SupportsIndex, Tuple, Union

from fukumi import _native
from fukumi._types import Theme, named, real, whole


@dataclass(frozen=True)
class _Options:
    """What native code asks for; see `Board.svg`."""

    cell: int
    numbers: bool
    coordinates: bool
    last: bool
    forbidden: bool
    theme: str
    marks: List[Tuple[int, int, str]]
    first: int
    delay: float


def draw(  # noqa: PLR0913 - they are the arguments of the methods of boards
    board: _native.Board,
    form: str,
    cell: SupportsIndex,
    shown: Tuple[bool, bool, bool, bool],
    theme: Union[Theme, str],
    marks: List[Tuple[int, int, str]],
    first: SupportsIndex,
    delay: SupportsFloat = 0.7,
) -> bytes:
    """A picture as `svg`, `png` or `gif`. Shown or not are numbers, coordinates, the last move, forbidden points."""
    numbers, coordinates, last, forbidden = map(bool, shown)
    moves = len(board.stones()) - board.setup()
    seconds = real("the delay in seconds", delay)
    if not 0.02 <= seconds <= 655:
        raise ValueError(f"the delay in seconds is 0.02 to 655, not {seconds}")
    for _, _, text in marks:
        if not isinstance(text, str):
            raise TypeError(f"marks are texts by points, such as {{'h8': 'A'}}, not {text!r}")
    options = _Options(
        cell=whole("the size of a cell", cell, 8, 200),
        numbers=numbers,
        coordinates=coordinates,
        last=last,
        forbidden=forbidden,
        theme=named(Theme, theme).value,
        marks=marks,
        first=whole("the first move", first, 1, max(moves, 1)),
        delay=seconds,
    )
    return _native.picture(board.copy(), form, options)
