"""Shows a running match: a live table on a terminal, a line every few games elsewhere."""

import sys
import time

from rich import box
from rich.console import Group
from rich.live import Live
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from fukumi_tools import terminal
from fukumi_tools.engines.settings import BYTES_PER_MEGABYTE

from . import stats
from .game import Reason
from .standings import EngineStats, Pairing, Standings

_REFRESH_SECONDS = 0.5


class Display:
    """What the runner reports to. `total` is the number of games at most, `heading` says which match it is."""

    def __init__(self, standings: Standings, sprt: stats.Sprt | None, total: int, report_every: int, heading: str = ""):
        self._standings, self._sprt, self._total = standings, sprt, total
        self._heading = heading
        self._report_every = report_every
        self._is_live = sys.stdout.isatty()
        self.console = terminal.console()
        self._started = time.monotonic()
        self._games_before = standings.games
        self._last_refresh = 0.0
        self._live: Live | None = None
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self._bar = self._progress.add_task("games", total=total, completed=standings.games)

    def __enter__(self) -> "Display":
        if self._is_live:
            self._live = Live(self._render(), console=self.console, auto_refresh=False)
            self._live.__enter__()
        return self

    def __exit__(self, *exception) -> None:
        if self._live:
            self._live.update(self._render(), refresh=True)
            self._live.__exit__(*exception)
            self._live = None
        else:
            self.console.print(self._tables(), soft_wrap=True)

    def message(self, text: str) -> None:
        """A line of its own, above the table if there is one."""
        terminal.say(self.console, text)

    def game_finished(self, record: dict) -> None:
        self._progress.update(self._bar, completed=self._standings.games)
        if self._live is None and self._standings.games % self._report_every == 0:
            self.message(self._progress_line())

    def tick(self) -> None:
        """Call often; draws when it is time to."""
        now = time.monotonic()
        if self._live and now - self._last_refresh >= _REFRESH_SECONDS:
            self._last_refresh = now
            self._live.update(self._render(), refresh=True)

    def _progress_line(self) -> str:
        elapsed = time.monotonic() - self._started
        rate = (self._standings.games - self._games_before) / elapsed if elapsed else 0.0
        parts = [f"game {self._standings.games}/{self._total}, {rate * 3600:.0f} an hour"]
        for pairing in self._standings.pairings:
            if pairing.games and len(self._standings.pairings) <= 3:
                parts.append(f"{pairing.first} - {pairing.second} {describe_pairing(pairing)}")
        if len(self._standings.pairings) > 3:
            parts.append(", ".join(f"{e.name} {e.points:g}/{e.games}" for e in _ranked(self._standings)))
        if self._sprt:
            parts.append(describe_sprt(self._sprt))
        return (f"{self._heading}: " if self._heading else "") + "; ".join(parts)

    def _render(self) -> Group:
        heading = [Text(self._heading, style="bold")] if self._heading else []
        return Group(*heading, self._tables(), self._progress)

    def _tables(self) -> Group:
        parts = [result_table(self._standings), effort_table(self._standings), pairing_table(self._standings)]
        if self._sprt:
            parts.append(Text(describe_sprt(self._sprt)))
        games = self._standings.games
        if games:
            draws = games - self._standings.black_wins - self._standings.white_wins
            black, white = self._standings.black_wins / games, self._standings.white_wins / games
            plies = self._standings.plies.mean
            parts.append(
                Text(f"Black won {black:.1%}, White {white:.1%}, drawn {draws / games:.1%}; {plies:.1f} moves per game")
            )
        return Group(*parts)


def result_table(standings: Standings) -> Table:
    """Results and faults by engine, the best first."""
    table = _table("engine", "games", "+ = -", "score", "Elo", "late", "crash", "illegal", "foul")
    for engine in _ranked(standings):
        faults = engine.faults
        table.add_row(
            escape(engine.name),
            str(engine.games),
            f"{engine.wins} {engine.draws} {engine.losses}",
            _number(engine.score, "{:.1%}"),
            describe_estimate(stats.logistic_elo(engine.pentanomial)),
            *(_marked(faults[reason.value]) for reason in (Reason.TIME, Reason.CRASH, Reason.ILLEGAL)),
            _marked(engine.endings.get(f"lost by {Reason.FOUL.value}", 0)),
        )
    return table


def effort_table(standings: Standings) -> Table:
    """Time, search and memory by engine. `over ms`: the slowest reply against its limit, negative within it."""
    table = _table("engine", "moves", "ms/move", "max ms", "over ms", "game time", "depth", "kn/s", "MB")
    for engine in _ranked(standings):
        speed = engine.nodes_per_second
        table.add_row(
            escape(engine.name),
            str(engine.move_ms.count),
            _number(engine.move_ms.mean, "{:.1f}"),
            _number(engine.move_ms.greatest, "{:.0f}"),
            _number(engine.over_limit_ms.greatest, "{:+.0f}"),
            _number(engine.match_time_share.mean, "{:.0%}"),
            _number(engine.depth.mean, "{:.1f}"),
            _number(None if speed is None else speed / 1000, "{:.0f}"),
            f"{engine.peak_memory_bytes / BYTES_PER_MEGABYTE:.0f}",
        )
    return table


def pairing_table(standings: Standings) -> Table:
    """Results by pairing, from the first engine's view."""
    table = _table("pairing", "+ = -", "LL LD = WD WW", "Elo", "normalised", "LOS")
    for pairing in standings.pairings:
        los = stats.likelihood_of_superiority(pairing.pentanomial)
        table.add_row(
            escape(f"{pairing.first} - {pairing.second}"),
            f"{pairing.wins} {pairing.draws} {pairing.losses}",
            " ".join(map(str, pairing.pentanomial)),
            describe_estimate(stats.logistic_elo(pairing.pentanomial)),
            describe_estimate(stats.normalised_elo(pairing.pentanomial)),
            _number(los, "{:.1%}"),
        )
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column(first, overflow="fold")
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _ranked(standings: Standings) -> list[EngineStats]:
    return sorted(standings.engines.values(), key=lambda engine: -(engine.score or 0))


def describe_pairing(pairing: Pairing) -> str:
    elo = describe_estimate(stats.logistic_elo(pairing.pentanomial))
    counts = ", ".join(map(str, pairing.pentanomial))
    return f"+{pairing.wins} ={pairing.draws} -{pairing.losses} [{counts}] Elo {elo}"


def describe_estimate(estimate: stats.Estimate) -> str:
    if estimate.value is None:
        return "-"
    if estimate.error is None and abs(estimate.value) > 1000:
        return "+inf" if estimate.value > 0 else "-inf"
    return f"{estimate.value:+.1f}" + ("" if estimate.error is None else f" ± {estimate.error:.1f}")


def describe_sprt(sprt: stats.Sprt) -> str:
    settings = sprt.settings
    decision = {
        None: "undecided",
        "H1": f"H1 accepted (elo >= {settings.elo1:g})",
        "H0": f"H0 accepted (elo <= {settings.elo0:g})",
    }
    return (
        f"SPRT [{settings.elo0:g}, {settings.elo1:g}] {settings.model}: LLR {sprt.llr:+.2f} "
        f"({settings.lower_bound:.2f} .. {settings.upper_bound:.2f}), {decision[sprt.decision]}"
    )


def _number(value: float | None, pattern: str) -> str:
    return "-" if value is None else pattern.format(value)


def _marked(count: int) -> str:
    return f"[bold red]{count}[/]" if count else "0"
