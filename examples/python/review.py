#!/usr/bin/env python3
"""Review a game: print its mistakes, and write a picture of the position before the worst one.

Needs the package `fukumi`; see docs/python.md. The file may be SGF, a game of Piskvork, or a line of moves.

    examples/python/review.py game.sgf
    examples/python/review.py game.sgf --nodes 20000 --picture worst.svg
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import fukumi


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the mistakes of a game.")
    parser.add_argument("file", type=Path, help="the game")
    parser.add_argument("--nodes", type=int, default=100_000, help="positions to look at for each move")
    parser.add_argument("--picture", type=Path, help="where to put the position before the worst move, as SVG")
    options = parser.parse_args()
    try:
        game = fukumi.Game.load(options.file)
        analysis = fukumi.analyse(game, nodes=options.nodes, threads=2, progress=show)
    except (OSError, fukumi.FukumiError) as error:
        sys.exit(f"{options.file}: {error}")
    for review in analysis.mistakes:
        print(describe(analysis, review))
    if options.picture and analysis.mistakes:
        worst = max(analysis.mistakes, key=lambda review: review.loss)
        options.picture.write_text(picture(analysis, worst), encoding="utf-8")


def show(done: int, total: int) -> None:
    print(f"\r{done} of {total} positions", end="\n" if done == total else "", file=sys.stderr, flush=True)


def describe(analysis: fukumi.Analysis, review: fukumi.Review) -> str:
    sign = review.mark.sign if review.mark else ""
    best = analysis.positions[review.number - 1].best_move
    rates = f"{review.win_rate_before:.0%} to {review.win_rate_after:.0%}"
    return f"{review.number}. {review.color} {review.move}{sign}  {rates}, better {best}"


def picture(analysis: fukumi.Analysis, review: fukumi.Review) -> str:
    """The position before a move, with the move as ? and the better one as !."""
    board = analysis.game.board.copy()
    board.undo(len(board.moves) - review.number + 1)
    marks: dict[fukumi.PointLike, str] = {review.move: "?"}
    best = analysis.positions[review.number - 1].best_move
    if best:
        marks[best] = "!"
    return board.svg(marks=marks)


if __name__ == "__main__":
    main()
