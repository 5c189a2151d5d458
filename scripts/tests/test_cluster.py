"""Matches on a Ray cluster of several nodes on this machine, some of which are lost."""

import json
import threading
from pathlib import Path

import pytest
from matches import games
from patience import PATIENCE, wait_for
from programs import engine, invoke

from fukumi_tools.organisers.match.cli import main

GAMES = 200


def play(out: Path, delay: float, *more, code: int = 0) -> str:
    engines = [word for name in "ab" for word in engine(name, f"--forget --delay-all {delay} --seed {ord(name)}")]
    settings = ["--turn", 30, "--board", 7, "--stones", 8, "--games", GAMES, "--concurrency", 4]
    return invoke(main, *engines, *settings, "--out", out, *more, code=code)


def finished(out: Path) -> int:
    return (out / "games.jsonl").read_text().count("\n")


def results(out: Path) -> list[tuple]:
    """All that does not depend on clocks, by number of the game."""
    return [(r["game"], r["pair"], r["leg"], r["result"], r["reason"], tuple(r["moves"])) for r in games(out)]


def test_a_match_that_loses_two_of_four_workers_has_the_results_of_a_local_one(cluster, tmp_path):
    nodes = [cluster.add_node(num_cpus=1) for _ in range(4)]
    out, local = tmp_path / "cluster", tmp_path / "local"
    lost = []

    def lose_nodes():
        for after, node in [(20, nodes[1]), (70, nodes[3])]:
            wait_for(lambda after=after: (out / "games.jsonl").exists() and finished(out) >= after)
            cluster.remove_node(node, allow_graceful=False)
            lost.append(finished(out))

    saboteur = threading.Thread(target=lose_nodes, daemon=True)
    saboteur.start()
    said = play(out, 0.005, "--ray", cluster.address)
    saboteur.join(timeout=PATIENCE)
    assert len(lost) == 2 and lost[1] < GAMES
    assert "Ray cluster of 5 nodes with 4 processors" in said

    play(local, 0)
    assert [result[0] for result in results(out)] == list(range(1, GAMES + 1))
    assert results(out) == results(local)
    assert json.loads((out / "summary.json").read_text())["faults"] == []


def test_a_cluster_that_is_not_there_is_named(tmp_path):
    pytest.importorskip("ray", reason="the tests of clusters need ray: scripts/test --with cluster")
    assert "no Ray cluster at 127.0.0.1:1" in play(tmp_path, 0, "--ray", "127.0.0.1:1", code=2)
