"""The command of the program, as a person would type it, and parts of its positions."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from fukumi_tools.engines import family
from fukumi_tools.engines.process import describe_end
from fukumi_tools.parts import PartError, last_line

COMMANDS = ("solve", "analyze")

_OWN = ("--out", "--only", "--list", "--json", "--threads", "--html", "--svg", "--proof")
"""Options of the program that say where results go, and how the work is shared."""

_LEFT_OPEN = 3
"""Exit status of the program if an answer is not known. With 1 some positions cannot be read."""


class QuestionError(ValueError):
    """The words make no sense; the text is meant for the user."""


@dataclass(frozen=True)
class Question:
    """A command, the files and folders with the positions, and options."""

    command: str
    inputs: tuple[str, ...]
    options: tuple[str, ...]

    @classmethod
    def of(cls, words: tuple[str, ...]) -> "Question":
        """Reads words such as `solve positions.txt --nodes 1000`. Raises QuestionError."""
        command, *rest = words
        if command not in COMMANDS:
            raise QuestionError(f"expected {' or '.join(COMMANDS)}, got {command!r}")
        count = next((i for i, word in enumerate(rest) if word.startswith("-")), len(rest))
        inputs, options = rest[:count], rest[count:]
        if not inputs:
            raise QuestionError(f"name the files with the positions after {command}, before its options")
        if missing := [name for name in inputs if not Path(split_id(name)[0] or name).exists()]:
            raise QuestionError(f"there is no file {missing[0]}")
        if own := [word for word in options if word.split("=")[0] in _OWN]:
            raise QuestionError(f"{own[0]} is not for this command, which has --out and --concurrency")
        return cls(command, tuple(inputs), tuple(options))

    @property
    def words(self) -> list[str]:
        return [self.command, *self.inputs, *self.options]


@dataclass(frozen=True)
class Portions:
    """The positions of a question in parts of `size`, the last of which may have fewer.

    `lines` are the results that each part has: one for each position that can be read.
    """

    question: Question
    size: int
    total: int
    lines: tuple[int, ...]

    def positions(self, part: int) -> int:
        return min(self.size, self.total - part * self.size)

    def arguments(self, part: int, file: Path) -> list[str]:
        """What the program is called with."""
        return [*self.question.words, "--only", self._numbers(part), "--out", str(file)]

    def whole(self, part: int, status: int, errors: str, content: bytes) -> bytes:
        """The content. Raises PartError if a position lacks its result."""
        if status not in (0, 1, _LEFT_OPEN) or content.count(b"\n") != self.lines[part]:
            reason = last_line(errors) or describe_end(status)
            raise PartError(f"positions {self._numbers(part)}: {reason}")
        return content

    def _numbers(self, part: int) -> str:
        first = part * self.size
        return f"{first + 1}-{first + self.positions(part)}"


_PARTS = 1000
"""About so many parts there are by default."""


def portions_of(question: Question, program: Path, size: int | None) -> tuple[Portions, str]:
    """The parts of a question, and what the program says about its files. Raises QuestionError."""
    done = family.run(
        [program.resolve(), *question.words, "--list"], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode not in (0, 1) or not done.stdout:
        raise QuestionError(done.stderr.strip() or f"{program} ended with status {done.returncode}")
    is_readable = [bool(name) for name in done.stdout.split("\n")[:-1]]
    size = size or max(1, len(is_readable) // _PARTS)
    lines = tuple(sum(is_readable[first : first + size]) for first in range(0, len(is_readable), size))
    return Portions(question, size, len(is_readable), lines), done.stderr


def split_id(name: str) -> tuple[str, str]:
    """The file or folder that an input names, and what follows it: `:ID` for one position of a file."""
    if Path(name).exists():
        return name, ""
    before, colon, after = name.rpartition(":")
    return before, colon + after
