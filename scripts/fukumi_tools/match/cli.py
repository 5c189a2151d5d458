"""The command line of the match runner."""

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import click

from fukumi_tools import options
from fukumi_tools.board.openings import BookChoice, OpeningError
from fukumi_tools.board.rules import RULE_NAMES, Board
from fukumi_tools.engines.settings import (
    ENGINE_SYNTAX,
    Conditions,
    Limits,
    SettingsError,
    parse_engine,
    with_distinct_names,
)
from fukumi_tools.folder import FolderError, temporary_folder
from fukumi_tools.terminal import EXIT_INTERRUPTED, on_interrupt

from .join import join_cluster
from .play import CannotPlay, Manner, MatchSettings, play_match
from .schedule import gauntlet, round_robin
from .seats import Seats
from .stats import SprtSettings

DEFAULT_GAMES = 100
DEFAULT_SPRT_GAMES = 100_000

EXIT_FAULT = 3

_SPRT_WORD = re.compile(r"(elo0|elo1|alpha|beta|model)=\S+")

HELP = """\
Play Gomocup engines against each other.

Openings are played in pairs with colours swapped. The runner referees all rules itself. Results go to --out; a match
whose folder already holds games of the same settings is continued, so an interrupted match is resumed by the same
command.
"""

EPILOG = f"""\
{ENGINE_SYNTAX}
Example:

\b
  fukumi-tools match --engine "name=new cmd=./target/release/fukumi" \\
      --engine "name=old cmd=./baseline/fukumi info.thread_num=1" \\
      --rule renju --board 15 --turn 0.3 --match 60 --games 200 \\
      --openings openings.txt --concurrency 2 --out runs/new-old

Exit status: 0 the match ended, also by SPRT; 1 an engine cannot be started; 2 wrong usage; 3 ended by
--stop-on-fault; 130 interrupted.
"""


class LimitType(click.ParamType):
    """A positive number or `none`."""

    name = "number|none"

    def convert(self, value, param, ctx):
        if value is None or isinstance(value, float):
            return value
        if value.lower() == "none":
            return None
        try:
            return float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number", param, ctx)


class SprtType(click.ParamType):
    """Words such as `elo0=0 elo1=10`."""

    name = "words"

    def convert(self, value, param, ctx):
        if isinstance(value, SprtSettings):
            return value
        fields = {}
        for word in value.split():
            key, _, text = word.partition("=")
            if not _SPRT_WORD.fullmatch(word):
                self.fail(f"expected elo0=, elo1=, alpha=, beta= or model=, got {word!r}", param, ctx)
            try:
                fields[key] = text if key == "model" else float(text)
            except ValueError:
                self.fail(f"{word!r} is not a number", param, ctx)
        settings = SprtSettings(**fields)
        try:
            settings.check()
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return settings


def join_sprt_words(arguments: list[str]) -> list[str]:
    """Lets the words of --sprt be written without quotes: `--sprt elo0=0 elo1=5`."""
    result: list[str] = []
    for argument in arguments:
        follows_sprt = len(result) >= 2 and result[-2] == "--sprt"
        if follows_sprt and _SPRT_WORD.fullmatch(argument):
            result[-1] += " " + argument
        else:
            result.append(argument)
    return result


@dataclass(frozen=True)
class Settings:
    """The options."""

    engines: tuple[str, ...]
    each: str
    tournament: str
    rule: str
    board: Board
    limits: Limits
    tolerance: float
    max_moves: int | None
    restart: bool
    start_timeout: float
    hang_timeout: float
    games: int | None
    book: BookChoice
    sprt: SprtSettings | None
    ray: str | None
    out: Path | None
    resume: bool
    manner: Manner

    @property
    def conditions(self) -> Conditions:
        return Conditions(
            width=self.board.width,
            height=self.board.height,
            rule=RULE_NAMES[self.rule],
            tolerance=self.tolerance,
            max_moves=self.max_moves,
            restart=self.restart,
            start_timeout=self.start_timeout,
            hang_timeout=self.hang_timeout,
        )

    def check(self) -> None:
        """Raises click.UsageError for options that do not go together."""
        if len(self.engines) < 2:
            raise click.UsageError("give at least two engines with --engine")
        if self.games is not None and self.games % 2:
            raise click.UsageError(
                f"--games must be even, for each opening is played with both colours; got {self.games}"
            )
        if self.resume and self.out is None:
            raise click.UsageError("--resume needs --out")
        if self.book.openings is not None and self.book.stones is not None:
            raise click.UsageError("--stones is for random openings, not for those of a file")


