"""The time between a limit or a stop request and the answer.

Every search is about another position, drawn from the seed. What counts is seen from outside, from the moment before
a line is written to the engine to the moment its answer is read, so that pipes and waking up are part of it. The
limit within which the engine meant to answer is what it logs with `RUST_LOG=fukumi::engine=info`.

No program can be more punctual than the machine: for comparison, a loop that does nothing but look at the clock runs
out of the same limits.
"""

import re
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random

from fukumi_tools.board.rules import Rule
from fukumi_tools.engines.process import EngineProcess
from fukumi_tools.engines.settings import EngineSpec

from .draw import draw_stones
from .fault import Fault, Kind
from .figures import Figures

SIDE = 15
TURNS = (30, 50, 100)
"""Limits of a turn in milliseconds, if no others are wanted."""
LONGEST_SEARCH = 0.06
"""Seconds before a stop, at most."""
PATIENCE = 30.0

_LIMIT = re.compile(r"answer after (\d+) us, limit (\d+) us")
_MOVE = re.compile(r"\d+,\d+")


def measure(spec: EngineSpec, threads: int, samples: int, seed: int, turns: Sequence[int] = TURNS) -> Figures:
    """Stops and runs out of time so many times each, with so many threads; raises Fault if an answer is missing."""
    figures = Figures()
    rng = Random(f"{seed}/{threads}")
    logging = replace(spec, env=(*spec.env, ("RUST_LOG", "fukumi::engine=info")))
    process = EngineProcess(logging)
    try:
        process.send("INFO book 0", f"INFO thread_num {threads}", "INFO timeout_match 0", f"START {SIDE}")
        _answer(process, "OK")
        for _ in range(samples):
            _stop(process, rng, figures)
            _run_out_of_time(process, rng.choice(turns), rng, figures)
            process.begin_transcript()
    finally:
        process.stop()
        process.close()
    return figures


def measure_machine(samples: int, seed: int, turns: Sequence[int] = TURNS) -> Figures:
    """How far a loop that does nothing but look at the clock passes so many deadlines."""
    figures = Figures()
    rng = Random(seed)
    for _ in range(samples):
        deadline = time.perf_counter() + rng.choice(turns) / 1000
        while (now := time.perf_counter()) < deadline:
            pass
        figures.time("a loop that only looks at the clock, beyond the same limits", now - deadline)
    return figures


@contextmanager
def load(count: int):
    """So many processes that keep a processor busy each, while the context lasts."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def _stop(process: EngineProcess, rng: Random, figures: Figures) -> None:
    process.send("INFO timeout_turn 600000", *_board(rng))
    time.sleep(rng.uniform(0.001, LONGEST_SEARCH))
    sent = process.send("YXSTOP")
    answered = _answer(process, _MOVE)
    # A search that has come to an end by itself says nothing.
    if answered > sent:
        figures.time("stop to answer", answered - sent)


def _run_out_of_time(process: EngineProcess, turn: int, rng: Random, figures: Figures) -> None:
    sent = process.send(f"INFO timeout_turn {turn}", *_board(rng))
    answered = _answer(process, _MOVE)
    own, limit = _logged(process)
    if own >= limit > 0:
        figures.time("answer beyond the engine's own deadline", answered - sent - limit)
        figures.time("the same by the engine's clock", own - limit)
        figures.time("answer beyond the limit of the turn", answered - sent - turn / 1000)


def _board(rng: Random) -> list[str]:
    stones = draw_stones(rng, SIDE, SIDE, Rule.FREESTYLE, rng.randint(4, 12), is_close=True)
    fields = [1 if (len(stones) - index) % 2 == 0 else 2 for index in range(len(stones))]
    return ["BOARD", *(f"{x},{y},{field}" for (x, y), field in zip(stones, fields, strict=True)), "DONE"]


def _answer(process: EngineProcess, expected) -> float:
    """When the next line that matches was complete."""
    deadline = time.monotonic() + PATIENCE
    while line := process.read(deadline):
        if re.fullmatch(expected, line.text):
            return line.time
    raise Fault(Kind.SILENT, f"no answer within {PATIENCE:g} s")


def _logged(process: EngineProcess) -> tuple[float, float]:
    """Seconds that the last answer took, and within which it was meant to come."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = [match for entry in process.transcript if entry.sign == "!" and (match := _LIMIT.search(entry.text))]
        # One for the stop, one for the deadline.
        if len(found) == 2:
            return int(found[-1][1]) / 1e6, int(found[-1][2]) / 1e6
        time.sleep(0.0002)
    raise Fault(Kind.SILENT, "the engine does not log its limits")
