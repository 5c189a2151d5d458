"""The turned and mirrored boards: eight, or four where the sides differ."""

from __future__ import annotations

import jax
import jax.numpy as jnp


def symmetries(height: int, width: int) -> list[int]:
    """Their numbers. Bit 0 turns rows around, bit 1 columns, and before both bit 2 exchanges rows and columns. The
    first two are the board as it is and a half turn, so that few of them say much together.
    """
    return [0, 3, 5, 6, 1, 2, 4, 7] if height == width else [0, 3, 1, 2]


def turned(boards: jax.Array, symmetry: int) -> jax.Array:
    """Boards [N, height, width] under a symmetry."""
    if symmetry & 4:
        boards = jnp.swapaxes(boards, 1, 2)
    return _flipped(boards, symmetry)


def turned_back(boards: jax.Array, symmetry: int) -> jax.Array:
    """The inverse of `turned`."""
    boards = _flipped(boards, symmetry)
    return jnp.swapaxes(boards, 1, 2) if symmetry & 4 else boards


def _flipped(boards: jax.Array, symmetry: int) -> jax.Array:
    axes = [axis for axis, bit in ((1, 1), (2, 2)) if symmetry & bit]
    return jnp.flip(boards, axes) if axes else boards
