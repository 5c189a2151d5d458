"""Points as text.

A point is `(x, y)`: the column from the left and the row from the top, both from 0, as in the Gomocup protocol.
Text for people is `h8`: a column letter (none is skipped), then the row counted from 1 at the bottom.
"""

import re

Point = tuple[int, int]

_POINT = re.compile(r"([a-z])([0-9]{1,2})", re.IGNORECASE)


def point_to_text(point: Point, height: int) -> str:
    """`(7, 7)` on a board of height 15 is `h8`."""
    x, y = point
    return f"{chr(ord('a') + x)}{height - y}"


def text_to_point(text: str, height: int) -> Point:
    """The inverse of `point_to_text`; the point may lie off the board.

    Raises ValueError if the text is not a letter and a number.
    """
    match = _POINT.fullmatch(text)
    if not match:
        raise ValueError(f"expected a point such as h8, got {text!r}")
    return ord(match[1].lower()) - ord("a"), height - int(match[2])
