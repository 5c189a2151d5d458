"""A file that describes a match: options of the command line with their names, as TOML.

Each value becomes the text that the option takes, so that the two ways have one meaning. A table becomes words such as
`key=value`; `engine` and `venue` are lists of tables, one for each time the option is given, and `pairing` is a list of
pairs of names.
"""

import os
import shlex
import tomllib
from pathlib import Path

from fukumi_tools.engines.settings import SettingsError, split_words
from fukumi_tools.files import describe, read_text

EVENT_SYNTAX = """\
A file of --event has the options by their names, without the two hyphens, in TOML. Options of the command line come
before those of the file. Files are named from the folder of the file itself.

\b
  tournament = "swiss"
  rounds = 5
  match = 60
  tie-breaks = ["buchholz", "sonneborn-berger"]
  [[engine]]
  name = "fukumi"
  cmd = "./fukumi"
  threads = 2
  info = {evaluation = "classical"}
  [[venue]]
  rule = "renju"
  openings = "renju.txt"
"""

_FILES = ("cmd", "dir", "openings")
"""Keys whose values name files."""

_LISTS = ("engine", "venue")

_WORD_LISTS = ("tie-breaks",)
"""Keys whose values are lists of words."""

_PAIRS = "pairing"
"""The key whose value is a list of pairs of names."""


class EventError(ValueError):
    """A file that describes no match; the text is meant for the user."""


def read_event(path: Path) -> dict[str, object]:
    """The options by their names, with underscores for hyphens: a text, a list of texts, a number or a boolean.

    Raises EventError.
    """
    try:
        data = tomllib.loads(read_text(path))
    except OSError as error:
        raise EventError(describe(error)) from None
    except ValueError as error:
        raise EventError(f"{path}: {error}") from None
    try:
        return {key.replace("-", "_"): _option(key, value, path) for key, value in data.items()}
    except SettingsError as error:
        raise EventError(f"{path}: {error}") from None


def _option(key: str, value, path: Path):
    if isinstance(value, list) and key in _WORD_LISTS and _are_texts(value):
        return " ".join(value)
    if isinstance(value, list) and key == _PAIRS and all(isinstance(pair, list) and _are_texts(pair) for pair in value):
        return [shlex.join(pair) for pair in value]
    if isinstance(value, list):
        if key not in _LISTS or not all(isinstance(table, dict) for table in value):
            raise EventError(
                f"{path}: {key} cannot be a list; only {' and '.join(f'[[{name}]]' for name in _LISTS)} are"
            )
        return [_words(table, f"{path}, {key} {number}", path) for number, table in enumerate(value, start=1)]
    if key in _LISTS:
        raise EventError(f"{path}: write [[{key}]] with two brackets, for there may be several")
    if isinstance(value, dict):
        return _words(value, f"{path}, {key}", path)
    if isinstance(value, str):
        return _placed(key, value, path.parent)
    if isinstance(value, bool | int | float):
        return value
    raise EventError(f"{path}: {key} is neither a text nor a number")


def _are_texts(values: list) -> bool:
    return all(isinstance(value, str) for value in values)


def _words(table: dict, place: str, path: Path, prefix: str = "") -> str:
    """The words of a table, those of tables in it with their names before a point."""
    words = []
    for key, value in table.items():
        if isinstance(value, dict) and not prefix:
            words.append(_words(value, f"{place}: {key}", path, f"{key}."))
        elif isinstance(value, str | int | float):
            text = str(int(value)) if isinstance(value, bool) else str(value)
            words.append(shlex.quote(f"{prefix}{key}={text if prefix else _placed(key, text, path.parent)}"))
        else:
            raise EventError(f"{place}: {key} is neither a text nor a number")
    return " ".join(words)


def _placed(key: str, value: str, folder: Path) -> str:
    """The value, and a file named from the folder. A program without a folder is looked for in PATH, as in a shell."""
    if key not in _FILES or not value:
        return value
    if key != "cmd":
        return str((folder / Path(value).expanduser()).absolute())
    program, *rest = split_words(value, key) or [""]
    if os.sep in program or (os.altsep is not None and os.altsep in program):
        program = str((folder / Path(program).expanduser()).absolute())
    return shlex.join([program, *rest])
