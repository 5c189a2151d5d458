"""Many sessions at a time, each in a process of its own, so that no referee waits for another."""

import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import Pool

from fukumi_tools.interruption import EXIT_INTERRUPTED

from .session import SessionResult, Task, play


def sessions(task: Task, games: int, session_games: int) -> list[Task]:
    """The sessions that `games` games from number `task.first` on are made of; they begin at multiples of
    `session_games`, so that a game is always in the same one."""
    tasks, first, end = [], task.first, task.first + games
    while first < end:
        count = min(session_games - first % session_games, end - first)
        tasks.append(replace(task, first=first, count=count))
        first += count
    return tasks


def play_all(tasks: list[Task], workers: int, tell: Callable[[SessionResult, SessionResult], None]) -> SessionResult:
    """Plays all sessions, and calls `tell` with each result and the sum so far. Whatever ends it ends the workers, and
    their engines with them, whose input is closed then."""
    total = SessionResult()
    with Pool(min(workers, len(tasks)), initializer=_end_with_the_pool) as pool:
        for result in pool.imap_unordered(play, tasks):
            total.games += result.games
            total.figures.add(result.figures)
            total.faults.extend(result.faults)
            tell(result, total)
    return total


def _end_with_the_pool() -> None:
    """Ctrl-C in the terminal is for the process of the pool, which then ends the workers; they end their engines."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(EXIT_INTERRUPTED))
