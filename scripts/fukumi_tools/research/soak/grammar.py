"""What every line of output must look like, read as strictly as by the strictest manager, and what it says.

The tests in Rust have a grammar of their own, `crates/driver/src/grammar.rs`. `crates/driver/replies.txt` holds both.
"""

import re
from dataclasses import dataclass
from enum import Enum, StrEnum

from fukumi_tools.board.notation import Point

MAX_LINE_BYTES = 2000

_NUMBER = "(?:0|[1-9][0-9]{0,8})"
_MOVE = f"{_NUMBER},{_NUMBER}"
_LOG = (b"MESSAGE ", b"DEBUG ", b"INFO ")


class Form(StrEnum):
    """The forms of a reply."""

    OK = "ok"
    SWAP = "swap"
    ERROR = "error"
    UNKNOWN = "unknown"
    MESSAGE = "message"
    DEBUG = "debug"
    INFO = "info"
    SUGGEST = "suggest"
    MOVES = "moves"
    PASS = "pass"
    FORBID = "forbid"
    ABOUT = "about"


_PATTERNS = {
    Form.OK: re.compile("OK"),
    Form.SWAP: re.compile("SWAP"),
    Form.ERROR: re.compile("ERROR [^ ].*"),
    Form.UNKNOWN: re.compile("UNKNOWN [^ ].*"),
    Form.MESSAGE: re.compile("MESSAGE [^ ].*"),
    Form.DEBUG: re.compile("DEBUG [^ ].*"),
    Form.INFO: re.compile("INFO (?P<key>[A-Z][A-Z0-9_]*) [^ ].*"),
    Form.SUGGEST: re.compile(f"SUGGEST (?P<moves>{_MOVE})"),
    Form.MOVES: re.compile(f"(?P<moves>{_MOVE}(?: {_MOVE}){{0,2}})"),
    Form.PASS: re.compile("-1,-1"),
    Form.FORBID: re.compile(r"FORBID (?P<digits>(?:[0-9]{4})*)\."),
    Form.ABOUT: re.compile('name="[^",=]+"(?:, [A-Za-z]+="[^",=]*")*'),
}


@dataclass(frozen=True)
class Reading:
    """What a line says: its form, the points in it, and the key of an INFO line."""

    form: Form
    points: tuple[Point, ...] = ()
    key: str = ""

    def __str__(self) -> str:
        points = [f"{x},{y}" for x, y in self.points]
        return " ".join([self.form, *filter(None, [self.key]), *points])


class Breach(Enum):
    """Why a line is bad."""

    CARRIAGE_RETURN = "it holds a CR; lines end in LF alone"
    EMPTY = "it is empty"
    BLANK_AT_AN_END = "it begins or ends with a blank"
    NOT_PRINTABLE = "it holds a byte that is not printable ASCII"
    TOO_LONG = f"it is longer than {MAX_LINE_BYTES} bytes"
    NO_REPLY = "it fits no form of reply in the protocol"


def read(line: bytes) -> Reading | Breach:
    """What a line says, given without its line end, or the first rule that it breaks."""
    if b"\r" in line:
        return Breach.CARRIAGE_RETURN
    if not line:
        return Breach.EMPTY
    if line != line.strip(b" "):
        return Breach.BLANK_AT_AN_END
    if not all(0x20 <= byte <= 0x7E for byte in line):
        return Breach.NOT_PRINTABLE
    if len(line) > MAX_LINE_BYTES:
        return Breach.TOO_LONG
    text = line.decode("ascii")
    for form, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(text):
            return _reading(form, match.groupdict())
    return Breach.NO_REPLY


def _reading(form: Form, parts: dict[str, str]) -> Reading:
    digits = parts.get("digits", "")
    points = [(int(digits[i : i + 2]), int(digits[i + 2 : i + 4])) for i in range(0, len(digits), 4)]
    for move in parts.get("moves", "").split():
        x, y = move.split(",")
        points.append((int(x), int(y)))
    return Reading(form, tuple(points), parts.get("key", ""))


def breach(line: bytes) -> str | None:
    """Why a line, given without its line end, is bad; None if it is not."""
    reading = read(line)
    return reading.value if isinstance(reading, Breach) else None


def moves_in(text: str) -> tuple[Point, ...]:
    """The moves of a line, none if it is no line of moves."""
    reading = read(text.encode("utf-8", "surrogateescape"))
    return reading.points if isinstance(reading, Reading) and reading.form is Form.MOVES else ()


def is_log(line: bytes) -> bool:
    """Whether a line is one of those that may come before the line which answers a command."""
    return line.startswith(_LOG)
