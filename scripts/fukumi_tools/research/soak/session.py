"""Many games with the same two processes, and what is watched over them."""

import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fukumi_tools.board.rules import Color
from fukumi_tools.board.size import full_size_text
from fukumi_tools.engines.settings import EngineSpec
from fukumi_tools.files import make_folder, write_text

from .contender import Contender
from .draw import MEGABYTE, draw_plan
from .fault import Fault, Kind
from .figures import Figures, Health
from .game import Game

CHECKUP_EVERY = 50
"""Games between two looks at a process at rest."""
SETTLED_GAMES = 300
"""Games after which a process has seen all rules, and has made the tables that it keeps for each of them."""
GROWTH_BYTES = 8 * MEGABYTE
"""How much the memory of a settled process may vary."""

_AT_REST = (
    "INFO thread_num 1",
    "INFO hash_size 1024",
    "INFO max_memory 0",
    "INFO pondering 0",
    "INFO strength 100",
    "INFO evaluation network",
    "INFO book 0",
    "INFO learning 0",
    "INFO checkmate 0",
    "INFO show_detail 0",
    "INFO timeout_turn -1",
    "INFO timeout_match 0",
    "INFO max_depth 0",
    "INFO max_node 200",
    "INFO rule 0",
    "YXBLOCKRESET",
    "START 15",
)


@dataclass(frozen=True)
class Task:
    """A session to be played: games number `first` to `first + count - 1` of the seed's."""

    spec: EngineSpec
    seed: int
    first: int
    count: int
    tolerance: float
    is_strict: bool
    ends_at_fault: bool
    out: Path


@dataclass
class SessionResult:
    """What a session came to; `faults` are the texts and the files with the conversations."""

    games: int = 0
    figures: Figures = field(default_factory=Figures)
    faults: list[tuple[str, str]] = field(default_factory=list)


def play(task: Task) -> SessionResult:
    """Plays all games of the task; after a fault with new processes."""
    result = SessionResult()
    with TemporaryDirectory(prefix="fukumi-soak-") as folder:
        contenders = [Contender(name, task.spec, result.figures, task.tolerance) for name in ("one", "two")]
        settled: dict[str, Health] = {}
        for number in range(task.first, task.first + task.count):
            _play_game(task, number, contenders, Path(folder), settled, result)
            if task.ends_at_fault and result.faults:
                break
        for contender in contenders:
            try:
                contender.finish()
            except Fault as fault:
                _record(task, task.first + task.count, fault, contender, contenders, "", result)
    return result


def _play_game(task, number, contenders, folder, settled, result) -> None:
    """Plays one game and counts it, whatever comes of it."""
    rng = Random(f"{task.seed}/{number}")
    colors = (Color.BLACK, Color.WHITE) if number % 2 else (Color.WHITE, Color.BLACK)
    plan = draw_plan(rng, folder)
    game = Game(plan, dict(zip(colors, contenders, strict=True)), rng, task.is_strict)
    remark = f"game {number}: {full_size_text(plan)}, {plan.rule.label}"
    for contender in contenders:
        contender.process.remark(remark)
    culprit = None
    try:
        game.play()
        for contender in contenders:
            culprit = contender
            contender.games += 1
            _watch(contender, settled, result.figures)
    except Fault as fault:
        picture = f"{remark}\nmoves {game.referee.moves}\n{game.referee.board}"
        _record(task, number, fault, culprit or game.playing, contenders, picture, result)
        for contender in contenders:
            contender.discard()
        settled.clear()
    except Exception:
        # A mistake of the referee, not of an engine; the conversation shows which.
        _write(task, number, traceback.format_exc(), contenders)
        raise
    result.games += 1
    result.figures.counts["games"] += 1


def _watch(contender: Contender, settled: dict[str, Health], figures: Figures) -> None:
    """Looks at what the process takes of the machine; raises Fault if that grows."""
    figures.peak_resident_bytes = max(figures.peak_resident_bytes, contender.process.resident_bytes())
    if contender.games % CHECKUP_EVERY:
        return
    contender.ask(*_AT_REST, expected="OK")
    contender.moves(contender.tell("YXHASHCLEAR", "BOARD", "7,7,2", "8,8,1", "9,7,2", "DONE"), None, "BOARD")
    contender.sync()
    health = contender.process.health(contender.games)
    figures.health.append(health)
    if contender.games < SETTLED_GAMES:
        return
    before = settled.setdefault(contender.name, health)
    if health.games < before.games:
        settled[contender.name] = health
        return
    if health.resident_bytes > before.resident_bytes + GROWTH_BYTES:
        growth = (health.resident_bytes - before.resident_bytes) / MEGABYTE
        raise Fault(Kind.LEAK, f"{growth:.1f} MB more after {health.games} games than after {before.games}")
    if health.threads > before.threads or health.handles > before.handles:
        raise Fault(Kind.LEAK, f"{before} became {health}")


def _record(task, number, fault, culprit, contenders, picture, result) -> None:
    text = f"game {number}, engine {culprit.name}: {fault}"
    path = _write(task, number, f"{text}\n{picture}", contenders)
    result.faults.append((text, str(path)))
    result.figures.counts[f"fault: {fault.kind.value}"] += 1


def _write(task: Task, number: int, text: str, contenders: list[Contender]) -> Path:
    """The whole conversation with both processes, since they were started, with the times in seconds."""
    make_folder(task.out)
    path = task.out / f"fault-{number:06}.txt"
    entries = [(contender.name, entry) for contender in contenders for entry in list(contender.transcript)]
    entries.sort(key=lambda pair: pair[1].time)
    begun = entries[0][1].time if entries else time.monotonic()
    repeated = f"repeated by --seed {task.seed} --first {task.first} --games {number - task.first + 1}"
    lines = (f"{entry.time - begun:12.6f} {name} {entry.sign} {entry.text}" for name, entry in entries)
    write_text(path, "\n".join([text, repeated, "", *lines]) + "\n")
    return path
