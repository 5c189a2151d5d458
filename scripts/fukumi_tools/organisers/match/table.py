"""A table with plain values, whose columns say how they look. So a terminal, a page, CSV and JSON show the same."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


def as_text(value: Any) -> str:
    """How a column writes values that need no form."""
    return "-" if value is None else f"{value}"


def number(pattern: str) -> Callable[[Any], str]:
    """How a column writes numbers, by a pattern of `str.format`."""
    return lambda value: "-" if value is None else pattern.format(value)


percent = number("{:.1%}")


_NAMES = ["engine", "first", "second", "venue", "opening", "stones"]
_NAMES += ["limits", "program_name", "program_version", "program_author"]


@dataclass(frozen=True)
class Column:
    """`key` names it for programs, `heading` for people, for whom `form` writes its values.

    `is_fault`: anything but 0 deserves attention. `is_name`: a text, which begins at the left.
    """

    key: str
    heading: str
    form: Callable[[Any], str] = as_text
    is_fault: bool = False

    @property
    def is_name(self) -> bool:
        return self.key in _NAMES


@dataclass(frozen=True)
class Table:
    """`rows` have a value for each column. Below the table there are `notes` on its values, and its `legend`."""

    name: str
    title: str
    columns: list[Column]
    rows: list[list[Any]]
    notes: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()

    def texts(self) -> list[list[str]]:
        """The rows as people read them."""
        return [[column.form(value) for column, value in zip(self.columns, row, strict=True)] for row in self.rows]
