"""The network: a tower of residual blocks with global pooling, a head for the value and one for the policy.

The README of assets/teacher describes the form. Arrays of weights are in the order height, width, input, output; those
of the blocks have one more axis before these, that of the blocks.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

PLANES = 24
"""Planes of the input: 18, one for forbidden points, four for rules, and an empty one: multiples of 8 are fast."""
RULE_PLANES = {"standard": 19, "renju": 20, "caro": 21, "caro-overline": 22}
"""The plane that is 1 everywhere under a rule; freestyle has none."""
THREATS = 7
HEAD = 48
"""Channels of a head."""
HIDDEN = 96
"""Units of the value's hidden layer."""
CLASSES = 3
"""Decided as won, open, decided as lost."""

Params = dict[str, "jax.Array | Params"]


@dataclass(frozen=True)
class Form:
    """The size of a network."""

    blocks: int
    channels: int


class Outputs(NamedTuple):
    """What the network says of N positions, for the side to move."""

    policy: jax.Array
    """[N, height, width]: a logit for each cell, also for those with stones."""
    value: jax.Array
    """[N]: the logit of the expected result."""
    decided: jax.Array
    """[N, 3]: logits of the classes."""


def planes(cells: jax.Array, color: jax.Array, rule: str, dtype: jnp.dtype) -> jax.Array:
    """The input, [N, height, width, PLANES], of cells [N, height, width] and sides to move [N] under a rule.

    Bits 0 and 1 of a cell are 0 for an empty one, 1 for an own stone, 2 for one of the opponent, 3 for an empty cell
    that is forbidden for Black; the next seven say what an own stone would make, and seven more what the opponent's.
    """
    cells = cells.astype(jnp.int32)
    state = cells & 3
    is_black = jnp.broadcast_to((color == 0)[:, None, None], cells.shape)
    found = [state == 1, state == 2, is_empty(cells), is_black]
    found += [(cells >> (2 + bit)) & 1 for bit in range(2 * THREATS)]
    found.append(state == 3)
    found += [jnp.full_like(cells, plane == RULE_PLANES.get(rule)) for plane in range(len(found), PLANES)]
    return jnp.stack([plane.astype(dtype) for plane in found], axis=-1)


def is_empty(cells: jax.Array) -> jax.Array:
    """Where there is no stone."""
    state = cells & 3
    return (state == 0) | (state == 3)


def init(key: jax.Array, form: Form) -> Params:
    """Random weights, as `float32`. The last layer of each part begins small, so that the sum of many blocks does."""
    count, channels = form.blocks, form.channels
    keys = iter(jax.random.split(key, 16))

    def normal(*shape: int, inputs: int, gain: float, scale: float = 1.0) -> jax.Array:
        return jax.random.normal(next(keys), shape) * (scale * math.sqrt(gain / inputs))

    return {
        "stem": normal(5, 5, PLANES, channels, inputs=25 * PLANES, gain=2),
        "blocks": {
            "g1": jnp.ones((count, channels)),
            "c1": normal(count, 3, 3, channels, channels, inputs=9 * channels, gain=2),
            "g2": jnp.ones((count, channels)),
            "c2": normal(count, 3, 3, channels, channels, inputs=9 * channels, gain=2, scale=0.1),
            "gp": normal(count, 2 * channels, channels, inputs=2 * channels, gain=1, scale=0.3),
        },
        "gf": jnp.ones(channels),
        "pc": normal(1, 1, channels, HEAD, inputs=channels, gain=2),
        "pg": normal(2 * HEAD, HEAD, inputs=2 * HEAD, gain=1),
        "pb": jnp.zeros(HEAD),
        "po": normal(HEAD, 1, inputs=HEAD, gain=1, scale=0.1),
        "vc": normal(1, 1, channels, HEAD, inputs=channels, gain=2),
        "vb": jnp.zeros(HEAD),
        "v1": normal(2 * HEAD, HIDDEN, inputs=2 * HEAD, gain=1),
        "vb1": jnp.zeros(HIDDEN),
        "v2": normal(HIDDEN, 1 + CLASSES, inputs=HIDDEN, gain=1, scale=0.1),
        "vb2": jnp.zeros(1 + CLASSES),
    }


def open_to_rules(params: Params, learned: Collection[str]) -> Params:
    """The same weights, those of the planes of other rules than `learned` being 0 and not what they were by chance."""
    stem = params["stem"]
    for rule, plane in RULE_PLANES.items():
        if rule not in learned:
            stem = stem.at[:, :, plane].set(0)
    return params | {"stem": stem}


