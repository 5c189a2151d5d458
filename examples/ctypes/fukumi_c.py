"""The C interface of bindings/c/include/fukumi.h through ctypes, as an example for languages that can call C.

Programs in Python have the package `fukumi` instead; see docs/python.md.

Needs Python 3.11 and the shared library:

    cargo build --release -p fukumi-c

    from fukumi_c import Engine, Rule
    with Engine("target/release/libfukumi.so", Rule.RENJU) as engine:
        engine.play(7, 7)
        print(engine.think(time_ms=1000).moves[0])
"""

import ctypes
from collections.abc import Callable, Iterable
from ctypes import POINTER, byref, c_double, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

ABI = 1


class Rule(IntEnum):
    FREESTYLE = 0
    STANDARD = 1
    RENJU = 4
    CARO_OVERLINE = 8
    CARO = 9


class Cell(IntEnum):
    EMPTY = 0
    BLACK = 1
    WHITE = 2
    DEAD = 3


class Ending(IntEnum):
    NONE = 0
    BLACK_WINS = 1
    WHITE_WINS = 2
    OVERLINE = 3
    DOUBLE_FOUR = 4
    DOUBLE_THREE = 5
    BOARD_FULL = 6


class Threats(IntEnum):
    FOURS = 0
    FOURS_AND_THREES = 1


class Verdict(IntEnum):
    NO_WIN = 0
    WIN = 1
    UNKNOWN = 2


Point = tuple[int, int]


class _Point(ctypes.Structure):
    _fields_ = (("x", c_int32), ("y", c_int32))


class _Stone(ctypes.Structure):
    _fields_ = (("x", c_int32), ("y", c_int32), ("cell", c_int32))


class _Limits(ctypes.Structure):
    _fields_ = (("time_ms", c_uint64), ("nodes", c_uint64), ("depth", c_uint32))


class _Line(ctypes.Structure):
    _fields_ = (
        ("depth", c_uint32),
        ("selective_depth", c_uint32),
        ("index", c_uint32),
        ("count", c_uint32),
        ("score", c_int32),
        ("plies_to_end", c_int32),
        ("win", c_double),
        ("draw", c_double),
        ("loss", c_double),
        ("nodes", c_uint64),
        ("time_us", c_uint64),
        ("moves", POINTER(_Point)),
        ("move_count", c_size_t),
    )


class _Solution(ctypes.Structure):
    _fields_ = (
        ("verdict", c_int32),
        ("plies", c_uint32),
        ("nodes", c_uint64),
        ("time_us", c_uint64),
        ("moves", POINTER(_Point)),
        ("move_count", c_size_t),
    )


class _Judgement(ctypes.Structure):
    _fields_ = (("point", _Point), ("verdict", c_int32), ("plies", c_uint32))


class _Value(ctypes.Structure):
    _fields_ = (("score", c_int32), ("win", c_double), ("draw", c_double), ("loss", c_double))


_REPORT = ctypes.CFUNCTYPE(c_int32, POINTER(_Line), c_void_p)

_FUNCTIONS = {
    "fukumi_engine_new": (c_int32, c_int32, c_int32, POINTER(c_void_p)),
    "fukumi_engine_free": (c_void_p,),
    "fukumi_set_threads": (c_void_p, c_uint32),
    "fukumi_set_memory": (c_void_p, c_uint64),
    "fukumi_set_lines": (c_void_p, c_uint32),
    "fukumi_play": (c_void_p, c_int32, c_int32),
    "fukumi_undo": (c_void_p,),
    "fukumi_set_stones": (c_void_p, POINTER(_Stone), c_size_t, c_int32),
    "fukumi_ending": (c_void_p, POINTER(c_int32)),
    "fukumi_forbidden_points": (c_void_p, POINTER(POINTER(_Point)), POINTER(c_size_t)),
    "fukumi_evaluate": (c_void_p, POINTER(_Value)),
    "fukumi_think": (c_void_p, POINTER(_Limits), _REPORT, c_void_p, POINTER(_Line)),
    "fukumi_stop": (c_void_p,),
    "fukumi_solve": (c_void_p, c_int32, POINTER(_Limits), POINTER(_Solution)),
    "fukumi_defences": (
        c_void_p,
        c_int32,
        POINTER(_Limits),
        POINTER(c_int32),
        POINTER(POINTER(_Judgement)),
        POINTER(c_size_t),
    ),
}


@dataclass(frozen=True)
class Line:
    """A line of play, and its value for the side to move in points: 200 are a 73 % chance of winning."""

    depth: int
    selective_depth: int
    index: int
    score: int
    plies_to_end: int
    win: float
    draw: float
    loss: float
    nodes: int
    moves: list[Point]


@dataclass(frozen=True)
class Solution:
    """What the solver says; for a win, the moves of both sides against the longest defence."""

    verdict: Verdict
    plies: int
    moves: list[Point]


@dataclass(frozen=True)
class Judgement:
    """A move, and whether there is a win after it."""

    move: Point
    verdict: Verdict
    plies: int


@dataclass(frozen=True)
class Value:
    """The value of a position without a search, for the side to move."""

    score: int
    win: float
    draw: float
    loss: float


class FukumiError(Exception):
    """A call was refused or failed."""


