"""The command line of the match runner."""

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import click

from fukumi_tools import options
from fukumi_tools.board.openings import BookChoice, OpeningError
from fukumi_tools.board.rules import RULE_NAMES, Board, Rule
from fukumi_tools.engines.settings import (
    ENGINE_SYNTAX,
    Conditions,
    Limits,
    SettingsError,
    parse_engine,
    parse_words,
    with_distinct_names,
)
from fukumi_tools.folder import FolderError, temporary_folder
from fukumi_tools.terminal import EXIT_INTERRUPTED, on_interrupt

from .event import EVENT_SYNTAX, EventError, read_event
from .join import join_cluster
from .play import CannotPlay, Manner, MatchSettings, play_match
from .schedule import GAUNTLET, ROUND_ROBIN, SWISS
from .seats import Seats
from .show import show
from .stats import SprtSettings
from .venue import Venue

DEFAULT_GAMES = 100
DEFAULT_SPRT_GAMES = 100_000

EXIT_FAULT = 3

ORDERS = ["sequential", "random"]

_SPRT_WORD = re.compile(r"(elo0|elo1|alpha|beta|model)=\S+")

HELP = """\
Play Gomocup engines against each other.

Openings are played in pairs with colours swapped. The runner referees all rules itself. Results go to --out; a match
whose folder already holds games of the same settings is continued, so an interrupted match is resumed by the same
command.
"""

VENUE_SYNTAX = """\
A venue is one quoted string of key=value words: rule, board, openings, order, stones, seed and max_moves, as the
options of the same name, which hold where it does not say otherwise.
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
    rounds: int | None
    venues: tuple[str, ...]
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

    def venue(self, text: str) -> Venue:
        """The one of these words. Raises SettingsError or OpeningError."""
        fields = parse_words(text, "--venue")
        values = {name: fields.pop(name, None) for name in ("rule", "board", "openings", "stones", "seed", "max_moves")}
        order = fields.pop("order", self.book.order)
        if fields:
            raise SettingsError(f"--venue {text!r}: unknown key {next(iter(fields))!r}")
        try:
            rule = RULE_NAMES[values["rule"] or self.rule]
            board = options.parse_board(values["board"]) if values["board"] else self.board
            numbers = {name: int(values[name]) for name in ("stones", "seed", "max_moves") if values[name] is not None}
        except KeyError:
            raise SettingsError(f"--venue {text!r}: unknown rule {values['rule']!r}") from None
        except ValueError as error:
            raise SettingsError(f"--venue {text!r}: {error}") from None
        if order not in ORDERS:
            raise SettingsError(f"--venue {text!r}: order must be {' or '.join(ORDERS)}, got {order!r}")
        choice = BookChoice(
            openings=Path(values["openings"]) if values["openings"] else self.book.openings,
            order=order,
            stones=numbers.get("stones", self.book.stones),
            seed=numbers.get("seed", self.book.seed),
        )
        conditions = self._conditions(board, rule, numbers.get("max_moves", self.max_moves))
        book = choice.open(board, rule)
        return Venue(conditions, book, choice.describe(book))

    def _conditions(self, board: Board, rule: Rule, max_moves: int | None) -> Conditions:
        return Conditions(
            width=board.width,
            height=board.height,
            rule=rule,
            tolerance=self.tolerance,
            max_moves=max_moves,
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
        if (self.rounds is not None) != (self.tournament == SWISS):
            raise click.UsageError("--rounds goes with --tournament swiss")
        if self.resume and self.out is None:
            raise click.UsageError("--resume needs --out")
        if self.book.openings is not None and self.book.stones is not None:
            raise click.UsageError("--stones is for random openings, not for those of a file")


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
    ctx.default_map = {names[key].name: value for key, value in values.items()}


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
@options.engines(metavar="SPEC", help="An engine; at least two. Syntax below.")
@click.option("--each", default="", metavar="SPEC", help="Words that apply to every engine.")
@click.option(
    "--tournament",
    type=click.Choice([ROUND_ROBIN, GAUNTLET, SWISS]),
    default=ROUND_ROBIN,
    show_default=True,
    help="With more than two engines: all against all, the first against the others, or equals against equals.",
)
@click.option("--rounds", type=click.IntRange(min=1), help="Rounds of the Swiss system; may grow later.")
@click.option(
    "--venue",
    "venues",
    multiple=True,
    metavar="WORDS",
    help="A rule and a board, if there are several; each pairing plays all. Syntax below.",
)
@options.rule(help="Name or code of the rule; caro is 9, caro-overline 8.")
@options.board()
@click.option("--turn", type=float, help="Seconds per move.")
@click.option("--match", type=float, help="Seconds per game and engine.")
@click.option("--increment", type=float, default=0.0, help="Seconds added after each move.")
@click.option("--nodes", type=int, help="Nodes per move (INFO max_node).")
@click.option("--depth", type=int, help="Depth per move (INFO max_depth).")
@click.option("--threads", type=click.IntRange(min=1), help="Threads of an engine (INFO thread_num).")
@click.option(
    "--memory", type=LimitType(), default="350", show_default=True, help="Megabytes (INFO max_memory), or none."
)
@options.tolerance(default=0.0)
@click.option(
    "--games",
    type=click.IntRange(min=2),
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
@click.pass_context
def main(ctx: click.Context, settings: Settings) -> None:
    if ctx.invoked_subcommand is not None:
        return
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


main.add_command(show)


def match_of(settings: Settings) -> MatchSettings:
    """The match that is asked for. Raises click.UsageError if the options make no match."""
    settings.check()
    try:
        specs = with_distinct_names([parse_engine(text, settings.limits, settings.each) for text in settings.engines])
        venues = [settings.venue(text) for text in settings.venues or [""]]
    except (SettingsError, OpeningError, OSError) as error:
        raise click.UsageError(str(error)) from None
    if settings.sprt and (len(specs) != 2 or len(venues) != 1):
        raise click.UsageError("--sprt needs exactly two engines, and one venue")
    return MatchSettings(
        specs=specs,
        venues=venues,
        games=settings.games or (DEFAULT_SPRT_GAMES if settings.sprt else DEFAULT_GAMES),
        sprt=settings.sprt,
        kind=settings.tournament,
        rounds=settings.rounds or 1,
    )
