"""Training of a teacher: loss, optimiser, and a run that goes on where it was cut off.

Step i draws its positions by the seed and i alone, so a run that was cut off ends with the weights of one that was not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from optax.contrib import MuonDimensionNumbers, muon

from fukumi_tools.files import describe
from fukumi_tools.research.score import POINTS_PER_LOGIT

from .labelling import PRECISIONS
from .measure import DECIDED
from .network import Form, Params, apply, init, is_empty, planes
from .positions import UNKNOWN, Batch, Positions, Split, split
from .symmetry import symmetries, turned
from .weights import DAMAGE, checksum, replace

WARM_UP = 100
"""Steps in which the rate rises."""
DECIDED_WEIGHT = 0.3
"""Weight of the loss of decided, open or lost."""
REPORT_EVERY = 100
"""Steps between two reports of the losses."""
FAILURES = 100
"""Steps in a row whose gradient may be no number; they change nothing."""


@dataclass(frozen=True)
class Plan:
    """What decides the result of a run, besides the positions."""

    blocks: int = 10
    channels: int = 128
    samples: int = 18_247_680
    batch: int = 2048
    rate: float = 0.0015
    end_rate: float = 0.00001
    decay: float = 0.02
    """Weight decay, as a multiple of the rate."""
    average: float = 0.998
    """Weight of the old averaged weights at each step."""
    deep_share: float = 0.6
    """Share of a batch with labels of deep searches."""
    shallow_weight: float = 0.5
    """Weight of the other positions."""
    score_share: float = 0.75
    """Weight of the score in the target of the value of the other positions; the rest is the outcome."""
    precision: str = "bf16"
    seed: int = 1

    @property
    def steps(self) -> int:
        """The number of steps."""
        return self.samples // self.batch

    @property
    def form(self) -> Form:
        """The size of the network."""
        return Form(self.blocks, self.channels)


class PlanError(Exception):
    """A plan that does not fit the positions, or a run of another plan; the text is meant for the user."""


class State(NamedTuple):
    """A run at one of its steps."""

    params: Params
    optimiser: optax.OptState
    averaged: Params
    """A mean of the latest weights: the teacher."""


class Losses(NamedTuple):
    """Means over a batch, in nats."""

    value: jax.Array
    """Distance of the chance of winning to its target."""
    policy: jax.Array
    """Cross-entropy of the moves."""
    decided: jax.Array
    """Cross-entropy of decided, open or lost."""


def optimiser(plan: Plan) -> optax.GradientTransformation:
    """Muon (K. Jordan, 2024) for the matrices of the blocks, Adam for the rest; gradients have a norm of at most 1."""
    warm_up = min(WARM_UP, plan.steps // 10)
    rate = optax.warmup_cosine_decay_schedule(0.0, plan.rate, warm_up, max(plan.steps, warm_up + 1), plan.end_rate)

    def labels(params: Params) -> Params:
        blocks = {name: "adam" if value.ndim == 2 else "muon" for name, value in params["blocks"].items()}
        return {name: "adam" for name in params} | {"blocks": blocks}

    def dimensions(params: Params) -> Params:
        # The first axis is that of the blocks; height, width and input together are one side of a matrix.
        return jax.tree.map(lambda x: MuonDimensionNumbers(tuple(range(1, x.ndim - 1)), x.ndim - 1), params)

    def decays(params: Params) -> Params:
        return jax.tree.map(lambda x: x.ndim > 1, params)

    of_blocks = muon(
        rate,
        beta=0.95,
        weight_decay=plan.decay,
        muon_weight_dimension_numbers=dimensions,
        consistent_rms=0.2,
    )
    of_others = optax.adamw(rate, b1=0.95, b2=0.99, weight_decay=plan.decay, mask=decays)
    steps = optax.partition({"muon": of_blocks, "adam": of_others}, labels)
    return optax.apply_if_finite(optax.chain(optax.clip_by_global_norm(1.0), steps), FAILURES)


def loss(params: Params, batch: Batch, rule: str, plan: Plan) -> tuple[jax.Array, Losses]:
    """What is minimised. Equal parts of the batch are seen in all symmetries of the board."""
    count, height, width = batch.cells.shape
    chosen = symmetries(height, width)
    part = count // len(chosen)

    def seen(boards: jax.Array) -> jax.Array:
        parts = (turned(boards[i * part : (i + 1) * part], symmetry) for i, symmetry in enumerate(chosen))
        return jnp.concatenate(list(parts))

    shares = jnp.zeros((count, height * width))
    shares = shares.at[jnp.arange(count)[:, None], batch.moves].add(batch.shares / 255)
    cells, shares = seen(batch.cells), seen(shares.reshape(count, height, width)).reshape(count, -1)
    outputs = apply(params, planes(cells, batch.color, rule, PRECISIONS[plan.precision]))

    is_deep = batch.deep == 1
    weight = jnp.where(is_deep, 1.0, plan.shallow_weight)
    by_score = jax.nn.sigmoid(batch.score / POINTS_PER_LOGIT)
    share = jnp.where(is_deep | (batch.outcome == UNKNOWN), 1.0, plan.score_share)
    target = share * by_score + (1 - share) * batch.outcome / 2
    value = jax.nn.softplus(outputs.value) - target * outputs.value
    least = -jax.scipy.special.xlogy(target, target) - jax.scipy.special.xlogy(1 - target, 1 - target)

    logits = jnp.where(is_empty(cells), outputs.policy, -1e9).reshape(count, -1)
    policy = -(shares * jax.nn.log_softmax(logits)).sum(-1)

    classes = jnp.where(batch.score >= DECIDED, 0, jnp.where(batch.score <= -DECIDED, 2, 1))
    decided = optax.softmax_cross_entropy_with_integer_labels(outputs.decided, classes) * is_deep
    total = (weight * (value + policy)).mean() + DECIDED_WEIGHT * decided.mean()
    return total, Losses(
        value=(value - least).mean(),
        policy=policy.sum() / jnp.maximum((batch.shares[:, 0] > 0).sum(), 1),
        decided=decided.sum() / jnp.maximum(is_deep.sum(), 1),
    )


@partial(jax.jit, static_argnames=("rule", "plan"), donate_argnames="state")
def update(state: State, batch: Batch, step: jax.Array, rule: str, plan: Plan) -> tuple[State, Losses]:
    """One step, with its number from 0. The old state is used up."""
    gradient, losses = jax.grad(loss, has_aux=True)(state.params, batch, rule, plan)
    updates, of_optimiser = optimiser(plan).update(gradient, state.optimiser, state.params)
    params = optax.apply_updates(state.params, updates)
    # The first weights, which are random, are soon forgotten.
    new = 1 - jnp.minimum(plan.average, (2 + step) / (11 + step))
    return State(params, of_optimiser, optax.incremental_update(params, state.averaged, new)), losses


class Source:
    """Positions of one rule and board, and their use."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.use: Split = split(positions)

    def draw(self, random: np.random.Generator, plan: Plan) -> Batch:
        """The positions of a step."""
        deep, shallow = self.use.deep, self.use.shallow
        count = round(plan.batch * plan.deep_share)
        if not len(deep):
            count = 0
        elif not len(shallow):
            count = plan.batch
        drawn = [random.choice(deep, count)] if count else []
        if count < plan.batch:
            drawn.append(random.choice(shallow, plan.batch - count))
        # All symmetries see both kinds.
        return self.positions.batch(random.permutation(np.concatenate(drawn)))


