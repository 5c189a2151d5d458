"""The folder or the list that a tool works in: one process at a time, and a folder always with the same settings."""

import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from .changes import table_of_changes
from .files import make_folder, write_json, writing

SETTINGS_FILE = "settings.json"
"""What the results in a folder are valid for."""

_NEWER = ("directory", "eol", "hang_timeout")
"""Settings that folders of earlier versions do not have, whatever they were. There they count as the same."""

_LOCK_FILE = "lock"
_GLANCE_SECONDS = 0.2
"""How long a process that only looks whether a folder is in use may have its lock."""


class FolderError(Exception):
    """A folder or a list cannot be used; the text is meant for the user."""


def temporary_folder(name: str) -> Path:
    """Where a tool leaves its results if no folder is named; of its own for each second."""
    return Path(tempfile.gettempdir()) / time.strftime(f"fukumi-{name}-%Y%m%d-%H%M%S")


def lock_folder(directory: Path) -> FileLock:
    """Makes the folder if need be and takes it for this process, until the lock is released or the process ends.

    Raises FolderError if another process has it, WriteError if it cannot be written.
    """
    make_folder(directory)
    with writing(directory):
        return _acquired(directory / _LOCK_FILE, f"is at work in {directory}; wait for it or choose another folder")


@contextmanager
def locked_list(path: Path) -> Iterator[None]:
    """Takes a file that grows by lines for this process. A file beside it, which is gone at the end, is the lock.

    What is no regular file, such as a terminal, is free for all. Raises FolderError if another process has the list,
    WriteError if its folder cannot be written.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        yield
        return
    file = path.with_name(f"{path.name}.lock")
    with writing(path):
        # `FileLock` would make folders.
        file.touch()
        lock = _acquired(file, f"writes {path}; wait for it or choose another file")
    try:
        yield
    finally:
        # Windows removes it by itself, and not before.
        with suppress(OSError):
            file.unlink()
        lock.release()


def _acquired(file: Path, doing: str) -> FileLock:
    """The lock of this file. Raises FolderError, which says what another process is doing, if that has it."""
    lock = FileLock(file, timeout=_GLANCE_SECONDS)
    try:
        lock.acquire()
    except Timeout:
        raise FolderError(f"another process {doing}") from None
    return lock


def is_abandoned(directory: Path) -> bool:
    """Whether a process has worked in the folder, and none does now; False also where that cannot be found out."""
    file = directory / _LOCK_FILE
    if not file.exists():
        return False
    try:
        with FileLock(file, timeout=0):
            return True
    except (Timeout, OSError):
        return False


def read_object(file: Path) -> dict:
    """The object in a file of JSON that a tool keeps in its folder. Raises FolderError if the file is damaged."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise damaged(file, error) from None
    if not isinstance(found, dict):
        raise damaged(file, "it holds no object of JSON")
    return found


def damaged(file: Path, reason: Exception | str) -> FolderError:
    """The error for a file that no tool has left so."""
    text = reason if isinstance(reason, str | json.JSONDecodeError) else repr(reason)
    return FolderError(f"{file} is damaged: {text}; put it right or choose another folder")


def keep_settings(
    directory: Path, settings: dict, work: str, growing: str | None = None, ordered: str | None = None
) -> None:
    """Writes the settings of a match, a run or other `work` into its folder.

    Raises FolderError if the folder has damaged ones, or other ones, with a table of what is different. The dictionary
    of the setting `growing` may have new entries; that of `ordered` must have its entries in the same order.
    """
    file = directory / SETTINGS_FILE
    # As they will be read again.
    settings = json.loads(json.dumps(settings))
    if file.exists():
        before = read_object(file)
        for name in filter(None, (growing, ordered)):
            if not isinstance(before.get(name, {}), dict):
                raise damaged(file, f"{name} is no object of JSON")
        _add_newer(before, settings)
        compared = dict(settings)
        if growing is not None:
            old = before.get(growing, {})
            compared[growing] = {name: value for name, value in settings[growing].items() if name in old}
        if ordered is not None:
            for each in (before, compared):
                each[f"order of {ordered}"] = ", ".join(each.get(ordered, {}))
        if changes := table_of_changes(before, compared):
            advice = "go back to them or choose another folder"
            raise FolderError(f"{directory} holds a {work} with other settings; {advice}\n\n{changes}")
    write_json(file, settings)


def _add_newer(before: object, now: object) -> None:
    """Adds the settings in `_NEWER` to those that lack them, also where they are inside others."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in now.items():
            if key in _NEWER:
                before.setdefault(key, value)
            else:
                _add_newer(before.get(key), value)
    elif isinstance(before, list) and isinstance(now, list):
        for old, new in zip(before, now, strict=False):
            _add_newer(old, new)
