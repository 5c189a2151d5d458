"""Positions whose answer shows whether an engine knows a rule; the referee says which answers are right."""

from dataclasses import dataclass

from fukumi_tools.board.notation import Point, point_to_text, text_to_point
from fukumi_tools.board.rules import Board, Color, Rule, Verdict, judge


@dataclass(frozen=True)
class Position:
    """Stones of both colours, as many or one more of Black's. `shows` is what a right answer knows."""

    shows: str
    black: str
    white: str

    def moves(self, height: int) -> list[tuple[Point, Color]]:
        """The stones in an order of play."""
        black, white = ([text_to_point(word, height) for word in text.split()] for text in (self.black, self.white))
        return [(point, Color.BLACK if i % 2 == 0 else Color.WHITE) for i, point in enumerate(_merged(black, white))]

    def complaint(self, rule: Rule, size: int, answer: Point) -> str | None:
        """What is wrong with an answer of the side to move; None if it is right.

        Where a move wins at once, only such a move is right; else, where the other side would win next, only one that
        stops all of that.
        """
        board = Board(size, size)
        moves = self.moves(size)
        for point, color in moves:
            board.place(point, color)
        color = Color.BLACK if len(moves) % 2 == 0 else Color.WHITE
        text = _named(answer, size)
        verdict = judge(board, rule, color, answer)
        if verdict.is_forbidden:
            return f"{text} is forbidden ({verdict.value})"
        wins = _wins(board, rule, color)
        if wins and answer not in wins:
            return f"{text} does not win; {' and '.join(_named(p, size) for p in sorted(wins))} would"
        if not wins and _wins(board, rule, color.other):
            board.place(answer, color)
            if replies := _wins(board, rule, color.other):
                return f"{text} neither wins nor stops {_named(replies[0], size)}"
        return None


def _named(point: Point, size: int) -> str:
    """A point as the engine writes it, and as boards show it."""
    return f"{point[0]},{point[1]} ({point_to_text(point, size)})"


_FIVE = Position("a row of five wins", "e8 f8 g8 h8", "e7 f9 g6 l4")
_SIX = Position("six in a row win", "d8 e8 f8 h8 i8", "c8 j8 d7 f9 l4")
_NO_SIX = Position("six of Black in a row win nothing", "d8 e8 f8 h8 i8 k3", "k4 k5 k6 k7 m10 d12")
_CLOSED = Position("a five with both ends closed wins nothing", "c8 d8 e8 f8 k3 m10", "b8 h8 k4 k5 k6 k7")

POSITIONS: dict[Rule, tuple[Position, ...]] = {
    Rule.FREESTYLE: (_FIVE, _SIX),
    Rule.STANDARD: (_FIVE, _NO_SIX),
    Rule.RENJU: (
        _FIVE,
        _NO_SIX,
        Position("Black may not make two threes", "h7 h9 g8 i8", "f5 k12 d11 l4"),
        Position("Black may not make two fours", "e8 f8 g8 h5 h6 h7", "d8 h4 k12 d11 l4 m6"),
        Position("six of White in a row win", "d7 f9 g6 l4 m12 c3", "d8 e8 f8 h8 i8"),
    ),
    Rule.CARO: (_FIVE, _NO_SIX, _CLOSED),
}


def _wins(board: Board, rule: Rule, color: Color) -> list[Point]:
    return [p for p in board.points() if board.is_empty(p) and judge(board, rule, color, p) is Verdict.WIN]


def _merged(black: list[Point], white: list[Point]) -> list[Point]:
    stones = [point for pair in zip(black, white, strict=False) for point in pair]
    return stones + black[len(white) :]
