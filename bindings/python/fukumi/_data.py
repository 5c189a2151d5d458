"""Choices, and results as the package returns them.

Written by crates/types from the types of Rust. UPDATE_TYPES=1 cargo test -p fukumi-types writes it anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Tuple

from fukumi._types import Color, Mark, Point, _Name, point, points

if TYPE_CHECKING:
    from typing_extensions import Self

    from fukumi import _results

Score = int
"""A value in points: 0 is even, 200 are a 73 % chance of winning. Beyond ±20,000 the game is decided."""


class Rule(_Name):
    """The game that is played."""

    FREESTYLE = "freestyle"
    """Five or more in a row win."""
    STANDARD = "standard"
    """Exactly five in a row win. Longer rows do not count."""
    RENJU = "renju"
    """Black wins with exactly five and has forbidden points. White wins with five or more."""
    CARO_OVERLINE = "caro-overline"
    """Six or more in a row win. Five win unless opponent's stones stand at both ends."""
    CARO = "caro"
    """Exactly five in a row win unless opponent's stones stand at both ends. Longer rows do not count."""


class Threats(_Name):
    """Which threats an attack may use."""

    FOURS = "fours"
    """Fours only."""
    FOURS_AND_THREES = "fours-and-threes"
    """Fours, open threes, and quiet moves that threaten a win by fours."""


class Verdict(_Name):
    """What the solver found out. A win and its absence are proven. "No win" is about wins by fours and threes, or by
    fours alone if asked; other wins may exist."""

    WIN = "win"
    """There is a win."""
    NO_WIN = "no-win"
    """There is no such win."""
    UNKNOWN = "unknown"
    """The question is open: a limit was reached, or the work was stopped."""


@dataclass(frozen=True)
class Value:
    """The value of a position without a search, for the side to move."""

    score: Score
    """The value; see `Score`."""
    win_rate: float
    """Chance of winning, 0 to 1; a draw counts as half a win."""
    draw_rate: Optional[float]
    """Chance of a draw, 0 to 1; None if it is unknown."""

    @classmethod
    def _of(cls, found: _results.Value) -> Self:
        return cls(
            score=found["score"],
            win_rate=found["win_rate"],
            draw_rate=found["draw_rate"],
        )


@dataclass(frozen=True)
class Line:
    """A line of play, and its value for the side to move."""

    moves: Tuple[Point, ...]
    """The moves that both sides prefer; never empty."""
    score: Score
    """The value; see `Score`."""
    win_rate: float
    """Chance of winning, 0 to 1; a draw counts as half a win. Exactly 0 or 1 if that is proven."""
    draw_rate: Optional[float]
    """Chance of a draw, 0 to 1; None if it is unknown."""
    plies: Optional[int]
    """Plies to a proven end, positive for a win and negative for a loss; None if nothing is proven."""
    depth: int
    """Depth of the search that found the line, in plies."""
    selective_depth: int
    """The largest distance that was looked at, in plies."""
    nodes: int
    """Positions looked at for this line."""

    @classmethod
    def _of(cls, found: _results.Line, height: int) -> Self:
        return cls(
            moves=points(found["moves"], height),
            score=found["score"],
            win_rate=found["win_rate"],
            draw_rate=found["draw_rate"],
            plies=found["plies"],
            depth=found["depth"],
            selective_depth=found["selective_depth"],
            nodes=found["nodes"],
        )


@dataclass(frozen=True)
class Solution:
    """The answer to the question whether a side wins."""

    verdict: Verdict
    """Whether there is a win."""
    plies: Optional[int]
    """The most plies that the win takes, from its first move to its last stone; None without one."""
    line: Tuple[Point, ...]
    """The moves of both sides against the longest defence; empty without a win."""
    nodes: int
    """Nodes of the solver: stones put on the board, and positions that were looked up."""
    elapsed: float
    """Seconds that it took."""

    @classmethod
    def _of(cls, found: _results.Solution, height: int) -> Self:
        return cls(
            verdict=Verdict(found["verdict"]),
            plies=found["plies"],
            line=points(found["line"], height),
            nodes=found["nodes"],
            elapsed=found["elapsed"],
        )


