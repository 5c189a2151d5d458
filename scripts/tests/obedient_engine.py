"""A small engine for the tests of the soak: speaks all of the protocol that the soak uses, and plays well enough.

    obedient_engine.py [--fault KIND] [--after MOVES] [--seconds N]

It takes fives, stops fours and knows the forbidden points. KIND is what goes wrong from that many moves on: blind,
taken, stray, pieces, carriage-return, stderr, silent, late, exit, handles, forgets-block, foul, wrong-foul, logs-
delay. Others are there from the beginning: banner, long-banner, blanks, noise, errors, plain-about, short-about,
equals-about, any-size, no-rectangles, no-restart, half-restart, no-takeback, few-stones, answers-info, ignores-
unknown, line-ends, slow (thinks N seconds whatever the limit), deaf (thinks N seconds if timeout_turn is long),
stays-at-end, stays-at-close, alone, ascii, litters, shares.
"""

import argparse
import os
import random
import sys
import time

from fukumi_tools.board.rules import Rule, judge
from fukumi_tools.research.soak.referee import Referee

parser = argparse.ArgumentParser()
parser.add_argument("--fault", default="")
parser.add_argument("--after", type=int, default=0)
parser.add_argument("--seconds", type=float, default=60.0)
options = parser.parse_args()

RULES = {0: Rule.FREESTYLE, 1: Rule.STANDARD, 4: Rule.RENJU, 8: Rule.CARO_OVERLINE, 9: Rule.CARO}
ABOUT = 'name="Obedient", version="1", author="its tests", country="none"'

ABOUTS = {
    "plain-about": "Obedient 1 by its tests",
    "short-about": 'name="Obedient", version="1", country="none"',
    "equals-about": 'name="Obedient", version="1=2", author="its tests", country="none"',
}

generator = random.Random(1)
rule = Rule.FREESTYLE
game = Referee(15, 15, rule, False)
blocked: set = set()
answers = 0
handles = []
timeout_turn = 30_000


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def goes_wrong(kind: str) -> bool:
    return options.fault == kind and answers > options.after


def point(text: str) -> tuple[int, int]:
    x, y = text.split(",")[:2]
    return int(x), int(y)


def block() -> list[str]:
    lines = []
    while (line := sys.stdin.readline().strip()) != "DONE":
        lines.append(line)
    return lines


def new_game(width: int, height: int) -> None:
    global game
    game = Referee(width, height, rule, False)


def set_board(lines: list[str]) -> bool:
    """Stones in the order of play; whose they are follows from that."""
    stones = [point(line) for line in lines]
    if len(set(stones)) < len(stones):
        return False
    new_game(game.board.width, game.board.height)
    for stone in stones:
        game.play(stone)
    return True


def choose() -> tuple[int, int]:
    if goes_wrong("taken") and game.moves:
        return game.moves[0]
    if goes_wrong("foul") and (forbidden := game.forbidden()):
        return min(forbidden)
    empty = [p for p in game.board.points() if game.board.is_empty(p)]
    generator.shuffle(empty)
    sides = (game.to_move, game.to_move.other)
    fives = [p for side in sides for p in sorted(game.fives(side))]
    if not goes_wrong("forgets-block"):
        empty = [p for p in empty if p not in blocked] or empty
    if goes_wrong("blind"):
        wanted = [p for p in empty if p not in fives] or empty
    else:
        wanted = [p for p in fives if p in empty] + empty
    # To judge all points takes long.
    allowed = (p for p in wanted if not judge(game.board, game.rule, game.to_move, p).is_forbidden)
    return next(allowed, wanted[0])


def pause() -> None:
    """Thinks for a while, as far as the fault does not look at the limits."""
    if options.fault == "slow" or (options.fault == "deaf" and timeout_turn > 2000):
        time.sleep(options.seconds)


def misuse_folders(folder: str) -> None:
    """What an engine may do wrong with its files, given INFO folder."""
    if options.fault == "ascii" and not (os.getcwd() + folder).isascii():
        sys.exit(3)
    if options.fault == "litters":
        open("log.txt", "w").close()
    if options.fault == "shares":
        open(os.path.join(folder, "data.bin"), "w").close()
    if options.fault == "alone":
        try:
            os.mkdir(os.path.join(folder, "lock"))
        except FileExistsError:
            sys.exit(4)


