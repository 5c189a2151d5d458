"""Which game comes next.

A tournament has rounds, and a round has encounters: two engines at a venue. Every encounter of a round plays the same
openings in the same order. Each opening is a pair of games, the second with colours swapped. The number of a game
depends only on its place in the schedule, never on who finishes first.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from .ladder import pair_next
from .likelihood import Meetings
from .scores import GAME_POINTS, Rounds, Scores
from .swiss import pair_round

ROUND_ROBIN, GAUNTLET, SWISS, LADDER = "round-robin", "gauntlet", "swiss", "ladder"
PAIRED_BY_RESULTS = (SWISS, LADDER)
"""Tournaments in which a round is paired by the results of those before it."""


@dataclass(frozen=True)
class Task:
    """One game to play. `black` and `white` are indices of engines; `leg` is 0 or 1 within the pair.

    `venue` is the index of the rule and the board, `opening` that of the opening in its book.
    """

    encounter: int
    pair: int
    leg: int
    number: int
    black: int
    white: int
    venue: int = 0
    opening: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        return self.encounter, self.pair, self.leg


@dataclass(frozen=True)
class Encounter:
    """Two engines, by index, at a venue."""

    first: int
    second: int
    venue: int = 0


def game_key(record: dict) -> tuple[int, int, int]:
    """What distinguishes the games of a match: `Task.key` of the game that was played."""
    return record["encounter"], record["pair"], record["leg"]


def seated(record: dict) -> tuple[str, str]:
    """The engines that `Task.black` and `Task.white` of a finished game were.

    By swap2 the first one proposes, and the record has the colours that were chosen afterwards. Its answers follow the
    names of their engines and a colon.
    """
    black, white = record["black"], record["white"]
    steps = record.get("swap2")
    return (white, black) if steps and steps[0].rpartition(": ")[0] == white else (black, white)


@dataclass(frozen=True)
class Tournament:
    """Who meets whom and where; `given_rounds` counts where a round is paired by results.

    `points` is what a Swiss tournament counts. `pairs` are those that a round robin is restricted to, if any.
    """

    kind: str
    engines: int
    venues: int = 1
    given_rounds: int = 1
    points: str = GAME_POINTS
    pairs: tuple[tuple[int, int], ...] = ()

    @property
    def rounds(self) -> int:
        return self.given_rounds if self.kind in PAIRED_BY_RESULTS else 1

    @property
    def encounters_per_round(self) -> int:
        if self.kind == LADDER:
            return self.venues
        return self.venues * (self.engines // 2 if self.kind == SWISS else len(self.all_pairs()))

    def encounters(self, pairs: list[tuple[int, int]]) -> list[Encounter]:
        """Each pair at each venue."""
        return [Encounter(first, second, venue) for (first, second), venue in product(pairs, range(self.venues))]

    def all_pairs(self) -> list[tuple[int, int]]:
        """Who meets whom, where that is known from the beginning."""
        if self.kind in PAIRED_BY_RESULTS:
            return []
        if self.pairs:
            return list(self.pairs)
        if self.kind == GAUNTLET:
            return [(0, other) for other in range(1, self.engines)]
        return list(combinations(range(self.engines), 2))

    def rounds_of(self, games: int | None) -> Rounds:
        """How games belong to rounds, where an encounter has so many."""
        if self.kind != SWISS:
            return Rounds()
        total = None if games is None else games * self.venues
        return Rounds(self.encounters_per_round, total, has_byes=self.engines % 2 == 1)


class Schedule:
    """Hands out games; may be used from several threads. `pairs` is the number of pairs of each encounter.

    `records` are the finished games, which are not played again. A round begins when the one before is over.
    """

    def __init__(self, tournament: Tournament, names: list[str], pairs: int, records: list[dict]):
        self._tournament, self._names, self._pairs = tournament, names, pairs
        self._finished = {game_key(record): record for record in records}
        self._changed = threading.Condition()
        self._round = -1
        self._encounters: list[Encounter] = []
        self._scores = Scores(names, tournament.rounds_of(2 * pairs), tournament.points)
        self._next = 0
        self._left: set[tuple[int, int, int]] = set()
        self._is_closed = False
        self._begin_rounds()

    @property
    def total_games(self) -> int:
        return self._tournament.rounds * self._games_per_round

    def next_task(self) -> Task | None:
        """Waits for the end of a round if need be; None when everything has been handed out, or after `close`."""
        with self._changed:
            while not self._is_closed:
                while self._next < self._games_per_round:
                    task = self._task(self._next)
                    self._next += 1
                    if task.key not in self._finished:
                        return task
                if self._round + 1 >= self._tournament.rounds:
                    return None
                self._changed.wait()
        return None

    def add(self, record: dict) -> None:
        """Counts a finished game."""
        with self._changed:
            self._finished[game_key(record)] = record
            self._left.discard(game_key(record))
            self._begin_rounds()
            self._changed.notify_all()

    def close(self) -> None:
        """Hands out nothing more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    @property
    def _games_per_round(self) -> int:
        return 2 * self._pairs * self._tournament.encounters_per_round

    def _begin_rounds(self) -> None:
        """Begins the next round where one is over, and the one after it if that is over as well."""
        while not self._left and self._round + 1 < self._tournament.rounds:
            self._count_round()
            self._round += 1
            self._encounters = self._pair()
            self._next = 0
            keys = {self._task(index).key for index in range(self._games_per_round)}
            self._left = keys - self._finished.keys()

    def _pair(self) -> list[Encounter]:
        if self._tournament.kind == LADDER:
            return self._tournament.encounters([self._begun_pair() or self._ladder_pair()])
        if self._tournament.kind != SWISS:
            return self._tournament.encounters(self._tournament.all_pairs())
        return self._tournament.encounters(self._swiss_pairs())

    def _swiss_pairs(self) -> list[tuple[int, int]]:
        """The pairs of a round. Pairs of finished games stay where they are, even if another version paired them."""
        pairs = self._paired(range(self._tournament.engines))
        begun = self._begun_pairs()
        if all(set(pairs[place]) == set(pair) for place, pair in begun.items()):
            return pairs
        playing = {engine for pair in begun.values() for engine in pair}
        left = iter(self._paired([engine for engine in range(self._tournament.engines) if engine not in playing]))
        return [begun.get(place) or next(left) for place in range(self._tournament.engines // 2)]

    def _paired(self, engines: Sequence[int]) -> list[tuple[int, int]]:
        """Some engines by their scores of the rounds that are over."""
        scores, names = self._scores, [self._names[engine] for engine in engines]
        counts = scores.met()
        met = {
            frozenset((i, j)): counts.get(frozenset((names[i], names[j])), 0)
            for i, j in combinations(range(len(names)), 2)
        }
        pairs, _ = pair_round([scores.points(name) for name in names], met, [scores.byes(name) for name in names])
        return [(engines[first], engines[second]) for first, second in pairs]

    def _begun_pairs(self) -> dict[int, tuple[int, int]]:
        """The pairs of this round of a Swiss tournament that have finished games, by their places."""
        count, venues = self._tournament.encounters_per_round, self._tournament.venues
        found = {}
        for (encounter, _, leg), record in self._finished.items():
            if encounter // count == self._round:
                pair = tuple(map(self._names.index, seated(record)))
                found[encounter % count // venues] = pair if leg == 0 else pair[::-1]
        return found

    def _begun_pair(self) -> tuple[int, int] | None:
        """Who met in this round of a ladder, if a game of it is finished: engines may have joined since."""
        count = self._tournament.encounters_per_round
        for place, pair, leg in product(range(count), range(self._pairs), range(2)):
            if record := self._finished.get((self._round * count + place, pair, leg)):
                first, second = map(self._names.index, seated(record))
                return (first, second) if leg == 0 else (second, first)
        return None

    def _ladder_pair(self) -> tuple[int, int]:
        """Who meets next in a ladder."""
        pairs: dict[tuple[int, int], dict[tuple[int, float], float]] = {}
        for record in self._finished.values():
            first, second = sorted(self._names.index(record[color]) for color in ("black", "white"))
            points = {"draw": 0.5}.get(record["result"], float(record.get(record["result"]) == self._names[first]))
            counts = pairs.setdefault((first, second), {})
            counts[1, points] = counts.get((1, points), 0) + 1
        met = [Meetings(first, second, counts) for (first, second), counts in sorted(pairs.items())]
        return pair_next(self._tournament.engines, met)

    def _count_round(self) -> None:
        """Adds the results of the round that is over to the points, which count in the Swiss system."""
        for index in range(self._games_per_round if self._encounters else 0):
            self._scores.add(self._finished[self._task(index).key])

    def _task(self, index: int) -> Task:
        place, leg = divmod(index, 2)
        count = len(self._encounters)
        pair, place = divmod(place, count)
        encounter = self._encounters[place]
        black, white = (encounter.first, encounter.second)[:: 1 if leg == 0 else -1]
        number = self._round * self._games_per_round + index + 1
        opening = self._round * self._pairs + pair
        return Task(self._round * count + place, pair, leg, number, black, white, encounter.venue, opening)
