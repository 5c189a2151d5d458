"""The features of cells and their gradients, for processors: what JAX would do ten times slower.

`pool` and `logits` are the forward pass, `weight_gradient` and `gradient` the backward pass; `model.reference` says the
same in JAX. Arrays of a colour come first Black's, then White's. Cells far from all stones count for nothing: a feature
is the difference to that of the empty board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import get_num_threads, njit, prange

from fukumi_train.windows import DIRECTIONS, Windows

CHANNELS = 32
"""Features of a cell for each colour; known to the compiler of the loops."""
BOTH = 2 * CHANNELS

FAR = np.float32(-1e9)
"""The logit of points that are no candidates: stones and points far from all stones."""
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
        return cls(width, height, windows.reach, empty, left, np.stack([rows, rows[windows.map("swapped")]]))

    def far(self, tables: np.ndarray, biases: np.ndarray) -> np.ndarray:
        """Sums of rows of each cell of an empty board; (cells, 2 * channels)."""
        parts = [tables[side][self.rows[side][self.empty]].sum(0) + biases[side] for side in range(2)]
        return np.concatenate(parts, 1)

    def arguments(self) -> tuple:
        """The beginning of what the loops below take."""
        return self.width, self.height, self.reach, self.empty, self.left, self.rows


@njit(inline="always")
def _clip(value):
    value = value if value > _ZERO else _ZERO
    return value if value < _ONE else _ONE


@njit(inline="always")
def _scratch(area):
    """What a thread needs: numbers of windows, which cells are near a stone, two sets of numbers for each feature."""
    values = np.empty((2, 2, CHANNELS), np.float32)
    return np.empty((4, area), np.int32), np.empty(area, np.bool_), values[0], values[1]


@njit(inline="always")
def _number(cells, width, height, reach, empty, left, numbers, near):
    area = width * height
    for direction in range(4):
        for cell in range(area):
            numbers[direction, cell] = empty[direction, cell]
    for cell in range(area):
        near[cell] = False
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


@njit(inline="always")
def _sums(tables, biases, rows, numbers, cell, sums):
    first, second, third, fourth = numbers[0, cell], numbers[1, cell], numbers[2, cell], numbers[3, cell]
    for side in range(2):
        row_1, row_2, row_3, row_4 = rows[side, first], rows[side, second], rows[side, third], rows[side, fourth]
        for index in range(CHANNELS):
            sums[side, index] = (
                tables[side, row_1, index]
                + tables[side, row_2, index]
                + tables[side, row_3, index]
                + tables[side, row_4, index]
                + biases[side, index]
            )


@njit(inline="always")
def _scatter(slopes, rows, numbers, cell, out):
    for direction in range(4):
        window = numbers[direction, cell]
        for side in range(2):
            row = rows[side, window]
            for index in range(CHANNELS):
                out[side, row, index] += slopes[side, index]


@njit(parallel=True, fastmath=True, cache=True)
def _pool(threads, width, height, reach, empty, left, rows, boards, tables, biases, far, out):
    area = width * height
    for thread in prange(threads):
        numbers, near, sums, total = _scratch(area)
        for board in range(thread, len(boards), threads):
            _number(boards[board], width, height, reach, empty, left, numbers, near)
            total[:] = 0
            for cell in range(area):
                if near[cell]:
                    _sums(tables, biases, rows, numbers, cell, sums)
                    for side in range(2):
                        for index in range(CHANNELS):
                            total[side, index] += _clip(sums[side, index]) - far[cell, side, index]
            out[board] = total


@njit(parallel=True, fastmath=True, cache=True)
def _logits(threads, width, height, reach, empty, left, rows, boards, tables, biases, weights, out):
    area = width * height
    for thread in prange(threads):
        numbers, near, sums, _ = _scratch(area)
        for board in range(thread, len(boards), threads):
            _number(boards[board], width, height, reach, empty, left, numbers, near)
            for cell in range(area):
                if near[cell] and boards[board, cell] == 0:
                    _sums(tables, biases, rows, numbers, cell, sums)
                    logit = _ZERO
                    for side in range(2):
                        for index in range(CHANNELS):
                            logit += _clip(sums[side, index]) * weights[board, side, index]
                    out[board, cell] = logit
                else:
                    out[board, cell] = FAR


@njit(parallel=True, fastmath=True, cache=True)
def _weight_gradient(threads, width, height, reach, empty, left, rows, boards, tables, biases, of_logits, out):
    area = width * height
    for thread in prange(threads):
        numbers, near, sums, total = _scratch(area)
        for board in range(thread, len(boards), threads):
            _number(boards[board], width, height, reach, empty, left, numbers, near)
            total[:] = 0
            for cell in range(area):
                slope = of_logits[board, cell]
                if near[cell] and (slope > _TINY or slope < -_TINY):
                    _sums(tables, biases, rows, numbers, cell, sums)
                    for side in range(2):
                        for index in range(CHANNELS):
                            total[side, index] += _clip(sums[side, index]) * slope
            out[board] = total


@njit(parallel=True, fastmath=True, cache=True)
def _gradient(
    threads, width, height, reach, empty, left, rows, boards, tables, biases, of_sums, weights, of_logits, out, is_near
):
    area = width * height
    for thread in prange(threads):
        numbers, near, sums, slopes = _scratch(area)
        for board in range(thread, len(boards), threads):
            _number(boards[board], width, height, reach, empty, left, numbers, near)
            for cell in range(area):
                is_near[board, cell] = near[cell]
                if not near[cell]:
                    continue
                _sums(tables, biases, rows, numbers, cell, sums)
                slope = of_logits[board, cell]
                if slope < _TINY and slope > -_TINY:
                    slope = _ZERO
                for side in range(2):
                    for index in range(CHANNELS):
                        inside = np.float32((sums[side, index] > _ZERO) & (sums[side, index] < _ONE))
                        slopes[side, index] = inside * (
                            of_sums[board, side, index] + slope * weights[board, side, index]
                        )
                _scatter(slopes, rows, numbers, cell, out[thread])


def _by_side(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(values, np.float32).reshape(len(values), 2, CHANNELS)


def pool(geometry: Geometry, boards: np.ndarray, tables: np.ndarray, biases: np.ndarray) -> np.ndarray:
    """Sums of the features of all cells; (boards, 2 * channels)."""
    out = np.empty((len(boards), 2, CHANNELS), np.float32)
    far = _by_side(np.clip(geometry.far(tables, biases), 0, 1))
    _pool(get_num_threads(), *geometry.arguments(), boards, tables, biases, far, out)
    return out.reshape(-1, BOTH)


def logits(
    geometry: Geometry, boards: np.ndarray, tables: np.ndarray, biases: np.ndarray, weights: np.ndarray
) -> np.ndarray:
    """The features of each candidate times the weights of its board; (boards, cells)."""
    out = np.empty(boards.shape, np.float32)
    _logits(get_num_threads(), *geometry.arguments(), boards, tables, biases, _by_side(weights), out)
    return out


def weight_gradient(
    geometry: Geometry, boards: np.ndarray, tables: np.ndarray, biases: np.ndarray, of_logits: np.ndarray
) -> np.ndarray:
    """The gradient by the weights of `logits`, given that by its result; (boards, 2 * channels)."""
    out = np.empty((len(boards), 2, CHANNELS), np.float32)
    _weight_gradient(get_num_threads(), *geometry.arguments(), boards, tables, biases, of_logits, out)
    return out.reshape(-1, BOTH)


def gradient(
    geometry: Geometry,
    boards: np.ndarray,
    tables: np.ndarray,
    biases: np.ndarray,
    of_sums: np.ndarray,
    weights: np.ndarray,
    of_logits: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """The gradient by tables and biases, given those by the results of `pool` and `logits`."""
    threads = get_num_threads()
    parts = np.zeros((threads, *tables.shape), np.float32)
    near = np.empty(boards.shape, np.bool_)
    slopes = _by_side(of_sums), _by_side(weights), of_logits
    _gradient(threads, *geometry.arguments(), boards, tables, biases, *slopes, parts, near)
    by_table = parts.sum(0)
    far = geometry.far(tables, biases)
    by_far = (near.T.astype(np.float32) @ -of_sums) * ((far > 0) & (far < 1))
    for side in range(2):
        part = by_far[:, side * CHANNELS : (side + 1) * CHANNELS]
        for numbers in geometry.empty:
            np.add.at(by_table[side], geometry.rows[side][numbers], part)
    # Each cell takes one row for each direction, and the bias once.
    return by_table, by_table.sum(1) / 4
