"""Files that are written whole, and checksums."""

import hashlib
import json
import os
from pathlib import Path


def write_json(path: Path, data: dict) -> None:
    """Replaces the file at once, so that a reader never sees half of it."""
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    os.replace(temporary, path)


def sha256_of(path: Path) -> str:
    """The checksum of a file as text."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
