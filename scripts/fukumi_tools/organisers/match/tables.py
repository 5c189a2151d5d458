"""The results of a match as tables, for people and for programs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import Any

from fukumi_tools.engines.settings import BYTES_PER_MEGABYTE
from fukumi_tools.shown import visible

from . import stats
from .estimates import Reading, describe
from .game import Reason
from .likelihood import Scale
from .played import limits_of, program_of
from .ranking import Order, by_points, by_rating, notes_on
from .ratings import Rated
from .results import Results
from .scores import BUCHHOLZ, GAME_POINTS, MATCH_POINTS, SONNEBORN_BERGER
from .standings import EngineStats, Standings, Tally
from .table import Column, Table, as_text, number, percent


def describe_rating(rating: Reading) -> str:
    """In whole numbers; `> +420` where the engine won all."""
    return describe(rating, 0)


def describe_tally(tally: Tally | None) -> str:
    """Wins, draws and losses."""
    return "" if tally is None else f"{tally.wins} {tally.draws} {tally.losses}"


def describe_points(tally: Tally | str | None) -> str:
    """As in `3.5/6`, or the text that is there instead."""
    if isinstance(tally, str):
        return tally
    return "" if tally is None or not tally.games else f"{tally.points:g}/{tally.games}"


def ranked(standings: Standings) -> list[EngineStats]:
    """The best score first."""
    return sorted(standings.engines.values(), key=lambda engine: -(engine.score or 0))


_CRITERIA = {
    GAME_POINTS: "game points",
    MATCH_POINTS: "match points",
    BUCHHOLZ: "Buchholz",
    SONNEBORN_BERGER: "Sonneborn-Berger",
}


@dataclass(frozen=True)
class _Field:
    """A column, and its value by what a row is about."""

    column: Column
    value: Callable[[Any], Any]


def _field(
    key: str, heading: str, value: Callable | None = None, form: Callable = as_text, is_fault: bool = False
) -> _Field:
    """Without a `value` it is the attribute of that key."""
    return _Field(Column(key, heading, form, is_fault), value or attrgetter(key))


def _columns(fields: Iterable[_Field]) -> list[Column]:
    return [field.column for field in fields]


def _row(fields: Iterable[_Field], item: Any) -> list[Any]:
    return [field.value(item) for field in fields]


def _table(name: str, title: str, fields: list[_Field], items: Iterable[Any], legend: tuple[str, ...] = ()) -> Table:
    """With a row for each item."""
    return Table(name, title, _columns(fields), [_row(fields, item) for item in items], legend=legend)


_RANK = Column("rank", "#", lambda rank: rank.mark)
_ENGINE = _field("engine", "engine", attrgetter("name"))
_GAMES = _field("games", "games")
_TALLY = _field("tally", "+ = -", lambda results: results, describe_tally)
_SCORE = _field("score", "score", form=percent)


def _lost_by(heading: str, reason: Reason) -> _Field:
    ending = f"lost by {reason.value}"
    return _field(f"lost_{heading}", heading, lambda engine: engine.endings.get(ending, 0), is_fault=True)


_FAULTS = [
    _lost_by("late", Reason.TIME),
    _lost_by("crash", Reason.CRASH),
    _lost_by("illegal", Reason.ILLEGAL),
    _lost_by("foul", Reason.FOUL),
]

_ELO = _field("elo", "Elo", lambda results: stats.logistic_elo(results.pentanomial), describe)


def result_table(standings: Standings) -> Table:
    """Results and faults of two engines."""
    return _table("results", "Results", [_ENGINE, _GAMES, _TALLY, _SCORE, _ELO, *_FAULTS], ranked(standings))


def rating_table(standings: Standings, rated: Rated[str]) -> Table:
    """Ranks, ratings and faults."""
    fields = [
        _ENGINE,
        _field("rating", "rating", lambda engine: rated.readings[engine.name], describe_rating),
        _GAMES,
        _TALLY,
        _field("points", "points", form=number("{:g}")),
        _SCORE,
        *_FAULTS,
    ]
    rows = [[rank, *_row(fields, engine)] for rank, engine in by_rating(standings, rated.readings)]
    return Table("ratings", "Ratings", [_RANK, *_columns(fields)], rows, notes_on(rated))


def standings_table(standings: Standings) -> Table:
    """Points, byes and tie-breaks; only where `standings` have scores."""
    scores = standings.scores

    def criterion(name: str) -> _Field:
        key, value = name.replace("-", "_"), lambda engine: scores.value(engine.name, name)
        return _field(key, _CRITERIA[name], value, number("{:g}"))

    byes = _field("byes", "byes", lambda engine: scores.byes(engine.name))
    fields = [
        _ENGINE,
        criterion(scores.primary),
        *([byes] if scores.rounds.has_byes else []),
        *(criterion(name) for name in scores.tie_breaks if name != scores.primary),
        _GAMES,
        _TALLY,
        *_FAULTS,
    ]
    rows = [[rank, *_row(fields, engine)] for rank, engine in by_points(standings)]
    return Table("standings", "Standings", [_RANK, *_columns(fields)], rows)


def crosstable(standings: Standings, engines: Order) -> Table:
    """Points of each engine against each other one."""
    columns = [_RANK, Column("engine", "engine")]
    columns += [Column(engine.name, rank.mark, describe_points) for rank, engine in engines]
    rows = [
        [rank, engine.name, *(_against(standings, engine.name, other.name) for _, other in engines)]
        for rank, engine in engines
    ]
    return Table("crosstable", "Crosstable", columns, rows)


def with_crosstable(engines: Table, crosstable: Table) -> Table:
    """One table of both, whose rows are of the same engines."""
    rows = [[*row, *other[2:]] for row, other in zip(engines.rows, crosstable.rows, strict=True)]
    columns = [*engines.columns, *crosstable.columns[2:]]
    return Table(engines.name, engines.title, columns, rows, engines.notes)


def _against(standings: Standings, name: str, other: str) -> Tally | str | None:
    """The results of one engine against another; a dot for itself."""
    if name == other:
        return "·"
    pairing = standings.pairing(name, other)
    if pairing is None or pairing.first == name:
        return pairing
    return Tally(wins=pairing.losses, draws=pairing.draws, losses=pairing.wins)


_PAIRING_LEGEND = (
    "LL LD = WD WW: pairs of games in which the first engine lost both, lost one and drew one, got one point, won one "
    "and drew one, won both.",
    "normalised: Elo in units of the deviation of a game, which other openings and draws leave comparable. "
    "LOS: likelihood of superiority, the chance that the first engine is the stronger one.",
)


def pairing_table(standings: Standings) -> Table:
    """Results by pairing, from the first engine's view."""
    fields = [
        _field("first", "first"),
        _field("second", "second"),
        _TALLY,
        _field("pentanomial", "LL LD = WD WW", form=lambda counts: " ".join(map(str, counts))),
        _ELO,
        _field("normalised_elo", "normalised", lambda pairing: stats.normalised_elo(pairing.pentanomial), describe),
        _field("los", "LOS", lambda pairing: stats.likelihood_of_superiority(pairing.pentanomial), percent),
    ]
    return _table("pairings", "Pairings", fields, standings.pairings, _PAIRING_LEGEND)


