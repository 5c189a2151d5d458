"""The fit of the evaluation: numbering, reading samples, and that it finds what made the data."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import numpy as np
import pytest
from patience import PATIENCE
from programs import built, invoke

from fukumi_tools.research.fit.cli import main
from fukumi_tools.research.fit.model import CLASSES, CODES, THREAT_BITS, Table, code_of, code_parts, threat_parts
from fukumi_tools.research.fit.samples import HEAD, POINT, Samples
from fukumi_tools.research.fit.train import AppealModel, Plan, ValueModel, fit, split

CANDIDATES = 12


def test_codes_are_numbered_without_gaps() -> None:
    combinations = itertools.combinations_with_replacement(range(CLASSES), 4)
    assert sorted(code_of(classes) for classes in combinations) == list(range(CODES))
    assert code_of((3, 0, 14, 3)) == code_of((14, 3, 3, 0))


def test_a_code_has_four_classes_and_six_pairs() -> None:
    parts = code_parts()
    assert (parts[:, :CLASSES].sum(axis=1) == 4).all()
    assert (parts[:, CLASSES:].sum(axis=1) == 6).all()


def test_a_mask_has_its_bits_and_pairs() -> None:
    parts = threat_parts().toarray()
    assert parts[0].tolist() == [1] + [0] * (parts.shape[1] - 1)
    assert parts[0b101].sum() == 1 + 2 + 1


def test_a_table_goes_down_the_gradient_and_keeps_fixed_entries() -> None:
    fixed = np.zeros(CODES, bool)
    fixed[0] = True
    table = Table(code_parts(), decay=0.1, fixed=fixed)
    gradient = np.zeros(CODES)
    gradient[[0, 1000]] = [1, -1]
    for _ in range(20):
        table.step(gradient, 0.01)
    assert table.values[0] == 0
    assert table.values[1000] > 0.1


def write(path: Path, *, positions: int, seed: int, colors: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Samples whose value and chosen move follow from two hidden tables; returns these."""
    random = np.random.default_rng(seed)
    value = random.normal(0, 0.3, CODES)
    value[0] = 0
    appeal = random.normal(0, 2, CODES)
    seen = random.choice(CODES, 40, replace=False)
    points = np.zeros(positions * CANDIDATES, POINT)
    points["own"] = random.choice(seen, len(points))
    points["other"] = random.choice(seen, len(points))
    per_position = points.reshape(positions, CANDIDATES)
    logits = value[per_position["own"]].sum(axis=1) - value[per_position["other"]].sum(axis=1)
    head = np.zeros(positions, HEAD)
    head["score"] = np.clip(200 * logits, -1500, 1500)
    head["outcome"] = np.where(random.random(positions) < 1 / (1 + np.exp(-logits)), 1000, -1000)
    head["candidates"] = head["points"] = CANDIDATES
    head["game"] = np.arange(positions)
    head["color"] = np.arange(positions) % colors
    chosen = appeal[per_position["own"]].argmax(axis=1)
    per_position["weight"][np.arange(positions), chosen] = 1
    head.tofile(f"{path}.head")
    points.tofile(f"{path}.points")
    return seen, value


def test_samples_of_the_program_are_read(tmp_path: Path) -> None:
    def run(*words: str) -> None:
        subprocess.run([built(), *words], cwd=tmp_path, check=True, timeout=PATIENCE, capture_output=True)

    run("datagen", "--games", "4", "--nodes", "60", "--opening-nodes", "60", "--seed", "5", "--out", "games.fkg")
    run("samples", "games.fkg", "--out", "samples.v2")
    samples = Samples([tmp_path / "samples.v2"])
    head, points = samples.head, samples.points
    assert len(head) > 20
    assert set(head["color"]) == {0, 1}
    assert set(head["situation"]) <= {0, 1}
    assert set(head["outcome"]) <= {-1000, 0, 1000}
    assert (abs(head["score"]) <= 1500).all()
    assert (head["stones"] % 2 == head["color"]).all()
    assert (head["stones"] + head["points"] == 15 * 15).all()
    assert ((head["candidates"] > 0) & (head["candidates"] <= head["points"])).all()
    assert (head["threats"] < 1 << THREAT_BITS).all()
    assert set(head["game"]) <= set(range(4))
    assert max(points["own"].max(), points["other"].max()) < CODES
    chosen = np.add.reduceat(points["weight"], samples.offsets[:-1])
    assert set(chosen) <= {0, 1}
    assert chosen.any()


