"""The command line of the match runner."""

import re
import signal
import sys
import tempfile
import time
from pathlib import Path

import click

from fukumi_tools.board.openings import DEFAULT_STONES, FileBook, OpeningError, RandomBook, shipped_list
from fukumi_tools.board.rules import RULE_NAMES, Board
from fukumi_tools.engines.settings import (
    ENGINE_SYNTAX,
    Conditions,
    Limits,
    SettingsError,
    parse_engine,
    with_distinct_names,
)

from .play import CannotPlay, Manner, MatchSettings, SeatMaker, play_match
from .records import RecordError
from .runner import Runner
from .schedule import gauntlet, round_robin
from .seats import Seats
from .stats import SprtSettings

DEFAULT_GAMES = 100
DEFAULT_SPRT_GAMES = 100_000

EXIT_ENGINE_FAILED = 1
EXIT_FAULT = 3
EXIT_INTERRUPTED = 130

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


class BoardType(click.ParamType):
    """`15` or `20x15`, columns first."""

    name = "N|WxH"

    def convert(self, value, param, ctx):
        match = re.fullmatch(r"(\d+)(?:x(\d+))?", value)
        if not match:
            self.fail(f"{value!r} is no board size such as 15 or 20x15", param, ctx)
        try:
            return Board(int(match[1]), int(match[2] or match[1]))
        except ValueError as error:
            self.fail(str(error), param, ctx)


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


