"""The ways to ask for a move, and to interrupt the search for it.

Every function leaves the engine with the position of the game on its board, its own move included, and without
anything more to say, or with a new process that knows nothing.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from fukumi_tools.board.notation import Point
from fukumi_tools.board.rules import Color, Rule

from .contender import Answer, Contender
from .draw import Limits
from .fault import Fault, Kind
from .grammar import moves_in
from .referee import Referee

LONGEST_DELAY = 0.006
"""Seconds between the start of a search and what interrupts it, at most."""

_STOPS = ("STOP", "YXSTOP", "INFO timeout_turn 0", "INFO time_left 0")
_QUESTIONS = (("ABOUT", 'name=".*'), ("FOO BAR", "UNKNOWN .*"), ("YXSHOWFORBID", r"FORBID (\d{4})*\."))
_ENDLESS = ("INFO timeout_turn -1", "INFO timeout_match 0", "INFO max_node 0", "INFO max_depth 0")
_NO_LIMITS = (
    "INFO timeout_turn 60000",
    "INFO timeout_match 600000",
    "INFO time_left 600000",
    "INFO max_node 0",
    "INFO max_depth 0",
)


@dataclass
class Seat:
    """A side of a game: who plays it, and how. `is_in_step` says that the engine's board has all stones but the
    opponent's last one; `left` are the milliseconds of its match time."""

    engine: Contender
    color: Color
    options: tuple[str, ...]
    limits: Limits
    start: str
    rule_code: int
    blocked: frozenset[Point] = frozenset()
    is_in_step: bool = False
    left: float | None = None

    def set_up(self) -> None:
        """A new game in the engine."""
        answer = self.engine.ask(f"INFO rule {self.rule_code}", *self.options, self.start, expected="OK")
        self.engine.figures.time("start", answer.seconds)
        self.engine.tell(*self.limits.lines(), "YXBLOCKRESET")
        if self.blocked:
            self.engine.tell("YXBLOCK", *(f"{x},{y}" for x, y in self.blocked), "DONE")
        self.left = self.limits.match
        self.is_in_step = True

    def limit(self) -> float | None:
        """Seconds for the next move."""
        return min((t / 1000 for t in (self.limits.turn, self.left) if t is not None), default=None)

    def time_left(self) -> list[str]:
        return [] if self.left is None else [f"INFO time_left {int(self.left)}"]


def think_lines(seat: Seat, referee: Referee) -> list[str]:
    """The think command that a manager would send."""
    if not referee.moves and seat.is_in_step:
        return ["BEGIN"]
    if seat.is_in_step and referee.moves:
        x, y = referee.moves[-1]
        return [f"TURN {x},{y}"]
    return ["BOARD", *referee.block(seat.color), "DONE"]


def usual(seat: Seat, referee: Referee, rng: Random) -> Point:
    """As a manager asks, and now and then by a detour over other commands."""
    engine = seat.engine
    if seat.is_in_step and rng.random() < 0.12:
        _detour(seat, referee, rng)
    lines = think_lines(seat, referee)
    limit = seat.limit()
    since = engine.tell(*seat.time_left(), *lines)
    answer = engine.moves(since, limit, lines[0])
    if limit is not None:
        engine.figures.time("move beyond its limit", answer.seconds - limit)
    if seat.left is not None:
        seat.left = max(0.0, seat.left - answer.seconds * 1000)
    return moves_in(answer.text)[0]


def analysed(seat: Seat, referee: Referee, rng: Random) -> tuple[Point, bool]:
    """By one of the commands for people who analyse; whether it was asked for the best move."""
    engine = seat.engine
    command, is_best = rng.choice(
        (
            (f"YXNBEST {rng.choice((1, 2, 5, 1000))}", True),
            ("YXSEARCHDEFEND", False),
            (f"YXBALANCEONE {rng.choice((0, -200, 300))}", False),
        )
    )
    since = engine.tell("YXBOARD", *referee.block(seat.color), "DONE", command)
    time.sleep(rng.uniform(0, LONGEST_DELAY))
    # Some of these have no limits, and those that have are stopped early.
    told = engine.interject("YXSTOP")
    answer = engine.moves(since, None, command)
    if answer.at > told:
        engine.figures.time("answer to a stop", answer.at - told)
    engine.figures.counts["analyses"] += 1
    return moves_in(answer.text)[0], is_best


