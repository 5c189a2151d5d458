"""What a network is to say of samples, and how far it is from that; the same for the engine's network and a teacher."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

NOWHERE = np.float32(-1e9)
"""The logit of points where no move is thought of."""


Params = dict[str, jax.Array]
"""The numbers of a network, by name."""


class Goal(NamedTuple):
    """What is known of samples, one line each, for the side to move."""

    value: jax.Array
    """The expected result, 0 to 1."""
    outcome: jax.Array
    """The result of the game: 1 won, 0.5 drawn, 0 lost."""
    moves: jax.Array
    """Points that may be best, that of the search of the game first; (samples, moves)."""
    shares: jax.Array
    """How likely each of them is thought to be, 0 where there is none; (samples, moves)."""


class Losses(NamedTuple):
    """Cross-entropies of the expected result, of the move and of win, draw and loss; share of moves put first."""

    value: jax.Array
    policy: jax.Array
    outcome: jax.Array
    hits: jax.Array


def outlook(value: jax.Array, draws: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The chances of a win, a draw and a loss for the side to move, given the logits of a value head.

    The expected result e leaves room for 2 min(e, 1 - e) of draws.
    """
    expected = jax.nn.sigmoid(value)
    drawn = jax.nn.sigmoid(draws) * 2 * jnp.minimum(expected, 1 - expected)
    return expected - drawn / 2, drawn, 1 - expected - drawn / 2


def losses(values: jax.Array, draws: jax.Array, logits: jax.Array, goal: Goal) -> Losses:
    """The losses on a batch. That of the outcome moves nothing but the share of draws.

    `values` and `draws` are logits of a value head, (samples,); `logits` those of all points, (samples, points).
    """
    of_value = jnp.mean(jnp.logaddexp(0.0, values) - goal.value * values)
    chances = jnp.stack(outlook(jax.lax.stop_gradient(values), draws))
    happened = (2 - jnp.rint(2 * goal.outcome)).astype(jnp.int32)
    of_outcome = -jnp.log(jnp.maximum(jnp.take_along_axis(chances, happened[None], 0), 1e-6)).mean()
    chosen = jnp.take_along_axis(logits, goal.moves, 1)
    shares = jnp.where(chosen > NOWHERE / 2, goal.shares, 0)
    surprise = jnp.where(shares > 0, shares * (jax.nn.logsumexp(logits, 1)[:, None] - chosen), 0)
    of_policy = surprise.sum() / jnp.maximum(shares.sum(), 1)
    counts = shares[:, 0] > 0
    hits = jnp.where(counts, logits.argmax(1) == goal.moves[:, 0], 0).sum() / jnp.maximum(counts.sum(), 1)
    return Losses(of_value, of_policy, of_outcome, hits)
