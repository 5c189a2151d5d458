"""The features of cells and their gradients, for processors: what JAX would do ten times slower.

`look`, `pool` and `products` are the forward pass, `weight_gradient` and `gradient` the backward pass;
`model.reference` says the same in JAX. Arrays of a colour come first Black's, then White's. Cells far from all stones
count for nothing: a feature is the difference to that of the empty board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import get_num_threads, njit, prange

from fukumi_train.windows import DIRECTIONS, REACH, Windows

CHANNELS = 32
"""Features of a cell for each colour. The loops take it from the arrays: known to the compiler, it would have it unroll
them and add number by number, at a third of the speed.
"""
BOTH = 2 * CHANNELS

_TINY = np.float32(1e-8)
_ZERO = np.float32(0)
_ONE = np.float32(1)


@dataclass
class Geometry:
    """What is fixed by the size of a board."""

    width: int
    height: int
    reach: int
    empty: np.ndarray
    """Numbers of the windows of an empty board; (4, cells)."""
    left: np.ndarray
    """Cells that each window has to the left; (4, cells)."""
    rows: np.ndarray
    """The row of each window as Black sees it, and as White does; (2, windows)."""
    neighbors: np.ndarray
    """Whether two cells are one to four apart on a straight line, then the same on a diagonal; (8, cells, cells)."""

    @classmethod
    def of(cls, width: int, height: int, windows: Windows) -> Geometry:
        """The geometry of a board."""
        empty = np.zeros((4, width * height), np.int32)
        left = np.zeros_like(empty)
        for number, (dx, dy) in enumerate(DIRECTIONS):
            for cell in range(width * height):
                y, x = divmod(cell, width)
                sides = []
                for sign in (-1, 1):
                    steps = 0
                    while steps < windows.reach:
                        other_x, other_y = x + sign * (steps + 1) * dx, y + sign * (steps + 1) * dy
                        if not (0 <= other_x < width and 0 <= other_y < height):
                            break
                        steps += 1
                    sides.append(steps)
                empty[number, cell] = windows.first[sides[0], sides[1]]
                left[number, cell] = sides[0]
        rows, _ = windows.rows()
        rows = np.stack([rows, rows[windows.map("swapped")]])
        return cls(width, height, windows.reach, empty, left, rows, _neighbors(width, height))

    def far(self, tables: np.ndarray, biases: np.ndarray) -> np.ndarray:
        """Sums of rows of each cell of an empty board; (cells, 2 * channels)."""
        parts = [tables[side][self.rows[side][self.empty]].sum(0) + biases[side] for side in range(2)]
        return np.concatenate(parts, 1)


def _neighbors(width: int, height: int) -> np.ndarray:
    y, x = np.divmod(np.arange(width * height), width)
    dx, dy = np.abs(x[:, None] - x), np.abs(y[:, None] - y)
    apart = np.maximum(dx, dy)
    straight, diagonal = np.minimum(dx, dy) == 0, dx == dy
    return np.stack([kind & (apart == steps) for kind in (straight, diagonal) for steps in range(1, REACH + 1)])


@dataclass
class Cells:
    """What is seen of each cell of each board."""

    numbers: np.ndarray
    """Numbers of the windows; (boards, 4, cells)."""
    near: np.ndarray
    """Whether a window has a stone; (boards, cells)."""
    candidates: np.ndarray
    """Whether the engine looks at the point: it is empty and has a stone within two cells in any direction or three
    along a line; (boards, cells).
    """
    sums: np.ndarray
    """Sums of rows, before they are clipped; (boards, cells, 2, channels). Only those near a stone have any."""


@njit(inline="always")
def _clip(value):
    value = value if value > _ZERO else _ZERO
    return value if value < _ONE else _ONE


@njit(inline="always")
def _number(cells, width, height, reach, empty, left, numbers, near, candidates):
    area = width * height
    for direction in range(4):
        for cell in range(area):
            numbers[direction, cell] = empty[direction, cell]
    for cell in range(area):
        near[cell] = False
        candidates[cell] = False
    for cell in range(area):
        digit = np.int32(cells[cell])
        if digit == 0:
            continue
        y, x = cell // width, cell % width
        for direction in range(4):
            dx = 0 if direction == 1 else 1
            dy = 0 if direction == 0 else (-1 if direction == 3 else 1)
            for steps in range(-reach, reach + 1):
                other_x, other_y = x + steps * dx, y + steps * dy
                if 0 <= other_x < width and 0 <= other_y < height:
                    other = other_y * width + other_x
                    numbers[direction, other] += digit * np.int32(3) ** (left[direction, other] - steps)
                    near[other] = True
        for other_y in range(max(y - 3, 0), min(y + 4, height)):
            for other_x in range(max(x - 3, 0), min(x + 4, width)):
                less, more = min(abs(other_x - x), abs(other_y - y)), max(abs(other_x - x), abs(other_y - y))
                other = other_y * width + other_x
                if cells[other] == 0 and (more < 3 or less == 0 or less == 3):
                    candidates[other] = True


@njit(parallel=True, fastmath=True, cache=True)
def _look(width, height, reach, empty, left, rows, boards, tables, biases, numbers, near, candidates, sums):
    channels = tables.shape[2]
    for board in prange(len(boards)):
        _number(boards[board], width, height, reach, empty, left, numbers[board], near[board], candidates[board])
        for cell in range(width * height):
            if not near[board, cell]:
                continue
            for side in range(2):
                row_1, row_2 = rows[side, numbers[board, 0, cell]], rows[side, numbers[board, 1, cell]]
                row_3, row_4 = rows[side, numbers[board, 2, cell]], rows[side, numbers[board, 3, cell]]
                for index in range(channels):
                    sums[board, cell, side, index] = (
                        tables[side, row_1, index]
                        + tables[side, row_2, index]
                        + tables[side, row_3, index]
                        + tables[side, row_4, index]
                        + biases[side, index]
                    )


@njit(parallel=True, fastmath=True, cache=True)
def _pool(near, sums, far, out):
    channels = sums.shape[3]
    for board in prange(len(near)):
        out[board] = _ZERO
        for cell in range(near.shape[1]):
            if near[board, cell]:
                for side in range(2):
                    for index in range(channels):
                        feature = _clip(sums[board, cell, side, index])
                        out[board, side, index] += feature - far[cell, side, index]


@njit(parallel=True, fastmath=True, cache=True)
def _products(boards, near, candidates, sums, weights, out):
    channels = sums.shape[3]
    for board in prange(len(near)):
        features = np.empty((2, CHANNELS), np.float32)
        for cell in range(near.shape[1]):
            for number in range(weights.shape[1]):
                out[board, number, cell] = _ZERO
            if not near[board, cell] or boards[board, cell] != 0:
                continue
            for side in range(2):
                for index in range(channels):
                    features[side, index] = _clip(sums[board, cell, side, index])
            for number in range(weights.shape[1] if candidates[board, cell] else 1):
                product = _ZERO
                for side in range(2):
                    for index in range(channels):
                        product += features[side, index] * weights[board, number, side, index]
                out[board, number, cell] = product


@njit(parallel=True, fastmath=True, cache=True)
def _weight_gradient(near, sums, of_products, out):
    channels = sums.shape[3]
    for board in prange(len(near)):
        out[board] = _ZERO
        for cell in range(near.shape[1]):
            if not near[board, cell]:
                continue
            for number in range(out.shape[1]):
                slope = of_products[board, number, cell]
                if slope > _TINY or slope < -_TINY:
                    for side in range(2):
                        for index in range(channels):
                            out[board, number, side, index] += _clip(sums[board, cell, side, index]) * slope


@njit(parallel=True, fastmath=True, cache=True)
def _gradient(threads, rows, numbers, near, sums, of_sums, weights, of_products, out):
    channels = sums.shape[3]
    for thread in prange(threads):
        slopes = np.empty((2, CHANNELS), np.float32)
        for board in range(thread, len(near), threads):
            for cell in range(near.shape[1]):
                if not near[board, cell]:
                    continue
                for side in range(2):
                    for index in range(channels):
                        slopes[side, index] = of_sums[board, side, index]
                for number in range(weights.shape[1]):
                    slope = of_products[board, number, cell]
                    if slope > _TINY or slope < -_TINY:
                        for side in range(2):
                            for index in range(channels):
                                slopes[side, index] += slope * weights[board, number, side, index]
                for side in range(2):
                    for index in range(channels):
                        sum_here = sums[board, cell, side, index]
                        slopes[side, index] *= np.float32((sum_here > _ZERO) & (sum_here < _ONE))
                for direction in range(4):
                    window = numbers[board, direction, cell]
                    for side in range(2):
                        row = rows[side, window]
                        for index in range(channels):
                            out[thread, side, row, index] += slopes[side, index]


def _by_side(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(values, np.float32).reshape(*values.shape[:-1], 2, CHANNELS)


def look(geometry: Geometry, boards: np.ndarray, tables: np.ndarray, biases: np.ndarray) -> Cells:
    """The windows of all cells and the sums of their rows."""
    count, area = boards.shape
    numbers, sums = np.empty((count, 4, area), np.int32), np.empty((count, area, 2, CHANNELS), np.float32)
    cells = Cells(numbers, np.empty((count, area), np.bool_), np.empty((count, area), np.bool_), sums)
    fixed = geometry.width, geometry.height, geometry.reach, geometry.empty, geometry.left, geometry.rows
    _look(*fixed, boards, tables, biases, cells.numbers, cells.near, cells.candidates, cells.sums)
    return cells


def pool(cells: Cells, far: np.ndarray) -> np.ndarray:
    """Sums of the features of all cells, given the sums of rows on the empty board; (boards, 2 * channels)."""
    out = np.empty((len(cells.near), 2, CHANNELS), np.float32)
    _pool(cells.near, cells.sums, _by_side(np.clip(far, 0, 1)), out)
    return out.reshape(-1, BOTH)


def products(cells: Cells, boards: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The features of each cell times the weights of its board, of which there are several; (boards, sets of weights,
    cells). Nothing is computed for stones and points far from all stones, and with other weights than the first only
    candidates.
    """
    out = np.empty((len(boards), weights.shape[1], boards.shape[1]), np.float32)
    _products(boards, cells.near, cells.candidates, cells.sums, _by_side(weights), out)
    return out


