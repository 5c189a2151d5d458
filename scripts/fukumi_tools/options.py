"""Options that several commands have, and the types of their values."""

import functools
import math
from collections.abc import Callable
from dataclasses import is_dataclass
from pathlib import Path
from typing import get_type_hints

import click

from .board.openings import DEFAULT_STONES
from .board.rules import RULE_NAMES, Board
from .board.size import parse_board

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
"""Settings of every command."""

Decorator = Callable[[Callable], Callable]

FOLDER = click.Path(file_okay=False, path_type=Path)
EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def collected(settings: type) -> Decorator:
    """Calls a command with one value, of a dataclass whose fields are its options.

    A field whose type is a dataclass again is made of the options of the names of its fields.
    """

    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def command(**values):
            used: set[str] = set()
            collected = _made(settings, values, used)
            assert used == values.keys(), f"options without a field: {values.keys() - used}"
            return function(collected)

        return command

    return decorate


def _made(kind: type, values: dict, used: set[str]):
    """The dataclass; the names of the values that it takes are added to `used`."""
    arguments = {}
    for name, hint in get_type_hints(kind).items():
        if is_dataclass(hint):
            arguments[name] = _made(hint, values, used)
        elif name in values:
            arguments[name] = values[name]
            used.add(name)
    return kind(**arguments)


class NumberType(click.ParamType):
    """A number from `least` to `most`, or one above `above`; never an infinite one."""

    def __init__(self, kind: type[int] | type[float], least=-math.inf, most=math.inf, above=-math.inf):
        self._kind, self._least, self._most, self._above = kind, least, most, above
        letter, self._wanted = ("n", "whole number") if kind is int else ("x", "number")
        self.name = letter
        if above > -math.inf:
            self.name, self._wanted = f"{letter}>{above}", f"{self._wanted} above {above}"
        elif most < math.inf:
            self.name, self._wanted = f"{least}<={letter}<={most}", f"{self._wanted} from {least} to {most}"
        elif least > -math.inf:
            self.name, self._wanted = f"{letter}>={least}", f"{self._wanted} of at least {least}"

    def convert(self, value, param, ctx):
        try:
            # As text, since a number of a file may have a fraction that a whole one has not.
            number = self._kind(str(value))
        except ValueError:
            number = math.nan
        if not (self._least <= number <= self._most and self._above < number < math.inf):
            self.fail(f"{str(value)!r} is not a {self._wanted}", param, ctx)
        return number


def whole(least: float = -math.inf, most: float = math.inf) -> NumberType:
    """The type of a whole number."""
    return NumberType(int, least, most)


def number(least: float = -math.inf, most: float = math.inf, above: float = -math.inf) -> NumberType:
    """The type of a number with a fraction."""
    return NumberType(float, least, most, above)


class BoardType(click.ParamType):
    """`15` or `20x15`, columns first."""

    name = "N|WxH"

    def convert(self, value, param, ctx):
        if isinstance(value, Board):
            return value
        try:
            return parse_board(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


# Each of these makes an option that several commands have; `settings` are those of `click.option` that differ.


def engine(**settings) -> Decorator:
    """Words in the syntax of `ENGINE_SYNTAX`."""
    return _option("--engine", settings, metavar="WORDS", help="As in `match`.")


def program() -> Decorator:
    """The program of this project, for work that no other engine does."""
    return engine(
        type=EXISTING_FILE, default="target/release/fukumi", show_default=True, metavar="FILE", help="The program."
    )


def engines(**settings) -> Decorator:
    """The same for several engines."""
    return _option("--engine", settings, "engines", multiple=True, metavar="WORDS", help="As in `match`.")


def rule(*parameter: str, **settings) -> Decorator:
    """The name or the code of a rule, a key of `RULE_NAMES`."""
    return _option(
        "--rule", settings, *parameter, type=click.Choice(list(RULE_NAMES)), default="freestyle", show_default=True
    )


def board(*parameter: str, **settings) -> Decorator:
    """An empty board."""
    return _option(
        "--board",
        settings,
        *parameter,
        type=BoardType(),
        default="15",
        show_default=True,
        help="Board size, 5 to 22: 15, or 20x15.",
    )


def openings(text: str) -> Decorator:
    """A file of openings, for a `BookChoice`."""
    default = "[default: the even ones of assets/openings for the rule, the board and the limits, or else random ones]"
    return click.option("--openings", type=EXISTING_FILE, help=f"{text} {default}")


def stones() -> Decorator:
    """The number of stones of random openings."""
    text = f"Random openings with so many stones, even where there is a list. [default: {DEFAULT_STONES}]"
    return click.option("--stones", type=whole(0, 40), help=text)


def tolerance(**settings) -> Decorator:
    """Seconds."""
    return _option("--tolerance", settings, type=number(0), show_default=True, help="Seconds of lateness forgiven.")


def max_moves() -> Decorator:
    """The number of stones at which a game is a draw."""
    text = "Draw when so many stones are on the board."
    return click.option("--max-moves", type=whole(1), help=text)


def concurrency(**settings) -> Decorator:
    """How much is done at a time."""
    return _option("--concurrency", settings, type=whole(1, 256), default=1, show_default=True, help="Games at a time.")


def ray(programs: str) -> Decorator:
    """The address of a cluster; `programs` says how its machines get those of the engines."""
    text = f"Work on the machines of a Ray cluster: auto, HOST:PORT or ray://HOST:PORT. {programs}"
    return click.option("--ray", metavar="ADDRESS", help=text)


def report_every(default: int, unit: str) -> Decorator:
    """How often a line reports how far the work is."""
    return click.option("--report-every", type=whole(1), default=default, show_default=True, help=unit)


def temporary_out(help: str) -> Decorator:
    """A folder, or none for one of `temporary_folder`."""
    return click.option("--out", type=FOLDER, help=f"{help} [default: a temporary one]")


def _option(name: str, settings: dict, *parameter: str, **usual) -> Decorator:
    return click.option(name, *parameter, **(usual | settings))
