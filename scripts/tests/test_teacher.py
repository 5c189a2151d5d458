"""The teacher: what it reads, that it learns, that a run goes on as if it had not stopped, and the shipped weights."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from documents import ROOT, TARGET
from patience import PATIENCE

REASON = "the tests of the teacher need jax, optax and openvino: scripts/test --with teacher"
jax = pytest.importorskip("jax", reason=REASON)
pytest.importorskip("optax", reason=REASON)
pytest.importorskip("openvino", reason=REASON)

import jax.numpy as jnp

from fukumi_tools.board.rules import Rule
from fukumi_tools.folder import lock_folder
from fukumi_tools.research.teacher import cli
from fukumi_tools.research.teacher.labelling import Labeller, Manner
from fukumi_tools.research.teacher.measure import distance, measure
from fukumi_tools.research.teacher.network import (
    PLANES,
    RULE_PLANES,
    Form,
    apply,
    convolved,
    init,
    open_to_rules,
    planes,
)
from fukumi_tools.research.teacher.positions import HELD_OUT, Batch, Positions, PositionsError, by_kind, split
from fukumi_tools.research.teacher.quantised import BATCH, Quantised
from fukumi_tools.research.teacher.symmetry import symmetries, turned, turned_back
from fukumi_tools.research.teacher.training import Plan, PlanError, Run, Source
from fukumi_tools.research.teacher.weights import WeightsError, flat, form_of, load, save

SHIPPED = ROOT / "assets" / "teacher" / "freestyle-15.npz"
OWN, THEIRS, FORBIDDEN = 1, 2, 3
OWN_FIVE, OWN_OPEN_FOUR, THEIR_FIVE, THEIR_OPEN_FOUR = 1 << 2, 1 << 3, 1 << 9, 1 << 10
PLAN = Plan(blocks=2, channels=8, samples=64 * 200, batch=64, rate=0.02, precision="f32")


def write(
    folder: Path, *, count: int = 400, seed: int = 1, deep: int = 0, side: int = 7, rule: str = "freestyle"
) -> Path:
    """Positions of two for each game. The side to move wins where it can make a five, else it loses; one cell of each
    position has a five, own or not, and is the best move.
    """
    random = np.random.default_rng(seed)
    cells = random.choice([0, 0, 0, OWN, THEIRS], (count, side * side)).astype("<u2")
    best = random.integers(0, side * side, count)
    wins = random.random(count) < 0.5
    cells[np.arange(count), best] = np.where(wins, OWN_FIVE, THEIR_FIVE)
    moves, shares = np.zeros((count, 15), "<u2"), np.zeros((count, 15), "u1")
    moves[:, 0], shares[:, 0] = best, 255
    # Nothing is known of the moves of one position in eight.
    shares[::8] = 0
    columns = Batch(
        cells=cells.reshape(count, side, side),
        color=random.integers(0, 2, count).astype("u1"),
        score=np.where(wins, 1500, -400).astype("<i2"),
        outcome=np.where(wins, 2, 0).astype("u1"),
        deep=np.full(count, deep, "u1"),
        game=random.integers(0, 1 << 32, count // 2, dtype="<u4").repeat(2),
        moves=moves,
        shares=shares,
    )
    folder.mkdir()
    for name, column in columns._asdict().items():
        np.save(folder / f"{name}.npy", column)
    about = {"rule": rule, "width": side, "height": side, "games": count // 2, "positions": count}
    (folder / "about.json").write_text(json.dumps(about | {"checksum": seed}))
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> list[Path]:
    """Positions with deep labels, and others."""
    folder = tmp_path_factory.mktemp("positions")
    return [write(folder / "deep", deep=1, count=1200), write(folder / "shallow", seed=2)]


def test_planes_are_the_bits_of_the_cells():
    cells = jnp.array([[[OWN, THEIRS, 0], [FORBIDDEN, OWN_FIVE | THEIR_OPEN_FOUR, 1 << 15]]], jnp.uint16)
    found = np.asarray(planes(cells, jnp.array([1]), "freestyle", jnp.float32))
    assert found.shape == (1, 2, 3, PLANES)
    seen = [np.flatnonzero(cell).tolist() for cell in found.reshape(6, PLANES)]
    assert seen == [[0], [1], [2], [2, 18], [2, 4, 12], [2, 17]]
    assert (np.asarray(planes(cells, jnp.array([0]), "freestyle", jnp.float32))[..., 3] == 1).all()


def test_each_rule_but_freestyle_has_a_plane():
    assert {"freestyle", *RULE_PLANES} == {rule.label for rule in Rule}
    cells = jnp.zeros((1, 2, 3), jnp.uint16)
    free, *others = (
        np.asarray(planes(cells, jnp.array([1]), rule, jnp.float32)) for rule in ("freestyle", *RULE_PLANES)
    )
    for found, plane in zip(others, RULE_PLANES.values(), strict=True):
        assert (found[..., plane] == 1).all()
        assert (np.delete(found, plane, axis=-1) == np.delete(free, plane, axis=-1)).all()
    params = open_to_rules(init(jax.random.PRNGKey(1), Form(1, 8)), ["freestyle", "caro"])
    policies = [np.asarray(apply(params, jnp.asarray(found)).policy) for found in (free, *others)]
    assert (policies[0] == policies[1]).all() and (policies[0] == policies[2]).all()
    assert (policies[0] != policies[3]).any()


def test_one_run_learns_several_rules_and_boards(folders, tmp_path):
    renju = write(tmp_path / "renju", deep=1, rule="renju", side=9)
    sources = [Source(positions) for positions in by_kind([folders[0], renju, folders[1]])]
    assert [(source.positions.kind, len(source.positions)) for source in sources] == [
        ("freestyle 7x7", 1600),
        ("renju 9x9", 400),
    ]
    run = Run(PLAN, sources)
    draws = [run._draw(step) for step in range(20)]
    assert {(batch.cells.shape, rule) for batch, rule in draws} == {
        ((64, 7, 7), "freestyle"),
        ((64, 9, 9), "renju"),
    }
    assert [rule for _, rule in draws] == [rule for _, rule in map(Run(PLAN, sources)._draw, range(20))]


@pytest.mark.parametrize(("height", "width", "count"), [(5, 5, 8), (4, 6, 4)])
def test_symmetries_are_all_there_and_turn_back(height, width, count):
    boards = jnp.arange(2 * height * width).reshape(2, height, width)
    seen = set()
    for symmetry in symmetries(height, width):
        board = turned(boards, symmetry)
        assert (turned_back(board, symmetry) == boards).all()
        seen.add(np.asarray(board).tobytes())
    assert len(seen) == count


def test_positions_of_several_folders_follow_each_other(folders):
    positions = Positions(folders)
    assert len(positions) == 1600
    numbers = np.array([1599, 3, 1200, 1199])
    batch = positions.batch(numbers)
    for name, column in batch._asdict().items():
        whole = np.concatenate([np.load(folder / f"{name}.npy") for folder in folders])
        assert (column == whole[numbers]).all() and column.dtype == whole.dtype
    assert batch.deep.tolist() == [0, 1, 0, 1]


def test_whole_games_are_held_out_and_only_with_deep_labels(folders):
    positions = Positions(folders)
    use = split(positions)
    game = positions.column("game")
    assert len(use.held_out) > 10
    assert (game[use.held_out] % HELD_OUT == 0).all() and (use.held_out < 1200).all()
    assert not set(game[use.held_out]) & set(game[np.concatenate([use.deep, use.shallow])])
    assert (use.deep < 1200).all() and (use.shallow >= 1200).all()


def test_folders_that_do_not_fit_are_an_error(folders, tmp_path):
    other = write(tmp_path / "other", side=9)
    with pytest.raises(PositionsError, match="several rules or boards"):
        Positions([*folders, other])
    about = other / "about.json"
    whole = about.read_text()
    for text in ("", whole[:20], "[]", "{}", whole.replace("9", '"9"')):
        about.write_text(text)
        with pytest.raises(PositionsError, match=r"no folder of fukumi-train arrays: about\.json"):
            by_kind([other])
    about.write_text(whole)
    for content in (b"", b"nothing"):
        (other / "moves.npy").write_bytes(content)
        with pytest.raises(PositionsError, match="no folder of fukumi-train arrays"):
            Positions([other])
    (other / "moves.npy").unlink()
    with pytest.raises(PositionsError, match="no folder of fukumi-train arrays"):
        Positions([other])


def test_a_label_turns_with_the_board():
    params = init(jax.random.PRNGKey(1), Form(2, 8))
    # A network that has not learned likes all moves alike.
    params["po"] *= 30
    labeller = Labeller(params, "freestyle", Manner("f32", symmetries=8, moves=25, batch=8))
    cells = np.random.default_rng(1).choice([0, 0, OWN, THEIRS], (1, 5, 5)).astype(np.uint16)
    turns = np.concatenate([np.asarray(turned(cells, symmetry)) for symmetry in symmetries(5, 5)])
    labels = labeller.label(turns, np.zeros(8, np.uint8))
    assert np.allclose(labels.value, labels.value[0], atol=1e-5)
    shares = np.zeros((8, 25), np.float32)
    np.put_along_axis(shares, labels.moves.astype(np.int64), labels.shares, axis=1)
    assert shares[0].std() > 0.001
    for symmetry, share in zip(symmetries(5, 5), shares, strict=True):
        expected = np.asarray(turned(shares[:1].reshape(1, 5, 5), symmetry)).reshape(-1)
        assert np.allclose(share, expected, atol=1e-5)
    assert (shares[0][cells.reshape(-1) != 0] == 0).all()


@pytest.mark.parametrize("side", [1, 3, 5])
def test_the_gradient_of_a_convolution_is_that_of_differences(side):
    random = np.random.default_rng(side)
    x, weights, wish = (
        jnp.asarray(random.normal(size=shape), jnp.float32)
        for shape in ((2, 4, 6, 3), (side, side, 3, 5), (2, 4, 6, 5))
    )

    def total(x: jax.Array, weights: jax.Array) -> jax.Array:
        return (convolved(x, weights) * wish).sum()

    gradients = jax.grad(total, argnums=(0, 1))(x, weights)
    for which, (array, gradient) in enumerate(zip((x, weights), gradients, strict=True)):
        # The total is linear in each of the two, so a difference of one has no error but that of the sums.
        direction = jnp.asarray(random.normal(size=array.shape), jnp.float32)
        moved = [x, weights]
        moved[which] = array + direction
        expected = total(*moved) - total(x, weights)
        assert np.isclose((gradient * direction).sum(), expected, rtol=1e-4, atol=1e-3)


def test_integers_come_close_to_floats():
    """Boards that are not square and do not fill the last batch."""
    params = init(jax.random.PRNGKey(1), Form(2, 8))
    params["po"] *= 30
    params["v2"] *= 30
    random = np.random.default_rng(2)
    cells = random.choice([0, 0, 0, OWN, THEIRS], (3 * BATCH + 5, 6, 7)).astype(np.uint16)
    boards = np.asarray(planes(cells, random.integers(0, 2, len(cells)), "freestyle", jnp.float32))
    floats = apply(params, boards)
    integers = Quantised(params, boards)(boards)
    for exact, close in zip(floats, integers, strict=True):
        exact = np.asarray(exact)
        assert close.shape == exact.shape
        error = np.sqrt(np.mean((close - exact) ** 2))
        assert 0 < error < 0.05 * exact.std()


def test_the_distance_is_that_of_two_chances():
    label, logit = np.array([0.0, 2.0, -30.0]), np.array([0.0, -1.0, 30.0])
    p, q = 1 / (1 + np.exp(-label[1])), 1 / (1 + np.exp(-logit[1]))
    expected = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    assert np.allclose(distance(label, logit), [0, expected, 30])


EARLY, LATE = 20, 150


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory) -> Path:
    """The folder of the checkpoints of the run `learned` after `EARLY` and after `LATE` steps."""
    return tmp_path_factory.mktemp("checkpoints")


@pytest.fixture(scope="module")
def learned(folders, checkpoints) -> Run:
    """A run of a small network, from its beginning to its end."""
    positions = Positions(folders)
    run = Run(PLAN, [Source(positions)])
    for step in (EARLY, LATE):
        run.train(step, lambda *_: None)
        run.save(checkpoints / f"{step}.npz")
    run.train(PLAN.steps, lambda *_: None)
    return run


def assert_same(one: Run, other: Run) -> None:
    """Both have come to the same state, to the last bit."""
    assert one.step == other.step
    for left, right in zip(jax.tree.leaves(one.state), jax.tree.leaves(other.state), strict=True):
        assert (left == right).all()


def test_a_teacher_learns_value_and_moves(learned):
    (source,) = learned.sources
    positions, held_out = source.positions, source.use.held_out
    begun = Run(PLAN, [source]).state.params
    before, after = (
        measure(Labeller(params, "freestyle", Manner("f32", symmetries=1)), positions, held_out)
        for params in (begun, learned.state.averaged)
    )
    assert before.positions == after.positions == len(held_out)
    assert after.distance < 0.3 * before.distance
    assert before.first < 0.3
    assert after.first > 0.8


def test_a_run_that_was_cut_off_ends_as_one_that_was_not(learned, checkpoints):
    run = Run(PLAN, learned.sources)
    run.resume(checkpoints / f"{LATE}.npz")
    assert run.step == LATE
    reports = []
    run.train(PLAN.steps, lambda step, losses: reports.append(step))
    assert reports == [PLAN.steps]
    assert_same(run, learned)


def test_the_same_seed_gives_the_same_weights(learned, checkpoints):
    run, before = (Run(PLAN, learned.sources) for _ in range(2))
    run.train(EARLY, lambda *_: None)
    before.resume(checkpoints / f"{EARLY}.npz")
    assert_same(run, before)


def test_a_run_starts_with_the_weights_of_another(learned, checkpoints):
    start = init(jax.random.PRNGKey(7), PLAN.form)
    run = Run(PLAN, learned.sources, start)
    for left, right in zip(jax.tree.leaves(run.state.params), jax.tree.leaves(start), strict=True):
        assert (left == right).all()
    with pytest.raises(PlanError, match="another plan"):
        run.resume(checkpoints / f"{EARLY}.npz")
    with pytest.raises(PlanError, match="another form"):
        Run(PLAN, learned.sources, init(jax.random.PRNGKey(7), Form(3, 8)))


def test_a_checkpoint_of_another_plan_is_refused(learned, checkpoints):
    run = Run(replace(PLAN, seed=2), learned.sources)
    with pytest.raises(PlanError, match="another plan"):
        run.resume(checkpoints / f"{LATE}.npz")
    with pytest.raises(PlanError, match=r"weights\.npz is damaged"):
        np.savez(checkpoints / "weights.npz", about="{}")
        run.resume(checkpoints / "weights.npz")
    (checkpoints / "cut.npz").write_bytes((checkpoints / f"{LATE}.npz").read_bytes()[:-100])
    with pytest.raises(PlanError, match=r"cut\.npz is damaged"):
        run.resume(checkpoints / "cut.npz")
    with pytest.raises(PlanError, match="divisible by 8"):
        Run(replace(PLAN, batch=20), learned.sources)


def test_weights_are_written_in_the_form_of_the_shipped_ones(tmp_path):
    params = init(jax.random.PRNGKey(1), Form(10, 128))
    save(tmp_path / "own.npz", params, {"rule": "freestyle"})
    with np.load(tmp_path / "own.npz") as own, np.load(SHIPPED) as shipped:
        form = [{name: (file[name].shape, file[name].dtype) for name in file.files} for file in (own, shipped)]
    assert form[0].pop("about") and form[1].pop("about")
    assert form[0] == form[1]
    again, about = load(tmp_path / "own.npz")
    assert about["rule"] == "freestyle"
    for name, value in flat(params).items():
        assert (flat(again)[name] == value.astype(np.float16)).all()
    for content in (b"nothing", b"", (tmp_path / "own.npz").read_bytes()[:-100]):
        (tmp_path / "own.npz").write_bytes(content)
        with pytest.raises(WeightsError):
            load(tmp_path / "own.npz")


def board(own: str, theirs: str, threats: dict[str, int]) -> np.ndarray:
    """A position of 15x15 with stones and threats at labels such as `h8`."""
    cells = np.zeros((15, 15), np.uint16)

    def put(label: str, what: int) -> None:
        cells[15 - int(label[1:]), ord(label[0]) - ord("a")] = what

    for stones, what in ((own, OWN), (theirs, THEIRS)):
        for label in stones.split():
            put(label, what)
    for label, what in threats.items():
        put(label, what)
    return cells


@pytest.mark.parametrize(
    ("rule", "precision"), [("freestyle", "f32"), ("freestyle", "int8"), ("renju", "int8"), ("standard", "int8")]
)
def test_the_shipped_teachers_know_what_wins(rule, precision):
    params, about = load(SHIPPED.with_name(f"{rule}-15.npz"))
    assert form_of(about) == Form(10, 128) and about["rules"] == [rule]
    labeller = Labeller(params, rule, Manner(precision, symmetries=1, batch=3))
    four = "f8 g8 h8 i8"
    scattered = "d4 l4 d12 l11"
    fives = {"e8": OWN_FIVE | 1 << 4, "j8": OWN_FIVE | 1 << 4}
    theirs = {"e8": THEIR_FIVE | 1 << 11, "j8": THEIR_FIVE | 1 << 11}
    cells = np.stack([board(four, scattered, fives), board(scattered, four, theirs), board("h8", "h9", {})])
    labels = labeller.label(cells, np.array([0, 1, 0], np.uint8))
    chances = 1 / (1 + np.exp(-labels.value))
    assert chances[0] > 0.99
    assert chances[1] < 0.01
    assert 0.2 < chances[2] < 0.9
    at = [(15 - row) * 15 + column for row, column in ((8, 4), (8, 9))]
    assert labels.moves[0, 0] in at
    assert labels.moves[1, 0] in at
    assert labels.shares[0, :2].sum() > 0.9
    # Near the stones.
    row, column = divmod(int(labels.moves[2, 0]), 15)
    assert abs(row - 7) <= 3 and abs(column - 7) <= 3


def run_command(*arguments) -> str:
    result = CliRunner().invoke(cli.main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_commands_train_go_on_measure_and_label(folders, tmp_path):
    out, labels = tmp_path / "run", tmp_path / "labels"
    options = ["--blocks", 1, "--channels", 8, "--batch", 64, "--precision", "f32", "--check-every", 4, "--out", out]
    train = ["train", *folders, *options, "--samples"]
    run_command(*train, 64 * 4)
    checks = (out / "checks.jsonl").read_text().splitlines()
    assert [json.loads(check)["step"] for check in checks] == [4]
    # The number of samples decides the rates, so it belongs to the plan.
    refused = CliRunner().invoke(cli.main, [str(argument) for argument in [*train, 64 * 8]])
    assert refused.exit_code == 1 and "another plan" in refused.output
    assert "going on after step 4 of 4" in run_command(*train, 64 * 4)
    network = ["--network", out / "teacher.npz", "--precision", "f32", "--batch", 512]
    assert "1200 positions: distance" in run_command("measure", folders[0], *network)
    assert "400 labels" in run_command("label", folders[1], *network, "--moves", 5, "--symmetries", 4, "--out", labels)
    assert (labels / "about.json").read_text() and np.load(labels / "value.npy").shape == (400,)
    moves, shares = np.load(labels / "moves.npy"), np.load(labels / "shares.npy")
    assert moves.shape == shares.shape == (400, 5)
    assert moves.dtype == np.dtype("<u2") and shares.dtype == np.dtype("<f4")
    assert (np.diff(shares) <= 0).all() and (shares.sum(axis=1) <= 1 + 1e-5).all()
    cells = np.load(folders[1] / "cells.npy").reshape(400, -1)
    assert (np.take_along_axis(cells, moves.astype(np.int64), axis=1)[shares > 0] & 3 == 0).all()


def test_two_runs_do_not_share_a_folder(folders, tmp_path):
    network, out = tmp_path / "teacher.npz", tmp_path / "out"
    save(network, init(jax.random.PRNGKey(1), Form(1, 8)), {"rules": ["freestyle"], "blocks": 1, "channels": 8})
    lock = lock_folder(out)
    for words in (["train", folders[0]], ["label", folders[0], "--network", network]):
        refused = CliRunner().invoke(cli.main, [str(word) for word in (*words, "--out", out)])
        assert refused.exit_code == 2 and "another process is at work" in refused.output
    lock.release()
    assert [path.name for path in out.iterdir()] == ["lock"]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_labels_never_take_the_place_of_positions(tmp_path):
    positions, others = write(tmp_path / "positions"), write(tmp_path / "others", seed=2)
    link, match = tmp_path / "link", tmp_path / "match"
    link.symlink_to(positions)
    match.mkdir()
    (match / "about.json").write_text("{}")
    network = tmp_path / "teacher.npz"
    save(network, init(jax.random.PRNGKey(1), Form(1, 8)), {"rules": ["freestyle"], "blocks": 1, "channels": 8})
    label = ["label", positions, "--network", network, "--precision", "f32", "--symmetries", 1, "--out"]
    before = {folder: contents(folder) for folder in (positions, others, match)}
    for out, what in ((positions, "positions"), (link, "positions"), (others, "positions"), (match, "about.json")):
        refused = CliRunner().invoke(cli.main, [str(word) for word in (*label, out)])
        assert refused.exit_code == 2 and what in refused.output and "choose another folder" in refused.output
    # Labels may be made again, also where a file of theirs is a link.
    labels = tmp_path / "labels"
    run_command(*label, labels)
    (labels / "moves.npy").unlink()
    (labels / "moves.npy").symlink_to(positions / "moves.npy")
    run_command(*label, labels)
    assert np.load(labels / "moves.npy").shape == (400, 8)
    assert {folder: contents(folder) for folder in before} == before


def test_games_go_to_the_teacher_and_back(tmp_path):
    programs = [TARGET / "quick" / name for name in ("fukumi", "fukumi-train")]
    if not all(program.exists() for program in programs):
        pytest.skip("target/quick/fukumi and fukumi-train are not built")

    def run(program: int, *arguments) -> str:
        command = [programs[program], *(str(argument) for argument in arguments)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(0, "datagen", "--games", 6, "--nodes", 100, "--opening-nodes", 100, "--seed", 3, "--out", "games.fkg")
    run(1, "label", "games.fkg", "--nodes", 1000, "--out", "deep.fkg")
    run(1, "arrays", "deep.fkg", "--out", "deep")
    positions = Positions([tmp_path / "deep"])
    assert len(positions) > 30 and (positions.column("deep") == 1).all()
    params, _ = load(SHIPPED)
    labeller = Labeller(params, "freestyle", Manner("f32", symmetries=1, batch=32))
    found = measure(labeller, positions, np.arange(len(positions)))
    # The best single number is twice as far away, and a move at random is right once in a hundred times.
    scores = positions.column("score") / 200
    assert found.distance < 0.8 * distance(scores, np.full(len(scores), scores.mean())).mean()
    assert found.first > 0.2
    run(1, "arrays", "games.fkg", "--out", "shallow")
    arguments = ["--network", SHIPPED, "--precision", "f32", "--batch", 32, "--out", tmp_path / "labels"]
    run_command("label", tmp_path / "shallow", *arguments)
    printed = run(1, "teach", "games.fkg", "--labels", "labels", "--deep", "deep.fkg", "--out", "taught.fkg")
    count = len(Positions([tmp_path / "shallow"]))
    assert printed == f"6 games, {count} positions, {len(positions)} of them with deep scores\n"
