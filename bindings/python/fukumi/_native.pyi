"""The part of the package that is written in Rust; private to the package."""

from typing import Final, List, Literal, Optional, Protocol, Sequence, Tuple, TypedDict, Union, final

_Pair = Tuple[int, int]
_Color = Literal["black", "white"]
_Progress = Tuple[Optional[int], Optional[int], int]

__all__ = ["HIGHEST_LEVEL", "Board", "Engine", "Job", "Solver", "analyse", "parse", "picture", "version", "write"]

HIGHEST_LEVEL: Final[int]

class _Place(TypedDict):
    x: int
    y: int

class _Outlook(TypedDict):
    win: float
    draw: float
    loss: float

class _Line(TypedDict):
    moves: List[_Place]
    score: int
    plies: Optional[int]
    win_rate: float
    outlook: Optional[_Outlook]
    depth: int
    selective_depth: int
    nodes: int

class _Report(TypedDict):
    lines: List[_Line]
    nodes: int
    time_ms: float

class _Result(_Report):
    move: _Place

class _Value(TypedDict):
    score: int
    win_rate: float
    draw_rate: Optional[float]

class _Finding(TypedDict):
    threats: str
    verdict: str
    moves: Optional[int]
    plies: Optional[int]
    line: List[_Place]

class _Solution(_Finding):
    nodes: int
    time_ms: float

class _JudgedMove(_Finding):
    move: _Place

class _FirstMoves(TypedDict):
    threats: str
    verdict: str
    first_moves: List[_JudgedMove]

class _Defences(TypedDict):
    verdict: str
    threat: _Finding
    replies: List[_JudgedMove]
    nodes: int
    time_ms: float

class _EvaluatedLine(TypedDict):
    moves: List[_Place]
    score: int
    plies: Optional[int]
    win_rate: float
    depth: Optional[int]

class _Win(TypedDict):
    threats: str
    moves: int
    plies: int
    line: List[_Place]

class _Position(TypedDict):
    to_move: str
    black_win_rate: Optional[float]
    score: Optional[int]
    plies: Optional[int]
    lines: List[_EvaluatedLine]
    win: Optional[_Win]
    nodes: Optional[int]

class _PlayedMove(TypedDict):
    number: int
    color: str
    move: _Place
    best: Optional[_Place]
    is_best: bool

class _Move(_PlayedMove, total=False):
    """The other keys are missing if the move was not judged."""

    win_rate_before: float
    win_rate_after: float
    loss: float
    log_odds_loss: float
    mark: Optional[str]
    missed_win: bool
    allows_win: bool
    loses_game: bool
    remarks: List[str]

class _Summary(TypedDict):
    moves: int
    best: int
    mistakes: int
    blunders: int
    missed_wins: int
    mean_loss: Optional[float]
    costliest: Optional[int]

class _Sides(TypedDict):
    black: _Summary
    white: _Summary

class _Defeat(TypedDict):
    loser: str
    number: Optional[int]

class _Analysis(TypedDict):
    positions: List[_Position]
    complete: bool
    moves: List[_Move]
    summary: _Sides
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
    def cell(self, x: int, y: int) -> Literal["black", "white", "empty", "dead"]: ...
    def play(self, x: int, y: int) -> None: ...
    def undo(self) -> Optional[_Pair]: ...
    def legal(self) -> List[_Pair]: ...
    def forbidden(self) -> List[_Pair]: ...
    def foul(self, x: int, y: int) -> Optional[str]: ...
    def ending(self) -> Optional[Tuple[Optional[_Color], str, List[_Pair]]]: ...
    def key(self) -> int: ...
    def copy(self) -> Board: ...
    def text(self) -> str: ...

@final
class Job:
    def next(self) -> Union[_Report, _Progress, None]: ...
    def wait(self, timeout: Optional[float] = None) -> bool: ...
    def outcome(self) -> Union[_Result, _Solution, _FirstMoves, _Defences, _Analysis]: ...
    def stop(self) -> None: ...
    def is_done(self) -> bool: ...

@final
class Engine:
    def __new__(cls, level: int, memory: int, threads: int, seed: int) -> Engine: ...
    def think(
        self,
        board: Board,
        lines: int,
        time: Optional[float],
        nodes: Optional[int],
        depth: Optional[int],
    ) -> Job: ...
    def stop(self) -> None: ...
    def forget(self) -> None: ...
    @staticmethod
    def evaluate(board: Board) -> _Value: ...

@final
class Solver:
    def __new__(cls, memory: int) -> Solver: ...
    def solve(self, board: Board, threats: str, shortest: bool, time: Optional[float], nodes: Optional[int]) -> Job: ...
    def winning_moves(self, board: Board, threats: str, time: Optional[float], nodes: Optional[int]) -> Job: ...
    def defences(self, board: Board, threats: str, time: Optional[float], nodes: Optional[int]) -> Job: ...
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
) -> Job: ...
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
