"""The records of the log: JSON lines, one for each idea that was tried.

    subject     what it is about, one of `tables.SUBJECTS`
    name, idea  for people
    date        of the end
    opponent    what the idea was compared with
    stages      the matches, in order, from the view of the idea
    figures     of an idea that was tried on positions instead of games: what was counted, and the result
    kept        what became of it: yes, no or open, with words on it
    reason      why, if a word is not enough
    follows     name and idea of the earlier record that "the same" and the like refer to
    source      where it was written before

A stage has `rule`, `board`, `limit` of a move, `games`, `wins`, `draws`, `losses`, `pentanomial`, `elo`, `remark`, and
with a sequential test `bounds`, `llr` and `verdict`. What is not known is left out. Other fields are for readers alone.
"""

import json
from pathlib import Path

from fukumi_tools.files import describe

_NEEDED = ("name", "idea", "date", "kept")


class LogError(ValueError):
    """A log cannot be read; the text is meant for the user."""


def read_records(path: Path) -> list[dict]:
    """All records of a file in their order. Raises LogError, naming the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(describe(error)) from None
    return [_record(line, f"{path}, line {number}") for number, line in enumerate(lines, start=1)]


def _record(line: str, place: str) -> dict:
    try:
        record = json.loads(line)
        if missing := [name for name in _NEEDED if name not in record]:
            raise ValueError(f"{missing[0]} is missing")
    except (ValueError, TypeError) as error:
        raise LogError(f"{place}: no record of the log: {error}") from None
    return record