class Run:
    """A run on positions of one or several rules and boards, each of which gives the batch of a step as often."""

    def __init__(self, plan: Plan, sources: list[Source], start: Params | None = None) -> None:
        """Begins with the weights `start`, else with random ones. Raises PlanError."""
        several = max(len(symmetries(source.positions.height, source.positions.width)) for source in sources)
        if plan.batch % several or plan.steps < 1:
            raise PlanError(f"expected a batch divisible by {several} and samples for one at least")
        if not all(len(source.use.deep) + len(source.use.shallow) for source in sources):
            raise PlanError("there are no positions to learn from")
        self.plan, self.sources = plan, sources
        self.step = 0
        random = init(jax.random.PRNGKey(plan.seed), plan.form)
        params = random if start is None else start
        if jax.tree.map(jnp.shape, params) != jax.tree.map(jnp.shape, random):
            raise PlanError("the weights to start with have another form")
        self.start = checksum(params)
        self.state = State(params, optimiser(plan).init(params), jax.tree.map(jnp.copy, params))

    def _draw(self, step: int) -> tuple[Batch, str]:
        """The positions of a step, and their rule."""
        random = np.random.default_rng([self.plan.seed, step])
        source = self.sources[random.integers(len(self.sources))]
        return source.draw(random, self.plan), source.positions.rule

    def train(self, until: int, report: Callable[[int, Losses], None]) -> None:
        """Goes on to a step, and now and then reports the mean losses of the latest ones."""
        latest: list[Losses] = []
        until = min(until, self.plan.steps)
        while self.step < until:
            # The device works while the next positions are drawn.
            batch, rule = self._draw(self.step)
            self.state, losses = update(self.state, batch, jnp.int32(self.step), rule, self.plan)
            latest.append(losses)
            self.step += 1
            if len(latest) == REPORT_EVERY or self.step == until:
                report(self.step, Losses(*(float(np.mean(column)) for column in zip(*latest, strict=True))))
                latest = []

    @property
    def settings(self) -> dict:
        """What decides the result."""
        positions = [[about["checksum"] for about in source.positions.about] for source in self.sources]
        return {"plan": asdict(self.plan), "positions": positions, "start": self.start}

    def save(self, path: Path) -> None:
        """Writes a checkpoint."""
        leaves = {f"leaf-{index}": np.asarray(leaf) for index, leaf in enumerate(jax.tree.leaves(self.state))}
        replace(path, about=json.dumps({"step": self.step, **self.settings}), **leaves)

    def resume(self, path: Path) -> None:
        """Goes on from a checkpoint. Raises PlanError if it is one of another run, or damaged."""
        try:
            with np.load(path) as file:
                about = json.loads(str(file["about"]))
                step = about.pop("step")
                leaves = [jnp.asarray(file[f"leaf-{index}"]) for index in range(len(file.files) - 1)]
        except DAMAGE as error:
            raise PlanError(f"{path} is damaged: {describe(error)}; delete it or choose another folder") from None
        if about != json.loads(json.dumps(self.settings)):
            raise PlanError(f"{path} is of another plan or of other positions; choose another folder")
        self.state = jax.tree.unflatten(jax.tree.structure(self.state), leaves)
        self.step = step
