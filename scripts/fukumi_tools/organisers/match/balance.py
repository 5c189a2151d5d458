"""Openings that an engine, which does not play itself, finds even."""

from dataclasses import dataclass
from pathlib import Path

from fukumi_tools.board.openings import Opening, OpeningError
from fukumi_tools.board.rules import Board
from fukumi_tools.engines.dialogue import Aborted, Player
from fukumi_tools.engines.process import EngineFailed
from fukumi_tools.engines.settings import Conditions, EngineSpec, SettingsError

from .candidates import RandomCandidates, Selection
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
        self._player = Player(balance.spec, conditions)
        judge = Judge(self._player, balance.spec.limits.nodes)
        candidates = RandomCandidates(board, conditions.rule, [stones], seed)
        self._selection = Selection(
            board, conditions.rule, candidates, lambda opening: is_even([judge], opening.points, balance.within)
        )
        self._head = f"# even within {balance.within:g} points by {balance.spec.name}, {stones} stones, seed {seed}"
        self._is_aborted = False

    def keep_in(self, path: Path) -> None:
        """Takes the openings of the file, if it is there, and keeps further ones there. Raises OpeningError."""
        self._selection.keep_in(path, self._head)

    def get(self, index: int) -> Opening:
        """The opening of the pair `index`, counted from 0.

        Raises SettingsError if the engine fails or finds none, Aborted after `abort`.
        """
        while len(self._selection.openings) <= index:
            try:
                self._selection.extend(_PATIENCE)
            except (EngineFailed, OpeningError) as error:
                if self._is_aborted:
                    raise Aborted from None
                raise SettingsError(f"no further balanced opening: {error}") from None
        return Opening(f"balanced-{index + 1}", self._selection.openings[index].points)

    def abort(self) -> None:
        """From another thread: whatever is being looked for fails soon."""
        self._is_aborted = True
        self._player.abort()

    def close(self) -> None:
        """Lets the engine go."""
        self._player.finish_process()