@pytest.mark.parametrize("colors", [1, 2])
def test_the_fit_finds_what_made_the_samples(tmp_path: Path, colors: int) -> None:
    seen, value = write(tmp_path / "a", positions=20_000, seed=1, colors=colors)
    samples = Samples([tmp_path / "a"])
    plan = Plan(epochs=12, batch=512, score_share=1.0, decay=0.0, report=lambda _: None)
    model = ValueModel(colors=colors, plan=plan)
    loss, least = fit(model, samples, plan)
    assert loss < least + 0.03
    for table in (model.moving[0], model.waiting[0]):
        found = table.values[seen]
        assert np.corrcoef(found, value[seen])[0, 1] > 0.95
    _, hits = fit(AppealModel(colors=colors, plan=plan), samples, plan)
    assert hits > 0.9


def test_a_batch_counts_by_its_known_moves(tmp_path: Path) -> None:
    write(tmp_path / "a", positions=2 * 64 * 16, seed=1)
    samples = Samples([tmp_path / "a"])
    _, held_out = split(samples)
    # Of the first batch held out, only one move is known.
    samples.points["weight"].reshape(-1, CANDIDATES)[held_out[1:64]] = 0
    plan = Plan(epochs=1, batch=64, appeal_rate=0.0, report=lambda _: None)
    model = AppealModel(colors=1, plan=plan)
    model.attack[0].weights[1][:] = np.random.default_rng(2).normal(0, 2, CODES)
    model.attack[0].refresh()
    together = model.loss(samples.batch(held_out, candidates_only=True), 0)
    assert fit(model, samples, plan) == pytest.approx(together)


def test_samples_of_several_files_are_different_games(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / name, positions=50, seed=1)
    samples = Samples([tmp_path / "a", tmp_path / "b"])
    assert len(set(samples.head["game"].tolist())) == 100
    batch = samples.batch(np.array([3, 70]), candidates_only=True)
    assert batch.starts.tolist() == [0, CANDIDATES]
    assert (batch.points[CANDIDATES:] == samples.points[70 * CANDIDATES : 71 * CANDIDATES]).all()


@pytest.mark.parametrize(
    ("end", "kept", "complaint"),
    [
        ("points", -POINT.itemsize, "a.points: a.head announces 600 points, 599 found"),
        ("points", -1, "a.points: 5 bytes after the last whole row"),
        ("points", 0, "a.points: a.head announces 600 points, 0 found"),
        ("head", -HEAD.itemsize, "a.points: a.head announces 588 points, 600 found"),
        ("head", -3, f"a.head: {HEAD.itemsize - 3} bytes after the last whole row"),
        ("head", 0, "a.head: there are no positions"),
    ],
)
def test_files_that_were_cut_off_are_named_and_no_weights_are_written(
    tmp_path: Path, end: str, kept: int, complaint: str
) -> None:
    for name in ("a", "b"):
        write(tmp_path / name, positions=50, seed=1)
    path = tmp_path / f"a.{end}"
    path.write_bytes(path.read_bytes()[:kept])
    out = tmp_path / "weights.bin"
    out.write_text("before")
    said = invoke(main, tmp_path / "b", tmp_path / "a", "--out", out, code=2)
    assert complaint in " ".join(said.split()) and out.read_text() == "before"


def test_what_one_file_lacks_another_does_not_replace(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / name, positions=50, seed=1)
    points = (tmp_path / "a.points").read_bytes()
    (tmp_path / "a.points").write_bytes(points[: -POINT.itemsize])
    (tmp_path / "b.points").write_bytes(points[-POINT.itemsize :] + points)
    with pytest.raises(ValueError, match=r"a\.points: "):
        Samples([tmp_path / "a", tmp_path / "b"])
