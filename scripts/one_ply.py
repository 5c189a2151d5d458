#!/usr/bin/env python3
"""A player that looks one ply ahead, to measure the lowest levels with: speaks the Gomocup protocol, freestyle only.

It makes a five, else stops one, else makes its longest row that can still become a five, the more open the better.
What is equally good is drawn by lot. Needs nothing but Python 3.11.

Example: the lowest level against it.

    fukumi-tools match --engine "name=level1 cmd=target/release/fukumi info.strength=0" \\
        --engine "name=one-ply cmd=scripts/one_ply.py args=7" --turn 1 --games 100 --restart
"""

import random
import sys

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
EMPTY, OWN, OTHER = 0, 1, 2


class Board:
    def __init__(self, side: int):
        self.side = side
        self.cells = {(x, y): EMPTY for x in range(side) for y in range(side)}

    def windows(self, point: tuple[int, int], owner: int) -> list[int]:
        """For each five cells in a row through the point without a stone of another: the stones of `owner` there."""
        counts = []
        for dx, dy in DIRECTIONS:
            for first in range(-4, 1):
                cells = [
                    self.cells.get((point[0] + step * dx, point[1] + step * dy)) for step in range(first, first + 5)
                ]
                if all(cell in (EMPTY, owner) for cell in cells):
                    counts.append(cells.count(owner))
        return counts

    def choose(self, lot: random.Random) -> tuple[int, int]:
        empty = [point for point, cell in self.cells.items() if cell == EMPTY]
        for owner in (OWN, OTHER):
            fives = [point for point in empty if 4 in self.windows(point, owner)]
            if fives:
                return lot.choice(fives)
        center = self.side // 2

        def worth(point: tuple[int, int]) -> tuple[int, int, int]:
            counts = self.windows(point, OWN)
            longest = max(counts, default=0)
            distance = max(abs(point[0] - center), abs(point[1] - center))
            return longest, counts.count(longest), -distance

        best = max(map(worth, empty))
        return lot.choice([point for point in empty if worth(point) == best])


def run(lot: random.Random) -> None:
    board = Board(15)
    lines = iter(sys.stdin)
    for line in lines:
        name, _, rest = line.strip().partition(" ")
        match name.upper():
            case "START":
                board = Board(int(rest))
                print("OK", flush=True)
                continue
            case "TURN":
                x, y = map(int, rest.split(","))
                board.cells[x, y] = OTHER
            case "BOARD":
                board = Board(board.side)
                while (stone := next(lines, "DONE").strip().upper()) != "DONE":
                    x, y, owner = map(int, stone.split(","))
                    board.cells[x, y] = owner
            case "BEGIN":
                pass
            case "END":
                return
            case _:
                continue
        point = board.choose(lot)
        board.cells[point] = OWN
        print(f"{point[0]},{point[1]}", flush=True)


if __name__ == "__main__":
    run(random.Random(sys.argv[1] if len(sys.argv) > 1 else None))