class _MatchCommand(click.Command):
    """Takes the words after --sprt as one value, quoted or not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, join_sprt_words(args))


@click.command(
    cls=_MatchCommand,
    help=HELP,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.option("--engine", "engines", multiple=True, metavar="SPEC", help="An engine; at least two. Syntax below.")
@click.option("--each", default="", metavar="SPEC", help="Words that apply to every engine.")
@click.option(
    "--tournament",
    type=click.Choice(["round-robin", "gauntlet"]),
    default="round-robin",
    show_default=True,
    help="With more than two engines: all against all, or the first against the others.",
)
@click.option(
    "--rule",
    type=click.Choice(list(RULE_NAMES)),
    default="freestyle",
    show_default=True,
    help="Name or code of the rule; caro is 9, caro-overline 8.",
)
@click.option("--board", type=BoardType(), default="15", show_default=True, help="Board size, 5 to 22.")
@click.option("--turn", type=float, help="Seconds per move.")
@click.option("--match", "match_time", type=float, help="Seconds per game and engine.")
@click.option("--increment", type=float, default=0.0, help="Seconds added after each move.")
@click.option("--nodes", type=int, help="Nodes per move (INFO max_node).")
@click.option("--depth", type=int, help="Depth per move (INFO max_depth).")
@click.option(
    "--memory", type=LimitType(), default="350", show_default=True, help="Megabytes (INFO max_memory), or none."
)
@click.option(
    "--tolerance", type=click.FloatRange(min=0), default=0.0, show_default=True, help="Seconds of lateness forgiven."
)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    help=f"Games per pairing, even. [default: {DEFAULT_GAMES}, with --sprt {DEFAULT_SPRT_GAMES}]",
)
@click.option(
    "--openings",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Opening file: records with moves=, points such as 'h8 i9', or offsets. [default: the even ones of "
    "assets/openings for this rule and board, or else random ones]",
)
@click.option(
    "--order",
    type=click.Choice(["sequential", "random"]),
    default="sequential",
    show_default=True,
    help="Order of the openings of a file.",
)
@click.option(
    "--stones",
    type=click.IntRange(0, 40),
    help=f"Random openings with so many stones, even where there is a list. [default: {DEFAULT_STONES}]",
)
@click.option("--seed", type=int, default=1, show_default=True, help="For random openings and random order.")
@click.option("--concurrency", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at a time.")
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on the machines of a Ray cluster: auto, HOST:PORT or ray://HOST:PORT. The programs of the engines lie "
    "at the same place on all of them.",
)
@click.option("--max-moves", type=click.IntRange(min=1), help="Draw when so many stones are on the board.")
@click.option("--restart", is_flag=True, help="A new process for every game.")
@click.option(
    "--sprt",
    type=SprtType(),
    metavar="WORDS",
    help='Stop when decided: "elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized|logistic".',
)
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="Folder of the results. [default: a temporary one]"
)
@click.option("--resume", is_flag=True, help="Insist on continuing the match in --out.")
@click.option("--keep-logs", is_flag=True, help="Keep the conversations of all games, not only of faulty ones.")
@click.option("--stop-on-fault", is_flag=True, help="End at the first crash, late or illegal move.")
@click.option(
    "--report-every",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="Games between progress lines, if the output is no terminal.",
)
@click.option("--start-timeout", type=float, default=30.0, show_default=True, help="Seconds to wait for OK.")
@click.option(
    "--hang-timeout",
    type=float,
    default=600.0,
    show_default=True,
    help="Seconds to wait for a move without a time limit.",
)
def main(engines, each, tournament, rule, board, turn, match_time, increment, nodes, depth, memory, tolerance, games,
         openings, order, stones, seed, concurrency, ray, max_moves, restart, sprt, out, resume, keep_logs,
         stop_on_fault, report_every, start_timeout, hang_timeout):  # fmt: skip
    if len(engines) < 2:
        raise click.UsageError("give at least two engines with --engine")
    if games is None:
        games = DEFAULT_SPRT_GAMES if sprt else DEFAULT_GAMES
    if games % 2:
        raise click.UsageError(f"--games must be even, for each opening is played with both colours; got {games}")
    if resume and out is None:
        raise click.UsageError("--resume needs --out")
    if openings is not None and stones is not None:
        raise click.UsageError("--stones is for random openings, not for those of a file")
    limits = Limits(turn, match_time, increment, nodes, depth, memory)
    conditions = Conditions(
        board.width, board.height, RULE_NAMES[rule], tolerance, max_moves, restart, start_timeout, hang_timeout
    )
    try:
        specs = with_distinct_names([parse_engine(text, limits, each) for text in engines])
        book = make_book(openings, order, stones, seed, board, conditions)
    except (SettingsError, OpeningError) as error:
        raise click.UsageError(str(error)) from None
    encounters = (gauntlet if tournament == "gauntlet" else round_robin)(len(specs))
    if sprt and len(encounters) != 1:
        raise click.UsageError("--sprt needs exactly two engines")
    openings_settings = describe_book(book, order, stones, seed)
    settings = MatchSettings(specs, conditions, book, openings_settings, encounters, games, sprt, tournament)
    out = out or Path(tempfile.gettempdir()) / time.strftime("fukumi-match-%Y%m%d-%H%M%S")
    try:
        manner = Manner(
            concurrency=concurrency,
            make_seats=join_cluster(ray) if ray else Seats,
            keep_logs=keep_logs,
            stop_on_fault=stop_on_fault,
            report_every=report_every,
            on_start=interrupt_by_signals,
        )
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    try:
        status = play_match(settings, out, manner, resume).status
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    except (CannotPlay, SettingsError) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(EXIT_ENGINE_FAILED)
    sys.exit({"fault": EXIT_FAULT, "interrupted": EXIT_INTERRUPTED}.get(status, 0))


def interrupt_by_signals(runner: Runner) -> None:
    """Ends the match soon when the process is asked to end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: runner.interrupt())


def join_cluster(address: str, carries_programs: bool = False) -> SeatMaker:
    """Joins the cluster and says what it has; returns what makes a worker's seats in it. Raises SettingsError.

    With `carries_programs` the machines of the cluster get the programs of the engines with the work.
    """
    try:
        from . import cluster
    except ImportError:
        raise SettingsError(
            "--ray needs the package ray: pip install -e 'scripts[cluster]' -c scripts/constraints.txt"
        ) from None
    cluster.connect(address)
    click.echo(cluster.describe())
    return cluster.Carrier() if carries_programs else cluster.RemoteSeats


def make_book(path, order, stones, seed, board, conditions) -> FileBook | RandomBook:
    """The openings of a file; without one those shipped for the rule and the board, if there are any and no number of
    stones is asked for, or else random ones.
    """
    if path is None and stones is None:
        path = shipped_list(board, conditions.rule)
    if path is None:
        return RandomBook(board, conditions.rule, DEFAULT_STONES if stones is None else stones, seed)
    return FileBook(path, board, conditions.rule, seed if order == "random" else None)


def describe_book(book, order, stones, seed) -> dict:
    if isinstance(book, RandomBook):
        return {"kind": "random", "stones": DEFAULT_STONES if stones is None else stones, "seed": seed}
    return {"kind": "file", "sha256": book.digest, "order": order, "seed": seed if order == "random" else None}
