"""One engine process: byte pipes, a transcript with times. Knows lines, not what they mean.

Lines are stamped when their last byte is read, by whoever waits for a reply. So those that come between two turns are
stamped at the second. All times are `time.monotonic()` in seconds.
"""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import psutil

from .confinement import Cell
from .family import Family
from .pipe import open_pipe, read_piece
from .settings import EngineSpec

END_TIMEOUT = 1.0
SAMPLE_INTERVAL = 1.0
SAMPLE_SHARE = 0.001
MAX_OUTPUT_BYTES = 16 << 20
"""An engine whose output of one game takes more memory is stopped: it is kept until the game is over."""
_KEPT_LINE_BYTES = 256
"""What keeping a line takes besides its text, and is counted for it."""
_MAX_LINE_BYTES = 1 << 16
"""A longer line is cut into pieces."""
_MAX_KEPT_BYTES = 1 << 12
"""Of a longer line or piece only the beginning is kept."""
_SWITCH_SECONDS = 0.0005


class EngineFailed(Exception):
    """An engine cannot go on, or does not do what it was asked to; the text is meant for the user."""


class EngineExited(EngineFailed):
    """The process is gone or its pipe is closed; the text says how it ended."""


class NotStarted(EngineExited):
    """The system did not start the process, such as for want of memory, which says nothing about the engine."""


class TranscriptEntry(NamedTuple):
    """A line without its end, and when it was complete.

    `sign` is `>` for lines to the engine, `<` from it, `!` from its standard error, `#` for remarks.
    """

    time: float
    sign: str
    text: str


