"""The command line of the queue."""

import sys
from functools import partial
from pathlib import Path

import click

from fukumi_tools import files, interruption, options, terminal
from fukumi_tools.board.size import size_text
from fukumi_tools.engines.settings import SettingsError
from fukumi_tools.folder import FolderError, lock_folder
from fukumi_tools.organisers.match.join import join_cluster
from fukumi_tools.organisers.match.play import Manner
from fukumi_tools.organisers.match.seats import Seats
from fukumi_tools.refusals import resumable
from fukumi_tools.repository import ROOT

from . import report
from .build import Builder, ToolMissing, patch_complaint, resolve_commit
from .log import Log, LogError, read_records
from .plan import SYNTAX, Experiment, read_plan
from .queue import Commits, Place, Queue
from .tables import PlanError

DEFAULT_LOG = ROOT / "docs" / "log" / "experiments.jsonl"

RUN_EPILOG = f"""\
{SYNTAX}
Exit status: 0 every experiment has its record; 1 something is missing that all of them need; 2 wrong usage, or a file
of experiments that cannot be used; 130 interrupted.
"""

_repository_option = click.option(
    "--repository",
    type=options.EXISTING_FOLDER,
    default=ROOT,
    help="Where the commits are. [default: the checkout of these tools]",
)
_plan_argument = click.argument("plan", metavar="FILE", type=options.FILE)


@click.group(context_settings=options.CONTEXT)
def main():
    """Work through a file of experiments without anybody watching, and make tables of what came of them."""


@main.command(epilog=RUN_EPILOG, context_settings=options.CONTEXT)
@_plan_argument
@click.option("--out", type=options.FOLDER, required=True, help="Folder of programs and games.")
@click.option(
    "--log",
    type=options.FILE,
    default=DEFAULT_LOG,
    help="Where the records go. [default: docs/log/experiments.jsonl of the checkout of these tools]",
)
@options.concurrency()
@options.ray("Programs are built here and sent.")
@options.report_every(50, "Games between progress lines, if the output is no terminal.")
@_repository_option
def run(plan, out, log, concurrency, ray, report_every, repository):
    """Build and play the experiments of FILE, one after the other, each to its verdict.

    An experiment that is in the log is not played again. The same command goes on where it was, however it ended. One
    that cannot be built or played gets a record that says why, and the next one has its turn.
    """
    say = partial(terminal.say, terminal.console())
    # Engines and builds have working directories of their own.
    out = out.resolve()
    try:
        lock = lock_folder(out)
    except FolderError as error:
        raise click.UsageError(str(error)) from None
    try:
        commits = Commits(out, lambda name: resolve_commit(repository, name))
        experiments = read_plan(plan, commits.resolve)
        make_seats = join_cluster(ray, carries_programs=True) if ray else Seats
    except (PlanError, SettingsError) as error:
        lock.release()
        raise click.UsageError(str(error)) from None

    for note in commits.notes:
        say(note)
    # There may be tens of thousands of games, and games.jsonl has their moves.
    manner = Manner(concurrency=concurrency, make_seats=make_seats, has_game_files=False, report_every=report_every)
    queue = Queue(experiments, Place(out, commits, Builder(repository, out, say), Log(log), manner, say))
    interruption.on_interrupt(queue.interrupt)
    try:
        with resumable(out):
            is_finished = queue.run()
    except (LogError, ToolMissing, SettingsError) as error:
        raise click.ClickException(str(error)) from None
    finally:
        lock.release()
    sys.exit(0 if is_finished else interruption.EXIT_INTERRUPTED)


@main.command(context_settings=options.CONTEXT)
@_plan_argument
@_repository_option
def check(plan, repository):
    """Say what FILE asks for, or what is wrong with it. Builds and plays nothing."""
    try:
        experiments = read_plan(plan, Commits(None, lambda name: resolve_commit(repository, name)).resolve)
    except PlanError as error:
        raise click.UsageError(str(error)) from None
    complaints = []
    for experiment in experiments:
        click.echo(_description(experiment))
        for word, side in (("base", experiment.base), ("test", experiment.test)):
            if complaint := patch_complaint(repository, side.source):
                complaints.append(f"{plan}: experiment {experiment.name!r}, {word}: {complaint}")
    if complaints:
        raise click.UsageError("\n".join(complaints))


def _description(experiment: Experiment) -> str:
    lines = [
        f"{experiment.name}: {experiment.idea}",
        f"  base: {experiment.base.describe()}",
        f"  test: {experiment.test.describe()}",
    ]
    for stage in experiment.stages:
        sprt = stage.sprt
        openings = ", ".join(f"{key} {str(value)[:12]}" for key, value in stage.openings.items() if value is not None)
        lines.append(
            f"  {stage.conditions.rule.label} {size_text(stage.conditions)}, {stage.limits.describe()}: "
            f"[{sprt.elo0:g}, {sprt.elo1:g}] {sprt.model}, at most {stage.games} games; openings {openings}"
        )
    return "\n".join(lines)


@main.command(context_settings=options.CONTEXT)
@click.argument("logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--format", "form", type=click.Choice(["markdown", "csv"]), default="markdown", show_default=True)
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="Only of this rule: renju, or renju 15.")
@click.option(
    "--kept",
    multiple=True,
    type=click.Choice([report.YES, report.NO, report.OPEN]),
    help="Only ideas that were kept, or not, or about which nothing is decided.",
)
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only of this day and later ones.")
@click.option("--subject", "subjects", multiple=True, type=click.Choice(list(report.SUBJECTS)), help="Only about this.")
@click.option("--out", type=options.FOLDER, help="Write a page for each subject into this folder instead.")
def table(logs, form, subjects, out, **wanted):
    """Print the records of logs as tables, one for each subject, with a line for each stage."""
    try:
        records = [record for path in logs for record in read_records(path)]
    except LogError as error:
        raise click.UsageError(str(error)) from None
    if subjects:
        records = [record for record in records if record.get("subject") in subjects]
    since = wanted["since"] and wanted["since"].strftime("%Y-%m-%d")
    chosen = report.selected(records, wanted["rules"], wanted["kept"], since)
    if out is not None:
        files.make_folder(out)
        for name, text in report.pages(chosen).items():
            files.write_text(out / name, text)
        return
    click.echo({"markdown": report.to_markdown, "csv": report.to_csv}[form](chosen), nl=False)
