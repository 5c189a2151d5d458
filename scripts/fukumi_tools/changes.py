"""What is different in the settings of a match, as a table of old and new."""

import io
from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table

_WIDTH = 110
_HASH_DIGITS = 12
_NOTHING = "-"


def table_of_changes(before: dict, now: dict) -> str:
    """A line for each setting that is not the same; empty if there is none."""
    old, new = dict(_flat(before)), dict(_flat(now))
    names = [name for name in dict.fromkeys([*old, *new]) if old.get(name, _NOTHING) != new.get(name, _NOTHING)]
    if not names:
        return ""
    table = Table("setting", "before", "now", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        table.add_row(name, old.get(name, _NOTHING), new.get(name, _NOTHING))
    text = io.StringIO()
    Console(file=text, width=_WIDTH, markup=False, highlight=False, emoji=False, no_color=True).print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip("\n")


def _flat(settings: dict, name: str = "") -> Iterator[tuple[str, str]]:
    """The settings inside others by names such as `engines a limits turn`, and their values for people."""
    for key, value in settings.items():
        inner = f"{name} {key}".lstrip()
        if isinstance(value, dict) and value:
            yield from _flat(value, inner)
        elif "sha256" in inner.split() and isinstance(value, str):
            yield inner, value[:_HASH_DIGITS]
        else:
            yield inner, _in_words(value)


def _in_words(value) -> str:
    """What a person would write for the value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_in_words(item)}" for key, item in value.items()) or _NOTHING
    if isinstance(value, list):
        words = ("=".join(map(_in_words, item)) if isinstance(item, list) else _in_words(item) for item in value)
        return " ".join(words) or _NOTHING
    return _NOTHING if value is None else str(value)