def effort_table(standings: Standings) -> Table:
    """Time, search and memory by engine. `over ms`: the slowest reply against its limit, negative within it."""
    fields = [
        _ENGINE,
        _field("moves", "moves", attrgetter("move_ms.count")),
        _field("move_ms_mean", "ms/move", attrgetter("move_ms.mean"), number("{:.1f}")),
        _field("move_ms_max", "max ms", attrgetter("move_ms.greatest"), number("{:.0f}")),
        _field("over_limit_ms_max", "over ms", attrgetter("over_limit_ms.greatest"), number("{:+.0f}")),
        _field("late", "late", is_fault=True),
        _field("match_time_share_mean", "game time", attrgetter("match_time_share.mean"), number("{:.0%}")),
        _field("depth_mean", "depth", attrgetter("depth.mean"), number("{:.1f}")),
        _field("nodes_per_second", "kn/s", form=lambda speed: "-" if speed is None else f"{speed / 1000:.0f}"),
        _field("peak_memory_bytes", "MB", form=lambda memory: f"{memory / BYTES_PER_MEGABYTE:.0f}"),
    ]
    return _table("times", "Time, search and memory", fields, ranked(standings))


def color_table(standings: Standings) -> Table:
    """Results by colour."""

    def by(color: str) -> list[_Field]:
        return [
            _field(f"{color}_tally", f"{color.title()} + = -", lambda engine: engine.by_color[color], describe_tally),
            _field(f"{color}_score", f"{color.title()} score", lambda engine: engine.by_color[color].score, percent),
        ]

    return _table("colors", "By colour", [_ENGINE, *by("black"), *by("white")], ranked(standings))


