"""Fits tables into the width of a terminal: names are shortened, columns that find no room go into further parts.

The columns that say what a row is about are in every part, so no row loses its name.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from rich.cells import cell_len

from .table import Column, Table

GAP = 3
"""Characters between two columns."""
EDGES = 2
"""Characters beside the first and the last column together."""
MOVES, MOVES_WIDTH = "stones", 24
"""The key of the column with the moves of an opening, which are wrapped at this width."""

_NAME_WIDTHS = (40, 32, 24, 20, 16)
"""Characters of names where there is no room for all columns: the first that makes the fewest parts."""
_SHORTEST_NAME = 8
_LONGEST_HEADING = 12
_KEYS = ("rank", "engine", "first", "second", "venue", "opening")
_ELLIPSIS = "…"


def parts(table: Table, width: int) -> list[Table]:
    """The table as one that is no wider than so many characters, or as several, the notes below the last one."""
    if _total(_widths(table)) <= width:
        return [table]
    table = _with_short_headings(table)
    keys = len(list(takewhile(lambda column: column.key in _KEYS, table.columns)))
    found = min((_split(table, keys, limit, width) for limit in _NAME_WIDTHS), key=len)
    if any(_total(_widths(part)) > width for part in found):
        found = _split(table, keys, _SHORTEST_NAME, width)
    return [*found[:-1], replace(found[-1], notes=table.notes)]


def _split(table: Table, keys: int, limit: int, width: int) -> list[Table]:
    """The parts if the names in the first `keys` columns have so many characters at most."""
    table = _with_short_names(table, keys, limit)
    widths = _widths(table)
    groups = _groups(range(keys, len(widths)), widths, width - _total(widths[:keys]))
    return [_columns_of(table, [*range(keys), *group]) for group in groups]


def shortened(names: Sequence[str], width: int) -> list[str]:
    """The names in at most so many characters, without their middle, and different where the names are."""
    for tail in sorted(range(width), key=lambda tail: abs(tail - width // 2)):
        short = [_cut(name, width - 1 - tail, tail) if cell_len(name) > width else name for name in names]
        if len(set(short)) == len(set(names)):
            return short
    numbers = {name: f"{_ELLIPSIS}{number}" for number, name in enumerate(dict.fromkeys(names), start=1)}
    return [_cut(name, width - len(numbers[name]), 0)[:-1] + numbers[name] for name in names]


def _cut(name: str, head: int, tail: int) -> str:
    """The beginning and the end of a name, of so many characters of the terminal at most."""
    return f"{_beginning(name, head)}{_ELLIPSIS}{_beginning(name[::-1], tail)[::-1]}"


def _beginning(text: str, width: int) -> str:
    while cell_len(text) > width:
        text = text[:-1]
    return text


def _with_short_headings(table: Table) -> Table:
    """Names of engines above columns are shortened, other words are not."""
    columns = list(table.columns)
    engines = [index for index, column in enumerate(columns) if column.heading == column.key and not column.is_name]
    short = shortened([columns[index].heading for index in engines], _LONGEST_HEADING)
    for index, heading in zip(engines, short, strict=True):
        columns[index] = replace(columns[index], heading=heading)
    return replace(table, columns=columns)


def _with_short_names(table: Table, keys: int, limit: int) -> Table:
    """The names in the first `keys` columns in so many characters at most."""
    rows = [list(row) for row in table.rows]
    for index in (index for index in range(keys) if table.columns[index].is_name):
        for row, short in zip(rows, shortened([row[index] for row in rows], limit), strict=True):
            row[index] = short
    return replace(table, rows=rows)


def _groups(indices: Iterable[int], widths: list[int], room: int) -> Iterator[list[int]]:
    """The columns in order, as many together as find room, at least one."""
    group: list[int] = []
    taken = 0
    for index in indices:
        if group and taken + widths[index] + GAP > room:
            yield group
            group, taken = [], 0
        group.append(index)
        taken += widths[index] + GAP
    yield group


def _columns_of(table: Table, indices: list[int]) -> Table:
    columns = [table.columns[index] for index in indices]
    return replace(table, columns=columns, rows=[[row[index] for index in indices] for row in table.rows], notes=())


def _widths(table: Table) -> list[int]:
    texts = table.texts()
    return [
        max([cell_len(column.heading), *(_width(column, row[index]) for row in texts)])
        for index, column in enumerate(table.columns)
    ]


def _width(column: Column, text: str) -> int:
    return min(cell_len(text), MOVES_WIDTH) if column.key == MOVES else cell_len(text)


def _total(widths: Sequence[int]) -> int:
    """The width of a table with these columns."""
    return sum(widths) + GAP * (len(widths) - 1) + EDGES
