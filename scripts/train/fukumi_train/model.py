"""The network: its numbers, what it makes of the features of cells, and the same all in JAX for comparison.

Shapes: `colors` is 1 where the rule is the same for both colours, else 2, Black's numbers first. Channels are those of
one colour; arrays over both colours have Black's first, heads take those of the side to move first.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from fukumi_train import goal
from fukumi_train.goal import NOWHERE, Goal, Losses, Params
from fukumi_train.kernels import CHANNELS, Geometry
from fukumi_train.windows import DIRECTIONS, REACH, Windows

HIDDEN = 32
THREAT_MASKS = 1 << 13
SUM_SCALE = 16.0
"""What the sums of features are divided by."""
LEAK = 1 / 16
"""Slope of a hidden unit below zero."""
FEATURE_MAX = 127
"""The integer that a feature of 1 becomes; rows are rounded to its unit."""
POINTS_PER_LOGIT = 200.0
MESSAGES = 4
"""Messages that a candidate sends to each of its neighbours: products of its features and weights of the position."""


class Batch(NamedTuple):
    """Samples: everything but the stones."""

    to_move: jax.Array
    static: jax.Array
    threats: jax.Array
    open: jax.Array
    """Whether a move is thought of: the point is empty and not far from all stones; (boards, cells)."""
    candidates: jax.Array
    """See `kernels.Cells`."""
    goal: Goal


def new(seed: int, *, colors: int = 1) -> Params:
    """Numbers to begin with."""
    random = np.random.default_rng(seed)
    windows = Windows()
    counts = [windows.rows()[1], *(Windows(reach).rows()[1] for reach in (REACH - 1, REACH - 2))]

    def layer(name: str, inputs: int, outputs: int, scale: float = 1.0) -> Params:
        bound = scale / np.sqrt(inputs)
        return {
            name: random.uniform(-bound, bound, (colors, outputs, inputs)),
            f"{name}_bias": np.zeros((colors, outputs)),
        }

    params = {
        "rows": np.zeros((colors, counts[0], CHANNELS)),
        "rows_3": random.normal(0, 0.12, (colors, counts[1], CHANNELS)),
        "rows_2": random.normal(0, 0.12, (colors, counts[2], CHANNELS)),
        "bias": np.full((colors, CHANNELS), 0.05),
        "threats": np.zeros((colors, THREAT_MASKS, HIDDEN)),
        "classical": np.ones(colors),
        **layer("value_1", 2 * CHANNELS, HIDDEN),
        **layer("value_2", HIDDEN, HIDDEN),
        **layer("value_3", HIDDEN, 2),
        **layer("policy_1", 2 * CHANNELS, HIDDEN),
        **layer("policy_2", HIDDEN, 2 * CHANNELS, 0.1),
        **layer("messages", HIDDEN, MESSAGES * 2 * CHANNELS),
        # They are learned from zero, with which messages count for nothing.
        "spread": np.zeros((colors, MESSAGES, 2 * REACH)),
    }
    return {name: jnp.asarray(value, jnp.float32) for name, value in params.items()}


def colors_of(params: Params) -> int:
    """1 where both colours share the numbers, else 2."""
    return len(params["threats"])


def by_color(params: Params) -> Params:
    """The same network with numbers of its own for each colour."""
    return {name: jnp.concatenate([value, value]) if len(value) == 1 else value for name, value in params.items()}


def _parts() -> list[np.ndarray]:
    """Of each row the rows of its middle parts."""
    windows = Windows()
    rows, count = windows.rows()
    first = np.zeros(count, np.int64)
    first[rows] = np.arange(windows.count)
    parts = []
    for reach in (REACH - 1, REACH - 2):
        shorter = Windows(reach)
        parts.append(shorter.rows()[0][windows.map(shorter)][first])
    return parts


_MIDDLE_3, _MIDDLE_2 = _parts()


def rounded(values: jax.Array, unit: float) -> jax.Array:
    """The values as they will be after rounding; the gradient knows nothing of it."""
    return values + jax.lax.stop_gradient(jnp.round(values * unit) / unit - values)


def tables(params: Params) -> tuple[jax.Array, jax.Array]:
    """The rows and the biases of both colours; (2, rows, channels), (2, channels).

    A row is the sum of a part that all windows with the same middle share and a rest of its own.
    """
    rows = params["rows"] + params["rows_3"][:, _MIDDLE_3] + params["rows_2"][:, _MIDDLE_2]
    rows = rounded(jnp.clip(rows, -1, 1), FEATURE_MAX)
    both = (2, *rows.shape[1:])
    return jnp.broadcast_to(rows, both), jnp.broadcast_to(rounded(params["bias"], FEATURE_MAX), (2, CHANNELS))


def split_rows(rows: np.ndarray) -> Params:
    """The parts of rows that `tables` puts together: means over those with the same middle, and what is left."""
    parts = {}
    for name, middle in (("rows_2", _MIDDLE_2), ("rows_3", _MIDDLE_3)):
        sums = np.zeros((len(rows), middle.max() + 1, CHANNELS), np.float32)
        np.add.at(sums, (slice(None), middle), rows)
        parts[name] = sums / np.bincount(middle)[:, None]
        rows = rows - parts[name][:, middle]
    return {**parts, "rows": rows}


def _dense(params: Params, name: str, side: jax.Array, values: jax.Array) -> jax.Array:
    weights, bias = params[name], params[f"{name}_bias"]
    if len(weights) == 1:
        return values @ weights[0].T + bias[0]
    both = jnp.einsum("bi,coi->cbo", values, weights) + bias[:, None]
    return jnp.where(side[:, None] == 0, both[0], both[1])


def _exchanged(values: jax.Array, to_move: jax.Array) -> jax.Array:
    """Numbers of both colours, from Black's first to those of the side to move first or back; (boards, ..., both)."""
    is_black = (to_move == 0).reshape(-1, *[1] * (values.ndim - 1))
    return jnp.where(is_black, values, jnp.roll(values, CHANNELS, axis=-1))


