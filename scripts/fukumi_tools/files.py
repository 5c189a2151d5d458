"""Files that are read or written whole, files that grow by lines, and checksums.

Whatever writes goes through here, so that an error of writing names its file: the system leaves the name out once a
file is open.
"""

import errno
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SHORTAGES = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a disk that is full, or of a limit on what may be written."""


class WriteError(OSError):
    """A file or a folder cannot be written; `filename` says which."""

    @property
    def is_shortage(self) -> bool:
        """Whether the same would be written if there were more room."""
        return self.errno in SHORTAGES


@contextmanager
def writing(path: Path | str) -> Iterator[None]:
    """Around everything that writes to `path`, the making of folders for it included. Raises WriteError."""
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        raise WriteError(error.errno, error.strerror or str(error), str(path)) from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file to write to, which takes the place of `path` at the end, so that a reader never sees half of it.

    It is gone if the writing fails. What is no regular file, such as a terminal, is written to as it is. Raises
    WriteError.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with writing(path):
            yield path
        return
    temporary = path.with_name(f"{path.name}.tmp")
    try:
        with writing(path):
            yield temporary
            os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def write_bytes(path: Path, content: bytes) -> None:
    """Replaces the file at once. Raises WriteError."""
    with replacing(path) as file:
        file.write_bytes(content)


def write_text(path: Path, text: str) -> None:
    """Replaces the file at once, in UTF-8 and with the line ends of the text. Raises WriteError."""
    write_bytes(path, text.encode())


def write_json(path: Path, data: object) -> None:
    """Replaces the file at once. Raises WriteError."""
    write_text(path, json.dumps(data, indent=2) + "\n")


def make_folder(path: Path) -> None:
    """Makes the folder, and those around it, if need be. Raises WriteError."""
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)


class LineFile:
    """A file that grows by whole lines. One that cannot be written to its end is taken back."""

    def __init__(self, path: Path):
        """Opens the file for what is added to its end. Raises WriteError."""
        self._path = path
        with writing(path):
            self._file = path.open("ab", buffering=0)

    def __enter__(self) -> "LineFile":
        return self

    def __exit__(self, *exception) -> None:
        self.close()

    def append(self, text: str) -> None:
        """Adds one line or several, with their ends, all or none. Raises WriteError."""
        data = text.encode()
        with writing(self._path):
            before = os.fstat(self._file.fileno()).st_size
            try:
                while data:
                    data = data[self._file.write(data) :]
            except OSError:
                with suppress(OSError):
                    self._file.truncate(before)
                raise

    def sync(self) -> None:
        """Has all of it reach the disk. Raises WriteError."""
        with writing(self._path):
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """The file can no longer be added to."""
        self._file.close()


def append_lines(path: Path, text: str) -> None:
    """The same for a file that is not kept open. Raises WriteError."""
    with LineFile(path) as file:
        file.append(text)


def read_text(path: Path) -> str:
    """The text of a file that people write: UTF-8, also with the mark that editors on Windows begin it with.

    Raises ValueError, meant for the user, for another encoding.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} is not in UTF-8; save the file as text in UTF-8") from None


def describe(error: Exception) -> str:
    """An error in words for the user: of a file that cannot be read or written its name and why, without a number."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def sha256_of(path: Path) -> str:
    """The checksum of a file as text."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
