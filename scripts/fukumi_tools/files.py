"""Files that are read or written whole, and checksums."""

import hashlib
import json
import os
from pathlib import Path


def write_json(path: Path, data: dict) -> None:
    """Replaces the file at once, so that a reader never sees half of it."""
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    os.replace(temporary, path)


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
