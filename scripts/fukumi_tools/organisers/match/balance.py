"""Openings that an engine, which does not play itself, finds even."""

from dataclasses import dataclass
from pathlib import Path

from fukumi_tools.board.openings import (
    Opening,
    OpeningError,
    begin_list,
    canonical,
    load_begun,
)
from fukumi_tools.board.rules import Board
from fukumi_tools.engines.dialogue import Aborted, Player
from fukumi_tools.engines.process import EngineFailed
from fukumi_tools.engines.settings import Conditions, EngineSpec, SettingsError
from fukumi_tools.files import append_lines

from .candidates import RandomCandidates, pass_by
from .even import Judge, is_even

_PATIENCE = 2000
"""Random openings that are looked at for one that is even; of those of 5 stones one in 17 is."""


@dataclass(frozen=True)
class Balance:
    """The engine, whose limits have the nodes of its searches, and the points that a side may have at most."""

    spec: EngineSpec
    within: float

    def fingerprint(self) -> dict:
        """What must be the same for openings to belong to the same match."""
        return {"engine": self.spec.fingerprint(), "within": self.within}


class BalancedBook:
    """Random openings that the engine finds even, found when they are needed.

    In the folder of the match they are in a file, so that a match which goes on has the same ones.
    """

    def __init__(self, board: Board, conditions: Conditions, stones: int, seed: int, balance: Balance):
        self._board, self._conditions, self._balance = board, conditions, balance
        self._candidates = RandomCandidates(board, conditions.rule, [stones], seed)
        self._player = Player(balance.spec, conditions)
        self._judge = Judge(self._player, balance.spec.limits.nodes)
        self._found: list[Opening] = []
        self._head = f"# even within {balance.within:g} points by {balance.spec.name}, {stones} stones, seed {seed}"
        self._path: Path | None = None
        self._is_aborted = False

    def keep_in(self, path: Path) -> None:
        """Takes the openings of the file, if it is there, and keeps further ones there. Raises OpeningError."""
        self._path = path
        begin_list(path, self._head)
        found = load_begun(path, self._board, self._conditions.rule)
        if found:
            pass_by(self._candidates, found)
            self._found = [Opening(_name(index), opening.points) for index, opening in enumerate(found)]

    def get(self, index: int) -> Opening:
        """The opening of the pair `index`, counted from 0.

        Raises SettingsError if the engine fails or finds none, Aborted after `abort`.
        """
        while len(self._found) <= index:
            try:
                points = self._next()
            except (EngineFailed, OpeningError) as error:
                if self._is_aborted:
                    raise Aborted from None
                raise SettingsError(f"no further balanced opening: {error}") from None
            opening = Opening(_name(len(self._found)), points)
            if self._path is not None:
                append_lines(self._path, f"{opening.text(self._board.height).replace(',', '')}\n")
            self._found.append(opening)
        return self._found[index]

    def abort(self) -> None:
        """From another thread: whatever is being looked for fails soon."""
        self._is_aborted = True
        self._player.abort()

    def close(self) -> None:
        """Lets the engine go."""
        self._player.finish_process()

    def _next(self) -> tuple:
        seen = {canonical(opening.points, self._board) for opening in self._found}
        for _ in range(_PATIENCE):
            opening = self._candidates.next()
            is_new = canonical(opening.points, self._board) not in seen
            if is_new and is_even([self._judge], opening.points, self._balance.within):
                return opening.points
        raise OpeningError(f"none of {_PATIENCE} random ones is even")


def _name(index: int) -> str:
    return f"balanced-{index + 1}"
