"""The command line."""

import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import click

from fukumi_tools import options
from fukumi_tools.engines.process import EngineExited
from fukumi_tools.engines.settings import ENGINE_SYNTAX, Limits, SettingsError, parse_engine
from fukumi_tools.files import make_folder, write_json

from . import delay
from .fault import Fault
from .report import as_json, as_text, percentile_rows, times_table
from .session import Task
from .workers import play_all, sessions

EXIT_FAULT = 1
SESSION_GAMES = 500

_engine = options.engine(default="cmd=target/release/fukumi", show_default=True, help="The engine, as in `match`.")


@click.group(context_settings=options.CONTEXT)
def main() -> None:
    """Soak test: does the engine play on and on without a fault, and how fast does it obey?"""


@dataclass(frozen=True)
class Settings:
    """The options of `games`."""

    engine: str
    games: int
    first: int
    seed: int
    workers: int
    tolerance: float
    any_move: bool
    stop_on_fault: bool
    out: Path


@main.command(epilog=ENGINE_SYNTAX)
@_engine
@click.option("--games", default=1000, show_default=True, type=options.whole(1))
@click.option("--first", default=0, show_default=True, type=options.whole(0), help="Number of the first game.")
@click.option("--seed", default=1, show_default=True, type=options.whole(), help="Of all random choices.")
@click.option("--workers", default=1, show_default=True, type=options.whole(1, 256), help="Games at a time.")
@click.option(
    "--tolerance",
    default=0.5,
    show_default=True,
    type=options.number(0),
    help="Seconds beyond a limit that are not yet a fault; how late answers were is reported all the same.",
)
@click.option("--any-move", is_flag=True, help="Do not ask that fives are taken and fours are stopped.")
@click.option("--stop-on-fault", is_flag=True, help="End a session at its first fault.")
@click.option(
    "--out",
    default=Path("runs/soak"),
    show_default=True,
    type=options.FOLDER,
    help="Folder of the report and of the conversations with faults in them.",
)
@options.collected(Settings)
def games(settings: Settings) -> None:
    """Play games with changing rules, boards, options and interruptions, and check every line.

    The choices of a game depend on the seed and its number alone. A session of 500 games, beginning at a multiple of
    500, has the same two processes; --first and --games repeat a part of it.
    """
    try:
        spec = parse_engine(settings.engine, Limits(nodes=1))
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    started = time.monotonic()
    task = Task(
        spec=spec,
        seed=settings.seed,
        first=settings.first,
        count=0,
        tolerance=settings.tolerance,
        is_strict=not settings.any_move,
        ends_at_fault=settings.stop_on_fault,
        out=settings.out,
    )

    def tell(result, total) -> None:
        for text, file in result.faults:
            click.echo(f"FAULT {text}\n      {file}", err=True)
        click.echo(f"{total.games} games, {len(total.faults)} faults, {time.monotonic() - started:.0f} s", err=True)

    result = play_all(sessions(task, settings.games, SESSION_GAMES), settings.workers, tell)
    kept = {name: getattr(settings, name) for name in ("seed", "first", "workers", "tolerance")}
    kept["seconds"] = round(time.monotonic() - started, 1)
    make_folder(settings.out)
    write_json(settings.out / "soak.json", as_json(result, kept))
    click.echo(as_text(result))
    sys.exit(EXIT_FAULT if result.faults else 0)


@main.command(name="delay", epilog=ENGINE_SYNTAX)
@_engine
@click.option("--threads", "thread_counts", multiple=True, default=(1, 2), show_default=True, type=options.whole())
@click.option("--samples", default=2000, show_default=True, type=options.whole(1), help="Searches of each kind.")
@click.option("--load", default=0, show_default=True, type=options.whole(0, 256), help="Busy processes beside it.")
@click.option("--seed", default=1, show_default=True, type=options.whole(), help="Of the positions.")
@click.option(
    "--turn",
    "turns",
    multiple=True,
    default=delay.TURNS,
    show_default=True,
    type=options.whole(10, 20_000),
    help="Limit of a turn in milliseconds; can be repeated.",
)
@click.option("--json", "is_json", is_flag=True, help="For programs.")
def measure_delay(engine, thread_counts, samples, load, seed, turns, is_json) -> None:
    """Measure how long the engine takes to answer a stop request, and how far it passes its deadlines.

    What the engine calls its deadline is what it logs; it lies before the limit of the turn. An engine takes no more
    threads than there are processors, whatever it is told.
    """
    try:
        spec = parse_engine(engine, Limits(nodes=1))
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    times = {}
    with delay.load(load):
        times |= delay.measure_machine(samples, seed, turns).times
        for count in thread_counts:
            try:
                figures = delay.measure(spec, count, samples, seed, turns)
            except (EngineExited, Fault) as fault:
                raise click.ClickException(str(fault)) from None
            times |= {f"{name}, threads {count}": values for name, values in figures.times.items()}
    click.echo(json.dumps(percentile_rows(times), indent=1) if is_json else times_table(times))
