"""What a tuning run leaves on disk.

settings.json   what the state is valid for; a resumed run must have the same
state.json      where the run is, replaced after every update
values.csv      a line for each update: pairs played, games and score of the trial, the values
values.png      the values over time, in steps, if matplotlib is there
lock            held by the process that tunes
"""

import csv
import io
from pathlib import Path

from fukumi_tools.files import append_lines, replacing, write_json, write_text
from fukumi_tools.folder import damaged, keep_settings, lock_folder, read_object

from .games import Outcome
from .tuner import Parameter, StateError, Tuner


class Folder:
    """The output folder of one run."""

    def __init__(self, directory: Path):
        self.directory = directory
        self._state = directory / "state.json"
        self._values = directory / "values.csv"
        self._lock = None

    def open(self, fingerprint: dict, tuner: Tuner) -> bool:
        """Prepares the folder; if a run was begun in it, `tuner` goes on with that and the result is True.

        Raises FolderError if that run had other settings, if its files are damaged, or if another process is at work in
        the folder.
        """
        self._lock = lock_folder(self.directory)
        keep_settings(self.directory, fingerprint, "run")
        if self._state.exists():
            try:
                tuner.restore(read_object(self._state))
            except StateError as error:
                raise damaged(self._state, str(error)) from None
            return True
        write_text(self._values, _row(["pairs", "games", "score", *tuner.theta]))
        return False

    def close(self) -> None:
        """Leaves the folder to others."""
        if self._lock is not None:
            self._lock.release()

    def save(self, outcome: Outcome) -> None:
        """Keeps an update. The state comes last, so a run that is cut off repeats a line rather than lose one."""
        values = [f"{value:.4f}" for value in outcome.state["theta"].values()]
        append_lines(self._values, _row([outcome.state["pairs"], 2 * outcome.pairs, outcome.score, *values]))
        write_json(self._state, outcome.state)

    def plot(self, parameters: list[Parameter]) -> Path | None:
        """Draws the values over the pairs, as steps from the default; None if matplotlib is missing."""
        try:
            from matplotlib.figure import Figure
        except ImportError:
            return None
        with self._values.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        figure = Figure(figsize=(10, 6), layout="constrained")
        axes = figure.add_subplot(xlabel="pairs of games", ylabel="steps from the default")
        pairs = [int(row["pairs"]) for row in rows]
        for parameter in parameters:
            moves = [(float(row[parameter.name]) - parameter.default) / parameter.step for row in rows]
            axes.plot(pairs, moves, label=parameter.name)
        axes.axhline(0, color="gray", linewidth=0.5)
        axes.legend(fontsize="small", ncols=1 + len(parameters) // 20)
        path = self.directory / "values.png"
        with replacing(path) as file:
            figure.savefig(file, format="png")
        return path


def _row(values: list) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerow(values)
    return text.getvalue()
