"""A set of games in parts: each is a file of `fukumi datagen` with a seed of its own, and is played as a whole."""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from fukumi_tools.engines.process import describe_end
from fukumi_tools.files import sha256_of, write_json
from fukumi_tools.folder import read_object
from fukumi_tools.parts import PartError, last_line

PLAN_FILE = "plan.json"


@dataclass(frozen=True)
class Plan:
    """What all parts have in common: part number N, from 0, has the seed `seed` + N.

    `sha256` is that of the program, `options` are words for its command `datagen`; `files` has the sha256 of each file
    that they name.
    """

    sha256: str
    seed: int
    part_games: int
    options: tuple[str, ...]
    files: dict[str, str]

    def arguments(self, part: int, file: Path) -> list[str]:
        """What the program is called with to write a part to a file."""
        fixed = {"--seed": self.seed + part, "--games": self.part_games, "--out": file}
        return ["datagen", *self.options, *(str(word) for pair in fixed.items() for word in pair)]

    def whole(self, part: int, status: int, errors: str, content: bytes) -> bytes:
        """The content. Raises PartError if the program failed."""
        if status != 0:
            raise PartError(f"part {part}: {last_line(errors) or describe_end(status)}")
        return content


def files_of(words: Iterable[str]) -> dict[str, str]:
    """The sha256 of the files that words name, alone or as in `--evaluation=FILE`."""
    names = {name for word in words for name in (word, word.partition("=")[2]) if name}
    return {name: sha256_of(Path(name)) for name in sorted(names) if os.path.isfile(name)}


def path_of(folder: Path, part: int) -> Path:
    return folder / f"part-{part:05d}.fkg"


def missing_parts(folder: Path, plan: Plan, games: int) -> list[int]:
    """Prepares the folder, which is there; returns the parts it lacks to have so many games, rounded up to whole parts.

    Raises PartError if it holds parts of another plan, FolderError if its plan is damaged.
    """
    file = folder / PLAN_FILE
    new = json.loads(json.dumps(asdict(plan)))
    if file.exists():
        old = read_object(file)
        # Older folders know nothing of files.
        old.setdefault("files", new["files"])
        different = [key for key in new if old.get(key) != new[key]]
        if different:
            raise PartError(f"{folder} holds games of another plan; different: {', '.join(different)}")
    elif any(folder.glob("part-*.fkg")):
        raise PartError(f"{folder} has parts but no {PLAN_FILE}; choose another folder")
    else:
        write_json(file, new)
    parts = range(-(-games // plan.part_games))
    return [part for part in parts if not path_of(folder, part).exists()]
