"""The results of a match as a page with a board, in one file that asks for nothing else.

The template is made by `scripts/web report` from the board in the browser. This module writes the tables into it, and
the games as JSON, from which the script draws the board.
"""

import html
import json
import re
from pathlib import Path
from urllib.parse import quote

from fukumi_tools.board.notation import point_to_text, text_to_point
from fukumi_tools.board.size import parse_size

from .played import facts_of
from .results import Results
from .standings import Tally
from .table import Column, Table

_TEMPLATE = Path(__file__).with_name("page.html")
_PLACE = re.compile(r"\{\{(\w+)\}\}")
COLUMNS = ("game", "black", "white", "result", "reason", "detail", "opening", "moves", "ms", "depth", "nodes", "eval")
"""What the page has of the record of each game, beside its venue and lines."""


def to_page(results: Results, tables: list[Table], title: str) -> str:
    """The page; the table of the games is left out, for they are in a list beside the board."""
    places = {
        "title": html.escape(title),
        "facts": html.escape("; ".join(facts_of(results))),
        "tables": "".join(map(_table, _in_order(tables))),
        # Nothing in the data can close the element that contains it.
        "data": json.dumps(_data(results), separators=(",", ":")).replace("<", "\\u003c"),
    }
    return _PLACE.sub(lambda place: places[place[1]], _TEMPLATE.read_text(encoding="utf-8"))


def _in_order(tables: list[Table]) -> list[Table]:
    """Who played comes first; the games are in a list beside the board."""
    return sorted((table for table in tables if table.name != "games"), key=lambda table: table.name != "engines")


def _table(table: Table) -> str:
    heads = "".join(f"<th{_kind(column)} scope=col>{html.escape(column.heading)}</th>" for column in table.columns)
    rows = []
    for values, texts in zip(table.rows, table.texts(), strict=True):
        cells = [
            f"<td{_kind(column, value)}>{_cell(table, values, column, value, text)}</td>"
            for column, value, text in zip(table.columns, values, texts, strict=True)
        ]
        rows.append("".join(cells))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    caption = f"<caption>{html.escape(table.title)}</caption>"
    notes = "".join(f"<p class=quiet>{html.escape(note)}</p>" for note in (*table.notes, *table.legend))
    # Whoever has no mouse scrolls a wide table by the keyboard.
    return (
        f"<div tabindex=0 role=region aria-label='{html.escape(table.title)}'>"
        f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>{notes}</div>"
    )


def _cell(table: Table, row: list, column: Column, value: object, text: str) -> str:
    """The text; in the crosstable a link to the games of the two engines, which the script of the page follows."""
    if table.name == "crosstable" and isinstance(value, Tally) and value.games:
        two = "/".join(quote(name, safe="") for name in (row[1], column.key))
        return f"<a href='#between/{two}'>{html.escape(text)}</a>"
    return html.escape(text)


def _kind(column: Column, value: object = None) -> str:
    if column.is_fault and value:
        return " class=fault"
    return " class=name" if column.is_name else ""


def _data(results: Results) -> dict:
    """What `board/src/match/read.ts` reads."""
    sizes = [parse_size(venue["board"]) for venue in results.venues]
    limits = {name: engine["limits"] for name, engine in results.settings["engines"].items()}
    return {
        "venues": [
            {"rule": venue["rule"], "width": width, "height": height}
            for venue, (width, height) in zip(results.venues, sizes, strict=True)
        ],
        "engines": {name: {"match": limit["match"], "increment": limit["increment"]} for name, limit in limits.items()},
        "games": [
            {
                **{key: record[key] for key in COLUMNS},
                "venue": record.get("venue", 0),
                "is_swap2": "swap2" in record,
                "pv": _lines(record, sizes[record.get("venue", 0)]),
            }
            for record in sorted(results.records, key=lambda record: record["game"])
        ],
    }


def _lines(record: dict, size: tuple[int, int]) -> list[str | None]:
    """The lines of the engines as labels of points. Older folders have none."""
    lines = record.get("pv") or [None] * len(record["moves"])
    return [line and _line(line, move, size) for line, move in zip(lines, record["moves"], strict=True)]


def _line(line: str, move: str, size: tuple[int, int]) -> str | None:
    """The line, counted from the side of the board from which its first move is the one that was played.

    None if it is neither, or leaves the board.
    """
    width, height = size
    points = [text_to_point(word, height) for word in line.split()]
    for turned in (points, [(x, height - 1 - y) for x, y in points]):
        is_on_board = all(x < width and 0 <= y < height for x, y in turned)
        if is_on_board and point_to_text(turned[0], height) == move:
            return " ".join(point_to_text(point, height) for point in turned)
    return None
