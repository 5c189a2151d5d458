"""Fits the numbers of the classical evaluation to samples of self-play and writes a set of weights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np

from fukumi_tools import options
from fukumi_tools.files import replacing
from fukumi_tools.research.score import POINTS_PER_LOGIT

from .samples import Samples, SamplesError
from .train import AppealModel, Plan, ValueModel, fit

UNITS_PER_POINT = 16
APPEAL_PER_LOGIT = 100
# The largest value of a point that the engine reads: `Value::MAX`.
LARGEST_VALUE = 8191


def rounded(values: np.ndarray, unit: float, largest: int = 32767) -> np.ndarray:
    """The values in an integer unit, within 16 bits."""
    return np.clip(np.rint(values * unit), -largest, largest).astype("<i2")


def block(value: ValueModel, appeal: AppealModel, color: int) -> bytes:
    """The numbers of one colour, laid out as in `crates/core/src/eval/weights.rs`."""
    unit = POINTS_PER_LOGIT * UNITS_PER_POINT
    lines = np.stack(
        [
            rounded(value.moving[color].values, unit, LARGEST_VALUE),
            rounded(value.waiting[color].values, unit, LARGEST_VALUE),
            rounded(appeal.attack[color].values, APPEAL_PER_LOGIT),
            rounded(appeal.defence[color].values, APPEAL_PER_LOGIT),
        ],
        axis=1,
    )
    return lines.tobytes() + rounded(value.threats[color].values, unit).tobytes()


@dataclass(frozen=True)
class Settings:
    """The options."""

    samples: tuple[Path, ...]
    out: Path
    by_color: bool
    plan: Plan


@click.command(context_settings=options.CONTEXT)
@click.argument("samples", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File of weights to write.")
@click.option("--by-color", is_flag=True, help="Tables of their own for each colour, as in renju.")
@click.option("--epochs", type=options.whole(0), default=Plan.epochs, show_default=True)
@click.option("--value-rate", type=options.number(), default=Plan.value_rate, show_default=True)
@click.option("--appeal-rate", type=options.number(), default=Plan.appeal_rate, show_default=True)
@click.option("--decay", type=options.number(), default=Plan.decay, show_default=True)
@click.option("--score-share", type=options.number(), default=Plan.score_share, show_default=True)
@options.collected(Settings)
def main(settings: Settings) -> None:
    """Fit weights to SAMPLES: names of files `NAME.head` and `NAME.points` of `fukumi samples`."""
    try:
        data = Samples(list(settings.samples))
    except SamplesError as error:
        raise click.UsageError(str(error)) from None
    plan = replace(settings.plan, report=click.echo)
    colors = 2 if settings.by_color else 1
    click.echo(f"{len(data.head)} positions, {len(data.points)} points")
    value, appeal = ValueModel(colors=colors, plan=plan), AppealModel(colors=colors, plan=plan)
    with replacing(settings.out) as file:
        # Takes the room before the work, so that the end of it finds room.
        file.write_bytes(weights(value, appeal, colors))
        fit(value, data, plan)
        fit(appeal, data, plan)
        with file.open("rb+") as opened:
            opened.write(weights(value, appeal, colors))


def weights(value: ValueModel, appeal: AppealModel, colors: int) -> bytes:
    """The whole file, whose size depends on the number of colours alone."""
    return b"".join(block(value, appeal, color) for color in range(colors))
