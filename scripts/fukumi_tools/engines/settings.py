"""What a match is: the engines, their limits, the conditions. Nothing here starts or plays anything."""

import math
import os
import shlex
import shutil
from dataclasses import dataclass, fields, replace
from pathlib import Path

from fukumi_tools.board.rules import Rule
from fukumi_tools.board.size import full_size_text
from fukumi_tools.files import sha256_of

from .confinement import Confinement

BYTES_PER_MEGABYTE = 1024 * 1024

ENGINE_SYNTAX = """\
An engine is one quoted string of key=value words; quote values with blanks inside it.

\b
  cmd=PATH        the program (required); may carry arguments: cmd="./engine -x"
  args=TEXT       further arguments
  name=TEXT       name in tables and files (default: the program's name)
  dir=PATH        working directory (default: the program's folder if cmd has a
                  path, else the current directory)
  turn= match= increment= nodes= depth= memory= threads=
                  this engine's own limits, as the options of the same name;
                  'none' lifts a limit
  info.KEY=VALUE  sent as INFO KEY VALUE before each game
  env.KEY=VALUE   environment variable
  send=LINE       sent before each game's START, as in send=YXHASHCLEAR, which
                  makes Fukumi forget the game before
  eol=lf|crlf     line ends sent to the engine (default lf; crlf for .exe)

A program whose name ends in .exe is started through wine, except on Windows.
"""


class SettingsError(ValueError):
    """Settings that make no sense; the text is meant for the user."""


