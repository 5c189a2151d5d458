"""The referee: which moves win and which are forbidden, under every rule.

This is a direct transcription of the rules by enumeration of stones and lines. It shares nothing with any engine and
is not meant to be fast, so it also serves as the slow reference for faster implementations.

A run is a maximal row of stones of one colour. The edge of the board ends a run and is never an opponent's stone.
Renju follows the international rules (renju.net): a three counts only if a move that makes no five and is itself
allowed turns it into a straight four; that condition is applied recursively.
"""

from collections.abc import Callable, Sequence
from enum import Enum

from .notation import Point

MIN_SIZE = 5
MAX_SIZE = 22

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Color(Enum):
    """Black moves first."""

    BLACK = "black"
    WHITE = "white"

    # That of an enumeration is a function in Python, and looks at the name.
    __hash__ = object.__hash__

    @property
    def other(self) -> "Color":
        return Color.WHITE if self is Color.BLACK else Color.BLACK


class Rule(Enum):
    """The value is the code sent as `INFO rule`."""

    FREESTYLE = 0
    STANDARD = 1
    RENJU = 4
    CARO_OVERLINE = 8
    CARO = 9

    @property
    def label(self) -> str:
        return self.name.lower().replace("_", "-")


RULE_NAMES = {
    "freestyle": Rule.FREESTYLE,  # five or more win
    "standard": Rule.STANDARD,  # exactly five win
    "exact": Rule.STANDARD,
    "renju": Rule.RENJU,  # Black: exactly five, forbidden points; White: five or more
    "caro": Rule.CARO,  # exactly five win unless the opponent closes both ends
    "caro-overline": Rule.CARO_OVERLINE,  # as caro; six or more always win
    **{str(rule.value): rule for rule in Rule},
}


class Verdict(Enum):
    """What one move does to the game."""

    NONE = "none"
    WIN = "win"
    OVERLINE = "forbidden-6"
    DOUBLE_FOUR = "forbidden-44"
    DOUBLE_THREE = "forbidden-33"

    @property
    def is_forbidden(self) -> bool:
        return self in (Verdict.OVERLINE, Verdict.DOUBLE_FOUR, Verdict.DOUBLE_THREE)


class Board:
    """Stones on a board of `width` columns and `height` rows; 5 to 22 each."""

    def __init__(self, width: int, height: int):
        for name, size in (("width", width), ("height", height)):
            if not MIN_SIZE <= size <= MAX_SIZE:
                raise ValueError(f"board {name} must be {MIN_SIZE} to {MAX_SIZE}, got {size}")
        self.width = width
        self.height = height
        self._stones: dict[Point, Color] = {}

    def contains(self, point: Point) -> bool:
        return 0 <= point[0] < self.width and 0 <= point[1] < self.height

    @property
    def stone(self) -> Callable[[Point], Color | None]:
        """Returns the stone on a point; None if it is empty or off the board.

        This is the method of the dictionary itself: the referee calls it so often that a call more would show.
        """
        return self._stones.get

    def is_empty(self, point: Point) -> bool:
        """True only for points on the board."""
        return self.contains(point) and point not in self._stones

    def is_full(self) -> bool:
        return len(self._stones) == self.width * self.height

    def stone_count(self) -> int:
        return len(self._stones)

    def points(self) -> list[Point]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def place(self, point: Point, color: Color) -> None:
        if not self.is_empty(point):
            raise ValueError(f"{point} is taken or off the board")
        self._stones[point] = color

    def remove(self, point: Point) -> None:
        del self._stones[point]

    def __str__(self) -> str:
        signs = {None: ".", Color.BLACK: "x", Color.WHITE: "o"}
        rows = (" ".join(signs[self.stone((x, y))] for x in range(self.width)) for y in range(self.height))
        return "\n".join(rows)


def judge(board: Board, rule: Rule, color: Color, point: Point) -> Verdict:
    """The verdict on `color` playing the empty `point`; the board is the same on return as on entry."""
    runs = _run_lengths(board, color, point)
    # Most moves end here.
    if max(runs) < 5 and (rule is not Rule.RENJU or color is not Color.BLACK) and board.is_empty(point):
        return Verdict.NONE
    board.place(point, color)
    try:
        return _judge_placed(board, rule, color, point, runs)
    finally:
        board.remove(point)


def forbidden_points(board: Board) -> dict[Point, Verdict]:
    """Every point that renju forbids to Black in this position."""
    verdicts = {p: judge(board, Rule.RENJU, Color.BLACK, p) for p in board.points() if board.is_empty(p)}
    return {point: verdict for point, verdict in verdicts.items() if verdict.is_forbidden}


def run_through(board: Board, point: Point, direction: Point) -> list[Point]:
    """The run that contains the stone on `point`, in order along `direction`."""
    color, stone = board.stone(point), board.stone
    dx, dy = direction
    run = [point]
    x, y = point[0] + dx, point[1] + dy
    while stone((x, y)) is color:
        run.append((x, y))
        x, y = x + dx, y + dy
    x, y = point[0] - dx, point[1] - dy
    while stone((x, y)) is color:
        run.insert(0, (x, y))
        x, y = x - dx, y - dy
    return run


