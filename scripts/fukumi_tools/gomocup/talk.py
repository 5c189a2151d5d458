"""A conversation with an engine, line by line, that ends at the first fault."""

import re
import string
import time
from collections.abc import Collection
from pathlib import Path

from fukumi_tools.board.notation import Point
from fukumi_tools.engines.process import EngineExited, EngineProcess, TranscriptEntry
from fukumi_tools.engines.settings import BYTES_PER_MEGABYTE, EngineSpec

from .findings import Level
from .formats import Format

_REMARK = re.compile(r"(MESSAGE|DEBUG)\b", re.IGNORECASE)
_MOVE = re.compile(r"([0-9]{1,3}),([0-9]{1,3})", re.ASCII)
_KNOWN = re.compile(r"OK|(ERROR|UNKNOWN|MESSAGE|DEBUG|SUGGEST)\b.*|-?[0-9]+,-?[0-9]+|.*name=.*", re.IGNORECASE)
_THINK_SECONDS = 1.0
"""The most that an engine is given for a move whose time is not what is checked."""


class Fault(Exception):
    """What an engine does wrong. `level` is how bad that is, if it is not as bad as the check says."""

    def __init__(self, text: str, level: Level | None = None):
        super().__init__(text)
        self.level = level


class Talk:
    """One process of an engine. `folder` is for its files, `tolerance` the seconds of lateness forgiven.

    A method raises Fault if the engine does not do its part.
    """

    def __init__(self, spec: EngineSpec, form: Format, folder: Path, tolerance: float):
        self.form, self.tolerance, self._folder = form, tolerance, folder
        self._process = self._start(spec)

    @property
    def transcript(self) -> list[TranscriptEntry]:
        return self._process.transcript

    @property
    def noise(self) -> list[str]:
        """Lines that are none of the protocol, and those with blanks around them."""
        lines = [entry.text for entry in self.transcript if entry.sign == "<"]
        return [line for line in lines if not _KNOWN.fullmatch(line)]

    def send(self, *lines: str) -> float:
        try:
            return self._process.send(*lines)
        except EngineExited as error:
            raise Fault(f"{error} before {lines[0]}", Level.PROBLEM) from None

    def settings(self, turn: float | None = None, left: float | None = None) -> list[str]:
        """The INFO lines of the judge; times are in seconds."""
        limits = self.form.limits
        turn = min(limits.turn, _THINK_SECONDS) if turn is None else turn
        left = limits.match if left is None else left
        return [
            f"INFO timeout_turn {round(turn * 1000)}",
            f"INFO timeout_match {round(limits.match * 1000)}",
            f"INFO max_memory {round(limits.memory * BYTES_PER_MEGABYTE)}",
            "INFO game_type 3",
            f"INFO rule {self.form.rule.value}",
            f"INFO folder {self._folder}",
            f"INFO time_left {round(left * 1000)}",
        ]

    def start(self) -> None:
        """START, settings, and OK."""
        self.send(f"START {self.form.size}")
        self.expect("OK", f"START {self.form.size}")
        self.send(*self.settings())

    def expect(self, answer: str, command: str) -> None:
        """The next line, remarks apart, must be this one."""
        came = self.line(command)
        if came != answer:
            raise Fault(f"answers {came[:80]!r} to {command}, not {answer}")

    def line(self, command: str) -> str:
        """The next line that is no remark, as it was written."""
        deadline = time.monotonic() + self.form.limits.turn + self.tolerance
        while entry := self._read(deadline, command):
            if not _REMARK.match(entry.text):
                return entry.text
        raise Fault(f"does not answer {command}")

    def move(self, *command: str, taken: Collection[Point] = (), limit: float | None = None) -> Point:
        """The answer to a command, whose last line was sent last: an empty point, in time if there is a `limit`."""
        sent = self.send(*command)
        limit = self.form.limits.turn if limit is None else limit
        name = next(line for line in reversed(command) if line[0].isalpha() and not line.startswith(("INFO", "DONE")))
        deadline, complaint = sent + limit + self.tolerance, ""
        while entry := self._read(deadline, name):
            text = entry.text.strip(string.whitespace)
            if move := _MOVE.fullmatch(text):
                point = int(move[1]), int(move[2])
                if point in taken or max(point) >= self.form.size:
                    raise Fault(f"answers {text} to {name}, which is {'taken' if point in taken else 'off the board'}")
                return point
            if text.upper().startswith(("ERROR", "UNKNOWN")):
                # The judge goes on waiting, as this may be about a setting; but no engine thinks for longer now.
                complaint = text
                deadline = min(deadline, entry.time + _THINK_SECONDS + self.tolerance)
        if complaint:
            raise Fault(f"answers {complaint[:80]!r} to {name}")
        raise Fault(f"has no move {limit + self.tolerance:g} s after {name}")

    def ends(self, *last: str) -> bool:
        """Whether the process is gone soon after these lines, or after the end of its input if there are none."""
        if last:
            self.send(*last)
        else:
            self._process.close_input()
        return self._process.wait(self.tolerance)

    def close(self) -> None:
        self._process.kill()
        self._process.close()

    def _start(self, spec: EngineSpec) -> EngineProcess:
        try:
            return EngineProcess(spec)
        except EngineExited as error:
            raise Fault(str(error), Level.PROBLEM) from None

    def _read(self, deadline: float, command: str) -> TranscriptEntry | None:
        try:
            return self._process.read(deadline)
        except EngineExited as error:
            raise Fault(f"{error} after {command}", Level.PROBLEM) from None
