"""The command line of the tuner."""

import fnmatch
import re
import shlex
import sys
import time
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from fukumi_tools import interruption, options, terminal
from fukumi_tools.board.openings import BookChoice, OpeningError
from fukumi_tools.board.rules import RULE_NAMES, Board
from fukumi_tools.engines.process import NotStarted, stamp_promptly
from fukumi_tools.engines.settings import Conditions, EngineSpec, Limits, SettingsError, parse_engine
from fukumi_tools.folder import FolderError, temporary_folder
from fukumi_tools.organisers.match.venue import Venue
from fukumi_tools.refusals import resumable, resumption

from .folder import Folder
from .games import Outcome, Workers, read_parameters
from .tuner import Gains, Parameter, Tuner

FORGET = "YXHASHCLEAR"
"""Sent before each game: what was learnt with other values must not help."""

HANG_TIMEOUT = 60.0
"""Seconds to wait for a move without a time limit."""

_START = re.compile(r"(\w+)=(-?\d+)")

HELP = """\
Tune numbers of the search by SPSA: games of the engine against itself, all numbers shifted up or down at random.

The engine is built with `cargo build --release --features tune`. Openings are played in pairs with colours swapped.
State and values go to --out after every update; the same command continues a run that was interrupted.
"""

EPILOG = """\
Example:

\b
  fukumi-tools tune --engine target/tune/release/fukumi --only "reduction_*" --nodes 5000 \\
      --rule freestyle --rule renju --board 15 --board 20 \\
      --pairs 20000 --concurrency 2 --out matches/reductions

What was tuned is then tried in a match: the last line of the output is for `match`, both engines being the build
with the feature `tune`.

Exit status: 0 the run is finished; 1 the engine cannot be used; 2 wrong usage; 130 interrupted.
"""


class StartType(click.ParamType):
    """`NAME=VALUE`."""

    name = "NAME=VALUE"

    def convert(self, value, param, ctx):
        match = _START.fullmatch(value)
        if not match:
            self.fail(f"{value!r} is no NAME=VALUE with an integer", param, ctx)
        return match[1].lower(), int(match[2])


@dataclass(frozen=True)
class Settings:
    """The options."""

    engine: str
    only: tuple[str, ...]
    start: tuple[tuple[str, int], ...]
    rules: tuple[str, ...]
    boards: tuple[Board, ...]
    limits: Limits
    tolerance: float
    max_moves: int | None
    batch: int
    concurrency: int
    book: BookChoice
    seed: int
    gains: Gains
    report_every: int
    out: Path | None


@click.command(help=HELP, epilog=EPILOG, context_settings=options.CONTEXT)
@options.engine(required=True, metavar="PATH", help="The engine, built to be tuned.")
@click.option("--only", multiple=True, metavar="PATTERN", help="Names to tune, as in 'reduction_*'. [default: all]")
@click.option("--start", multiple=True, type=StartType(), help="Begin with another value than the default.")
@options.rule("rules", multiple=True, default=["freestyle"], help="Rule; several are played in turn.")
@options.board(
    "boards", multiple=True, default=["15"], help="Board size, 5 to 22; several are played in turn, with every rule."
)
@click.option("--nodes", type=options.whole(1), help="Nodes per move.")
@click.option("--turn", type=options.number(), help="Seconds per move.")
@options.tolerance(default=0.1)
@click.option("--memory", type=options.number(), default=64.0, show_default=True, help="Megabytes for each engine.")
@options.max_moves()
@click.option("--pairs", type=options.whole(1), default=10_000, show_default=True, help="Pairs of games in all.")
@click.option("--batch", type=options.whole(1), default=4, show_default=True, help="Pairs for each update.")
@options.concurrency(help="Games at a time, each of its batch.")
@options.openings("Opening file, as for `match`.")
@options.stones()
@click.option("--seed", type=options.whole(), default=1, show_default=True, help="For openings and shifts.")
@click.option(
    "--r-end",
    type=options.number(above=0),
    default=Gains.r_end,
    show_default=True,
    help="How fast values follow at the end: steps for each game won, over the shift.",
)
@click.option(
    "--stability",
    type=options.number(0),
    default=Gains.stability,
    show_default=True,
    help="A of SPSA as a share of --pairs; more makes the first moves smaller.",
)
@click.option(
    "--alpha", type=options.number(), default=Gains.alpha, show_default=True, help="Exponent of the decay of the rate."
)
@click.option(
    "--gamma", type=options.number(), default=Gains.gamma, show_default=True, help="Exponent of the decay of the shift."
)
@options.report_every(25, "Updates between lines.")
@options.temporary_out("Folder of the run.")
@options.collected(Settings)
def main(settings: Settings) -> None:
    try:
        run = run_of(settings)
    except (SettingsError, OpeningError) as error:
        raise click.UsageError(str(error)) from None
    folder = Folder(settings.out or temporary_folder("tune"))
    try:
        is_resumed = folder.open(run.fingerprint, run.tuner)
    except FolderError as error:
        folder.close()
        raise click.UsageError(str(error)) from None

    console = terminal.console()
    if is_resumed:
        console.print(f"continuing the run in {folder.directory}: {run.tuner.pairs} pairs are played")
    workers = Workers(run.tuner, run.spec, run.venues, settings.batch, settings.concurrency)
    interruption.on_interrupt(workers.stop)
    stamp_promptly()
    report = Report(console, run.tuner, folder, settings.report_every)
    try:
        with resumable(folder.directory):
            is_finished = workers.run(report.take, report.fault)
    except NotStarted as error:
        raise click.ClickException(f"{error}. {resumption(folder.directory)}") from None
    except (SettingsError, OpeningError) as error:
        raise click.ClickException(str(error)) from None
    finally:
        folder.close()
    show_result(console, run.tuner, folder)
    sys.exit(0 if is_finished else interruption.EXIT_INTERRUPTED)


