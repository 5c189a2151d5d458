"""Reads the tables of a TOML file. Every error names the place and says what was expected."""

from typing import Any

_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}

REQUIRED = object()
"""Stands for the default of a key that must be there."""


class PlanError(ValueError):
    """A file of experiments cannot be used; the text names the place and is meant for the user."""


class Fields:
    """The keys of one table, each taken once; `finish` complains about those that were not taken."""

    def __init__(self, table: dict, place: str):
        self.place = place
        self._left = dict(table)
        self._known: list[str] = []

    def take(self, key: str, kind: type, default: Any = REQUIRED) -> Any:
        """The value of a key, or the default where it is missing. Raises PlanError for one of another type."""
        self._known.append(key)
        if key not in self._left:
            if default is REQUIRED:
                raise PlanError(f"{self.place}: {key} is missing")
            return default
        return checked(self._left.pop(key), kind, f"{self.place}: {key}")

    def positive(self, key: str, kind: type, default: Any = REQUIRED) -> Any:
        """A number above 0."""
        value = self.take(key, kind, default)
        if value is not None and value <= 0:
            raise PlanError(f"{self.place}: {key} must be above 0, got {value}")
        return value

    def texts(self, key: str, default: Any = REQUIRED) -> list[str]:
        """A list of texts, or one text for a list of one."""
        if isinstance(self._left.get(key), str):
            self._left[key] = [self._left[key]]
        values = self.take(key, list, default)
        return [checked(item, str, f"{self.place}: {key}, item {number}") for number, item in enumerate(values, 1)]

    def finish(self) -> None:
        """Raises PlanError for a key that is not known here."""
        if self._left:
            unknown = next(iter(self._left))
            raise PlanError(f"{self.place}: unknown key {unknown!r}; known are {', '.join(sorted(self._known))}")


def checked(value: Any, kind: type, place: str) -> Any:
    """The value, if it is of the type: a whole number is also a number, anything is an object. Raises PlanError."""
    if kind is object:
        return value
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise PlanError(f"{place} must be {_WORDS[kind]}, got {value!r}")
    return value