def _leak(values: jax.Array) -> jax.Array:
    return jax.nn.leaky_relu(values, LEAK)


def value(params: Params, sums: jax.Array, batch: Batch) -> tuple[jax.Array, jax.Array]:
    """The expected result for the side to move, and the share of draws in what leaves room for them, in logits."""
    set_of = batch.to_move if colors_of(params) == 2 else jnp.zeros_like(batch.to_move)
    inputs = _exchanged(sums, batch.to_move) / SUM_SCALE
    hidden = _dense(params, "value_1", batch.to_move, inputs) + params["threats"][set_of, batch.threats]
    hidden = _leak(_dense(params, "value_2", batch.to_move, _leak(hidden)))
    correction, draws = _dense(params, "value_3", batch.to_move, hidden).T
    return correction + params["classical"][set_of] * batch.static / POINTS_PER_LOGIT, draws


def policy_weights(params: Params, sums: jax.Array, to_move: jax.Array) -> jax.Array:
    """What the features of a candidate are weighted with for itself, and for its messages; (boards, 1 + messages,
    2 * channels), Black's first.
    """
    inputs = _exchanged(sums, to_move) / SUM_SCALE
    hidden = _leak(_dense(params, "policy_1", to_move, inputs))
    weights = [_dense(params, name, to_move, hidden) for name in ("policy_2", "messages")]
    return _exchanged(jnp.concatenate(weights, 1).reshape(len(sums), 1 + MESSAGES, -1), to_move)


def logits(params: Params, products: jax.Array, batch: Batch, neighbors: jax.Array) -> jax.Array:
    """How likely each move is, given what features and weights make and `Geometry.neighbors`; (boards, cells).

    That of a point is its own product, and the messages from the candidates up to four away on its lines, times factors
    by distance, straight or diagonal.
    """
    sent = jnp.where(batch.candidates[:, None], products[:, 1:], 0)
    matrices = jnp.einsum("ckd,dst->ckst", params["spread"], neighbors.astype(jnp.float32))
    received = jnp.einsum("bks,ckst->cbt", sent, matrices)
    received = received[0] if len(received) == 1 else jnp.where(batch.to_move[:, None] == 0, received[0], received[1])
    return jnp.where(batch.open, products[:, 0] + received, NOWHERE)


def losses(params: Params, sums: jax.Array, products: jax.Array, batch: Batch, neighbors: jax.Array) -> Losses:
    """The losses on a batch."""
    return goal.losses(*value(params, sums, batch), logits(params, products, batch, neighbors), batch.goal)


def reference(
    geometry: Geometry, boards: np.ndarray, tables: jax.Array, biases: jax.Array, weights: jax.Array
) -> tuple[jax.Array, jax.Array]:
    """What `kernels.pool` and `kernels.products` compute, in JAX: slow, but it differentiates itself."""
    area = geometry.width * geometry.height
    change = np.zeros((area, 4 * area), np.int64)
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        for cell in range(area):
            y, x = divmod(cell, geometry.width)
            for steps in range(-geometry.reach, geometry.reach + 1):
                other_x, other_y = x + steps * dx, y + steps * dy
                if 0 <= other_x < geometry.width and 0 <= other_y < geometry.height:
                    other = other_y * geometry.width + other_x
                    change[cell, direction * area + other] = 3 ** (geometry.left[direction, other] - steps)
    moved = (boards.astype(np.int64) @ change).reshape(len(boards), 4, area)
    numbers = moved + geometry.empty
    near = (moved > 0).any(1)
    features = []
    for side in range(2):
        sums = tables[side][geometry.rows[side][numbers]].sum(1) + biases[side]
        features.append(jnp.clip(sums, 0, 1))
    both = jnp.concatenate(features, 2)
    far = jnp.clip(
        jnp.concatenate(
            [tables[side][geometry.rows[side][geometry.empty]].sum(0) + biases[side] for side in range(2)], 1
        ),
        0,
        1,
    )
    pooled = jnp.where(near[:, :, None], both - far, 0).sum(1)
    is_open = near & (boards == 0)
    return pooled, jnp.where(is_open[:, None], jnp.einsum("bnc,bsc->bsn", both, weights), 0)
