"""What a teacher says of positions, as a mean over symmetries, and its labels as files for `fukumi-train teach`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from fukumi_tools.files import write_json, writing
from fukumi_tools.folder import FolderError, lock_folder

from .network import Outputs, Params, apply, is_empty, planes
from .positions import ABOUT_FILE, Batch, Positions, file_of
from .quantised import Quantised
from .symmetry import symmetries, turned, turned_back

PRECISIONS = {"bf16": jnp.bfloat16, "f32": jnp.float32}
"""Types of the convolutions in JAX."""
INT8 = "int8"
"""The convolutions in integers, by OpenVINO."""


_TYPES = ("<f4", "<u2", "<f4")
"""Types of the numbers in the files of `Labels`."""


class Labels(NamedTuple):
    """Labels of N positions, with K moves each."""

    value: np.ndarray
    """[N]: logit of the expected result of the side to move."""
    moves: np.ndarray
    """[N, K]: cells, `x + y * width`, of the likeliest moves, the first before all others."""
    shares: np.ndarray
    """[N, K]: their probabilities."""


@dataclass(frozen=True)
class Manner:
    """How positions are labelled."""

    precision: str = "bf16"
    symmetries: int = 4
    moves: int = 8
    batch: int = 2048


computed = jax.jit(apply)


@partial(jax.jit, static_argnames=("rule", "manner", "dtype"))
def boards_of(cells: jax.Array, color: jax.Array, rule: str, manner: Manner, dtype: jnp.dtype) -> jax.Array:
    """The input of the network for positions under a rule, in one symmetry after the other. Cells [N, height, width]
    and sides to move [N] are as `Batch` describes them.
    """
    chosen = symmetries(*cells.shape[1:])[: manner.symmetries]
    seen = jnp.concatenate([turned(cells, symmetry) for symmetry in chosen])
    return planes(seen, jnp.tile(color, len(chosen)), rule, dtype)


@partial(jax.jit, static_argnames="manner")
def labels_of(outputs: Outputs, cells: jax.Array, manner: Manner) -> Labels:
    """Labels of positions from the outputs for `boards_of`."""
    count, height, width = cells.shape
    chosen = symmetries(height, width)[: manner.symmetries]
    policies = outputs.policy.reshape(len(chosen), count, height, width)
    policy = sum(turned_back(part, symmetry) for part, symmetry in zip(policies, chosen, strict=True)) / len(chosen)
    chances = jax.nn.softmax(jnp.where(is_empty(cells), policy, -jnp.inf).reshape(count, -1))
    shares, moves = jax.lax.top_k(chances, min(manner.moves, height * width))
    return Labels(outputs.value.reshape(len(chosen), count).mean(0), moves.astype(jnp.uint16), shares)


class Labeller:
    """A network, ready to label positions under a rule."""

    def __init__(self, params: Params, rule: str, manner: Manner) -> None:
        self.params = params
        self.rule = rule
        self.manner = manner
        self._quantised: Quantised | None = None

    def label(self, cells: np.ndarray, color: np.ndarray) -> Labels:
        """Labels of some positions; `Batch` describes the arrays. The first ones decide the scales of integers."""
        count, size = len(color), self.manner.batch
        parts = []
        for begin in range(0, count, size):
            # All batches have one size, so that the device's program is compiled once.
            rows = np.minimum(np.arange(begin, begin + size), count - 1)
            parts.append(labels_of(self._outputs(cells[rows], color[rows]), cells[rows], self.manner))
        columns = zip(*parts, strict=True)
        return Labels(*(np.concatenate([np.asarray(part) for part in column])[:count] for column in columns))

    def _outputs(self, cells: np.ndarray, color: np.ndarray) -> Outputs:
        if self.manner.precision != INT8:
            return computed(
                self.params, boards_of(cells, color, self.rule, self.manner, PRECISIONS[self.manner.precision])
            )
        boards = np.asarray(boards_of(cells, color, self.rule, self.manner, jnp.float32))
        if self._quantised is None:
            self._quantised = Quantised(self.params, boards)
        return self._quantised(boards)

    def label_all(self, positions: Positions, numbers: np.ndarray) -> Iterator[tuple[np.ndarray, Labels]]:
        """The positions with these numbers, batch by batch, and their labels."""
        for begin in range(0, len(numbers), self.manner.batch):
            chosen = numbers[begin : begin + self.manner.batch]
            batch = positions.batch(chosen)
            yield chosen, self.label(batch.cells, batch.color)


def write_labels(labeller: Labeller, positions: Positions, out: Path, progress: Callable[[int], None]) -> None:
    """Labels all positions of one folder into the folder `out`. Calls `progress` with the number of positions done.

    `about.json`, that of the positions, comes last, so that labels that were cut off are none. Raises FolderError if
    labels would take the place of something else, or another process is at work in the folder.
    """
    _refuse_other_files(out)
    with lock_folder(out):
        _write_labels(labeller, positions, out, progress)


def _write_labels(labeller: Labeller, positions: Positions, out: Path, progress: Callable[[int], None]) -> None:
    count = len(positions)
    moves = min(labeller.manner.moves, positions.height * positions.width)
    shapes = Labels((), (moves,), (moves,))
    with writing(out), ExitStack() as stack:
        # A file may be a link to one of the positions, which keeps its content.
        for name in (ABOUT_FILE, *map(file_of, Labels._fields)):
            (out / name).unlink(missing_ok=True)
        files = [stack.enter_context((out / file_of(name)).open("wb")) for name in Labels._fields]
        for file, dtype, shape in zip(files, _TYPES, shapes, strict=True):
            _begin_array(file, dtype, (count, *shape))
        done = 0
        for numbers, labels in labeller.label_all(positions, np.arange(count)):
            for file, dtype, part in zip(files, _TYPES, labels, strict=True):
                file.write(part.astype(dtype, copy=False).tobytes())
            done += len(numbers)
            progress(done)
    write_json(out / ABOUT_FILE, positions.about[0])


def _refuse_other_files(out: Path) -> None:
    """Raises FolderError for the folder of positions, these or others, and of whatever else has an `about.json`."""
    has_positions = any((out / file_of(name)).exists() for name in Batch._fields if name not in Labels._fields)
    has_other_about = (out / ABOUT_FILE).exists() and not (out / file_of("value")).exists()
    if has_positions or has_other_about:
        what = "positions" if has_positions else f"an {ABOUT_FILE} that is not of labels"
        raise FolderError(f"{out} has {what}, which labels would overwrite; choose another folder")


def _begin_array(file: BinaryIO, dtype: str, shape: tuple[int, ...]) -> None:
    """The head of a file of NumPy, whose rows are then written one after the other.

    A mapped file would end the process where the disk is full.
    """
    np.lib.format.write_array_header_1_0(file, {"descr": dtype, "fortran_order": False, "shape": shape})
