"""Results as the native part returns them.

Written by crates/types from the types of Rust. UPDATE_TYPES=1 cargo test -p fukumi-types writes it anew.
"""

from typing import List, Literal, Optional, TypedDict

Side = Literal["black", "white"]
"""The colour of a stone. Black is the first player of the game."""

Score = int
"""A value in points: 0 is even, 200 are a 73 % chance of winning. Beyond ±20,000 the game is decided."""


class Point(TypedDict):
    """An intersection of the board."""

    x: int
    """Column from the left, from 0."""
    y: int
    """Row from the top, from 0."""


class EvaluatedLine(TypedDict):
    """A line of play, and its value for the side to move."""

    moves: List[Point]
    """The moves of both sides; never empty."""
    score: Score
    """The value; see `Score`."""
    win_rate: float
    """Chance of winning, 0 to 1; exactly 0 or 1 if that is proven."""
    plies: Optional[int]
    """Plies to a proven end, positive for a win and negative for a loss; None if nothing is proven."""
    depth: Optional[int]
    """Depth of the search that found the line, in plies; None if it comes from a proof."""


Threats = Literal["fours", "fours-and-threes"]
"""Which threats an attack may use."""


class Win(TypedDict):
    """A forced win that the solver has proven."""

    threats: Threats
    """The threats that the win needs."""
    moves: int
    """Moves of the winner up to the last stone."""
    plies: int
    """The most plies that it takes."""
    line: List[Point]
    """The moves of both sides against the longest defence."""


class Evaluation(TypedDict):
    """What was found out about a position, for the side to move."""

    to_move: Side
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
    lines: List[EvaluatedLine]
    """The best lines, the best one first; empty if the game is over."""
    win: Optional[Win]
    """The win of the side to move that the solver has proven, if there is one."""
    nodes: int
    """Positions looked at."""


Mark = Literal["inaccuracy", "mistake", "blunder"]
"""How bad a bad move is."""


class Review(TypedDict):
    """The verdict on a move, for the side that played it."""

    number: int
    """Number of the move, from 1."""
    color: Side
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


class Summary(TypedDict):
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


class Defeat(TypedDict):
    """Which side has lost a game, and where."""

    loser: Side
    """The side that has lost."""
    number: Optional[int]
    """Number of the loser's move from which on the loss is proven, from 1; None if it is proven from the first
    position on."""


class Analysis(TypedDict):
    """A game, and what was found out about it."""

    positions: List[Optional[Evaluation]]
    """The positions before each move, and the one after the last; None where the work was ended early."""
    moves: List[Optional[Review]]
    """The verdicts on the moves; None if the position before or after was not examined."""
    black: Summary
    """Black's moves together."""
    white: Summary
    """White's moves together."""
    defeat: Optional[Defeat]
    """Where the game was lost; None if it is not decided."""


Verdict = Literal["win", "no-win", "unknown"]
"""What the solver found out. A win and its absence are proven. "No win" is about wins by fours and threes, or by
fours alone if asked; other wins may exist."""


class Solution(TypedDict):
    """The answer to the question whether a side wins."""

    verdict: Verdict
    """Whether there is a win."""
    plies: Optional[int]
    """The most plies that the win takes, from its first move to its last stone; None without one."""
    line: List[Point]
    """The moves of both sides against the longest defence; empty without a win."""
    nodes: int
    """Nodes of the solver: stones put on the board, and positions that were looked up."""
    elapsed: float
    """Seconds that it took."""


class Judgement(TypedDict):
    """A move, and whether there is a win after it or by it."""

    move: Point
    """The move."""
    verdict: Verdict
    """Whether there is a win."""
    plies: Optional[int]
    """The most plies that the win takes, from its first move to its last stone; None without one."""
    line: List[Point]
    """The moves of both sides against the longest defence; empty without a win."""


class Defences(TypedDict):
    """The opponent's threat to win, and what each move does about it."""

    threat: Solution
    """The win of the opponent if the side to move passed."""
    replies: List[Judgement]
    """Every legal move with the verdict on the opponent's win after it; empty if there is no threat."""


class Line(TypedDict):
    """A line of play, and its value for the side to move."""

    moves: List[Point]
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


class Report(TypedDict):
    """What a finished iteration of a search has found."""

    lines: List[Line]
    """The best lines, the best one first; never empty."""
    nodes: int
    """Positions looked at since the search began, by all threads."""
    elapsed: float
    """Seconds since the search began."""


class SearchResult(TypedDict):
    """The end of a search: the move to play, and the lines that led to it."""

    move: Point
    """The move to play. It is forbidden only if every other point is, too."""
    lines: List[Line]
    """The best lines, the best one first. Empty if the move needed no search, as at the lowest levels, or if the
    search was stopped before it had looked at a move."""
    nodes: int
    """Positions looked at, by all threads."""
    elapsed: float
    """Seconds since the search began."""


class Value(TypedDict):
    """The value of a position without a search, for the side to move."""

    score: Score
    """The value; see `Score`."""
    win_rate: float
    """Chance of winning, 0 to 1; a draw counts as half a win."""
    draw_rate: Optional[float]
    """Chance of a draw, 0 to 1; None if it is unknown."""
