"""The checkout that the tools work on."""

from pathlib import Path


def _find() -> Path:
    """The checkout that the package is installed from by `pip install -e`, else the one around the current folder."""
    own = Path(__file__).resolve().parents[2]
    for folder in (own, Path.cwd(), *Path.cwd().parents):
        if (folder / "Cargo.toml").is_file() and (folder / "assets" / "openings").is_dir():
            return folder
    return own


ROOT = _find()
