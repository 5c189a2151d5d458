"""An engine process whose every byte is checked, and what it takes of the machine."""

import os
import subprocess
import time

import psutil

from fukumi_tools.engines.process import EngineProcess
from fukumi_tools.engines.settings import EngineSpec

from .fault import Fault, Kind
from .figures import Health
from .grammar import breach, is_log

_READ_BYTES = 1 << 16


class WatchedProcess(EngineProcess):
    """Like any engine process, but nothing it writes is passed over."""

    def __init__(self, spec: EngineSpec):
        self._breaches: list[str] = []
        super().__init__(spec)

    def check(self) -> None:
        """Raises Fault if anything so far was malformed."""
        if self._breaches:
            raise Fault(Kind.FORM, self._breaches[0])

    def close_input(self) -> None:
        self._process.stdin.close()

    def wait(self, seconds: float) -> int | None:
        """The exit status; None if the process still runs after so long."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def health(self, games: int) -> Health:
        process = psutil.Process(self._process.pid)
        with process.oneshot():
            handles = process.num_fds() if hasattr(process, "num_fds") else process.num_handles()
            return Health(games, process.memory_info().rss, process.num_threads(), handles)

    def resident_bytes(self) -> int:
        return psutil.Process(self._process.pid).memory_info().rss

    def _read(self, pipe, sign: str) -> None:
        rest = b""
        was_cut = False
        while chunk := _read_chunk(pipe):
            now = time.monotonic()
            *complete, rest = (rest + chunk).split(b"\n")
            for line in complete:
                self._judge(line, sign)
                if was_cut and sign == "<" and not is_log(line):
                    self._breaches.append(f"{line[:80]!r} came in pieces")
                was_cut = False
                self._take(line, now, sign)
            # What fills the buffer is cut by the reader, not by the writer.
            was_cut = bool(rest) and len(chunk) < _READ_BYTES
            if len(rest) > _READ_BYTES:
                break
        if rest:
            self._breaches.append(f"{rest[:80]!r} has no line end")
            self._take(rest, time.monotonic(), sign)
        if sign == "<":
            self._lines.put(None)

    def _judge(self, line: bytes, sign: str) -> None:
        if sign == "!":
            self._breaches.append(f"on standard error: {line[:200]!r}")
        elif reason := breach(line):
            self._breaches.append(f"{line[:200]!r}: {reason}")


def _read_chunk(pipe) -> bytes:
    try:
        return os.read(pipe.fileno(), _READ_BYTES)
    except (OSError, ValueError):
        return b""
