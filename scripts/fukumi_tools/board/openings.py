"""Openings: from files in the usual formats, or random ones from a seed.

An opening is a list of points, Black's first. The program reads the lines of an opening file, see `listed`:

    open-0001 size=15 rule=renju turn=w moves=h8,i9,j10 check=legal    a record; fields other than these are ignored
    1. h8 2. i9        moves; also h8,i9, h8-i9 and h8i9
    0,0, 1,-1, 2,-2    offsets from the centre (width // 2, height // 2), x to the right, y downwards

Lines that are empty or begin with `#` are skipped. Rows count from the bottom; a list of points written for rows
counted from the top comes out mirrored, which is the same opening.
"""

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fukumi_tools.files import write_text
from fukumi_tools.repository import ROOT

from .listed import Entry, ListError, content_lines, read_list
from .notation import Point, point_to_text
from .rules import Board, Color, Rule, Verdict, judge

DEFAULT_STONES = 5
"""Of a random opening."""

_SHIPPED = ROOT / "assets" / "openings"
_MAX_ATTEMPTS = 20_000
_TURNED = "/sym"


class OpeningError(ListError):
    """An opening that cannot be read or cannot be played; the text says where and why."""


@dataclass(frozen=True)
class Opening:
    """`id` names the opening in records; `points` are its moves, Black's first."""

    id: str
    points: tuple[Point, ...]

    def turned(self, number: int, symmetry: Callable[[Point], Point]) -> "Opening":
        """The same opening, turned or mirrored."""
        return Opening(f"{self.id}{_TURNED}{number}", tuple(map(symmetry, self.points)))

    def text(self, height: int) -> str:
        return ",".join(point_to_text(point, height) for point in self.points)


def unturned_id(id: str) -> str:
    """The name of the opening that an opening of this name is, or is turned or mirrored from."""
    return id.partition(_TURNED)[0]


class FileBook:
    """The openings of a file, in its order or shuffled. After the last one it starts over.

    Each further pass turns or mirrors the openings, so that engines which always play the same moves do not just
    repeat their games; a square board has eight such symmetries. After `period` openings all come again as they were.
    """

    def __init__(self, path: Path, board: Board, rule: Rule, shuffle_seed: int | None = None):
        self.openings, self.skipped = load_openings(path, board, rule)
        self.digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self._symmetries = symmetries_of(board)
        if shuffle_seed is not None:
            random.Random(shuffle_seed).shuffle(self.openings)

    def get(self, index: int) -> Opening:
        """The opening of the pair `index`, counted from 0."""
        number, place = divmod(index % self.period, len(self.openings))
        opening = self.openings[place]
        return opening.turned(number, self._symmetries[number]) if number else opening

    @property
    def period(self) -> int:
        return len(self.openings) * len(self._symmetries)

    def __len__(self) -> int:
        return len(self.openings)


