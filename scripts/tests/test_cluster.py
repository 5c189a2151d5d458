"""Matches on a Ray cluster of several nodes on this machine: nodes are lost, or lack what the engines need."""

import json
import re
import sys
import threading
from pathlib import Path

import pytest
from matches import games
from patience import PATIENCE, wait_for
from programs import FAKE, engine, invoke, script, words

from fukumi_tools.board.openings import Opening
from fukumi_tools.board.rules import Rule
from fukumi_tools.cluster import join
from fukumi_tools.engines.settings import Conditions, Limits, SettingsError, parse_engine
from fukumi_tools.organisers.match.cli import main
from fukumi_tools.organisers.match.game import FAULTS
from fukumi_tools.organisers.match.schedule import Task

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


def test_an_engine_that_refuses_a_setting_on_one_machine_ends_the_match(cluster, tmp_path):
    cluster.add_node(num_cpus=1)
    started = tmp_path / "started"
    # It is started here first, where the file of its network is, and then on a machine that lacks it.
    text = f"[ -e {started} ] && exec {sys.executable} {FAKE} --behaviour refuse-info\n: > {started}"
    program = script(tmp_path / "program", f"{text}\nexec {sys.executable} {FAKE}")
    engines = [*engine("a"), "--engine", f"name=b cmd={program} info.evaluation=x.net"]
    arguments = [*engines, "--turn", 30, "--board", 7, "--stones", 8, "--games", 2, "--out", tmp_path / "out"]
    said = invoke(main, *arguments, "--ray", cluster.address, code=1)
    assert re.search(r"engine b cannot play on [\d.]+: refused a setting: ERROR cannot read evaluation x.net", said)
    assert games(tmp_path / "out") == []


def test_a_machine_has_the_same_files_of_the_engines(cluster, tmp_path):
    cluster.add_node(num_cpus=1)
    join(cluster.address)
    from fukumi_tools.organisers.match.cluster import RemoteSeats

    network = tmp_path / "run.net"
    network.write_text("trained")
    specs = [parse_engine(words(name, extra=f"info.evaluation={network}"), Limits(turn=30)) for name in "ab"]
    game = Task(0, 0, 0, 1, black=0, white=1), Opening("empty", ()), Conditions(7, 7, Rule.FREESTYLE)

    seats = RemoteSeats(specs)
    assert seats.play(*game).reason not in FAULTS
    seats.close()
    for change in (lambda: network.write_text("trained again"), network.unlink):
        seats = RemoteSeats(specs)
        change()
        with pytest.raises(SettingsError, match=r"engine a: on [\d.]+ \S+run.net is missing or another file"):
            seats.play(*game)
        seats.close()


def test_a_cluster_that_is_not_there_is_named(tmp_path):
    pytest.importorskip("ray", reason="the tests of clusters need ray: scripts/test --with cluster")
    assert "no Ray cluster at 127.0.0.1:1" in play(tmp_path, 0, "--ray", "127.0.0.1:1", code=2)
