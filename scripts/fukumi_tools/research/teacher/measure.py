"""How close a teacher comes to the labels of deep searches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fukumi_tools.research.score import POINTS_PER_LOGIT

from .labelling import Labeller
from .positions import Positions

DECIDED = 1480
"""A score beyond this, in points, says who wins."""


@dataclass(frozen=True)
class Measures:
    """Means over positions. A distance is that of Kullback and Leibler, in nats, from the chance of a score to the
    network's.
    """

    positions: int
    distance: float
    decided: float
    """Distance where the score says who wins."""
    open: float
    """Distance elsewhere."""
    first: float
    """Share of the positions with a known best move where the network likes it best."""

    def __str__(self) -> str:
        return (
            f"{self.positions} positions: distance {self.distance:.4f}, decided {self.decided:.4f}, "
            f"open {self.open:.4f}, first choice {100 * self.first:.1f} %"
        )


def measure(labeller: Labeller, positions: Positions, numbers: np.ndarray) -> Measures:
    """Measures a network on the positions with these numbers, of which there has to be one."""
    distances, are_decided, hits = [], [], []
    for chosen, labels in labeller.label_all(positions, numbers):
        batch = positions.batch(chosen)
        distances.append(distance(batch.score / POINTS_PER_LOGIT, labels.value))
        are_decided.append(np.abs(batch.score.astype(np.int32)) >= DECIDED)
        is_known = batch.shares[:, 0] > 0
        hits.append((labels.moves[:, 0] == batch.moves[:, 0])[is_known])
    of_all, is_decided, hit = (np.concatenate(parts) for parts in (distances, are_decided, hits))
    return Measures(len(of_all), _mean(of_all), _mean(of_all[is_decided]), _mean(of_all[~is_decided]), _mean(hit))


def distance(label: np.ndarray, logit: np.ndarray) -> np.ndarray:
    """The distance from the chance of one logit to that of another."""
    label, logit = label.astype(np.float64), logit.astype(np.float64)
    chance = 1 / (1 + np.exp(-label))
    # The logarithm of a chance and of its counterpart, without a difference of nearly equal numbers.
    return chance * (np.logaddexp(0, -logit) - np.logaddexp(0, -label)) + (1 - chance) * (
        np.logaddexp(0, logit) - np.logaddexp(0, label)
    )


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else 0.0
