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
_ANSWER = re.compile(r"\s*(OK\s*$|ERROR\b|UNKNOWN\b)", re.IGNORECASE)
"""What an engine can say to START."""
_THINK_SECONDS = 1.0
"""The most that an engine is given for a move whose time is not what is checked."""


class Fault(Exception):
    """What an engine does wrong. `level` is how bad that is, if it is not as bad as the check says."""

    def __init__(self, text: str, level: Level | None = None):
        super().__init__(text)
        self.level = level


class Unasked:
    """Lines that an engine prints before its first answer, whatever numbers are in them."""

    def __init__(self):
        self._shapes: set[str] = set()

    def add(self, line: str) -> None:
        """From now on the line answers nothing, unless it reads as an answer."""
        if not _KNOWN.fullmatch(line.strip(string.whitespace)):
            self._shapes.add(_shape(line))

    def __contains__(self, line: str) -> bool:
        return _shape(line) in self._shapes


def _shape(line: str) -> str:
    return re.sub(r"\d+", "0", line.strip(string.whitespace))


class Talk:
    """One process of an engine. `folder` is for its files, `tolerance` the seconds of lateness forgiven.

    Lines of `unasked`, and blanks around a line, are reported once and not held against each answer.

    A method raises Fault if the engine does not do its part.
    """

    def __init__(self, spec: EngineSpec, form: Format, folder: Path, tolerance: float, unasked: "Unasked"):
        self.form, self.tolerance, self._folder = form, tolerance, folder
        self._unasked = unasked
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
        self.send(self._start_command)
        self.expect("OK", self._start_command)
        self.send(*self.settings())

    def start_strictly(self) -> None:
        """START and OK, exactly and with nothing before it; what comes before is added to `unasked`."""
        self.send(self._start_command)
        before = []
        while not _ANSWER.match(text := self._answer(self._start_command)):
            before.append(text)
        for line in before:
            self._unasked.add(line)
        if before:
            more = f" and {len(before) - 1} more" if len(before) > 1 else ""
            raise Fault(f"prints {before[0][:80]!r}{more} before its first answer")
        if text != "OK":
            raise Fault(f"answers {text[:80]!r} to {self._start_command}, not OK")

    def expect(self, answer: str, command: str) -> None:
        """The next line, remarks apart, must be this one."""
        came = self.line(command)
        if came != answer:
            raise Fault(f"answers {came[:80]!r} to {command}, not {answer}")

    def line(self, command: str) -> str:
        """The next line that is no remark and answers something, without blanks around it."""
        while (text := self._answer(command)) in self._unasked:
            pass
        return text.strip(string.whitespace)

    def _answer(self, command: str) -> str:
        """The next line that is no remark, as it was written."""
        deadline = time.monotonic() + self.form.limits.turn + self.tolerance
        while entry := self._read(deadline, command):
            if not _REMARK.match(entry.text):
                return entry.text
        raise Fault(f"does not answer {command}")

    @property
    def _start_command(self) -> str:
        return f"START {self.form.size}"

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
        return self._process.wait(self.tolerance) is not None

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
