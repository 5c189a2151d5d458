"""The board of a game, and what a move on it must be."""

from fukumi_tools.board.notation import Point
from fukumi_tools.board.rules import DIRECTIONS, Board, Color, Rule, Verdict, forbidden_points, judge

from .fault import Fault, Kind


class Referee:
    """A game from the empty board, Black first. `is_strict` asks for fives to be taken and fours to be stopped."""

    def __init__(self, width: int, height: int, rule: Rule, is_strict: bool):
        self.board = Board(width, height)
        self.rule = rule
        self.moves: list[Point] = []
        self._is_strict = is_strict

    @property
    def to_move(self) -> Color:
        return Color.WHITE if len(self.moves) % 2 else Color.BLACK

    def play(self, point: Point) -> Verdict:
        """Plays an empty point, and says what came of it."""
        verdict = judge(self.board, self.rule, self.to_move, point)
        self.board.place(point, self.to_move)
        self.moves.append(point)
        return verdict

    def empty_count(self) -> int:
        return self.board.width * self.board.height - len(self.moves)

    def check(self, point: Point, blocked: set[Point], is_best: bool) -> None:
        """Raises Fault unless the side to move may play `point`; where its best move was asked for, unless it sees
        what everybody sees. `blocked` points are for when there are no others."""
        if not self.board.is_empty(point):
            where = "taken" if self.board.contains(point) else "off the board"
            raise Fault(Kind.ILLEGAL, f"{point} is {where}")
        if point in blocked and not all(p in blocked for p in self._legal_points()):
            raise Fault(Kind.ILLEGAL, f"{point} is blocked")
        verdict = judge(self.board, self.rule, self.to_move, point)
        if verdict.is_forbidden and not blocked and self._legal_points():
            raise Fault(Kind.ILLEGAL, f"{point} is {verdict.value}, and other points are not")
        if verdict is not Verdict.WIN and is_best and self._is_strict and not blocked:
            self._check_sight(point)

    def _check_sight(self, point: Point) -> None:
        if fives := self.fives(self.to_move):
            raise Fault(Kind.BLIND, f"{point} is played, {sorted(fives)} win at once")
        # In caro a stone elsewhere may close the row at its end.
        if self.rule in (Rule.CARO, Rule.CARO_OVERLINE):
            return
        threats = self.fives(self.to_move.other)
        if len(threats) == 1 and point not in threats:
            (stop,) = threats
            if not judge(self.board, self.rule, self.to_move, stop).is_forbidden:
                raise Fault(Kind.BLIND, f"{point} is played, and the opponent wins at {stop}")

    def fives(self, color: Color) -> set[Point]:
        """The points where `color` wins with one stone."""
        found = set()
        stones = self.moves[0 if color is Color.BLACK else 1 :: 2]
        for x, y in stones:
            for dx, dy in DIRECTIONS:
                # Rows of five that begin with this stone, or with an empty point before it.
                for start in (0, -1):
                    row = [(x + i * dx, y + i * dy) for i in range(start, start + 5)]
                    gap = [point for point in row if self.board.stone(point) is not color]
                    if len(gap) == 1 and self.board.is_empty(gap[0]):
                        found.add(gap[0])
        return {point for point in found if judge(self.board, self.rule, color, point) is Verdict.WIN}

    def forbidden(self) -> set[Point]:
        """The points that the side to move may not take."""
        if self.rule is not Rule.RENJU or self.to_move is not Color.BLACK:
            return set()
        return set(forbidden_points(self.board))

    def _legal_points(self) -> list[Point]:
        forbidden = self.forbidden()
        return [point for point in self.board.points() if self.board.is_empty(point) and point not in forbidden]

    def block(self, side: Color) -> list[str]:
        """The stones as lines of a block, for `side`."""
        return [f"{x},{y},{1 if (i % 2 == 0) == (side is Color.BLACK) else 2}" for i, (x, y) in enumerate(self.moves)]
