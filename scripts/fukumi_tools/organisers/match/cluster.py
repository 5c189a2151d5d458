"""Games on the machines of a Ray cluster. Without a cluster nothing here is imported.

Each worker of the match has an actor somewhere in the cluster that plays its games. Where one is lost, with its
process or its machine, the game it had is played again by a new one: results are only counted here, once they arrive.
"""

import threading

import ray

from fukumi_tools.board.openings import Opening
from fukumi_tools.cluster import LOSSES_IN_A_ROW
from fukumi_tools.engines.dialogue import Aborted, StartFailed
from fukumi_tools.engines.process import EngineExited
from fukumi_tools.engines.settings import Conditions, EngineSpec, SettingsError

from .game import GameResult
from .schedule import Task
from .seats import Seats, check_engine


@ray.remote(num_cpus=1, max_restarts=0)
class _Table:
    """An actor that plays games one at a time, with programs of its machine."""

    def __init__(self, specs: list[EngineSpec]):
        self._specs = specs
        self._seats = Seats(specs)

    def complaint(self, checksums: list[dict[str, str]], conditions: Conditions) -> str | None:
        """Why an engine cannot play on this machine as elsewhere, given the checksums of its files there."""
        host = ray.util.get_node_ip_address()
        for spec, files in zip(self._specs, checksums, strict=True):
            found = spec.fingerprint()["sha256"]
            if others := [name for name in files | found if files.get(name) != found.get(name)]:
                return f"engine {spec.name}: on {host} {others[0]} is missing or another file"
            try:
                check_engine(spec, conditions)
            except (StartFailed, EngineExited) as error:
                return f"engine {spec.name} cannot play on {host}: {error}"
        return None

    def play(self, task: Task, opening: Opening, conditions: Conditions) -> GameResult:
        return self._seats.play(task, opening, conditions)

    def close(self) -> dict[str, int]:
        self._seats.close()
        return self._seats.forced_ends


class RemoteSeats:
    """The same as `Seats`, in a cluster. The engines and their files lie at the same place on all its machines."""

    def __init__(self, specs: list[EngineSpec]):
        self.forced_ends: dict[str, int] = {}
        self._specs = specs
        self._checksums = [spec.fingerprint()["sha256"] for spec in specs]
        self._table = None
        self._lock = threading.Lock()
        self._is_aborted = False

    def play(self, task: Task, opening: Opening, conditions: Conditions) -> GameResult:
        """Plays a game to the end, anew if the machine is lost on the way. Raises Aborted after `abort`."""
        for _ in range(LOSSES_IN_A_ROW):
            try:
                return ray.get(self._seated(conditions).play.remote(task, opening, conditions))
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayError:
                self._table = None
        raise SettingsError(f"{LOSSES_IN_A_ROW} workers of the cluster were lost one after the other")

    def abort(self) -> None:
        """Ends the game in progress soon; it does not count."""
        with self._lock:
            self._is_aborted = True
            if self._table is not None:
                ray.kill(self._table)

    def close(self) -> None:
        """Lets all engines go."""
        if self._table is None or self._is_aborted:
            return
        try:
            self.forced_ends = ray.get(self._table.close.remote())
            ray.kill(self._table)
        except ray.exceptions.RayError:
            pass

    def _seated(self, conditions: Conditions):
        """The actor, a new one if there is none. Raises SettingsError if an engine cannot play there as elsewhere."""
        with self._lock:
            if self._is_aborted:
                raise Aborted
            if self._table is not None:
                return self._table
            self._table = table = _Table.remote(self._specs)
        if complaint := ray.get(table.complaint.remote(self._checksums, conditions)):
            raise SettingsError(complaint)
        return table
