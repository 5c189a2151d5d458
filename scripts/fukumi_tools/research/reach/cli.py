"""The command line."""

import statistics
from dataclasses import dataclass
from pathlib import Path

import click
from rich.progress import track
from rich.table import Table

from fukumi_tools import options, terminal
from fukumi_tools.board.rules import RULE_NAMES, Board, Color
from fukumi_tools.engines.dialogue import UNLIMITED_TIME_LEFT, Player
from fukumi_tools.engines.process import EngineFailed
from fukumi_tools.engines.settings import Conditions, Limits, SettingsError, parse_engine
from fukumi_tools.files import describe

from .course import Course, depth_ratios, mean_time, read_course
from .positions import PositionError, Stones, load_positions

HELP = """\
Measure how soon engines reach a depth and see a win, from the lines they print while they think.

Each engine searches each position once, in a new process, the engines taking turns. The last column is the median of
the time to the deepest depth that an engine and the first one both reached, as a multiple of the first one's. Depths
of different programs mean different things; those of one program with one and with two threads can be compared.
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
        specs = [parse_engine(text, settings.limits) for text in settings.engines]
        tasks = load_positions(settings.positions, board.width, board.height)[:: settings.every]
    except (SettingsError, PositionError, OSError) as error:
        raise click.UsageError(describe(error)) from None
    courses: list[list[Course]] = [[] for _ in specs]
    try:
        for moves in track(tasks, "searching", console=terminal.console(stderr=True)):
            for spec, results in zip(specs, courses, strict=True):
                results.append(search(Player(spec, conditions), moves, settings))
    except EngineFailed as error:
        raise click.ClickException(f"{spec.name}: {error}") from None
    terminal.console().print(result_table([spec.name for spec in specs], courses, settings))


def search(player: Player, moves: Stones, settings: Settings) -> Course:
    """Lets the engine think about the position after `moves`."""
    color = Color.WHITE if len(moves) % 2 else Color.BLACK
    try:
        player.new_game()
        player.think(moves, color, settings.limits.turn, UNLIMITED_TIME_LEFT)
        return read_course(player.transcript, settings.winning)
    finally:
        player.finish_process()


def result_table(names: list[str], courses: list[list[Course]], settings: Settings) -> Table:
    """A line for each engine."""
    table = Table("engine", "solved", "mean time", "depth", "time to depth")
    for name, results in zip(names, courses, strict=True):
        ratios = depth_ratios(courses[0], results, settings.shortest)
        table.add_row(
            name,
            f"{sum(course.solved is not None for course in results)} of {len(results)}",
            f"{mean_time(results, settings.limits.turn):.3f} s",
            f"{statistics.median(max(course.reached, default=0) for course in results):g}",
            f"{statistics.median(ratios):.2f} ({len(ratios)})" if ratios else "-",
        )
    return table
