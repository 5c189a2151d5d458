"""Lists of games and positions, one a line, which the program reads.

`fukumi convert` reads every line, so the tools take what the program takes: `1. h8 2. i9`, `h8-i9`, passes, records
such as `size=20x15 moves=h8,i9` or `black=h8 white=i9`, and columns and rows from the middle.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fukumi_tools.files import read_text
from fukumi_tools.repository import ROOT

from .notation import Point, text_to_point
from .rules import Board, Color
from .size import full_size_text, parse_size

PROGRAM_VARIABLE = "FUKUMI"
"""The environment variable that names another program than the newest one that Cargo built."""

_PROFILES = ("release", "quick", "debug")
_PASS = "pass"
_FAULT = re.compile(r"error: standard input: (?:game \d+: )?line (\d+), column \d+: (.*)")
_LONGEST = 600.0
"""Seconds that the program may take for a file."""


class ListError(ValueError):
    """A list that cannot be read; the text says where and why."""


@dataclass(frozen=True)
class Entry:
    """A line of a list.

    `moves` are in the order of play, Black's first, None for a pass. A position without an order has `stones` instead.
    `to_move` is the side to move, if it is stated. `fields` has all that the line states by name.
    """

    line: int
    id: str
    size: tuple[int, int]
    moves: tuple[Point | None, ...] | None
    stones: tuple[tuple[Point, Color], ...] = ()
    to_move: Color | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


def content_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are neither empty nor remarks, and their numbers from 1. Raises ListError."""
    try:
        text = read_text(path)
    except ValueError as error:
        raise ListError(f"{path}: {error}") from None
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if line and not line.startswith("#"):
            yield number, line


def read_list(path: Path, board: Board) -> list[Entry]:
    """The entries of a file. Lines that state no board are for `board`. Raises ListError, naming the line."""
    lines = list(content_lines(path))
    if not lines:
        return []
    # Each line of the input has the number that it has in the file.
    numbered = [""] * lines[-1][0]
    for number, line in lines:
        numbered[number - 1] = line
    records = _convert("\n".join(numbered) + "\n", full_size_text(board), path)
    if len(records) != len(lines):
        raise ListError(f"{path}: {len(lines)} lines became {len(records)} games")
    return [_entry(number, line, record) for (number, line), record in zip(lines, records, strict=True)]


def _convert(text: str, size: str, path: Path) -> list[str]:
    """The records that the program makes of the lines."""
    command = [str(find_program()), "convert", "-", "--from", "moves", "--to", "record", "--size", size]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, encoding="utf-8", timeout=_LONGEST, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ListError(f"{path}: {command[0]} does not read it: {error}") from None
    fault = _FAULT.search(done.stderr)
    if fault:
        raise ListError(f"{path}, line {fault[1]}: {fault[2]}")
    if done.returncode != 0:
        raise ListError(f"{path}: {done.stderr.strip() or 'the program cannot read it'}")
    return done.stdout.splitlines()


def find_program() -> Path:
    """The program that reads lists: what the variable FUKUMI names, else the newest one that Cargo built, else the
    installed one. Raises ListError if there is none."""
    named = os.environ.get(PROGRAM_VARIABLE)
    if named:
        return Path(named)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / profile / name for profile in _PROFILES for name in ("fukumi", "fukumi.exe")]
    built = [program for program in built if program.is_file()]
    if built:
        return max(built, key=lambda program: program.stat().st_mtime)
    installed = shutil.which("fukumi")
    if installed is None:
        raise ListError("the program reads lists; build it with cargo build --release, or name it in FUKUMI")
    return Path(installed)


def _entry(number: int, line: str, record: str) -> Entry:
    fields = _fields(record)
    first = line.split()[0]
    own_id = first if "=" in line and "=" not in first else f"line-{number}"
    size = parse_size(fields["size"])
    to_move = {"b": Color.BLACK, "w": Color.WHITE}.get(fields.get("turn", ""))
    if "moves" in fields:
        moves = tuple(None if text == _PASS else text_to_point(text, size[1]) for text in _texts(fields["moves"]))
        return Entry(number, own_id, size, moves, to_move=to_move, fields=_fields(line))
    sides = (("black", Color.BLACK), ("white", Color.WHITE))
    stones = tuple(
        (text_to_point(text, size[1]), color) for key, color in sides for text in _texts(fields.get(key, "-"))
    )
    return Entry(number, own_id, size, None, stones, to_move, _fields(line))


def _fields(line: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in line.split() if "=" in word)


def _texts(field: str) -> list[str]:
    return [] if field == "-" else field.split(",")
