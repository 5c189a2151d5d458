"""The training loop: batches, gradients, steps, what is written down of it, and going on where it was cut off."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from fukumi_train import kernels, model
from fukumi_train.boards import NO_POINT, Boards
from fukumi_train.kernels import Geometry
from fukumi_train.model import Batch, Params
from fukumi_train.windows import Windows


@dataclass
class Plan:
    """How to train."""

    epochs: float = 2.0
    batch: int = 1024
    rate: float = 3e-3
    """First rate, after a hundred steps of warming up; it falls to a fiftieth as a cosine."""
    policy_rate: float = 1.0
    """Rate of the layers that make the weights of the policy, in parts of the other one. What they make is multiplied
    with features and grows from round to round; a tenth kept a run together that went on with a trained network.
    """
    decay: float = 1.0
    """Weight decay of what single windows and single masks of threats have of their own, per rate."""
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


class Training:
    """One run."""

    def __init__(self, sets: list[Boards], plan: Plan, *, colors: int = 1, start: Params | None = None) -> None:
        """Prepare a run from new numbers or from those of `start`."""
        self.plan = plan
        parts = [boards.split(plan.held_out) for boards in sets]
        self.learn = [learn for learn, _ in parts]
        self.check = [check for _, check in parts]
        if not any(len(boards.samples) >= plan.batch for boards in self.learn):
            raise ValueError(f"there are fewer samples than a batch of {plan.batch}")
        if start is not None and model.colors_of(start) > colors:
            raise ValueError("a run that is not by color cannot begin with the numbers of one that is")
        windows = Windows()
        self.geometries = [Geometry.of(boards.width, boards.height, windows) for boards in sets]
        self.targets = [boards.targets(plan.score_share) for boards in self.learn]
        if start is None:
            self.params = model.new(plan.seed, colors=colors)
        else:
            self.params = start if model.colors_of(start) == colors else model.by_color(start)
        per_epoch = sum(len(boards.samples) // plan.batch for boards in self.learn)
        self.steps = max(1, round(plan.epochs * per_epoch))
        schedule = optax.warmup_cosine_decay_schedule(
            0.0, plan.rate, min(100, self.steps // 4 + 1), self.steps + 1, plan.rate / 50
        )
        own = {name: name in ("rows", "threats") for name in self.params}
        of_policy = {name: name.startswith("policy") for name in self.params}
        self.optimizer = optax.chain(
            optax.clip_by_global_norm(1.0),
            optax.scale_by_adam(b2=0.999),
            optax.add_decayed_weights(plan.decay, mask=own),
            optax.scale_by_learning_rate(schedule),
            optax.masked(optax.scale(plan.policy_rate), of_policy),
        )
        self.state = self.optimizer.init(self.params)
        self.step = 0
        self.history: list[dict] = []
        self._compile()

    def _compile(self) -> None:
        plan = self.plan

        def loss(params: Params, sums: jax.Array, logits: jax.Array, batch: Batch) -> tuple[jax.Array, tuple]:
            parts = model.losses(params, sums, logits, batch)
            return parts.value + plan.policy_weight * parts.policy + plan.outcome_weight * parts.outcome, parts

        def update(params: Params, state: optax.OptState, gradients: list[Params]) -> tuple[Params, optax.OptState]:
            gradient = jax.tree.map(lambda *parts: sum(parts), *gradients)
            changes, state = self.optimizer.update(gradient, state, params)
            return optax.apply_updates(params, changes), state

        def through(function: Callable, params: Params, *arguments: jax.Array) -> tuple:
            """The gradients by parameters and first argument, given that by the result as last argument."""
            *inputs, of_result = arguments
            return jax.vjp(lambda params, first: function(params, first, *inputs[1:]), params, inputs[0])[1](of_result)

        self._tables = jax.jit(model.tables)
        self._tables_back = jax.jit(lambda params, of_tables: jax.vjp(model.tables, params)[1](of_tables)[0])
        self._weights = jax.jit(model.policy_weights)
        self._weights_back = jax.jit(lambda *arguments: through(model.policy_weights, *arguments))
        self._loss = jax.jit(jax.value_and_grad(loss, argnums=(0, 1, 2), has_aux=True))
        self._losses = jax.jit(model.losses)
        self._update = jax.jit(update)

    def _forward(self, number: int, boards: Boards, targets: np.ndarray, picked: np.ndarray) -> tuple:
        samples = boards.samples[picked]
        best = samples["best"].astype(np.int32)
        batch = Batch(
            to_move=jnp.asarray(samples["to_move"], jnp.int32),
            static=jnp.asarray(samples["static"], jnp.float32),
            threats=jnp.asarray(samples["threats"], jnp.int32),
            target=jnp.asarray(targets[picked]),
            outcome=jnp.asarray(boards.outcomes(picked)),
            best=jnp.asarray(np.where(best == NO_POINT, 0, best)),
            has_best=jnp.asarray(best != NO_POINT),
        )
        stones = np.ascontiguousarray(samples["cells"])
        geometry = self.geometries[number]
        tables, biases = (np.asarray(part) for part in self._tables(self.params))
        cells, far = kernels.look(geometry, stones, tables, biases), geometry.far(tables, biases)
        sums = kernels.pool(cells, far)
        weights = np.asarray(self._weights(self.params, sums, batch.to_move))
        logits = kernels.logits(cells, stones, weights)
        return batch, cells, far, sums, weights, logits

    def learn_from(self, number: int, picked: np.ndarray) -> model.Losses:
        """One step with these samples of a set. Returns the losses before it."""
        forward = self._forward(number, self.learn[number], self.targets[number], picked)
        batch, cells, far, sums, weights, logits = forward
        (_, parts), (of_params, of_sums, of_logits) = self._loss(self.params, sums, logits, batch)
        of_logits = np.asarray(of_logits)
        of_weights = kernels.weight_gradient(cells, of_logits)
        more_params, more_sums = self._weights_back(self.params, sums, batch.to_move, of_weights)
        of_sums = np.asarray(of_sums) + np.asarray(more_sums)
        of_tables = kernels.gradient(self.geometries[number], cells, far, of_sums, weights, of_logits)
        gradients = [of_params, more_params, self._tables_back(self.params, of_tables)]
        self.params, self.state = self._update(self.params, self.state, gradients)
        self.step += 1
        return model.Losses(*(float(part) for part in parts))

    def losses(self, number: int) -> model.Losses:
        """The losses on the samples held out of a set."""
        boards = self.check[number]
        targets = boards.targets(self.plan.score_share)
        sizes = min(self.plan.batch, len(boards.samples))
        parts = []
        for picked in boards.batches(sizes) if sizes else ():
            batch, *_, sums, _, logits = self._forward(number, boards, targets, picked)
            parts.append([float(part) for part in self._losses(self.params, sums, logits, batch)])
        means = np.mean(parts, 0) if parts else np.full(len(model.Losses._fields), np.nan)
        return model.Losses(*(float(mean) for mean in means))

    def calibration(self, number: int, bins: int = 20) -> tuple[list[float], list[float]]:
        """What the network expects of the samples held out of a set, in bins, and what came of them on average."""
        boards = self.check[number]
        size = min(self.plan.batch, len(boards.samples))
        expected, happened = [], []
        for picked in boards.batches(size):
            batch, *_, sums, _, _ = self._forward(number, boards, boards.targets(1.0), picked)
            expected.append(np.asarray(jax.nn.sigmoid(model.value(self.params, sums, batch)[0])))
            happened.append(boards.outcomes(picked))
        values, outcomes = np.concatenate(expected), np.concatenate(happened)
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
        per_epoch = sum(len(boards.samples) // self.plan.batch for boards in self.learn)
        while self.step < self.steps:
            skipped = self.step % per_epoch
            for index, (number, picked) in enumerate(self._batches(self.step // per_epoch)):
                if index < skipped or self.step >= self.steps:
                    continue
                recent.append(self.learn_from(number, picked))
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

    def _settings(self) -> dict:
        counts = [len(boards.samples) for boards in self.learn]
        return {**self.plan.settings(), "samples": counts, "steps": self.steps}

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
