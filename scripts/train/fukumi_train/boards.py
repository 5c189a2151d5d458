"""Samples as `fukumi samples --form boards` writes them; the format is in `src/selfplay/samples/boards.rs`."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fukumi_train.goal import Goal

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


LABEL_MOVES = 8
"""Moves that a label names."""
LABEL = np.dtype([("value", "<f4"), ("moves", "<u2", LABEL_MOVES), ("shares", "<f4", LABEL_MOVES)])
"""What a teacher says of a sample: the expected result for the side to move in logits, the moves that it thinks most
of, the best first, and how likely it thinks each of them to be; they add up to 1.
"""


@dataclass
class Boards:
    """Samples of one board size."""

    width: int
    height: int
    samples: np.ndarray
    labels: np.ndarray | None = None
    """What a teacher says of each sample."""

    @classmethod
    def read(cls, paths: list[Path], *, labelled: bool = False) -> list[Boards]:
        """The samples of files, one set for each board size, with what a teacher says of them if that is wanted. Games
        of different files are different games.
        """
        sets: dict[tuple[int, int], list[Boards]] = {}
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
            labels = read_labels(path) if labelled else None
            sets.setdefault(size, []).append(cls(*size, samples, labels))
        return [
            cls(
                *size,
                np.concatenate([part.samples for part in parts]),
                np.concatenate([part.labels for part in parts]) if labelled else None,
            )
            for size, parts in sets.items()
        ]

    def __len__(self) -> int:
        """How many they are."""
        return len(self.samples)

    def __getitem__(self, picked: np.ndarray) -> Boards:
        """Some of them."""
        labels = None if self.labels is None else self.labels[picked]
        return Boards(self.width, self.height, self.samples[picked], labels)

    def split(self, limit: int) -> tuple[Boards, Boards]:
        """Those to learn from, and those to check with: a sixteenth of the games, of which at most `limit` samples
        are kept, evenly spread over all files.
        """
        held_out = self.samples["game"] % 16 == 0
        check = np.flatnonzero(held_out)
        if len(check) > limit:
            check = check[np.linspace(0, len(check) - 1, limit).astype(np.int64)]
        return self[~held_out], self[check]

    def goal(self, score_share: float, label_share: float = 0.0) -> Goal:
        """What is to be said of the samples. The expected result is a mean of what the score of the search stands for
        and of the outcome; in a share of value and policy a teacher's labels take their place.
        """
        samples = self.samples
        by_score = 1 / (1 + np.exp(-samples["score"] / POINTS_PER_LOGIT))
        outcome = (samples["outcome"] / (2 * OUTCOME_UNIT) + 0.5).astype(np.float32)
        value = score_share * by_score + (1 - score_share) * outcome
        moves = samples["best"].astype(np.int32)[:, None]
        shares = (moves != NO_POINT).astype(np.float32)
        moves = np.where(moves == NO_POINT, 0, moves)
        if self.labels is not None:
            value = (1 - label_share) * value + label_share / (1 + np.exp(-self.labels["value"]))
            moves = np.concatenate([moves, self.labels["moves"].astype(np.int32)], 1)
            shares = np.concatenate([(1 - label_share) * shares, label_share * self.labels["shares"]], 1)
        return Goal(value.astype(np.float32), outcome, moves, shares)

    def batches(self, size: int, random: np.random.Generator | None = None) -> Iterator[np.ndarray]:
        """Indices of whole batches, in random order if there is one to draw from."""
        order = np.arange(len(self)) if random is None else random.permutation(len(self))
        for start in range(0, len(order) - size + 1, size):
            yield order[start : start + size]


def _label_path(samples: Path) -> Path:
    return samples.with_suffix(".labels.npz")


def _checksum(path: Path) -> int:
    return zlib.crc32(path.read_bytes())


def write_labels(samples: Path, labels: np.ndarray, teacher: Path) -> None:
    """Put what a teacher says of the samples of a file beside it, as NAME.labels.npz."""
    path = _label_path(samples)
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, labels=labels, samples=_checksum(samples), teacher=_checksum(teacher))
    partial.replace(path)


def is_labelled(samples: Path, teacher: Path) -> bool:
    """Whether what this teacher says of the samples of this file is there."""
    path = _label_path(samples)
    if not path.exists():
        return False
    with np.load(path) as stored:
        return (stored["samples"], stored["teacher"]) == (_checksum(samples), _checksum(teacher))


def read_labels(samples: Path) -> np.ndarray:
    """What a teacher says of the samples of a file, as `write_labels` wrote it."""
    path = _label_path(samples)
    if not path.exists():
        raise ValueError(f"{samples} has no labels; `teacher.py label` makes {path}")
    with np.load(path) as stored:
        if stored["samples"] != _checksum(samples):
            raise ValueError(f"{path} is of other samples than {samples}")
        return stored["labels"]
