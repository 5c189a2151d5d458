"""Where games are played: the engines of one worker, which keep their processes from one game to the next.

Also the check that an engine can play there at all.
"""

from collections.abc import Callable
from typing import Protocol

from fukumi_tools.board.openings import Opening
from fukumi_tools.board.rules import Color
from fukumi_tools.engines.dialogue import Aborted, Player
from fukumi_tools.engines.settings import Conditions, EngineSpec

from .game import FAULTS, Game, GameResult
from .schedule import Task


class GamePlayer(Protocol):
    """What plays the games of one worker: `Seats`, or `RemoteSeats` in a cluster."""

    forced_ends: dict[str, int]

    def play(self, task: Task, opening: Opening, conditions: Conditions) -> GameResult: ...
    def abort(self) -> None: ...
    def close(self) -> None: ...


SeatMaker = Callable[[list[EngineSpec]], GamePlayer]
"""Makes what plays the games of one worker."""


class Seats:
    """Plays one game after another. `abort` may come from another thread, everything else comes from one."""

    def __init__(self, specs: list[EngineSpec]):
        self.forced_ends: dict[str, int] = {}
        """By engine: how many of its processes did not end when asked to."""
        self._specs = specs
        self._players: dict[int, Player] = {}
        self._is_aborted = False

    def play(self, task: Task, opening: Opening, conditions: Conditions) -> GameResult:
        """Plays a game to the end. Raises Aborted after `abort`."""
        self._seat(task, conditions)
        players = {Color.BLACK: self._players[task.black], Color.WHITE: self._players[task.white]}
        result = Game(players, opening, conditions).play()
        if self._is_aborted:
            raise Aborted
        if result.reason in FAULTS:
            # The process is not trusted any further. By swap2 its colour may be another one than at the beginning.
            for player in players.values():
                if player.spec.name == result.loser.engine:
                    player.discard()
        if conditions.restart:
            for player in players.values():
                self._finish(player)
        return result

    def abort(self) -> None:
        """Ends the game in progress soon; it does not count."""
        self._is_aborted = True
        for player in list(self._players.values()):
            player.abort()

    def close(self) -> None:
        """Lets all engines go."""
        for player in self._players.values():
            self._finish(player)
        self._players = {}

    def _seat(self, task: Task, conditions: Conditions) -> None:
        """Lets engines go that do not play this game and brings in those that do."""
        for index in self._players.keys() - {task.black, task.white}:
            self._finish(self._players.pop(index))
        for index in {task.black, task.white} - self._players.keys():
            self._players[index] = Player(self._specs[index], conditions)
        for player in self._players.values():
            player.configure(player.spec.info, conditions)
        if self._is_aborted:
            raise Aborted

    def _finish(self, player: Player) -> None:
        if not player.finish_process():
            name = player.spec.name
            self.forced_ends[name] = self.forced_ends.get(name, 0) + 1


def check_engine(spec: EngineSpec, conditions: Conditions) -> str | None:
    """Starts the engine once and lets it accept the board and its settings; its ABOUT line.

    Raises StartFailed or EngineExited if it cannot play at all, or not with these settings.
    """
    player = Player(spec, conditions)
    try:
        about = player.about()
        player.new_game()
        # An engine that does not answer ABOUT cannot be asked.
        if about is not None:
            player.check_settings()
        player.finish_process()
        return about
    finally:
        player.discard()
