"""A training run: the order of the samples, what is written down of it, and going on where it was cut off."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from fukumi_train.boards import Boards
from fukumi_train.goal import Losses, Params


@dataclass
class Plan:
    """How to train, whatever is trained."""

    epochs: float = 2.0
    batch: int = 1024
    rate: float = 3e-3
    """First rate, after a hundred steps of warming up; it falls to a fiftieth as a cosine."""
    score_share: float = 0.75
    """Weight of the score of the search in the target of the value; the rest is the outcome of the game."""
    policy_weight: float = 0.15
    """Weight of the loss of the policy."""
    outcome_weight: float = 0.1
    """Weight of the loss of win, draw and loss."""
    held_out: int = 30_000
    """Samples of each board size to check with, at most."""
    check_every: int = 500
    """Steps between two checks."""
    seed: int = 1
    report: Callable[[str], None] = field(default=print, repr=False)

    def settings(self) -> dict:
        """What decides the result."""
        return {name: value for name, value in asdict(self).items() if name != "report"}

    def total(self, losses: Losses) -> jax.Array:
        """What is made small."""
        return losses.value + self.policy_weight * losses.policy + self.outcome_weight * losses.outcome


class Run(ABC):
    """One run on samples of one rule. What is learned is for the subclass to say."""

    params: Params
    state: optax.OptState

    def __init__(self, sets: list[Boards], plan: Plan) -> None:
        """Divide the samples into those to learn from and those to check with."""
        self.plan = plan
        parts = [boards.split(plan.held_out) for boards in sets]
        self.learn = [learn for learn, _ in parts]
        self.check = [check for _, check in parts]
        if not any(len(boards) >= plan.batch for boards in self.learn):
            raise ValueError(f"there are fewer samples than a batch of {plan.batch}")
        per_epoch = sum(len(boards) // plan.batch for boards in self.learn)
        self.steps = max(1, round(plan.epochs * per_epoch))
        self.step = 0
        self.history: list[dict] = []

    @abstractmethod
    def learn_from(self, number: int, picked: np.ndarray) -> Losses:
        """One step with these samples of a set. Returns the losses before it."""

    @abstractmethod
    def losses_on(self, number: int, picked: np.ndarray) -> Losses:
        """The losses on these samples, held out of a set, against scores, outcomes and moves of the games."""

    @abstractmethod
    def expected(self, number: int, picked: np.ndarray) -> np.ndarray:
        """The expected results of these samples, held out of a set."""

    def schedule(self) -> optax.Schedule:
        """The rate by step."""
        warming = min(100, self.steps // 4 + 1)
        return optax.warmup_cosine_decay_schedule(0.0, self.plan.rate, warming, self.steps + 1, self.plan.rate / 50)

    def losses(self, number: int) -> Losses:
        """The losses on the samples held out of a set."""
        boards = self.check[number]
        size = min(self.plan.batch, len(boards))
        parts = [[float(part) for part in self.losses_on(number, picked)] for picked in boards.batches(size)]
        means = np.mean(parts, 0) if parts else np.full(len(Losses._fields), np.nan)
        return Losses(*(float(mean) for mean in means))

    def calibration(self, number: int, bins: int = 20) -> tuple[list[float], list[float]]:
        """What is expected of the samples held out of a set, in bins, and what came of them on average."""
        boards = self.check[number]
        size = min(self.plan.batch, len(boards))
        batches = list(boards.batches(size))
        values = np.concatenate([self.expected(number, picked) for picked in batches])
        outcomes = np.concatenate([boards[picked].goal(1.0).outcome for picked in batches])
        groups = np.array_split(np.argsort(values), bins)
        return [float(values[group].mean()) for group in groups], [float(outcomes[group].mean()) for group in groups]

    def _batches(self, epoch: int) -> Iterator[tuple[int, np.ndarray]]:
        """The batches of an epoch, those of the sets mixed."""
        random = np.random.default_rng((self.plan.seed, epoch))
        batches = [
            (number, picked)
            for number, boards in enumerate(self.learn)
            for picked in boards.batches(self.plan.batch, random)
        ]
        for index in random.permutation(len(batches)):
            yield batches[index]

    def run(self, folder: Path | None = None) -> None:
        """Train to the end; what is in `folder` of this run is gone on with, and written at each check."""
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._resume(folder)
        begun, first, recent = time.monotonic(), self.step, []
        per_epoch = sum(len(boards) // self.plan.batch for boards in self.learn)
        while self.step < self.steps:
            skipped = self.step % per_epoch
            for index, (number, picked) in enumerate(self._batches(self.step // per_epoch)):
                if index < skipped or self.step >= self.steps:
                    continue
                recent.append([float(part) for part in self.learn_from(number, picked)])
                self.step += 1
                if self.step % self.plan.check_every == 0 or self.step == self.steps:
                    rate = (self.step - first) * self.plan.batch / (time.monotonic() - begun)
                    self._note(np.mean(recent, 0), rate)
                    recent = []
                    if folder is not None:
                        self._save(folder)

    def _note(self, learned: np.ndarray, rate: float) -> None:
        line = f"step {self.step} of {self.steps}, {rate:.0f} samples/s, learned {learned[0]:.4f} {learned[1]:.3f}"
        for number, boards in enumerate(self.check):
            losses = self.losses(number)
            size = f"{boards.width}x{boards.height}"
            self.history.append({"step": self.step, "board": size, **losses._asdict()})
            line += f"; {size}: value {losses.value:.4f}, policy {losses.policy:.3f}, first {losses.hits:.1%}"
            line += f", outcome {losses.outcome:.4f}"
        self.plan.report(line)

    def _resume(self, folder: Path) -> None:
        path = folder / "state.npz"
        if not path.exists():
            return
        with np.load(path) as stored:
            settings = json.loads(str(stored["settings"]))
            if settings != self._settings():
                raise ValueError(f"{path} is of a run with other settings: {settings}")
            leaves, shape = jax.tree.flatten((self.params, self.state))
            leaves = [jnp.asarray(stored[f"leaf_{index}"]) for index in range(len(leaves))]
            self.params, self.state = jax.tree.unflatten(shape, leaves)
            self.step = int(stored["step"])
            self.history = json.loads(str(stored["history"]))

    def _settings(self) -> dict[str, Any]:
        counts = [len(boards) for boards in self.learn]
        labelled = any(boards.labels is not None for boards in self.learn)
        return {**self.plan.settings(), "samples": counts, "labelled": labelled, "steps": self.steps}

    def _save(self, folder: Path) -> None:
        leaves = jax.tree.leaves((self.params, self.state))
        stored = {f"leaf_{index}": np.asarray(leaf) for index, leaf in enumerate(leaves)}
        partial = folder / "state.partial.npz"
        np.savez(
            partial,
            step=self.step,
            settings=json.dumps(self._settings()),
            history=json.dumps(self.history),
            **stored,
        )
        partial.replace(folder / "state.npz")
        (folder / "losses.json").write_text(json.dumps(self.history, indent=1))