class _MatchCommand(click.Command):
    """Takes the words after --sprt as one value, quoted or not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, join_sprt_words(args))


@click.command(cls=_MatchCommand, help=HELP, epilog=EPILOG, context_settings=options.CONTEXT)
@options.engines(metavar="SPEC", help="An engine; at least two. Syntax below.")
@click.option("--each", default="", metavar="SPEC", help="Words that apply to every engine.")
@click.option(
    "--tournament",
    type=click.Choice(["round-robin", "gauntlet"]),
    default="round-robin",
    show_default=True,
    help="With more than two engines: all against all, or the first against the others.",
)
@options.rule(help="Name or code of the rule; caro is 9, caro-overline 8.")
@options.board()
@click.option("--turn", type=float, help="Seconds per move.")
@click.option("--match", type=float, help="Seconds per game and engine.")
@click.option("--increment", type=float, default=0.0, help="Seconds added after each move.")
@click.option("--nodes", type=int, help="Nodes per move (INFO max_node).")
@click.option("--depth", type=int, help="Depth per move (INFO max_depth).")
@click.option(
    "--memory", type=LimitType(), default="350", show_default=True, help="Megabytes (INFO max_memory), or none."
)
@options.tolerance(default=0.0)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    help=f"Games per pairing, even. [default: {DEFAULT_GAMES}, with --sprt {DEFAULT_SPRT_GAMES}]",
)
@options.openings("Opening file: records with moves=, points such as 'h8 i9', or offsets.")
@click.option(
    "--order",
    type=click.Choice(["sequential", "random"]),
    default="sequential",
    show_default=True,
    help="Order of the openings of a file.",
)
@options.stones()
@click.option("--seed", type=int, default=1, show_default=True, help="For random openings and random order.")
@options.concurrency()
@options.ray("The programs of the engines lie at the same place on all of them.")
@options.max_moves()
@click.option("--restart", is_flag=True, help="A new process for every game.")
@click.option(
    "--sprt",
    type=SprtType(),
    metavar="WORDS",
    help='Stop when decided: "elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized|logistic".',
)
@options.temporary_out("Folder of the results.")
@click.option("--resume", is_flag=True, help="Insist on continuing the match in --out.")
@click.option("--keep-logs", is_flag=True, help="Keep the conversations of all games, not only of faulty ones.")
@click.option("--stop-on-fault", is_flag=True, help="End at the first crash, late or illegal move.")
@options.report_every(10, "Games between progress lines, if the output is no terminal.")
@click.option("--start-timeout", type=float, default=30.0, show_default=True, help="Seconds to wait for OK.")
@click.option(
    "--hang-timeout",
    type=float,
    default=600.0,
    show_default=True,
    help="Seconds to wait for a move without a time limit.",
)
@options.collected(Settings)
def main(settings: Settings) -> None:
    match = match_of(settings)
    try:
        seats = join_cluster(settings.ray) if settings.ray else Seats
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    manner = replace(settings.manner, make_seats=seats, on_start=lambda runner: on_interrupt(runner.interrupt))
    try:
        status = play_match(match, settings.out or temporary_folder("match"), manner, settings.resume).status
    except FolderError as error:
        raise click.UsageError(str(error)) from None
    except (CannotPlay, SettingsError) as error:
        raise click.ClickException(str(error)) from None
    sys.exit({"fault": EXIT_FAULT, "interrupted": EXIT_INTERRUPTED}.get(status, 0))


def match_of(settings: Settings) -> MatchSettings:
    """The match that is asked for. Raises click.UsageError if the options make no match."""
    settings.check()
    conditions = settings.conditions
    try:
        specs = with_distinct_names([parse_engine(text, settings.limits, settings.each) for text in settings.engines])
        book = settings.book.open(settings.board, conditions.rule)
    except (SettingsError, OpeningError) as error:
        raise click.UsageError(str(error)) from None
    encounters = (gauntlet if settings.tournament == "gauntlet" else round_robin)(len(specs))
    if settings.sprt and len(encounters) != 1:
        raise click.UsageError("--sprt needs exactly two engines")
    return MatchSettings(
        specs=specs,
        conditions=conditions,
        book=book,
        openings=settings.book.describe(book),
        encounters=encounters,
        games=settings.games or (DEFAULT_SPRT_GAMES if settings.sprt else DEFAULT_GAMES),
        sprt=settings.sprt,
        tournament=settings.tournament,
    )
