"""Boards, and games as text."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import (
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    Optional,
    Sequence,
    SupportsFloat,
    SupportsIndex,
    Tuple,
    Union,
)

from fukumi import _native
from fukumi._data import Rule
from fukumi._errors import NotationError
from fukumi._picture import draw
from fukumi._types import Color, Point, PointLike, Theme, coordinates, named, whole

Size = Union[SupportsIndex, Tuple[SupportsIndex, SupportsIndex]]
"""The side of a square board, or width and height; 5 to 22 each."""

_State = Tuple[str, int, int, List[Tuple[int, int, str]], int, List[Tuple[int, int]], str]


@dataclass(frozen=True)
class Ending:
    """Why a game is over."""

    winner: Optional[Color]
    """Who has won; None for a draw."""
    reason: str
    """`"five"`: a winning row; `"full"`: no empty point is left; `"overline"`, `"double-four"` or `"double-three"`:
    Black took a point forbidden for this reason."""
    row: Tuple[Point, ...]
    """The stones of all winning rows; empty if there are none."""


class Board:
    """A board with the moves that were played on it.

    Points go in as labels (`"h8"`) or pairs (`(7, 7)`, from 0 at the top left), and come out as `Point`, which is both.
    Two boards are equal if they have the same rule, size, stones, dead cells and moves in the same order. In a notebook
    a board is shown as a picture.

    A board may be changed while an engine thinks about it: the engine has a copy. Threads that change the same board
    need a lock of their own.

    >>> board = Board("renju")
    >>> board.play("h8", "i9", (6, 6))
    >>> board.moves, board.to_move
    (('h8', 'i9', 'g9'), <Color.WHITE: 'white'>)
    """

    __slots__ = ("_native",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, rule: Union[Rule, str] = Rule.FREESTYLE, size: Size = 15) -> None:
        """An empty board, Black to move.

        Args:
            rule: What wins.
            size: The side of the board, or `(width, height)`; 5 to 22 each.

        Raises:
            ValueError: There is no such rule or size.
        """
        width, height = _sides(size)
        self._native = _native.Board(named(Rule, rule).value, width, height)

    @classmethod
    def _of(cls, native: _native.Board) -> Board:
        board = cls.__new__(cls)
        board._native = native
        return board

    @classmethod
    def from_moves(cls, moves: Iterable[PointLike], rule: Union[Rule, str] = Rule.FREESTYLE, size: Size = 15) -> Board:
        """A board after these moves, Black first.

        Raises:
            IllegalMoveError: A point is off the board or taken.
            GameOverError: Moves follow the end of the game.
        """
        board = cls(rule, size)
        board.play(*moves)
        return board

    @classmethod
    def from_stones(
        cls,
        black: Iterable[PointLike] = (),
        white: Iterable[PointLike] = (),
        *,
        to_move: Union[Color, str] = Color.BLACK,
        dead: Iterable[PointLike] = (),
        rule: Union[Rule, str] = Rule.FREESTYLE,
        size: Size = 15,
    ) -> Board:
        """A board with these stones, which were not played in any order and cannot be taken back.

        Args:
            black: The black stones.
            white: The white stones.
            to_move: The side to move.
            dead: Cells where no stone can ever go.
            rule: What wins.
            size: The side of the board, or `(width, height)`.

        Raises:
            IllegalMoveError: A point is off the board or named twice.
        """
        width, height = _sides(size)
        stones: List[Tuple[int, int, str]] = []
        for color, points in ((Color.BLACK, black), (Color.WHITE, white)):
            stones += [(*coordinates(point, width, height), color.value) for point in points]
        cells = [coordinates(point, width, height) for point in dead]
        side = named(Color, to_move).value
        native = _native.Board(named(Rule, rule).value, width, height, stones, len(stones), cells, side)
        return cls._of(native)

    @classmethod
    def parse(cls, text: str, rule: Union[Rule, str, None] = None, size: Optional[Size] = None) -> Board:
        """The board that a text describes, as `Game.parse` reads it.

        Raises:
            NotationError: The text cannot be read, or holds several games.
        """
        return Game.parse(text, rule, size).board

    @property
    def rule(self) -> Rule:
        """What wins."""
        return Rule(self._native.rule())

    @property
    def width(self) -> int:
        """Number of columns."""
        return self._native.size()[0]

    @property
    def height(self) -> int:
        """Number of rows."""
        return self._native.size()[1]

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height."""
        return self._native.size()

    @property
    def to_move(self) -> Color:
        """The side to move. After the end of the game, the side that would be."""
        return Color(self._native.to_move())

    @property
    def moves(self) -> Tuple[Point, ...]:
        """The points of the moves in the order of play, without stones that were set up."""
        stones = self._native.stones()[self._native.setup() :]
        return self._points([(x, y) for x, y, _ in stones])

    @property
    def stones(self) -> Dict[Point, Color]:
        """All stones, those that were set up first, then the moves in the order of play."""
        height = self.height
        return {Point(x, y, height): Color(color) for x, y, color in self._native.stones()}

    @property
    def dead(self) -> Tuple[Point, ...]:
        """The dead cells, where no stone can ever go."""
        return self._points(self._native.dead())

    @property
    def legal_moves(self) -> Tuple[Point, ...]:
        """The points that the side to move may take, row by row from the top; none if the game is over.

        Forbidden points are left out, although they can be played.
        """
        return self._points(self._native.legal())

    @property
    def forbidden_points(self) -> Tuple[Point, ...]:
        """The empty points that are forbidden for the side to move. Only Black has any, and only in renju."""
        return self._points(self._native.forbidden())

    @property
    def ending(self) -> Optional[Ending]:
        """Why the game is over; None if it goes on."""
        ending = self._native.ending()
        if ending is None:
            return None
        winner, reason, row = ending
        return Ending(None if winner is None else Color(winner), reason, self._points(row))

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._native.ending() is not None

    @property
    def winner(self) -> Optional[Color]:
        """Who has won; None if no one has, because the game goes on or is drawn."""
        ending = self.ending
        return None if ending is None else ending.winner

    @property
    def key(self) -> int:
        """A number of 64 bits for stones, dead cells and side to move, the same in every process.

        The order of the moves, the rule and the size are not in it.
        """
        return self._native.key()

    def point(self, point: PointLike) -> Point:
        """The point with this label or these coordinates.

        Raises:
            IllegalMoveError: It is not on this board.
        """
        x, y = self._xy(point)
        return Point(x, y, self.height)

    def __getitem__(self, point: PointLike) -> Optional[Color]:
        """The colour of the stone on a point; None if there is no stone.

        Raises:
            IllegalMoveError: The point is not on this board.
        """
        color = self._native.color_at(*self._xy(point))
        return None if color is None else Color(color)

    def is_legal(self, point: PointLike) -> bool:
        """Whether the side to move may take the point: it is on the board, empty, not forbidden, and the game goes on.

        Raises:
            TypeError: That is not a point at all.
        """
        try:
            x, y = self._xy(point)
        except ValueError:
            return False
        return self._native.is_legal(x, y)

    def foul(self, point: PointLike) -> Optional[str]:
        """Why a point is forbidden for the side to move; None if it is not.

        Returns:
            `"overline"`, `"double-four"` or `"double-three"`.
        """
        return self._native.foul(*self._xy(point))

    def play(self, *points: PointLike) -> None:
        """Play stones, each of the side to move.

        A forbidden point can be played; Black has then lost. After an error nothing has been played.

        Raises:
            IllegalMoveError: A point is off the board or taken.
            GameOverError: The game is over before the last of the points.
        """
        played = 0
        try:
            for point in points:
                self._native.play(*self._xy(point))
                played += 1
        except BaseException:
            for _ in range(played):
                self._native.undo()
            raise

    def undo(self, count: SupportsIndex = 1) -> Tuple[Point, ...]:
        """Take back the last moves. The owner of the stone taken back last is to move.

        Args:
            count: How many, at most the number of moves.

        Returns:
            The points, the last one played first.

        Raises:
            ValueError: There are not so many moves. Nothing was taken back.
        """
        stones = len(self._native.stones()) - self._native.setup()
        taken = (self._native.undo() for _ in range(whole("the number of moves to take back", count, 0, stones)))
        return self._points([point for point in taken if point is not None])

    def copy(self) -> Board:
        """A board of its own with the same contents."""
        return self._of(self._native.copy())

    def svg(  # noqa: PLR0913 - each of them is named by the caller
        self,
        *,
        cell: SupportsIndex = 28,
        numbers: bool = True,
        coordinates: bool = True,
        last: bool = True,
        forbidden: bool = True,
        theme: Union[Theme, str] = Theme.WOOD,
        marks: Optional[Mapping[PointLike, str]] = None,
        first: SupportsIndex = 1,
    ) -> str:
        """The board as a picture in SVG. The stones of a winning row have rings.

        Args:
            cell: Distance between two lines in pixels, 8 to 200.
            numbers: Whether stones show the number of their move.
            coordinates: Whether the names of columns and rows are around the board.
            last: Whether the last move is marked.
            forbidden: Whether points that are forbidden for the side to move have a cross.
            theme: The colours.
            marks: Short texts to write on points, such as `{"h8": "A"}`; four letters are shown.
            first: The first move with a number, from 1.

        Raises:
            ValueError: A number is out of its range, or there is no such theme.
        """
        options = (numbers, coordinates, last, forbidden)
        return draw(self._native, "svg", cell, options, theme, self._texts(marks), first).decode()

    def png(  # noqa: PLR0913
        self,
        *,
        cell: SupportsIndex = 56,
        numbers: bool = True,
        coordinates: bool = True,
        last: bool = True,
        forbidden: bool = True,
        theme: Union[Theme, str] = Theme.WOOD,
        marks: Optional[Mapping[PointLike, str]] = None,
        first: SupportsIndex = 1,
    ) -> bytes:
        """The board as a picture in PNG; see `svg`. Of marks, other letters than Latin ones become a box."""
        options = (numbers, coordinates, last, forbidden)
        return draw(self._native, "png", cell, options, theme, self._texts(marks), first)

    def gif(  # noqa: PLR0913
        self,
        *,
        cell: SupportsIndex = 36,
        numbers: bool = True,
        coordinates: bool = True,
        last: bool = True,
        forbidden: bool = True,
        theme: Union[Theme, str] = Theme.WOOD,
        marks: Optional[Mapping[PointLike, str]] = None,
        first: SupportsIndex = 1,
        delay: SupportsFloat = 0.7,
    ) -> bytes:
        """The game move by move, as an animated GIF; see `png`. Other Python threads run meanwhile.

        Args:
            first: The move before which it begins.
            marks: Texts on the last picture, which is shown for at least three seconds.
            delay: Seconds from one move to the next, 0.02 to 655.

        Raises:
            ValueError: As `svg`. A side of a GIF has at most 2000 pixels.
        """
        options = (numbers, coordinates, last, forbidden)
        return draw(self._native, "gif", cell, options, theme, self._texts(marks), first, delay)

    def _texts(self, marks: Optional[Mapping[PointLike, str]]) -> List[Tuple[int, int, str]]:
        if not isinstance(marks, (Mapping, type(None))):
            raise TypeError(f"marks are texts by points, such as {{'h8': 'A'}}, not {marks!r}")
        return [(*self._xy(point), text) for point, text in (marks or {}).items()]

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The board as text: `x` Black, `o` White, `#` dead and `.` empty."""
        return self._native.text()

    def __repr__(self) -> str:
        width, height = self.size
        size = f"{width}x{height}"
        moves = " ".join(self.moves)
        setup = self._native.setup()
        shown = f"{setup} stones" + (" and " if moves else "") if setup else ""
        return f"<Board {self.rule} {size}: {shown + moves or 'empty'}>"

    def __eq__(self, other: object) -> bool:
        """Whether the rule, the stones, the moves and the side to move are the same."""
        return self._identity() == other._identity() if isinstance(other, Board) else NotImplemented

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Board:
        return self.copy()

    def __getstate__(self) -> _State:
        return self._state()

    def __setstate__(self, state: _State) -> None:
        self._native = _native.Board(*state)

    def _identity(self) -> _State:
        """The state, with what was set up in one order: it was not played in any."""
        rule, width, height, stones, setup, dead, to_move = self._state()
        stones = sorted(stones[:setup]) + stones[setup:]
        return rule, width, height, stones, setup, sorted(dead), to_move

    def _state(self) -> _State:
        native = self._native
        width, height = native.size()
        stones: List[Tuple[int, int, str]] = [*native.stones()]
        return native.rule(), width, height, stones, native.setup(), native.dead(), native.to_move()

    def _xy(self, point: PointLike) -> Tuple[int, int]:
        return coordinates(point, *self._native.size())

    def _points(self, pairs: Sequence[Tuple[int, int]]) -> Tuple[Point, ...]:
        height = self._native.size()[1]
        return tuple(Point(x, y, height) for x, y in pairs)


def _sides(size: Size) -> Tuple[int, int]:
    if isinstance(size, (tuple, list)):
        if len(size) != 2:
            raise ValueError(f"a size is one side, or width and height, not {size!r}")
        width, height = size
    else:
        width = height = size
    return whole("the width of a board", width, 5, 22), whole("the height of a board", height, 5, 22)


@dataclass(frozen=True)
class Game:
    """A board, and what a text says about the game on it.

    Smart Game Format, games of Piskvork (`.psq`), moves (`h8i9h10`), records (`size=15 rule=renju moves=h8,i9`),
    pictures and blocks of the Gomocup protocol can be read. The first three, and records, can be written.
    """

    board: Board
    """The board after the last move."""
    black: Optional[str] = None
    """Name of Black, if it is known."""
    white: Optional[str] = None
    """Name of White, if it is known."""
    event: Optional[str] = None
    """The event, if it is known."""
    date: Optional[str] = None
    """When the game was played, in the words of the text, if that is known."""
    id: Optional[str] = None
    """The id or the number of the game in its text, if there are several."""
    format: Optional[str] = None
    """Name of the format, if the game was read from a text, such as `"sgf"`, `"psq"` or `"moves"`: one of those that
    `fukumi convert` lists."""

    @classmethod
    def parse(
        cls,
        text: str,
        rule: Union[Rule, str, None] = None,
        size: Optional[Size] = None,
        *,
        moves: Optional[SupportsIndex] = None,
        to_move: Union[Color, str, None] = None,
        id: Optional[str] = None,
        game: Optional[str] = None,
    ) -> Game:
        """Read a game. The text itself shows its format.

        Args:
            text: The text, at most 1 MiB.
            rule: Takes precedence over what the text states. Without any rule it is freestyle.
            size: The size of the board if the text does not state it. If it does, both have to agree.
            moves: How many of the moves to play; all of them if None.
            to_move: Takes precedence over what the text states or implies.
            id: Which game of several to read: the id of a record, or the number of a game from 1.
            game: `"gomoku"` reads a game as Gomoku or Renju though its text states another one, such as Go.

        Warns:
            UserWarning: The position may be wrong, for example because SGF has a property that may hold moves.

        Raises:
            NotationError: The text cannot be read, holds several games, or moves follow the end of the game.
        """
        games = _parse(text, rule, size, moves, to_move, id, game)
        if len(games) != 1:
            ids = ", ".join(str(game.id) for game in games[:5])
            raise NotationError(f"expected one game, found {len(games)}; name the one you mean: {ids}")
        return games[0]

    @classmethod
    def parse_all(cls, text: str, rule: Union[Rule, str, None] = None, size: Optional[Size] = None) -> Tuple[Game, ...]:
        """Read all games of a text, of which only SGF and records can have several.

        Raises:
            NotationError: One of the games cannot be read.
        """
        return tuple(_parse(text, rule, size))

    @classmethod
    def load(
        cls, file: Union[str, os.PathLike[str]], rule: Union[Rule, str, None] = None, *, id: Optional[str] = None
    ) -> Game:
        """Read a game from a file in UTF-8; see `parse`. Other bytes than UTF-8 become question marks.

        Raises:
            OSError: The file cannot be read.
            NotationError: The text cannot be read.
        """
        return cls.parse(Path(file).read_bytes().decode(errors="replace"), rule, id=id)

    def save(self, file: Union[str, os.PathLike[str]]) -> None:
        """Write the game to a new file. The end of its name decides how.

        `.sgf` is SGF, `.psq` is for Piskvork, `.svg`, `.png` and `.gif` are pictures, and anything else is a record.

        Raises:
            FileExistsError: There is such a file. It stays as it is.
            OSError: The file cannot be written for another reason.
            TypeError: That is no name of a file.
            ValueError: The stones are not those of a game from an empty board, and it is to be no picture.
        """
        path = Path(file)
        board = self.board
        writers: Dict[str, Callable[[], Union[str, bytes]]] = {
            ".sgf": self.sgf,
            ".psq": self.psq,
            ".svg": board.svg,
            ".png": board.png,
            ".gif": board.gif,
        }
        content = writers.get(path.suffix.lower(), self.record)()
        with path.open("xb") as opened:
            opened.write(content.encode() if isinstance(content, str) else content)

    def sgf(self) -> str:
        """The game in Smart Game Format, with names and result.

        Raises:
            ValueError: The stones are not those of a game from an empty board, Black first and then in turn.
        """
        return self._write("sgf")

    def psq(self) -> str:
        """The game as Piskvork saves it. Slashes in names become underscores, since Piskvork names players by paths.

        Raises:
            ValueError: As `sgf`.
        """
        return self._write("psq")

    def record(self) -> str:
        """The game as a line such as `size=15 rule=renju moves=h8,i9`, without the names.

        Raises:
            ValueError: As `sgf`.
        """
        return self._write("record")

    def _write(self, form: str) -> str:
        return _native.write(native_of(self.board), form, self.black or "", self.white or "")

    def _repr_svg_(self) -> str:
        return self.board.svg()


def native_of(board: Board) -> _native.Board:
    """What native code works with: a copy, so that other threads may go on with the board meanwhile."""
    if not isinstance(board, Board):
        raise TypeError(f"expected a Board, got {board!r}")
    return board._native.copy()


def _parse(
    text: str,
    rule: Union[Rule, str, None],
    size: Optional[Size],
    moves: Optional[SupportsIndex] = None,
    to_move: Union[Color, str, None] = None,
    id: Optional[str] = None,
    game: Optional[str] = None,
) -> List[Game]:
    if game not in (None, "gomoku"):
        raise ValueError(f'the game is "gomoku" or None, not {game!r}')
    games = _native.parse(
        text,
        None if rule is None else named(Rule, rule).value,
        None if to_move is None else named(Color, to_move).value,
        None if size is None else _sides(size),
        None if moves is None else whole("the number of moves", moves, 0, 1_000_000),
        id,
        game is not None,
    )
    return [
        Game(
            board=Board._of(read["board"]),
            black=read["black"],
            white=read["white"],
            event=read["event"],
            date=read["date"],
            id=read["id"],
            format=read["format"],
        )
        for read in games
    ]
