"""What is different in the settings of a match, as a table of old and new."""

import io
import json
from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table

_WIDTH = 110
_HASH_DIGITS = 12
_NOTHING = "-"


def table_of_changes(before: dict, now: dict) -> str:
    """A line for each setting that is not the same; empty if there is none. What is empty counts as missing."""
    old, new = dict(_flat(before)), dict(_flat(now))
    paths = [path for path in dict.fromkeys([*old, *new]) if old.get(path) != new.get(path)]
    if not paths:
        return ""
    table = Table("setting", "before", "now", box=box.SIMPLE_HEAD, pad_edge=False)
    for path in paths:
        values = old.get(path), new.get(path)
        words = [_in_words(value, "sha256" in path) for value in values]
        table.add_row(" ".join(path), *(words if len(set(words)) == 2 else map(json.dumps, values)))
    text = io.StringIO()
    Console(file=text, width=_WIDTH, markup=False, highlight=False, emoji=False, no_color=True).print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip("\n")


def _flat(settings: dict, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """The settings inside others by paths such as `engines`, `a`, `limits`, `turn`, without those that are empty."""
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _flat(value, (*path, key))
        elif value is not None and value != []:
            yield (*path, key), value


def _in_words(value, is_checksum: bool = False) -> str:
    """What a person would write for the value."""
    if is_checksum and isinstance(value, str):
        return value[:_HASH_DIGITS]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_in_words(item)}" for key, item in value.items()) or _NOTHING
    if isinstance(value, list):
        words = ("=".join(map(_in_words, item)) if isinstance(item, list) else _in_words(item) for item in value)
        return " ".join(words) or _NOTHING
    return _NOTHING if value is None else str(value)
