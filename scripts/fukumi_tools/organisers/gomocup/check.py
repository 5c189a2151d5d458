"""The checks of an engine in each format: rules, a game with itself, time, memory, files, and its end."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fukumi_tools.board.notation import Point
from fukumi_tools.board.openings import Opening
from fukumi_tools.board.rules import Color
from fukumi_tools.engines.dialogue import NoReply, Player, Reply, StartFailed, UnaskedMove
from fukumi_tools.engines.process import EngineExited, NotStarted, TranscriptEntry
from fukumi_tools.engines.settings import EngineSpec
from fukumi_tools.organisers.match.game import FAULTS, Game, GameResult, Reason

from .findings import LOSES, Evidence, Report
from .formats import Format
from .positions import POSITIONS, Position

MAX_FOLDER_BYTES = 70 << 20
"""What an engine may keep in the folder of INFO folder."""

_OPENING = ((3, 2), (4, 4), (2, 4))
"""Stones of the game with itself, far from the middle, as columns and rows from a corner."""

_ADVICE = {
    Reason.CRASH: "Run the conversation above by hand; memory above the limit counts as a crash as well.",
    Reason.TIME: "Leave some milliseconds to spare: starting up is part of the first move.",
    Reason.ILLEGAL: "An answer is x,y from 0, on an empty point, in a line of its own, flushed.",
    Reason.FOUL: "Black must not play forbidden points: INFO rule 4 is renju.",
}


class Checker:
    """Checks one engine in one format. `folder` is empty; the engine may keep files in parts of it."""

    def __init__(self, spec: EngineSpec, form: Format, tolerance: float, folder: Path, report: Report):
        self._spec, self._form, self._folder, self._report = spec, form, folder, report
        self._conditions = form.conditions(tolerance)
        self._players = 0

    def run(self) -> bool:
        """Stops at the first problem that leaves nothing to check; False if the engine does not start."""
        before = _files(self._spec.directory)
        starts = self._check_start()
        if starts:
            for position in POSITIONS[self._form.rule]:
                self._check_position(position)
            self._check_game()
        if new := sorted(_files(self._spec.directory) - before):
            self._warn(f"writes {new[0].name} beside the program", "Keep files in the folder of INFO folder.")
        kept = sum(path.stat().st_size for path in self._folder.rglob("*") if path.is_file())
        if kept > MAX_FOLDER_BYTES:
            advice = f"Keep at most {MAX_FOLDER_BYTES >> 20} MB."
            self._problem(f"keeps {kept >> 20} MB of files", advice)
        return starts

    def _check_start(self) -> bool:
        player = self._player()
        begun = time.monotonic()
        try:
            player.new_game()
            seconds = time.monotonic() - begun
            limit = self._form.limits.turn
            if seconds > limit + self._conditions.tolerance:
                text = f"takes {seconds:.1f} s to start, {limit:g} s are a move"
                self._problem(text, "Load less, or on the first move.", player.transcript)
            else:
                self._passed(f"starts in {seconds:.2f} s and takes a board of {self._form.size}")
        except (StartFailed, EngineExited) as error:
            advice = "Answer START with OK within the time of a move."
            self._problem(f"does not start: {error}", advice, player.transcript, "The organisers send it back.")
            return False
        finally:
            player.finish_process()
        return True

    def _check_position(self, position: Position) -> None:
        moves = position.moves(self._form.size)
        color = Color.BLACK if len(moves) % 2 == 0 else Color.WHITE
        player = self._player()
        try:
            player.new_game()
            limit = min(self._form.limits.turn, self._form.limits.match)
            reply = player.think(moves, color, limit, round(self._form.limits.match * 1000))
        except (StartFailed, EngineExited, UnaskedMove, NoReply) as error:
            self._problem(f"fails where {position.shows}: {error}", _ADVICE[Reason.CRASH], player.transcript)
        else:
            taken = {point for point, _ in moves}
            self._judge_answer(position, reply, limit, taken, player.transcript)
        finally:
            player.discard()

    def _judge_answer(
        self, position: Position, reply: Reply, limit: float, taken: set[Point], transcript: list[TranscriptEntry]
    ) -> None:
        size = self._form.size
        late = reply.seconds - limit
        if late > self._conditions.tolerance:
            self._problem(f"answers {late:.1f} s late where {position.shows}", _ADVICE[Reason.TIME], transcript)
        elif reply.point is None or reply.point in taken or not all(0 <= part < size for part in reply.point):
            self._problem(f"answers {reply.text!r} where {position.shows}", _ADVICE[Reason.ILLEGAL], transcript)
        elif complaint := position.complaint(self._form.rule, size, reply.point):
            advice = f"INFO rule is {self._form.rule.value} here."
            self._problem(f"does not know that {position.shows}: {complaint}", advice, transcript)
        else:
            self._passed(f"knows that {position.shows}")

    def _check_game(self) -> None:
        players = {color: self._player() for color in Color}
        points = tuple((self._form.size - 1 - x, self._form.size - 1 - y) for x, y in _OPENING)
        try:
            result = Game(players, Opening("check", points), self._conditions).play()
        except NotStarted as error:
            self._problem(f"does not start once more: {error}", "Check it again when the system starts it.")
        else:
            self._judge_game(result)
        finally:
            for player in players.values():
                player.finish_process()

    def _judge_game(self, result: GameResult) -> None:
        sides = (result.black, result.white)
        if result.reason in (*FAULTS, Reason.FOUL):
            number = len(result.moves) + 1
            text = f"loses to itself by {result.reason.value} at move {number}: {result.detail}"
            self._problem(text, _ADVICE[result.reason], result.conversations[result.winner.other])
            return
        memory = max(side.peak_memory_bytes for side in sides) / 2**20
        slowest = max(side.slowest_ms for side in sides)
        self._passed(
            f"plays a game with itself: {len(result.moves)} moves, {result.reason.value}, "
            f"slowest move {slowest:.0f} ms, memory {memory:.0f} MB"
        )
        late = max(side.worst_over_limit_ms or 0.0 for side in sides)
        if late > 0:
            self._warn(
                f"answers up to {late:.0f} ms late; {self._conditions.tolerance * 1000:.0f} ms are forgiven",
                _ADVICE[Reason.TIME],
            )

    def _player(self) -> Player:
        """A new process with a folder of its own for its files."""
        self._players += 1
        folder = self._folder / str(self._players)
        folder.mkdir()
        return Player(replace(self._spec, info=(*self._spec.info, ("folder", str(folder)))), self._conditions)

    def _passed(self, text: str) -> None:
        self._report.passed(self._form.name, text)

    def _warn(self, text: str, advice: str) -> None:
        self._report.warn(self._form.name, text, advice)

    def _problem(
        self, text: str, advice: str, transcript: Sequence[TranscriptEntry] = (), organisers: str = LOSES
    ) -> None:
        self._report.problem(self._form.name, text, advice, Evidence.of(transcript, organisers))


def _files(folder: Path) -> set[Path]:
    return set(folder.iterdir())
