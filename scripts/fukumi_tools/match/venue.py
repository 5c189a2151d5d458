"""Where games of a match are played: a rule and a board with their openings."""

from dataclasses import dataclass

from fukumi_tools.board.openings import FileBook, RandomBook
from fukumi_tools.engines.settings import Conditions


@dataclass(frozen=True)
class Venue:
    """A rule and a board with their openings; `openings` describes `book` in the records."""

    conditions: Conditions
    book: FileBook | RandomBook
    openings: dict

    def fingerprint(self) -> dict:
        """What must be the same for results to belong to the same match."""
        return {**self.conditions.fingerprint(), "openings": self.openings}
