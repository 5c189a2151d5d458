"""Samples as `fukumi samples --form boards` writes them; the format is in `src/selfplay/samples/boards.rs`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = b"FKB1"
NO_POINT = 65535
POINTS_PER_LOGIT = 200.0
OUTCOME_UNIT = 1000.0


def record(area: int) -> np.dtype:
    """The layout of a sample on a board of so many points."""
    return np.dtype(
        [
            ("to_move", "u1"),
            ("threatened", "u1"),
            ("stones", "<u2"),
            ("outcome", "<i2"),
            ("score", "<i2"),
            ("static", "<i2"),
            ("threats", "<u2"),
            ("best", "<u2"),
            ("unused", "<u2"),
            ("game", "<u4"),
            ("left", "<u4"),
            ("cells", "u1", area),
        ]
    )


@dataclass
class Boards:
    """Samples of one board size."""

    width: int
    height: int
    samples: np.ndarray

    @classmethod
    def read(cls, paths: list[Path]) -> list[Boards]:
        """The samples of files, one set for each board size. Games of different files are different games."""
        sets: dict[tuple[int, int], list[np.ndarray]] = {}
        games: dict[tuple[int, int], int] = {}
        for path in paths:
            with path.open("rb") as file:
                head = file.read(8)
                if head[:4] != MAGIC:
                    raise ValueError(f"{path} holds no samples of the form boards")
                size = head[4], head[5]
                samples = np.fromfile(file, record(size[0] * size[1]))
            samples["game"] += games.get(size, 0)
            if len(samples):
                games[size] = int(samples["game"].max()) + 1
            sets.setdefault(size, []).append(samples)
        return [cls(*size, np.concatenate(parts)) for size, parts in sets.items()]

    def split(self, limit: int) -> tuple[Boards, Boards]:
        """Those to learn from, and those to check with: a sixteenth of the games, of which at most `limit` samples
        are kept, evenly spread over all files.
        """
        held_out = self.samples["game"] % 16 == 0
        check = np.flatnonzero(held_out)
        if len(check) > limit:
            check = check[np.linspace(0, len(check) - 1, limit).astype(np.int64)]
        parts = self.samples[~held_out], self.samples[check]
        first, second = (Boards(self.width, self.height, part) for part in parts)
        return first, second

    def targets(self, score_share: float) -> np.ndarray:
        """The expected result, 0 to 1: a mean of what the score of the search stands for and of the outcome."""
        by_score = 1 / (1 + np.exp(-self.samples["score"] / POINTS_PER_LOGIT))
        by_outcome = self.outcomes(slice(None))
        return (score_share * by_score + (1 - score_share) * by_outcome).astype(np.float32)

    def outcomes(self, picked: np.ndarray | slice) -> np.ndarray:
        """The results of the games of these samples for the side to move: 1 won, 0.5 drawn, 0 lost."""
        return (self.samples["outcome"][picked] / (2 * OUTCOME_UNIT) + 0.5).astype(np.float32)

    def batches(self, size: int, random: np.random.Generator | None = None) -> Iterator[np.ndarray]:
        """Indices of whole batches, in random order if there is one to draw from."""
        order = np.arange(len(self.samples)) if random is None else random.permutation(len(self.samples))
        for start in range(0, len(order) - size + 1, size):
            yield order[start : start + size]
