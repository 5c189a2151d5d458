"""The command line of what concerns Gomocup."""

import datetime
import json
import shlex
import sys
import tempfile
from pathlib import Path

import click

from fukumi_tools import options, terminal
from fukumi_tools.engines import confinement
from fukumi_tools.engines.process import stamp_promptly
from fukumi_tools.engines.settings import EngineSpec, SettingsError, confined, parse_engine
from fukumi_tools.folder import FolderError
from fukumi_tools.organisers.match.results import read_results

from .archive import program_for, unpack
from .check import Checker
from .drill import Drill
from .findings import Level, Report, describe, verdict
from .formats import Format, formats
from .leagues import LEAGUES, split_by_suffix
from .records import check_names, to_pgn, to_records, write_new

_NAMES = [form.name for form in formats()]


@click.group(context_settings=options.CONTEXT)
def main() -> None:
    """Check an engine as Gomocup's organisers do, and write results for Gomocup's ratings."""


@main.command(context_settings=options.CONTEXT)
@click.argument("engine", metavar="ZIP_OR_COMMAND")
@click.option("--format", "names", type=click.Choice(_NAMES), multiple=True, help="Only this format, or these.")
@click.option("--turn", type=options.number(above=0), help="Seconds per move. [default: the format's]")
@click.option("--match", type=options.number(above=0), help="Seconds per game. [default: the format's]")
@options.tolerance(default=1.0)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def check(
    engine: str, names: tuple[str, ...], turn: float | None, match: float | None, tolerance: float, as_json: bool
) -> None:
    """Check an engine as Gomocup's organisers do: the archive, names, start, rules, time, memory and files.

    In each format the engine answers positions that show whether it knows the rule, and plays a game with itself in
    the times of the lower leagues, which takes up to six minutes. Once it is asked for every command and for short
    times, and has to end. What fails is shown as it was sent and answered, with what the organisers, or their programs,
    do then. A .exe is started by wine, except on Windows.

    Exit status: 0 no problem; 1 problems; 2 wrong usage.
    """
    chosen = [form for form in formats(turn, match) if not names or form.name in names]
    is_archive = engine.lower().endswith(".zip")
    if is_archive and not Path(engine).is_file():
        raise click.UsageError(f"there is no {engine}")
    given = "" if is_archive else _given_command(engine, chosen[0])
    report = Report(Path(engine).name if is_archive else engine)
    console, printed = terminal.console(), 0

    def show() -> None:
        nonlocal printed
        for finding in report.findings[printed:] if not as_json else []:
            terminal.say(console, describe(finding))
        printed = len(report.findings)

    stamp_promptly()
    if not as_json:
        terminal.say(console, confinement.describe())
    with tempfile.TemporaryDirectory(prefix="fukumi-gomocup-") as folder:
        programs = unpack(Path(engine), _made(folder, "engine"), report) if is_archive else []
        show()
        drilled: set[str] = set()
        for form in chosen if programs or not is_archive else []:
            command = shlex.quote(str(program_for(programs, form.rule, form.size))) if programs else given
            spec = _spec(command, form, report)
            starts = spec is not None and Checker(spec, form, tolerance, _made(folder, form.name), report).run()
            show()
            if starts and command not in drilled:
                drilled.add(command)
                place = f"protocol of {spec.name}" if len(programs) > 1 else "protocol"
                Drill(spec, form, tolerance, _made(folder, f"{form.name}-protocol"), report, place).run()
                show()
    if as_json:
        click.echo(json.dumps(report.to_dict(), indent=2))
    else:
        terminal.say(console, verdict(report))
    sys.exit(1 if report.count(Level.PROBLEM) else 0)


@main.command(context_settings=options.CONTEXT)
@click.argument("folder", type=options.EXISTING_FOLDER)
@click.option(
    "--year", type=options.whole(), default=datetime.date.today().year, help="In the file's name. [default: this year]"
)
@click.option(
    "--league",
    type=click.Choice(list(LEAGUES)),
    help="The league that was played. [default: that of the preset of the match]",
)
@click.option("--suffix", help="After the year, where Gomocup has no such league.")
@click.option("--out", type=options.FOLDER, default=Path("."), help="Folder of the files. [default: here]")
def records(folder: Path, year: int, league: str | None, suffix: str | None, out: Path) -> None:
    """Write the results of the match in FOLDER as files such as 2026_r.txt, which Gomocup's rating scripts read.

    Beside each there is 2026_r.pgn for BayesElo. Every league that was played gets files of its own. Files that exist
    are never overwritten.
    """
    try:
        if league and suffix:
            raise FolderError("give --league or --suffix, not both")
        results = read_results(folder)
        check_names(results)
        chosen = suffix or (LEAGUES[league] if league else None)
        by_suffix, remarks = split_by_suffix(results, chosen)
        for remark in remarks:
            click.echo(remark, err=True)
        texts = {}
        for name, venues in by_suffix.items():
            texts[out / f"{year}_{name}.txt"] = to_records(results, venues)
            texts[out / f"{year}_{name}.pgn"] = to_pgn(results, venues)
        for file in write_new(texts):
            click.echo(file)
    except FolderError as error:
        raise click.UsageError(str(error)) from None


def _given_command(engine: str, form: Format) -> str:
    """The command as it is split into words: the name of a file is one word, whatever blanks it has."""
    command = shlex.quote(engine) if Path(engine).is_file() else engine
    try:
        _parsed(command, form)
    except SettingsError as error:
        raise click.UsageError(f"{error}; give a zip file, or a command that runs here") from None
    return command


def _parsed(command: str, form: Format) -> EngineSpec:
    return parse_engine(f"cmd={shlex.quote(command)}", form.limits)


def _spec(command: str, form: Format, report: Report) -> EngineSpec | None:
    """The engine, held to its memory; None, and a problem, if it cannot be started here."""
    try:
        return confined(_parsed(command, form), None)
    except SettingsError as error:
        report.problem(form.name, f"cannot be started: {error}", "Check the archive where its programs run.")
        return None


def _made(folder: str, name: str) -> Path:
    path = Path(folder) / name
    path.mkdir()
    return path
