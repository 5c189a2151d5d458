"""Writes a network as the engine reads it; the layout is in `src/eval/network/weights.rs`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from fukumi_train import model
from fukumi_train.model import FEATURE_MAX, SUM_SCALE, Params

MAGIC = b"FKN3"
SUM_SHIFT = 3
PRODUCT = 1 << 18
"""Unit of the products of a layer."""
WEIGHT = 1 << 10
"""Unit of the numbers of the layers behind the first."""
THREAT = 1 << 6
CLASSICAL = 1 << 10
SPREAD = 1 << 8
INPUT = FEATURE_MAX * SUM_SCALE / (1 << SUM_SHIFT)
"""Unit of what the engine gives the first layers."""
FIRST_MAX = 5_200
LATER_MAX = 8_191
SPREAD_MAX = 511


def rounded(values: np.ndarray, unit: float, most: int, kind: str, warn: Callable[[str], None]) -> bytes:
    """The values in an integer unit, those beyond `most` cut off."""
    numbers = np.rint(np.asarray(values, np.float64) * unit)
    cut = int((np.abs(numbers) > most).sum())
    if cut:
        warn(f"{cut} of {numbers.size} numbers are too large and were cut off at {most / unit:.2f}")
    return np.clip(numbers, -most, most).astype(kind).tobytes()


LAYERS = ("value_1", "value_2", "value_3", "policy_1", "policy_2", "messages")


def layer_unit(name: str) -> tuple[float, int]:
    """The unit of the weights of a layer, and the largest of them."""
    return (PRODUCT / INPUT, FIRST_MAX) if name.endswith("_1") else (WEIGHT, LATER_MAX)


def encode(params: Params, warn: Callable[[str], None] = print) -> bytes:
    """The bytes of a network."""
    values = {name: np.asarray(value) for name, value in params.items()}
    tables, biases = (np.asarray(part) for part in model.tables(params))
    colors = model.colors_of(params)
    parts = [MAGIC, bytes([colors])]
    for color in range(colors):
        parts.append(rounded(tables[color], FEATURE_MAX, 127, "i1", warn))
        parts.append(rounded(biases[color], FEATURE_MAX, 4 * FEATURE_MAX, "<i2", warn))
        parts.append(rounded(values["threats"][color], THREAT, 127, "i1", warn))
        for name in LAYERS:
            unit, most = layer_unit(name)
            parts.append(rounded(values[name][color], unit, most, "<i2", warn))
            parts.append(rounded(values[f"{name}_bias"][color], PRODUCT, 1 << 24, "<i4", warn))
        parts.append(rounded(values["spread"][color], SPREAD, SPREAD_MAX, "<i2", warn))
        parts.append(rounded(values["classical"][color], CLASSICAL, 32_767, "<i2", warn))
    return b"".join(parts)


def decode(data: bytes) -> Params:
    """The numbers of a network."""
    if data[: len(MAGIC)] != MAGIC or len(data) <= len(MAGIC):
        raise ValueError("not a network of this version")
    colors, start = data[len(MAGIC)], len(MAGIC) + 1
    params = {name: np.zeros(value.shape, np.float32) for name, value in model.new(0, colors=colors).items()}

    def take(name: str, color: int, kind: str, unit: float) -> None:
        nonlocal start
        part = params[name][color]
        numbers = np.frombuffer(data, kind, part.size, start)
        params[name][color] = numbers.reshape(part.shape) / unit
        start += numbers.nbytes

    for color in range(colors):
        take("rows", color, "i1", FEATURE_MAX)
        take("bias", color, "<i2", FEATURE_MAX)
        take("threats", color, "i1", THREAT)
        for name in LAYERS:
            take(name, color, "<i2", layer_unit(name)[0])
            take(f"{name}_bias", color, "<i4", PRODUCT)
        take("spread", color, "<i2", SPREAD)
        take("classical", color, "<i2", CLASSICAL)
    params |= model.split_rows(params["rows"])
    return {name: model.jnp.asarray(value) for name, value in params.items()}


def load(path: Path) -> Params:
    """The numbers of a run that `save` wrote, or those of a network in `*.net`."""
    if path.suffix == ".net":
        return decode(path.read_bytes())
    with np.load(path) as stored:
        return {name: model.jnp.asarray(stored[name]) for name in stored.files}


def save(path: Path, params: Params) -> None:
    """Write the numbers of a run, for another one to begin with."""
    np.savez_compressed(path, **{name: np.asarray(value) for name, value in params.items()})
