"""A teacher: a residual network over whole boards, too slow for the engine, that labels the samples it learns from.

It sees what line windows do not, and what it says of a sample has less noise than the outcome of one game and the
move of one search: the network of the engine learns from its labels beside those ("distillation"; Hinton, Vinyals and
Dean, arXiv 1503.02531). Blocks are those of He et al., "Identity Mappings in Deep Residual Networks" (arXiv
1603.05027), without normalisation and with a second convolution that begins at zero (Zhang, Dauphin and Ma, "Fixup
Initialization", arXiv 1901.09321); each adds what it pools over the board, as in KataGo (Wu, arXiv 1902.10565).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from fukumi_train import goal, run
from fukumi_train.boards import LABEL, LABEL_MOVES, Boards, is_labelled, write_labels
from fukumi_train.goal import NOWHERE, Losses, Params
from fukumi_train.run import Run

PLANES = 4
"""Own stones, those of the opponent, the board itself, and whether Black is to move."""
HEAD = 32
"""Channels of the policy before the last, and half the units of the value before the last."""


@dataclass
class Plan(run.Plan):
    """How to train a teacher."""

    batch: int = 512
    rate: float = 1e-3
    policy_weight: float = 0.5
    decay: float = 1e-4
    """Weight decay, per rate."""
    blocks: int = 10
    channels: int = 128


def new(seed: int, blocks: int, channels: int) -> Params:
    """Numbers to begin with."""
    random = np.random.default_rng(seed)

    def weights(*shape: int) -> np.ndarray:
        inputs = np.prod(shape[-4:-1]) if len(shape) > 3 else shape[-2]
        return random.normal(0, np.sqrt(2 / inputs), shape)

    params = {
        "stem": weights(3, 3, PLANES, channels),
        "first": weights(blocks, 3, 3, channels, channels),
        "pooled": weights(blocks, 2 * channels, channels) / 4,
        "first_bias": np.zeros((blocks, channels)),
        "second": np.zeros((blocks, 3, 3, channels, channels)),
        "second_bias": np.zeros((blocks, channels)),
        "policy_1": weights(channels, HEAD),
        "policy_1_bias": np.zeros(HEAD),
        "policy_2": weights(HEAD, 1) / 10,
        "value_1": weights(2 * channels, 2 * HEAD),
        "value_1_bias": np.zeros(2 * HEAD),
        "value_2": weights(2 * HEAD, 2) / 4,
        "value_2_bias": np.zeros(2),
    }
    return {name: jnp.asarray(value, jnp.float32) for name, value in params.items()}


def _convolve(values: jax.Array, weights: jax.Array) -> jax.Array:
    return jax.lax.conv_general_dilated(values, weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def _pool(values: jax.Array) -> jax.Array:
    """Mean, on the scale of the channels where few points have stones, and maximum; (boards, 2 * channels)."""
    return jnp.concatenate([8 * values.mean((1, 2)), values.max((1, 2))], 1)


def outputs(params: Params, cells: jax.Array, to_move: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The expected result and the draws, (boards,), and the moves, (boards, points), all in logits.

    `cells` has 0 for an empty point, 1 for Black and 2 for White; (boards, height, width).
    """
    side = to_move[:, None, None]
    is_black = jnp.broadcast_to(side == 0, cells.shape)
    planes = [cells == 1 + side, cells == 2 - side, jnp.ones_like(is_black), is_black]
    values = _convolve(jnp.stack(planes, 3).astype(jnp.float32), params["stem"])

    def block(values: jax.Array, own: dict[str, jax.Array]) -> tuple[jax.Array, None]:
        active = jax.nn.relu(values)
        inner = _convolve(active, own["first"]) + own["first_bias"]
        inner = jax.nn.relu(inner + (_pool(active) @ own["pooled"])[:, None, None])
        return values + _convolve(inner, own["second"]) + own["second_bias"], None

    names = "first", "pooled", "first_bias", "second", "second_bias"
    values = jax.nn.relu(jax.lax.scan(block, values, {name: params[name] for name in names})[0])
    moves = jax.nn.relu(values @ params["policy_1"] + params["policy_1_bias"]) @ params["policy_2"]
    moves = jnp.where(cells == 0, moves[..., 0], NOWHERE).reshape(len(cells), -1)
    hidden = jax.nn.relu(_pool(values) @ params["value_1"] + params["value_1_bias"])
    value, draws = (hidden @ params["value_2"] + params["value_2_bias"]).T
    return value, draws, moves


_ask = jax.jit(outputs)


def orientations(width: int, height: int) -> list[np.ndarray]:
    """The ways to turn and mirror a board that keep its shape: the point that comes to each place."""
    points = np.arange(width * height).reshape(height, width)
    turned = [np.rot90(points, turns) for turns in (range(4) if width == height else (0, 2))]
    return [way.ravel() for points in turned for way in (points, points[:, ::-1])]


