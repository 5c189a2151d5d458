"""The command line of the match runner."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import click

from fukumi_tools import cluster, options
from fukumi_tools.engines.settings import ENGINE_SYNTAX, SettingsError
from fukumi_tools.folder import FolderError, temporary_folder
from fukumi_tools.interruption import EXIT_INTERRUPTED

from .event import EVENT_SYNTAX, EventError, read_event
from .play import CannotPlay, play_match
from .presets import PRESETS
from .schedule import GAUNTLET, LADDER, ROUND_ROBIN, SWISS
from .scores import GAME_POINTS, POINTS, TIE_BREAKS, USUAL_TIE_BREAKS
from .seats import SeatMaker, Seats
from .settings import DEFAULT_GAMES, DEFAULT_SPRT_GAMES, ORDERS, Settings, match_of
from .show import show
from .stats import SprtSettings

EXIT_FAULT = 3

_SPRT_WORD = re.compile(r"(elo0|elo1|alpha|beta|model)=\S+")

HELP = """\
Play Gomocup engines against each other.

Openings are played in pairs with colours swapped. The runner referees all rules itself. Results go to --out; a match
whose folder already holds games of the same settings is continued, so an interrupted match is resumed by the same
command.
"""

VENUE_SYNTAX = """\
A venue is one quoted string of key=value words: rule, board, openings, order, stones, seed, max_moves and swap2 (0 or
1), as the options of the same name, which hold where it does not say otherwise.
"""

EPILOG = f"""\
{ENGINE_SYNTAX}
{VENUE_SYNTAX}
{EVENT_SYNTAX}
Example:

\b
  fukumi-tools match --engine "name=new cmd=./target/release/fukumi" \\
      --engine "name=old cmd=./baseline/fukumi info.thread_num=1" \\
      --rule renju --board 15 --turn 0.3 --match 60 --games 200 \\
      --openings openings.txt --concurrency 2 --out runs/new-old

Exit status: 0 the match ended, also by SPRT; 1 an engine cannot be started; 2 wrong usage; 3 ended by
--stop-on-fault; 74 the results cannot be written; 130 interrupted.
"""


class LimitType(click.ParamType):
    """A positive number or `none`."""

    name = "number|none"

    def convert(self, value, param, ctx):
        if value is None or isinstance(value, int | float):
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


class _MatchCommand(click.Group):
    """Takes the words after --sprt as one value, quoted or not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, join_sprt_words(args))


