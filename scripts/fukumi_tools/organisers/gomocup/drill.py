"""What every engine is asked for, whatever the format: commands, settings, times, its end, and where it runs.

Each check is a conversation with a process of its own. Source of what organisers' programs do: those named in the
package, and Piskvork (http://sourceforge.net/projects/piskvork), in which Gomocup's authors test.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from fukumi_tools.board.notation import Point
from fukumi_tools.engines.settings import EngineSpec

from .findings import LOSES, Evidence, Level, Report
from .formats import Format
from .talk import Fault, Talk, Unasked

_IGNORES = "The judge never asks for it, or ignores the answer. Piskvork, in which people use the engine, does not."
_KILLS = "The judge kills the process half a second after END. What it has not written by then is lost."

_ABOUT = re.compile(r'([a-z]+)="([^"]*)"(?:,\s*|$)')
_ABOUT_KEYS = ("name", "version", "author")
_FREE_POINTS = 25
"""On so many points the judge ends a game of renju."""
_SHORT_SECONDS = 0.5
_FOREIGN = "göm ökü ゴモク"


@dataclass(frozen=True)
class Check:
    """A conversation that shows something; `organisers` is what they do with an engine that fails."""

    shows: str
    talk: Callable[[Talk], None]
    organisers: str
    advice: str
    level: Level = Level.WARNING
    line_end: bytes | None = None


def _begins_at_once(talk: Talk) -> None:
    size = talk.form.size
    stones = [(size // 2, size // 2), (size // 2 + 1, size // 2), (size // 2, size // 2 + 2)]
    talk.move(f"START {size}", *talk.settings(), *_board(stones), taken=stones)


def _is_silent_at_first(talk: Talk) -> None:
    talk.start_strictly()


def _names_itself(talk: Talk) -> None:
    talk.send("ABOUT")
    line = talk.line("ABOUT")
    fields = dict(_ABOUT.findall(line))
    if _ABOUT.sub("", line):
        raise Fault(f'answers {line[:80]!r} to ABOUT, which is not in the form of name="...", version="..."')
    if missing := [key for key in _ABOUT_KEYS if not fields.get(key)]:
        raise Fault(f"does not give its {missing[0]} in ABOUT")
    if bad := [key for key, value in fields.items() if set(value) & set(",=")]:
        raise Fault(f"has a comma or an equals sign in the {bad[0]} of ABOUT")


def _refuses_sizes(talk: Talk) -> None:
    for size in ("1000", "0"):
        talk.send(f"START {size}")
        came = talk.line(f"START {size}")
        if not came.upper().startswith("ERROR"):
            raise Fault(f"answers {came[:80]!r} to START {size}, not ERROR")
    talk.start()


def _knows_rectangles(talk: Talk) -> None:
    command = f"RECTSTART {talk.form.size},{talk.form.size - 1}"
    talk.send(command)
    came = talk.line(command)
    if came != "OK" and not came.upper().startswith(("ERROR", "UNKNOWN")):
        raise Fault(f"answers {came[:80]!r} to {command}, neither OK nor ERROR")
    talk.start()


def _knows_restart(talk: Talk) -> None:
    talk.start()
    own = talk.move("BEGIN")
    talk.send("RESTART")
    talk.expect("OK", "RESTART")
    talk.send(*talk.settings())
    # The point is free again.
    talk.move(f"TURN {own[0]},{own[1]}", taken=[own])


def _knows_takeback(talk: Talk) -> None:
    talk.start()
    first = talk.move("BEGIN")
    second = _free_point([first], talk)
    third = talk.move(_turn(second), taken=[first, second])
    for x, y in (third, second):
        talk.send(f"TAKEBACK {x},{y}")
        talk.expect("OK", f"TAKEBACK {x},{y}")
    talk.move(_turn(third), taken=[first, third])


def _takes_full_boards(talk: Talk) -> None:
    size = talk.form.size
    points = [(x, y) for y in range(size) for x in range(size)][: size * size - _FREE_POINTS]
    # At most two in a row, whatever the direction.
    other = [point for point in points if (point[0] + 2 * point[1]) % 4 < 2]
    own = [point for point in points if point not in set(other)]
    if len(own) > len(other):
        own, other = other, own
    # The other side began, and has one stone more.
    stones = [stone for pair in zip(other, own, strict=False) for stone in pair][:-1]
    talk.start()
    talk.move(*_board(stones), taken=set(stones))


def _takes_unknown_settings(talk: Talk) -> None:
    talk.send("INFO", "INFO nonsense 1", "INFO evaluate 3,3", "INFO max_memory", "INFO rule 9999", "INFO time_left x")
    talk.start()
    talk.send("INFO nonsense 1")
    talk.move("BEGIN")


def _survives_unknown_commands(talk: Talk) -> None:
    talk.send("NONSENSE 1")
    came = talk.line("NONSENSE 1")
    if not came.upper().startswith(("UNKNOWN", "ERROR")):
        raise Fault(f"answers {came[:80]!r} to NONSENSE 1, not UNKNOWN")
    talk.start()


def _moves_at_once(talk: Talk) -> None:
    talk.start()
    talk.move("INFO timeout_turn 0", "BEGIN", limit=0)


def _looks_at_time_left(talk: Talk) -> None:
    talk.start()
    turn = talk.form.limits.turn
    taken = [talk.move("BEGIN")]
    for left in (_SHORT_SECONDS, 0.0, -0.3):
        taken.append(_free_point(taken, talk))
        settings = talk.settings(turn=turn, left=left)
        taken.append(talk.move(*settings, _turn(taken[-1]), taken=taken, limit=max(left, 0.0)))


def _ends(talk: Talk) -> None:
    talk.start()
    if not talk.ends("END"):
        raise Fault(f"is still there {talk.tolerance:g} s after END")


def _ends_while_it_thinks(talk: Talk) -> None:
    talk.start()
    if not talk.ends(*talk.settings(turn=talk.form.limits.turn), "BOARD", "DONE", "END"):
        raise Fault(f"is still there {talk.tolerance:g} s after END, which came while it thought")


def _ends_with_its_input(talk: Talk) -> None:
    talk.start()
    if not talk.ends():
        raise Fault(f"is still there {talk.tolerance:g} s after the end of its input")


_AT_ONCE = "Read lines as they come, with CR LF or LF, and answer only what asks for an answer."
_OWN_FOLDER = "Make a folder with the name of the engine in that of INFO folder, and keep files there."
_BY_ITSELF = "Read standard input while the engine thinks, and leave at END or at the end of the input, by exit()."

CHECKS = (
    Check("plays when all comes at once, with CR LF", _begins_at_once, LOSES, _AT_ONCE, Level.PROBLEM, b"\r\n"),
    Check(
        "plays when all comes at once, with LF",
        _begins_at_once,
        "Match managers on Linux and macOS send LF; the judge sends CR LF.",
        _AT_ONCE,
        line_end=b"\n",
    ),
    Check(
        "writes OK and nothing before it",
        _is_silent_at_first,
        "The judge passes over it and loses no game by it. Piskvork, in which people use the engine, takes it for the "
        "answer.",
        "Write no banner, or as MESSAGE, and OK as a whole line.",
    ),
    Check(
        "names itself",
        _names_itself,
        "Managers show the name, the version and the author in their tables.",
        'Answer ABOUT, also before START, by name="...", version="...", author="...", country="...".',
    ),
    Check("refuses boards that it cannot play", _refuses_sizes, _IGNORES, "Answer ERROR, and go on."),
    Check("answers RECTSTART", _knows_rectangles, _IGNORES, "Answer OK or ERROR, and go on."),
    Check("knows RESTART", _knows_restart, _IGNORES, "Answer OK, and begin a new game with the same settings."),
    Check("knows TAKEBACK", _knows_takeback, _IGNORES, "Answer OK, and take the stone from the board."),
    Check(
        "plays on a board that is nearly full", _takes_full_boards, LOSES, "Take all stones of BOARD.", Level.PROBLEM
    ),
    Check("answers no INFO", _takes_unknown_settings, _IGNORES, "Leave out keys and values that make no sense."),
    Check("survives unknown commands", _survives_unknown_commands, _IGNORES, "Answer UNKNOWN, and go on."),
    Check("moves at once if it has no time", _moves_at_once, LOSES, "INFO timeout_turn 0: as fast as possible."),
    Check(
        "looks at the time that is left",
        _looks_at_time_left,
        LOSES,
        "INFO time_left counts if it is less than timeout_turn; it can be negative.",
        Level.PROBLEM,
    ),
    Check("ends", _ends, _KILLS, _BY_ITSELF),
    Check("ends while it thinks", _ends_while_it_thinks, _KILLS, _BY_ITSELF),
    Check(
        "ends with its input",
        _ends_with_its_input,
        "If the judge is killed, the engine stays and takes the processor from the games after it.",
        _BY_ITSELF,
    ),
)


class Drill:
    """All checks of one engine. `folder` is empty, and gets the folders of INFO folder."""

    def __init__(self, spec: EngineSpec, form: Format, tolerance: float, folder: Path, report: Report, place: str):
        self._spec, self._form, self._tolerance, self._folder = spec, form, tolerance, folder
        self._report, self._place = report, place
        self._errors: list[str] = []
        self._noise: list[str] = []
        self._unasked = Unasked()

    def run(self) -> None:
        for check in CHECKS:
            self.hold(check)
        self.hold_two()
        self.hold_elsewhere()
        self.judge_output()

    def hold(self, check: Check) -> None:
        """Has one conversation."""
        spec = self._spec if check.line_end is None else replace(self._spec, line_end=check.line_end)
        self._hold(check, spec, self._folder)

    def hold_two(self) -> None:
        """Two games at a time, with one folder for the files of both."""
        check = Check(
            "plays two games at a time",
            _begins_at_once,
            "The judge plays several games at a time on one machine.",
            "Use no fixed names of temporary files, ports or pipes, and lock no file for long.",
            Level.PROBLEM,
        )
        with ExitStack() as stack:
            talk = None
            try:
                talks = []
                for _ in range(2):
                    talks.append(self._talk(self._spec, self._folder))
                    stack.callback(self._end, talks[-1])
                for talk in talks:
                    talk.start()
                for talk in (*talks, *talks):
                    _begins_at_once(talk)
            except Fault as fault:
                self._add(check, fault, talk)
            else:
                self._report.passed(self._place, check.shows)

    def hold_elsewhere(self) -> None:
        """Another working folder, and one for files, whose names have blanks and letters of other languages."""
        working, kept = (self._folder / _FOREIGN / name for name in ("working", "kept"))
        working.mkdir(parents=True)
        kept.mkdir()
        check = Check(
            "plays where names of folders have blanks and foreign letters",
            _begins_at_once,
            "The names of folders are those of the machine, and the working folder is a temporary one in Piskvork.",
            "Find files by the path of the program, and use the system's functions for wide characters.",
        )
        self._hold(check, replace(self._spec, directory=working), kept)
        for folder, name in ((working, "its working folder"), (kept, "the folder of INFO folder itself")):
            if files := sorted(path.name for path in folder.iterdir() if path.is_file()):
                evidence = Evidence(organisers="All engines of a tournament share that folder.")
                self._report.warn(self._place, f"writes {files[0]} into {name}", _OWN_FOLDER, evidence)

    def judge_output(self) -> None:
        """Looks at what came in all conversations so far."""
        if self._errors:
            text = f"writes {self._errors[0][:80]!r} to standard error"
            evidence = Evidence(organisers="Piskvork reads it as answers.")
            self._report.warn(self._place, text, "Write nothing there, or into a file.", evidence)
        # A banner has a finding of its own.
        if noise := [line for line in self._noise if line not in self._unasked]:
            text = f"writes {noise[0][:80]!r}, which is no line of the protocol"
            evidence = Evidence(organisers="The judge ignores it; other managers take it for the answer.")
            self._report.warn(self._place, text, "Begin remarks with MESSAGE, without blanks around a line.", evidence)

    def _hold(self, check: Check, spec: EngineSpec, folder: Path) -> None:
        talk = None
        try:
            talk = self._talk(spec, folder)
            check.talk(talk)
        except Fault as fault:
            self._add(check, fault, talk)
        else:
            self._report.passed(self._place, check.shows)
        finally:
            if talk:
                self._end(talk)

    def _talk(self, spec: EngineSpec, folder: Path) -> Talk:
        return Talk(spec, self._form, folder, self._tolerance, self._unasked)

    def _end(self, talk: Talk) -> None:
        talk.close()
        self._errors += [entry.text for entry in talk.transcript if entry.sign == "!"]
        self._noise += talk.noise

    def _add(self, check: Check, fault: Fault, talk: Talk | None) -> None:
        evidence = Evidence.of(talk.transcript if talk else [], check.organisers)
        add = self._report.problem if (fault.level or check.level) is Level.PROBLEM else self._report.warn
        add(self._place, str(fault), check.advice, evidence)


def _board(stones: Sequence[Point]) -> list[str]:
    """The lines of BOARD, given the stones from the first one on, which is the other side's."""
    return ["BOARD", *(f"{x},{y},{2 - i % 2}" for i, (x, y) in enumerate(stones)), "DONE"]


def _free_point(taken: Sequence[Point], talk: Talk) -> Point:
    """A point at the edge."""
    return next((x, 0) for x in range(talk.form.size) if (x, 0) not in taken)


def _turn(point: Point) -> str:
    return f"TURN {point[0]},{point[1]}"
