"""The output of a process, as pieces with the time at which they were read.

Where the system can wait for a pipe, whoever wants a piece waits for it himself: to be woken up by a thread that reads
would cost a match half of what the runner takes of a processor. Elsewhere there is such a thread.
"""

import os
import queue
import select
import threading
import time
from typing import BinaryIO, NamedTuple, Protocol

PIECE_BYTES = 1 << 16
"""The most that is read at once."""


class Piece(NamedTuple):
    """Output that was read at once, and when; no bytes are the end."""

    time: float
    data: bytes


class Pipe(Protocol):
    """The output of one process."""

    def get(self, seconds: float) -> Piece | None:
        """The next piece; None if there is none within so many seconds."""

    def close(self) -> None:
        """Lets the pipe go. The process has ended."""


def open_pipe(stream: BinaryIO) -> Pipe:
    """Reads the output that comes from `stream`."""
    return _PolledPipe(stream) if hasattr(select, "poll") else _ThreadedPipe(stream)


def read_piece(stream: BinaryIO) -> Piece:
    """Waits for output. A pipe that fails is at its end."""
    try:
        data = os.read(stream.fileno(), PIECE_BYTES)
    except (OSError, ValueError):
        data = b""
    return Piece(time.monotonic(), data)


class _PolledPipe:
    def __init__(self, stream: BinaryIO):
        self._stream = stream
        poll = select.poll()
        poll.register(stream.fileno(), select.POLLIN)
        self._wait = poll.poll

    def get(self, seconds: float) -> Piece | None:
        return read_piece(self._stream) if self._wait(seconds * 1000 if seconds > 0 else 0) else None

    def close(self) -> None:
        self._stream.close()


class _ThreadedPipe:
    def __init__(self, stream: BinaryIO):
        self._stream = stream
        # No further ahead than the pipe of a system that can be waited for.
        self._pieces: queue.Queue[Piece] = queue.Queue(maxsize=1)
        self._is_closed = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def get(self, seconds: float) -> Piece | None:
        try:
            return self._pieces.get(timeout=seconds) if seconds > 0 else self._pieces.get_nowait()
        except queue.Empty:
            return None

    def close(self) -> None:
        self._is_closed = True
        # The thread may wait for room.
        self.get(0)
        self._thread.join(1.0)
        self._stream.close()

    def _read(self) -> None:
        while not self._is_closed:
            piece = read_piece(self._stream)
            self._pieces.put(piece)
            if not piece.data:
                break