def venue_table(results: Results) -> Table:
    """Results by rule and board."""

    def at(index: int) -> _Field:
        label = results.venue_label(index)
        return _field(f"venue_{index + 1}", label, lambda engine: results.by_venue[engine.name][index], describe_points)

    fields = [_ENGINE, *map(at, range(len(results.venues)))]
    return _table("venues", "By rule and board", fields, ranked(results.standings))


def opening_table(results: Results) -> Table:
    """Results by opening: Black's, and those of each engine."""

    def of_engine(name: str) -> _Field:
        return _field(name, name, lambda opening: opening.engines.get(name), describe_points)

    fields = [
        _field("venue", "venue", lambda opening: results.venue_label(opening.venue)),
        _field("opening", "opening", attrgetter("name")),
        _field("stones", "moves", lambda opening: " ".join(opening.moves)),
        _field("black_tally", "Black + = -", attrgetter("black"), describe_tally),
        _field("black_score", "Black", attrgetter("black.score"), percent),
        *(of_engine(engine.name) for engine in ranked(results.standings)),
    ]
    return _table("openings", "By opening", fields, results.openings.values())


def ending_table(standings: Standings) -> Table:
    """How the games of each engine ended."""
    engines = ranked(standings)

    def count(ending: str) -> _Field:
        return _field(ending.replace(" ", "_"), ending, lambda engine: engine.endings.get(ending, 0))

    endings = sorted({ending for engine in engines for ending in engine.endings})
    return _table("endings", "Endings", [_ENGINE, *map(count, endings)], engines)


def engine_table(results: Results) -> Table:
    """The programs and their limits."""
    keys = ("name", "version", "author")
    columns = [Column("engine", "engine", visible), Column("limits", "limits")]
    columns += [Column(f"program_{key}", {"name": "program"}.get(key, key)) for key in keys]
    rows = []
    for name in results.names:
        program = program_of(results.about.engines.get(name))
        texts = (None if program[key] is None else visible(program[key]) for key in keys)
        rows.append([name, limits_of(results.settings["engines"][name]), *texts])
    return Table("engines", "Engines", columns, rows)


def game_table(results: Results) -> Table:
    """All games."""
    keys = ("game", "pair", "opening", "black", "white", "result", "reason", "plies", "seconds", "detail")
    venue = _field("venue", "venue", lambda record: results.venue_label(record.get("venue", 0)))
    fields = [venue, *(_field(key, key, itemgetter(key)) for key in keys)]
    return _table("games", "Games", fields, sorted(results.records, key=itemgetter("game")))


def all_tables(results: Results, anchor: str | None = None, elo: float = 0.0, scale: Scale = Scale.EVEN) -> list[Table]:
    """The tables of a match, that of the games last."""
    standings = results.standings
    rated = standings.ratings(anchor, elo, scale)
    has_points = standings.scores is not None
    return [
        *([standings_table(standings)] if has_points else []),
        rating_table(standings, rated),
        crosstable(standings, by_points(standings) if has_points else by_rating(standings, rated.readings)),
        pairing_table(standings),
        color_table(standings),
        venue_table(results),
        effort_table(standings),
        ending_table(standings),
        opening_table(results),
        engine_table(results),
        game_table(results),
    ]
