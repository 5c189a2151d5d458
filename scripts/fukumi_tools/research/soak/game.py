"""One game of two engines, with everything that may happen between two moves."""

from random import Random

from fukumi_tools.board.rules import Color, Verdict

from . import asking
from .asking import Seat
from .contender import Contender
from .draw import Plan
from .fault import Fault, Kind
from .grammar import moves_in
from .referee import Referee

_ANNOYED = 0.04
_INTERRUPTED = 0.02
_ANALYSED = 0.05
_STOPPED = 0.10
_FORBIDDEN = 0.03
_BLOCKED = 0.1
_TOLD_OF_THE_LOSS = 0.5
_SWAP_MILLISECONDS = 50


class Game:
    """A game by a plan. `play` does it all, and raises Fault at the first thing that is wrong."""

    def __init__(self, plan: Plan, engines: dict[Color, Contender], rng: Random, is_strict: bool):
        self.referee = Referee(plan.width, plan.height, plan.rule, is_strict)
        self.playing: Contender = engines[Color.BLACK]
        self._plan = plan
        self._rng = rng
        is_square = plan.width == plan.height and rng.random() < 0.9
        start = f"START {plan.width}" if is_square else f"RECTSTART {plan.width},{plan.height}"
        self._seats = {
            color: Seat(engine, color, plan.options[color], plan.limits[color], start, plan.rule_code)
            for color, engine in engines.items()
        }
        self._counts = engines[Color.BLACK].figures.counts

    def play(self) -> None:
        """Plays to the end, or as far as the plan says."""
        if self._rng.random() < _BLOCKED:
            board = self.referee.board.points()
            self._seats[Color.BLACK].blocked = frozenset(self._rng.sample(board, self._rng.randint(1, 12)))
        for seat in self._seats.values():
            self.playing = seat.engine
            seat.set_up()
        for point in self._plan.opening:
            self.referee.play(point)
        if self._plan.opening:
            self._nobody_knows()
        if self._plan.is_swap2:
            self._choose_colours()
        self._counts[f"ended by {self._play_moves()}"] += 1
        for seat in self._seats.values():
            self.playing = seat.engine
            seat.engine.sync()

    def _play_moves(self) -> str:
        for _ in range(self._plan.further_moves):
            seat = self._seats[self.referee.to_move]
            self.playing = seat.engine
            if self.referee.empty_count() == 0:
                self._check_full_board(seat)
                return "a full board"
            verdict = self._play_move(seat)
            if verdict is not Verdict.NONE:
                self._tell_the_loser(self._seats[self.referee.to_move])
                return "a win" if verdict is Verdict.WIN else "a foul"
        return "breaking off"

    def _play_move(self, seat: Seat) -> Verdict:
        rng, referee = self._rng, self.referee
        if seat.is_in_step and rng.random() < _ANNOYED:
            asking.annoyed(seat, referee, rng)
        if rng.random() < _INTERRUPTED:
            asking.interrupted(seat, referee, rng)
        way, is_best = rng.random(), True
        if way < _ANALYSED and referee.moves:
            point, is_best = asking.analysed(seat, referee, rng)
        elif way < _ANALYSED + _STOPPED:
            point = asking.stopped(seat, referee, rng)
        else:
            point = asking.usual(seat, referee, rng)
        referee.check(point, set(seat.blocked), is_best)
        verdict = referee.play(point)
        seat.is_in_step = True
        self._counts["moves"] += 1
        if rng.random() < _FORBIDDEN and verdict is Verdict.NONE:
            asking.ask_forbidden(seat, referee)
        return verdict

    def _check_full_board(self, seat: Seat) -> None:
        """No engine can be asked for a move any more."""
        if seat.is_in_step and self.referee.moves:
            x, y = self.referee.moves[-1]
            seat.engine.ask(f"TURN {x},{y}", expected="ERROR .*")

    def _tell_the_loser(self, seat: Seat) -> None:
        """As some managers do; the engine plays on as long as it is asked."""
        if not seat.is_in_step or self._rng.random() > _TOLD_OF_THE_LOSS:
            return
        self.playing = seat.engine
        x, y = self.referee.moves[-1]
        if self.referee.empty_count() == 0:
            seat.engine.ask(f"TURN {x},{y}", expected="ERROR .*")
            return
        since = seat.engine.tell(*seat.time_left(), f"TURN {x},{y}")
        point = moves_in(seat.engine.moves(since, seat.limit(), "TURN").text)[0]
        if not self.referee.board.is_empty(point):
            raise Fault(Kind.ILLEGAL, f"{point} is taken, after the end")

    def _choose_colours(self) -> None:
        """Swap2: Black's engine proposes, White's chooses; their seats change if one of them swaps."""
        proposer, chooser = self._seats[Color.BLACK], self._seats[Color.WHITE]
        self._counts["swap2 openings"] += 1
        self._swap_moves(proposer, "3")
        if self._swap_moves(chooser, "SWAP|1|2") == "2":
            self._swap_moves(proposer, "SWAP|1")

    def _swap_moves(self, seat: Seat, allowed: str) -> str:
        """What the engine of a seat does about the stones; returns SWAP or how many stones it added."""
        self.playing = seat.engine
        stones = [f"{x},{y}" for x, y in self.referee.moves]
        # Without a time limit it takes seconds.
        turn = f"INFO timeout_turn {_SWAP_MILLISECONDS}"
        since = seat.engine.tell(turn, "INFO timeout_match 0", "SWAP2BOARD", *stones, "DONE")
        answer = seat.engine.answer(since, _SWAP_MILLISECONDS / 1000, "SWAP2BOARD").text
        seat.engine.tell(*seat.limits.lines())
        added = [] if answer == "SWAP" else list(moves_in(answer)) or None
        what = answer if answer == "SWAP" else str(len(added or ()))
        if added is None or what not in allowed.split("|"):
            raise Fault(Kind.STRAY, f"{answer!r} in answer to SWAP2BOARD with {len(stones)} stones")
        for point in added:
            if not self.referee.board.is_empty(point):
                raise Fault(Kind.ILLEGAL, f"{answer}: {point} is taken or off the board")
            self.referee.play(point)
        self._nobody_knows()
        if what in ("SWAP", "1"):
            self._seat(seat, Color.BLACK if what == "SWAP" else Color.WHITE)
        return what

    def _nobody_knows(self) -> None:
        """The engines have to be given the whole position."""
        for seat in self._seats.values():
            seat.is_in_step = False

    def _seat(self, seat: Seat, color: Color) -> None:
        """Gives `seat` this colour and the other seat the other one."""
        (other,) = (other for other in self._seats.values() if other is not seat)
        seat.color, other.color = color, color.other
        self._seats = {color: seat, color.other: other}
