"""Tables over combinations of line classes and over masks of threats, and Adam.

A table is the sum of a part that few numbers give (one for each class and for each pair of classes, or
for each bit and pair of bits) and of a rest for each entry that is drawn to zero, so that entries that
are seldom seen take their value from similar ones.
"""

from __future__ import annotations

import itertools

import numpy as np
import scipy.sparse as sp

CLASSES = 15
CODES = 3060
THREAT_BITS = 13


def code_of(classes: tuple[int, ...]) -> int:
    """Number of a combination of four classes; the same as `LineClasses::code` of the engine."""
    d, c, b, a = sorted(classes)
    return a * (a + 1) * (a + 2) * (a + 3) // 24 + b * (b + 1) * (b + 2) // 6 + c * (c + 1) // 2 + d


def code_parts() -> sp.csr_matrix:
    """How often each class and each pair of classes is part of each code."""
    pairs = {pair: CLASSES + n for n, pair in enumerate(itertools.combinations_with_replacement(range(CLASSES), 2))}
    parts = sp.lil_matrix((CODES, CLASSES + len(pairs)), dtype=np.float32)
    for classes in itertools.combinations_with_replacement(range(CLASSES), 4):
        code = code_of(classes)
        for single in classes:
            parts[code, single] += 1
        for pair in itertools.combinations(classes, 2):
            parts[code, pairs[pair]] += 1
    return parts.tocsr()


def threat_parts() -> sp.csr_matrix:
    """Which bits and pairs of bits are set in each mask; a column of ones first."""
    masks = np.arange(1 << THREAT_BITS)
    bits = [(masks >> bit & 1).astype(np.float32) for bit in range(THREAT_BITS)]
    pairs = [a * b for a, b in itertools.combinations(bits, 2)]
    return sp.csr_matrix(np.stack([np.ones_like(bits[0]), *bits, *pairs], axis=1))


class Table:
    """A learned table; `values` are its entries."""

    def __init__(
        self, parts: sp.csr_matrix, *, decay: float, shared_rate: float = 1.0, fixed: np.ndarray | None = None
    ) -> None:
        """`decay` draws the rest of each entry to zero; entries marked in `fixed` stay zero.

        `shared_rate` is the rate of the numbers that many entries share, in parts of that of the others.
        """
        self.shared_rate = shared_rate
        self.parts = parts
        self.transposed = parts.T.tocsr()
        self.decay = decay
        self.free = np.ones(parts.shape[0], np.float32) if fixed is None else (~fixed).astype(np.float32)
        self.weights = [np.zeros(parts.shape[1], np.float32), np.zeros(parts.shape[0], np.float32)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0
        self.refresh()

    def refresh(self) -> None:
        """Computes the entries from the parts."""
        self.values = (self.parts @ self.weights[0] + self.weights[1]) * self.free

    def step(self, gradient: np.ndarray, rate: float) -> None:
        """One step of Adam against the gradient by entry."""
        gradient = gradient.astype(np.float32) * self.free
        self.steps += 1
        gradients = [self.transposed @ gradient, gradient]
        for n, (weight, grad, (mean, square)) in enumerate(zip(self.weights, gradients, self.moments, strict=True)):
            mean += 0.1 * (grad - mean)
            square += 0.001 * (grad**2 - square)
            rise = rate * (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-9)
            if n == 0:  # these move many entries at once
                rise *= self.shared_rate
            else:  # decay apart from the gradient, as in AdamW
                weight *= 1 - rate * self.decay
            weight -= rise
        self.refresh()
