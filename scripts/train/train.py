#!/usr/bin/env python3
"""Trains a network of the evaluation on positions of self-play and writes it as the engine reads it."""

from __future__ import annotations

from pathlib import Path

import click
from fukumi_train import export
from fukumi_train.boards import Boards
from fukumi_train.options import plan_options
from fukumi_train.plot import draw
from fukumi_train.training import Plan, Training


@click.command()
@click.argument("samples", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder of the run.")
@click.option(
    "--start", type=click.Path(exists=True, path_type=Path), help="network.npz of a run, or a .net file, to begin with."
)
@click.option("--by-color", is_flag=True, help="Numbers of their own for each colour, as in renju.")
@click.option("--labels", is_flag=True, help="Learn from what a teacher says of the samples, too; see teacher.py.")
@plan_options(Plan)
def main(
    samples: tuple[Path, ...], out: Path, start: Path | None, *, by_color: bool, labels: bool, **numbers: float
) -> None:
    """Train on SAMPLES, files of `fukumi samples --form boards` of one rule, and write OUT/network.bin.

    A run that was cut off goes on where it last wrote down its state. OUT/losses.json has the losses on the samples
    held out, OUT/losses.svg draws them, OUT/network.npz is for --start of another run.
    """
    plan = Plan(**numbers, report=click.echo)
    sets = Boards.read(list(samples), labelled=labels)
    for boards in sets:
        click.echo(f"{len(boards)} samples on {boards.width}x{boards.height}")
    training = Training(sets, plan, colors=2 if by_color else 1, start=start and export.load(start))
    training.run(out)
    export.save(out / "network.npz", training.params)
    (out / "network.bin").write_bytes(export.encode(training.params, click.echo))
    draw(training, out)


if __name__ == "__main__":
    main()
