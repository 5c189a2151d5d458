"""All processes that come from an engine: finding them wherever they hide, and none of them outlives the runner.

A process can leave its group and its parent, but its environment keeps the mark of the engine that it comes from.
"""

import os
import subprocess
import sys
import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

_VARIABLE = "FUKUMI_MATCH_ENGINE"
_ROUNDS = 5
"""A process that is being killed may have started another one."""
_PATIENCE = 1.0

# Wine's server and services are started by the first program of a user and serve all of them, also those of other
# engines; they end by themselves.
_SHARED_START, _SHARED_END = "wineserver", ".exe"

# Reads the group of the engine, then waits for the line that lets it go. If the pipe ends without one, the runner is
# gone and the engine has to go as well.
_GUARD = f"""\
read -r group
read -r released && exit
kill -KILL -- "-$group"
grep -l "{_VARIABLE}=$1" /proc/[0-9]*/environ | while IFS=/ read -r root proc process file; do
    case $(cat "/proc/$process/comm") in
        {_SHARED_START}*|*{_SHARED_END}) ;;
        *) kill -KILL "$process" ;;
    esac
done
"""


class Family:
    """An engine and everything it starts. The engine is to be started with `environment` in its own.

    Except on Windows a guard, a process of its own, ends the family if the runner is killed before `end`.
    """

    def __init__(self):
        self._mark = uuid.uuid4().hex
        self.environment = {_VARIABLE: self._mark}
        self._guard = None
        if os.name == "posix":
            self._guard = subprocess.Popen(
                ["/bin/sh", "-c", _GUARD, "sh", self._mark],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                # What is meant for the runner's group must not reach the guard.
                start_new_session=True,
            )

    def begin(self, group: int) -> None:
        """Gives the guard the process group of the engine."""
        self._tell_guard(f"{group}\n")

    def end(self) -> None:
        """Kills all that is left of the family, and lets the guard go. Call when the engine itself has ended."""
        for _ in range(_ROUNDS):
            members = [process for pid in psutil.pids() if (process := self._member(pid))]
            if not members:
                break
            for member in members:
                with suppress(psutil.Error):
                    member.kill()
            psutil.wait_procs(members, _PATIENCE)
        if self._guard is not None:
            self._tell_guard("\n\n")
            self._guard.stdin.close()
            self._guard.wait()
            self._guard = None

    def _member(self, pid: int) -> psutil.Process | None:
        """The process, if it is one of the family that may be killed."""
        try:
            if not self._has_mark(pid):
                return None
            process = psutil.Process(pid)
            name = process.name()
        except (psutil.Error, OSError):
            return None
        is_shared = os.name == "posix" and (name.startswith(_SHARED_START) or name.endswith(_SHARED_END))
        return None if is_shared else process

    def _has_mark(self, pid: int) -> bool:
        if sys.platform.startswith("linux"):
            # Ten times as fast, and there may be a thousand processes to look at after each game.
            with open(f"/proc/{pid}/environ", "rb") as file:
                return f"{_VARIABLE}={self._mark}".encode() in file.read()
        return psutil.Process(pid).environ().get(_VARIABLE) == self._mark

    def _tell_guard(self, text: str) -> None:
        if self._guard is not None:
            # If somebody has killed the guard, there is none.
            with suppress(OSError):
                self._guard.stdin.write(text.encode())


def run(command: Sequence[str | Path], **settings) -> subprocess.CompletedProcess:
    """`subprocess.run` for a program of the project, which does not outlive this process, whatever ends that."""
    family = Family()
    try:
        return subprocess.run(command, env={**os.environ, **family.environment}, **settings)
    finally:
        family.end()
