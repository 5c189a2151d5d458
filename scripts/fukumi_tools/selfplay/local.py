"""Parts played by processes of this machine."""

import signal
import subprocess
import threading
from pathlib import Path

from .parts import PartError, Plan, path_of


class LocalMaker:
    """Plays parts; several threads may do so at once."""

    def __init__(self, program: Path, plan: Plan, folder: Path):
        self._program, self._plan, self._folder = program.resolve(), plan, folder
        self._processes: set[subprocess.Popen] = set()
        self._lock = threading.Lock()
        self._is_stopped = False

    def make(self, part: int) -> bool:
        """Plays a part; False if it was stopped before the end. What it has is kept for the next time."""
        unfinished = path_of(self._folder, part).with_suffix(".unfinished")
        with self._lock:
            if self._is_stopped:
                return False
            process = subprocess.Popen(
                [self._program, *self._plan.arguments(part, unfinished)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                # Ctrl-C in the terminal is for this script, which then stops its processes itself.
                start_new_session=True,
            )
            self._processes.add(process)
        complaint = process.communicate()[1]
        with self._lock:
            self._processes.remove(process)
            if self._is_stopped:
                return False
        if process.returncode != 0:
            raise PartError(f"part {part}: {last_line(complaint) or f'status {process.returncode}'}")
        unfinished.rename(path_of(self._folder, part))
        return True

    def stop(self) -> None:
        """Ends all parts soon, with whole games."""
        with self._lock:
            self._is_stopped = True
            for process in self._processes:
                process.send_signal(signal.SIGINT)


def last_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1]
