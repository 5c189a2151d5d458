"""Work that comes in parts, each a file of its own: made by several processes here, or by a cluster."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Protocol

from rich.progress import Progress

from . import terminal
from .engines.family import Family
from .files import writing
from .interruption import on_interrupt

_WAIT_SECONDS = 0.5


class PartError(Exception):
    """A part cannot be made, or the folder is of no use; the text is meant for the user."""


class Work(Protocol):
    """What all parts have in common."""

    def arguments(self, part: int, file: Path) -> list[str]:
        """What the program is called with to write a part to a file. A file with the beginning is completed."""

    def whole(self, part: int, status: int, errors: str, content: bytes) -> bytes:
        """The content as it is kept, given how the program ended. Raises PartError if the part is not whole."""


Placing = Callable[[Path], Work]
"""Puts what the program reads into a folder of another machine; the work with its files there."""


class Maker(Protocol):
    """Makes parts; several threads may do so at once."""

    def make(self, part: int) -> bool:
        """Makes a part; False if it was stopped before the end."""

    def stop(self) -> None:
        """Ends all parts soon."""


class LocalMaker:
    """Makes parts by processes of this machine, which end with this one."""

    def __init__(self, program: Path, work: Work, files: Mapping[int, Path]):
        self._program, self._work, self._files = program.resolve(), work, files
        self._processes: set[subprocess.Popen] = set()
        self._lock = threading.Lock()
        self._is_stopped = False

    def make(self, part: int) -> bool:
        """Makes a part. What a stopped one has is kept for the next time."""
        unfinished = self._files[part].with_suffix(".unfinished")
        with self._lock:
            if self._is_stopped:
                return False
            family = Family()
            process = subprocess.Popen(
                [self._program, *self._work.arguments(part, unfinished)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, **family.environment},
                # Ctrl-C in the terminal is for this script, which then stops its processes itself.
                start_new_session=True,
            )
            family.begin(process.pid)
            self._processes.add(process)
        errors = process.communicate()[1]
        family.end()
        with self._lock:
            self._processes.remove(process)
            if self._is_stopped:
                return False
        self._work.whole(part, process.returncode, errors, content_of(unfinished))
        with writing(self._files[part]):
            unfinished.rename(self._files[part])
        return True

    def stop(self) -> None:
        """Ends all parts soon, with whole results."""
        with self._lock:
            self._is_stopped = True
            for process in self._processes:
                process.send_signal(signal.SIGINT)


def content_of(file: Path) -> bytes:
    """What the program has written; empty if there is no file."""
    return file.read_bytes() if file.exists() else b""


def make_all(maker: Maker, sizes: Mapping[int, int], unit: str, total: int, concurrency: int) -> bool:
    """Makes the parts in `sizes` and shows how far that is, of `total` units; False if it was interrupted.

    Raises PartError.
    """
    interrupted = False

    def interrupt():
        nonlocal interrupted
        interrupted = True
        maker.stop()

    on_interrupt(interrupt)
    with Progress(console=terminal.console(stderr=True)) as progress, ThreadPoolExecutor(concurrency) as pool:
        bar = progress.add_task(unit, total=total, completed=total - sum(sizes.values()))
        futures = {pool.submit(maker.make, part): part for part in sizes}
        pending = set(futures)
        try:
            while pending:
                # A signal that comes just before a wait without an end would not be noticed.
                done, pending = wait(pending, timeout=_WAIT_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    progress.advance(bar, sizes[futures[future]] * future.result())
        except BaseException:
            maker.stop()
            pool.shutdown(cancel_futures=True)
            raise
    return not interrupted


def last_line(text: str) -> str:
    """The last line that is not blank; empty if there is none."""
    return (text.strip().splitlines() or [""])[-1]
