"""Points, colours and other choices, and the check of arguments."""

from __future__ import annotations

import math
import operator
from enum import Enum
from typing import TYPE_CHECKING, Sequence, SupportsFloat, SupportsIndex, Tuple, Type, TypeVar, Union

from fukumi._errors import IllegalMoveError

if TYPE_CHECKING:
    from fukumi import _results


class _Name(str, Enum):
    """A choice that is equal to its name, so `"renju"` does wherever `Rule.RENJU` does."""

    def __str__(self) -> str:
        return str(self.value)


class Color(_Name):
    """A side. Black is the first player."""

    BLACK = "black"
    WHITE = "white"

    @property
    def opponent(self) -> Color:
        """The other side."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK


class Mark(_Name):
    """How bad a bad move is."""

    INACCURACY = "inaccuracy"
    """The costliest move of its side, though it is no mistake, `?!`."""
    MISTAKE = "mistake"
    """A move that gave much away, `?`."""
    BLUNDER = "blunder"
    """A move that gave almost everything away, `??`."""

    @property
    def sign(self) -> str:
        """The sign after the move: `?!`, `?` or `??`."""
        return {Mark.INACCURACY: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}[self]


class Theme(_Name):
    """The colours of pictures."""

    WOOD = "wood"
    """A board of light wood."""
    PAPER = "paper"
    """Black on white, for print."""
    SLATE = "slate"
    """A dark board."""


class Point(str):
    """A point of a board: its label, such as `"h8"`, which also knows its coordinates.

    A label is a column letter and the row counted from the bottom. The coordinates count from the top left.

    Attributes:
        x: Column from the left, from 0.
        y: Row from the top, from 0.
    """

    x: int
    y: int

    def __new__(cls, x: int, y: int, height: int) -> Point:
        """The point in column `x` and row `y` of a board with `height` rows."""
        point = super().__new__(cls, f"{chr(ord('a') + x)}{height - y}")
        point.x = x
        point.y = y
        return point

    @property
    def xy(self) -> Tuple[int, int]:
        """Column and row, both from 0 at the top left."""
        return self.x, self.y

    def __getnewargs__(self) -> Tuple[int, int, int]:  # type: ignore[override]
        return self.x, self.y, self.y + int(self[1:])


def point(place: _results.Point, height: int) -> Point:
    """The point of a board with these coordinates."""
    return Point(place["x"], place["y"], height)


def points(places: Sequence[_results.Point], height: int) -> Tuple[Point, ...]:
    """The points of a board with these coordinates."""
    return tuple(point(place, height) for place in places)


PointLike = Union[str, Tuple[SupportsIndex, SupportsIndex]]
"""What functions take for a point: a label such as `"h8"`, in capitals or not, or a pair `(x, y)` counted from 0 at
the top left."""

_E = TypeVar("_E", bound=_Name)


def named(kind: Type[_E], name: str) -> _E:
    """The choice with this name, or a ValueError that lists all names."""
    try:
        return kind(name)
    except ValueError:
        names = ", ".join(choice.value for choice in kind)
        raise ValueError(f"expected one of {names}, got {name!r}") from None


def whole(what: str, number: SupportsIndex, least: int, most: int) -> int:
    """A whole number in a range."""
    try:
        value = operator.index(number)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {number!r}") from None
    if not least <= value <= most:
        raise ValueError(f"{what} is {least} to {most}, not {value}")
    return value


def real(what: str, number: SupportsFloat) -> float:
    """A number."""
    try:
        return float(number)
    except (TypeError, ValueError):
        raise TypeError(f"{what} is a number, not {number!r}") from None
    except OverflowError:
        raise ValueError(f"{what} is too large") from None


def seconds(what: str, time: SupportsFloat) -> float:
    """A time in seconds."""
    value = real(what, time)
    if math.isnan(value) or value < 0.0:
        raise ValueError(f"{what} is not negative, and a number: {value}")
    return value


def coordinates(point: PointLike, width: int, height: int) -> Tuple[int, int]:
    """Column and row of a point of a board, both from 0 at the top left."""
    if isinstance(point, str):
        letter, row = point[:1], point[1:]
        if not (letter.isascii() and letter.isalpha() and row.isascii() and row.isdigit() and len(row) < 4):
            raise IllegalMoveError(f"expected a point such as h8 or (7, 7), got {str(point)!r}")
        x, y = ord(letter.lower()) - ord("a"), height - int(row)
    else:
        try:
            x, y = (operator.index(part) for part in point)
        except (TypeError, ValueError):
            raise TypeError(f"expected a point such as h8 or (7, 7), got {point!r}") from None
    if not (0 <= x < width and 0 <= y < height):
        shown = str(point) if isinstance(point, str) else (x, y)
        raise IllegalMoveError(f"{shown} is not on a board of {width}x{height}")
    return x, y