def think() -> None:
    global answers
    pause()
    if options.fault == "noise":
        say("thinking")
    if options.fault == "errors":
        print("cannot open book", file=sys.stderr, flush=True)
    if options.fault == "few-stones" and len(game.moves) > 100:
        sys.exit(5)
    if game.empty_count() == 0:
        say("ERROR the board is full")
        return
    answers += 1
    if goes_wrong("exit"):
        sys.exit(7)
    if goes_wrong("silent"):
        return
    if goes_wrong("late"):
        time.sleep(1.0)
    if goes_wrong("handles"):
        handles.append(os.dup(0))
    if goes_wrong("stderr"):
        print("something odd", file=sys.stderr, flush=True)
    if goes_wrong("logs-delay"):
        print("answer after 11000 us, limit 10000 us", file=sys.stderr, flush=True)
    x, y = choose()
    say("MESSAGE depth 3-5 ev 12 n 2K n/ms 40 tm 50 pv H8 I9")
    if goes_wrong("pieces"):
        for piece in (f"{x},", f"{y}\n"):
            os.write(1, piece.encode())
            time.sleep(0.02)
    else:
        say(f"{x},{y}" + ("\r" if goes_wrong("carriage-return") else ""))
    if goes_wrong("stray"):
        say("0,0")
    if game.board.is_empty((x, y)):
        game.play((x, y))


def obey(command: str, argument: str) -> None:
    global rule, timeout_turn
    match command:
        case "ABOUT" if options.fault in ABOUTS:
            say(ABOUTS[options.fault])
        case "RECTSTART" if options.fault == "no-rectangles":
            pass
        case "RESTART" | "TAKEBACK" if options.fault == f"no-{command.lower()}":
            say("UNKNOWN command")
        case "RESTART" if options.fault == "half-restart":
            say("OK")
        case "INFO" if options.fault == "answers-info" and argument.startswith("nonsense"):
            say("UNKNOWN key")
        case "NONSENSE" if options.fault == "ignores-unknown":
            pass
        case "START" if options.fault == "any-size" and int(argument) > 22:
            say("OK")
        case "INFO" if argument.startswith("timeout_turn "):
            timeout_turn = int(argument.split()[1])
        case "INFO" if argument.startswith("folder "):
            misuse_folders(argument.removeprefix("folder "))
        case "START" | "RECTSTART" | "RESTART":
            sides = (game.board.width, game.board.height) if command == "RESTART" else [*map(int, argument.split(","))]
            if min(sides) < 5 or max(sides) > 22:
                say("ERROR no such size")
                return
            new_game(sides[0], sides[-1])
            say("OK" if options.fault != "blanks" else " OK")
        case "INFO" if argument.startswith("rule "):
            rule = RULES.get(int(argument.split()[1]) & ~2, rule)
        case "INFO" | "STOP" | "YXSTOP" | "YXHASHCLEAR" | "YXSHOWINFO" | "YXSHOWHASHUSAGE":
            pass
        case "BEGIN" | "YXNBEST" | "YXSEARCHDEFEND" | "YXBALANCEONE":
            think()
        case "TURN" | "PLAY":
            try:
                game.play(point(argument))
            except ValueError:
                say("ERROR cannot be played")
                return
            if command == "PLAY":
                say(argument)
            elif game.empty_count() == 0:
                game.board.remove(game.moves.pop())
                say("ERROR the board is full")
            else:
                think()
        case "TAKEBACK":
            if not game.moves or game.moves[-1] != point(argument):
                say("ERROR not the last stone")
                return
            game.board.remove(game.moves.pop())
            say("OK")
        case "BOARD" | "YXBOARD":
            if not set_board(block()):
                say("ERROR the same point twice")
            elif command == "BOARD":
                think()
        case "SWAP2BOARD":
            stones = block()
            set_board(stones)
            say({0: "0,0 1,1 2,2", 3: "3,1 4,4", 5: "SWAP"}[len(stones)])
        case "YXBLOCK":
            blocked.update(point(line) for line in block())
        case "YXBLOCKRESET":
            blocked.clear()
        case "YXQUERYDATABASEONE":
            block()
        case "YXSHOWFORBID":
            found = {(0, 0)} if goes_wrong("wrong-foul") else game.forbidden()
            say("FORBID " + "".join(f"{x:02}{y:02}" for x, y in found) + ".")
        case "ABOUT":
            say(ABOUT)
        case _:
            say("UNKNOWN command")


if options.fault == "banner":
    say(f"Obedient 1, process {os.getpid()}")
if options.fault == "long-banner":
    say("Obedient\nready in 3 ms")
if options.fault == "line-ends":
    sys.stdin.reconfigure(newline="\n")
while line := sys.stdin.readline():
    command, _, argument = (line[:-1] if options.fault == "line-ends" else line.strip()).partition(" ")
    if command == "END":
        if options.fault == "stays-at-end":
            time.sleep(options.seconds)
        break
    obey(command, argument)
if options.fault == "stays-at-close":
    time.sleep(options.seconds)
