#!/usr/bin/env python3
"""Let two levels play each other, and save the games.

Needs the package `fukumi`; see docs/python.md.

    examples/python/match.py 3 5 --games 10 --rule renju --out games
"""

from __future__ import annotations

import argparse
from pathlib import Path

import fukumi


def main() -> None:
    parser = argparse.ArgumentParser(description="Let two levels play each other.")
    parser.add_argument("levels", type=int, nargs=2, help="from 1 to 11")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--rule", choices=[rule.value for rule in fukumi.Rule], default="freestyle")
    parser.add_argument("--out", type=Path, help="a folder for the games, as SGF")
    options = parser.parse_args()
    engines = [fukumi.Engine(level=level, memory=16 << 20, seed=number) for number, level in enumerate(options.levels)]
    points = [0.0, 0.0]
    for number in range(options.games):
        # Colours change from game to game.
        black = number % 2
        board = play(engines[black], engines[1 - black], options.rule)
        for side, color in ((black, fukumi.Color.BLACK), (1 - black, fukumi.Color.WHITE)):
            points[side] += 0.5 if board.winner is None else float(board.winner is color)
        if options.out:
            save(board, [f"level {options.levels[side]}" for side in (black, 1 - black)], options.out, number + 1)
    for level, score in zip(options.levels, points):
        print(f"level {level}: {score:g} of {options.games}")


def play(black: fukumi.Engine, white: fukumi.Engine, rule: str) -> fukumi.Board:
    board = fukumi.Board(rule)
    while not board.is_over:
        engine = black if board.to_move is fukumi.Color.BLACK else white
        board.play(engine.best_move(board))
    return board


def save(board: fukumi.Board, names: list[str], folder: Path, number: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    fukumi.Game(board, black=names[0], white=names[1]).save(folder / f"{number}.sgf")


if __name__ == "__main__":
    main()
