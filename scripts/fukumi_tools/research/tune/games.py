"""Plays the pairs of trials: workers, each with two engine processes that it keeps for all its games."""

import json
import queue
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from fukumi_tools.board.openings import Opening
from fukumi_tools.board.rules import Color
from fukumi_tools.engines import family
from fukumi_tools.engines.dialogue import Aborted, Player
from fukumi_tools.engines.settings import Conditions, EngineSpec, SettingsError
from fukumi_tools.organisers.match.game import FAULTS, Game
from fukumi_tools.organisers.match.venue import Venue

from .tuner import Parameter, Trial, Tuner

_LIST_TIMEOUT = 30.0
_MAX_FAULTS_IN_A_ROW = 20


def read_parameters(spec: EngineSpec) -> list[Parameter]:
    """The engine's own list of what can be tuned. Raises SettingsError if it has none."""
    advice = f"{spec.argv[0]} lists no parameters; build it with `cargo build --release --features tune`"
    try:
        output = family.run(
            [*spec.argv, "params"],
            cwd=spec.directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_LIST_TIMEOUT,
        ).stdout
        return [
            Parameter(*(row[key] for key in ("name", "default", "min", "max", "step"))) for row in json.loads(output)
        ]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError):
        raise SettingsError(advice) from None


@dataclass
class Outcome:
    """Of a trial: wins less losses of `plus` over the pairs that were played without a fault.

    `state` is that of the tuner right after it was told.
    """

    trial: Trial
    score: int = 0
    pairs: int = 0
    state: dict | None = None


class Workers:
    """Threads that play trials, at one venue after the other, until the tuner is finished."""

    def __init__(self, tuner: Tuner, spec: EngineSpec, venues: list[Venue], batch: int, concurrency: int):
        self._tuner, self._spec, self._venues = tuner, spec, venues
        self._batch, self._concurrency = batch, concurrency
        self._lock = threading.Lock()
        self._book_lock = threading.Lock()
        self._results: queue.SimpleQueue = queue.SimpleQueue()
        self._stop = threading.Event()
        self._players: list[Player] = []
        self._under_way = 0
        self._faults_in_a_row = 0

    def stop(self) -> None:
        """Ends the run soon; trials under way are lost. May be called from a signal handler."""
        self._stop.set()

    def run(self, on_outcome: Callable[[Outcome], None], on_fault: Callable[[str], None]) -> bool:
        """Plays until the tuner is finished; False if `stop` was called before. Raises what a worker raised.

        `on_outcome` and `on_fault` are called in the thread of the caller.
        """
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self._concurrency)]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads) or not self._results.empty():
                try:
                    item = self._results.get(timeout=0.2)
                except queue.Empty:
                    item = None
                if self._stop.is_set():
                    break
                if isinstance(item, BaseException):
                    raise item
                if isinstance(item, str):
                    on_fault(item)
                elif item is not None:
                    on_outcome(item)
        finally:
            self._stop.set()
            for player in list(self._players):
                player.abort()
            for thread in threads:
                thread.join()
        return self._tuner.is_finished

    def _work(self) -> None:
        players = [Player(replace(self._spec, name=name), self._venues[0].conditions) for name in ("plus", "minus")]
        with self._lock:
            self._players.extend(players)
        try:
            while not self._stop.is_set() and (trial := self._next_trial()):
                outcome = self._play(trial, *players)
                with self._lock:
                    self._tuner.tell(trial, outcome.score, outcome.pairs)
                    self._under_way -= 1
                    outcome.state = self._tuner.state()
                    self._results.put(outcome)
        except Aborted:
            pass
        except BaseException as error:
            self._results.put(error)
        finally:
            for player in players:
                player.finish_process()

    def _next_trial(self) -> Trial | None:
        """None when the trials under way are enough."""
        with self._lock:
            if self._tuner.pairs + self._under_way * self._batch >= self._tuner.gains.pairs:
                return None
            self._under_way += 1
            return self._tuner.ask()

    def _play(self, trial: Trial, plus: Player, minus: Player) -> Outcome:
        venue = self._venues[trial.number % len(self._venues)]
        plus.configure(self._with_values(trial.plus), venue.conditions)
        minus.configure(self._with_values(trial.minus), venue.conditions)
        outcome = Outcome(trial)
        first_pair = trial.number // len(self._venues) * self._batch
        for pair in range(first_pair, first_pair + self._batch):
            with self._book_lock:
                opening = venue.book.get(pair)
            scores = [
                self._play_game(plus, minus, opening, venue.conditions),
                self._play_game(minus, plus, opening, venue.conditions),
            ]
            if None not in scores:
                outcome.score += scores[0] - scores[1]
                outcome.pairs += 1
        return outcome

    def _play_game(self, black: Player, white: Player, opening: Opening, conditions: Conditions) -> int | None:
        """1, 0 or -1 from Black's view; None if a fault decided, which says nothing of the values."""
        result = Game({Color.BLACK: black, Color.WHITE: white}, opening, conditions).play()
        if self._stop.is_set():
            raise Aborted
        if result.reason in FAULTS:
            # The process is not trusted any further.
            (white if result.winner is Color.BLACK else black).discard()
            self._note_fault(f"{result.loser.engine} lost by {result.reason.value}: {result.detail}")
            return None
        self._faults_in_a_row = 0
        return {Color.BLACK: 1, None: 0, Color.WHITE: -1}[result.winner]

    def _note_fault(self, text: str) -> None:
        self._results.put(text)
        self._faults_in_a_row += 1
        if self._faults_in_a_row >= _MAX_FAULTS_IN_A_ROW:
            raise SettingsError(f"{_MAX_FAULTS_IN_A_ROW} faults in a row, the last one: {text}")

    def _with_values(self, values: dict[str, int]) -> tuple[tuple[str, str], ...]:
        return (*self._spec.info, *((f"tune.{name}", str(value)) for name, value in values.items()))
