"""Analysis of whole games, move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Optional, SupportsFloat, SupportsIndex, Tuple, Union

from fukumi import _native
from fukumi._board import Board, Game, native_of
from fukumi._engine import limits, point, points
from fukumi._solver import Threats
from fukumi._types import Color, Point, _Name, real, whole

if TYPE_CHECKING:
    from fukumi import _results


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


@dataclass(frozen=True)
class EvaluatedLine:
    """A line of play, and its value for the side to move."""

    moves: Tuple[Point, ...]
    """The moves of both sides, at least one."""
    score: int
    """The value in points; see `Line.score`."""
    win_rate: float
    """Chance of winning, 0 to 1; exactly 0 or 1 if that is proven."""
    plies: Optional[int]
    """Plies to a proven end, positive for a win and negative for a loss; None if nothing is proven."""
    depth: Optional[int]
    """Depth of the search that found the line, in plies; None if it comes from a proof."""


@dataclass(frozen=True)
class Win:
    """A forced win that the solver has proven."""

    threats: Threats
    """The threats that the win needs."""
    moves: int
    """Moves of the winner up to the last stone."""
    plies: int
    """The most plies that it takes."""
    line: Tuple[Point, ...]
    """The moves of both sides against the longest defence."""


@dataclass(frozen=True)
class Evaluation:
    """What is known about a position, for the side to move."""

    to_move: Color
    """The side to move; after the end of the game, the side that would be."""
    score: int
    """The value in points; see `Line.score`."""
    win_rate: float
    """Chance of winning of the side to move, 0 to 1; a draw counts as half a win. Exactly 0 or 1 if that is proven."""
    black_win_rate: float
    """The same for Black."""
    plies: Optional[int]
    """Plies to a proven end; None if nothing is proven, 0 if the game is over."""
    lines: Tuple[EvaluatedLine, ...]
    """The best lines, the best one first; empty if the game is over."""
    win: Optional[Win]
    """The win of the side to move that the solver has proven, if there is one."""
    nodes: int
    """Positions looked at."""

    @property
    def best_move(self) -> Optional[Point]:
        """The best move, if there is one."""
        return self.lines[0].moves[0] if self.lines else None


@dataclass(frozen=True)
class Review:
    """The verdict on a move, for the side that played it."""

    number: int
    """Number of the move, from 1."""
    color: Color
    """Who played it."""
    move: Point
    """Where it was played."""
    win_rate_before: float
    """Chance of winning before the move, 0 to 1."""
    win_rate_after: float
    """Chance of winning after the move, 0 to 1."""
    loss: float
    """What the move gave away, 0 to 1; 0 if it was the best one and the game is not proven lost after it."""
    log_odds_loss: float
    """The same in log odds, ln(p / (1 - p)), cut off at those of 1 and 99 %: 99 to 90 % is a loss of 2.4."""
    mark: Optional[Mark]
    """How bad that is; None if it is not."""
    missed_win: bool
    """Whether the move missed a proven win."""
    allows_win: bool
    """Whether the opponent now has a proven win that was not proven before the move."""
    loses_game: bool
    """Whether this is the move from which on the game is proven lost."""


@dataclass(frozen=True)
class Summary:
    """The moves of one side together."""

    moves: int
    """Number of moves that were judged."""
    best: int
    """Number of moves that were the best one."""
    mistakes: int
    """Number of mistakes, `?`."""
    blunders: int
    """Number of blunders, `??`."""
    missed_wins: int
    """Number of moves that missed a proven win, whatever their mark."""
    mean_loss: Optional[float]
    """What a move gave away on average, 0 to 1; None if no move was judged."""
    costliest: Optional[int]
    """Number of the move that cost the side most, from 1; None if no move cost anything."""


@dataclass(frozen=True)
class Defeat:
    """Which side has lost a game, and where."""

    loser: Color
    """The side that has lost."""
    number: Optional[int]
    """Number of the loser's move from which on the loss is proven, from 1; None if it is from the first position on."""


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
        positions=tuple(_evaluation(position, height) for position in found["positions"] if position is not None),
        moves=tuple(_review(move, height) for move in found["moves"] if move is not None),
        black=Summary(**found["black"]),
        white=Summary(**found["white"]),
        defeat=defeat and Defeat(loser=Color(defeat["loser"]), number=defeat["number"]),
    )


def _evaluation(position: _results.Evaluation, height: int) -> Evaluation:
    win = position["win"]
    lines = [
        EvaluatedLine(
            moves=points(line["moves"], height),
            score=line["score"],
            win_rate=line["win_rate"],
            plies=line["plies"],
            depth=line["depth"],
        )
        for line in position["lines"]
    ]
    return Evaluation(
        to_move=Color(position["to_move"]),
        score=position["score"],
        win_rate=position["win_rate"],
        black_win_rate=position["black_win_rate"],
        plies=position["plies"],
        lines=tuple(lines),
        win=win
        and Win(
            threats=Threats(win["threats"]), moves=win["moves"], plies=win["plies"], line=points(win["line"], height)
        ),
        nodes=position["nodes"],
    )


def _review(move: _results.Review, height: int) -> Review:
    mark = move["mark"]
    return Review(
        number=move["number"],
        color=Color(move["color"]),
        move=point(move["move"], height),
        win_rate_before=move["win_rate_before"],
        win_rate_after=move["win_rate_after"],
        loss=move["loss"],
        log_odds_loss=move["log_odds_loss"],
        mark=mark and Mark(mark),
        missed_win=move["missed_win"],
        allows_win=move["allows_win"],
        loses_game=move["loses_game"],
    )