@dataclass(frozen=True)
class Run:
    """What is tuned, by what games; `fingerprint` is what must be the same for a run to be continued."""

    spec: EngineSpec
    venues: list[Venue]
    tuner: Tuner
    fingerprint: dict


def run_of(settings: Settings) -> Run:
    """The run that is asked for. Starts the engine for the list of its numbers. Raises SettingsError, OpeningError."""
    settings.book.check()
    start = dict(settings.start)
    words = f"name=tune cmd={shlex.quote(shlex.quote(settings.engine))}"
    spec = replace(parse_engine(words, settings.limits), before_game=FORGET)
    venues = [make_venue(settings, rule, board) for rule, board in product(settings.rules, settings.boards)]
    parameters = choose(read_parameters(spec), settings.only)
    tuner = Tuner(parameters, settings.gains, settings.seed, check_start(start, parameters))
    fingerprint = {
        "engine": spec.fingerprint(),
        "parameters": {p.name: [p.default, p.min, p.max, p.step] for p in parameters},
        "start": start,
        "gains": vars(settings.gains).copy(),
        "batch": settings.batch,
        "seed": settings.seed,
        "venues": [venue.conditions.fingerprint() | venue.openings for venue in venues],
    }
    return Run(spec, venues, tuner, fingerprint)


def make_venue(settings: Settings, rule: str, board: Board) -> Venue:
    """A rule on a board."""
    conditions = Conditions(
        width=board.width,
        height=board.height,
        rule=RULE_NAMES[rule],
        tolerance=settings.tolerance,
        max_moves=settings.max_moves,
        hang_timeout=HANG_TIMEOUT,
    )
    choice = replace(settings.book, timed=settings.limits.is_timed)
    book = choice.open(board, conditions.rule)
    return Venue(conditions, book, choice.describe(book))


class Report:
    """Saves every update and prints a line now and then."""

    def __init__(self, console: Console, tuner: Tuner, folder: Folder, every: int):
        self._console, self._tuner, self._folder, self._every = console, tuner, folder, every
        self._updates = 0
        self._started, self._pairs_before = time.monotonic(), tuner.pairs

    def take(self, outcome: Outcome) -> None:
        self._folder.save(outcome)
        self._updates += 1
        if self._updates % self._every == 0:
            self._console.print(self._line(), soft_wrap=True)

    def fault(self, text: str) -> None:
        self._console.print(f"a pair does not count: {text}", markup=False, soft_wrap=True)

    def _line(self) -> str:
        tuner = self._tuner
        rate = 7200 * (tuner.pairs - self._pairs_before) / (time.monotonic() - self._started)
        moved = sorted(tuner.parameters, key=lambda p: -abs(steps_moved(tuner, p)))[:5]
        values = ", ".join(f"{p.name} {tuner.theta[p.name]:.1f} ({steps_moved(tuner, p):+.2f})" for p in moved)
        return f"pair {tuner.pairs}/{tuner.gains.pairs}, {rate:.0f} games an hour; {values}"


def choose(parameters: list[Parameter], patterns: tuple[str, ...]) -> list[Parameter]:
    """The parameters whose name fits one of the patterns, all without any. Raises SettingsError for a useless one."""
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(parameter.name, pattern) for parameter in parameters):
            names = ", ".join(parameter.name for parameter in parameters)
            raise SettingsError(f"no parameter is called {pattern!r}; there are {names}")
    return [p for p in parameters if not patterns or any(fnmatch.fnmatchcase(p.name, pattern) for pattern in patterns)]


def check_start(start: dict[str, int], parameters: list[Parameter]) -> dict[str, float]:
    """Raises SettingsError for a value of a parameter that is not tuned, or out of its range."""
    known = {parameter.name: parameter for parameter in parameters}
    for name, value in start.items():
        if name not in known:
            raise SettingsError(f"--start {name}: no such parameter is tuned")
        if known[name].clip(value) != value:
            raise SettingsError(f"--start {name}: expected {known[name].min} to {known[name].max}, got {value}")
    return {name: float(value) for name, value in start.items()}


def steps_moved(tuner: Tuner, parameter: Parameter) -> float:
    return (tuner.theta[parameter.name] - parameter.default) / parameter.step


def show_result(console: Console, tuner: Tuner, folder: Folder) -> None:
    """A table, the words for `match`, and the plot if it can be drawn."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("parameter")
    for heading in ("default", "value", "tuned", "steps", "range"):
        table.add_column(heading, justify="right")
    tuned = tuner.tuned()
    for p in tuner.parameters:
        moved = f"{steps_moved(tuner, p):+.2f}"
        table.add_row(
            p.name, str(p.default), f"{tuner.theta[p.name]:.2f}", str(tuned[p.name]), moved, f"{p.min}..{p.max}"
        )
    console.print(table)
    path = folder.plot(tuner.parameters)
    drawn = f", plot in {path}" if path else "; no plot, for matplotlib is not installed"
    console.print(f"{tuner.pairs} pairs; state and values in {folder.directory}{drawn}", soft_wrap=True)
    changed = [p for p in tuner.parameters if tuned[p.name] != p.default]
    console.print(" ".join(f"info.tune.{p.name}={tuned[p.name]}" for p in changed), soft_wrap=True)
