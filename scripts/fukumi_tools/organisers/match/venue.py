"""Where games of a match are played: a rule and a board with their openings."""

from dataclasses import dataclass
from typing import Protocol

from fukumi_tools.board.openings import Opening
from fukumi_tools.engines.settings import Conditions


class Book(Protocol):
    """Openings by the index of their pair, from 0."""

    def get(self, index: int) -> Opening: ...


class EmptyBook:
    """No stones, for openings that the engines make."""

    def get(self, index: int) -> Opening:
        """The same for every pair."""
        return Opening("empty", ())


@dataclass(frozen=True)
class Venue:
    """A rule and a board with their openings; `openings` describes `book` in the records."""

    conditions: Conditions
    book: Book
    openings: dict

    def fingerprint(self) -> dict:
        """What must be the same for results to belong to the same match."""
        return {**self.conditions.fingerprint(), "openings": self.openings}
