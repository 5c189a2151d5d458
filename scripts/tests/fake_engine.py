"""A small engine for tests: random legal moves, and on request all kinds of bad behaviour.

    fake_engine.py [--seed N] [--forget] [--behaviour KIND] [--at MOVE] [--delay SECONDS] [--delay-all SECONDS]
                   [--started FILE] [--eval TEXT] [--swap2 ANSWERS] [--megabytes N] [--wicked]
                   [--gate FILE] [--gate-from GAME]

KIND is one of crash, exit, late, silent, taken, off-board, garbage, wide-digits, two-moves, huge-numbers, split,
hang-at-end, no-ok, refuse, refuse-info, late-refuse-info, busy, stderr, extra-move, spin, hog, child, child-and-spin
and those of FLOODS; busy refuses the first START after each game, hog takes N megabytes, child starts a process with a
session of its own. It shows at the engine's move number MOVE of a game (1 is its first), where that makes sense; then
FILE is made. With --forget a game does not depend on those before it. ANSWERS are those to SWAP2BOARD with no, three
and five stones, with slashes between them. With --wicked the answer to ABOUT clears a terminal and fills it. From game
number GAME of a process on it does not move until there is the file of --gate.
"""

import argparse
import os
import random
import subprocess
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--forget", action="store_true")
parser.add_argument("--behaviour", default="")
parser.add_argument("--at", type=int, default=1)
parser.add_argument("--delay", type=float, default=0.3)
parser.add_argument("--started", default="")
parser.add_argument("--eval", default="12")
parser.add_argument("--swap2", default="")
parser.add_argument("--megabytes", type=float, default=100.0)
parser.add_argument("--delay-all", type=float, default=0.0)
parser.add_argument("--gate", default="")
parser.add_argument("--gate-from", type=int, default=1)
parser.add_argument("--wicked", dest="appendix", action="store_const", const="\x1b[2J" + "x" * 4000, default="")
options = parser.parse_args()

FLOODS = {
    "flood-lines": (1, b"MESSAGE more\n"),
    "flood-blank-lines": (1, b"\n"),
    "flood-without-lines": (1, b"\xff"),
    "flood-stderr": (2, b"a\n"),
    "flood-stderr-without-lines": (2, b"a"),
}

generator = random.Random(options.seed)
games = 0
width = height = 0
taken: list[tuple[int, int]] = []
move_number = 0
hoard: list[bytes] = []


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def flood(stream: int, piece: bytes) -> None:
    """A gigabyte."""
    block = piece * (65536 // len(piece))
    for _ in range((1 << 30) // len(block)):
        os.write(stream, block)


def think() -> None:
    global move_number
    move_number += 1
    kind = options.behaviour if move_number == options.at else ""
    time.sleep(options.delay_all)
    while options.gate and games >= options.gate_from and not os.path.exists(options.gate):
        time.sleep(0.01)
    x, y = generator.choice([(x, y) for x in range(width) for y in range(height) if (x, y) not in taken])
    if kind == "crash":
        os.abort()
    if kind == "exit":
        sys.exit(7)
    if kind == "late":
        time.sleep(options.delay)
    if kind == "silent":
        return
    if kind in FLOODS:
        flood(*FLOODS[kind])
    if kind.startswith("child"):
        subprocess.Popen(["sleep", "600"], start_new_session=True)
    if options.started and kind:
        open(options.started, "w").close()
    while kind.endswith("spin"):
        pass
    if kind == "hog":
        hoard.append(b"x" * int(options.megabytes * 2**20))
    if kind == "stderr":
        sys.stderr.write("something odd\n" * 20_000)
        sys.stderr.flush()
    say(f"MESSAGE depth 3-5 ev {options.eval} n 2K n/ms 40 tm 50 pv H8 I9")
    if kind == "taken" and taken:
        say(f"{taken[0][0]},{taken[0][1]}")
    elif kind == "off-board":
        say("-1,99")
    elif kind == "garbage":
        say("7;7")
    elif kind == "wide-digits":
        say("\N{FULLWIDTH DIGIT ONE},\N{FULLWIDTH DIGIT TWO}")
    elif kind == "two-moves":
        say(f"{x},{y} 0,0")
    elif kind == "huge-numbers":
        digits = "9" * 5000
        say(f"MESSAGE depth {digits} ev {digits} n {digits}")
        say(f"{x},{y}")
        taken.append((x, y))
    elif options.behaviour == "split":
        for piece in (f"{x}", ",", f"{y}", "\n"):
            os.write(1, piece.encode())
            time.sleep(0.002)
        taken.append((x, y))
    else:
        # In one piece, so that nobody else moves in between.
        say(f"{x},{y}" + ("\n0,0" if kind == "extra-move" else ""))
        taken.append((x, y))


def point(text: str) -> tuple[int, int]:
    parts = text.split(",")
    return int(parts[0]), int(parts[1])


refused = ""
while line := sys.stdin.readline():
    command, _, argument = line.strip().partition(" ")
    if command == "START" or command == "RECTSTART":
        if options.behaviour == "refuse" or (options.behaviour == "busy" and move_number > 0):
            move_number = 0
            say("ERROR unsupported size")
            continue
        width, height = point(argument) if command == "RECTSTART" else (int(argument), int(argument))
        taken, move_number = [], 0
        games += 1
        if options.forget:
            generator.seed(options.seed)
        if options.behaviour != "no-ok":
            say("OK")
    elif command == "ABOUT":
        if options.behaviour == "refuse-info" and refused:
            say(refused)
        say('name="Fake", version="1", author="its tests", country="none"' + options.appendix)
        if options.behaviour == "late-refuse-info" and refused:
            time.sleep(0.05)
            say(refused)
        refused = ""
    elif command == "BEGIN":
        think()
    elif command == "TURN":
        taken.append(point(argument))
        think()
    elif command == "BOARD":
        taken = []
        while (stone := sys.stdin.readline().strip()) != "DONE":
            taken.append(point(stone))
        think()
    elif command == "SWAP2BOARD" and options.swap2:
        count = 0
        while sys.stdin.readline().strip() != "DONE":
            count += 1
        say(options.swap2.split("/")[{0: 0, 3: 1, 5: 2}[count]])
    elif command == "END":
        if options.behaviour == "hang-at-end":
            time.sleep(60)
        break
    elif command == "INFO":
        if argument.startswith(("rule", "evaluation")):
            refused = f"ERROR cannot read {argument}"
    else:
        say("UNKNOWN")
