"""Matches on a Ray cluster of several nodes on this machine, some of which are lost."""

import json
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from patience import PATIENCE

from fukumi_tools.organisers.match.cli import main

FAKE = Path(__file__).with_name("fake_engine.py")
GAMES = 200


def arguments(out: Path, delay: float, *more) -> list[str]:
    program = f"cmd={sys.executable} args='-I {FAKE} --forget --delay-all {delay}"
    return [
        *("--engine", f"name=a {program} --seed 1'", "--engine", f"name=b {program} --seed 2'"),
        *("--turn", "30", "--board", "7", "--stones", "8", "--games", str(GAMES), "--concurrency", "4"),
        *("--out", str(out), *more),
    ]


def finished(out: Path) -> int:
    return (out / "games.jsonl").read_text().count("\n")


def results(out: Path) -> list[tuple]:
    """All that does not depend on clocks, by number of the game."""
    records = [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()]
    return sorted((r["game"], r["pair"], r["leg"], r["result"], r["reason"], tuple(r["moves"])) for r in records)


def test_a_match_that_loses_two_of_four_workers_has_the_results_of_a_local_one(cluster, tmp_path):
    nodes = [cluster.add_node(num_cpus=1) for _ in range(4)]
    out, local = tmp_path / "cluster", tmp_path / "local"
    lost = []

    def lose_nodes():
        for after, node in [(20, nodes[1]), (70, nodes[3])]:
            while not (out / "games.jsonl").exists() or finished(out) < after:
                time.sleep(0.05)
            cluster.remove_node(node, allow_graceful=False)
            lost.append(finished(out))

    saboteur = threading.Thread(target=lose_nodes, daemon=True)
    saboteur.start()
    done = CliRunner().invoke(main, arguments(out, 0.005, "--ray", cluster.address))
    assert done.exit_code == 0, done.output
    saboteur.join(timeout=PATIENCE)
    assert len(lost) == 2 and lost[1] < GAMES
    assert "Ray cluster of 5 nodes with 4 processors" in done.output

    done = CliRunner().invoke(main, arguments(local, 0))
    assert done.exit_code == 0, done.output
    assert [result[0] for result in results(out)] == list(range(1, GAMES + 1))
    assert results(out) == results(local)
    assert json.loads((out / "summary.json").read_text())["faults"] == []


def test_a_cluster_that_is_not_there_is_named(tmp_path):
    pytest.importorskip("ray", reason="the tests of clusters need ray: scripts/test --with cluster")
    done = CliRunner().invoke(main, arguments(tmp_path, 0, "--ray", "127.0.0.1:1"))
    assert done.exit_code == 2
    assert "no Ray cluster at 127.0.0.1:1" in done.output
