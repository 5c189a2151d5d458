"""One engine of a session: commands, the answers they must have, and the time these took."""

import re
from dataclasses import dataclass, replace

from fukumi_tools.engines.process import EngineExited, TranscriptEntry
from fukumi_tools.engines.settings import EngineSpec

from .fault import Fault, Kind
from .figures import Figures
from .grammar import is_log, moves_in
from .process import WatchedProcess

PATIENCE = 30.0
"""Seconds to wait for an answer that has no time limit, and for the end of a process."""
OVERRUN_WAIT = 5.0
"""Seconds to wait for an answer that is already too late, so that its lateness can be reported."""
ALLOCATOR = ("MALLOC_MMAP_THRESHOLD_", "131072")
"""Makes glibc give freed tables back at once; else it keeps up to twice the largest that there ever was."""


@dataclass(frozen=True)
class Answer:
    """The line that answers a command; `at` is when it was complete, `seconds` since the command was written."""

    text: str
    at: float
    seconds: float


class Contender:
    """An engine that is started when it is needed. Methods raise Fault for everything it does wrong."""

    def __init__(self, name: str, spec: EngineSpec, figures: Figures, tolerance: float):
        self.name = name
        self.figures = figures
        self.games = 0
        self.tolerance = tolerance
        self._spec = replace(spec, env=(ALLOCATOR, *spec.env))
        self._process: WatchedProcess | None = None

    @property
    def transcript(self) -> list[TranscriptEntry]:
        return self._process.transcript if self._process else []

    @property
    def process(self) -> WatchedProcess:
        if self._process is None:
            self.figures.counts["processes"] += 1
            self.games = 0
            self._process = WatchedProcess(self._spec)
        return self._process

    def tell(self, *lines: str) -> float:
        """Writes lines while nothing is asked for; returns the time just before."""
        self.expect_silence()
        return self.interject(*lines)

    def interject(self, *lines: str) -> float:
        """Writes lines while an answer is awaited."""
        try:
            return self.process.send(*lines)
        except EngineExited as error:
            raise Fault(Kind.EXIT, str(error)) from None

    def expect_silence(self) -> None:
        process = self.process
        if lines := process.read_waiting():
            raise Fault(Kind.STRAY, f"{lines[0].text!r}, and nothing was asked")
        process.check()

    def answer(self, since: float, limit: float | None, what: str) -> Answer:
        """The next line that is no log line, for a command written at `since`, within `limit` seconds."""
        deadline = since + (PATIENCE if limit is None else limit + self.tolerance + OVERRUN_WAIT)
        while True:
            try:
                line = self.process.read(deadline)
            except EngineExited as error:
                raise Fault(Kind.EXIT, f"{error} instead of an answer to {what}") from None
            self.process.check()
            if line is None:
                raise Fault(Kind.SILENT, f"no answer to {what} within {deadline - since:.1f} s")
            if not is_log(line.text.encode()):
                break
        seconds = line.time - since
        if limit is not None and seconds > limit + self.tolerance:
            raise Fault(Kind.LATE, f"{line.text!r} after {seconds:.3f} s to {what}, limit {limit:.3f} s")
        return Answer(line.text, line.time, seconds)

    def moves(self, since: float, limit: float | None, what: str, counts: tuple[int, ...] = (1,)) -> Answer:
        """The answer to a command that is answered by so many moves."""
        answer = self.answer(since, limit, what)
        if len(moves_in(answer.text)) not in counts:
            raise Fault(Kind.STRAY, f"{answer.text!r} in answer to {what}")
        return answer

    def ask(self, *lines: str, expected: str) -> Answer:
        """Sends a command that is answered at once, by a line that matches `expected`; lines before it are options."""
        since = self.tell(*lines)
        return self.take(since, expected, lines[-1])

    def take(self, since: float, expected: str, what: str) -> Answer:
        """The same for a command that is written already."""
        answer = self.answer(since, 0.0, what)
        if not re.fullmatch(expected, answer.text):
            raise Fault(Kind.STRAY, f"{answer.text!r} instead of {expected} in answer to {what}")
        return answer

    def sync(self) -> None:
        """Shows that nothing else is on its way: the next line answers a question that was asked last."""
        answer = self.ask("ABOUT", expected='name=".*')
        self.figures.time("question", answer.seconds)

    def expect_exit(self, since: float, limit: float, what: str, most_moves: int = 0) -> None:
        """The process ends with status 0 within `limit` seconds, after at most so many answers."""
        status = self.process.wait(limit + self.tolerance + OVERRUN_WAIT)
        if status is None:
            raise Fault(Kind.EXIT, f"still running {limit + self.tolerance + OVERRUN_WAIT:.1f} s after {what}")
        if status != 0:
            raise Fault(Kind.EXIT, f"status {status} after {what}")
        answers = []
        try:
            while line := self.process.read(since + PATIENCE):
                answers += [] if is_log(line.text.encode()) else [line.text]
        except EngineExited:
            pass
        self.process.check()
        if len(answers) > most_moves or not all(moves_in(text) for text in answers):
            raise Fault(Kind.STRAY, f"{answers} after {what}")
        self.discard()

    def discard(self) -> None:
        """Kills the process; the next command starts another one."""
        if self._process is not None:
            self._process.kill()
            self._process.close()
            self._process = None

    def finish(self) -> None:
        """Ends the process in the usual way."""
        if self._process is not None:
            self.expect_exit(self.tell("END"), 0.0, "END")