def _step(point: Point, direction: Point, distance: int) -> Point:
    return point[0] + distance * direction[0], point[1] + distance * direction[1]


def _judge_placed(board: Board, rule: Rule, color: Color, point: Point, runs: Sequence[int]) -> Verdict:
    if max(runs) >= 5 and any(
        _run_wins(board, rule, color, point, direction, length)
        for direction, length in zip(DIRECTIONS, runs, strict=True)
    ):
        return Verdict.WIN
    if rule is not Rule.RENJU or color is not Color.BLACK:
        return Verdict.NONE
    # The five above takes precedence over every foul.
    if max(runs) >= 6:
        return Verdict.OVERLINE
    # A three takes two more stones within three points on its line, a four three within four. So two of them take two
    # such lines, or, for two fours on one line, four more stones there. Most moves end here.
    near = _black_stones_near(board, point)
    threes = [direction for direction, count in zip(DIRECTIONS, near, strict=True) if count >= 2]
    if len(threes) < 2 and max(near) < 4:
        return Verdict.NONE
    fours = [direction for direction, count in zip(DIRECTIONS, near, strict=True) if count >= 3]
    if _count_fours(board, point, fours) >= 2:
        return Verdict.DOUBLE_FOUR
    if sum(_has_open_three(board, point, direction) for direction in threes) >= 2:
        return Verdict.DOUBLE_THREE
    return Verdict.NONE


def _run_lengths(board: Board, color: Color, point: Point) -> list[int]:
    """The length of the run of `color` in each direction that contains `point`, whether its stone is there or not."""
    stone = board.stone
    lengths = []
    for dx, dy in DIRECTIONS:
        x, y = point[0] + dx, point[1] + dy
        length = 1
        while stone((x, y)) is color:
            length += 1
            x, y = x + dx, y + dy
        x, y = point[0] - dx, point[1] - dy
        while stone((x, y)) is color:
            length += 1
            x, y = x - dx, y - dy
        lengths.append(length)
    return lengths


def _run_wins(board: Board, rule: Rule, color: Color, point: Point, direction: Point, length: int) -> bool:
    """Whether the run through `point`, which has `length` stones, wins."""
    match rule:
        case Rule.FREESTYLE:
            return length >= 5
        case Rule.STANDARD:
            return length == 5
        case Rule.RENJU:
            return length == 5 if color is Color.BLACK else length >= 5
        case Rule.CARO | Rule.CARO_OVERLINE:
            run = run_through(board, point, direction)
            ends = (_step(run[0], direction, -1), _step(run[-1], direction, 1))
            is_closed = all(board.stone(end) is color.other for end in ends)
            return (length == 5 and not is_closed) or (length >= 6 and rule is Rule.CARO_OVERLINE)


def _black_stones_near(board: Board, point: Point) -> list[int]:
    """How many other stones of Black are within four points, in each direction."""
    stone, black = board.stone, Color.BLACK
    x, y = point
    return [
        sum([stone((x + i * dx, y + i * dy)) is black for i in (-4, -3, -2, -1, 1, 2, 3, 4)]) for dx, dy in DIRECTIONS
    ]


def _count_fours(board: Board, point: Point, directions: Sequence[Point]) -> int:
    """Black's fours along these directions through `point`, a black stone that makes no five and no overline.

    A four is a set of four black stones that a fifth completes to exactly five. An open four is one set with two
    completions; `x . x x x . x` holds two sets on one line.
    """
    fours, stone = set(), board.stone
    for direction in directions:
        for start in range(-4, 1):
            window = [_step(point, direction, start + i) for i in range(5)]
            stones = [p for p in window if stone(p) is Color.BLACK]
            has_gap = any(board.is_empty(p) for p in window)
            beyond = (_step(window[0], direction, -1), _step(window[-1], direction, 1))
            grows_past_five = any(stone(p) is Color.BLACK for p in beyond)
            if len(stones) == 4 and has_gap and not grows_past_five:
                fours.add(frozenset(stones))
    return len(fours)


def _has_open_three(board: Board, point: Point, direction: Point) -> bool:
    """Whether Black's stone on `point` is part of an open three along `direction`."""
    for distance in (-3, -2, -1, 1, 2, 3):
        fourth = _step(point, direction, distance)
        if not board.is_empty(fourth):
            continue
        board.place(fourth, Color.BLACK)
        makes_straight_four = _is_straight_four(board, point, fourth, direction)
        board.remove(fourth)
        if makes_straight_four and judge(board, Rule.RENJU, Color.BLACK, fourth) is Verdict.NONE:
            return True
    return False


def _is_straight_four(board: Board, point: Point, fourth: Point, direction: Point) -> bool:
    """Whether both stones are in one run of four that can become exactly five at either end."""
    run = run_through(board, point, direction)
    if len(run) != 4 or fourth not in run:
        return False
    return all(
        board.is_empty(_step(end, direction, outwards))
        and board.stone(_step(end, direction, 2 * outwards)) is not Color.BLACK
        for end, outwards in ((run[0], -1), (run[-1], 1))
    )
