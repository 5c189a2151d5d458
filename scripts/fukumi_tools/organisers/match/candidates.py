"""Lists of openings, and where they are chosen from."""

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from fukumi_tools.board.openings import Opening, OpeningError, RandomBook, begin_list, canonical, load_begun
from fukumi_tools.board.rules import Board, Rule
from fukumi_tools.files import append_lines

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


class Selection:
    """A list of openings that are chosen from candidates in their order; no two are the same under all symmetries.

    In a file, each opening is one line, and the list goes on where it ended.
    """

    def __init__(self, board: Board, rule: Rule, candidates: Candidates, is_wanted: Callable[[Opening], bool]):
        self.openings: list[Opening] = []
        self._board, self._rule = board, rule
        self._candidates, self._is_wanted = candidates, is_wanted
        self._unpassed: list[Opening] = []
        self._seen: set[tuple] = set()
        self._path: Path | None = None

    def keep_in(self, path: Path, head: str) -> None:
        """Takes the openings of the file, if it is there, and keeps further ones there. `head` is its first line.

        Raises OpeningError if it is another list, or damaged.
        """
        begin_list(path, head)
        self.openings = load_begun(path, self._board, self._rule)
        self._unpassed = list(self.openings)
        self._seen = {canonical(opening.points, self._board) for opening in self.openings}
        self._path = path

    def extend(self, patience: int | None = None) -> None:
        """Adds the next candidate that is wanted.

        Raises OpeningError if none is left, or wanted among so many, or if the list was made of other candidates.
        """
        self._pass_by()
        for _ in itertools.count() if patience is None else range(patience):
            opening = self._candidates.next()
            position = canonical(opening.points, self._board)
            if position in self._seen or not self._is_wanted(opening):
                continue
            self._seen.add(position)
            if self._path is not None:
                append_lines(self._path, f"{opening.text(self._board.height).replace(',', '')}\n")
            self.openings.append(opening)
            return
        raise OpeningError(f"none of {patience} random ones is even")

    def _pass_by(self) -> None:
        """Takes the candidates that were looked at when the list came to have its openings."""
        while self._unpassed:
            wanted = self._unpassed[0].points
            if not any(self._candidates.next().points == wanted for _ in range(_PATIENCE)):
                number = len(self.openings) - len(self._unpassed) + 1
                raise OpeningError(f"opening {number} of the list is not of these candidates")
            self._unpassed.pop(0)