def _convolution(x: jax.Array, weights: jax.Array) -> jax.Array:
    form = ("NHWC", "HWIO", "NHWC")
    return jax.lax.conv_general_dilated(x, weights, (1, 1), "SAME", dimension_numbers=form)


@jax.custom_vjp
def convolved(x: jax.Array, weights: jax.Array) -> jax.Array:
    """A convolution, padded with zeros. Both arrays have one type; the sides of the weights are odd."""
    return _convolution(x, weights)


def _keep(x: jax.Array, weights: jax.Array) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
    return convolved(x, weights), (x, weights)


def _gradients(kept: tuple[jax.Array, jax.Array], grad: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Gradients of `x` and of the weights. XLA's own are fast on a GPU; on a processor those of the weights take 25
    times as long as the convolution.
    """
    x, weights = kept
    if jax.default_backend() != "cpu":
        return jax.vjp(_convolution, x, weights)[1](grad)
    return convolved(grad, jnp.flip(weights, (0, 1)).swapaxes(2, 3)), _gradient_of_weights(x, grad, weights.shape)


def _gradient_of_weights(x: jax.Array, grad: jax.Array, shape: tuple[int, ...]) -> jax.Array:
    """One product of matrices for each cell of the weights: the boards, shifted, by the gradients. The gradients come
    first, since XLA multiplies faster in that order.
    """
    rows, columns, inputs, outputs = shape
    _, height, width, _ = x.shape
    padded = jnp.pad(x, ((0, 0), (rows // 2, rows // 2), (columns // 2, columns // 2), (0, 0)))
    grad = grad.reshape(-1, outputs).T

    def of_cell(row: int, column: int) -> jax.Array:
        shifted = padded[:, row : row + height, column : column + width]
        return (grad @ shifted.reshape(-1, inputs)).T

    cells = [of_cell(row, column) for row in range(rows) for column in range(columns)]
    return jnp.stack(cells).reshape(shape)


convolved.defvjp(_keep, _gradients)


def normed(x: jax.Array, weights: jax.Array) -> jax.Array:
    """Each cell's channels divided by the root of their mean square, times weights [channels]."""
    y = x.astype(jnp.float32)
    return (y * jax.lax.rsqrt(jnp.mean(y * y, axis=-1, keepdims=True) + 1e-5) * weights).astype(x.dtype)


def pooled(x: jax.Array) -> jax.Array:
    """Mean and largest value of each channel over the board: [N, 2 * channels], `float32`."""
    y = x.astype(jnp.float32)
    return jnp.concatenate([y.mean((1, 2)), y.max((1, 2))], axis=-1)


def apply(params: Params, inputs: jax.Array) -> Outputs:
    """The outputs, `float32`, for planes [N, height, width, PLANES], whose type is that of the convolutions."""

    def block(x: jax.Array, own: Params) -> tuple[jax.Array, None]:
        y = checkpoint_name(convolved(jax.nn.relu(normed(x, own["g1"])), own["c1"].astype(x.dtype)), "convolved")
        y += (pooled(y) @ own["gp"])[:, None, None].astype(y.dtype)
        return x + convolved(jax.nn.relu(normed(y, own["g2"])), own["c2"].astype(x.dtype)), None

    # Learning keeps what the convolutions gave and computes the rest again: moving it takes longer.
    kept = jax.checkpoint_policies.save_only_these_names("convolved")
    block = jax.checkpoint(block, prevent_cse=False, policy=kept)
    x, _ = jax.lax.scan(block, convolved(inputs, params["stem"].astype(inputs.dtype)), params["blocks"])
    x = jax.nn.relu(normed(x, params["gf"]))

    y = convolved(x, params["pc"].astype(x.dtype))
    y = jax.nn.relu(y + (pooled(y) @ params["pg"] + params["pb"])[:, None, None].astype(y.dtype))
    policy = (y.astype(jnp.float32) @ params["po"])[..., 0]

    y = pooled(jax.nn.relu(convolved(x, params["vc"].astype(x.dtype)) + params["vb"].astype(x.dtype)))
    y = jax.nn.relu(y @ params["v1"] + params["vb1"]) @ params["v2"] + params["vb2"]
    return Outputs(policy, y[:, 0], y[:, 1:])
