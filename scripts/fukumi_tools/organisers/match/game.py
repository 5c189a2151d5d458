"""One game: clocks, referee, result."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from fukumi_tools.board.notation import Point, point_to_text
from fukumi_tools.board.openings import Opening
from fukumi_tools.board.rules import Board, Color, Verdict, judge
from fukumi_tools.engines.dialogue import UNLIMITED_TIME_LEFT, NoReply, Player, Reply, StartFailed, UnaskedMove
from fukumi_tools.engines.process import EngineExited, NotStarted, TranscriptEntry
from fukumi_tools.engines.settings import Conditions, Limits

from .adjudication import Agreements, proven_line
from .swap2 import swap2_points

_MEMORY_SAMPLE_EVERY = 20


class Reason(Enum):
    """Why a game ended.

    The first is a win of the last mover, the next four are losses, then come draws. An agreement is a win or a draw,
    and a proof a win of the side to move.
    """

    FIVE = "five"
    FOUL = "foul"
    ILLEGAL = "illegal"
    TIME = "time"
    CRASH = "crash"
    FULL_BOARD = "full-board"
    MAX_MOVES = "max-moves"
    AGREEMENT = "agreement"
    PROOF = "proof"


FAULTS = (Reason.ILLEGAL, Reason.TIME, Reason.CRASH)
"""Endings that show a defect of the loser."""


class Move(NamedTuple):
    """One move of the game.

    `milliseconds` is None for moves of the opening. `over_limit_ms` is how much later than its limit the reply came:
    negative if there was time to spare, None if there was no time limit.
    """

    point: str
    milliseconds: float | None = None
    over_limit_ms: float | None = None
    depth: int | None = None
    selective_depth: int | None = None
    nodes: int | None = None
    eval: str | None = None
    pv: str | None = None


@dataclass
class Side:
    """What one player did in the game. Times in milliseconds, of all its replies, also one that lost on time."""

    engine: str
    moves: int = 0
    time_ms: float = 0.0
    slowest_ms: float = 0.0
    worst_over_limit_ms: float | None = None
    match_time_share: float | None = None
    peak_memory_bytes: int = 0

    def count_reply(self, seconds: float, over_limit: float | None) -> None:
        milliseconds = seconds * 1000
        self.moves += 1
        self.time_ms += milliseconds
        if milliseconds > self.slowest_ms:
            self.slowest_ms = milliseconds
        if over_limit is not None:
            over_ms, worst = over_limit * 1000, self.worst_over_limit_ms
            if worst is None or over_ms > worst:
                self.worst_over_limit_ms = over_ms

    def round(self) -> None:
        """To microseconds, once all replies are counted."""
        self.time_ms, self.slowest_ms = round(self.time_ms, 3), round(self.slowest_ms, 3)
        if self.worst_over_limit_ms is not None:
            self.worst_over_limit_ms = round(self.worst_over_limit_ms, 3)


@dataclass
class GameResult:
    """A finished game. `winner` is None for a draw; `detail` explains the reason where it needs explaining.

    `swap2` has the answers of the engines that made the opening themselves, `conversations` those with both sides.
    """

    black: Side
    white: Side
    opening: Opening
    moves: list[Move]
    points: list[Point]
    winner: Color | None
    reason: Reason
    detail: str
    started: float
    seconds: float
    conversations: dict[Color, list[TranscriptEntry]] = field(repr=False, default_factory=dict)
    start_clock: float = 0.0
    swap2: list[str] = field(default_factory=list)

    @property
    def transcript(self) -> list[tuple[str, TranscriptEntry]]:
        """Both conversations in order of time, each line with its side's colour. Joined only when it is asked for."""
        lines = [(color.value, entry) for color, entries in self.conversations.items() for entry in entries]
        return sorted(lines, key=lambda line: line[1].time)

    @property
    def loser(self) -> Side | None:
        if self.winner is None:
            return None
        return self.white if self.winner is Color.BLACK else self.black

    def to_dict(self) -> dict:
        """Plain data for games.jsonl; columns of moves instead of rows, to keep lines short."""
        return {
            "black": self.black.engine,
            "white": self.white.engine,
            "result": self.winner.value if self.winner else "draw",
            "reason": self.reason.value,
            "detail": self.detail,
            "opening": self.opening.id,
            "opening_moves": len(self.opening.points),
            **({"swap2": self.swap2} if self.swap2 else {}),
            "plies": len(self.moves),
            "moves": [move.point for move in self.moves],
            "ms": [move.milliseconds for move in self.moves],
            "over_limit_ms": [move.over_limit_ms for move in self.moves],
            "depth": [move.depth for move in self.moves],
            "selective_depth": [move.selective_depth for move in self.moves],
            "nodes": [move.nodes for move in self.moves],
            "eval": [move.eval for move in self.moves],
            "pv": [move.pv for move in self.moves],
            "sides": {"black": vars(self.black).copy(), "white": vars(self.white).copy()},
            "started": round(self.started, 3),
            "seconds": round(self.seconds, 3),
        }


