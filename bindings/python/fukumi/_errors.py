"""The exceptions of the package."""

from __future__ import annotations

from typing import Optional


class FukumiError(Exception):
    """Base of all exceptions of this package. Wrong arguments are a `ValueError` or `TypeError` besides."""


class IllegalMoveError(FukumiError, ValueError):
    """A point is off the board or taken. Nothing was played."""


class GameOverError(FukumiError, ValueError):
    """The game is over, so there is nothing to play, to search or to solve."""


class NotationError(FukumiError, ValueError):
    """A text cannot be read as a game.

    Attributes:
        line: Line of the mistake, from 1; None if it has no place.
        column: Character in that line, from 1; None if it has no place.
    """

    line: Optional[int]
    column: Optional[int]

    def __init__(self, message: str, line: Optional[int] = None, column: Optional[int] = None) -> None:
        super().__init__(message, line, column)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])


class BusyError(FukumiError, RuntimeError):
    """An engine or a solver was asked while it was still at work. Stop that work first, or wait for it."""


class EngineError(FukumiError, RuntimeError):
    """The engine failed: there is no thread to be had, or it has a fault. What it had learnt is lost."""
