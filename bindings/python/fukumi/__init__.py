"""Fukumi, a strong engine for Gomoku and Renju.

`Board` is a board with its moves, and `Game` a board with what a file says about it. `Engine` searches for moves,
`Solver` proves forced wins, and `analyse` examines whole games. Searches run outside of Python: other threads go on
meanwhile, and Ctrl-C works at once.

>>> import fukumi
>>> board = fukumi.Board("renju")
>>> board.play("h8", "i9")
>>> engine = fukumi.Engine()
>>> for report in engine.think(board, nodes=10_000):
...     line = f"{report.depth}: {report.win_rate:.0%} {' '.join(report.moves)}"
>>> board.play(report.move)

Points are labels such as "h8" or pairs (x, y), which count from 0 at the top left. Values are for the side to move.
After a fork of the process, an engine that has been used stays with the parent; the child makes its own.
"""

from fukumi import _native
from fukumi._analysis import Analysis, Evaluation, analyse
from fukumi._board import Board, Ending, Game, Size
from fukumi._data import (
    Defeat,
    EvaluatedLine,
    Judgement,
    Review,
    Rule,
    Score,
    Solution,
    Summary,
    Threats,
    Value,
    Verdict,
    Win,
)
from fukumi._engine import Engine, Line, Report, Result, Search
from fukumi._errors import (
    BusyError,
    EngineError,
    FukumiError,
    GameOverError,
    IllegalMoveError,
    NotationError,
)
from fukumi._solver import Defences, Progress, ProgressReceiver, Solver
from fukumi._types import Color, Mark, Point, PointLike, Theme

__version__ = _native.version()

__all__ = [
    "Analysis",
    "Board",
    "BusyError",
    "Color",
    "Defeat",
    "Defences",
    "Ending",
    "Engine",
    "EngineError",
    "EvaluatedLine",
    "Evaluation",
    "FukumiError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Judgement",
    "Line",
    "Mark",
    "NotationError",
    "Point",
    "PointLike",
    "Progress",
    "ProgressReceiver",
    "Report",
    "Result",
    "Review",
    "Rule",
    "Score",
    "Search",
    "Size",
    "Solution",
    "Solver",
    "Summary",
    "Theme",
    "Threats",
    "Value",
    "Verdict",
    "Win",
    "__version__",
    "analyse",
]
