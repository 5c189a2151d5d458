"""The log: JSON lines, one record for each finished experiment and for each note about one.

A record is appended by one write that reaches the disk before anything else is done. A line that was cut off, by
whatever killed its writer, goes away with the next record; its experiment has no record then, and gets one.
"""

import json
import os
from pathlib import Path

from filelock import FileLock

from fukumi_tools.files import LineFile, make_folder, writing

KINDS = ("experiment", "note")
"""An experiment of the queue; a line on one that was played by other means. A note leaves out what is not known."""

_NEEDED = {"experiment": ("key", "name", "idea", "date", "stages", "verdict", "kept"), "note": ("name", "idea", "date")}
_LEFT_OUT = {"key": None, "opponent": None, "stages": [], "verdict": None, "reason": None, "kept": None}
_LEFT_OUT_OF_STAGE = {"limit": None, "remark": None, "bounds": None, "games": None}


class LogError(Exception):
    """A log cannot be read or written; the text is meant for the user."""


class Log:
    """One file of records. Several processes may append to it."""

    def __init__(self, path: Path):
        self.path = path

    def records(self) -> dict[str, dict]:
        """The experiments that have a record, by key. Raises LogError."""
        return {record["key"]: record for record in read_records(self.path) if record["kind"] == "experiment"}

    def append(self, record: dict) -> bool:
        """Adds a record; False if its experiment has one already. Raises LogError, or WriteError."""
        with writing(self.path):
            make_folder(self.path.parent)
            with FileLock(self.path.with_name(self.path.name + ".lock")):
                if record["key"] in self.records():
                    return False
                self._append_line(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
        return True

    def _append_line(self, line: str) -> None:
        self.path.touch()
        with open(self.path, "rb+") as file:
            file.truncate(len(_complete(file.read())))
        with LineFile(self.path) as log:
            log.append(line)
            log.sync()
        if os.name == "posix":
            # The name of a new file, too.
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def read_records(path: Path) -> list[dict]:
    """All records of a log in their order; none if there is no such file. Raises LogError, naming the line."""
    try:
        data = _complete(path.read_bytes())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}") from None
    records = []
    for number, line in enumerate(data.decode(errors="replace").split("\n")[:-1], start=1):
        try:
            record = json.loads(line)
            if record["kind"] not in KINDS:
                raise ValueError(f"unknown kind {record['kind']!r}")
            for name in _NEEDED[record["kind"]]:
                record[name]
        except (ValueError, KeyError, TypeError) as error:
            raise LogError(f"{path}, line {number}: no record of an experiment: {error!r}") from None
        stages = [_LEFT_OUT_OF_STAGE | stage for stage in record.get("stages", [])]
        records.append(_LEFT_OUT | record | {"stages": stages})
    return records


def _complete(data: bytes) -> bytes:
    """All lines that were written to their end."""
    return data[: data.rfind(b"\n") + 1]
