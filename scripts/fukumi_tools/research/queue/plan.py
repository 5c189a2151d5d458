"""What an experiment is, and the file that experiments are read from.

Everything that decides about an experiment is in `Experiment.deciding`, commits as hashes and files by their contents;
its key is the hash of that. Names and ideas are for people and decide nothing.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath

from fukumi_tools.board.openings import BookChoice, FileBook, OpeningError, RandomBook
from fukumi_tools.board.rules import RULE_NAMES, Board, Rule
from fukumi_tools.board.size import parse_board, size_text
from fukumi_tools.engines.settings import Conditions, Limits, SettingsError
from fukumi_tools.files import describe, read_text
from fukumi_tools.organisers.match.stats import SprtSettings

from .tables import Fields, PlanError, checked

SYNTAX = """\
A file of experiments is in TOML. Every key may stand at the top, for all experiments, or in one of them. Files are
named from the folder of the file itself.

\b
  [[experiment]]
  name = "razoring-140"               unlike all others
  idea = "Razoring with a margin of 140 points instead of 120."
  base = {commit = "HEAD"}            the default; what the test is compared with
  test = {options = {"tune.razoring_base" = 140}}

A side is what it is built from and how it is set:

\b
  commit = "HEAD"         the commit; that of the base where the test has none
  patch = "idea.diff"     applied to it by `git apply`
  files = {"crates/core/src/eval/weights/freestyle.net" = "run/network.net"}
                          put in the place of its own
  features = ["tune"]     of Cargo; "tune" by itself, on both sides, where an
                          option begins with tune.
  program = "old/fukumi"  a program that is there, in place of all these
  options = {"thread_num" = 2}        sent as INFO KEY VALUE before each game

What is played:

\b
  rules = ["freestyle 15"]            where a gain is wanted, the main one first
  guards = ["renju 15", "caro 20x15"] where nothing may be lost
  stages = [{nodes = 5000}, {nodes = 20000}, {turn = 0.1, on = "main"},
            {nodes = 5000, on = "guards", bounds = [-5, 0]}]
                          the default: sequential tests, one after the other;
                          nodes, depth or turn (seconds) for a move; on: rules,
                          main, guards, or a list such as ["renju 15"]
  bounds = [0, 10]        Elo of H0 and of H1, alpha = 0.05, beta = 0.05,
  model = "normalized"    or "logistic"; a stage may have its own of these four
  openings = "even.txt"   or by rule and board: {"renju 15" = "renju.txt"};
                          order, stones and seed as for `match`, like its default
  memory = 64.0           megabytes for each engine
  tolerance = 0.1         seconds of lateness forgiven
  max_moves = 200         a draw when so many stones are on the board
  send = "YXHASHCLEAR"    sent before each game; "" for nothing

When to give up:

\b
  games = 20000           at most in a stage: undecided
  game_hours = 100.0      at most in all, added up over the games: undecided
  max_faults = 10         crashes, late and illegal moves of both: failed

A stage passes when H1 is accepted; the experiment is accepted when all have passed, and rejected by the first H0.
"""

DEFAULT_STAGES = [
    {"nodes": 5000},
    {"nodes": 20000},
    {"turn": 0.1, "on": "main"},
    {"nodes": 5000, "on": "guards", "bounds": [-5.0, 0.0]},
]

HANG_TIMEOUT = 120.0
"""Seconds to wait for a move without a time limit."""

TUNE = "tune"
"""The feature of a build whose numbers can be set, and what the names of these options begin with."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_OPTION = re.compile(r"[A-Za-z0-9_.-]+")

Resolve = Callable[[str, str], str]
"""Given where a commit is named, such as `razoring-140 base`, and its name: the full hash. Raises ValueError."""


@dataclass(frozen=True)
class Input:
    """A file that goes into a build: as it was when the file of experiments was read."""

    name: str
    sha256: str
    content: bytes = field(repr=False, compare=False)


