"""What was played, for people who read the results: kept beside the settings of a match, which it does not change.

A match that goes on keeps the preset that it had and the time at which it began.
"""

from dataclasses import asdict, dataclass, field
from pathlib import Path

from fukumi_tools.files import write_json
from fukumi_tools.folder import damaged, read_object

ABOUT_FILE = "about.json"
"""Name of the file; matches of earlier versions have none."""


@dataclass(frozen=True)
class About:
    """`preset` is the name of the preset that was chosen, if any, and `begun` the time of the first start in ISO 8601.

    `engines` has the answers to ABOUT by engine, None where there was none. `tie_breaks` are those that were chosen.
    """

    preset: str | None = None
    begun: str | None = None
    engines: dict[str, str | None] = field(default_factory=dict)
    tie_breaks: list[str] = field(default_factory=list)


def read_about(directory: Path) -> About:
    """What the folder of a match says. Raises FolderError for a damaged file."""
    path = directory / ABOUT_FILE
    if not path.exists():
        return About()
    try:
        about = About(**read_object(path))
    except TypeError as error:
        raise damaged(path, error) from None
    texts = [about.preset, about.begun, *(about.engines.values() if isinstance(about.engines, dict) else [0])]
    if not (isinstance(about.tie_breaks, list) and all(isinstance(text, str | None) for text in texts)):
        raise damaged(path, "a value is of another kind")
    return about


def keep_about(directory: Path, about: About) -> None:
    """Writes it into the folder of a match. What the folder says already comes first, but tie-breaks may change.

    Raises FolderError for a damaged file.
    """
    before = read_about(directory)
    kept = About(
        preset=before.preset or about.preset,
        begun=before.begun or about.begun,
        engines=about.engines | before.engines,
        tie_breaks=about.tie_breaks,
    )
    write_json(directory / ABOUT_FILE, asdict(kept))
