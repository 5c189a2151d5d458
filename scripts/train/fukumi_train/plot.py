"""Pictures of a run: losses by step, and how far the value can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from fukumi_train.run import Run


def draw(run: Run, folder: Path) -> None:
    """Draw losses.svg and calibration.svg."""
    figure = Figure(figsize=(10, 4), layout="constrained")
    axes = figure.subplots(1, 2)
    boards = sorted({entry["board"] for entry in run.history})
    for axis, name in zip(axes, ("value", "policy"), strict=True):
        for board in boards:
            entries = [entry for entry in run.history if entry["board"] == board]
            axis.plot([entry["step"] for entry in entries], [entry[name] for entry in entries], label=board)
        axis.set(xlabel="step", ylabel=f"cross-entropy of the {name}, samples held out")
        axis.legend()
    figure.savefig(folder / "losses.svg")
    figure = Figure(figsize=(4.5, 4.5), layout="constrained")
    axis = figure.subplots()
    axis.plot([0, 1], [0, 1], color="0.8")
    for number, held_out in enumerate(run.check):
        if len(held_out):
            expected, happened = run.calibration(number)
            axis.plot(expected, happened, marker="o", label=f"{held_out.width}x{held_out.height}")
    axis.set(xlabel="expected result", ylabel="mean outcome of the games")
    axis.legend()
    figure.savefig(folder / "calibration.svg")