def stopped(seat: Seat, referee: Referee, rng: Random) -> Point:
    """A search without limits that is stopped, perhaps after other words."""
    engine = seat.engine
    lines = think_lines(seat, referee)
    since = engine.tell(*_NO_LIMITS, *lines)
    questions = rng.sample(_QUESTIONS, rng.choice((0, 0, 1, 2)))
    time.sleep(rng.uniform(0, LONGEST_DELAY))
    engine.interject(*(question for question, _ in questions), *_options_in_between(rng))
    stop = rng.choice(_STOPS)
    told = engine.interject(stop)
    move = _move_among(seat, since, lines[0], questions)
    if move.at > told:
        engine.figures.time("answer to a stop", move.at - told)
        if move.at - told > engine.tolerance:
            raise Fault(Kind.LATE, f"{move.at - told:.3f} s from {stop} to the move")
    engine.tell(*seat.limits.lines(), *seat.time_left())
    engine.figures.counts["stops"] += 1
    return moves_in(move.text)[0]


def interrupted(seat: Seat, referee: Referee, rng: Random) -> None:
    """A search that another command breaks off, or the end of the session; its move is thrown away."""
    engine = seat.engine
    lines = think_lines(seat, referee)
    kind = rng.choices(("restart", "start", "board", "take back", "end", "close"), (30, 30, 30, 30, 1, 1))[0]
    # At the end of the input, a search with a limit goes on to its end.
    since = engine.tell(*(_ENDLESS if kind == "close" else _NO_LIMITS), *lines)
    time.sleep(rng.uniform(0, LONGEST_DELAY))
    engine.figures.counts[f"interrupted by {kind}"] += 1
    seat.is_in_step = False
    if kind == "end":
        sent = engine.interject("END")
        engine.expect_exit(sent, 0.45, "END", most_moves=1)
    elif kind == "close":
        engine.process.close_input()
        engine.expect_exit(time.monotonic(), 1.5, "the end of input", most_moves=1)
    if kind in ("end", "close"):
        seat.set_up()
        seat.is_in_step = not referee.moves
        return
    block = ["BOARD", *referee.block(seat.color), "DONE"]
    x, y = referee.moves[-1] if referee.moves else (-1, 0)
    starts = ["START 5", "ABOUT"]
    # The stone is not the last one when the search has answered, so the search goes on.
    refused = [f"TAKEBACK {x},{y}", "YXSTOP"]
    command = {"restart": ["RESTART"], "start": starts, "board": block, "take back": refused}[kind]
    sent = engine.interject(*command)
    if kind == "start":
        check_move(_move_among(seat, since, lines[0], [("START", "OK"), ("ABOUT", 'name=".*')]).text, referee)
    elif kind == "take back":
        check_move(_move_among(seat, since, lines[0], [("TAKEBACK", "ERROR .*")]).text, referee)
    else:
        check_move(engine.moves(since, None, lines[0]).text, referee)
    match kind:
        case "restart":
            engine.take(sent, "OK", "RESTART")
        case "start":
            engine.ask(seat.start, expected="OK")
        case "board":
            told = engine.interject("YXSTOP")
            check_move(engine.moves(told, None, "BOARD").text, referee)
    engine.tell(*seat.limits.lines(), *seat.time_left())


