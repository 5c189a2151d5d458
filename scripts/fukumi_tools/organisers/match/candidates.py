"""Where the openings of a list are chosen from."""

from collections.abc import Sequence
from typing import Protocol

from fukumi_tools.board.openings import Opening, OpeningError, RandomBook
from fukumi_tools.board.rules import Board, Rule

_PATIENCE = 1_000_000
"""So many candidates that are not the next opening of a list mean that it was made of others."""


class Candidates(Protocol):
    """Gives one candidate after the other."""

    def next(self) -> Opening:
        """The next one. Raises OpeningError if there are no more."""


class RandomCandidates:
    """Random openings whose numbers of stones take turns. A list has most of those that are often even: where Black is
    to move, after as many stones of either color, few are.
    """

    def __init__(self, board: Board, rule: Rule, stones: Sequence[int], seed: int):
        self._books = [RandomBook(board, rule, count, seed) for count in stones]
        self._taken = 0

    def next(self) -> Opening:
        place, turn = divmod(self._taken, len(self._books))
        self._taken += 1
        return self._books[turn].get(place)


class ListedCandidates:
    """The openings of a list in its order."""

    def __init__(self, name: str, openings: list[Opening]):
        self._name, self._openings, self._taken = name, openings, 0

    def next(self) -> Opening:
        if self._taken == len(self._openings):
            raise OpeningError(f"{self._name}: no more than {self._taken} openings in it")
        self._taken += 1
        return self._openings[self._taken - 1]


def pass_by(candidates: Candidates, listed: Sequence[Opening]) -> None:
    """Takes the candidates that were looked at when a list came to have these openings.

    Raises OpeningError if they are not among them.
    """
    for number, opening in enumerate(listed):
        for _ in range(_PATIENCE):
            if candidates.next().points == opening.points:
                break
        else:
            raise OpeningError(f"opening {number + 1} of the list is not of these candidates")