@dataclass(frozen=True)
class Limits:
    """What one engine may use. None means no limit of that kind.

    Times are in seconds: `turn` for a move, `match` for its moves of a game, `increment` added after each of them.
    `nodes`, `depth` and `threads` are only sent to the engine and not checked. `memory` is in megabytes
    (1024 * 1024 bytes).
    """

    turn: float | None = None
    match: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    depth: int | None = None
    memory: float | None = 350.0
    threads: int | None = None

    def check(self) -> None:
        for name in ("turn", "match", "nodes", "depth", "memory", "threads"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise SettingsError(f"{name} must be positive, got {value}")
        if not 0 <= self.increment < math.inf:
            raise SettingsError(f"increment must not be negative, got {self.increment}")
        if self.increment and self.match is None:
            raise SettingsError("increment needs a match time")
        if self.turn is None and self.match is None and self.nodes is None and self.depth is None:
            raise SettingsError("no limit for a move: give a turn time, a match time, nodes or depth")

    @property
    def is_timed(self) -> bool:
        """Whether time alone ends a search."""
        return self.nodes is None and self.depth is None

    def describe(self) -> str:
        parts = []
        if self.turn is not None:
            parts.append(f"{self.turn:g} s/move")
        if self.match is not None:
            parts.append(f"{self.match:g}" + (f"+{self.increment:g}" if self.increment else "") + " s/game")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        if self.threads is not None:
            parts.append(f"{self.threads} threads")
        return ", ".join(parts)

    def fingerprint(self) -> dict:
        """What must be the same for results to belong to the same engine. Older folders know nothing of threads."""
        return {name: value for name, value in vars(self).items() if name != "threads" or value is not None}


_WHOLE = ("nodes", "depth", "threads")
_LIMITS = tuple(field.name for field in fields(Limits))


@dataclass(frozen=True)
class EngineSpec:
    """One engine of the match. `argv[0]` is an existing program, perhaps wine, which starts `windows_program`.

    `directory` is absolute, and its own if the specification names another one than the usual.
    """

    name: str
    argv: tuple[str, ...]
    directory: Path
    limits: Limits
    info: tuple[tuple[str, str], ...] = ()
    env: tuple[tuple[str, str], ...] = ()
    before_game: str | None = None
    line_end: bytes = b"\n"
    confinement: Confinement | None = None
    windows_program: Path | None = None
    has_own_directory: bool = False

    def fingerprint(self) -> dict:
        """What must be the same for results to belong to the same engine."""
        return {
            "name": self.name,
            "arguments": list(self.argv[1:]),
            "sha256": {str(file): sha256_of(file) for file in self._files()},
            "limits": self.limits.fingerprint(),
            "info": [list(pair) for pair in self.info],
            "env": [list(pair) for pair in self.env],
            "directory": str(self.directory) if self.has_own_directory else None,
            "eol": "crlf" if self.line_end == b"\r\n" else "lf",
            **({"send": self.before_game} if self.before_game else {}),
            **({"enforced": vars(self.confinement).copy()} if self.confinement else {}),
        }

    def described(self, usual: Limits) -> str:
        """Its name, with its nodes, memory and threads where they are not as usual: `fukumi (64 MB, 2 threads)`."""
        nodes, memory, threads = self.limits.nodes, self.limits.memory, self.limits.threads
        texts = {
            "nodes": f"{nodes} nodes",
            "memory": "no limit of memory" if memory is None else f"{memory:g} MB",
            "threads": f"{threads} threads",
        }
        own = [text for name, text in texts.items() if getattr(self.limits, name) != getattr(usual, name)]
        return f"{self.name} ({', '.join(own)})" if own else self.name

    def _files(self) -> list[Path]:
        """The program, and those of its arguments and of its own settings that are files."""
        paths = [self.directory / word for word in (*self.argv, *(value for _, value in self.info))]
        # A value may be longer than any name of a file, at which `Path.is_file` fails.
        return [path for path in paths if os.path.isfile(path)]


def parse_engine(text: str, defaults: Limits, each: str = "", option: str = "--engine") -> EngineSpec:
    """Reads an engine specification; `each` holds words that apply unless `text` says otherwise.

    Raises SettingsError for an unknown key, a bad value or a missing program.
    """
    given = parse_words(each, "--each") | parse_words(text, option)
    if "cmd" not in given:
        raise SettingsError(f"engine {text!r}: cmd=PROGRAM is missing")
    limits = defaults
    info, env = [], []
    for key, value in given.items():
        if key in _LIMITS:
            limits = replace(limits, **{key: _parse_limit(key, value)})
        elif key.startswith("info."):
            info.append((key[len("info.") :], value))
        elif key.startswith("env."):
            env.append((key[len("env.") :], value))
        elif key not in ("cmd", "args", "name", "dir", "send", "eol"):
            raise SettingsError(f"engine {text!r}: unknown key {key!r}")
    try:
        limits.check()
    except SettingsError as error:
        raise SettingsError(f"engine {text!r}: {error}") from None

    command = split_words(given["cmd"], "cmd") + split_words(given.get("args", ""), "args")
    if not command:
        raise SettingsError(f"engine {text!r}: cmd is empty")
    program, has_path = find_program(command[0])
    usual_directory = program.parent if has_path else Path.cwd()
    directory = Path(given["dir"]).expanduser().resolve() if "dir" in given else usual_directory
    if not directory.is_dir():
        raise SettingsError(f"engine {text!r}: {directory} is no directory")
    is_windows_program = program.suffix.lower() == ".exe"
    eol = given.get("eol", "crlf" if is_windows_program else "lf")
    if eol not in ("lf", "crlf"):
        raise SettingsError(f"engine {text!r}: eol must be lf or crlf, got {eol!r}")
    if not (is_windows_program or os.access(program, os.X_OK)):
        raise SettingsError(f"engine {text!r}: {program} is not executable")
    wine = _wine_prefix(program)
    return EngineSpec(
        name=given.get("name") or program.stem,
        argv=(*wine, str(program), *command[1:]),
        directory=directory,
        limits=limits,
        info=tuple(info),
        env=tuple(env),
        before_game=given.get("send") or None,
        line_end=b"\r\n" if eol == "crlf" else b"\n",
        windows_program=program if wine else None,
        has_own_directory=directory != usual_directory.resolve() and "dir" in given,
    )


def parse_searcher(text: str, defaults: Limits) -> EngineSpec:
    """The same for an engine that searches single positions, each with so many nodes. It may have its own nodes.

    Raises SettingsError for other limits of a search as well.
    """
    spec = parse_engine(text, defaults)
    for name in ("turn", "match", "depth"):
        if getattr(spec.limits, name) is not None:
            raise SettingsError(f"engine {text!r}: {name} is not for this command, whose searches are limited by nodes")
    return spec


def confined(spec: EngineSpec, cores: int | None) -> EngineSpec:
    """The engine held to its memory and to so many cores."""
    memory = spec.limits.memory
    return replace(spec, confinement=Confinement(None if memory is None else round(memory * BYTES_PER_MEGABYTE), cores))


def with_distinct_names(specs: list[EngineSpec]) -> list[EngineSpec]:
    """The same engines; repeated names get `-2`, `-3` and so on."""
    used: set[str] = set()
    result = []
    for spec in specs:
        name, number = spec.name, 1
        while name in used:
            number += 1
            name = f"{spec.name}-{number}"
        used.add(name)
        result.append(replace(spec, name=name))
    return result


def parse_words(text: str, option: str) -> dict[str, str]:
    """Words such as `key=value`. Raises SettingsError, which names the option, for anything else."""
    fields = {}
    for word in split_words(text, option):
        key, equals, value = word.partition("=")
        if not equals:
            raise SettingsError(f"{option} {text!r}: expected key=value, got {word!r}")
        fields[key if key.startswith(("info.", "env.")) else key.lower()] = value
    return fields


def split_words(text: str, what: str) -> list[str]:
    """Words as in a shell. Raises SettingsError, which names what they are."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise SettingsError(f"{what} {text!r}: {error}") from None


def _parse_limit(key: str, text: str):
    if text.lower() == "none":
        return 0.0 if key == "increment" else None
    try:
        return int(text) if key in _WHOLE else float(text)
    except ValueError:
        raise SettingsError(f"{key} must be a number or none, got {text!r}") from None


def find_program(command: str) -> tuple[Path, bool]:
    """The program's absolute path, and whether the command named a path at all. Raises SettingsError."""
    has_path = os.sep in command or (os.altsep is not None and os.altsep in command)
    if not has_path:
        found = shutil.which(command)
        if found:
            return Path(found).absolute(), False
    program = Path(command).expanduser().absolute()
    if program.is_dir():
        raise SettingsError(f"engine program {command!r} is a folder")
    if not program.is_file():
        raise SettingsError(f"engine program {command!r} not found")
    return program, True


def _wine_prefix(program: Path) -> list[str]:
    if program.suffix.lower() != ".exe" or os.name == "nt":
        return []
    wine = shutil.which("wine") or shutil.which("wine64")
    if wine is None:
        raise SettingsError(f"{program} is a program for Windows: install wine, which is not in PATH, to start it")
    return [wine]


@dataclass(frozen=True)
class Agreement:
    """Both engines say so with so many moves in a row: a win of `points` or more, or a draw of `points` or less.

    Not before `after` stones are on the board.
    """

    moves: int
    points: float
    after: int = 0


@dataclass(frozen=True)
class Solver:
    """A Fukumi that looks for forced wins with so many nodes a position."""

    program: str
    nodes: int


@dataclass(frozen=True)
class Adjudication:
    """When games end that are decided; None means never."""

    win: Agreement | None = None
    draw: Agreement | None = None
    proof: Solver | None = None

    def fingerprint(self) -> dict:
        """What must be the same for results to belong to the same match. Older folders know nothing of it."""
        found = {f"agreed_{name}": vars(getattr(self, name)).copy() for name in ("win", "draw") if getattr(self, name)}
        if self.proof:
            found["proven_win"] = {"sha256": sha256_of(Path(self.proof.program)), "nodes": self.proof.nodes}
        return found


@dataclass(frozen=True)
class Conditions:
    """What holds for every game of a match.

    `tolerance` is in seconds. `max_moves` counts all stones on the board, those of the opening included.
    `start_timeout` and `hang_timeout` are in seconds: waiting for OK, and for a move where no time limit applies.
    With `swap2` the engines make the opening themselves and choose their colours.
    """

    width: int
    height: int
    rule: Rule
    tolerance: float = 0.0
    max_moves: int | None = None
    restart: bool = False
    start_timeout: float = 30.0
    hang_timeout: float = 600.0
    swap2: bool = False
    adjudication: Adjudication = Adjudication()

    def fingerprint(self) -> dict:
        return {
            "board": full_size_text(self),
            "rule": self.rule.label,
            "tolerance": self.tolerance,
            "max_moves": self.max_moves,
            "restart": self.restart,
            "hang_timeout": self.hang_timeout,
            **({"swap2": True} if self.swap2 else {}),
            **self.adjudication.fingerprint(),
        }