class Engine:
    """One board. Only `stop` may be called while another call is running, from another thread."""

    def __init__(self, library: str | Path, rule: Rule, width: int = 15, height: int | None = None):
        self._library = _load(library)
        self._engine = c_void_p()
        self._call("engine_new", rule, width, width if height is None else height, byref(self._engine))

    def close(self) -> None:
        """Frees the engine."""
        engine, self._engine = self._engine, c_void_p()
        _check(self._library, self._library.fukumi_engine_free(engine))

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def version(self) -> str:
        return self._library.fukumi_version().decode()

    def set_memory(self, size: int) -> None:
        """Sets the memory for the tables, in bytes."""
        self._call("set_memory", self._engine, size)

    def set_threads(self, threads: int) -> None:
        """Sets how many threads a search uses."""
        self._call("set_threads", self._engine, threads)

    def set_lines(self, lines: int) -> None:
        """Sets how many best lines a search looks for."""
        self._call("set_lines", self._engine, lines)

    def play(self, x: int, y: int) -> None:
        """Plays a stone of the side to move."""
        self._call("play", self._engine, x, y)

    def undo(self) -> None:
        """Takes back the last stone."""
        self._call("undo", self._engine)

    def set_stones(self, stones: Iterable[tuple[int, int, Cell]], to_move: Cell) -> None:
        """Replaces everything on the board and sets the side to move."""
        array = [_Stone(x, y, cell) for x, y, cell in stones]
        self._call("set_stones", self._engine, (_Stone * len(array))(*array), len(array), to_move)

    def ending(self) -> Ending:
        """Whether the game is over, and why."""
        ending = c_int32()
        self._call("ending", self._engine, byref(ending))
        return Ending(ending.value)

    def forbidden_points(self) -> list[Point]:
        """The points that the side to move may not take."""
        points, count = POINTER(_Point)(), c_size_t()
        self._call("forbidden_points", self._engine, byref(points), byref(count))
        return _points(points, count.value)

    def evaluate(self) -> Value:
        """The value of the position without a search."""
        value = _Value()
        self._call("evaluate", self._engine, byref(value))
        return Value(value.score, value.win, value.draw, value.loss)

    def think(
        self,
        time_ms: int = 0,
        nodes: int = 0,
        depth: int = 0,
        report: Callable[[Line], object] | None = None,
    ) -> Line:
        """Searches until a limit is reached (0 is no limit) or another thread calls `stop`.

        Calls `report` with every line that is found. An exception in `report` ends the search and is raised here.
        """
        failures: list[BaseException] = []

        def pass_on(line, _context) -> int:
            if report is None or failures:
                return int(bool(failures))
            try:
                report(_line(line.contents))
            except BaseException as error:
                failures.append(error)
                return 1
            return 0

        best = _Line()
        limits = _Limits(time_ms, nodes, depth)
        self._call("think", self._engine, byref(limits), _REPORT(pass_on), None, byref(best))
        if failures:
            raise failures[0]
        return _line(best)

    def stop(self) -> None:
        """Ends the call that is running in another thread; that call returns what it has found."""
        self._call("stop", self._engine)

    def solve(self, threats: Threats, time_ms: int = 0, nodes: int = 0) -> Solution:
        """Whether the side to move wins by such threats."""
        solution = _Solution()
        self._call("solve", self._engine, threats, byref(_Limits(time_ms, nodes, 0)), byref(solution))
        moves = _points(solution.moves, solution.move_count)
        return Solution(Verdict(solution.verdict), solution.plies, moves)

    def defences(self, threats: Threats, time_ms: int = 0, nodes: int = 0) -> tuple[Verdict, list[Judgement]]:
        """Whether the opponent threatens to win, and if so, what each move does about it."""
        threat, moves, count = c_int32(), POINTER(_Judgement)(), c_size_t()
        limits = _Limits(time_ms, nodes, 0)
        self._call("defences", self._engine, threats, byref(limits), byref(threat), byref(moves), byref(count))
        found = [moves[i] for i in range(count.value)]
        judgements = [Judgement((m.point.x, m.point.y), Verdict(m.verdict), m.plies) for m in found]
        return Verdict(threat.value), judgements

    def _call(self, name: str, *arguments: object) -> None:
        _check(self._library, getattr(self._library, f"fukumi_{name}")(*arguments))


def _load(path: str | Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(Path(path).resolve()))
    library.fukumi_abi.restype = c_uint32
    if library.fukumi_abi() != ABI:
        raise FukumiError(f"{path} has version {library.fukumi_abi()} of the interface, not {ABI}")
    for name in ("fukumi_version", "fukumi_status_text"):
        getattr(library, name).restype = ctypes.c_char_p
    library.fukumi_status_text.argtypes = (c_int32,)
    for name, types in _FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes, function.restype = types, c_int32
    return library


def _check(library: ctypes.CDLL, status: int) -> None:
    if status != 0:
        raise FukumiError(library.fukumi_status_text(status).decode())


def _points(points, count: int) -> list[Point]:
    return [(points[i].x, points[i].y) for i in range(count)]


def _line(line: _Line) -> Line:
    return Line(
        depth=line.depth,
        selective_depth=line.selective_depth,
        index=line.index,
        score=line.score,
        plies_to_end=line.plies_to_end,
        win=line.win,
        draw=line.draw,
        loss=line.loss,
        nodes=line.nodes,
        moves=_points(line.moves, line.move_count),
    )
