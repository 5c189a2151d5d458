"""Points of a tournament and its tie-breaks, from its games and byes, for the table and for the pairing alike.

A meeting is all games of two engines in a round. Game points count games, match points meetings: 1 for more points of a
meeting than the opponent, 1/2 for as many. A bye counts as a meeting of which all games were won.

Buchholz is the sum of the points of the opponents, Sonneborn-Berger that of their points times those that were taken
from them. In a bye the opponent is one with the engine's own points, the dummy of FIDE's Handbook, C.07, article 16.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

GAME_POINTS, MATCH_POINTS = "game-points", "match-points"
POINTS = (GAME_POINTS, MATCH_POINTS)
"""What may be counted."""

BUCHHOLZ, SONNEBORN_BERGER = "buchholz", "sonneborn-berger"
TIE_BREAKS = (*POINTS, BUCHHOLZ, SONNEBORN_BERGER)
USUAL_TIE_BREAKS = (BUCHHOLZ, SONNEBORN_BERGER)


@dataclass
class Meeting:
    """The games of two engines in a round; `points` has those of each by its name."""

    points: dict[str, float]
    games: int = 0

    def match_points(self, name: str) -> float:
        own, others = self.points[name], sum(self.points.values()) - self.points[name]
        return 0.5 if own == others else float(own > others)


@dataclass(frozen=True)
class Rounds:
    """How games belong to rounds: a round has `encounters`, and all games are of one round if that is None.

    A meeting has `games`, if their number is fixed. `has_byes`: one engine sits out in each round.
    """

    encounters: int | None = None
    games: int | None = None
    has_byes: bool = False

    def of(self, record: dict) -> int:
        return 0 if self.encounters is None else record["encounter"] // self.encounters


@dataclass
class Scores:
    """Fed with the records of games; asked for the points of an engine by its name."""

    names: Sequence[str]
    rounds: Rounds = field(default_factory=Rounds)
    primary: str = GAME_POINTS
    """What is counted, one of POINTS; Buchholz and Sonneborn-Berger are of it."""
    tie_breaks: Sequence[str] = USUAL_TIE_BREAKS

    def __post_init__(self) -> None:
        self._meetings: dict[tuple[int, frozenset[str]], Meeting] = {}
        self._playing: dict[int, set[str]] = {}

    def add(self, record: dict) -> None:
        """Counts a finished game."""
        names, number = (record["black"], record["white"]), self.rounds.of(record)
        meeting = self._meetings.setdefault((number, frozenset(names)), Meeting(dict.fromkeys(names, 0.0)))
        meeting.games += 1
        for color in ("black", "white"):
            meeting.points[record[color]] += {color: 1.0, "draw": 0.5}.get(record["result"], 0.0)
        self._playing.setdefault(number, set()).update(names)

    def value(self, name: str, criterion: str) -> float:
        """By one of TIE_BREAKS."""
        if criterion == GAME_POINTS:
            byes = self.byes(name) * (self.rounds.games or 0)
            return sum(meeting.points[name] for _, meeting in self._of(name)) + byes
        if criterion == MATCH_POINTS:
            finished = [meeting for _, meeting in self._of(name) if self._is_finished(meeting)]
            return sum(meeting.match_points(name) for meeting in finished) + self.byes(name)
        own = self.points(name)
        if criterion == BUCHHOLZ:
            return sum(self.points(other) for other, _ in self._of(name)) + self.byes(name) * own
        taken = sum(self.points(other) * self._taken(name, meeting) for other, meeting in self._of(name))
        return taken + self.byes(name) * own * self._of_a_bye

    def points(self, name: str) -> float:
        """What is counted."""
        return self.value(name, self.primary)

    def byes(self, name: str) -> int:
        """In how many rounds the engine sat out, as is known when all others have begun to play."""
        if not self.rounds.has_byes:
            return 0
        return sum(len(playing) == len(self.names) - 1 and name not in playing for playing in self._playing.values())

    def met(self) -> dict[frozenset[str], int]:
        """How often engines have met."""
        found: dict[frozenset[str], int] = {}
        for _, names in self._meetings:
            found[names] = found.get(names, 0) + 1
        return found

    def ranked(self) -> list[str]:
        """The names by points, then by the tie-breaks, at last as the plan has them."""
        return sorted(self.names, key=lambda name: [-self.value(name, by) for by in (self.primary, *self.tie_breaks)])

    @property
    def _of_a_bye(self) -> float:
        """The points of a bye."""
        return 1.0 if self.primary == MATCH_POINTS else float(self.rounds.games or 0)

    def _of(self, name: str) -> list[tuple[str, Meeting]]:
        """The opponents, once for each meeting."""
        return [
            (next(iter(names - {name})), meeting) for (_, names), meeting in self._meetings.items() if name in names
        ]

    def _taken(self, name: str, meeting: Meeting) -> float:
        if self.primary == GAME_POINTS:
            return meeting.points[name]
        return meeting.match_points(name) if self._is_finished(meeting) else 0.0

    def _is_finished(self, meeting: Meeting) -> bool:
        return self.rounds.games is None or meeting.games >= self.rounds.games
