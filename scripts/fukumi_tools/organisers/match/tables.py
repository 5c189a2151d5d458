"""The results of a match as tables, for people and for programs."""

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
from .standings import EngineStats, Pairing, Standings, Tally
from .table import Column, Table, number, percent


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

_RANK = Column("rank", "#", lambda rank: rank.mark)

_FAULTS = [
    Column("lost_late", "late", is_fault=True),
    Column("lost_crash", "crash", is_fault=True),
    Column("lost_illegal", "illegal", is_fault=True),
    Column("lost_foul", "foul", is_fault=True),
]


def _faults(engine: EngineStats) -> list[int]:
    reasons = (Reason.TIME, Reason.CRASH, Reason.ILLEGAL, Reason.FOUL)
    return [engine.endings.get(f"lost by {reason.value}", 0) for reason in reasons]


def result_table(standings: Standings) -> Table:
    """Results and faults of two engines."""
    columns = [
        Column("engine", "engine"),
        Column("games", "games"),
        Column("tally", "+ = -", describe_tally),
        Column("score", "score", percent),
        Column("elo", "Elo", describe),
        *_FAULTS,
    ]
    rows = [
        [
            engine.name,
            engine.games,
            engine,
            engine.score,
            stats.logistic_elo(engine.pentanomial),
            *_faults(engine),
        ]
        for engine in ranked(standings)
    ]
    return Table("results", "Results", columns, rows)


def rating_table(standings: Standings, rated: Rated[str]) -> Table:
    """Ranks, ratings and faults."""
    columns = [
        _RANK,
        Column("engine", "engine"),
        Column("rating", "rating", describe_rating),
        Column("games", "games"),
        Column("tally", "+ = -", describe_tally),
        Column("points", "points", number("{:g}")),
        Column("score", "score", percent),
        *_FAULTS,
    ]
    rows = [
        [
            rank,
            engine.name,
            rated.readings[engine.name],
            engine.games,
            engine,
            engine.points,
            engine.score,
            *_faults(engine),
        ]
        for rank, engine in by_rating(standings, rated.readings)
    ]
    return Table("ratings", "Ratings", columns, rows, notes_on(rated))


def standings_table(standings: Standings) -> Table:
    """Points, byes and tie-breaks; only where `standings` have scores."""
    scores = standings.scores
    others = [criterion for criterion in scores.tie_breaks if criterion != scores.primary]
    columns = [
        _RANK,
        Column("engine", "engine"),
        _criterion(scores.primary),
        *([Column("byes", "byes")] if scores.rounds.has_byes else []),
        *map(_criterion, others),
        Column("games", "games"),
        Column("tally", "+ = -", describe_tally),
        *_FAULTS,
    ]
    rows = [
        [
            rank,
            engine.name,
            scores.points(engine.name),
            *([scores.byes(engine.name)] if scores.rounds.has_byes else []),
            *(scores.value(engine.name, criterion) for criterion in others),
            engine.games,
            engine,
            *_faults(engine),
        ]
        for rank, engine in by_points(standings)
    ]
    return Table("standings", "Standings", columns, rows)


def _criterion(name: str) -> Column:
    return Column(name.replace("-", "_"), _CRITERIA[name], number("{:g}"))


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
    columns = [
        Column("first", "first"),
        Column("second", "second"),
        Column("tally", "+ = -", describe_tally),
        Column("pentanomial", "LL LD = WD WW", lambda counts: " ".join(map(str, counts))),
        Column("elo", "Elo", describe),
        Column("normalised_elo", "normalised", describe),
        Column("los", "LOS", percent),
    ]
    rows = [_pairing_row(pairing) for pairing in standings.pairings]
    return Table("pairings", "Pairings", columns, rows, legend=_PAIRING_LEGEND)


def _pairing_row(pairing: Pairing) -> list[Any]:
    counts = pairing.pentanomial
    return [
        pairing.first,
        pairing.second,
        pairing,
        counts,
        stats.logistic_elo(counts),
        stats.normalised_elo(counts),
        stats.likelihood_of_superiority(counts),
    ]