@dataclass(frozen=True)
class Source:
    """What a program is built from; only `program` if it is there already."""

    commit: str | None = None
    patch: Input | None = None
    files: tuple[tuple[str, Input], ...] = ()
    features: tuple[str, ...] = ()
    program: Input | None = None

    def to_dict(self) -> dict:
        """Plain data: files by the hashes of their contents."""
        return {
            "commit": self.commit,
            "patch": self.patch and self.patch.sha256,
            "files": {place: file.sha256 for place, file in self.files},
            "features": list(self.features),
            "program": self.program and self.program.sha256,
        }


@dataclass(frozen=True)
class Side:
    """One of the two versions. `commit_name` is the commit as the file names it."""

    source: Source
    options: tuple[tuple[str, str], ...]
    commit_name: str | None = None

    def to_dict(self) -> dict:
        return {**self.source.to_dict(), "options": dict(self.options)}

    def describe(self) -> str:
        """For people."""
        source = self.source
        parts = [source.program.name if source.program else source.commit[:10]]
        parts += [f"with {source.patch.name}"] if source.patch else []
        parts += [f"{place} from {file.name}" for place, file in source.files]
        parts += [f"{key}={value}" for key, value in self.options]
        return ", ".join(parts)


@dataclass(frozen=True)
class Stage:
    """One sequential test. `on` says why it is played: rules, main, guards or named."""

    on: str
    conditions: Conditions
    limits: Limits
    sprt: SprtSettings
    games: int
    book: FileBook | RandomBook = field(compare=False)
    openings: dict

    @property
    def venue(self) -> str:
        """Such as `freestyle 15`."""
        return f"{self.conditions.rule.label} {size_text(self.conditions)}"

    def to_dict(self) -> dict:
        conditions, limits, sprt = self.conditions, self.limits, self.sprt
        return {
            "on": self.on,
            "rule": conditions.rule.label,
            "board": size_text(conditions),
            "limit": limits.describe(),
            "turn": limits.turn,
            "nodes": limits.nodes,
            "depth": limits.depth,
            "memory": limits.memory,
            "tolerance": conditions.tolerance,
            "max_moves": conditions.max_moves,
            "bounds": [sprt.elo0, sprt.elo1],
            "model": sprt.model,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "max_games": self.games,
            "openings": self.openings,
        }


@dataclass(frozen=True)
class Experiment:
    """A question: is `test` better than `base`, by all stages?"""

    name: str
    idea: str
    base: Side
    test: Side
    stages: tuple[Stage, ...]
    send: str | None
    game_hours: float
    max_faults: int

    def deciding(self) -> dict:
        """Everything that decides about the verdict, as plain data."""
        return {
            "base": self.base.to_dict(),
            "test": self.test.to_dict(),
            "stages": [stage.to_dict() for stage in self.stages],
            "send": self.send,
            "game_hours": self.game_hours,
            "max_faults": self.max_faults,
        }

    @property
    def key(self) -> str:
        """What distinguishes experiments: a hash of all that decides."""
        return hash_of(self.deciding())


def hash_of(data: dict) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read_plan(path: Path, resolve: Resolve) -> list[Experiment]:
    """The experiments of a file. Raises PlanError, naming the place, for one that cannot be played as it stands."""
    try:
        data = tomllib.loads(read_text(path))
    except OSError as error:
        raise PlanError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise PlanError(f"{path}: {error}") from None
    try:
        return _Reader(path.parent, resolve).read(data)
    except PlanError as error:
        raise PlanError(f"{path}: {error}") from None


