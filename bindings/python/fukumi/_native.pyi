"""The part of the package that is written in Rust; private to the package."""

from typing import Callable, Final, List, Literal, Optional, Protocol, Sequence, Tuple, TypedDict, final

from fukumi._results import Analysis, Defences, Judgement, Report, SearchResult, Solution, Value

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
    def next(self) -> Optional[Report]: ...
    def result(self, timeout: Optional[float] = None) -> Optional[SearchResult]: ...
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
    def evaluate(self, board: Board) -> Value: ...

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
    ) -> Solution: ...
    def winning_moves(
        self,
        board: Board,
        threats: str,
        time: Optional[float],
        nodes: Optional[int],
        progress: Optional[_ProgressReceiver],
    ) -> List[Judgement]: ...
    def defences(
        self,
        board: Board,
        threats: str,
        time: Optional[float],
        nodes: Optional[int],
        progress: Optional[_ProgressReceiver],
    ) -> Defences: ...
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
) -> Analysis: ...
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
