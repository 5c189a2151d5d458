"""Results added up by engine and by pairing. Fed with the records of games.jsonl, one finished game at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from . import stats
from .estimates import as_dict
from .game import FAULTS, Reason
from .likelihood import Meetings, Scale
from .ratings import Rated, rate
from .schedule import SWISS, Tournament
from .scores import USUAL_TIE_BREAKS, Scores

_OUTCOMES = ["lost", "drawn", "won"]
_FAULT_NAMES = [reason.value for reason in FAULTS]


@dataclass
class Mean:
    """Mean and greatest of a series; None values are left out."""

    count: int = 0
    total: float = 0.0
    greatest: float | None = None

    def add(self, value: float | None) -> None:
        if value is not None:
            self.count += 1
            self.total += value
            self.greatest = value if self.greatest is None else max(self.greatest, value)

    @property
    def mean(self) -> float | None:
        return self.total / self.count if self.count else None


@dataclass(kw_only=True)
class Tally:
    """Results of some games."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, half_points: int) -> None:
        """Counts a game: 2 for a win, 1 for a draw, 0 for a loss."""
        self.wins += half_points == 2
        self.draws += half_points == 1
        self.losses += half_points == 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        return self.points / self.games if self.games else None

    def counts(self) -> dict[str, int]:
        """For other programs."""
        return {"games": self.games, "wins": self.wins, "draws": self.draws, "losses": self.losses}


@dataclass
class EngineStats(Tally):
    """One engine over all its games. Times in milliseconds; `late` counts replies after their limit."""

    name: str
    by_color: dict[str, Tally] = field(default_factory=lambda: {"black": Tally(), "white": Tally()})
    late: int = 0
    pentanomial: list[int] = field(default_factory=lambda: [0] * 5)
    endings: dict[str, int] = field(default_factory=dict)
    move_ms: Mean = field(default_factory=Mean)
    over_limit_ms: Mean = field(default_factory=Mean)
    match_time_share: Mean = field(default_factory=Mean)
    depth: Mean = field(default_factory=Mean)
    nodes: Mean = field(default_factory=Mean)
    node_ms: float = 0.0
    peak_memory_bytes: int = 0

    @property
    def faults(self) -> dict[str, int]:
        """Games lost by a defect, by reason."""
        return {name: self.endings.get(f"lost by {name}", 0) for name in _FAULT_NAMES}

    @property
    def nodes_per_second(self) -> float | None:
        return 1000 * self.nodes.total / self.node_ms if self.node_ms else None

    def to_dict(self) -> dict:
        return {
            "name": self.name,
            **self.counts(),
            "score": _rounded(self.score, 5),
            "pentanomial": self.pentanomial,
            "elo": as_dict(stats.logistic_elo(self.pentanomial)),
            "endings": dict(sorted(self.endings.items())),
            "faults": self.faults,
            "moves": self.move_ms.count,
            "move_ms_mean": _rounded(self.move_ms.mean),
            "move_ms_max": _rounded(self.move_ms.greatest),
            "over_limit_ms_max": _rounded(self.over_limit_ms.greatest),
            "match_time_share_mean": _rounded(self.match_time_share.mean, 4),
            "match_time_share_max": _rounded(self.match_time_share.greatest, 4),
            "depth_mean": _rounded(self.depth.mean),
            "depth_max": self.depth.greatest,
            "nodes_mean": _rounded(self.nodes.mean),
            "nodes_per_second": _rounded(self.nodes_per_second),
            "peak_memory_bytes": self.peak_memory_bytes,
        }


@dataclass
class Pairing(Tally):
    """Two engines; results are the first one's. Incomplete pairs count in games, not in the pentanomial.

    In `drawn_pairs` both games were drawn; the pentanomial counts them with those in which each engine won one.
    """

    first: str
    second: str
    pentanomial: list[int] = field(default_factory=lambda: [0] * 5)
    half_pairs: dict[tuple[int, int], int] = field(default_factory=dict)
    drawn_pairs: int = 0

    def to_dict(self) -> dict:
        return {
            "first": self.first,
            "second": self.second,
            **self.counts(),
            "pentanomial": self.pentanomial,
            "elo": as_dict(stats.logistic_elo(self.pentanomial)),
            "normalised_elo": as_dict(stats.normalised_elo(self.pentanomial)),
            "los": _rounded(stats.likelihood_of_superiority(self.pentanomial), 5),
        }


