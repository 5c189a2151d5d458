"""The ratings of a match as a table of a document in Markdown."""

import re
from itertools import chain
from pathlib import Path

from fukumi_tools.files import write_text

from .table import Table

BEGIN, END = "<!-- ratings -->", "<!-- end of ratings -->"
"""The lines between which the table is."""

_MARKS = re.compile(r"[\\`*_\[\]<>&|~]")
"""What Markdown or HTML would take for more than text."""

_ESCAPED = r"\\\g<0>"

_COLUMNS = ("rank", "engine", "rating", "games", "score")


class MarkdownError(ValueError):
    """A document without a place for the table; the text is meant for the user."""


def to_markdown(table: Table, top: int | None = None) -> str:
    """The first rows of the table of ratings, all if `top` is None."""
    chosen = [index for index, column in enumerate(table.columns) if column.key in _COLUMNS]
    columns = [table.columns[index] for index in chosen]
    heads = [[column.heading for column in columns], ["---" if column.is_name else "--:" for column in columns]]
    rows = ([_MARKS.sub(_ESCAPED, texts[index]) for index in chosen] for texts in table.texts()[:top])
    lines = "".join(f"|{'|'.join(cells)}|\n" for cells in chain(heads, rows))
    return lines + "".join(f"\n{_MARKS.sub(_ESCAPED, note)}\n" for note in table.notes)


def replace_ratings(path: Path, table: Table, top: int | None = None) -> None:
    """Writes the table between the lines of a document that are meant for it. Raises MarkdownError without them."""
    text = path.read_text(encoding="utf-8")
    before, begin, rest = text.partition(f"{BEGIN}\n")
    _, end, after = rest.partition(f"{END}\n")
    if not begin or not end or BEGIN in after:
        raise MarkdownError(f"{path}: expected one line {BEGIN} and after it one line {END}")
    write_text(path, f"{before}{BEGIN}\n\n{to_markdown(table, top)}\n{END}\n{after}")
