"""The command line."""

import statistics
from dataclasses import dataclass
from pathlib import Path

import click
from rich.progress import track
from rich.table import Table

from fukumi_tools import options, terminal
from fukumi_tools.board.rules import RULE_NAMES, Board
from fukumi_tools.engines.dialogue import UNLIMITED_TIME_LEFT, Player
from fukumi_tools.engines.process import EngineFailed
from fukumi_tools.engines.settings import Conditions, EngineSpec, Limits, SettingsError, parse_engine
from fukumi_tools.files import describe

from .course import Course, depth_ratios, mean_time, read_course
from .positions import Position, PositionError, load_positions

HELP = """\
Measure how soon engines reach a depth and see a win, from the lines they print while they think.

Each engine searches each position once, in a new process, the engines taking turns. The last column is the median of
the time to the deepest depth that an engine and the first one both reached, as a multiple of the first one's. Depths
of different programs mean different things; those of one program with one and with two threads can be compared.

A run that is interrupted prints what it has of the positions that all engines have searched.
"""


@dataclass(frozen=True)
class Settings:
    """The options."""

    engines: tuple[str, ...]
    positions: Path
    rule: str
    board: Board
    limits: Limits
    every: int
    winning: int
    shortest: float


@click.command(help=HELP, context_settings=options.CONTEXT)
@options.engines(required=True)
@click.option("--positions", required=True, type=options.EXISTING_FILE)
@options.rule()
@options.board()
@click.option("--turn", default=2.0, show_default=True, type=options.number(0.01), help="Seconds a position.")
@click.option("--memory", default=350.0, show_default=True, type=options.number(), help="Megabytes an engine.")
@click.option("--every", default=1, show_default=True, type=options.whole(1), help="Take every so many.")
@click.option(
    "--winning",
    default=10_000,
    show_default=True,
    type=options.whole(),
    help="Points from which on an evaluation is a win.",
)
@click.option(
    "--shortest",
    default=0.02,
    show_default=True,
    type=options.number(),
    help="Seconds; faster searches are no measure of depth.",
)
@options.collected(Settings)
def main(settings: Settings) -> None:
    board = settings.board
    conditions = Conditions(width=board.width, height=board.height, rule=RULE_NAMES[settings.rule])
    try:
        specs = [_spec(text, settings.limits) for text in settings.engines]
        tasks = load_positions(settings.positions, board.width, board.height)[:: settings.every]
    except (SettingsError, PositionError, OSError) as error:
        raise click.UsageError(describe(error)) from None
    courses: list[list[Course]] = [[] for _ in specs]
    try:
        for position in track(tasks, "searching", console=terminal.console(stderr=True)):
            found = []
            for spec in specs:
                found.append(search(Player(spec, conditions), position, settings))
            for results, course in zip(courses, found, strict=True):
                results.append(course)
    except EngineFailed as error:
        raise click.ClickException(f"{spec.name}: {error}") from None
    finally:
        if courses[0]:
            terminal.console().print(result_table(specs, courses, settings))


def _spec(text: str, limits: Limits) -> EngineSpec:
    """An engine, whose searches take a time. Raises SettingsError."""
    spec = parse_engine(text, limits)
    if spec.limits.turn is None or spec.limits.match is not None:
        raise SettingsError(f"engine {text!r}: a search needs its own time here, without turn=none and match")
    return spec


def search(player: Player, position: Position, settings: Settings) -> Course:
    """Lets the engine think about the position."""
    try:
        player.new_game()
        player.think(position.stones, position.to_move, player.spec.limits.turn, UNLIMITED_TIME_LEFT)
        return read_course(player.transcript, settings.winning)
    finally:
        player.finish_process()


def result_table(specs: list[EngineSpec], courses: list[list[Course]], settings: Settings) -> Table:
    """A line for each engine."""
    table = Table("engine", "solved", "mean time", "depth", "time to depth")
    for spec, results in zip(specs, courses, strict=True):
        ratios = depth_ratios(courses[0], results, settings.shortest)
        table.add_row(
            spec.name,
            f"{sum(course.solved is not None for course in results)} of {len(results)}",
            f"{mean_time(results, spec.limits.turn):.3f} s",
            f"{statistics.median(max(course.reached, default=0) for course in results):g}",
            f"{statistics.median(ratios):.2f} ({len(ratios)})" if ratios else "-",
        )
    return table
