"""The Gomocup protocol as spoken to one engine: START, INFO, BEGIN, BOARD, TURN, END, and what comes back.

The first turn of a game is BEGIN on the empty board and BOARD with any stones on it, later ones are TURN. Log lines
(MESSAGE, DEBUG, INFO) and complaints (ERROR, UNKNOWN) are passed over while a move is awaited.
"""

import re
import time
from dataclasses import dataclass, replace
from typing import NamedTuple

from fukumi_tools.board.notation import Point
from fukumi_tools.board.rules import Color

from .grammar import Sense, begins_with_move, read
from .process import EngineFailed, EngineProcess, TranscriptEntry
from .settings import BYTES_PER_MEGABYTE, Conditions, EngineSpec

SWAP = "SWAP"
"""The answer to SWAP2BOARD of an engine that takes Black."""

UNLIMITED_TIME_LEFT = 2147483647
OVERRUN_WAIT = 5.0
"""Seconds to wait for a move that is already too late, so that its lateness can be recorded."""

_SETTLING_TIME = 0.2
"""Seconds that an engine gets to complain about a setting, and one that refuses the START of a further game: Rapfi may
send the last move of a game before it is ready for the next command, and takes that for a wrong one.
"""
_ABOUT_TIMEOUT = 2.0
# Digits are those of ASCII, and no more of them than a number can have that makes sense.
_DEPTH = re.compile(r"\bdepth\s+([0-9]{1,4})(?:-([0-9]{1,4}))?(?![0-9])", re.IGNORECASE)
_NODES = re.compile(r"\b(?:n|nodes?)\s+([0-9]{1,18}(?:\.[0-9]{1,9})?)\s*([kmg]?)\b", re.IGNORECASE)
_EVAL = re.compile(r"\b(?:ev|eval)\s+([+-]?[mM]?[0-9]{1,9})\b", re.IGNORECASE)
_PV = re.compile(r"\bpv((?:[\s,]+[a-z][0-9]{1,2}(?![0-9a-z])){1,20})", re.IGNORECASE)
_FURTHER_PV = re.compile(r"\bmultipv\s+(?!1\b)\d", re.IGNORECASE)
_NODE_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


class StartFailed(EngineFailed):
    """The engine refused the board or did not say OK in time."""


class StartRefused(StartFailed):
    """The engine said ERROR to START."""


class SettingRefused(StartFailed):
    """The engine said ERROR to an INFO line of its settings."""


class NoReply(EngineFailed):
    """No move came, even after OVERRUN_WAIT; `seconds` is how long the engine was given."""

    def __init__(self, seconds: float, complaint: str | None):
        super().__init__(f"no move within {seconds:.1f} s" + (f"; it said: {complaint}" if complaint else ""))
        self.seconds = seconds


class UnaskedMove(EngineFailed):
    """A move came that was not asked for, as the second of two in one answer."""


class Aborted(Exception):
    """The match is being ended; the game does not count."""


@dataclass
class SearchInfo:
    """What the engine's MESSAGE lines said about a move; None where they did not.

    `eval` is its own text, `pv` the first 20 moves of its line, also as it writes them.
    """

    depth: int | None = None
    selective_depth: int | None = None
    nodes: int | None = None
    eval: str | None = None
    pv: str | None = None

    def update(self, text: str) -> None:
        """Takes the values of one line such as `MESSAGE depth 12-24 ev 143 n 5M n/ms 812 tm 6203 pv H8 I9`."""
        if _FURTHER_PV.search(text):
            return
        if depth := _DEPTH.search(text):
            self.depth = int(depth[1])
            self.selective_depth = int(depth[2]) if depth[2] else self.selective_depth
        if nodes := _NODES.search(text):
            self.nodes = round(float(nodes[1]) * _NODE_UNITS[nodes[2].lower()])
        if evaluation := _EVAL.search(text):
            self.eval = evaluation[1]
        if line := _PV.search(text):
            self.pv = " ".join(line[1].replace(",", " ").split())


class Reply(NamedTuple):
    """An engine's answer to a think command.

    `point` may be off the board or taken, and is None if `text` is no move at all. `seconds` runs from just before
    the command was written to the moment the reply was complete. `remarks` are the lines before the move.
    """

    point: Point | None
    text: str
    seconds: float
    remarks: tuple[str, ...]

    @property
    def info(self) -> SearchInfo:
        """What the remarks say. Read when it is asked for, so that a game can do that after its last move."""
        info = SearchInfo()
        for text in self.remarks:
            info.update(text)
        return info


