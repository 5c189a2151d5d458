"""The network in 8-bit integers, for labels on a processor.

OpenVINO computes it: the convolutions of the blocks in integers, and the rest, which needs little time, in floats. Each
output channel of the weights has its own scale, and each convolution has one for its inputs. Some positions decide the
scales of the inputs: a network in floats shows how large they are.
"""

from __future__ import annotations

import numpy as np
import openvino as ov
from openvino import Node, opset13

from .network import Outputs, Params

BATCH = 16
"""Boards that are computed at a time, so that they stay in the cache."""
CALIBRATION = 256
"""Boards that decide the scales."""


class Quantised:
    """A network for boards of one size."""

    def __init__(self, params: Params, boards: np.ndarray) -> None:
        """Some boards, as `network.planes` makes them, decide the scales."""
        _, height, width, _ = boards.shape
        core = ov.Core()
        floats = _Network(core, _Graph(params).model(height, width, largest=None))
        largest = np.max(floats.outputs(boards[:CALIBRATION])[2], axis=0)
        self._network = _Network(core, _Graph(params).model(height, width, largest=largest))

    def __call__(self, boards: np.ndarray) -> Outputs:
        """The outputs for boards, as `network.planes` makes them."""
        policy, value, _ = self._network.outputs(boards)
        return Outputs(policy[:, 0], value[:, 0], value[:, 1:])


class _Network:
    """A compiled model, which works on as many batches at a time as the processor has cores."""

    def __init__(self, core: ov.Core, model: ov.Model) -> None:
        hints = {"PERFORMANCE_HINT": "THROUGHPUT", "INFERENCE_PRECISION_HINT": "f32"}
        self._queue = ov.AsyncInferQueue(core.compile_model(model, "CPU", hints))

    def outputs(self, boards: np.ndarray) -> list[np.ndarray]:
        """All outputs of the model. The last batch is filled up with copies of the last board."""
        count = len(boards)
        batches = range(0, count, BATCH)
        found: list[list[np.ndarray]] = [[] for _ in batches]

        def keep(request: ov.InferRequest, index: int) -> None:
            found[index] = [output.data.copy() for output in request.output_tensors]

        self._queue.set_callback(keep)
        for index, begin in enumerate(batches):
            rows = np.minimum(np.arange(begin, begin + BATCH), count - 1)
            # OpenVINO has the planes before height and width.
            self._queue.start_async([np.ascontiguousarray(boards[rows].transpose(0, 3, 1, 2))], index)
        self._queue.wait_all()
        return [np.concatenate(parts)[:count] for parts in zip(*found, strict=True)]


class _Graph:
    """Builds the model of `network.apply`."""

    def __init__(self, params: Params) -> None:
        self.params = params
        self.inputs: list[Node] = []
        """The inputs of the convolutions of the blocks so far."""

    def model(self, height: int, width: int, largest: np.ndarray | None) -> ov.Model:
        """With `largest`, the largest input of each convolution of the blocks, these work in integers. Outputs: policy
        [N, 1, height, width], value and classes [N, 4], and the largest inputs [N, 2 * blocks].
        """
        params, blocks = self.params, self.params["blocks"]
        boards = opset13.parameter([BATCH, params["stem"].shape[2], height, width], np.float32)
        x = _convolved(boards, params["stem"])
        for block in range(len(blocks["g1"])):
            own = {name: np.asarray(weights[block]) for name, weights in blocks.items()}
            y = self._in_integers(opset13.relu(_normed(x, own["g1"])), own["c1"], largest)
            y = opset13.add(y, _at_each_cell(_product(_pooled(y), own["gp"])))
            x = opset13.add(x, self._in_integers(opset13.relu(_normed(y, own["g2"])), own["c2"], largest))
        x = opset13.relu(_normed(x, params["gf"]))

        y = _convolved(x, params["pc"])
        of_board = opset13.add(_product(_pooled(y), params["pg"]), _constant(params["pb"]))
        y = opset13.relu(opset13.add(y, _at_each_cell(of_board)))
        policy = _convolved(y, np.asarray(params["po"])[None, None])

        y = opset13.add(_convolved(x, params["vc"]), _constant(np.reshape(params["vb"], (1, -1, 1, 1))))
        y = opset13.add(_product(_pooled(opset13.relu(y)), params["v1"]), _constant(params["vb1"]))
        value = opset13.add(_product(opset13.relu(y), params["v2"]), _constant(params["vb2"]))
        return ov.Model([policy, value, self._largest_inputs()], [boards], "teacher")

    def _in_integers(self, x: Node, weights: np.ndarray, largest: np.ndarray | None) -> Node:
        """A convolution of inputs that are not negative."""
        index = len(self.inputs)
        self.inputs.append(x)
        if largest is None:
            return _convolved(x, weights)
        most = np.abs(weights).max((0, 1, 2)).reshape(-1, 1, 1, 1)
        ends = _constant(-most), _constant(most)
        rounded = opset13.fake_quantize(_constant(_transposed(weights)), *ends, *ends, levels=255)
        ends = _constant(np.zeros((1, 1, 1, 1))), _constant(np.full((1, 1, 1, 1), largest[index]))
        x = opset13.fake_quantize(x, *ends, *ends, levels=256)
        return _convolution(x, rounded, weights.shape[0] // 2)

    def _largest_inputs(self) -> Node:
        axes = opset13.constant([1, 2, 3])
        return opset13.concat([opset13.unsqueeze(opset13.reduce_max(x, axes), 1) for x in self.inputs], 1)


def _constant(value: np.ndarray) -> Node:
    return opset13.constant(np.asarray(value, np.float32))


def _transposed(weights: np.ndarray) -> np.ndarray:
    """Weights of a convolution in OpenVINO's order: output, input, height, width."""
    return np.asarray(weights).transpose(3, 2, 0, 1)


def _convolved(x: Node, weights: np.ndarray) -> Node:
    return _convolution(x, _constant(_transposed(weights)), weights.shape[0] // 2)


def _convolution(x: Node, weights: Node, edge: int) -> Node:
    return opset13.convolution(x, weights, [1, 1], [edge, edge], [edge, edge], [1, 1])


def _normed(x: Node, weights: np.ndarray) -> Node:
    mean = opset13.reduce_mean(opset13.multiply(x, x), opset13.constant([1]), keep_dims=True)
    root = opset13.power(opset13.add(mean, _constant(1e-5)), _constant(-0.5))
    return opset13.multiply(opset13.multiply(x, root), _constant(np.reshape(weights, (1, -1, 1, 1))))


def _pooled(x: Node) -> Node:
    axes = opset13.constant([2, 3])
    return opset13.concat([opset13.reduce_mean(x, axes), opset13.reduce_max(x, axes)], 1)


def _product(x: Node, weights: np.ndarray) -> Node:
    return opset13.matmul(x, _constant(weights), False, False)


def _at_each_cell(x: Node) -> Node:
    return opset13.unsqueeze(x, opset13.constant([2, 3]))
