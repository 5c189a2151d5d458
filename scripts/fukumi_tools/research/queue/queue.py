"""One experiment after another: builds, plays stage by stage, keeps a record, goes on.

What the folder of a queue holds:

    commits.json        what the names of commits meant when their experiment was begun
    source, target      where programs are built
    programs/           the programs, and the logs of their builds
    matches/KEY/        an experiment: builds.json, and the folder of a match for each stage
    lock                held by the process that works here

Killed at any moment, it goes on from there: a stage from its games, an experiment from its stages, the queue from the
log. A stage is what its games say, so nothing else has to be remembered.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from fukumi_tools.engines.settings import EngineSpec, Limits, SettingsError
from fukumi_tools.files import make_folder, write_json
from fukumi_tools.folder import FolderError
from fukumi_tools.organisers.match.display import describe_sprt
from fukumi_tools.organisers.match.estimates import describe, from_dict
from fukumi_tools.organisers.match.play import CannotPlay, Manner, MatchSettings, Played, play_match
from fukumi_tools.organisers.match.runner import Runner
from fukumi_tools.organisers.match.standings import Standings
from fukumi_tools.organisers.match.venue import Venue
from fukumi_tools.research.tune.games import read_parameters

from .build import Builder, BuildFailed, BuildStopped
from .log import Log
from .outcome import BASE, FAILED, PASSED, TEST, experiment_record, stage_record
from .plan import TUNE, Experiment, Side, Stage

COMMITS_FILE = "commits.json"

_KEY_DIGITS = 16
_ENDED_BY_HOURS = "hours"
_ENDED_BY_FAULTS = "faults"


class Interrupted(Exception):
    """The queue is to end soon; what was begun is continued later."""


class ExperimentFailed(Exception):
    """An experiment cannot be played; the text is the reason in its record."""


class Commits:
    """What names of commits mean: for an experiment that was begun the same as then."""

    def __init__(self, folder: Path | None, find: Callable[[str], str]):
        """`find` gives the full hash of a name, or raises ValueError. Without a folder nothing was begun."""
        self._file = folder / COMMITS_FILE if folder else None
        self._find = find
        self.notes: list[str] = []
        """Names that mean something else by now, for people."""
        self._begun: dict[str, dict[str, str]] = {}
        if self._file and self._file.exists():
            self._begun = json.loads(self._file.read_text(encoding="utf-8"))

    def resolve(self, place: str, name: str) -> str:
        """For `read_plan`."""
        begun = self._begun.get(place)
        if not begun or begun["name"] != name:
            return self._find(name)
        try:
            now = self._find(name)
        except ValueError:
            now = "gone"
        if now != begun["hash"]:
            self.notes.append(f"{place}: {name} is {begun['hash'][:10]}, as when it was begun; now it is {now[:10]}")
        return begun["hash"]

    def begin(self, experiment: Experiment) -> None:
        """From now on the commits of an experiment stay what they are."""
        for word, side in ((BASE, experiment.base), (TEST, experiment.test)):
            if side.commit_name is not None:
                place = f"{experiment.name} {word}"
                self._begun[place] = {"name": side.commit_name, "hash": side.source.commit}
        if self._file:
            write_json(self._file, self._begun)


@dataclass(frozen=True)
class Place:
    """Where and how a queue works: its folder, what builds for it, the log, the manner of its matches.

    `say` prints a line.
    """

    folder: Path
    commits: Commits
    builder: Builder
    log: Log
    manner: Manner
    say: Callable[[str], None]


class Queue:
    """Works through experiments."""

    def __init__(self, experiments: list[Experiment], place: Place):
        self._experiments, self._place = experiments, place
        self._runner: Runner | None = None
        self._is_interrupted = False

    def interrupt(self) -> None:
        """Ends the queue soon. May be called from a signal handler."""
        self._is_interrupted = True
        self._place.builder.stop()
        if self._runner is not None:
            self._runner.interrupt()

    def run(self) -> bool:
        """Works through all; False if it was interrupted.

        Raises LogError, ToolMissing, or SettingsError where a cluster cannot go on.
        """
        recorded = self._place.log.records()
        for number, experiment in enumerate(self._experiments, start=1):
            heading = f"experiment {number}/{len(self._experiments)} {experiment.name}"
            if experiment.key in recorded:
                self._place.say(f"{heading}: {recorded[experiment.key]['verdict']}, in the log already")
                continue
            self._place.say(f"{heading}: {experiment.idea}")
            try:
                record = self._settle(experiment, heading)
            except (Interrupted, BuildStopped):
                self._place.say(f"{heading}: interrupted; the same command continues it")
                return False
            self._place.log.append(record)
            reason = f": {record['reason']}" if record["reason"] else ""
            self._place.say(f"{heading}: {record['verdict']}{reason}")
        return True

    def _settle(self, experiment: Experiment, heading: str) -> dict:
        """Brings an experiment to its end; its record."""
        self._check()
        self._place.commits.begin(experiment)
        stages: list[dict] = []
        programs: dict[str, Path] = {}
        try:
            programs = self._build(experiment)
            verdict, reason = self._play(experiment, heading, programs, stages)
        except (BuildFailed, ExperimentFailed, CannotPlay, FolderError) as error:
            verdict, reason = "failed", str(error)
        sha256 = {name: _sha256_of(program) for name, program in programs.items()}
        return experiment_record(experiment, stages, verdict, reason, sha256)

    def _check(self) -> None:
        if self._is_interrupted:
            raise Interrupted

    # Programs

    def _build(self, experiment: Experiment) -> dict[str, Path]:
        """The programs of both sides: those that the experiment was begun with, if it was."""
        builder, sides = self._place.builder, {BASE: experiment.base, TEST: experiment.test}
        file = self._folder(experiment) / "builds.json"
        keys = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        if not keys or any(builder.program(key) is None for key in keys.values()):
            keys = {}
            for name, side in sides.items():
                try:
                    keys[name] = builder.make(side.source)
                except BuildFailed as error:
                    raise BuildFailed(f"{name}: {error}") from None
        programs = {name: builder.program(key) for name, key in keys.items()}
        self._check_different(sides, programs)
        make_folder(file.parent)
        write_json(file, keys)
        return programs

    def _check_different(self, sides: dict[str, Side], programs: dict[str, Path]) -> None:
        """Raises ExperimentFailed for options that a program does not have, and if both sides come to the same."""
        options = {name: _effective_options(name, side, programs[name]) for name, side in sides.items()}
        if options[BASE] == options[TEST] and _sha256_of(programs[BASE]) == _sha256_of(programs[TEST]):
            raise ExperimentFailed("both sides are the same program with the same options")

    # Games

    def _play(
        self, experiment: Experiment, heading: str, programs: dict[str, Path], done: list[dict]
    ) -> tuple[str, str]:
        """Plays the stages; verdict and reason. What each stage came to is added to `done`."""
        for number, stage in enumerate(experiment.stages, start=1):
            title = f"{heading}, stage {number}/{len(experiment.stages)}"
            played = self._play_stage(experiment, number, stage, title, programs, done)
            done.append(stage_record(stage, played))
            self._place.say(f"{title}: {_summary(done[-1], played)}")
            # By what the games say, so that it is the same after an interruption.
            if done[-1]["verdict"] == FAILED:
                return "rejected", ""
            if _faults(done) >= experiment.max_faults:
                last = played.standings.faults[-1]
                text = f"{last['engine']} lost by {last['reason']}: {last['detail']}"
                return "failed", f"{_faults(done)} faults; the last one: {text}"
            if done[-1]["verdict"] != PASSED:
                if played.status == _ENDED_BY_HOURS:
                    return "undecided", f"{experiment.game_hours:g} hours of games are played"
                return "undecided", f"stage {number} has its {stage.games} games"
        return "accepted", ""

    def _play_stage(self, experiment, number, stage, title, programs, done) -> Played:
        self._check()
        specs = [
            _spec(name, side, programs[name], stage, experiment.send)
            for name, side in ((TEST, experiment.test), (BASE, experiment.base))
        ]
        settings = MatchSettings(specs, [Venue(stage.conditions, stage.book, stage.openings)], stage.games, stage.sprt)
        faults_before = _faults(done)
        seconds_before = sum(record["game_seconds"] for record in done)

        def end_when(standings: Standings) -> str | None:
            if faults_before + len(standings.faults) >= experiment.max_faults:
                return _ENDED_BY_FAULTS
            if seconds_before + standings.seconds >= 3600 * experiment.game_hours:
                return _ENDED_BY_HOURS
            return None

        manner = replace(self._place.manner, heading=title, end_when=end_when, on_start=self._begin)
        name = f"{number}-{stage.venue}-{stage.limits.describe()}".replace(" ", "-").replace("/", "-")
        try:
            played = play_match(settings, self._folder(experiment) / name, manner)
        finally:
            self._runner = None
        if played.status == "interrupted":
            raise Interrupted
        return played

    def _begin(self, runner: Runner) -> None:
        self._runner = runner
        if self._is_interrupted:
            runner.interrupt()

    def _folder(self, experiment: Experiment) -> Path:
        return self._place.folder / "matches" / experiment.key[:_KEY_DIGITS]


def _effective_options(name: str, side: Side, program: Path) -> dict[str, str]:
    """The options of a side, numbers that can be tuned with their defaults. Raises ExperimentFailed."""
    options = dict(side.options)
    tuned = {key: value for key, value in options.items() if key.startswith(f"{TUNE}.")}
    if not tuned and TUNE not in side.source.features:
        return options
    try:
        parameters = read_parameters(EngineSpec(name, (str(program),), program.parent, Limits()))
    except SettingsError as error:
        raise ExperimentFailed(f"{name}: {error}") from None
    known = {f"{TUNE}.{parameter.name}": parameter for parameter in parameters}
    for key, value in tuned.items():
        if key not in known:
            raise ExperimentFailed(f"{name}: the program has no {key}")
        low, high = known[key].min, known[key].max
        try:
            is_inside = low <= int(value) <= high
        except ValueError:
            is_inside = False
        if not is_inside:
            raise ExperimentFailed(f"{name}: {key} must be {low} to {high}, got {value}")
    return {key: str(parameter.default) for key, parameter in known.items()} | options


def _spec(name: str, side: Side, program: Path, stage: Stage, send: str | None) -> EngineSpec:
    return EngineSpec(name, (str(program),), program.parent, stage.limits, info=side.options, before_game=send)


def _sha256_of(program: Path) -> str:
    return json.loads(program.with_name("build.json").read_text(encoding="utf-8"))["sha256"]


def _faults(stages: list[dict]) -> int:
    return sum(count for stage in stages for side in stage["faults"].values() for count in side.values())


def _summary(record: dict, played: Played) -> str:
    """A stage in a line."""
    elo = describe(from_dict(record["elo"]))
    score = f"+{record['wins']} ={record['draws']} -{record['losses']}"
    faults = f", {_faults([record])} faults" if _faults([record]) else ""
    where = f"{record['rule']} {record['board']}, {record['limit']}"
    return f"{record['verdict']}; {where}, {score}, Elo {elo}{faults}; {describe_sprt(played.test)}"