def _move_among(seat: Seat, since: float, what: str, others: Sequence[tuple[str, str]]) -> Answer:
    """The move of a search, before, between or after the answers to other commands.

    `others` are these commands and what their answers must match. An engine that takes its manager for Yixin-Board
    keeps the move until the next command shows whether it is wanted.
    """
    move = None
    left = list(others)
    while move is None or left:
        answer = seat.engine.answer(since, None, what)
        if move is None and moves_in(answer.text):
            move = answer
            continue
        command, expected = left.pop(0) if left else (what, "a move")
        if not re.fullmatch(expected, answer.text):
            raise Fault(Kind.STRAY, f"{answer.text!r} in answer to {command}")
    return move


def check_move(text: str, referee: Referee) -> None:
    referee.check(moves_in(text)[0], set(), is_best=False)


def annoyed(seat: Seat, referee: Referee, rng: Random) -> None:
    """Questions and mistakes between the turns; none of them changes anything."""
    engine = seat.engine
    # The last stone may be one that the engine does not know.
    x, y = rng.choice(referee.moves[:-1]) if len(referee.moves) > 1 else (-1, 0)
    lines, expected = rng.choice(
        (
            (["ABOUT"], 'name=".*'),
            (["INFO nonsense 1", "INFO timeout_turn", "YXSHOWINFO", "YXSHOWHASHUSAGE", "ABOUT"], 'name=".*'),
            (["FOO"], "UNKNOWN .*"),
            ([f"TURN {x},{y}"], "ERROR .*"),
            (["TURN 22,5"], "ERROR .*"),
            (["PLAY x,y"], "ERROR .*"),
            (["TAKEBACK 99,0"], "ERROR .*"),
            (["START 4"], "ERROR .*"),
            (["BOARD", "0,0,1", "0,0,2", "DONE"], "ERROR .*"),
            (["YXQUERYDATABASEONE", "0,0", "DONE", "ABOUT"], 'name=".*'),
        )
    )
    engine.ask(*lines, expected=expected)
    engine.figures.counts["annoyances"] += 1


def ask_forbidden(seat: Seat, referee: Referee) -> None:
    """Compares the forbidden points. The engine must have the whole position on its board."""
    answer = seat.engine.ask("YXSHOWFORBID", expected=r"FORBID (\d{4})*\.")
    digits = answer.text[len("FORBID ") : -1]
    told = {(int(digits[i : i + 2]), int(digits[i + 2 : i + 4])) for i in range(0, len(digits), 4)}
    if told != referee.forbidden():
        raise Fault(Kind.ILLEGAL, f"forbidden are {sorted(referee.forbidden())}, the engine says {sorted(told)}")
    seat.engine.figures.counts["comparisons of forbidden points"] += referee.rule is Rule.RENJU


def _detour(seat: Seat, referee: Referee, rng: Random) -> None:
    """The same position in another way; the opponent's last stone is still to come."""
    engine, moves = seat.engine, referee.moves[:-1]
    kind = rng.choice(("take back", "replay", "board", "restart"))
    engine.figures.counts[f"detours by {kind}"] += 1
    if kind == "take back" and moves:
        back = moves[: -1 - rng.randint(1, min(3, len(moves))) : -1]
        for x, y in back:
            engine.ask(f"TAKEBACK {x},{y}", expected="OK")
        for x, y in reversed(back):
            engine.ask(f"PLAY {x},{y}", expected=f"{x},{y}")
    elif kind == "replay":
        engine.ask("RESTART", expected="OK")
        for x, y in moves:
            engine.ask(f"PLAY {x},{y}", expected=f"{x},{y}")
    elif kind == "board" and moves:
        # Whose stones are whose depends on whom the block is for.
        seat.is_in_step = False
    elif kind == "restart":
        engine.ask("RESTART", expected="OK")
        seat.is_in_step = not referee.moves


def _options_in_between(rng: Random) -> list[str]:
    """Options that may change in the middle of a search and do not matter afterwards."""
    options = ("INFO caution_factor 1", "INFO time_left 2147483647", "INFO show_detail 0", "INFO max_depth 0")
    return rng.sample(options, rng.choice((0, 0, 1)))
