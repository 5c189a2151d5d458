"""Searches for moves."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Iterator, Optional, SupportsFloat, SupportsIndex, Tuple, Type

from fukumi import _data, _native
from fukumi._board import Board, native_of
from fukumi._data import Value
from fukumi._types import Point, point, seconds, whole

if TYPE_CHECKING:
    from fukumi import _results

_ENDLESS = (1 << 63) - 1
# Several threads may want the result of a search, and all get the same object.
_RESULTS = threading.Lock()


class Line(_data.Line):
    """A line of play, and its value for the side to move."""

    @property
    def move(self) -> Point:
        """The first move."""
        return self.moves[0]


@dataclass(frozen=True)
class Report:
    """What a finished iteration of a search has found.

    What is said about the best line can be asked of the report itself: `depth`, `score`, `win_rate` and so on.
    """

    lines: Tuple[Line, ...]
    """The best lines, the best one first; at least one."""
    nodes: int
    """Positions looked at since the search began, by all threads."""
    elapsed: float
    """Seconds since the search began."""

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]

    @property
    def move(self) -> Point:
        """The best move."""
        return self.best.move

    @property
    def moves(self) -> Tuple[Point, ...]:
        """The moves of the best line."""
        return self.best.moves

    @property
    def depth(self) -> int:
        """Depth of the iteration, in plies."""
        return self.best.depth

    @property
    def score(self) -> int:
        """The value of the best line; see `Line.score`."""
        return self.best.score

    @property
    def win_rate(self) -> float:
        """Chance of winning, 0 to 1; see `Line.win_rate`."""
        return self.best.win_rate

    @property
    def plies(self) -> Optional[int]:
        """Plies to a proven end; see `Line.plies`."""
        return self.best.plies


@dataclass(frozen=True)
class Result:
    """The end of a search: the move to play, and what is known about it."""

    move: Point
    """The move to play. It is forbidden only if every other point is, too."""
    lines: Tuple[Line, ...]
    """The best lines, the best one first. Empty if the move needed no search, as at the lowest levels, or if the
    search was stopped before it had looked at a move."""
    nodes: int
    """Positions looked at, by all threads."""
    elapsed: float
    """Seconds since the search began."""

    @property
    def best(self) -> Optional[Line]:
        """The best line, if there is one."""
        return self.lines[0] if self.lines else None

    @property
    def score(self) -> Optional[int]:
        """The value of the best line, if there is one; see `Line.score`."""
        return self.lines[0].score if self.lines else None

    @property
    def win_rate(self) -> Optional[float]:
        """Chance of winning, if it is known; see `Line.win_rate`."""
        return self.lines[0].win_rate if self.lines else None

    @property
    def plies(self) -> Optional[int]:
        """Plies to a proven end; None if nothing is proven. See `Line.plies`."""
        return self.lines[0].plies if self.lines else None


class Search:
    """A search that is going on in a thread of its own, which leaves Python alone.

    Iterate over it for a `Report` after each iteration; leaving the loop stops the search. `result` waits for the end.
    Any thread may call any method. A search also stops when it is no longer referenced.

    >>> search = Engine().think(Board.from_moves(["h8", "i9"]), nodes=2000)
    >>> for report in search:
    ...     if report.depth == 4:
    ...         break
    >>> search.result().best.depth >= report.depth
    True
    """

    __slots__ = ("_height", "_native", "_result")

    def __init__(self, native: _native.Search, height: int) -> None:
        self._native = native
        self._height = height
        self._result: Optional[Result] = None

    def __iter__(self) -> Iterator[Report]:
        """The reports that have not been taken yet, each as soon as it is there."""
        try:
            while True:
                report = self._native.next()
                if report is None:
                    break
                yield _report(report, self._height)
        finally:
            # Whoever leaves the loop does not want any more.
            self._native.stop()

    def stop(self) -> None:
        """End the search soon. Its result is what it has found so far."""
        self._native.stop()

    @property
    def is_done(self) -> bool:
        """Whether the search has ended."""
        return self._native.is_done()

    def result(self, timeout: Optional[SupportsFloat] = None) -> Result:
        """Wait for the end of the search.

        Without limits, a search ends only when everything is proven or somebody stops it. Ctrl-C stops it, too.

        Args:
            timeout: Longest time to wait, in seconds. The search then goes on.

        Raises:
            TimeoutError: The search has not ended in this time.
            EngineError: The search failed.
        """
        patience = None if timeout is None else seconds("the timeout", timeout)
        try:
            result = self._native.result(patience)
        except BaseException:
            # Ctrl-C, or whatever else a signal raises here.
            self._native.stop()
            raise
        if result is None:
            raise TimeoutError("the search goes on")
        with _RESULTS:
            if self._result is None:
                self._result = _result(result, self._height)
            return self._result

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self,
        _kind: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _traceback: Optional[TracebackType],
    ) -> None:
        """Stop the search."""
        self._native.stop()


class Engine:
    """What searches for moves, and remembers what it has found for the next search.

    An engine does one search at a time; several engines have nothing to do with each other. Any thread may use it.

    >>> engine = Engine(level=3, seed=1)
    >>> board = Board()
    >>> board.play(engine.best_move(board))
    >>> board.moves
    ('h8',)
    """

    __slots__ = ("_level", "_memory", "_native", "_threads")

    HIGHEST_LEVEL = _native.HIGHEST_LEVEL
    """The number of the level that is full strength."""

    def __init__(
        self,
        *,
        level: Optional[SupportsIndex] = None,
        memory: SupportsIndex = _native.MEMORY,
        threads: SupportsIndex = 1,
        seed: Optional[SupportsIndex] = None,
    ) -> None:
        """An engine that has learnt nothing. It takes its memory with the first search.

        Args:
            level: Level of play, from 1, a beginner, to 12, full strength. None is full strength.
            memory: Memory for tables in bytes, 1 MiB to 4 GiB. Each thread after the first takes 2 MiB more.
            threads: Threads of a search, 1 to 256. Levels below full strength use one.
            seed: What repeats the choices of a level, 0 to 2**64 - 1. They differ each time if it is None.

        Raises:
            ValueError: A number is out of its range.
        """
        highest = self.HIGHEST_LEVEL
        self._level = highest if level is None else whole("the level", level, 1, highest)
        self._memory = whole("the memory in bytes", memory, *_native.MEMORY_RANGE)
        self._threads = whole("the number of threads", threads, *_native.THREADS_RANGE)
        chosen = None if seed is None else whole("the seed", seed, 0, (1 << 64) - 1)
        self._native = _native.Engine(self._level, self._memory, self._threads, chosen)

    @property
    def level(self) -> int:
        """The level of play."""
        return self._level

    @property
    def memory(self) -> int:
        """Memory for tables, in bytes."""
        return self._memory

    @property
    def threads(self) -> int:
        """Threads of a search."""
        return self._threads

    def think(
        self,
        board: Board,
        *,
        time: Optional[SupportsFloat] = None,
        nodes: Optional[SupportsIndex] = None,
        depth: Optional[SupportsIndex] = None,
        lines: SupportsIndex = 1,
    ) -> Search:
        """Begin to search a board, until the first limit is reached, everything is proven or somebody stops it.

        A level below full strength has limits of its own, which are tighter than most. With one thread and no limit on
        time, the same searches in the same order find the same moves.

        Args:
            board: The board. It stays as it is, and may be changed while the search goes on.
            time: Limit in seconds.
            nodes: Limit on the positions to look at, by all threads together.
            depth: Limit in plies.
            lines: How many of the best moves to report, each with its line. Levels below full strength report one.

        Raises:
            GameOverError: There is nothing to search.
            BusyError: The engine is still searching, and that search was not stopped.
        """
        search = self._native.think(
            native_of(board),
            whole("the number of lines", lines, 1, 1_000),
            *limits(time, nodes),
            None if depth is None else whole("the depth in plies", depth, 1, 1_000_000),
        )
        return Search(search, board.height)

    def best_move(
        self,
        board: Board,
        *,
        time: Optional[SupportsFloat] = None,
        nodes: Optional[SupportsIndex] = None,
        depth: Optional[SupportsIndex] = None,
    ) -> Point:
        """Search a board and return the move to play; the limits are those of `think`.

        Without limits, an engine at full strength gets a second.

        Raises:
            GameOverError: There is nothing to search.
            BusyError: The engine is still searching, and that search was not stopped.
        """
        if time is None and nodes is None and depth is None and self._level == self.HIGHEST_LEVEL:
            time = 1.0
        return self.think(board, time=time, nodes=nodes, depth=depth).result().move

    def evaluate(self, board: Board) -> Value:
        """The value of a board without a search, which takes less than a millisecond.

        Raises:
            GameOverError: The game is over.
        """
        return Value._of(self._native.evaluate(native_of(board)))

    def stop(self) -> None:
        """End the search that is going on, if there is one. Works from any thread."""
        self._native.stop()

    def forget(self) -> None:
        """Forget what searches have found, for a game that shall not depend on the last one.

        Raises:
            BusyError: The engine is still searching, and that search was not stopped.
        """
        self._native.forget()

    def __repr__(self) -> str:
        return f"Engine(level={self._level}, memory={self._memory}, threads={self._threads})"


def limits(time: Optional[SupportsFloat], nodes: Optional[SupportsIndex]) -> Tuple[Optional[float], Optional[int]]:
    """Limits on time and nodes, checked."""
    return (
        None if time is None else seconds("the time", time),
        None if nodes is None else whole("the number of nodes", nodes, 1, _ENDLESS),
    )


def _report(report: _results.Report, height: int) -> Report:
    lines = tuple(Line._of(line, height) for line in report["lines"])
    return Report(lines=lines, nodes=report["nodes"], elapsed=report["elapsed"])


def _result(result: _results.SearchResult, height: int) -> Result:
    lines = tuple(Line._of(line, height) for line in result["lines"])
    move = point(result["move"], height)
    return Result(move=move, lines=lines, nodes=result["nodes"], elapsed=result["elapsed"])
