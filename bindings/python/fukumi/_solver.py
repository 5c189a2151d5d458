"""Proofs of forced wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, List, Optional, SupportsFloat, SupportsIndex, Tuple, Union

from fukumi import _native
from fukumi._board import Board, native_of
from fukumi._data import Judgement, Solution, Threats, Verdict
from fukumi._engine import limits
from fukumi._types import Point, named, whole

if TYPE_CHECKING:
    from fukumi import _results
    from fukumi._native import _ProgressReceiver


@dataclass(frozen=True)
class Progress:
    """How far a question is."""

    nodes: int
    """Nodes of the solver so far."""
    done: Optional[int]
    """Moves that are done; None for a question about the position as a whole."""
    total: Optional[int]
    """Moves there are; None for a question about the position as a whole."""


@dataclass(frozen=True)
class Defences:
    """The opponent's threat to win, and what each move does about it."""

    threat: Solution
    """The win of the opponent if the side to move passed."""
    replies: Tuple[Judgement, ...]
    """Every legal move with the verdict on the opponent's win after it; empty if there is no threat."""

    @property
    def holding(self) -> Tuple[Point, ...]:
        """The moves after which the opponent has no such win."""
        return tuple(judged.move for judged in self.replies if judged.verdict is Verdict.NO_WIN)


ProgressReceiver = Callable[[Progress], object]
"""A function that receives the progress, on the thread that asked. An exception in it ends the work and is raised."""


class Solver:
    """What proves wins by continuous threats.

    All questions are about the side to move, and take limits: without any, they may take for ever. While a question is
    worked on, other Python threads run, Ctrl-C works at once, and any thread may call `stop`.

    >>> board = Board.parse("h8g9i9g7g8i7j10k11f7e6")
    >>> solution = Solver().solve(board, nodes=100_000)
    >>> solution.verdict, solution.line[0]
    (<Verdict.WIN: 'win'>, 'j8')
    """

    __slots__ = ("_native",)

    def __init__(self, *, memory: SupportsIndex = _native.MEMORY) -> None:
        """A solver that knows nothing.

        Args:
            memory: What its tables may grow to, in bytes, 1 MiB to 4 GiB.

        Raises:
            ValueError: The memory is out of range.
        """
        self._native = _native.Solver(whole("the memory in bytes", memory, *_native.MEMORY_RANGE))

    def solve(
        self,
        board: Board,
        threats: Union[Threats, str] = Threats.FOURS_AND_THREES,
        *,
        time: Optional[SupportsFloat] = None,
        nodes: Optional[SupportsIndex] = None,
        shortest: bool = False,
        progress: Optional[ProgressReceiver] = None,
    ) -> Solution:
        """Find out whether the side to move wins by such threats.

        Args:
            board: The position.
            threats: What the attack may use.
            time: Limit in seconds.
            nodes: Limit on the nodes of the solver.
            shortest: Whether to look for the win with the fewest fours. Wins with threes are found as they come.
            progress: Receives the progress from time to time.

        Raises:
            GameOverError: The game is over.
            BusyError: The solver is still working on another question.
        """
        kind = named(Threats, threats).value
        found = self._native.solve(native_of(board), kind, bool(shortest), *limits(time, nodes), _receiver(progress))
        return Solution._of(found, board.height)

    def winning_moves(
        self,
        board: Board,
        threats: Union[Threats, str] = Threats.FOURS_AND_THREES,
        *,
        time: Optional[SupportsFloat] = None,
        nodes: Optional[SupportsIndex] = None,
        progress: Optional[ProgressReceiver] = None,
    ) -> Tuple[Judgement, ...]:
        """Find all moves of the side to move that begin such a win, and those for which the question is open.

        The arguments are those of `solve`. All moves share the limits.

        Raises:
            GameOverError: The game is over.
            BusyError: The solver is still working on another question.
        """
        kind = named(Threats, threats).value
        found = self._native.winning_moves(native_of(board), kind, *limits(time, nodes), _receiver(progress))
        return _judgements(found, board.height)

    def defences(
        self,
        board: Board,
        threats: Union[Threats, str] = Threats.FOURS_AND_THREES,
        *,
        time: Optional[SupportsFloat] = None,
        nodes: Optional[SupportsIndex] = None,
        progress: Optional[ProgressReceiver] = None,
    ) -> Defences:
        """Find out whether the opponent threatens such a win, and which moves of the side to move stop it.

        The arguments are those of `solve`. All moves share the limits.

        Raises:
            GameOverError: The game is over.
            BusyError: The solver is still working on another question.
        """
        kind = named(Threats, threats).value
        found = self._native.defences(native_of(board), kind, *limits(time, nodes), _receiver(progress))
        threat = Solution._of(found["threat"], board.height)
        return Defences(threat=threat, replies=_judgements(found["replies"], board.height))

    def stop(self) -> None:
        """End the work on a question, if there is one. Its answer is what was found. Works from any thread."""
        self._native.stop()

    def forget(self) -> None:
        """Forget all positions and free their memory.

        Raises:
            BusyError: The solver is still working on a question.
        """
        self._native.forget()


def _receiver(progress: Optional[ProgressReceiver]) -> Optional[_ProgressReceiver]:
    if progress is None:
        return None
    receive = progress
    return lambda nodes, done, total: receive(Progress(nodes, done, total))


def _judgements(moves: List[_results.Judgement], height: int) -> Tuple[Judgement, ...]:
    return tuple(Judgement._of(judged, height) for judged in moves)
