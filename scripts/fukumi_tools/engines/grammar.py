"""What a line of an engine says to a manager that waits for a move, read leniently.

Engines of others put blanks around commas and write words in small letters. A manager has to understand them.
"""

import re
import string
from dataclasses import dataclass
from enum import StrEnum

from fukumi_tools.board.notation import Point

# Digits are those of ASCII, and no more of them than a number can have that makes sense.
_MOVE = re.compile(r"(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})", re.ASCII)
_LOOKS_LIKE_MOVE = re.compile(r"-?\d")


class Sense(StrEnum):
    """What a line is meant for."""

    MOVE = "move"
    """The answer, in a form that is a move."""
    ANSWER = "answer"
    """The answer, in another form: SWAP, several moves, or a move that cannot be read."""
    SUGGESTION = "suggestion"
    COMPLAINT = "complaint"
    REMARK = "remark"


@dataclass(frozen=True)
class Reading:
    """What a line is meant for, its text without blanks around it, and the point of a move, which may be off the
    board."""

    sense: Sense
    text: str
    point: Point | None = None


def read(line: str) -> Reading:
    """Reads a line that is not blank."""
    text = line.strip(string.whitespace)
    if move := _MOVE.fullmatch(text):
        return Reading(Sense.MOVE, text, (int(move[1]), int(move[2])))
    word = text.split(maxsplit=1)[0].upper()
    if _LOOKS_LIKE_MOVE.match(text) or word == "SWAP":
        return Reading(Sense.ANSWER, text)
    if word == "SUGGEST":
        return Reading(Sense.SUGGESTION, text)
    return Reading(Sense.COMPLAINT if word in ("ERROR", "UNKNOWN") else Sense.REMARK, text)


def begins_with_move(line: str) -> bool:
    """Whether a line begins with a move, whatever comes after it."""
    return _MOVE.match(line.strip(string.whitespace)) is not None
