"""Memory and cores that an engine gets and no more: by cgroup v2 where one can be written, else by rlimit.

GomocupJudge (https://github.com/Gomocup/GomocupJudge, client/new_protocol.py) adds up what an engine and its children
have for themselves, after each move, and a game is lost by more than the limit. That is done here as well, on every
system. A cgroup also stops a process at the limit itself. An rlimit counts memory that is only reserved too, so it
stops one at twice the limit, and cores are then those that the process may run on.
"""

import itertools
import os
import re
import sys
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import psutil

_MOUNT = Path("/sys/fs/cgroup")
_CONTROLLERS = ("memory", "cpu")
_PERIOD_MICROSECONDS = 100_000
_RESERVE = 2
"""An rlimit is so many times the limit."""

_JOIN = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
_LIMIT = 'ulimit -d "$0" && exec "$@"'


@dataclass(frozen=True)
class Confinement:
    """What an engine may have; None is no limit of that kind."""

    memory_bytes: int | None
    cores: int | None


class Cell:
    """One process within a confinement, and what it starts."""

    def __init__(self, confinement: Confinement):
        self._confinement = confinement
        self._group: Path | None = None
        parent = _parent_group().folder
        if parent is not None:
            self._group = _new_group(parent, confinement)

    @contextmanager
    def starting(self, argv: tuple[str, ...]) -> Iterator[list[str]]:
        """The command that begins the process within its limits; start it inside."""
        memory, cores = self._confinement.memory_bytes, self._confinement.cores
        if self._group is not None:
            yield ["/bin/sh", "-c", _JOIN, str(self._group), *argv]
            return
        command = list(argv)
        if memory is not None and sys.platform.startswith("linux"):
            command = ["/bin/sh", "-c", _LIMIT, str(_RESERVE * memory // 1024), *argv]
        if cores is None or not hasattr(os, "sched_setaffinity"):
            yield command
            return
        # A process inherits the processors of the thread that starts it.
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, _SLOTS.processors(cores))
        try:
            yield command
        finally:
            os.sched_setaffinity(0, before)

    def complaint(self, pids: list[int]) -> str | None:
        """What these processes have too much of; None if all is well. Also known when a cgroup has ended them."""
        limit = self._confinement.memory_bytes
        if limit is None:
            return None
        if self._group is not None and _was_out_of_memory(self._group):
            return f"ended for more than {_megabytes(limit)} MB of memory"
        used = sum(_own_memory(pid) for pid in pids)
        return f"used {_megabytes(used)} MB of memory of {_megabytes(limit)} MB" if used > limit else None

    def close(self) -> None:
        """Call when its processes have ended."""
        if self._group is not None:
            with suppress(OSError):
                self._group.rmdir()


def describe() -> str:
    """How limits are enforced here, for people."""
    parent = _parent_group()
    if parent.folder is not None:
        return f"memory and cores are enforced by cgroup v2 in {parent.folder}"
    if sys.platform.startswith("linux"):
        return (
            f"memory and cores are enforced by rlimit and affinity, since {parent.reason}: "
            "memory after each move, and at once from twice as much on"
        )
    return "memory is enforced after each move only, cores are not: this system has neither cgroup v2 nor rlimit"


@dataclass(frozen=True)
class _Parent:
    """The group in which groups can be made, or why there is none."""

    folder: Path | None
    reason: str = ""


@lru_cache
def _parent_group() -> _Parent:
    try:
        own = re.search(r"^0::(.*)$", Path("/proc/self/cgroup").read_text(), re.MULTILINE)
    except OSError:
        own = None
    return find_parent(_MOUNT, own[1] if own else "/")


def find_parent(mount: Path, own: str) -> _Parent:
    """The group of this process below `mount`, prepared to have groups of its own."""
    if not (mount / "cgroup.controllers").is_file():
        return _Parent(None, f"there is no cgroup v2 at {mount}")
    folder = mount / own.lstrip("/")
    control = folder / "cgroup.subtree_control"
    try:
        if not set(_CONTROLLERS) <= set(control.read_text().split()):
            # A group with processes of its own cannot have groups with limits.
            if (folder / "cgroup.procs").read_text().split() == [str(os.getpid())]:
                (folder / "runner").mkdir(exist_ok=True)
                (folder / "runner" / "cgroup.procs").write_text(str(os.getpid()))
            control.write_text(" ".join(f"+{name}" for name in _CONTROLLERS))
        probe = folder / f"fukumi-{uuid.uuid4().hex}"
        probe.mkdir()
        probe.rmdir()
    except OSError as error:
        return _Parent(None, f"the cgroup {folder} cannot be written: {error.strerror}")
    return _Parent(folder)


def _new_group(parent: Path, confinement: Confinement) -> Path:
    group = parent / f"fukumi-{uuid.uuid4().hex}"
    group.mkdir()
    if confinement.memory_bytes is not None:
        (group / "memory.max").write_text(str(confinement.memory_bytes))
        # The file is missing where the system has no swap.
        with suppress(OSError):
            (group / "memory.swap.max").write_text("0")
    if confinement.cores is not None:
        (group / "cpu.max").write_text(f"{confinement.cores * _PERIOD_MICROSECONDS} {_PERIOD_MICROSECONDS}")
    return group


def _was_out_of_memory(group: Path) -> bool:
    try:
        events = dict(line.split() for line in (group / "memory.events").read_text().splitlines())
    except (OSError, ValueError):
        return False
    return events.get("oom_kill", "0") != "0"


def _own_memory(pid: int) -> int:
    """Bytes that no other process shares."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
            return 1024 * sum(int(line.split()[1]) for line in file if line.startswith("Private_"))
    except (OSError, ValueError):
        pass
    try:
        return psutil.Process(pid).memory_full_info().uss
    except (psutil.Error, AttributeError):
        return 0


def _megabytes(count: int) -> int:
    return -(-count // (1 << 20))


class _Slots:
    """Gives each thread processors of its own: the engines of a game take turns, those of two games do not."""

    def __init__(self):
        self._numbers = itertools.count()
        self._local = threading.local()

    def __reduce__(self) -> tuple:
        # Another process has threads of its own.
        return _Slots, ()

    def processors(self, cores: int) -> set[int]:
        all_processors = sorted(os.sched_getaffinity(0))
        if not hasattr(self._local, "number"):
            self._local.number = next(self._numbers)
        first = self._local.number * cores
        return {all_processors[(first + i) % len(all_processors)] for i in range(cores)}


_SLOTS = _Slots()
