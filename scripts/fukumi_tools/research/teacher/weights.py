"""Weights of a teacher as a file: `.npz` of NumPy, 16-bit floats, with `about` as JSON, as assets/teacher has it."""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path

import jax.numpy as jnp
import numpy as np

from fukumi_tools.files import describe, replacing

from .network import PLANES, Form, Params

DAMAGE = (OSError, KeyError, ValueError, TypeError, AttributeError, EOFError, zipfile.BadZipFile)
"""What reading a file of `replace` raises if it is cut off, or has something else in it."""


class WeightsError(Exception):
    """A file that has no teacher; the text is meant for the user."""


def flat(params: Params, head: str = "") -> dict[str, np.ndarray]:
    """The arrays by name; those of the blocks are called `blocks.c1` and so on."""
    arrays = {}
    for name, value in params.items():
        arrays |= flat(value, f"{head}{name}.") if isinstance(value, dict) else {head + name: np.asarray(value)}
    return arrays


def nested(arrays: dict[str, np.ndarray]) -> Params:
    """The inverse of `flat`, as `float32`."""
    params: Params = {}
    for name, value in arrays.items():
        *path, last = name.split(".")
        here = params
        for step in path:
            here = here.setdefault(step, {})
        here[last] = jnp.asarray(value, jnp.float32)
    return params


def save(path: Path, params: Params, about: dict) -> None:
    """Replaces the file at once. `about` says whose weights they are."""
    arrays = {name: value.astype(np.float16) for name, value in flat(params).items()}
    replace(path, about=json.dumps(about | {"feats": PLANES}), **arrays)


def load(path: Path) -> tuple[Params, dict]:
    """The weights, and facts about them: `rules` that they learned, `blocks`, `channels`. Raises WeightsError."""
    try:
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            # The first teacher names its only rule.
            about.setdefault("rules", [about.get("rule")])
            params = nested({name: file[name] for name in file.files if name != "about"})
    except DAMAGE as error:
        raise WeightsError(f"{path} has no teacher: {describe(error)}") from None
    return params, about


def checksum(params: Params) -> int:
    """CRC-32 of all weights."""
    crc = 0
    for name, value in sorted(flat(params).items()):
        crc = zlib.crc32(np.ascontiguousarray(value).tobytes(), zlib.crc32(name.encode(), crc))
    return crc


def form_of(about: dict) -> Form:
    """The size of the network of a file."""
    return Form(about["blocks"], about["channels"])


def replace(path: Path, **arrays) -> None:
    """Writes arrays to a file, and replaces an old one at once. Raises WriteError."""
    with replacing(path) as unfinished, unfinished.open("wb") as file:
        np.savez(file, **arrays)
