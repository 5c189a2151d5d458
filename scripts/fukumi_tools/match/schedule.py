"""Which game comes next.

Every encounter (two engines) plays the same openings in the same order. Each opening is a pair of games, the second
with colours swapped. The number of a game depends only on its place in the schedule, never on who finishes first.
"""

import threading
from dataclasses import dataclass


@dataclass(frozen=True)
class Task:
    """One game to play. `black` and `white` are indices of engines; `leg` is 0 or 1 within the pair."""

    encounter: int
    pair: int
    leg: int
    number: int
    black: int
    white: int

    @property
    def key(self) -> tuple[int, int, int]:
        return self.encounter, self.pair, self.leg


def round_robin(engines: int) -> list[tuple[int, int]]:
    """Everybody against everybody."""
    return [(i, j) for i in range(engines) for j in range(i + 1, engines)]


def gauntlet(engines: int) -> list[tuple[int, int]]:
    """The first against each of the others."""
    return [(0, j) for j in range(1, engines)]


class Schedule:
    """Hands out games; may be used from several threads."""

    def __init__(self, encounters: list[tuple[int, int]], pairs: int, finished: set[tuple[int, int, int]]):
        """`pairs` is the number of pairs of each encounter; `finished` holds keys of games not to play again."""
        self.encounters = encounters
        self.total_games = 2 * pairs * len(encounters)
        self._finished = finished
        self._next = 0
        self._lock = threading.Lock()

    def next_task(self) -> Task | None:
        """None when everything has been handed out."""
        with self._lock:
            while self._next < self.total_games:
                task = self._task(self._next)
                self._next += 1
                if task.key not in self._finished:
                    return task
        return None

    def _task(self, index: int) -> Task:
        place, leg = divmod(index, 2)
        pair, encounter = divmod(place, len(self.encounters))
        first, second = self.encounters[encounter]
        black, white = (first, second) if leg == 0 else (second, first)
        return Task(encounter, pair, leg, index + 1, black, white)
