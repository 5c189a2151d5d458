"""Numbers of line windows, as in `src/eval/network/windows.rs`: what stands within a few cells along a line."""

from __future__ import annotations

import numpy as np

REACH = 4
"""Cells that a window reaches to each side."""
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Steps along x and y."""
EXCHANGED = np.array([0, 2, 1])
"""Digits with the colours exchanged."""


class Windows:
    """All windows of a reach: first by their kind, the cells left and right of the middle, then by their digits."""

    def __init__(self, reach: int = REACH) -> None:
        """Number the windows."""
        self.reach = reach
        self.first: dict[tuple[int, int], int] = {}
        self.count = 0
        for left in range(reach + 1):
            for right in range(reach + 1):
                self.first[left, right] = self.count
                self.count += 3 ** (left + right + 1)

    def digits(self, left: int, right: int) -> np.ndarray:
        """The cells of each window of a kind: 0 empty, 1 Black, 2 White; (windows, cells)."""
        powers = 3 ** np.arange(left + right + 1)
        return np.arange(3 * powers[-1])[:, None] // powers % 3

    def numbers(self, left: int, right: int, digits: np.ndarray) -> np.ndarray:
        """The numbers of windows of a kind with these cells."""
        return self.first[left, right] + digits @ (3 ** np.arange(left + right + 1))

    def map(self, of_kind: str | Windows) -> np.ndarray:
        """Of each window that seen from the other end ("reversed"), that with the colours exchanged ("swapped"), or
        its middle part among shorter windows.
        """
        parts = []
        for left, right in self.first:
            digits = self.digits(left, right)
            if isinstance(of_kind, Windows):
                inner = min(left, of_kind.reach), min(right, of_kind.reach)
                parts.append(of_kind.numbers(*inner, digits[:, left - inner[0] : left + inner[1] + 1]))
            elif of_kind == "reversed":
                parts.append(self.numbers(right, left, digits[:, ::-1]))
            else:
                parts.append(self.numbers(left, right, EXCHANGED[digits]))
        return np.concatenate(parts)

    def rows(self) -> tuple[np.ndarray, int]:
        """The row of each window, and the number of rows: a window and its reverse share one."""
        smaller = np.minimum(np.arange(self.count), self.map("reversed"))
        kept, rows = np.unique(smaller, return_inverse=True)
        return rows.astype(np.int32), len(kept)
