"""The tables of a match for other programs: JSON and CSV."""

import csv
import io
import json
from typing import Any

from .estimates import Reading, as_dict
from .ranking import Rank
from .results import Results
from .standings import Tally
from .table import Table
from .tables import describe_points


def to_json(results: Results, tables: list[Table]) -> str:
    """All tables by their names, as lists of objects."""
    document = {
        "status": results.status,
        "games_planned": results.planned,
        "games_played": results.standings.games,
        **{
            table.name: [
                {column.key: _plain(value) for column, value in zip(table.columns, row, strict=True)}
                for row in table.rows
            ]
            for table in tables
        },
        "notes": [note for table in tables for note in table.notes],
    }
    return json.dumps(document, indent=2) + "\n"


def to_csv(table: Table) -> str:
    """One table; values of several numbers have a column for each."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads: list[str] | None = None
    for row in table.rows:
        cells: dict[str, Any] = {}
        for column, value in zip(table.columns, row, strict=True):
            plain = column.form(value) if column.form is describe_points else _plain(value)
            if isinstance(plain, dict):
                cells |= {f"{column.key}_{name}": part for name, part in plain.items()}
            elif isinstance(plain, list):
                cells[column.key] = " ".join(map(str, plain))
            else:
                cells[column.key] = plain
        if heads is None:
            heads = list(cells)
            writer.writerow(heads)
        writer.writerow(cells.values())
    return text.getvalue()


def _plain(value: Any) -> Any:
    """Numbers, texts, lists and objects only."""
    if isinstance(value, Tally):
        return value.counts() | {"points": value.points}
    if isinstance(value, Reading):
        return as_dict(value)
    if isinstance(value, Rank):
        return value.number
    return round(value, 5) if isinstance(value, float) else value
