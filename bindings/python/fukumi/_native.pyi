"""The part of the package that is written in Rust; private to the package."""

from typing import Callable, Final, List, Literal, Optional, Protocol, Sequence, Tuple, TypedDict, final

_Pair = Tuple[int, int]
_Color = Literal["black", "white"]
_ProgressReceiver = Callable[[int, Optional[int], Optional[int]], object]

__all__ = [
    "ANALYSIS_MEMORY",
    "BLUNDER",
    "BLUNDER_LOG_ODDS",
    "HIGHEST_LEVEL",
    "MEMORY",
    "MEMORY_RANGE",
    "MISTAKE",
    "MISTAKE_LOG_ODDS",
    "THREADS_RANGE",
    "Board",
    "Engine",
    "Search",
    "Solver",
    "analyse",
    "parse",
    "picture",
    "version",
    "write",
]

ANALYSIS_MEMORY: Final[int]
BLUNDER: Final[float]
BLUNDER_LOG_ODDS: Final[float]
HIGHEST_LEVEL: Final[int]
MEMORY: Final[int]
MEMORY_RANGE: Final[_Pair]
MISTAKE: Final[float]
MISTAKE_LOG_ODDS: Final[float]
THREADS_RANGE: Final[_Pair]

class _Point(TypedDict):
    x: int
    y: int

class _Line(TypedDict):
    moves: List[_Point]
    score: int
    win_rate: float
    draw_rate: Optional[float]
    plies: Optional[int]
    depth: int
    selective_depth: int
    nodes: int

class _Report(TypedDict):
    lines: List[_Line]
    nodes: int
    elapsed: float

class _SearchResult(TypedDict):
    move: _Point
    lines: List[_Line]
    nodes: int
    elapsed: float

class _Value(TypedDict):
    score: int
    win_rate: float
    draw_rate: Optional[float]

class _Solution(TypedDict):
    verdict: Literal["win", "no-win", "unknown"]
    plies: Optional[int]
    line: List[_Point]
    nodes: int
    elapsed: float

class _Judgement(TypedDict):
    move: _Point
    verdict: Literal["win", "no-win", "unknown"]
    plies: Optional[int]
    line: List[_Point]

class _Defences(TypedDict):
    threat: _Solution
    replies: List[_Judgement]

class _EvaluatedLine(TypedDict):
    moves: List[_Point]
    score: int
    win_rate: float
    plies: Optional[int]
    depth: Optional[int]

class _Win(TypedDict):
    threats: Literal["fours", "fours-and-threes"]
    moves: int
    plies: int
    line: List[_Point]

class _Evaluation(TypedDict):
    to_move: _Color
    score: int
    win_rate: float
    black_win_rate: float
    plies: Optional[int]
    lines: List[_EvaluatedLine]
    win: Optional[_Win]
    nodes: int

class _Review(TypedDict):
    number: int
    color: _Color
    move: _Point
    win_rate_before: float
    win_rate_after: float
    loss: float
    log_odds_loss: float
    mark: Optional[Literal["inaccuracy", "mistake", "blunder"]]
    missed_win: bool
    allows_win: bool
    loses_game: bool

class _Summary(TypedDict):
    moves: int
    best: int
    mistakes: int
    blunders: int
    missed_wins: int
    mean_loss: Optional[float]
    costliest: Optional[int]

class _Defeat(TypedDict):
    loser: _Color
    number: Optional[int]

class _Analysis(TypedDict):
    positions: List[Optional[_Evaluation]]
    moves: List[Optional[_Review]]
    black: _Summary
    white: _Summary
    defeat: Optional[_Defeat]

class _Game(TypedDict):
    board: Board
    id: Optional[str]
    format: str
    black: Optional[str]
    white: Optional[str]
    event: Optional[str]
    date: Optional[str]

class _Options(Protocol):
    @property
    def cell(self) -> int: ...
    @property
    def numbers(self) -> bool: ...
    @property
    def coordinates(self) -> bool: ...
    @property
    def last(self) -> bool: ...
    @property
    def forbidden(self) -> bool: ...
    @property
    def theme(self) -> str: ...
    @property
    def marks(self) -> Sequence[Tuple[int, int, str]]: ...
    @property
    def first(self) -> int: ...
    @property
    def delay(self) -> float: ...

@final
class Board:
    def __new__(
        cls,
        rule: str,
        width: int,
        height: int,
        stones: Sequence[Tuple[int, int, str]] = ...,
        setup: int = 0,
        dead: Sequence[_Pair] = ...,
        to_move: Optional[str] = None,
    ) -> Board: ...
    def rule(self) -> str: ...
    def size(self) -> _Pair: ...
    def to_move(self) -> _Color: ...
    def stones(self) -> List[Tuple[int, int, _Color]]: ...
    def setup(self) -> int: ...
    def dead(self) -> List[_Pair]: ...
    def color_at(self, x: int, y: int) -> Optional[_Color]: ...
    def play(self, x: int, y: int) -> None: ...
    def undo(self) -> Optional[_Pair]: ...
    def legal(self) -> List[_Pair]: ...
    def is_legal(self, x: int, y: int) -> bool: ...
    def forbidden(self) -> List[_Pair]: ...
    def foul(self, x: int, y: int) -> Optional[str]: ...
    def ending(self) -> Optional[Tuple[Optional[_Color], str, List[_Pair]]]: ...
    def key(self) -> int: ...
    def copy(self) -> Board: ...
    def text(self) -> str: ...

@final
class Search:
    def next(self) -> Optional[_Report]: ...
    def result(self, timeout: Optional[float] = None) -> Optional[_SearchResult]: ...
    def stop(self) -> None: ...
    def is_done(self) -> bool: ...

@final
class Engine:
    def __new__(cls, level: int, memory: int, threads: int, seed: Optional[int]) -> Engine: ...
    def think(
        self,
        board: Board,
        lines: int,
        time: Optional[float],
        nodes: Optional[int],
        depth: Optional[int],
    ) -> Search: ...
    def stop(self) -> None: ...
    def forget(self) -> None: ...
    def evaluate(self, board: Board) -> _Value: ...

@final
class Solver:
    def __new__(cls, memory: int) -> Solver: ...
    def solve(
        self,
        board: Board,
        threats: str,
        shortest: bool,
        time: Optional[float],
        nodes: Optional[int],
        progress: Optional[_ProgressReceiver],
    ) -> _Solution: ...
    def winning_moves(
        self,
        board: Board,
        threats: str,
        time: Optional[float],
        nodes: Optional[int],
        progress: Optional[_ProgressReceiver],
    ) -> List[_Judgement]: ...
    def defences(
        self,
        board: Board,
        threats: str,
        time: Optional[float],
        nodes: Optional[int],
        progress: Optional[_ProgressReceiver],
    ) -> _Defences: ...
    def stop(self) -> None: ...
    def forget(self) -> None: ...

def analyse(
    board: Board,
    lines: int,
    time: Optional[float],
    nodes: Optional[int],
    depth: Optional[int],
    memory: int,
    threads: int,
    mistake: float,
    blunder: float,
    mistake_log_odds: float,
    blunder_log_odds: float,
    progress: Optional[Callable[[int, int], object]],
) -> _Analysis: ...
def parse(
    text: str,
    rule: Optional[str] = None,
    to_move: Optional[str] = None,
    size: Optional[_Pair] = None,
    moves: Optional[int] = None,
    id: Optional[str] = None,
    is_gomoku: bool = False,
) -> List[_Game]: ...
def picture(board: Board, format: str, options: _Options) -> bytes: ...
def version() -> str: ...
def write(board: Board, format: str, black: str, white: str) -> str: ...