def effort_table(standings: Standings) -> Table:
    """Time, search and memory by engine. `over ms`: the slowest reply against its limit, negative within it."""
    columns = [
        Column("engine", "engine"),
        Column("moves", "moves"),
        Column("move_ms_mean", "ms/move", number("{:.1f}")),
        Column("move_ms_max", "max ms", number("{:.0f}")),
        Column("over_limit_ms_max", "over ms", number("{:+.0f}")),
        Column("late", "late", is_fault=True),
        Column("match_time_share_mean", "game time", number("{:.0%}")),
        Column("depth_mean", "depth", number("{:.1f}")),
        Column("nodes_per_second", "kn/s", lambda speed: "-" if speed is None else f"{speed / 1000:.0f}"),
        Column("peak_memory_bytes", "MB", lambda memory: f"{memory / BYTES_PER_MEGABYTE:.0f}"),
    ]
    rows = [
        [
            engine.name,
            engine.move_ms.count,
            engine.move_ms.mean,
            engine.move_ms.greatest,
            engine.over_limit_ms.greatest,
            engine.late,
            engine.match_time_share.mean,
            engine.depth.mean,
            engine.nodes_per_second,
            engine.peak_memory_bytes,
        ]
        for engine in ranked(standings)
    ]
    return Table("times", "Time, search and memory", columns, rows)


def color_table(standings: Standings) -> Table:
    """Results by colour."""
    columns = [Column("engine", "engine")]
    for color in ("black", "white"):
        columns += [
            Column(f"{color}_tally", f"{color.title()} + = -", describe_tally),
            Column(f"{color}_score", f"{color.title()} score", percent),
        ]
    rows = []
    for engine in ranked(standings):
        black, white = engine.by_color["black"], engine.by_color["white"]
        rows.append([engine.name, black, black.score, white, white.score])
    return Table("colors", "By colour", columns, rows)


def venue_table(results: Results) -> Table:
    """Results by rule and board."""
    columns = [Column("engine", "engine")]
    columns += [
        Column(f"venue_{index + 1}", results.venue_label(index), describe_points)
        for index in range(len(results.venues))
    ]
    rows = [[engine.name, *results.by_venue[engine.name]] for engine in ranked(results.standings)]
    return Table("venues", "By rule and board", columns, rows)


def opening_table(results: Results) -> Table:
    """Results by opening: Black's, and those of each engine."""
    engines = [engine.name for engine in ranked(results.standings)]
    columns = [
        Column("venue", "venue"),
        Column("opening", "opening"),
        Column("stones", "moves"),
        Column("black_tally", "Black + = -", describe_tally),
        Column("black_score", "Black", percent),
        *(Column(name, name, describe_points) for name in engines),
    ]
    rows = [
        [
            results.venue_label(opening.venue),
            opening.name,
            " ".join(opening.moves),
            opening.black,
            opening.black.score,
            *(opening.engines.get(name) for name in engines),
        ]
        for opening in results.openings.values()
    ]
    return Table("openings", "By opening", columns, rows)


def ending_table(standings: Standings) -> Table:
    """How the games of each engine ended."""
    engines = ranked(standings)
    endings = sorted({ending for engine in engines for ending in engine.endings})
    columns = [Column("engine", "engine"), *(Column(ending.replace(" ", "_"), ending) for ending in endings)]
    rows = [[engine.name, *(engine.endings.get(ending, 0) for ending in endings)] for engine in engines]
    return Table("endings", "Endings", columns, rows)


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
    columns = [Column("venue", "venue"), *(Column(key, key) for key in keys)]
    rows = [
        [results.venue_label(record.get("venue", 0)), *(record[key] for key in keys)]
        for record in sorted(results.records, key=lambda record: record["game"])
    ]
    return Table("games", "Games", columns, rows)


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
