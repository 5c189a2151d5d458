"""An engine process whose every byte is checked, and what it takes of the machine."""

from dataclasses import dataclass

import psutil

from fukumi_tools.engines.pipe import PIECE_BYTES
from fukumi_tools.engines.process import EngineProcess
from fukumi_tools.engines.settings import EngineSpec

from .fault import Fault, Kind
from .figures import Health
from .grammar import breach, is_log


@dataclass
class _Stream:
    """What was read last: the beginning of a line, and whether the engine had written only a part of it."""

    rest: bytes = b""
    was_cut: bool = False


class WatchedProcess(EngineProcess):
    """Like any engine process, but nothing it writes is passed over."""

    def __init__(self, spec: EngineSpec):
        self._breaches: list[str] = []
        self._streams = {"<": _Stream(), "!": _Stream()}
        super().__init__(spec)

    def check(self) -> None:
        """Raises Fault if anything so far was malformed."""
        if self._breaches:
            raise Fault(Kind.FORM, self._breaches[0])

    def health(self, games: int) -> Health:
        process = psutil.Process(self._process.pid)
        with process.oneshot():
            handles = process.num_fds() if hasattr(process, "num_fds") else process.num_handles()
            return Health(games, process.memory_info().rss, process.num_threads(), handles)

    def resident_bytes(self) -> int:
        return psutil.Process(self._process.pid).memory_info().rss

    def _inspect(self, data: bytes, sign: str) -> None:
        stream = self._streams[sign]
        *complete, stream.rest = (stream.rest + data).split(b"\n")
        for line in complete:
            self._judge(line, sign)
            if stream.was_cut and sign == "<" and not is_log(line):
                self._breaches.append(f"{line[:80]!r} came in pieces")
            stream.was_cut = False
        # What fills the buffer is cut by the reader, not by the writer.
        stream.was_cut = bool(stream.rest) and len(data) < PIECE_BYTES
        if stream.rest and not data:
            self._breaches.append(f"{stream.rest[:80]!r} has no line end")

    def _judge(self, line: bytes, sign: str) -> None:
        if sign == "!":
            self._breaches.append(f"on standard error: {line[:200]!r}")
        elif reason := breach(line):
            self._breaches.append(f"{line[:200]!r}: {reason}")
