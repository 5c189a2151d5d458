"""The workers and the loop around them.

Each worker is a thread that has one game at a time played, on its own engine processes or on a machine of a cluster.
The main thread alone writes records, adds up results and decides when to stop.
"""

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import psutil

from fukumi_tools.engines.dialogue import Aborted

from .balance import BalancedBook
from .display import Display, describe_sprt
from .game import FAULTS, GameResult, Reason
from .records import Store
from .schedule import Schedule, Task
from .seats import GamePlayer
from .standings import Standings
from .stats import Sprt
from .venue import Venue

_SUMMARY_SECONDS = 10.0


@dataclass(frozen=True)
class Match:
    """Everything needed to play a match. `sprt` needs exactly two engines."""

    venues: list[Venue]
    schedule: Schedule
    concurrency: int
    sprt: Sprt | None
    stop_on_fault: bool


class Runner:
    """Plays the games of `match` that its schedule still has, each worker on seats that `make_seats` gives it."""

    def __init__(
        self,
        match: Match,
        make_seats: Callable[[], GamePlayer],
        store: Store,
        standings: Standings,
        display: Display,
        fingerprint: dict,
    ):
        self._match, self._make_seats, self._store = match, make_seats, store
        self._standings, self._display = standings, display
        self._fingerprint = fingerprint
        self._results: queue.SimpleQueue = queue.SimpleQueue()
        self._stop = threading.Event()
        self._abort = threading.Event()
        self._book_lock = threading.Lock()
        self._seats: list[GamePlayer] = []
        self._seats_lock = threading.Lock()
        self._status = "finished"
        self._started = time.time()
        self._processor_before = _processor_seconds()
        self._last_summary = 0.0
        self._interrupted = False
        self._forced_ends: dict[str, int] = {}

    def interrupt(self) -> None:
        """Ends the match soon, without the games in progress. May be called from a signal handler."""
        self._interrupted = True

    def run(self) -> str:
        """Plays until done; returns "finished", "sprt", "fault" or "interrupted"."""
        if self._match.sprt and self._match.sprt.decision:
            self._status = "sprt"
            self._write_summary()
            return self._status
        workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self._match.concurrency)]
        for worker in workers:
            worker.start()
        try:
            self._take_results(len(workers))
        except BaseException:
            self._end_now("failed")
            for worker in workers:
                worker.join()
            with suppress(OSError):
                self._write_summary()
            raise
        self._write_summary()
        return self._status

    def _take_results(self, running: int) -> None:
        """Until the workers, of which so many are running, have ended."""
        while running:
            running -= self._handle_next_result()
            if self._interrupted and not self._abort.is_set():
                self._end_now("interrupted")

    def _handle_next_result(self) -> bool:
        """Waits a moment for a result; True if a worker has ended."""
        try:
            item = self._results.get(timeout=0.2)
        except queue.Empty:
            item = ()
        self._display.tick()
        if item is None:
            return True
        if isinstance(item, BaseException):
            raise item
        if item:
            self._take_result(*item)
        return False

    def _take_result(self, task: Task, result: GameResult) -> None:
        record = {
            "game": task.number,
            "encounter": task.encounter,
            "pair": task.pair,
            "leg": task.leg,
            "venue": task.venue,
            **result.to_dict(),
        }
        log = self._store.save(record, result, self._match.venues[task.venue].conditions)
        completed_pair = self._standings.add(record)
        self._match.schedule.add(record)
        if result.reason in (*FAULTS, Reason.FOUL):
            self._display.message(
                f"game {task.number}: {result.loser.engine} ({result.winner.other.value}) lost by "
                f"{result.reason.value}: {result.detail} [{log}]"
            )
        sprt = self._match.sprt
        if sprt and completed_pair:
            sprt.update(self._standings.pairings[0].pentanomial)
            if sprt.decision and not self._stop.is_set():
                self._display.message(describe_sprt(sprt))
                self._status = "sprt"
                self._stop_soon()
        if self._is_last(result):
            self._status = "fault"
            self._stop_soon()
        self._display.game_finished(record)
        if time.monotonic() - self._last_summary > _SUMMARY_SECONDS:
            self._write_summary("running")

    def _is_last(self, result: GameResult) -> bool:
        """Whether the match ends with this game, for its fault."""
        return self._match.stop_on_fault and result.reason in FAULTS

    def _stop_soon(self) -> None:
        """Lets the games in progress end."""
        self._stop.set()
        self._match.schedule.close()

    def _end_now(self, status: str) -> None:
        self._status = status
        self._stop_soon()
        self._abort.set()
        for venue in self._match.venues:
            if isinstance(venue.book, BalancedBook):
                venue.book.abort()
        with self._seats_lock:
            for seats in self._seats:
                seats.abort()

    def _work(self) -> None:
        seats = self._make_seats()
        with self._seats_lock:
            self._seats.append(seats)
        try:
            while not self._stop.is_set():
                task = self._match.schedule.next_task()
                if task is None:
                    break
                venue = self._match.venues[task.venue]
                with self._book_lock:
                    opening = venue.book.get(task.opening)
                result = seats.play(task, opening, venue.conditions)
                if self._is_last(result):
                    # At once: the main thread may get to know it after the next game has begun.
                    self._stop.set()
                self._results.put((task, result))
        except Aborted:
            pass
        except BaseException as error:
            self._results.put(error)
        finally:
            seats.close()
            with self._seats_lock:
                for name, count in seats.forced_ends.items():
                    self._forced_ends[name] = self._forced_ends.get(name, 0) + count
            self._results.put(None)

    def _write_summary(self, status: str | None = None) -> None:
        self._last_summary = time.monotonic()
        sprt = self._match.sprt
        summary = {
            "status": status or self._status,
            "games": self._standings.games,
            "games_planned": self._match.schedule.total_games,
            "black_wins": self._standings.black_wins,
            "white_wins": self._standings.white_wins,
            "mean_plies": self._standings.plies.mean,
            "engines": [engine.to_dict() for engine in self._standings.engines.values()],
            "pairings": [pairing.to_dict() for pairing in self._standings.pairings],
            "sprt": None if sprt is None else sprt_dict(sprt),
            "faults": self._standings.faults,
            "killed_after_end": dict(sorted(self._forced_ends.items())),
            "run_started": round(self._started, 3),
            "run_seconds": round(time.time() - self._started, 3),
            # The system counts a process of an engine once it has ended.
            "processor_seconds": None if status else self._processor_seconds(),
            "settings": self._fingerprint,
        }
        self._store.write_summary(summary)

    def _processor_seconds(self) -> dict[str, float]:
        """What this run took of the processors, here and without the engines on other machines."""
        taken = [now - before for now, before in zip(_processor_seconds(), self._processor_before, strict=True)]
        return dict(zip(("runner", "engines"), (round(seconds, 2) for seconds in taken), strict=True))


def _processor_seconds() -> tuple[float, float]:
    """Processor time of this process, and of its children that have ended (0 on Windows)."""
    times = psutil.Process().cpu_times()
    return times.user + times.system, getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)


def sprt_dict(sprt: Sprt) -> dict:
    return {
        **vars(sprt.settings),
        "llr": round(sprt.llr, 5),
        "lower_bound": round(sprt.settings.lower_bound, 5),
        "upper_bound": round(sprt.settings.upper_bound, 5),
        "decision": sprt.decision,
    }
