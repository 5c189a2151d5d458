"""The part of the package that is written in Rust; private to the package."""

from typing import Final, List, Literal, Optional, Sequence, Tuple, TypedDict, Union, final

_Pair = Tuple[int, int]
_Color = Literal["black", "white"]
_Progress = Tuple[Optional[int], Optional[int], int]

__all__ = ["HIGHEST_LEVEL", "Board", "Engine", "Job", "Solver", "analyse", "parse", "version", "write"]

HIGHEST_LEVEL: Final[int]

class _Line(TypedDict):
    moves: List[_Pair]
    score: int
    win_rate: float
    draw_rate: Optional[float]
    plies_to_end: Optional[int]
    depth: int
    selective_depth: int
    nodes: int

class _Report(TypedDict):
    lines: List[_Line]
    nodes: int
    elapsed: float

class _Result(TypedDict):
    move: _Pair
    lines: List[_Line]
    nodes: int
    elapsed: float

class _Value(TypedDict):
    score: int
    win_rate: float
    draw_rate: Optional[float]

class _Solution(TypedDict):
    verdict: str
    plies: Optional[int]
    moves: List[_Pair]
    nodes: int
    elapsed: float

class _Judgement(TypedDict):
    move: _Pair
    verdict: str
    plies: Optional[int]
    moves: List[_Pair]

class _Defences(TypedDict):
    threat: _Solution
    moves: List[_Judgement]

class _EvaluatedLine(TypedDict):
    moves: List[_Pair]
    score: int
    win_rate: float
    plies_to_end: Optional[int]
    depth: Optional[int]

class _Win(TypedDict):
    threats: str
    plies: int
    moves: List[_Pair]

class _Evaluation(TypedDict):
    score: int
    win_rate: float
    plies_to_end: Optional[int]
    lines: List[_EvaluatedLine]
    win: Optional[_Win]
    nodes: int

class _Review(TypedDict):
    move: _Pair
    before: float
    after: float
    loss: float
    log_odds_loss: float
    mark: Optional[str]
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
    is_black: bool
    number: Optional[int]

class _Analysis(TypedDict):
    evaluations: List[Optional[_Evaluation]]
    reviews: List[Optional[_Review]]
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
    def outcome(self) -> Union[_Result, _Solution, List[_Judgement], _Defences, _Analysis]: ...
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
) -> List[_Game]: ...
def version() -> str: ...
def write(board: Board, format: str, black: str, white: str) -> str: ...