def weight_gradient(cells: Cells, of_products: np.ndarray) -> np.ndarray:
    """The gradient by the weights of `products`, given that by its result where it was computed; (boards, sets of
    weights, 2 * channels).
    """
    out = np.empty((*of_products.shape[:2], 2, CHANNELS), np.float32)
    _weight_gradient(cells.near, cells.sums, of_products, out)
    return out.reshape(*of_products.shape[:2], BOTH)


def gradient(
    geometry: Geometry, cells: Cells, far: np.ndarray, of_sums: np.ndarray, weights: np.ndarray, of_products: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The gradient by tables and biases, given those by the results of `pool` and `products`."""
    threads = get_num_threads()
    parts = np.zeros((threads, 2, geometry.rows.max() + 1, CHANNELS), np.float32)
    slopes = _by_side(of_sums), _by_side(weights), of_products
    _gradient(threads, geometry.rows, cells.numbers, cells.near, cells.sums, *slopes, parts)
    by_table = parts.sum(0)
    by_far = (cells.near.T.astype(np.float32) @ -of_sums) * ((far > 0) & (far < 1))
    for side in range(2):
        part = by_far[:, side * CHANNELS : (side + 1) * CHANNELS]
        for numbers in geometry.empty:
            np.add.at(by_table[side], geometry.rows[side][numbers], part)
    # Each cell takes one row for each direction, and the bias once.
    return by_table, by_table.sum(1) / 4
