"""A question with its files, to be answered on another machine."""

import json
import os
import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

from fukumi_tools.files import make_folder, write_bytes

from .question import Portions, split_id

_BEGIN = re.compile(rb'(\{"(?:id|name)":")([0-9]+)/')
"""How a result begins: with the name of its position, which begins with that of the file there."""


@dataclass(frozen=True)
class Parcel:
    """Puts the files of a question into a folder of another machine.

    `contents` are the files by their paths there. The first part of such a path is the number of an input in `names`,
    which has its name there and here.
    """

    portions: Portions
    contents: dict[str, bytes]
    names: list[tuple[str, str]]

    @classmethod
    def of(cls, portions: Portions) -> "Parcel":
        parcel = cls(portions, {}, [])
        sent: dict[str, str] = {}
        inputs = []
        for name in portions.question.inputs:
            here, position = split_id(name)
            # An input that is named twice is the same one there as well.
            if here not in sent:
                sent[here] = parcel._add(here)
            inputs.append(sent[here] + position)
        question = replace(portions.question, inputs=tuple(inputs))
        return replace(parcel, portions=replace(portions, question=question))

    def _add(self, here: str) -> str:
        """Takes a file, or the files of a folder; its name there."""
        path = Path(here)
        there = f"{len(self.names)}/{os.path.basename(os.path.abspath(here))}"
        if path.is_dir():
            self.contents.update(
                {f"{there}/{file.name}": file.read_bytes() for file in path.iterdir() if file.is_file()}
            )
        else:
            self.contents[there] = path.read_bytes()
        self.names.append((there, here.rstrip("/")))
        return there

    def __call__(self, folder: Path) -> "Placed":
        for name, content in self.contents.items():
            file = folder / name
            make_folder(file.parent)
            write_bytes(file, content)
        return Placed(self.portions, self.names)


@dataclass(frozen=True)
class Placed:
    """The parts of a question whose files have other names here; results get the names of the machine it is from."""

    portions: Portions
    names: list[tuple[str, str]]

    def arguments(self, part: int, file: Path) -> list[str]:
        return self.portions.arguments(part, file)

    def whole(self, part: int, status: int, errors: str, content: bytes) -> bytes:
        content = self.portions.whole(part, status, errors, content)
        return b"".join(map(self._renamed, content.splitlines(keepends=True)))

    def _renamed(self, line: bytes) -> bytes:
        key, number = _BEGIN.match(line).groups()
        there, here = map(_printed, self.names[int(number)])
        assert line.startswith(key + there), f"{line[:200]} is no result of {there}"
        return key + here + line[len(key + there) :]


def _printed(name: str) -> bytes:
    """A name as the program prints it within JSON."""
    shown = "".join("?" if unicodedata.category(c) == "Cc" else c for c in name)
    return json.dumps(shown, ensure_ascii=False)[1:-1].encode()
