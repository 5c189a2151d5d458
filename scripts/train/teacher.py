#!/usr/bin/env python3
"""Trains a teacher on positions of self-play and has it label them, for `train.py --labels`."""

from __future__ import annotations

from pathlib import Path

import click
from fukumi_train import export, teacher
from fukumi_train.boards import Boards
from fukumi_train.options import plan_options
from fukumi_train.plot import draw
from fukumi_train.teacher import Plan, Teaching

SAMPLES = click.argument(
    "samples", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)


@click.group()
def main() -> None:
    """Train a teacher, a residual network over whole boards, and have it label samples.

    Meant for a graphics processor (`pip install "jax[cuda12]"`); without one only small teachers are of use.
    """


@main.command()
@SAMPLES
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder of the run.")
@plan_options(Plan)
def train(samples: tuple[Path, ...], out: Path, **numbers: float) -> None:
    """Train on SAMPLES, files of `fukumi samples --form boards` of one rule, and write OUT/teacher.npz.

    A run that was cut off goes on where it last wrote down its state. OUT/losses.json has the losses on the samples
    held out, OUT/losses.svg draws them.
    """
    sets = Boards.read(list(samples))
    for boards in sets:
        click.echo(f"{len(boards)} samples on {boards.width}x{boards.height}")
    teaching = Teaching(sets, Plan(**numbers, report=click.echo))
    teaching.run(out)
    export.save(out / "teacher.npz", teaching.params)
    draw(teaching, out)


@main.command()
@SAMPLES
@click.option(
    "--teacher",
    "path",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="teacher.npz of a run.",
)
@click.option("--ways", default=8, show_default=True, type=click.IntRange(1, 8), help="Orientations to average over.")
@click.option("--batch", default=1024, show_default=True, type=click.IntRange(min=1))
def label(samples: tuple[Path, ...], path: Path, ways: int, batch: int) -> None:
    """Have a teacher say what it expects of each of SAMPLES; its labels are put beside them, as NAME.labels.npz.

    Files with labels of the same teacher are left alone.
    """
    teacher.label(path, list(samples), ways=ways, batch=batch, report=click.echo)


if __name__ == "__main__":
    main()
