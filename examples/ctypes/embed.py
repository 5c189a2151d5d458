#!/usr/bin/env python3
"""The engine inside a Python program: the same steps as examples/c/embed.c, with the same output.

Needs Python 3.11 and the shared library, whose path is the argument; see docs/embedding.md.

    examples/ctypes/embed.py target/release/libfukumi.so
"""

import sys
import threading

from fukumi_c import Ending, Engine, Line, Point, Rule, Threats, Verdict

# Black has two rows of two that cross at 7,7.
TWO_ROWS = [(7, 5), (0, 0), (7, 6), (14, 0), (5, 7), (0, 14), (6, 7), (14, 14)]
# Black wins by threats, but not by fours alone.
ATTACK = [(7, 7), (6, 6), (8, 6), (6, 8), (6, 7), (8, 8), (9, 5), (10, 4), (5, 8), (4, 9)]
# White has to answer an open three.
THREE = [(6, 7), (0, 0), (7, 7), (14, 0), (8, 7)]
OPENING = [(7, 7), (8, 8), (9, 6)]

MEMORY = 32 << 20
NODES = 1_000_000


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    library = sys.argv[1]
    with engine_after([], library) as engine:
        print(f"Fukumi {engine.version}")
    show_rules(library)
    show_solver(library)
    show_defences(library)
    show_search(library)
    show_stop(library)


def engine_after(moves: list[Point], library: str, rule: Rule = Rule.FREESTYLE) -> Engine:
    engine = Engine(library, rule)
    engine.set_memory(MEMORY)
    for x, y in moves:
        engine.play(x, y)
    return engine


def text(points: list[Point]) -> str:
    return "".join(f" {x},{y}" for x, y in points)


def words(verdict: Verdict) -> str:
    return verdict.name.lower().replace("_", " ")


def show_rules(library: str) -> None:
    with engine_after(TWO_ROWS, library, Rule.RENJU) as engine:
        print(f"forbidden:{text(engine.forbidden_points())}")
        engine.play(7, 7)
        print(f"double three: {'yes' if engine.ending() == Ending.DOUBLE_THREE else 'no'}")


def show_solver(library: str) -> None:
    with engine_after(ATTACK, library) as engine:
        solution = engine.solve(Threats.FOURS, nodes=NODES)
        print(f"by fours: {words(solution.verdict)}")
        solution = engine.solve(Threats.FOURS_AND_THREES, nodes=NODES)
        print(f"by fours and threes: {words(solution.verdict)} in {solution.plies} plies:{text(solution.moves)}")


def show_defences(library: str) -> None:
    with engine_after(THREE, library) as engine:
        threat, moves = engine.defences(Threats.FOURS)
        holding = [judgement.move for judgement in moves if judgement.verdict == Verdict.NO_WIN]
        print(f"threat by fours: {words(threat)}, of {len(moves)} moves hold{text(holding)}")


def chances(value) -> str:
    return f"win {value.win:.3f} draw {value.draw:.3f} loss {value.loss:.3f}"


def print_line(line: Line) -> None:
    depths = f"{line.depth}-{line.selective_depth}"
    print(f"depth {depths}, score {line.score}, {chances(line)}, {line.nodes} nodes:{text(line.moves)}")


def show_search(library: str) -> None:
    with engine_after(OPENING, library) as engine:
        value = engine.evaluate()
        print(f"evaluation: {value.score}, {chances(value)}")
        best = engine.think(depth=8, time_ms=600_000, report=print_line)
        x, y = best.moves[0]
        print(f"move: {x},{y}")


def show_stop(library: str) -> None:
    with engine_after(OPENING, library) as engine:
        has_reported = threading.Event()
        found: list[Line] = []
        thread = threading.Thread(target=lambda: found.append(engine.think(report=lambda _: has_reported.set())))
        thread.start()
        has_reported.wait()
        engine.stop()
        thread.join()
        print(f"stopped with a move: {'yes' if found[0].moves else 'no'}")


if __name__ == "__main__":
    main()