class _Reader:
    def __init__(self, folder: Path, resolve: Resolve):
        self._folder = folder
        self._resolve = resolve
        self._book = cache(self._open_book)
        self._contents = cache(self._read)

    def read(self, data: dict) -> list[Experiment]:
        defaults = dict(data)
        tables = checked(defaults.pop("experiment", []), list, "experiment")
        if not tables:
            raise PlanError("no [[experiment]] in it")
        for key in ("name", "idea"):
            if key in defaults:
                raise PlanError(f"{key} belongs into an [[experiment]]")
        experiments: list[Experiment] = []
        for number, table in enumerate(tables, start=1):
            experiment = self._experiment(checked(table, dict, f"experiment {number}"), defaults, number)
            for other in experiments:
                if other.name == experiment.name:
                    raise PlanError(f"experiment {number}: there is another one of the name {experiment.name!r}")
                if other.key == experiment.key:
                    again = "to play it again, give it another seed"
                    raise PlanError(f"experiment {experiment.name!r} is the same as {other.name!r}; {again}")
            experiments.append(experiment)
        return experiments

    def _experiment(self, table: dict, defaults: dict, number: int) -> Experiment:
        name = Fields(table, f"experiment {number}").take("name", str)
        if not _NAME.fullmatch(name):
            raise PlanError(f"experiment {number}: name must be of letters, digits, '.', '-' and '_', got {name!r}")
        place = f"experiment {name!r}"
        for key in ("options", "openings"):
            if isinstance(table.get(key), dict) and isinstance(defaults.get(key), dict):
                table = {**table, key: {**defaults[key], **table[key]}}
        fields = Fields({**defaults, **table}, place)
        fields.take("name", str)
        idea = fields.take("idea", str)
        if not idea.strip():
            raise PlanError(f"{place}: idea is empty")
        base, test = self._sides(fields, name)
        stages = self._stages(fields)
        experiment = Experiment(
            name=name,
            idea=" ".join(idea.split()),
            base=base,
            test=test,
            stages=stages,
            send=_one_line(fields.take("send", str, "YXHASHCLEAR"), f"{place}: send") or None,
            game_hours=fields.positive("game_hours", float, 100.0),
            max_faults=fields.positive("max_faults", int, 10),
        )
        fields.finish()
        if base.to_dict() == test.to_dict():
            raise PlanError(f"{place}: both sides are the same")
        return experiment

    # Sides

    def _sides(self, fields: Fields, name: str) -> tuple[Side, Side]:
        options = _options(fields.take("options", dict, {}), f"{fields.place}: options")
        features = fields.texts("features", [])
        base_table, test_table = fields.take("base", dict, {}), fields.take("test", dict)
        sides = [options] + [
            _options(checked(table.get("options", {}), dict, f"{place}: options"), f"{place}: options")
            for table, place in ((base_table, f"{fields.place}, base"), (test_table, f"{fields.place}, test"))
        ]
        has_tuned = any(key.startswith(f"{TUNE}.") for side in sides for key in side)
        if has_tuned and TUNE not in features:
            features = [*features, TUNE]
        base = self._side(base_table, f"{fields.place}, base", f"{name} base", "HEAD", options, features)
        commit = base.commit_name or "HEAD"
        return base, self._side(test_table, f"{fields.place}, test", f"{name} test", commit, options, features)

    def _side(self, table: dict, place: str, pin: str, commit: str, options: dict, features: list[str]) -> Side:
        fields = Fields(table, place)
        own_options = _options(fields.take("options", dict, {}), f"{place}: options")
        merged = tuple(sorted({**options, **own_options}.items()))
        program = fields.take("program", str, None)
        if program is not None:
            fields.finish()
            return Side(Source(program=self._input(program, place)), merged)
        commit = fields.take("commit", str, commit)
        patch = fields.take("patch", str, None)
        files = fields.take("files", dict, {})
        features = sorted({*features, *fields.texts("features", [])})
        fields.finish()
        source = Source(
            commit=self._commit(commit, place, pin),
            patch=None if patch is None else self._patch(patch, place),
            files=tuple((_inside(target, place), self._file(target, files[target], place)) for target in sorted(files)),
            features=tuple(features),
        )
        return Side(source, merged, commit)

    def _commit(self, name: str, place: str, pin: str) -> str:
        try:
            return self._resolve(pin, name)
        except ValueError as error:
            raise PlanError(f"{place}: commit {name!r}: {error}") from None

    def _patch(self, name: str, place: str) -> Input:
        patch = self._input(name, place)
        if not patch.content.strip():
            raise PlanError(f"{place}: patch {name!r} is empty")
        return patch

    def _file(self, target: str, name, place: str) -> Input:
        return self._input(checked(name, str, f"{place}: files: {target}"), place)

    def _input(self, name: str, place: str) -> Input:
        try:
            return self._contents(name)
        except OSError as error:
            raise PlanError(f"{place}: {name!r}: {error.strerror}") from None

    def _read(self, name: str) -> Input:
        content = (self._folder / Path(name).expanduser()).read_bytes()
        return Input(name, hashlib.sha256(content).hexdigest(), content)

    # Stages

    def _stages(self, fields: Fields) -> tuple[Stage, ...]:
        rules = fields.texts("rules", ["freestyle 15"])
        guards = fields.texts("guards", [])
        if not rules:
            raise PlanError(f"{fields.place}: rules is empty")
        places = {"rules": rules, "main": rules[:1], "guards": guards}
        common = {
            "bounds": fields.take("bounds", list, [0.0, 10.0]),
            "model": fields.take("model", str, "normalized"),
            "alpha": fields.take("alpha", float, 0.05),
            "beta": fields.take("beta", float, 0.05),
            "games": fields.take("games", int, 20_000),
            "memory": fields.take("memory", float, 64.0),
            "tolerance": fields.take("tolerance", float, 0.1),
            "max_moves": fields.positive("max_moves", int, None),
            "openings": fields.take("openings", object, None),
            "order": fields.take("order", str, "sequential"),
            "stones": fields.take("stones", int, None),
            "seed": fields.take("seed", int, 1),
        }
        stages: list[Stage] = []
        for number, table in enumerate(fields.take("stages", list, DEFAULT_STAGES), start=1):
            place = f"{fields.place}, stage {number}"
            stages += self._stage({**common, **checked(table, dict, place)}, place, places)
        if not stages:
            raise PlanError(f"{fields.place}: no stage is to be played")
        return tuple(stages)

    def _stage(self, table: dict, place: str, places: dict[str, list[str]]) -> list[Stage]:
        """The tests of a stage, one for each rule and board."""
        fields = Fields({key: value for key, value in table.items() if value is not None}, place)
        on = fields.take("on", object, "rules")
        if isinstance(on, str) and on not in places:
            raise PlanError(f"{place}: on must be {', '.join(places)} or a list such as ['renju 15'], got {on!r}")
        venues = places[on] if isinstance(on, str) else checked(on, list, f"{place}: on")
        sprt = self._sprt(fields)
        limits = Limits(
            turn=fields.positive("turn", float, None),
            nodes=fields.positive("nodes", int, None),
            depth=fields.positive("depth", int, None),
            memory=fields.positive("memory", float),
        )
        try:
            limits.check()
        except SettingsError as error:
            raise PlanError(f"{place}: {error}") from None
        games = fields.positive("games", int)
        if games % 2:
            raise PlanError(f"{place}: games must be even, for each opening is played with both colours; got {games}")
        tolerance = fields.take("tolerance", float)
        if tolerance < 0:
            raise PlanError(f"{place}: tolerance must not be negative, got {tolerance}")
        max_moves = fields.positive("max_moves", int, None)
        openings = fields.take("openings", object, None)
        order, stones, seed = fields.take("order", str), fields.take("stones", int, None), fields.take("seed", int)
        if order not in ("sequential", "random"):
            raise PlanError(f"{place}: order must be sequential or random, got {order!r}")
        if stones is not None and not 0 <= stones <= 40:
            raise PlanError(f"{place}: stones must be 0 to 40, got {stones}")
        fields.finish()
        tests = []
        for venue in venues:
            rule, board = parse_venue(checked(venue, str, place), place)
            conditions = Conditions(board.width, board.height, rule, tolerance, max_moves, hang_timeout=HANG_TIMEOUT)
            path = self._openings_path(openings, rule, board, place)
            try:
                choice = BookChoice(path, order, stones, seed, limits.is_timed)
                book = self._book(choice, rule, board.width, board.height)
            except (OpeningError, OSError) as error:
                raise PlanError(f"{place}: openings for {venue}: {describe(error)}") from None
            description = choice.describe(book)
            tests.append(
                Stage(on if isinstance(on, str) else "named", conditions, limits, sprt, games, book, description)
            )
        return tests

    def _sprt(self, fields: Fields) -> SprtSettings:
        bounds = [checked(bound, float, f"{fields.place}: bounds") for bound in fields.take("bounds", list)]
        if len(bounds) != 2:
            raise PlanError(f"{fields.place}: bounds must be two numbers such as [0, 10], got {bounds}")
        sprt = SprtSettings(*bounds, fields.take("alpha", float), fields.take("beta", float), fields.take("model", str))
        try:
            sprt.check()
        except ValueError as error:
            raise PlanError(f"{fields.place}: {error}") from None
        return sprt

    def _openings_path(self, openings, rule: Rule, board: Board, place: str) -> Path | None:
        """The list for a rule and a board, None for the default of `match`."""
        if isinstance(openings, dict):
            lists = {parse_venue_text(venue, f"{place}: openings"): name for venue, name in openings.items()}
            openings = lists.get(f"{rule.label} {size_text(board)}")
        if openings is None:
            return None
        return self._folder / Path(checked(openings, str, f"{place}: openings")).expanduser()

    @staticmethod
    def _open_book(choice: BookChoice, rule: Rule, width: int, height: int) -> FileBook | RandomBook:
        return choice.open(Board(width, height), rule)


