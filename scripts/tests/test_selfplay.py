"""Self-play in parts: a local run, one that is extended, one in a cluster that loses a machine."""

import json
import sys
import threading
from pathlib import Path

import pytest
from patience import PATIENCE, wait_for
from programs import invoke, script

from fukumi_tools.folder import lock_folder
from fukumi_tools.research.selfplay.cli import main

FAKE = """\
import pathlib, sys, time
words = dict(zip(sys.argv[2::2], sys.argv[3::2]))
time.sleep(float(words.get("--nodes", 0)))
if words.get("--rule") == "chess":
    sys.exit("no such rule: chess")
pathlib.Path(words["--out"]).write_text(f"{words['--games']} games of seed {words['--seed']}")
"""


@pytest.fixture
def program(tmp_path) -> Path:
    """Something that is called like the engine and writes what it was asked for."""
    return script(tmp_path / "fake", FAKE, f"{sys.executable} -I")


def run(program: Path, out: Path, *words, code: int = 0) -> str:
    return invoke(main, "--engine", program, "--part-games", 10, "--seed", 5, "--out", out, *words, code=code)


def parts(out: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in out.glob("part-*")}


def test_parts_have_seeds_of_their_own_and_are_played_once(program, tmp_path):
    out = tmp_path / "out"
    assert "30 games in 3 parts" in run(program, out, "--games", 25, "--concurrency", 2)
    expected = {f"part-0000{number}.fkg": f"10 games of seed {5 + number}" for number in range(3)}
    assert parts(out) == expected
    (out / "part-00001.fkg").write_text("kept")
    run(program, out, "--games", 40)
    assert parts(out) == expected | {"part-00001.fkg": "kept", "part-00003.fkg": "10 games of seed 8"}
    assert "another plan; different: options" in run(program, out, "--games", 40, "--", "--rule", "renju", code=2)


def test_a_file_that_has_changed_is_another_plan(program, tmp_path):
    out, network = tmp_path / "out", tmp_path / "new.net"
    network.write_text("one")
    words = ("--", "--evaluation", network)
    run(program, out, "--games", 10, *words)
    network.write_text("two")
    assert "another plan; different: files" in run(program, out, "--games", 20, *words, code=2)
    network.write_text("one")
    run(program, out, "--games", 20, *words)
    plan = json.loads((out / "plan.json").read_text())
    del plan["files"]
    (out / "plan.json").write_text(json.dumps(plan))
    run(program, out, "--games", 30, *words)
    assert len(parts(out)) == 3


def test_a_part_that_fails_ends_the_run_with_its_reason(program, tmp_path):
    output = run(program, tmp_path / "out", "--games", 50, "--", "--rule", "chess", code=1)
    assert "no such rule: chess" in output and not parts(tmp_path / "out")


def test_two_runs_do_not_share_a_folder(program, tmp_path):
    lock = lock_folder(tmp_path / "out")
    assert "another process is at work" in run(program, tmp_path / "out", "--games", 10, code=2)
    lock.release()
    run(program, tmp_path / "out", "--games", 10)


def test_parts_of_unknown_origin_are_left_alone(program, tmp_path):
    (tmp_path / "part-00000.fkg").write_text("something")
    assert "no plan.json" in run(program, tmp_path, "--games", 10, code=2)


def test_a_cluster_that_loses_a_machine_makes_the_same_files(cluster, program, tmp_path):
    nodes = [cluster.add_node(num_cpus=1) for _ in range(3)]
    out = tmp_path / "cluster"

    def lose_node():
        wait_for(lambda: len(parts(out)) >= 2)
        cluster.remove_node(nodes[1], allow_graceful=False)

    saboteur = threading.Thread(target=lose_node, daemon=True)
    saboteur.start()
    run(program, out, "--games", 120, "--concurrency", 3, "--ray", cluster.address, "--", "--nodes", "0.5")
    saboteur.join(timeout=PATIENCE)
    assert not saboteur.is_alive()
    run(program, tmp_path / "local", "--games", 120, "--concurrency", 3, "--", "--nodes", "0")
    assert parts(out) == parts(tmp_path / "local") and len(parts(out)) == 12
    assert json.loads((out / "plan.json").read_text())["seed"] == 5
