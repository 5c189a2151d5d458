"""Training of the network: windows, gradients, a whole run from games to a file of weights."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

for package in ("jax", "matplotlib", "numba", "optax"):
    pytest.importorskip(package, reason=f"the tests of training need {package}: scripts/test --with train")

import jax
import jax.numpy as jnp
import numpy as np
import teacher as teacher_script
from click.testing import CliRunner
from fukumi_train import export, goal, kernels, model, teacher
from fukumi_train.boards import LABEL_MOVES, MAGIC, Boards, read_labels, record
from fukumi_train.goal import NOWHERE
from fukumi_train.kernels import BOTH, CHANNELS, Geometry
from fukumi_train.training import Plan, Training
from fukumi_train.windows import DIRECTIONS, Windows

import train as train_script

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "target" / "release" / "fukumi"
SHIPPED = ROOT / "src" / "eval" / "weights" / "freestyle.net"


def test_windows_are_numbered_one_for_one() -> None:
    windows = Windows()
    every = np.arange(windows.count)
    assert windows.count == 3 * 121**2
    for name in ("reversed", "swapped"):
        there = windows.map(name)
        assert (there[there] == every).all() and (there != every).any()
    rows, count = windows.rows()
    assert count == rows.max() + 1
    assert (rows == rows[windows.map("reversed")]).all()
    # Nothing but the middle is left of a window of reach 0.
    assert sorted(set(windows.map(Windows(0)))) == [0, 1, 2]


def boards(random: np.random.Generator, count: int, width: int, height: int) -> np.ndarray:
    """Boards with stones at random points."""
    cells = np.zeros((count, width * height), np.uint8)
    for board in cells:
        stones = random.choice(width * height, random.integers(1, 20), replace=False)
        board[stones[::2]], board[stones[1::2]] = 1, 2
    return cells


@pytest.mark.parametrize("size", [(9, 9), (7, 12)])
def test_the_loops_compute_what_the_model_says_and_its_gradient(size: tuple[int, int]) -> None:
    random = np.random.default_rng(1)
    windows = Windows()
    geometry = Geometry.of(*size, windows)
    cells = boards(random, 5, *size)
    tables = random.normal(0, 0.2, (2, windows.rows()[1], CHANNELS)).astype(np.float32)
    biases = random.normal(0, 0.2, (2, CHANNELS)).astype(np.float32)
    weights = random.normal(0, 1, (len(cells), 3, BOTH)).astype(np.float32)
    seen, far = kernels.look(geometry, cells, tables, biases), geometry.far(tables, biases)
    sums = kernels.pool(seen, far)
    products = kernels.products(seen, cells, weights)
    expected_sums, expected_products = model.reference(geometry, cells, tables, biases, weights)
    np.testing.assert_allclose(sums, expected_sums, atol=1e-3)
    np.testing.assert_allclose(products[:, 0], expected_products[:, 0], atol=1e-3)
    of_candidates = np.where(seen.candidates[:, None], expected_products, 0)
    np.testing.assert_allclose(products[:, 1:], of_candidates[:, 1:], atol=1e-3)

    of_sums = random.normal(0, 1, sums.shape).astype(np.float32)
    of_products = np.where(products != 0, random.normal(0, 1, products.shape), 0).astype(np.float32)

    def total(*numbers: jax.Array) -> jax.Array:
        by_sums, by_products = model.reference(geometry, cells, *numbers)
        return (by_sums * of_sums).sum() + (by_products * of_products).sum()

    expected = jax.grad(total, (0, 1, 2))(jnp.asarray(tables), jnp.asarray(biases), jnp.asarray(weights))
    by_tables, by_biases = kernels.gradient(geometry, seen, far, of_sums, weights, of_products)
    by_weights = kernels.weight_gradient(seen, of_products)
    for computed, wanted in zip((by_tables, by_biases, by_weights), expected, strict=True):
        assert np.abs(wanted).max() > 1
        np.testing.assert_allclose(computed, wanted, atol=0.01)


def test_candidates_are_those_of_the_engine() -> None:
    geometry = Geometry.of(9, 9, Windows())
    cells = np.zeros((1, 81), np.uint8)
    cells[0, 3 * 9 + 3], cells[0, 0] = 1, 2
    tables = np.zeros((2, Windows().rows()[1], CHANNELS), np.float32)
    seen = kernels.look(geometry, cells, tables, np.zeros((2, CHANNELS), np.float32))
    rows = ["".join(".x"[point] for point in row) for row in seen.candidates.reshape(9, 9).astype(int)]
    assert rows == [
        ".xxx..x..",
        "xxxxxx...",
        "xxxxxx...",
        "xxx.xxx..",
        ".xxxxx...",
        ".xxxxx...",
        "x..x..x..",
        ".........",
        ".........",
    ]


@pytest.mark.parametrize("colors", [1, 2])
@pytest.mark.parametrize("size", [(9, 9), (7, 12)])
def test_points_receive_what_neighbors_send(size: tuple[int, int], colors: int) -> None:
    random = np.random.default_rng(4)
    width, height = size
    params = model.new(1, colors=colors)
    params["spread"] = jnp.asarray(random.normal(0, 1, params["spread"].shape), jnp.float32)
    products = random.normal(0, 1, (2, 1 + model.MESSAGES, width * height)).astype(np.float32)
    is_open, sends = random.random((2, 2, width * height)) < 0.7
    batch = model.Batch(jnp.array([0, 1]), None, None, jnp.asarray(is_open), jnp.asarray(sends), None)
    logits = np.asarray(model.logits(params, products, batch, Geometry.of(width, height, Windows()).neighbors))
    for board, spread in enumerate(np.broadcast_to(params["spread"], (2, model.MESSAGES, 8))):
        for cell in range(width * height):
            wanted = products[board, 0, cell]
            for number, (dx, dy) in enumerate(DIRECTIONS):
                for steps in {*range(-4, 5)} - {0}:
                    x, y = cell % width + steps * dx, cell // width + steps * dy
                    if 0 <= x < width and 0 <= y < height and sends[board, y * width + x]:
                        factors = spread[:, abs(steps) - 1 + 4 * (number > 1)]
                        wanted += factors @ products[board, 1:, y * width + x]
            assert logits[board, cell] == pytest.approx(wanted if is_open[board, cell] else NOWHERE, abs=1e-3)


def samples(count: int, *, by_color: bool = False) -> Boards:
    """Samples in which the side with more stones in the middle wins, and the chosen move is next to a stone in the
    corner, on the diagonal.
    """
    random = np.random.default_rng(2)
    made = np.zeros(count, record(81))
    made["cells"] = boards(random, count, 9, 9)
    made["to_move"] = random.integers(0, 2, count)
    middle = made["cells"].reshape(count, 9, 9)[:, 3:6, 3:6].reshape(count, 9).astype(int)
    balance = (middle == 1).sum(1) - (middle == 2).sum(1)
    made["outcome"] = 1000 * np.sign(balance) * np.where(made["to_move"] == 0, 1, -1)
    if by_color:
        made["outcome"] = 1000 * np.sign(balance)
    made["score"] = made["outcome"] // 2
    made["game"] = np.arange(count)
    made["cells"][:, 0], made["cells"][:, 10] = 1, 0
    made["best"] = 10
    return Boards(9, 9, made)


@pytest.mark.parametrize("colors", [1, 2])
def test_a_run_learns_what_the_samples_say(colors: int) -> None:
    plan = Plan(
        epochs=20, batch=128, rate=0.01, decay=0.0, policy_weight=1.0, check_every=10_000, report=lambda _: None
    )
    training = Training([samples(1500, by_color=colors == 2)], plan, colors=colors)
    before = training.losses(0)
    training.run()
    after = training.losses(0)
    assert before.value > 0.6 and after.value < 0.53, after
    assert after.policy < 2.0 and before.policy > 3 and after.hits > 0.5, after
    assert after.outcome < 0.75 < before.outcome, (before, after)
    expected, happened = training.calibration(0, bins=3)
    assert expected == sorted(expected) and happened[0] < 0.4 < 0.6 < happened[-1]


def test_the_layers_of_the_policy_have_a_rate_of_their_own() -> None:
    plan = Plan(epochs=1, batch=100, rate=0.01, policy_rate=0.1, report=lambda _: None)
    training = Training([samples(400)], plan)
    before = training.params
    training.run()
    moved = {name: float(jnp.abs(value - before[name]).max()) for name, value in training.params.items()}
    slow = {name for name in moved if name.startswith("policy")}
    assert len(slow) == 4
    assert 0 < max(moved[name] for name in slow) < 0.5 * min(moved[name] for name in ("value_1", "value_2"))


def test_win_draw_and_loss_are_chances_and_give_the_expected_result() -> None:
    values, draws = jnp.linspace(-4, 4, 9)[:, None], jnp.linspace(-9, 9, 7)
    win, draw, loss = goal.outlook(values, draws)
    np.testing.assert_allclose(win + draw + loss, 1, atol=1e-6)
    np.testing.assert_allclose(win + draw / 2, jnp.broadcast_to(jax.nn.sigmoid(values), win.shape), atol=1e-6)
    assert min(part.min() for part in (win, draw, loss)) > -1e-6
    assert draw[4, -1] > 0.99 and draw[4, 0] < 0.01


def test_a_run_by_color_may_begin_with_numbers_of_both() -> None:
    plan = Plan(batch=100, report=lambda _: None)
    shared = Training([samples(400)], plan)
    split = Training([samples(400)], plan, colors=2, start=shared.params)
    assert model.colors_of(split.params) == 2
    assert split.losses(0) == pytest.approx(shared.losses(0), abs=1e-5)
    with pytest.raises(ValueError, match="not by color"):
        Training([samples(400)], plan, start=split.params)


def test_a_run_that_was_cut_off_ends_as_if_it_was_not(tmp_path: Path) -> None:
    def training(**changes: float) -> Training:
        plan = Plan(**{"epochs": 3, "batch": 100, "check_every": 4, "report": lambda _: None, **changes})
        return Training([samples(400)], plan)

    whole, first, second = training(), training(), training()
    whole.run()
    first.steps = 4
    first.optimizer, steps = whole.optimizer, second.steps
    first._settings = second._settings
    first.run(tmp_path)
    assert first.step == 4 < steps
    second.run(tmp_path)
    assert second.step == steps and len(second.history) == 3
    for name, value in whole.params.items():
        np.testing.assert_allclose(second.params[name], value, atol=1e-4, err_msg=name)
    with pytest.raises(ValueError, match="other settings"):
        training(rate=0.1).run(tmp_path)


def test_numbers_that_do_not_fit_are_cut_off_aloud() -> None:
    params = model.new(1)
    params["value_2"] = params["value_2"].at[0, 0, 0].set(100.0)
    warnings: list[str] = []
    data = export.encode(params, warnings.append)
    assert len(data) == SHIPPED.stat().st_size and data[:5] == SHIPPED.read_bytes()[:5]
    assert len(warnings) == 1 and "1 of 1024" in warnings[0]


def test_a_shipped_network_can_be_read_back(tmp_path: Path) -> None:
    for name in ("freestyle", "renju"):
        path = SHIPPED.with_stem(name)
        params = export.load(path)
        assert model.colors_of(params) == path.read_bytes()[4]
        warnings: list[str] = []
        assert export.encode(params, warnings.append) == path.read_bytes() and not warnings
    other = tmp_path / "other.net"
    other.write_bytes(b"FKN0" + SHIPPED.read_bytes()[4:])
    with pytest.raises(ValueError, match="not a network"):
        export.load(other)


def test_files_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.boards"
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="no samples"):
        Boards.read([path])
    path.write_bytes(MAGIC + bytes([9, 9, 0, 0]))
    assert len(Boards.read([path])[0].samples) == 0


def test_a_teacher_learns_what_the_samples_say() -> None:
    plan = teacher.Plan(epochs=6, batch=64, rate=0.005, blocks=2, channels=8, check_every=10_000, report=lambda _: None)
    made = samples(1000)
    # Who won has most of the stones.
    losers = np.where(made.samples["outcome"] > 0, 2, 1) ^ (3 * made.samples["to_move"])
    gone = (made.samples["cells"] == losers[:, None]) & (np.random.default_rng(4).random((1000, 81)) < 0.7)
    gone[:, 0] = False
    made.samples["cells"][gone] = 0
    made.samples["outcome"][made.samples["outcome"] == 0] = -1000
    made.samples["score"] = made.samples["outcome"] // 2
    teaching = teacher.Teaching([made], plan)
    before = teaching.losses(0)
    teaching.run()
    after = teaching.losses(0)
    assert before.value > 0.6 and after.value < 0.4, (before, after)
    assert before.policy > 3 and after.policy < 1.5 and after.hits > 0.6, (before, after)
    expected, happened = teaching.calibration(0, bins=3)
    assert expected == sorted(expected) and happened[0] < 0.2 < 0.5 < happened[-1]


def untrained_teacher(seed: int) -> model.Params:
    """A teacher whose blocks do something, which they do not before they are trained."""
    params = teacher.new(seed, 2, 8)
    random = np.random.default_rng(seed)
    return {**params, "second": jnp.asarray(random.normal(0, 0.1, params["second"].shape), jnp.float32)}


@pytest.mark.parametrize("size", [(9, 9), (7, 12)])
def test_labels_are_the_same_in_every_orientation(size: tuple[int, int]) -> None:
    width, height = size
    params = untrained_teacher(1)
    made = np.zeros(6, record(width * height))
    made["cells"] = boards(np.random.default_rng(3), 6, width, height)
    made["to_move"] = [0, 1, 0, 1, 0, 1]
    ways = teacher.orientations(width, height)
    assert len({tuple(way) for way in ways}) == len(ways) == (8 if width == height else 4)
    plain = teacher.labels(params, Boards(width, height, made), ways=8, batch=4)
    np.testing.assert_allclose(plain["shares"].sum(1), 1, atol=1e-5)
    assert (np.diff(plain["shares"], axis=1) <= 0).all()
    assert not np.take_along_axis(made["cells"], plain["moves"].astype(int), 1).any(), "only empty points"
    for way in ways:
        turned = made.copy()
        turned["cells"] = made["cells"][:, way]
        labels = teacher.labels(params, Boards(width, height, turned), ways=8, batch=4)
        np.testing.assert_allclose(labels["value"], plain["value"], atol=1e-4)
        assert (way[labels["moves"]][:, 0] == plain["moves"][:, 0]).all()
    one = teacher.labels(params, Boards(width, height, made), ways=1, batch=6)
    assert np.abs(one["value"] - plain["value"]).max() > 1e-3, "one way is not all of them"


def test_labels_belong_to_their_samples(tmp_path: Path) -> None:
    path, weights = tmp_path / "some.boards", tmp_path / "teacher.npz"
    made = samples(40)
    path.write_bytes(MAGIC + bytes([9, 9, 0, 0]) + made.samples.tobytes())
    with pytest.raises(ValueError, match="has no labels"):
        Boards.read([path], labelled=True)
    lines: list[str] = []
    for seed, said in [(1, "40 samples"), (1, "is labelled"), (2, "40 samples")]:
        export.save(weights, untrained_teacher(seed))
        teacher.label(weights, [path], ways=2, batch=16, report=lines.append)
        assert said in lines[-1]
    (read,) = Boards.read([path], labelled=True)
    learn, check = read.split(100)
    assert len(learn) + len(check) == 40 == len(read_labels(path))
    assert (check.labels == read.labels[made.samples["game"] % 16 == 0]).all()
    path.write_bytes(path.read_bytes() + made.samples[:1].tobytes())
    with pytest.raises(ValueError, match="of other samples"):
        Boards.read([path], labelled=True)
    with pytest.raises(ValueError, match="no teacher"):
        export.save(weights, model.new(1))
        teacher.load(weights)


def test_a_goal_is_a_mean_of_game_and_teacher() -> None:
    made = samples(10)
    labels = np.zeros(10, teacher.LABEL)
    labels["value"], labels["moves"], labels["shares"][:, :2] = 2.0, np.arange(LABEL_MOVES), [0.75, 0.25]
    made.samples["best"][0] = 65535
    plain = made.goal(0.75)
    mixed = Boards(9, 9, made.samples, labels).goal(0.75, 0.4)
    teachers = 1 / (1 + np.exp(-2.0))
    np.testing.assert_allclose(mixed.value, 0.6 * plain.value + 0.4 * teachers, atol=1e-6)
    assert plain.moves.shape == (10, 1) and mixed.moves.shape == (10, 1 + LABEL_MOVES)
    np.testing.assert_allclose(mixed.shares[1], [0.6, 0.3, 0.1] + [0] * (LABEL_MOVES - 2), atol=1e-6)
    assert mixed.shares[0, 0] == 0 and (mixed.moves[1] == [10, *range(LABEL_MOVES)]).all()


def test_a_run_follows_the_labels() -> None:
    made = samples(1500)
    labels = np.zeros(1500, teacher.LABEL)
    # The teacher says that all is lost, and thinks of another move than the games.
    labels["value"], labels["moves"], labels["shares"][:, 0] = -2.0, 2, 1.0
    settings = {"epochs": 10, "batch": 128, "rate": 0.01, "policy_weight": 1.0, "check_every": 10_000}
    plan = Plan(**settings, label_share=1.0, report=lambda _: None)
    training = Training([Boards(9, 9, made.samples, labels)], plan)
    before = training.losses(0)
    training.run()
    expected, _ = training.calibration(0, bins=2)
    assert expected == pytest.approx([1 / (1 + np.exp(2.0))] * 2, abs=0.05)
    assert training.losses(0).policy > before.policy, "the moves of the games are not learned"


@pytest.mark.skipif(not ENGINE.exists(), reason="target/release/fukumi is not built")
def test_from_games_to_a_network(tmp_path: Path) -> None:
    games, samples = tmp_path / "games.fkg", tmp_path / "samples"
    command = ["datagen", "--rule", "freestyle", "--board", "9", "--games", "40", "--nodes", "60", "--out", games]
    subprocess.run([ENGINE, *command], check=True, capture_output=True)
    subprocess.run([ENGINE, "samples", games, "--form", "boards", "--out", samples], check=True, capture_output=True)
    out = tmp_path / "run"
    arguments = [f"{samples}.boards", "--out", out, "--batch", "32", "--epochs", "3", "--check-every", "20"]
    result = CliRunner().invoke(train_script.main, [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert (out / "network.bin").stat().st_size == SHIPPED.stat().st_size
    losses = json.loads((out / "losses.json").read_text())
    assert losses[-1]["board"] == "9x9" and losses[-1]["policy"] < losses[0]["policy"]
    for name in ("losses", "calibration"):
        assert (out / f"{name}.svg").read_text().rstrip().endswith("</svg>")
    assert set(export.load(out / "network.npz")) == set(model.new(1))

    def call(script: Any, *arguments: object) -> str:
        result = CliRunner().invoke(script, [str(argument) for argument in arguments], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    taught, labelled, boards = tmp_path / "teacher", tmp_path / "labelled", f"{samples}.boards"
    small = "--blocks", 1, "--channels", 8, "--batch", 32, "--check-every", 20
    call(teacher_script.main, "train", boards, "--out", taught, *small)
    assert (taught / "losses.svg").exists()
    call(teacher_script.main, "label", boards, "--teacher", taught / "teacher.npz", "--ways", 2)
    call(train_script.main, boards, "--labels", "--out", labelled, "--batch", 32, "--epochs", 1)
    assert (labelled / "network.bin").read_bytes() != (out / "network.bin").read_bytes()