def _take_event(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> None:
    """Makes the options of a file the defaults."""
    if path is None:
        return
    names = {option.lstrip("-").replace("-", "_"): known for known in ctx.command.params for option in known.opts}
    try:
        values = read_event(path)
    except EventError as error:
        raise click.UsageError(str(error)) from None
    for key in values:
        if key not in names or names[key] is parameter:
            raise click.UsageError(f"{path}: unknown option {key}")
    ctx.default_map = (ctx.default_map or {}) | {names[key].name: value for key, value in values.items()}


def _take_preset(ctx: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    """Makes the options of a preset the defaults, below those of a file."""
    if name is not None:
        ctx.default_map = dict(PRESETS[name]) | (ctx.default_map or {})
    return name


@click.group(
    cls=_MatchCommand,
    help=HELP,
    epilog=EPILOG,
    context_settings=options.CONTEXT,
    invoke_without_command=True,
    subcommand_metavar="[show FOLDER]",
)
@click.option(
    "--event",
    type=options.EXISTING_FILE,
    is_eager=True,
    expose_value=False,
    callback=_take_event,
    help="A file with options. Syntax below.",
)
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    is_eager=True,
    callback=_take_preset,
    help="Rule, board, times, memory, tolerance, cores and games of Gomocup; other options come before it.",
)
@options.engines(metavar="SPEC", help="An engine; at least two. Syntax below.")
@click.option("--each", default="", metavar="SPEC", help="Words that apply to every engine.")
@click.option(
    "--tournament",
    type=click.Choice([ROUND_ROBIN, GAUNTLET, SWISS, LADDER]),
    default=ROUND_ROBIN,
    show_default=True,
    help="With more than two engines: all against all, the first against the others, equals against equals, or one "
    "pairing after the other, that which makes the ratings surest.",
)
@click.option(
    "--rounds",
    type=options.whole(1),
    help="Rounds of the Swiss system, or pairings of a ladder; may grow later. Engines may join a ladder.",
)
@click.option(
    "--points",
    type=click.Choice(POINTS),
    default=GAME_POINTS,
    show_default=True,
    help="What a Swiss tournament counts. A match is all games of two engines in a round.",
)
@click.option(
    "--tie-breaks",
    default="",
    metavar="WORDS",
    help=f"What orders engines of equal points, in this order: {', '.join(TIE_BREAKS)}. "
    f"[default: {' '.join(USUAL_TIE_BREAKS)} in a Swiss tournament]",
)
@click.option(
    "--pairing",
    "pairings",
    multiple=True,
    metavar="'NAME NAME'",
    help="Two engines that meet; only these pairings of a round robin are played. Repeat it.",
)
@click.option(
    "--elo-within",
    type=options.number(),
    metavar="ELO",
    help="Pair only engines whose --ratings differ by this at most, as Gomocup does with 400.",
)
@click.option("--ratings", metavar="WORDS", help="The rating of each engine for --elo-within: NAME=ELO NAME=ELO.")
@click.option(
    "--venue",
    "venues",
    multiple=True,
    metavar="WORDS",
    help="A rule and a board, if there are several; each pairing plays all. Syntax below.",
)
@options.rule(help="Name or code of the rule; caro is 9, caro-overline 8.")
@options.board()
@click.option("--turn", type=options.number(), help="Seconds per move.")
@click.option("--match", type=options.number(), help="Seconds per game and engine.")
@click.option("--increment", type=options.number(), default=0.0, help="Seconds added after each move.")
@click.option("--nodes", type=options.whole(), help="Nodes per move (INFO max_node).")
@click.option("--depth", type=options.whole(), help="Depth per move (INFO max_depth).")
@click.option("--threads", type=options.whole(1), help="Threads of an engine (INFO thread_num).")
@click.option(
    "--memory", type=LimitType(), default="350", show_default=True, help="Megabytes (INFO max_memory), or none."
)
@options.tolerance(default=0.0)
@click.option(
    "--enforce/--no-enforce",
    default=None,
    help="Hold engines to their memory and --cores; a game is lost by more. [default: with --preset and --cores]",
)
@click.option("--cores", type=options.whole(1), help="Cores of an engine.")
@click.option(
    "--games",
    type=options.whole(2),
    help="Games per pairing, even; for each venue and each Swiss round. "
    f"[default: {DEFAULT_GAMES}, with --sprt {DEFAULT_SPRT_GAMES}]",
)
@options.openings("Opening file: records with moves=, points such as 'h8 i9', or offsets.")
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    default="sequential",
    show_default=True,
    help="Order of the openings of a file.",
)
@options.stones()
@click.option(
    "--seed", type=options.whole(), default=1, show_default=True, help="For random openings and random order."
)
@options.concurrency()
@options.ray("The engines and their files lie at the same place on all of them.")
@options.max_moves()
@click.option("--swap2", is_flag=True, help="The engines make the opening themselves, by swap2 (SWAP2BOARD).")
@click.option(
    "--balance", metavar="SPEC", help="An engine that finds random openings even, by searches of nodes=40000."
)
@click.option(
    "--within", type=options.number(), default=50.0, show_default=True, help="Points that --balance allows a side."
)
@click.option(
    "--agreed-win",
    metavar="WORDS",
    help="A win when both engines say so: moves=3 points=1000 after=0, of each in a row, with so many stones.",
)
@click.option("--agreed-draw", metavar="WORDS", help="The same for a draw: moves=10 points=20 after=100.")
@click.option(
    "--proven-win",
    metavar="WORDS",
    help="A win when a solver, a Fukumi, proves it for the side to move: cmd=PROGRAM nodes=10000.",
)
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
@click.option("--start-timeout", type=options.number(), default=30.0, show_default=True, help="Seconds to wait for OK.")
@click.option(
    "--hang-timeout",
    type=options.number(),
    default=600.0,
    show_default=True,
    help="Seconds to wait for a move without a time limit.",
)
@options.collected(Settings)
@click.pass_context
def main(ctx: click.Context, settings: Settings) -> None:
    if ctx.invoked_subcommand is not None:
        return
    match = match_of(settings)
    try:
        seats = _joined(settings.ray) if settings.ray else Seats
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    manner = replace(settings.manner, make_seats=seats)
    try:
        status = play_match(match, settings.out or temporary_folder("match"), manner, settings.resume)
    except FolderError as error:
        raise click.UsageError(str(error)) from None
    except (CannotPlay, SettingsError) as error:
        raise click.ClickException(str(error)) from None
    sys.exit({"fault": EXIT_FAULT, "interrupted": EXIT_INTERRUPTED}.get(status, 0))


def _joined(address: str) -> SeatMaker:
    """Joins a cluster and says what it has; returns what makes a worker's seats in it. Raises SettingsError."""
    click.echo(cluster.join(address))
    # Ray is there now.
    from .cluster import RemoteSeats

    return RemoteSeats


main.add_command(show)