class Teaching(Run):
    """A run that trains a teacher."""

    plan: Plan

    def __init__(self, sets: list[Boards], plan: Plan) -> None:
        """Prepare a run from new numbers."""
        super().__init__(sets, plan)
        self.params = new(plan.seed, plan.blocks, plan.channels)
        is_matrix = {name: value.ndim > 2 or name[-1].isdigit() for name, value in self.params.items()}
        self.optimizer = optax.chain(
            optax.clip_by_global_norm(1.0),
            optax.scale_by_adam(),
            optax.add_decayed_weights(plan.decay, mask=is_matrix),
            optax.scale_by_learning_rate(self.schedule()),
        )
        self.state = self.optimizer.init(self.params)

        def loss(params: Params, cells: jax.Array, to_move: jax.Array, wanted: goal.Goal) -> tuple[jax.Array, Losses]:
            parts = goal.losses(*outputs(params, cells, to_move), wanted)
            return plan.total(parts), parts

        def update(params: Params, state: optax.OptState, *batch: jax.Array) -> tuple[Params, optax.OptState, Losses]:
            gradient, parts = jax.grad(loss, has_aux=True)(params, *batch)
            changes, state = self.optimizer.update(gradient, state, params)
            return optax.apply_updates(params, changes), state, parts

        self._update = jax.jit(update, donate_argnums=(0, 1))
        self._losses = jax.jit(lambda *arguments: loss(*arguments)[1])

    def _batch(self, boards: Boards, way: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, goal.Goal]:
        """What the network is shown of samples, turned in one way, and what it is to say."""
        wanted = boards.goal(self.plan.score_share)
        cells = boards.samples["cells"]
        if way is not None:
            cells, wanted = cells[:, way], wanted._replace(moves=np.argsort(way)[wanted.moves])
        return _shown(boards, cells), boards.samples["to_move"].astype(np.int32), wanted

    def learn_from(self, number: int, picked: np.ndarray) -> Losses:
        """See `Run`."""
        boards = self.learn[number]
        ways = orientations(boards.width, boards.height)
        way = ways[np.random.default_rng((self.plan.seed, self.step)).integers(len(ways))]
        self.params, self.state, parts = self._update(self.params, self.state, *self._batch(boards[picked], way))
        return parts

    def losses_on(self, number: int, picked: np.ndarray) -> Losses:
        """See `Run`."""
        return self._losses(self.params, *self._batch(self.check[number][picked]))

    def expected(self, number: int, picked: np.ndarray) -> np.ndarray:
        """See `Run`."""
        cells, to_move, _ = self._batch(self.check[number][picked])
        return np.asarray(jax.nn.sigmoid(_ask(self.params, cells, to_move)[0]))


def _shown(boards: Boards, cells: np.ndarray) -> np.ndarray:
    return cells.reshape(-1, boards.height, boards.width)


def load(path: Path) -> Params:
    """The numbers of a teacher that `export.save` wrote."""
    with np.load(path) as stored:
        if set(stored.files) != set(new(0, 1, 1)):
            raise ValueError(f"{path} is no teacher")
        return {name: jnp.asarray(stored[name]) for name in stored.files}


def labels(params: Params, boards: Boards, *, ways: int, batch: int) -> np.ndarray:
    """What a teacher says of samples, on average over so many of the orientations of the board."""
    chosen = orientations(boards.width, boards.height)[:ways]
    made = np.zeros(len(boards), LABEL)
    for start in range(0, len(boards), batch):
        samples = boards.samples[start : start + batch]
        to_move = samples["to_move"].astype(np.int32)
        values, moves = [], []
        for way in chosen:
            value, _, logits = _ask(params, _shown(boards, samples["cells"][:, way]), to_move)
            values.append(np.asarray(value))
            moves.append(np.asarray(jax.nn.log_softmax(logits))[:, np.argsort(way)])
        log_shares = np.mean(moves, 0)
        best = np.argsort(-log_shares, 1)[:, :LABEL_MOVES]
        shares = np.exp(np.take_along_axis(log_shares, best, 1))
        part = made[start : start + batch]
        part["value"], part["moves"] = np.mean(values, 0), best
        part["shares"] = shares / shares.sum(1, keepdims=True)
    return made


def label(teacher: Path, paths: list[Path], *, ways: int, batch: int, report: Callable[[str], None]) -> None:
    """Put labels beside each of these files of samples, where those of this teacher are not there yet."""
    params = load(teacher)
    for path in paths:
        if is_labelled(path, teacher):
            report(f"{path} is labelled")
            continue
        begun = time.monotonic()
        (boards,) = Boards.read([path])
        write_labels(path, labels(params, boards, ways=ways, batch=batch), teacher)
        report(f"{path}: {len(boards)} samples, {len(boards) / (time.monotonic() - begun):.0f} a second")
