"""Training of the network: batches, gradients and steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
import optax

from fukumi_train import kernels, model, run
from fukumi_train.boards import Boards
from fukumi_train.goal import Losses, Params
from fukumi_train.kernels import Geometry
from fukumi_train.model import Batch
from fukumi_train.run import Run
from fukumi_train.windows import Windows


@dataclass
class Plan(run.Plan):
    """How to train a network."""

    policy_rate: float = 1.0
    """Rate of the layers that make the weights of the policy, in parts of the other one. What they make is multiplied
    with features and grows from round to round; a tenth kept a run together that went on with a trained network.
    """
    decay: float = 1.0
    """Weight decay of what single windows and single masks of threats have of their own, per rate."""
    label_share: float = 0.5
    """Weight of what a teacher says where samples have labels, in the targets of value and policy."""


class Training(Run):
    """One run."""

    plan: Plan

    def __init__(self, sets: list[Boards], plan: Plan, *, colors: int = 1, start: Params | None = None) -> None:
        """Prepare a run from new numbers or from those of `start`."""
        super().__init__(sets, plan)
        if start is not None and model.colors_of(start) > colors:
            raise ValueError("a run that is not by color cannot begin with the numbers of one that is")
        windows = Windows()
        self.geometries = [Geometry.of(boards.width, boards.height, windows) for boards in sets]
        if start is None:
            self.params = model.new(plan.seed, colors=colors)
        else:
            self.params = start if model.colors_of(start) == colors else model.by_color(start)
        own = {name: name in ("rows", "threats") for name in self.params}
        of_policy = {name: name.startswith("policy") for name in self.params}
        self.optimizer = optax.chain(
            optax.clip_by_global_norm(1.0),
            optax.scale_by_adam(b2=0.999),
            optax.add_decayed_weights(plan.decay, mask=own),
            optax.scale_by_learning_rate(self.schedule()),
            optax.masked(optax.scale(plan.policy_rate), of_policy),
        )
        self.state = self.optimizer.init(self.params)
        self._compile()

    def _compile(self) -> None:
        def loss(params: Params, *rest: jax.Array | Batch) -> tuple[jax.Array, Losses]:
            parts = model.losses(params, *rest)
            return self.plan.total(parts), parts

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

    def _forward(self, number: int, boards: Boards, label_share: float) -> tuple:
        samples = boards.samples
        stones = np.ascontiguousarray(samples["cells"])
        geometry = self.geometries[number]
        tables, biases = (np.asarray(part) for part in self._tables(self.params))
        cells, far = kernels.look(geometry, stones, tables, biases), geometry.far(tables, biases)
        batch = Batch(
            to_move=jnp.asarray(samples["to_move"], jnp.int32),
            static=jnp.asarray(samples["static"], jnp.float32),
            threats=jnp.asarray(samples["threats"], jnp.int32),
            open=jnp.asarray(cells.near & (stones == 0)),
            candidates=jnp.asarray(cells.candidates),
            goal=boards.goal(self.plan.score_share, label_share),
        )
        sums = kernels.pool(cells, far)
        weights = np.asarray(self._weights(self.params, sums, batch.to_move))
        products = kernels.products(cells, stones, weights)
        return batch, cells, far, sums, weights, products

    def learn_from(self, number: int, picked: np.ndarray) -> Losses:
        """See `Run`."""
        forward = self._forward(number, self.learn[number][picked], self.plan.label_share)
        batch, cells, far, sums, weights, products = forward
        geometry = self.geometries[number]
        (_, parts), (of_params, of_sums, of_products) = self._loss(
            self.params, sums, products, batch, geometry.neighbors
        )
        of_products = np.asarray(of_products)
        of_weights = kernels.weight_gradient(cells, of_products)
        more_params, more_sums = self._weights_back(self.params, sums, batch.to_move, of_weights)
        of_sums = np.asarray(of_sums) + np.asarray(more_sums)
        of_tables = kernels.gradient(geometry, cells, far, of_sums, weights, of_products)
        gradients = [of_params, more_params, self._tables_back(self.params, of_tables)]
        self.params, self.state = self._update(self.params, self.state, gradients)
        return parts

    def losses_on(self, number: int, picked: np.ndarray) -> Losses:
        """See `Run`."""
        batch, *_, sums, _, products = self._forward(number, self.check[number][picked], 0.0)
        return self._losses(self.params, sums, products, batch, self.geometries[number].neighbors)

    def expected(self, number: int, picked: np.ndarray) -> np.ndarray:
        """See `Run`."""
        batch, *_, sums, _, _ = self._forward(number, self.check[number][picked], 0.0)
        return np.asarray(jax.nn.sigmoid(model.value(self.params, sums, batch)[0]))
