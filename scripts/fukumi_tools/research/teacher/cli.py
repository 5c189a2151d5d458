"""The command line of the teacher."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import jax
import numpy as np

from fukumi_tools import options
from fukumi_tools.files import append_lines
from fukumi_tools.folder import FolderError, lock_folder
from fukumi_tools.refusals import resumable

from .labelling import INT8, PRECISIONS, Labeller, Manner, write_labels
from .measure import measure
from .network import Params, open_to_rules
from .positions import Positions, PositionsError, by_kind
from .training import Losses, Plan, PlanError, Run, Source
from .weights import WeightsError, load, save

PROGRESS = 10.0
"""Seconds between two lines of progress."""


@click.group(context_settings=options.CONTEXT)
def main() -> None:
    """Train a large network on deep searches and label positions with it.

    Positions come from `fukumi-train arrays`, labels go to `fukumi-train teach`. JAX computes on a GPU where it is
    installed for one.
    """


def precision(*names: str):
    """The option `--precision`, one of several names."""
    text = "Numbers of the convolutions; bf16 is fast on a GPU, "
    text += "int8 on a processor." if INT8 in names else "f32 on a processor."
    return click.option("--precision", type=click.Choice(names), default="bf16", show_default=True, help=text)


def opened(folders: tuple[Path, ...]) -> list[Positions]:
    """The positions of folders, by rule and board."""
    try:
        return by_kind(list(folders))
    except PositionsError as error:
        raise click.ClickException(str(error)) from None


def opened_weights(path: Path) -> tuple[Params, dict]:
    """The weights of a file, and what is known about them."""
    try:
        return load(path)
    except WeightsError as error:
        raise click.ClickException(str(error)) from None


def weights_to_start(path: Path) -> Params:
    """The weights of a teacher, which may go on to other rules."""
    params, about = opened_weights(path)
    return open_to_rules(params, about["rules"])


@dataclass(frozen=True)
class TrainSettings:
    """The options of `train`."""

    folders: tuple[Path, ...]
    out: Path
    start: Path | None
    check_every: int
    plan: Plan


FOLDERS = click.argument("folders", nargs=-1, required=True, type=options.EXISTING_FOLDER)
COUNT = options.whole(1)
SHARE = options.number(0, 1)
RATE = options.number(above=0)


@main.command(context_settings=options.CONTEXT)
@FOLDERS
@click.option("--out", required=True, type=options.FOLDER, help="Folder of the run.")
@click.option("--start", type=options.EXISTING_FILE, help="Begin with the weights of a teacher, of whatever rule.")
@click.option("--blocks", type=COUNT, default=Plan.blocks, show_default=True)
@click.option("--channels", type=COUNT, default=Plan.channels, show_default=True)
@click.option("--samples", type=COUNT, default=Plan.samples, show_default=True, help="Positions to learn from.")
@click.option("--batch", type=COUNT, default=Plan.batch, show_default=True, help="Positions of a step.")
@click.option("--rate", type=RATE, default=Plan.rate, show_default=True, help="Learning rate at the beginning.")
@click.option("--end-rate", type=RATE, default=Plan.end_rate, show_default=True, help="At the end.")
@click.option("--decay", type=options.number(0), default=Plan.decay, show_default=True, help="Weight decay.")
@click.option("--average", type=SHARE, default=Plan.average, show_default=True, help="Share of old averaged weights.")
@click.option("--deep-share", type=SHARE, default=Plan.deep_share, show_default=True, help="Of deep labels in a batch.")
@click.option("--shallow-weight", type=SHARE, default=Plan.shallow_weight, show_default=True, help="Of other labels.")
@click.option("--score-share", type=SHARE, default=Plan.score_share, show_default=True, help="The rest is the outcome.")
@precision(*PRECISIONS)
@click.option("--seed", type=options.whole(0), default=Plan.seed, show_default=True)
@click.option("--check-every", type=COUNT, default=1000, show_default=True, help="Steps between two checks.")
@options.collected(TrainSettings)
def train(settings: TrainSettings) -> None:
    """Train a teacher on FOLDERS of positions, of one or several rules and boards.

    One game in 32 is held out. Each check measures the teacher on deep labels of these, and writes checkpoint.npz,
    checks.jsonl and teacher.npz. The same command goes on where a run was cut off.
    """
    try:
        with lock_folder(settings.out):
            _train(settings)
    except FolderError as error:
        raise click.UsageError(str(error)) from None


def _train(settings: TrainSettings) -> None:
    """Trains to the end of the plan."""
    sources = [Source(positions) for positions in opened(settings.folders)]
    for source in sources:
        deep, shallow, held_out = map(len, source.use)
        click.echo(f"{source.positions.kind}: {deep} deep and {shallow} other positions, {held_out} held out")
    click.echo(f"on {jax.devices()[0].device_kind}")
    checkpoint = settings.out / "checkpoint.npz"
    try:
        run = Run(settings.plan, sources, settings.start and weights_to_start(settings.start))
        if checkpoint.exists():
            run.resume(checkpoint)
            click.echo(f"going on after step {run.step} of {run.plan.steps}")
    except PlanError as error:
        raise click.ClickException(str(error)) from None
    begun, first = time.monotonic(), run.step

    def report(step: int, losses: Losses) -> None:
        rate = (step - first) * run.plan.batch / (time.monotonic() - begun)
        click.echo(
            f"step {step} of {run.plan.steps}, {rate:.0f} samples/s, value {losses.value:.4f}, "
            f"policy {losses.policy:.3f}, decided {losses.decided:.3f}"
        )

    with resumable(settings.out):
        while run.step < run.plan.steps:
            run.train(run.step + settings.check_every, report)
            check(run, settings.out)
            run.save(checkpoint)


def check(run: Run, out: Path) -> None:
    """Writes the teacher, and measures it where there are positions held out."""
    samples = run.step * run.plan.batch
    rules = sorted({source.positions.rule for source in run.sources})
    save(out / "teacher.npz", run.state.averaged, {"rules": rules, **asdict(run.plan.form), "samples": samples})
    manner = Manner(run.plan.precision, symmetries=1, batch=run.plan.batch)
    for positions, use in ((source.positions, source.use) for source in run.sources):
        if not len(use.held_out):
            continue
        found = measure(Labeller(run.state.averaged, positions.rule, manner), positions, use.held_out)
        click.echo(f"  {positions.kind}, held out: {found}")
        line = json.dumps({"step": run.step, "samples": samples, "kind": positions.kind, **asdict(found)})
        append_lines(out / "checks.jsonl", f"{line}\n")


@dataclass(frozen=True)
class LabelSettings:
    """The options of `label`."""

    folder: Path
    network: Path
    out: Path
    manner: Manner


def labelling(function):
    """The options of both, but --out and --moves."""
    for option in (
        click.option("--batch", type=COUNT, default=Manner.batch, show_default=True, help="Positions at a time."),
        precision(*PRECISIONS, INT8),
        click.option(
            "--symmetries",
            type=click.Choice([1, 2, 4, 8]),
            default=Manner.symmetries,
            show_default=True,
            help="Turned and mirrored boards to average.",
        ),
        click.option("--network", required=True, type=options.EXISTING_FILE, help="A teacher: .npz."),
        click.argument("folder", type=options.EXISTING_FOLDER),
    ):
        function = option(function)
    return function


def labeller_of(network: Path, positions: Positions, manner: Manner) -> Labeller:
    """The labeller of a file."""
    params, about = opened_weights(network)
    if positions.rule not in about["rules"]:
        learned = ", ".join(about["rules"])
        raise click.ClickException(f"{network} learned {learned}, the positions are of {positions.rule}")
    return Labeller(params, positions.rule, manner)


@main.command(context_settings=options.CONTEXT)
@labelling
@click.option("--moves", type=options.whole(1, 15), default=Manner.moves, show_default=True, help="Moves of a label.")
@click.option("--out", required=True, type=options.FOLDER, help="Folder of labels to write.")
@options.collected(LabelSettings)
def label(settings: LabelSettings) -> None:
    """Label the positions of FOLDER for `fukumi-train teach`: value and likeliest moves."""
    (positions,) = opened((settings.folder,))
    labeller = labeller_of(settings.network, positions, settings.manner)
    said = time.monotonic()

    def progress(done: int) -> None:
        nonlocal said
        if time.monotonic() - said >= PROGRESS:
            said = time.monotonic()
            click.echo(f"{done} of {len(positions)} positions", err=True)

    try:
        write_labels(labeller, positions, settings.out, progress)
    except FolderError as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"{len(positions)} labels")


@dataclass(frozen=True)
class MeasureSettings:
    """The options of `measure`."""

    folder: Path
    network: Path
    symmetries: int
    precision: str
    batch: int


@main.command("measure", context_settings=options.CONTEXT)
@labelling
@options.collected(MeasureSettings)
def measure_command(settings: MeasureSettings) -> None:
    """Print how close a teacher comes to the deep labels in FOLDER."""
    (positions,) = opened((settings.folder,))
    numbers = np.flatnonzero(positions.column("deep") == 1)
    if not len(numbers):
        raise click.ClickException(f"{settings.folder} has no labels of deep searches")
    manner = Manner(settings.precision, settings.symmetries, batch=settings.batch)
    found = measure(labeller_of(settings.network, positions, manner), positions, numbers)
    click.echo(str(found))