class Player:
    """An engine as a player of many games: starts its process when needed and keeps it across games."""

    def __init__(self, spec: EngineSpec, conditions: Conditions):
        self.spec = spec
        self.games_in_process = 0
        self._conditions = conditions
        self._process: EngineProcess | None = None
        self._is_first_turn = True
        self._aborted = False

    @property
    def transcript(self) -> list[TranscriptEntry]:
        return [] if self._process is None else self._process.transcript

    @property
    def peak_memory_bytes(self) -> int:
        return 0 if self._process is None else self._process.peak_memory_bytes

    def about(self) -> str | None:
        """The engine's answer to ABOUT, None if there is none. Starts the process if it is not running."""
        return self._ask_about()[0]

    def check_settings(self) -> None:
        """Sends the INFO lines of the engine's own settings in a game that was begun.

        Nothing answers INFO, so ABOUT comes after them: an engine must answer that. A complaint may come a moment
        later, as about a file that is read meanwhile. Raises SettingRefused.
        """
        if not self.spec.info:
            return
        # What the engine says to other lines does not matter here.
        self._complaints_after()
        if complaints := self._complaints_after(*self._own_info_lines()):
            raise SettingRefused(f"refused a setting: {complaints[0]}")

    def _complaints_after(self, *lines: str) -> list[str]:
        _, complaints = self._ask_about(*lines)
        time.sleep(_SETTLING_TIME)
        later = (line.text.strip() for line in self._ensure_process().read_waiting())
        return complaints + [text for text in later if _is_error(text)]

    def _ask_about(self, *before: str) -> tuple[str | None, list[str]]:
        """The answer to ABOUT after these lines, and each ERROR before it."""
        process = self._ensure_process()
        process.send(*before, "ABOUT")
        complaints = []
        deadline = time.monotonic() + _ABOUT_TIMEOUT
        while line := process.read(deadline):
            text = line.text.strip()
            if _is_error(text):
                complaints.append(text)
            elif not text.upper().startswith(("MESSAGE", "DEBUG", "UNKNOWN")):
                return text, complaints
        return None, complaints

    def configure(self, info: tuple[tuple[str, str], ...], conditions: Conditions) -> None:
        """Other INFO lines and conditions from the next game on, in the same process."""
        self.spec = replace(self.spec, info=info)
        self._conditions = conditions

    def new_game(self) -> None:
        """START, wait for OK, INFO. A process that has played before may refuse once.

        Raises StartFailed, EngineExited or Aborted.
        """
        if self._process is not None and not self._process.is_running:
            self.discard()
        process = self._ensure_process()
        process.read_waiting()
        process.begin_transcript()
        process.remark(f"process has played {self.games_in_process} games before this one")
        self.games_in_process += 1
        self._is_first_turn = True
        if self.spec.before_game:
            process.send(self.spec.before_game)
        try:
            self._start(process)
        except StartRefused as refusal:
            if self.games_in_process == 1:
                raise
            process.remark(f"{refusal}; once more in {_SETTLING_TIME:g} s")
            time.sleep(_SETTLING_TIME)
            process.read_waiting()
            self._start(process)
        process.send(*self._info_lines())

    def think(self, moves: list[tuple[Point, Color]], color: Color, limit: float | None, time_left: int) -> Reply:
        """Asks for a move of `color` after `moves`.

        `limit` is in seconds, None for none; `time_left` is the value to send, in milliseconds.
        Raises EngineExited, NoReply, UnaskedMove or Aborted.
        """
        command = self._think_command(moves, color)
        self._is_first_turn = False
        return self._ask(command, limit, time_left)

    def swap2(self, stones: list[Point], limit: float | None, time_left: int) -> Reply:
        """What the engine does with the stones of an opening by swap2, in the order of play; otherwise as `think`.

        The text of the answer is SWAP or one or several points, which are for the caller to read.
        """
        return self._ask(["SWAP2BOARD", *(f"{x},{y}" for x, y in stones), "DONE"], limit, time_left)

    def _ask(self, command: list[str], limit: float | None, time_left: int) -> Reply:
        process = self._process
        for line in process.read_waiting():
            if begins_with_move(line.text):
                raise UnaskedMove(f"a move that was not asked for: {line.text[:80]!r}")
        # In one piece, so that the engine is not woken up twice.
        sent = process.send(f"INFO time_left {time_left}", *command)
        if limit is None:
            deadline = sent + self._conditions.hang_timeout
        else:
            deadline = sent + limit + self._conditions.tolerance + OVERRUN_WAIT
        reply = self._await_move(process, sent, deadline)
        process.check_confinement()
        return reply

    def sample_memory(self) -> None:
        if self._process is not None:
            self._process.sample_memory()

    def finish_process(self) -> bool:
        """END, and the process is gone; False if it had to be killed."""
        if self._process is None:
            return True
        left = self._process.stop()
        self.discard()
        return left

    def discard(self) -> None:
        """Kills the process; the next game starts a new one."""
        if self._process is not None:
            self._process.kill()
            self._process.close()
            self._process = None
        self.games_in_process = 0

    def abort(self) -> None:
        """From another thread: ends the process now; whatever the player is doing fails soon."""
        self._aborted = True
        process = self._process
        if process is not None:
            process.kill()

    def _ensure_process(self) -> EngineProcess:
        if self._aborted:
            raise Aborted
        if self._process is None:
            self._process = EngineProcess(self.spec)
            if self._aborted:
                self._process.kill()
                raise Aborted
        return self._process

    def _info_lines(self) -> list[str]:
        limits = self.spec.limits
        turn = limits.turn if limits.turn is not None else limits.match
        lines = [f"INFO rule {self._conditions.rule.value}", "INFO game_type 1"]
        if turn is not None:
            lines.append(f"INFO timeout_turn {to_milliseconds(turn)}")
        lines.append(f"INFO timeout_match {to_milliseconds(limits.match or 0)}")
        if limits.depth is not None:
            lines.append(f"INFO max_depth {limits.depth}")
        if limits.nodes is not None:
            lines.append(f"INFO max_node {limits.nodes}")
        if limits.memory is not None:
            lines.append(f"INFO max_memory {round(limits.memory * BYTES_PER_MEGABYTE)}")
        if limits.threads is not None:
            lines.append(f"INFO thread_num {limits.threads}")
        return lines + self._own_info_lines()

    def _own_info_lines(self) -> list[str]:
        return [f"INFO {key} {value}" for key, value in self.spec.info]

    def _think_command(self, moves: list[tuple[Point, Color]], color: Color) -> list[str]:
        if not moves:
            return ["BEGIN"]
        if self._is_first_turn:
            stones = [f"{x},{y},{1 if stone is color else 2}" for (x, y), stone in moves]
            return ["BOARD", *stones, "DONE"]
        x, y = moves[-1][0]
        return [f"TURN {x},{y}"]

    def _start(self, process: EngineProcess) -> None:
        width, height = self._conditions.width, self._conditions.height
        process.send(f"START {width}" if width == height else f"RECTSTART {width},{height}")
        self._await_ok(process)

    def _await_ok(self, process: EngineProcess) -> None:
        timeout = self._conditions.start_timeout
        deadline = time.monotonic() + timeout
        while line := process.read(deadline):
            text = line.text.strip()
            if text.upper() == "OK":
                return
            if _is_error(text):
                raise StartRefused(f"refused START: {text}")
        raise StartFailed(f"no OK within {timeout:g} s of START")

    def _await_move(self, process: EngineProcess, sent: float, deadline: float) -> Reply:
        remarks: list[str] = []
        complaint = None
        while line := process.read(deadline):
            reading = read(line.text)
            match reading.sense:
                case Sense.MOVE | Sense.ANSWER:
                    return Reply(reading.point, reading.text, line.time - sent, tuple(remarks))
                case Sense.SUGGESTION:
                    process.send("PLAY" + reading.text[len("SUGGEST") :])
                case Sense.COMPLAINT:
                    complaint = reading.text
                case Sense.REMARK:
                    remarks.append(reading.text)
        raise NoReply(time.monotonic() - sent, complaint)


def _is_error(text: str) -> bool:
    return text.upper().startswith("ERROR")


def to_milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
