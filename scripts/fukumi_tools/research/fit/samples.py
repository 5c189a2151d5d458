"""Positions as `fukumi samples` writes them, in batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HEAD = np.dtype(
    [
        ("color", "u1"),  # to move: 0 Black, 1 White
        ("situation", "u1"),  # 0 nothing forces a move, 1 a threat must be answered
        ("stones", "<u2"),
        ("outcome", "<i2"),  # of the game for the side to move, -1000 to 1000
        ("score", "<i2"),  # of the search for the side to move, in points
        ("threats", "<u2"),  # mask of threats
        ("candidates", "<u2"),  # points that the search considers; they come first
        ("points", "<u2"),  # all points
        ("game", "<u4"),
    ]
)
POINT = np.dtype([("own", "<u2"), ("other", "<u2"), ("weight", "<u2")])


class SamplesError(ValueError):
    """Files that are no samples, or not all of them; the text is meant for the user."""


@dataclass
class Batch:
    """Some positions; the points of all of them lie one after the other."""

    head: np.ndarray
    points: np.ndarray
    starts: np.ndarray
    """Index of the first point of each position."""


class Samples:
    """Positions on disk."""

    def __init__(self, paths: list[Path]) -> None:
        """Opens `NAME.head` and `NAME.points` for each name. Raises SamplesError."""
        heads, points = zip(*map(_read, paths), strict=True)
        self.points = np.concatenate(points)
        offset = 0
        for head in heads:  # games of different files are different games
            head["game"] += offset
            offset = int(head["game"].max(initial=0)) + 1
        self.head = np.concatenate(heads)
        self.offsets = np.concatenate([[0], np.cumsum(self.head["points"], dtype=np.int64)])

    def batch(self, numbers: np.ndarray, *, candidates_only: bool) -> Batch:
        """The positions with these numbers."""
        head = self.head[numbers]
        counts = head["candidates" if candidates_only else "points"].astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        index = np.arange(counts.sum()) + np.repeat(self.offsets[numbers] - starts, counts)
        return Batch(head, self.points[index], starts)

    def batches(self, numbers: np.ndarray, size: int, *, candidates_only: bool = False) -> Iterator[Batch]:
        """The positions with these numbers, `size` at a time."""
        for begin in range(0, len(numbers), size):
            yield self.batch(numbers[begin : begin + size], candidates_only=candidates_only)


def _read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """The positions of one name and their points. Raises SamplesError if a file was cut off or is another one's."""
    head = _rows(path.with_name(f"{path.name}.head"), HEAD)
    points = _rows(path.with_name(f"{path.name}.points"), POINT)
    if not len(head):
        raise SamplesError(f"{path}.head: there are no positions")
    announced = int(head["points"].sum(dtype=np.int64))
    if announced != len(points):
        raise SamplesError(
            f"{path}.points: {path.name}.head announces {announced} points, {len(points)} found; write both once more"
        )
    return head, points


def _rows(file: Path, kind: np.dtype) -> np.ndarray:
    """The rows of a file. Raises SamplesError if the last one was cut off."""
    if surplus := file.stat().st_size % kind.itemsize:
        raise SamplesError(f"{file}: {surplus} bytes after the last whole row; write the file once more")
    return np.fromfile(file, kind)