@dataclass(frozen=True)
class Judgement:
    """A move, and whether there is a win after it or by it."""

    move: Point
    """The move."""
    verdict: Verdict
    """Whether there is a win."""
    plies: Optional[int]
    """The most plies that the win takes, from its first move to its last stone; None without one."""
    line: Tuple[Point, ...]
    """The moves of both sides against the longest defence; empty without a win."""

    @classmethod
    def _of(cls, found: _results.Judgement, height: int) -> Self:
        return cls(
            move=point(found["move"], height),
            verdict=Verdict(found["verdict"]),
            plies=found["plies"],
            line=points(found["line"], height),
        )


@dataclass(frozen=True)
class EvaluatedLine:
    """A line of play, and its value for the side to move."""

    moves: Tuple[Point, ...]
    """The moves of both sides; never empty."""
    score: Score
    """The value; see `Score`."""
    win_rate: float
    """Chance of winning, 0 to 1; exactly 0 or 1 if that is proven."""
    plies: Optional[int]
    """Plies to a proven end, positive for a win and negative for a loss; None if nothing is proven."""
    depth: Optional[int]
    """Depth of the search that found the line, in plies; None if it comes from a proof."""

    @classmethod
    def _of(cls, found: _results.EvaluatedLine, height: int) -> Self:
        return cls(
            moves=points(found["moves"], height),
            score=found["score"],
            win_rate=found["win_rate"],
            plies=found["plies"],
            depth=found["depth"],
        )


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

    @classmethod
    def _of(cls, found: _results.Win, height: int) -> Self:
        return cls(
            threats=Threats(found["threats"]),
            moves=found["moves"],
            plies=found["plies"],
            line=points(found["line"], height),
        )


@dataclass(frozen=True)
class Evaluation:
    """What was found out about a position, for the side to move."""

    to_move: Color
    """The side to move; after the end of the game, the side that would be."""
    score: Score
    """The value; see `Score`."""
    win_rate: float
    """Chance of winning of the side to move, 0 to 1; exactly 0 or 1 if that is proven."""
    black_win_rate: float
    """The same for Black."""
    plies: Optional[int]
    """Plies to a proven end, positive for a win and negative for a loss; None if nothing is proven, 0 if the game is
    over."""
    lines: Tuple[EvaluatedLine, ...]
    """The best lines, the best one first; empty if the game is over."""
    win: Optional[Win]
    """The win of the side to move that the solver has proven, if there is one."""
    nodes: int
    """Positions looked at."""

    @classmethod
    def _of(cls, found: _results.Evaluation, height: int) -> Self:
        return cls(
            to_move=Color(found["to_move"]),
            score=found["score"],
            win_rate=found["win_rate"],
            black_win_rate=found["black_win_rate"],
            plies=found["plies"],
            lines=tuple(EvaluatedLine._of(each, height) for each in found["lines"]),
            win=None if found["win"] is None else Win._of(found["win"], height),
            nodes=found["nodes"],
        )


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

    @classmethod
    def _of(cls, found: _results.Review, height: int) -> Self:
        return cls(
            number=found["number"],
            color=Color(found["color"]),
            move=point(found["move"], height),
            win_rate_before=found["win_rate_before"],
            win_rate_after=found["win_rate_after"],
            loss=found["loss"],
            log_odds_loss=found["log_odds_loss"],
            mark=None if found["mark"] is None else Mark(found["mark"]),
            missed_win=found["missed_win"],
            allows_win=found["allows_win"],
            loses_game=found["loses_game"],
        )


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

    @classmethod
    def _of(cls, found: _results.Summary) -> Self:
        return cls(
            moves=found["moves"],
            best=found["best"],
            mistakes=found["mistakes"],
            blunders=found["blunders"],
            missed_wins=found["missed_wins"],
            mean_loss=found["mean_loss"],
            costliest=found["costliest"],
        )


@dataclass(frozen=True)
class Defeat:
    """Which side has lost a game, and where."""

    loser: Color
    """The side that has lost."""
    number: Optional[int]
    """Number of the loser's move from which on the loss is proven, from 1; None if it is proven from the first
    position on."""

    @classmethod
    def _of(cls, found: _results.Defeat) -> Self:
        return cls(
            loser=Color(found["loser"]),
            number=found["number"],
        )