class Standings:
    """All engines and pairings of a match."""

    def __init__(self, names: list[str], pairs: list[tuple[int, int]], scores: Scores | None = None):
        """`pairs` are the pairings that are known before the first game. `scores` order the engines by their points."""
        self.scores = scores
        self.engines = {name: EngineStats(name) for name in names}
        self._pairings = {frozenset((names[i], names[j])): Pairing(names[i], names[j]) for i, j in pairs}
        self.games = 0
        self.black_wins = 0
        self.white_wins = 0
        self.plies = Mean()
        self.faults: list[dict] = []

    @property
    def pairings(self) -> list[Pairing]:
        return list(self._pairings.values())

    def pairing(self, name: str, other: str) -> Pairing | None:
        """That of two engines, in whichever order."""
        return self._pairings.get(frozenset((name, other)))

    def ratings(self, anchor: str | None = None, elo: float = 0.0, scale: Scale = Scale.EVEN) -> Rated[str]:
        """Of all engines; that of the anchor is `elo`, or the mean is."""
        places = {name: index for index, name in enumerate(self.engines)}
        meetings = []
        for pairing in self._pairings.values():
            pairs = {(2, half / 2): count for half, count in enumerate(pairing.pentanomial) if count}
            for half in pairing.half_pairs.values():
                pairs[1, half / 2] = pairs.get((1, half / 2), 0) + 1
            meetings.append(Meetings(places[pairing.first], places[pairing.second], pairs, pairing.drawn_pairs))
        return rate(len(places), meetings, None if anchor is None else places[anchor], elo, scale).named(list(places))

    def add(self, record: dict) -> bool:
        """Counts a finished game; True if it completed a pair."""
        self.games += 1
        if self.scores is not None:
            self.scores.add(record)
        self.black_wins += record["result"] == "black"
        self.white_wins += record["result"] == "white"
        self.plies.add(record["plies"])
        for color, other in (("black", "white"), ("white", "black")):
            self._add_side(record, color, other)
        if record["reason"] in _FAULT_NAMES:
            loser = record["white"] if record["result"] == "black" else record["black"]
            fault = {"game": record["game"], "engine": loser, "reason": record["reason"], "detail": record["detail"]}
            self.faults.append(fault)
        return self._add_pairing(record)

    def _add_side(self, record: dict, color: str, other: str) -> None:
        engine, side = self.engines[record[color]], record["sides"][color]
        half_points = half_points_of(record, color)
        engine.add(half_points)
        engine.by_color[color].add(half_points)
        ending = f"{_OUTCOMES[half_points]} by {record['reason']}"
        engine.endings[ending] = engine.endings.get(ending, 0) + 1
        engine.move_ms.count += side["moves"]
        engine.move_ms.total += side["time_ms"]
        engine.move_ms.greatest = max(engine.move_ms.greatest or 0.0, side["slowest_ms"])
        engine.over_limit_ms.add(side["worst_over_limit_ms"])
        engine.match_time_share.add(side["match_time_share"])
        engine.peak_memory_bytes = max(engine.peak_memory_bytes, side["peak_memory_bytes"])
        first = record["opening_moves"] + ((record["opening_moves"] % 2 == 0) != (color == "black"))
        engine.late += sum(over is not None and over > 0 for over in record["over_limit_ms"][first::2])
        engine.late += ending == f"lost by {Reason.TIME.value}"
        for depth, nodes, ms in zip(
            record["depth"][first::2], record["nodes"][first::2], record["ms"][first::2], strict=True
        ):
            engine.depth.add(depth)
            engine.nodes.add(nodes)
            engine.node_ms += ms if nodes is not None else 0.0

    def _add_pairing(self, record: dict) -> bool:
        names = record["black"], record["white"]
        pairing = self._pairings.get(frozenset(names))
        if pairing is None:
            pairing = self._pairings[frozenset(names)] = Pairing(*(name for name in self.engines if name in names))
        color = "black" if record["black"] == pairing.first else "white"
        half_points = half_points_of(record, color)
        pairing.add(half_points)
        pair = record["encounter"], record["pair"]
        if pair not in pairing.half_pairs:
            pairing.half_pairs[pair] = half_points
            return False
        earlier = pairing.half_pairs.pop(pair)
        pairing.drawn_pairs += earlier == half_points == 1
        half_points += earlier
        pairing.pentanomial[half_points] += 1
        self.engines[pairing.first].pentanomial[half_points] += 1
        self.engines[pairing.second].pentanomial[4 - half_points] += 1
        return True


def scores_of(tournament: Tournament, names: list[str], games: int | None, tie_breaks: Sequence[str]) -> Scores | None:
    """What orders the engines of a tournament by points; None where only ratings do.

    The Swiss system counts points, and so does any tournament with tie-breaks.
    """
    if tournament.kind != SWISS and not tie_breaks:
        return None
    return Scores(names, tournament.rounds_of(games), tournament.points, tuple(tie_breaks) or USUAL_TIE_BREAKS)


def half_points_of(record: dict, color: str) -> int:
    """What a colour got in a game: 2 for a win, 1 for a draw."""
    return 1 if record["result"] == "draw" else 2 * (record["result"] == color)


def _rounded(value: float | None, digits: int = 3) -> float | None:
    return None if value is None else round(float(value), digits)
