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
from fukumi_tools.shown import line

from . import layout, stats, tables
from .estimates import describe
from .ranking import by_points, by_rating
from .standings import Pairing, Standings

_REFRESH_SECONDS = 0.5
_MOST_OPPONENTS = 10
"""Engines whose crosstable finds room beside their results."""


class Display:
    """What the runner reports to. `total` is the number of games at most."""

    def __init__(self, standings: Standings, sprt: stats.Sprt | None, total: int, report_every: int):
        self._standings, self._sprt, self._total = standings, sprt, total
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
            parts.append(", ".join(f"{e.name} {e.points:g}/{e.games}" for e in tables.ranked(self._standings)))
        if self._sprt:
            parts.append(describe_sprt(self._sprt))
        return "; ".join(parts)

    def _render(self) -> Group:
        return Group(self._tables(), self._progress)

    def _chosen_tables(self) -> list[tables.Table]:
        standings = self._standings
        if len(standings.engines) == 2:
            return [tables.result_table(standings), tables.effort_table(standings), tables.pairing_table(standings)]
        shown = [tables.standings_table(standings)] if standings.scores is not None else self._rating_tables()
        if standings.scores is not None and len(standings.engines) <= _MOST_OPPONENTS:
            shown.append(tables.crosstable(standings, by_points(standings)))
        return shown if self._live else [*shown, tables.effort_table(standings)]

    def _rating_tables(self) -> list[tables.Table]:
        """The table by ratings, with the opponents where there is room for them."""
        rated = self._standings.ratings()
        shown = tables.rating_table(self._standings, rated)
        if len(self._standings.engines) > _MOST_OPPONENTS:
            return [shown]
        order = by_rating(self._standings, rated.readings)
        return [tables.with_crosstable(shown, tables.crosstable(self._standings, order))]

    def _tables(self) -> Group:
        parts = [part for table in self._chosen_tables() for part in render(table, self.console.width)]
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


def render(table: tables.Table, width: int) -> list[Table | Text]:
    """A table for a console of so many characters, in parts if need be, and its notes; faults are marked."""
    shown = layout.parts(table, width)
    return [*map(_rendered, shown), *map(Text, shown[-1].notes)]


def _rendered(table: tables.Table) -> Table:
    """Names may be those of a folder of others."""
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for column in table.columns:
        justify = "left" if column.is_name else "right"
        if column.key == layout.MOVES:
            shown.add_column(escape(column.heading), justify=justify, max_width=layout.MOVES_WIDTH)
        else:
            shown.add_column(escape(column.heading), justify=justify, no_wrap=True)
    for row, texts in zip(table.rows, table.texts(), strict=True):
        cells = []
        for column, value, content in zip(table.columns, row, texts, strict=True):
            text = line(content)
            cells.append(f"[bold red]{text}[/]" if column.is_fault and value else escape(text))
        shown.add_row(*cells)
    return shown


def describe_pairing(pairing: Pairing) -> str:
    elo = describe(stats.logistic_elo(pairing.pentanomial))
    counts = ", ".join(map(str, pairing.pentanomial))
    return f"+{pairing.wins} ={pairing.draws} -{pairing.losses} [{counts}] Elo {elo}"


def describe_sprt(sprt: stats.Sprt) -> str:
    """Where a test is. Its verdict is between two differences, and no estimate of either."""
    settings = sprt.settings
    elo = {"normalized": "normalised Elo", "logistic": "logistic Elo"}[settings.model]
    decision = {
        None: "undecided",
        "H1": f"H1 accepted: a difference of {settings.elo1:g} fits the results better than one of {settings.elo0:g}",
        "H0": f"H0 accepted: a difference of {settings.elo0:g} fits the results better than one of {settings.elo1:g}",
    }
    return (
        f"SPRT [{settings.elo0:g}, {settings.elo1:g}] {elo}: LLR {sprt.llr:+.2f} "
        f"({settings.lower_bound:.2f} .. {settings.upper_bound:.2f}), {decision[sprt.decision]}"
    )
