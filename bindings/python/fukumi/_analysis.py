"""Analysis of whole games, move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Optional, SupportsFloat, SupportsIndex, Tuple, Union

from fukumi import _data, _native
from fukumi._board import Board, Game, native_of
from fukumi._data import Defeat, Review, Summary
from fukumi._engine import limits
from fukumi._types import Point, real, whole

if TYPE_CHECKING:
    from fukumi import _results


class Evaluation(_data.Evaluation):
    """What was found out about a position, for the side to move."""

    @property
    def best_move(self) -> Optional[Point]:
        """The best move, if there is one."""
        return self.lines[0].moves[0] if self.lines else None


@dataclass(frozen=True)
class Analysis:
    """A game, and what was found out about it."""

    game: Game
    """The game."""
    positions: Tuple[Evaluation, ...]
    """The positions before each move, and the one after the last."""
    moves: Tuple[Review, ...]
    """The verdicts on the moves."""
    black: Summary
    """Black's moves together."""
    white: Summary
    """White's moves together."""
    defeat: Optional[Defeat]
    """Where the game was lost; None if it is not decided."""

    @property
    def mistakes(self) -> Tuple[Review, ...]:
        """The moves with a mark."""
        return tuple(review for review in self.moves if review.mark is not None)

    @property
    def black_win_rates(self) -> Tuple[float, ...]:
        """Black's chance of winning in each position, 0 to 1: what a graph of the game shows."""
        return tuple(evaluation.black_win_rate for evaluation in self.positions)


def analyse(  # noqa: PLR0913 - each of them is named by the caller
    game: Union[Game, Board],
    *,
    time: Optional[SupportsFloat] = None,
    nodes: Optional[SupportsIndex] = None,
    depth: Optional[SupportsIndex] = None,
    lines: SupportsIndex = 1,
    threads: SupportsIndex = 1,
    memory: SupportsIndex = _native.ANALYSIS_MEMORY,
    mistake: SupportsFloat = _native.MISTAKE,
    blunder: SupportsFloat = _native.BLUNDER,
    mistake_log_odds: SupportsFloat = _native.MISTAKE_LOG_ODDS,
    blunder_log_odds: SupportsFloat = _native.BLUNDER_LOG_ODDS,
    progress: Optional[Callable[[int, int], object]] = None,
) -> Analysis:
    """Examine every position of a game, first by the solver, then by a search, and judge the moves.

    Without a limit on time the result depends on nothing but the arguments, however many threads there are. Meanwhile
    other Python threads run, and it reacts to Ctrl-C at once.

    Args:
        game: The game, or a board with its moves.
        time: Limit for each position, in seconds.
        nodes: Limit on the positions that are looked at, for each position of the game. 100,000 if there is no limit.
        depth: Limit on the depth, in plies.
        lines: How many of the best moves to report.
        threads: How many positions to examine at the same time, 1 to 256.
        memory: Memory for the tables of each thread in bytes, 1 MiB to 4 GiB.
        mistake: Loss of win rate from which on a move is a mistake, 0 to 1.
        blunder: Loss of win rate from which on a move is a blunder, 0 to 1.
        mistake_log_odds: Loss of log odds from which on a move is a mistake, at least 0.
        blunder_log_odds: Loss of log odds from which on a move is a blunder, at least 0.
        progress: Is called with the number of positions that are done and that there are, on the thread that called
            `analyse`, at least ten times a second. An exception in it ends the work and is raised.

    Raises:
        NotationError: There are no stones on the board.
        TypeError: That is no game and no board, or something is no number.
        ValueError: A number is out of its range.
    """
    if isinstance(game, Board):
        game = Game(game.copy())
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game or a Board, got {game!r}")
    board = game.board
    found = _native.analyse(
        native_of(board),
        whole("the number of lines", lines, 1, 1_000),
        *limits(time, nodes),
        None if depth is None else whole("the depth in plies", depth, 1, 1_000_000),
        whole("the memory in bytes", memory, *_native.MEMORY_RANGE),
        whole("the number of threads", threads, *_native.THREADS_RANGE),
        _share("mistake", mistake),
        _share("blunder", blunder),
        _log_odds("mistake_log_odds", mistake_log_odds),
        _log_odds("blunder_log_odds", blunder_log_odds),
        progress,
    )
    return _analysis(game, found)


def _share(what: str, number: SupportsFloat) -> float:
    value = real(what, number)
    if not 0.0 <= value <= 1.0:
        raise ValueError(f"{what} is 0 to 1, not {value}")
    return value


def _log_odds(what: str, number: SupportsFloat) -> float:
    value = real(what, number)
    if not 0.0 <= value < float("inf"):
        raise ValueError(f"{what} is at least 0, not {value}")
    return value


def _analysis(game: Game, found: _results.Analysis) -> Analysis:
    height = game.board.height
    defeat = found["defeat"]
    return Analysis(
        game=game,
        positions=tuple(Evaluation._of(position, height) for position in found["positions"] if position is not None),
        moves=tuple(Review._of(move, height) for move in found["moves"] if move is not None),
        black=Summary._of(found["black"]),
        white=Summary._of(found["white"]),
        defeat=None if defeat is None else Defeat._of(defeat),
    )