class EngineProcess:
    """A running engine. Use from one thread, except `kill`, which any thread may call. Raises NotStarted."""

    def __init__(self, spec: EngineSpec):
        self.spec = spec
        self.transcript: list[TranscriptEntry] = []
        self.peak_memory_bytes = 0
        self._next_sample = 0.0
        self._line_end = spec.line_end.decode()
        self._unread: deque[TranscriptEntry] = deque()
        self._rest = b""
        self._at_end = False
        # By stream, each counted by the one thread that reads it.
        self._bytes_read = {"<": 0, "!": 0}
        self._is_flooding = False
        self._kill_lock = threading.Lock()
        self._killed = False
        try:
            self._family = Family()
        except OSError as error:
            raise NotStarted(f"cannot start the guard of {spec.argv[0]}: {error.strerror}") from None
        # Wine's own diagnostics would fill the transcript; the variable means nothing to other programs.
        environment = {"WINEDEBUG": "-all", **os.environ, **dict(spec.env), **self._family.environment}
        self._cell: Cell | None = None
        try:
            self._process = self._started(environment)
        except OSError as error:
            self._family.end()
            program = spec.windows_program or spec.argv[0]
            raise NotStarted(f"cannot start {program}: {error.strerror}") from None
        self._family.begin(self._process.pid)
        self.remark(f"started, process {self._process.pid}: {' '.join(spec.argv)}")
        self._output = open_pipe(self._process.stdout)
        self._errors = threading.Thread(target=self._keep_errors, daemon=True)
        self._errors.start()

    def _started(self, environment: dict[str, str]) -> subprocess.Popen:
        # Wine starts without the program as well, and ends as if the engine had ended.
        if self.spec.windows_program is not None and not self.spec.windows_program.is_file():
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        if self.spec.confinement is None:
            return self._popen(self.spec.argv, environment)
        # So does a shell that starts a program within limits.
        program = self.spec.argv[0]
        if not os.access(program, os.X_OK):
            reason = errno.EACCES if os.path.exists(program) else errno.ENOENT
            raise OSError(reason, os.strerror(reason))
        self._cell = Cell(self.spec.confinement)
        with self._cell.starting(self.spec.argv) as command:
            return self._popen(command, environment)

    def _popen(self, command: Sequence[str], environment: dict[str, str]) -> subprocess.Popen:
        return subprocess.Popen(
            command,
            cwd=self.spec.directory,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            # Ctrl-C in the terminal is for the match, which then ends its engines itself.
            start_new_session=True,
        )

    @property
    def is_running(self) -> bool:
        return not self._at_end and self._process.poll() is None

    def begin_transcript(self) -> None:
        """Forgets the conversation so far, as for a new game; the engine may write as much again."""
        self.transcript.clear()
        self._bytes_read = {"<": 0, "!": 0}

    def remark(self, text: str) -> None:
        self.transcript.append(TranscriptEntry(time.monotonic(), "#", text))

    def send(self, *lines: str) -> float:
        """Writes the lines at once; returns the time just before. Raises EngineExited if the pipe is closed."""
        data = self._line_end.join((*lines, "")).encode()
        now = time.monotonic()
        for line in lines:
            self.transcript.append(TranscriptEntry(now, ">", line))
        try:
            while data:
                data = data[self._process.stdin.write(data) :]
        except (OSError, ValueError):
            raise EngineExited(self._how_it_ended()) from None
        return now

    def read(self, deadline: float) -> TranscriptEntry | None:
        """The next line; None if none is complete by the deadline. Raises EngineExited at the end of output."""
        while not self._unread:
            if self._at_end or self._is_flooding:
                raise EngineExited(self._how_it_ended())
            if not self._take_output(deadline - time.monotonic()):
                return None
        return self._unread.popleft()

    def read_waiting(self) -> list[TranscriptEntry]:
        """The lines that are there already, without waiting. An end of output is left for the next `read`."""
        while not self._at_end and not self._is_flooding and self._take_output(0.0):
            pass
        lines = list(self._unread)
        self._unread.clear()
        return lines

    def check_confinement(self) -> None:
        """Raises EngineExited if the engine has more than it may have. Does nothing where it may have anything."""
        if self._cell is not None and (complaint := self._cell.complaint(self._pids())):
            raise EngineExited(complaint)

    def _pids(self) -> list[int]:
        try:
            return [self._process.pid, *_descendants(self._process.pid)]
        except (psutil.Error, OSError):
            return [self._process.pid]

    def sample_memory(self) -> None:
        """Updates the peak of the resident memory, added up over the process and its children.

        It does nothing within SAMPLE_INTERVAL of the last time, and spends SAMPLE_SHARE of the time at most; the
        system's own record of the peak misses nothing meanwhile.
        """
        begun = time.monotonic()
        if begun < self._next_sample:
            return
        try:
            total = sum(_peak_memory(pid) for pid in [self._process.pid, *_descendants(self._process.pid)])
        except (psutil.Error, OSError):
            total = 0
        self.peak_memory_bytes = max(self.peak_memory_bytes, total)
        now = time.monotonic()
        self._next_sample = now + max(SAMPLE_INTERVAL, (now - begun) / SAMPLE_SHARE)

    def stop(self) -> bool:
        """Sends END and waits; kills the process if it is still there after END_TIMEOUT. True if it left by itself."""
        left = True
        if self._process.poll() is None:
            try:
                self.send("END")
                self._process.wait(END_TIMEOUT)
            except EngineExited:
                pass
            except subprocess.TimeoutExpired:
                self.remark(f"still running {END_TIMEOUT:g} s after END, killed")
                left = False
        self.kill()
        return left

    def close_input(self) -> None:
        """Leaves the engine alone, as if the manager were gone."""
        self._process.stdin.close()

    def wait(self, seconds: float) -> int | None:
        """The exit status; None if the process still runs after so many seconds."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """Ends the process and its group, at once."""
        with self._kill_lock:
            if not self._killed:
                self._killed = True
                try:
                    if hasattr(os, "killpg"):
                        os.killpg(self._process.pid, signal.SIGKILL)
                    else:
                        self._process.kill()
                except (ProcessLookupError, PermissionError):
                    pass
        self._process.wait()

    def close(self) -> None:
        """Ends whatever else the process has started and releases the pipes; call after `stop` or `kill`."""
        self._family.end()
        if self._cell is not None:
            self._cell.close()
        self._errors.join(END_TIMEOUT)
        self._output.close()
        for pipe in (self._process.stdin, self._process.stderr):
            pipe.close()

    def _take_output(self, seconds: float) -> bool:
        """Waits for a piece of the output, takes its lines; False if there is none in time."""
        piece = self._output.get(seconds)
        if piece is None:
            return False
        now, data = piece
        self._inspect(data, "<")
        self._at_end = not data
        lines, self._rest = _split(self._rest, data)
        if self._has_room("<", len(data), len(lines)):
            self._unread.extend(self._keep(lines, now, "<"))
        return True

    def _keep_errors(self) -> None:
        """Keeps what the engine writes to its standard error."""
        rest, is_at_end = b"", False
        while not is_at_end:
            piece = read_piece(self._process.stderr)
            self._inspect(piece.data, "!")
            is_at_end = not piece.data
            lines, rest = _split(rest, piece.data)
            if not self._has_room("!", len(piece.data), len(lines)):
                break
            self._keep(lines, piece.time, "!")

    def _inspect(self, data: bytes, sign: str) -> None:
        """Sees every piece as it was read, which is empty at the end. For those who check how an engine writes."""

    def _has_room(self, sign: str, output_bytes: int, lines: int) -> bool:
        """Counts output; an engine that writes too much of it is killed."""
        self._bytes_read[sign] += output_bytes + lines * _KEPT_LINE_BYTES
        if self._bytes_read["<"] + self._bytes_read["!"] > MAX_OUTPUT_BYTES:
            self._is_flooding = True
            self.kill()
        return not self._is_flooding

    def _keep(self, lines: list[bytes], now: float, sign: str) -> list[TranscriptEntry]:
        """Puts the lines into the transcript, without blank ones."""
        kept = []
        for line in lines:
            text = line[:_MAX_KEPT_BYTES].decode("utf-8", "backslashreplace")
            if len(line) > _MAX_KEPT_BYTES:
                text += f" and {len(line) - _MAX_KEPT_BYTES} bytes more"
            if text.strip():
                kept.append(TranscriptEntry(now, sign, text))
        self.transcript.extend(kept)
        return kept

    def _how_it_ended(self) -> str:
        if self._is_flooding:
            most = f"more than {MAX_OUTPUT_BYTES >> 20} MB of output in one game"
            return f"stopped: {most}, where a line counts {_KEPT_LINE_BYTES} bytes besides its text"
        if self._cell is not None and (complaint := self._cell.complaint([])):
            return complaint
        try:
            code = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return "closed its output but is still running"
        return describe_end(code)


def describe_end(code: int) -> str:
    """How a process ended, given its status; a negative one is the number of a signal."""
    if code >= 0:
        return f"exited with status {code}"
    try:
        return f"ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"ended by signal {-code}"


def stamp_promptly() -> None:
    """Lets a thread that waits for a reply stamp it soon, where another one referees games meanwhile."""
    sys.setswitchinterval(_SWITCH_SECONDS)


def _split(rest: bytes, data: bytes) -> tuple[list[bytes], bytes]:
    """The lines that `data` completes, given the beginning of one, and the beginning of the next.

    Without data all is at its end, and what there is of a line is one.
    """
    *lines, rest = (rest + data.replace(b"\r", b"\n")).split(b"\n")
    if not data or len(rest) > _MAX_LINE_BYTES:
        lines, rest = [*lines, rest], b""
    return lines, rest


def _descendants(pid: int) -> list[int]:
    """The processes that come from a process, as far as their parents live.

    Where the system keeps lists of children this takes a tenth of a millisecond. Elsewhere all processes are looked
    through, which takes many.
    """
    if not os.path.exists(f"/proc/{pid}/task/{pid}/children"):
        return [child.pid for child in psutil.Process(pid).children(recursive=True)]
    children = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with suppress(FileNotFoundError), open(f"/proc/{pid}/task/{task}/children", "rb") as file:
            children += map(int, file.read().split())
    return children + [grandchild for child in children for grandchild in _descendants(child)]


def _peak_memory(pid: int) -> int:
    """Peak resident memory in bytes where the system keeps it, else the present one."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            return int(file.read().partition(b"VmHWM:")[2].split(maxsplit=1)[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    info = psutil.Process(pid).memory_info()
    return getattr(info, "peak_wset", info.rss)
