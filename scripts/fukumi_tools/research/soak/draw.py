"""The random choices for a game: board, rule, opening, and for each side options and limits.

Everything comes from the generator that is passed in, so that a seed repeats it.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from fukumi_tools.board.notation import Point
from fukumi_tools.board.rules import MAX_SIZE, MIN_SIZE, Board, Color, Rule, Verdict, judge

MEGABYTE = 1 << 20
MAX_FURTHER_MOVES = 120
"""Moves after the opening, at most: two weak sides could fill a large board for minutes."""

_RULES = {
    0: Rule.FREESTYLE,
    1: Rule.STANDARD,
    4: Rule.RENJU,
    8: Rule.CARO_OVERLINE,
    9: Rule.CARO,
    # The same as continuous games, which the protocol adds 2 for. 2 alone is read as renju for some front ends.
    3: Rule.STANDARD,
    6: Rule.RENJU,
    10: Rule.CARO_OVERLINE,
    11: Rule.CARO,
}
_UNLIMITED = -1


@dataclass(frozen=True)
class Limits:
    """Limits of a side in a game; milliseconds, None for none. `lines` sets them in the engine."""

    turn: int | None
    match: int | None
    nodes: int
    depth: int

    def lines(self) -> list[str]:
        turn = _UNLIMITED if self.turn is None else self.turn
        return [
            f"INFO timeout_turn {turn}",
            f"INFO timeout_match {self.match or 0}",
            f"INFO max_node {self.nodes}",
            f"INFO max_depth {self.depth}",
        ]


@dataclass(frozen=True)
class Plan:
    """A game to be played. `sides` are the options and limits of Black and White."""

    width: int
    height: int
    rule_code: int
    rule: Rule
    opening: tuple[Point, ...]
    further_moves: int
    is_swap2: bool
    options: dict[Color, tuple[str, ...]]
    limits: dict[Color, Limits]


def draw_plan(rng: Random, folder: Path) -> Plan:
    width = rng.randint(MIN_SIZE, MAX_SIZE)
    height = width if rng.random() < 0.7 else rng.randint(MIN_SIZE, MAX_SIZE)
    code = rng.choice(list(_RULES))
    is_swap2 = rng.random() < 0.07
    is_broken_off = rng.random() < 0.4
    return Plan(
        width=width,
        height=height,
        rule_code=code,
        rule=_RULES[code],
        opening=() if is_swap2 else tuple(_draw_opening(rng, width, height, _RULES[code])),
        further_moves=rng.randint(1, 40) if is_broken_off else MAX_FURTHER_MOVES,
        is_swap2=is_swap2,
        options={color: tuple(_draw_options(rng, folder)) for color in Color},
        limits={color: draw_limits(rng) for color in Color},
    )


def draw_limits(rng: Random) -> Limits:
    kind = rng.choices(("nodes", "turn", "depth", "match"), (50, 25, 10, 15))[0]
    match kind:
        case "nodes":
            return Limits(None, None, rng.choice((1, 20, 200, 1000)), 0)
        case "turn":
            return Limits(rng.choice((0, 1, 2, 5, 10, 25)), None, rng.choice((0, 0, 100)), 0)
        case "depth":
            return Limits(300, None, 0, rng.randint(1, 4))
        case _:
            return Limits(rng.choice((50, 1000)), rng.randint(100, 1500), 0, 0)


def _draw_options(rng: Random, folder: Path) -> list[str]:
    def one_of(*values, weights=None):
        return rng.choices(values, weights)[0]

    return [
        # Stones are named as they are, whatever words of other front ends come between.
        "INFO takeback 0",
        f"INFO thread_num {one_of(1, 2, 3, 8, weights=(70, 15, 10, 5))}",
        f"INFO hash_size {one_of(0, 1, 1024, 16384, weights=(10, 20, 50, 20))}",
        f"INFO max_memory {one_of(0, 1, 64 * MEGABYTE, 350 * MEGABYTE)}",
        f"INFO pondering {one_of(0, 1, weights=(80, 20))}",
        f"INFO strength {one_of(100, rng.randint(0, 99), weights=(75, 25))}",
        f"INFO evaluation {one_of('network', 'classical', weights=(75, 25))}",
        f"INFO book {one_of(0, 1)}",
        f"INFO folder {one_of(folder, folder / 'missing', weights=(80, 20))}",
        f"INFO learning {one_of(0, 1, 2, weights=(70, 15, 15))}",
        f"INFO game_type {one_of(0, 1, 2, 3)}",
        f"INFO checkmate {one_of(0, 1, 2, 3, weights=(85, 5, 5, 5))}",
        f"INFO show_detail {one_of(0, 1, 2, 3, weights=(70, 10, 10, 10))}",
        f"INFO seed {rng.randrange(1 << 31)}",
    ]


def _draw_opening(rng: Random, width: int, height: int, rule: Rule) -> list[Point]:
    """The stones of an opening: none, a few, many, or nearly a full board."""
    area = width * height
    kind = rng.choices(("none", "few", "many", "full"), (35, 47, 15, 3))[0]
    count = {
        "none": 0,
        "few": rng.randint(1, 7),
        "many": rng.randint(1, max(1, area // 3)),
        "full": area - rng.randint(0, 6),
    }[kind]
    return draw_stones(rng, width, height, rule, count, kind == "few")


def draw_stones(rng: Random, width: int, height: int, rule: Rule, count: int, is_close: bool) -> list[Point]:
    """So many stones in turn, if there is room, without a win or a foul; close together or anywhere."""
    board = Board(width, height)
    points = board.points()
    rng.shuffle(points)
    if is_close:
        center = (rng.randrange(width), rng.randrange(height))
        points.sort(key=lambda point: max(abs(point[0] - center[0]), abs(point[1] - center[1])))
        points = points[: 4 * count]
        rng.shuffle(points)
    stones: list[Point] = []
    color = Color.BLACK
    while len(stones) < count:
        fitting = next((p for p in points if judge(board, rule, color, p) is Verdict.NONE), None)
        if fitting is None:
            break
        points.remove(fitting)
        board.place(fitting, color)
        stones.append(fitting)
        color = color.other
    return stones