class Clock:
    """One player's time in one game; all in seconds."""

    def __init__(self, limits: Limits):
        self._limits = limits
        self.left = limits.match
        self.used = 0.0

    def limit(self) -> float | None:
        """Time for the next move; None without a time limit."""
        turn, left = self._limits.turn, self.left
        if turn is None or left is None:
            return left if turn is None else turn
        return min(turn, left)

    def time_left_ms(self) -> int:
        return UNLIMITED_TIME_LEFT if self.left is None else int(self.left * 1000)

    def charge(self, seconds: float) -> None:
        """After a move; time forgiven by the tolerance does not make the rest negative."""
        self.used += seconds
        if self.left is not None:
            self.left = max(0.0, self.left - seconds) + self._limits.increment

    def match_share(self) -> float | None:
        """Time used as a share of the match time, increments not counted."""
        return None if self._limits.match is None else self.used / self._limits.match


class Game:
    """A game between two players from an opening; `play` does it all."""

    def __init__(self, players: dict[Color, Player], opening: Opening, conditions: Conditions):
        self._players = players
        self._conditions = conditions
        self._opening = opening
        self._board = Board(conditions.width, conditions.height)
        self._clocks = {color: Clock(player.spec.limits) for color, player in players.items()}
        self._sides = {color: Side(player.spec.name) for color, player in players.items()}
        self._history: list[tuple[Point, Color]] = []
        self._replies: list[tuple[Reply, float | None] | None] = []
        self._to_move = Color.BLACK
        self._agreements = Agreements(conditions.adjudication.win, conditions.adjudication.draw)
        self._steps: list[str] = []

    def play(self) -> GameResult:
        """Plays to the end. Raises Aborted if the match is being ended, NotStarted if the system starts no process."""
        started, start_clock = time.time(), time.monotonic()
        for point in self._opening.points:
            self._place(point, None)
        winner, reason, detail = self._start_engines() or self._open() or self._play_moves()
        for color, player in self._players.items():
            player.sample_memory()
            side = self._sides[color]
            side.peak_memory_bytes = player.peak_memory_bytes
            side.match_time_share = self._clocks[color].match_share()
            side.round()
        return GameResult(
            black=self._sides[Color.BLACK],
            white=self._sides[Color.WHITE],
            opening=self._opening,
            # What the engines say is read now, not while they wait: between two moves a processor has forgotten the
            # runner, and each further step costs several times as much.
            moves=[
                self._describe_move(point, reply)
                for (point, _), reply in zip(self._history, self._replies, strict=True)
            ],
            points=self._stones(),
            winner=winner,
            reason=reason,
            detail=detail,
            started=started,
            seconds=time.monotonic() - start_clock,
            conversations={color: list(player.transcript) for color, player in self._players.items()},
            start_clock=start_clock,
            swap2=self._steps,
        )

    def _start_engines(self):
        """None if both engines are ready, else the result of the game."""
        for color, player in self._players.items():
            try:
                player.new_game()
            except NotStarted:
                raise
            except (StartFailed, EngineExited) as error:
                return color.other, Reason.CRASH, f"at start: {error}"
        return None

    def _play_moves(self):
        is_adjudicated = self._agreements.is_possible or self._conditions.adjudication.proof
        while True:
            if self._board.is_full():
                return None, Reason.FULL_BOARD, ""
            max_moves = self._conditions.max_moves
            if max_moves is not None and self._board.stone_count() >= max_moves:
                return None, Reason.MAX_MOVES, f"{max_moves} stones"
            ending = (is_adjudicated and self._adjudicate()) or self._play_move()
            if ending:
                return ending

    def _adjudicate(self):
        """The result of a game that is decided before the next move."""
        adjudication, stones = self._conditions.adjudication, self._board.stone_count()
        if winner := self._agreements.winner(stones):
            return winner, Reason.AGREEMENT, ""
        if self._agreements.is_draw(stones):
            return None, Reason.AGREEMENT, ""
        if adjudication.proof:
            line = proven_line(adjudication.proof, self._conditions, self._stones())
            if line is not None:
                return self._to_move, Reason.PROOF, line
        return None

    def _open(self):
        """The opening by swap2, if that is asked for; the result of a game that ends there, else None.

        Who proposes is Black's player and the other one White's until the colours are chosen.
        """
        if not self._conditions.swap2:
            return None
        # Who is asked, and how many stones each may add; none is a swap.
        for color, allowed in ((Color.BLACK, (3,)), (Color.WHITE, (0, 1, 2)), (Color.BLACK, (0, 1))):
            ending, reply, over_limit = self._ask(color, Player.swap2, self._stones())
            if ending:
                return ending
            points = swap2_points(reply.text)
            if points is None or len(points) not in allowed:
                detail = f"{reply.text[:80]!r} in answer to {self._board.stone_count()} stones"
                return color.other, Reason.ILLEGAL, detail
            self._steps.append(f"{self._players[color].spec.name}: {reply.text}")
            if not points:
                self._give(color, Color.BLACK)
                return None
            if len(points) == 1:
                self._give(color, Color.WHITE)
                return self._take(reply, over_limit)
            for point in points:
                if not self._board.is_empty(point) or self._judge(point) is not Verdict.NONE:
                    return color.other, Reason.ILLEGAL, f"{reply.text[:80]!r} is no opening"
                self._place(point, None)
            opening = Opening("", tuple(self._stones()))
            name = opening.text(self._board.height).replace(",", "")
            self._opening = Opening(f"swap2-{name}", opening.points)
        return None

    def _give(self, color: Color, chosen: Color) -> None:
        """Lets the player of a colour have the one that it chose."""
        if color is not chosen:
            self._players, self._clocks, self._sides = (
                {own: of_both[own.other] for own in Color} for of_both in (self._players, self._clocks, self._sides)
            )

    def _play_move(self):
        """Asks for one move and plays it; the result of the game if that ends it, else None."""
        color = self._to_move
        ending, reply, over_limit = self._ask(color, Player.think, self._history, color)
        return ending or self._take(reply, over_limit)

    def _ask(self, color: Color, question: Callable[..., Reply], *arguments):
        """The result of a game that ends without an answer in time, else None; the answer; how late it came.

        `question` is a method of Player that takes these arguments, and after them the limit and the time left.
        """
        player, clock, side = self._players[color], self._clocks[color], self._sides[color]
        limit = clock.limit()
        try:
            reply = question(player, *arguments, limit, clock.time_left_ms())
        except EngineExited as error:
            return (color.other, Reason.CRASH, str(error)), None, None
        except UnaskedMove as error:
            return (color.other, Reason.ILLEGAL, str(error)), None, None
        except NoReply as error:
            side.count_reply(error.seconds, None if limit is None else error.seconds - limit)
            return (color.other, Reason.TIME, str(error)), None, None
        over_limit = None if limit is None else reply.seconds - limit
        side.count_reply(reply.seconds, over_limit)
        clock.charge(reply.seconds)
        if side.moves % _MEMORY_SAMPLE_EVERY == 0:
            player.sample_memory()
        if over_limit is not None and over_limit > self._conditions.tolerance:
            detail = f"{reply.text} after {reply.seconds:.3f} s, {over_limit:.3f} s over the limit of {limit:.3f} s"
            return (color.other, Reason.TIME, detail), None, None
        return None, reply, over_limit

    def _take(self, reply: Reply, over_limit: float | None):
        """Plays the move of an answer; the result of the game if that ends it, else None."""
        color = self._to_move
        if reply.point is None or not self._board.is_empty(reply.point):
            return color.other, Reason.ILLEGAL, self._why_illegal(reply)
        verdict = self._judge(reply.point)
        self._place(reply.point, (reply, over_limit))
        if verdict is Verdict.WIN:
            return color, Reason.FIVE, ""
        if verdict is not Verdict.NONE:
            return color.other, Reason.FOUL, f"{point_to_text(reply.point, self._board.height)} is {verdict.value}"
        if self._agreements.is_possible:
            self._agreements.add(color, reply.info.eval)
        return None

    def _judge(self, point: Point) -> Verdict:
        return judge(self._board, self._conditions.rule, self._to_move, point)

    def _stones(self) -> list[Point]:
        return [point for point, _ in self._history]

    def _place(self, point: Point, reply: tuple[Reply, float | None] | None) -> None:
        """Plays a move, with the reply that it comes from and by how much that was late."""
        self._board.place(point, self._to_move)
        self._history.append((point, self._to_move))
        self._replies.append(reply)
        self._to_move = self._to_move.other

    def _describe_move(self, point: Point, reply: tuple[Reply, float | None] | None) -> Move:
        text = point_to_text(point, self._board.height)
        if reply is None:
            return Move(text)
        answer, over_limit = reply
        return Move(
            point=text,
            milliseconds=round(answer.seconds * 1000, 3),
            over_limit_ms=None if over_limit is None else round(over_limit * 1000, 3),
            **vars(answer.info),
        )

    def _why_illegal(self, reply: Reply) -> str:
        if reply.point is None:
            return f"no readable move: {reply.text[:80]!r}"
        if not self._board.contains(reply.point):
            return f"{reply.text} is off the board"
        return f"{reply.text} is taken"