def parse_venue(text: str, place: str) -> tuple[Rule, Board]:
    """A rule and a board such as `renju 15` or `freestyle 20x15`. Raises PlanError."""
    rule, _, size = text.strip().partition(" ")
    if rule not in RULE_NAMES or not size:
        names = ", ".join(name for name in RULE_NAMES if not name.isdigit())
        raise PlanError(f"{place}: expected a rule and a board such as 'renju 15', got {text!r}; rules are {names}")
    try:
        return RULE_NAMES[rule], parse_board(size)
    except ValueError as error:
        raise PlanError(f"{place}: {text!r}: {error}") from None


def parse_venue_text(text: str, place: str) -> str:
    """The one way to write a rule and a board."""
    rule, board = parse_venue(text, place)
    return f"{rule.label} {size_text(board)}"


def _options(table: dict, place: str, prefix: str = "") -> dict[str, str]:
    """Options as text; tables in tables are names with dots. Raises PlanError."""
    options = {}
    for key, value in table.items():
        name = prefix + key
        if isinstance(value, dict):
            options |= _options(value, place, f"{name}.")
            continue
        if not _OPTION.fullmatch(name):
            raise PlanError(f"{place}: {name!r} cannot be the name of an option")
        if not isinstance(value, (bool, int, float, str)):
            raise PlanError(f"{place}: {name} must be a number or a text, got {value!r}")
        text = str(int(value)) if isinstance(value, bool) else str(value)
        options[name] = _one_line(text, f"{place}: {name}")
    return options


def _one_line(text: str, place: str) -> str:
    if not text.isprintable():
        raise PlanError(f"{place} must be one printable line, got {text!r}")
    return text


def _inside(target: str, place: str) -> str:
    """A path inside the source tree. Raises PlanError for one that leads out of it, or into Git's own files."""
    path = PurePosixPath(target)
    if not path.parts or path.is_absolute() or "\\" in target or {"..", ".git"} & set(path.parts):
        raise PlanError(f"{place}: files: {target!r} is no path inside the source tree")
    return str(path)
