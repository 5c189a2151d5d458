"""Fits the value of positions and the appeal of points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from fukumi_tools.research.score import POINTS_PER_LOGIT

from .model import CODES, THREAT_BITS, Table, code_parts, threat_parts
from .samples import Batch, Samples


@dataclass
class Plan:
    """How to fit."""

    epochs: int = 10
    batch: int = 8192
    value_rate: float = 0.02
    """First rate for the value."""
    shared_rate: float = 0.3
    """Part of it for numbers that entries of the tables of values share: they count for many points at once."""
    appeal_rate: float = 0.02
    """First rate for the appeal."""
    score_share: float = 0.5
    """Weight of the score of the search in the target; the rest is the outcome of the game."""
    decay: float = 0.5
    report: Callable[[str], None] = field(default=print)

    @staticmethod
    def share_at(progress: float) -> float:
        """The share of the first rate after this part of all steps: a cosine down to a hundredth."""
        return 0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * progress))


def split(samples: Samples) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of the positions to learn from and of those to check with: a sixteenth of the games."""
    held_out = samples.head["game"] % 16 == 0
    return np.flatnonzero(~held_out), np.flatnonzero(held_out)


def sums(values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Sum of the values of each position."""
    return np.add.reduceat(values, starts)


class ValueModel:
    """The value of a position for the side to move, in logits."""

    def __init__(self, *, colors: int, plan: Plan) -> None:
        """One set of tables, or one for each colour."""
        parts, threats = code_parts(), threat_parts()
        dead = np.zeros(CODES, bool)
        dead[0] = True  # a point of which nothing can come: nine in ten far from the stones
        self.colors = colors
        self.plan = plan
        self.moving = [Table(parts, decay=plan.decay, shared_rate=plan.shared_rate, fixed=dead) for _ in range(colors)]
        self.waiting = [Table(parts, decay=plan.decay, shared_rate=plan.shared_rate, fixed=dead) for _ in range(colors)]
        self.threats = [Table(threats, decay=plan.decay) for _ in range(colors)]

    def target(self, head: np.ndarray) -> np.ndarray:
        """What the model should say, as chance of winning."""
        score = 1 / (1 + np.exp(-head["score"].astype(np.float32) / POINTS_PER_LOGIT))
        outcome = (head["outcome"].astype(np.float32) / 1000 + 1) / 2
        return self.plan.score_share * score + (1 - self.plan.score_share) * outcome

    def logits(self, batch: Batch, color: int) -> np.ndarray:
        """What the model says of positions with this side to move."""
        other = self.colors - 1 - color
        values = self.moving[color].values[batch.points["own"]] - self.waiting[other].values[batch.points["other"]]
        return sums(values, batch.starts) + self.threats[color].values[batch.head["threats"]]

    @staticmethod
    def known(batch: Batch) -> np.ndarray:
        """Which positions the figures of the loss are about: all of them."""
        return np.ones(len(batch.head), bool)

    def loss(self, batch: Batch, color: int, rate: float | None = None) -> tuple[float, float]:
        """Cross-entropy, and what part of it is due to the targets; with a rate, learns."""
        target = self.target(batch.head)
        chance = 1 / (1 + np.exp(-np.clip(self.logits(batch, color), -14, 14)))
        entropy = -(target * np.log(np.clip(target, 1e-6, 1)) + (1 - target) * np.log(np.clip(1 - target, 1e-6, 1)))
        loss = -(target * np.log(chance) + (1 - target) * np.log(1 - chance))
        if rate is not None:
            error = ((chance - target) / len(target)).astype(np.float32)
            spread = np.repeat(error, np.diff(np.append(batch.starts, len(batch.points))))
            other = self.colors - 1 - color
            self.moving[color].step(np.bincount(batch.points["own"], spread, CODES), rate)
            self.waiting[other].step(np.bincount(batch.points["other"], -spread, CODES), rate)
            self.threats[color].step(np.bincount(batch.head["threats"], error, 1 << THREAT_BITS), rate)
        return float(loss.mean()), float(entropy.mean())


class AppealModel:
    """The chance of each candidate of being the move to play: a softmax of two tables."""

    def __init__(self, *, colors: int, plan: Plan) -> None:
        """One set of tables, or one for each colour."""
        parts = code_parts()
        self.colors = colors
        self.plan = plan
        self.attack = [Table(parts, decay=plan.decay) for _ in range(colors)]
        self.defence = [Table(parts, decay=plan.decay) for _ in range(colors)]

    @staticmethod
    def known(batch: Batch) -> np.ndarray:
        """Which positions the figures of the loss are about: those whose move is known."""
        return np.maximum.reduceat(batch.points["weight"], batch.starts) > 0

    def loss(self, batch: Batch, color: int, rate: float | None = None) -> tuple[float, float]:
        """Cross-entropy, and the part of positions whose best candidate comes first; of those whose move is known."""
        other = self.colors - 1 - color
        logits = self.attack[color].values[batch.points["own"]] + self.defence[other].values[batch.points["other"]]
        counts = np.diff(np.append(batch.starts, len(batch.points)))
        top = np.maximum.reduceat(logits, batch.starts)
        odds = np.exp(logits - np.repeat(top, counts))
        total = np.repeat(sums(odds, batch.starts), counts)
        chance = odds / total
        weight = batch.points["weight"].astype(np.float32)
        weight /= np.repeat(np.maximum(sums(weight, batch.starts), 1), counts)
        best = np.maximum.reduceat(weight, batch.starts)
        known = self.known(batch)
        loss = -float((weight * np.log(chance + 1e-12)).sum()) / max(known.sum(), 1)
        hits = np.maximum.reduceat(np.where(logits == np.repeat(top, counts), weight, 0), batch.starts)
        if rate is not None:
            seen = np.repeat(sums(weight, batch.starts), counts)
            error = ((chance * seen - weight) / len(counts)).astype(np.float32)
            self.attack[color].step(np.bincount(batch.points["own"], error, CODES), rate)
            self.defence[other].step(np.bincount(batch.points["other"], error, CODES), rate)
        return loss, float((hits == best)[known].mean()) if known.any() else 0.0


def fit(model: ValueModel | AppealModel, samples: Samples, plan: Plan, seed: int = 1) -> tuple[float, float]:
    """Fits a model; returns both figures of its loss on positions held out."""
    candidates_only = isinstance(model, AppealModel)
    first = plan.appeal_rate if candidates_only else plan.value_rate
    train, check = split(samples)
    if candidates_only:  # where a threat must be answered the answers are few and known
        is_free = (samples.head["situation"] == 0) & (samples.head["candidates"] > 0)
        train, check = train[is_free[train]], check[is_free[check]]
    random = np.random.default_rng(seed)

    def by_color(numbers: np.ndarray) -> list[tuple[int, np.ndarray]]:
        if model.colors == 1:
            return [(0, numbers)]
        colors = samples.head["color"][numbers]
        return [(color, numbers[colors == color]) for color in (0, 1)]

    steps = plan.epochs * (len(train) // plan.batch + 1)
    step = 0
    figures = (0.0, 0.0)
    for epoch in range(plan.epochs):
        order = random.permutation(train)
        for begin in range(0, len(order), plan.batch):
            rate = first * plan.share_at(step / steps)
            step += 1
            for color, numbers in by_color(np.sort(order[begin : begin + plan.batch])):
                if len(numbers):
                    model.loss(samples.batch(numbers, candidates_only=candidates_only), color, rate)
        results = [
            (int(model.known(batch).sum()), *model.loss(batch, color))
            for color, numbers in by_color(check)
            for batch in samples.batches(numbers, plan.batch, candidates_only=candidates_only)
        ]
        count = max(sum(result[0] for result in results), 1)
        figures = tuple(sum(r[0] * r[n] for r in results) / count for n in (1, 2))
        plan.report(f"epoch {epoch + 1}: loss {figures[0]:.4f}, {figures[1]:.4f}")
    return figures
