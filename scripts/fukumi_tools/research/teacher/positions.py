"""Positions of games, as `fukumi-train arrays` writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fukumi_tools.files import describe

ABOUT_FILE = "about.json"
"""Rule and board, and of which games the positions are; also in a folder of labels."""
UNKNOWN = 3
"""The outcome of a branch."""
HELD_OUT = 32
"""One game in so many is held out, in all folders alike."""


class Batch(NamedTuple):
    """Some positions; the first axis of every array, N, is theirs. A cell is `x + y * width`."""

    cells: np.ndarray
    """[N, height, width], 16 bits: what the side to move sees at each cell. `network.planes` explains the bits."""
    color: np.ndarray
    """[N]: the side to move, 0 Black, 1 White."""
    score: np.ndarray
    """[N]: score of the search for the side to move, in points, -1500 to 1500."""
    outcome: np.ndarray
    """[N]: how the game ended for the side to move: 0 lost, 1 drawn, 2 won, `UNKNOWN`."""
    deep: np.ndarray
    """[N]: 1 if score and shares are those of a deep search."""
    game: np.ndarray
    """[N]: a checksum of the game's stones, its name in all folders."""
    moves: np.ndarray
    """[N, 15]: cells of the moves that may be best, the best first."""
    shares: np.ndarray
    """[N, 15]: their shares, out of 255; zeros after the last move."""


class PositionsError(Exception):
    """Folders that cannot be used; the text is meant for the user."""


class Positions:
    """The positions of one or several folders, all of one rule and board, one folder after the other. They stay on the
    disk, so there may be more than the memory holds.
    """

    def __init__(self, folders: list[Path]) -> None:
        """Raises PositionsError."""
        self.about = [_about(folder) for folder in folders]
        kinds = {(about["rule"], about["width"], about["height"]) for about in self.about}
        if len(kinds) != 1:
            raise PositionsError("the folders have positions of several rules or boards")
        self.rule, self.width, self.height = kinds.pop()
        self.parts = [_arrays(folder) for folder in folders]
        self.ends = np.cumsum([len(part.color) for part in self.parts])

    @property
    def kind(self) -> str:
        """Rule and board, such as `renju 15x15`."""
        return f"{self.rule} {self.width}x{self.height}"

    def __len__(self) -> int:
        return int(self.ends[-1])

    def batch(self, numbers: np.ndarray) -> Batch:
        """The positions with these numbers, in their order."""
        part_of = np.searchsorted(self.ends, numbers, side="right")
        starts = np.concatenate([[0], self.ends[:-1]])
        columns = []
        for name in Batch._fields:
            first = getattr(self.parts[0], name)
            column = np.empty((len(numbers), *first.shape[1:]), first.dtype)
            for index, part in enumerate(self.parts):
                here = part_of == index
                column[here] = getattr(part, name)[numbers[here] - starts[index]]
            columns.append(column)
        return Batch(*columns)

    def column(self, name: str) -> np.ndarray:
        """One array of `Batch`, of all positions."""
        return np.concatenate([getattr(part, name) for part in self.parts])


def file_of(name: str) -> str:
    """The name of the file of an array."""
    return f"{name}.npy"


def _about(folder: Path) -> dict:
    try:
        about = json.loads((folder / ABOUT_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PositionsError(f"{folder} is no folder of fukumi-train arrays: {ABOUT_FILE}: {describe(error)}") from None
    kinds = {"rule": str, "width": int, "height": int, "checksum": int}
    if not (isinstance(about, dict) and all(type(about.get(name)) is kind for name, kind in kinds.items())):
        raise PositionsError(
            f"{folder} is no folder of fukumi-train arrays: {ABOUT_FILE} has no rule, board or checksum"
        )
    return about


def _arrays(folder: Path) -> Batch:
    try:
        return Batch(*(np.load(folder / file_of(name), mmap_mode="r") for name in Batch._fields))
    except (OSError, ValueError, EOFError) as error:
        raise PositionsError(f"{folder} is no folder of fukumi-train arrays: {describe(error)}") from None


def by_kind(folders: list[Path]) -> list[Positions]:
    """The positions of folders, those of each rule and board together, in the order of the folders. Raises
    PositionsError.
    """
    kinds: dict[tuple, list[Path]] = {}
    for folder in folders:
        about = _about(folder)
        kinds.setdefault((about["rule"], about["width"], about["height"]), []).append(folder)
    return [Positions(own) for own in kinds.values()]


class Split(NamedTuple):
    """Numbers of positions by their use."""

    deep: np.ndarray
    """To learn from, with labels of deep searches."""
    shallow: np.ndarray
    """To learn from, with other labels."""
    held_out: np.ndarray
    """With labels of deep searches, of games from which nothing is learned."""


def split(positions: Positions) -> Split:
    """Holds out the positions of one game in `HELD_OUT`."""
    is_held_out = positions.column("game") % HELD_OUT == 0
    is_deep = positions.column("deep") == 1
    return Split(
        deep=np.flatnonzero(is_deep & ~is_held_out),
        shallow=np.flatnonzero(~is_deep & ~is_held_out),
        held_out=np.flatnonzero(is_deep & is_held_out),
    )