class RandomBook:
    """Random openings near the centre, each different from the others under all symmetries.

    `stones` is the number of moves. The same seed gives the same openings in the same order.
    """

    def __init__(self, board: Board, rule: Rule, stones: int, seed: int):
        self._board, self._rule, self._stones, self._seed = board, rule, stones, seed
        self._random = random.Random(seed)
        self._openings: list[Opening] = []
        self._seen: set[tuple] = set()

    def get(self, index: int) -> Opening:
        """The opening of the pair `index`, counted from 0."""
        while len(self._openings) <= index:
            name = f"random-{self._seed}-{len(self._openings) + 1}"
            self._openings.append(Opening(name, self._next_points()))
        return self._openings[index]

    def _next_points(self) -> tuple[Point, ...]:
        for _ in range(_MAX_ATTEMPTS):
            points = self._try_points()
            if points is None:
                continue
            shape = canonical(points, self._board)
            if shape not in self._seen or self._stones < 2:
                self._seen.add(shape)
                return points
        raise OpeningError(
            f"no further random opening of {self._stones} stones found on this board after {_MAX_ATTEMPTS} attempts"
        )

    def _try_points(self) -> tuple[Point, ...] | None:
        board = Board(self._board.width, self._board.height)
        color = Color.BLACK
        points: list[Point] = []
        for _ in range(self._stones):
            candidates = self._candidates(board, points)
            if not candidates:
                return None
            point = self._random.choice(candidates)
            if judge(board, self._rule, color, point) is not Verdict.NONE:
                return None
            board.place(point, color)
            points.append(point)
            color = color.other
        return None if most_stones_in_window(board) >= 3 else tuple(points)

    def _candidates(self, board: Board, points: list[Point]) -> list[Point]:
        """The centre for the first stone of renju, the points around it in other games; then points near stones."""
        centre = (board.width // 2, board.height // 2)
        if not points:
            reach = 0 if self._rule is Rule.RENJU else 1
            return [p for p in board.points() if distance(p, centre) <= reach]
        around = {(x + dx, y + dy) for x, y in points for dx in range(-2, 3) for dy in range(-2, 3)}
        near = sorted(filter(board.is_empty, around), key=lambda p: (p[1], p[0]))
        central = [p for p in near if distance(p, centre) <= 4]
        return central or near


@dataclass(frozen=True)
class BookChoice:
    """Where the openings of games come from.

    Those of a file, in its order (`sequential`) or shuffled by the seed (`random`). Without a file they are those
    shipped for the rule and the board, if there are any and no number of stones is asked for, or else random ones.
    `timed` chooses those that are even after a search as deep as in games with time, where there are any.
    """

    openings: Path | None = None
    order: str = "sequential"
    stones: int | None = None
    seed: int = 1
    timed: bool = False

    def check(self) -> None:
        """Raises OpeningError for options that do not go together."""
        if self.openings is not None and self.stones is not None:
            raise OpeningError("--stones is for random openings, not for those of a file")

    def open(self, board: Board, rule: Rule) -> FileBook | RandomBook:
        """Raises OpeningError, naming the line, for a file that cannot be used."""
        path = self.openings
        if path is None and self.stones is None:
            path = shipped_list(board, rule, self.timed)
        if path is None:
            return RandomBook(board, rule, self._random_stones, self.seed)
        return FileBook(path, board, rule, self._shuffle_seed)

    def describe(self, book: FileBook | RandomBook) -> dict:
        """What `open` gave, as data for records."""
        if isinstance(book, RandomBook):
            return {"kind": "random", "stones": self._random_stones, "seed": self.seed}
        return {"kind": "file", "sha256": book.digest, "order": self.order, "seed": self._shuffle_seed}

    @property
    def _random_stones(self) -> int:
        return DEFAULT_STONES if self.stones is None else self.stones

    @property
    def _shuffle_seed(self) -> int | None:
        return self.seed if self.order == "random" else None


def canonical(points: Sequence[Point], board: Board) -> tuple:
    """The same for openings that lead to the same position, turned or mirrored."""
    return min(
        (tuple(sorted(map(symmetry, points[0::2]))), tuple(sorted(map(symmetry, points[1::2]))))
        for symmetry in symmetries_of(board)
    )


def shipped_list(board: Board, rule: Rule, timed: bool = False) -> Path | None:
    """The list of even openings that the project has for a rule and a board, made by `fukumi-tools openings`.

    `timed` asks for the one for games with time.
    """
    if board.width != board.height:
        return None
    name = f"{rule.label}-{board.width}"
    paths = [_SHIPPED / f"{name}-timed.txt"] if timed else []
    return next((path for path in [*paths, _SHIPPED / f"{name}.txt"] if path.exists()), None)


def load_openings(path: Path, board: Board, rule: Rule) -> tuple[list[Opening], int]:
    """The openings of a file, and how many records were skipped because they are for another board size.

    Raises OpeningError, naming the line, for one that cannot be read, is illegal, or ends the game.
    """
    try:
        entries = read_list(path, board)
    except ListError as error:
        raise OpeningError(str(error)) from None
    size = (board.width, board.height)
    ours = [entry for entry in entries if entry.size == size]
    skipped = len(entries) - len(ours)
    openings = []
    for entry in ours:
        try:
            opening = _opening(entry)
            check_playable(opening, board, rule)
        except ValueError as error:
            raise OpeningError(f"{path}, line {entry.line}: {error}") from None
        openings.append(opening)
    if not openings:
        reason = f"all {skipped} openings are for other board sizes" if skipped else "no openings in it"
        raise OpeningError(f"{path}: {reason}")
    return openings, skipped


def load_begun(path: Path, board: Board, rule: Rule) -> list[Opening]:
    """The openings of a list that may have none so far. Raises OpeningError, as `load_openings`."""
    try:
        is_begun = any(content_lines(path))
    except ListError as error:
        raise OpeningError(str(error)) from None
    return load_openings(path, board, rule)[0] if is_begun else []


def begin_list(path: Path, head: str) -> None:
    """Begins a list that is written line by line, or sees that one that is there can be continued.

    Raises OpeningError if it has another first line than `head`, or its last line was cut off.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    lines = text.splitlines()
    if not lines:
        write_text(path, f"{head}\n")
    elif lines[0] != head:
        raise OpeningError(f"{path} is another list, which begins with {lines[0]!r}")
    elif not text.endswith("\n"):
        raise OpeningError(f"{path}, line {len(lines)}: the end is missing; delete the line")


def _opening(entry: Entry) -> Opening:
    """The opening of a line. Raises ValueError for one that engines cannot be given."""
    if entry.moves is None:
        raise ValueError("expected moves, found stones without an order")
    points = tuple(point for point in entry.moves if point is not None)
    if len(points) < len(entry.moves):
        raise ValueError("a side passes, which an opening of a match cannot")
    return Opening(entry.id, points)


def check_playable(opening: Opening, board: Board, rule: Rule) -> None:
    """Raises OpeningError if the opening is illegal under the rule or leaves nothing to play."""
    replay = Board(board.width, board.height)
    color = Color.BLACK
    for point in opening.points:
        text = point_to_text(point, board.height) if replay.contains(point) else str(point)
        if not replay.is_empty(point):
            raise OpeningError(f"move {text} is {'taken' if replay.contains(point) else 'off the board'}")
        verdict = judge(replay, rule, color, point)
        if verdict is not Verdict.NONE:
            raise OpeningError(f"move {text} ends the game under {rule.label} ({verdict.value})")
        replay.place(point, color)
        color = color.other
    if replay.is_full():
        raise OpeningError("the opening fills the board")


def distance(a: Point, b: Point) -> int:
    """Steps a king needs."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def most_stones_in_window(board: Board) -> int:
    """The most stones of one colour in five points of a line that hold none of the other and fit on the board."""
    most = 0
    occupied = [point for point in board.points() if not board.is_empty(point)]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in {(x - i * dx, y - i * dy) for x, y in occupied for i in range(5)}:
            window = [(x + i * dx, y + i * dy) for i in range(5)]
            if not (board.contains(window[0]) and board.contains(window[-1])):
                continue
            stones = [board.stone(point) for point in window]
            black, white = stones.count(Color.BLACK), stones.count(Color.WHITE)
            if not (black and white):
                most = max(most, black, white)
    return most


def symmetries_of(board: Board) -> list:
    """Functions from point to point; the identity is first. Eight for a square board, four for another."""
    right, bottom = board.width - 1, board.height - 1
    same_shape = [
        lambda p: p,
        lambda p: (right - p[0], bottom - p[1]),
        lambda p: (right - p[0], p[1]),
        lambda p: (p[0], bottom - p[1]),
    ]
    if board.width != board.height:
        return same_shape
    transposed = [lambda p, turn=turn: turn((p[1], p[0])) for turn in same_shape]
    return same_shape + transposed
