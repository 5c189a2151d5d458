#!/usr/bin/env python3
"""A first program with the package: plays, thinks for a second, proves a win, analyses the game.

Needs the package `fukumi`; see docs/python.md.

    examples/python/first.py h8 g9 i9 g7 g8 i7 j10 k11 f7 e6
"""

import sys

import fukumi

board = fukumi.Board("freestyle")
board.play(*sys.argv[1:])
result = fukumi.Engine().think(board, time=1.0).result()
print("best:", result.move)
print("line:", *(result.best.moves if result.best else [result.move]))
print("win by force:", fukumi.Solver().solve(board, time=1.0).verdict.value)
for review in fukumi.analyse(board, nodes=2000).moves:
    if review.mark:
        print(f"{review.move}: {review.mark.value}")
