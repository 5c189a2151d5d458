"""`fukumi-tools positions`: the results are those of one process, in a cluster and after a kill as well."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from patience import PATIENCE, wait_for
from programs import built, invoke, script

from fukumi_tools.organisers.positions.cli import main

POSITIONS = """\
win moves=f8,a1,g8,a3,h8,a5
none moves=h8,i9
hard rule=standard moves=f6,h7,f9,g7,f8,h6,j6
three moves=h8,a1,i8,o1
"""


@pytest.fixture
def program(tmp_path) -> Path:
    """The engine, which notes how it was called. Parts from the fifth position on wait for a file."""
    wait = f"while [ ! -e {tmp_path}/go ]; do sleep 0.05; done"
    noting = f'echo "$*" >> {tmp_path}/calls\ncase "$*" in *--only\\ [5-9]*) {wait};; esac'
    return script(tmp_path / "program", f'{noting}\nexec {built()} "$@"')


@pytest.fixture
def files(tmp_path, monkeypatch) -> list[str]:
    """Nine positions in a file and a folder, one file named twice, with names that are not easy to send."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / 'a "folder" of gämes'
    folder.mkdir()
    (folder / "one.sgf").write_text("(;GM[4]SZ[15];B[hh];W[ii];B[ih])")
    (tmp_path / "positions.txt").write_text(POSITIONS)
    absolute = f"{tmp_path}/positions.txt:win"
    names = ["positions.txt", f"{folder.name}/", "./positions.txt:hard", absolute]
    return [*names, "positions.txt:none", "positions.txt:win"]


def words(program: Path, out: str, *more) -> list[str]:
    return [str(word) for word in ("--engine", program, "--part-positions", 2, "--out", out, *more)]


def without_times(path: Path | str) -> str:
    """The results without what depends on a clock."""
    return re.sub(r'"(time_ms|nps)":[0-9.]+', "", Path(path).read_text(encoding="utf-8"))


def of_one_process(question: list[str]) -> str:
    subprocess.run([built(), *question, "--out", "whole.jsonl"], stdout=subprocess.DEVNULL, check=False)
    return without_times("whole.jsonl")


@pytest.mark.parametrize("question", [("solve", "--vcf"), ("analyze", "--last"), ("analyze", "--multi-pv", "2")])
def test_results_are_those_of_one_process(program, files, question, tmp_path):
    (tmp_path / "go").touch()
    question = [question[0], *files, *question[1:], "--nodes", "500"]
    output = invoke(main, *words(program, "out", "--concurrency", 3, *question))
    assert "9 results in out/results.jsonl" in output
    assert without_times("out/results.jsonl") == of_one_process(question)
    assert sorted(os.listdir("out")) == ["lock", "results.jsonl", "settings.json"]
    calls = (tmp_path / "calls").read_text()
    assert "9 results" in invoke(main, *words(program, "out", *question))
    new = (tmp_path / "calls").read_text().removeprefix(calls)
    assert new.count("\n") == 1 and "--list" in new, "nothing is asked again"


def test_a_killed_run_goes_on(program, files, tmp_path):
    question = ["solve", *files, "--nodes", "500"]
    command = [sys.executable, "-m", "fukumi_tools", "positions", *words(program, "out", *question)]
    killed = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    parts = tmp_path / "out" / "parts"
    # The third part waits.
    (tmp_path / "calls").touch()
    wait_for(lambda: "--only 5-6" in (tmp_path / "calls").read_text(), killed)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert [file.name for file in sorted(parts.glob("*.jsonl"))] == ["000000.jsonl", "000001.jsonl"]
    (tmp_path / "go").touch()
    assert "other settings" in invoke(main, *words(program, "out", *question, "--vcf"), code=2)
    invoke(main, *words(program, "out", *question))
    assert without_times("out/results.jsonl") == of_one_process(question)
    calls = re.findall(r"--only (\S+)", (tmp_path / "calls").read_text())
    assert calls == ["1-2", "3-4", "5-6", "5-6", "7-8", "9-9"]


def test_a_position_that_cannot_be_read_is_named_and_the_others_are_there(program, files, tmp_path):
    (tmp_path / "go").touch()
    Path("positions.txt").write_text(POSITIONS.replace("moves=h8,i9", "moves=h8,h8"))
    question = ["solve", "positions.txt", "--vcf", "--nodes", "500"]
    output = invoke(main, *words(program, "out", *question), code=1)
    assert "error: positions.txt:none: " in output and "cannot be read: 1 of 4 positions" in output
    ids = [json.loads(line)["id"] for line in Path("out/results.jsonl").read_text().splitlines()]
    assert ids == ["positions.txt:win", "positions.txt:hard", "positions.txt:three"]


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        (("play", "positions.txt"), "expected solve or analyze, got 'play'"),
        (("solve", "--vcf", "positions.txt"), "before its options"),
        (("solve", "h8i9"), "there is no file h8i9"),
        (("solve", "positions.txt:five"), "five"),
        (("solve", "positions.txt", "--out=x"), "--out=x is not for this command"),
        (("solve", "positions.txt", "--nodes", "0"), "--nodes"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(program, files, question, complaint):
    assert complaint in invoke(main, *words(program, "out", *question), code=1 if "five" in complaint else 2)


def test_a_part_without_all_its_results_is_an_error(files, tmp_path):
    program = script(tmp_path / "liar", 'case "$*" in *--list) echo a; echo b;; *) echo no room >&2; exit 1;; esac')
    assert "positions 1-2: no room" in invoke(main, *words(program, "out", "solve", "positions.txt"), code=1)


def test_a_cluster_that_loses_a_machine_has_the_results_of_one_process(cluster, program, files, tmp_path):
    nodes = [cluster.add_node(num_cpus=1) for _ in range(3)]
    question = ["solve", *files, "--nodes", "500"]

    def lose_node():
        # Three parts wait, one on each machine.
        wait_for(lambda: (tmp_path / "calls").read_text().count("--only") >= 5)
        cluster.remove_node(nodes[1], allow_graceful=False)
        (tmp_path / "go").touch()

    (tmp_path / "calls").touch()
    saboteur = threading.Thread(target=lose_node, daemon=True)
    saboteur.start()
    output = invoke(main, *words(program, "out", "--concurrency", 3, "--ray", cluster.address, *question))
    saboteur.join(timeout=PATIENCE)
    assert not saboteur.is_alive() and "Ray cluster of 4 nodes" in output
    assert (tmp_path / "calls").read_text().count("--only") > 5, "what was lost is asked again"
    assert without_times("out/results.jsonl") == of_one_process(question)

    # Another run, which joins the cluster itself.
    pytest.importorskip("ray").shutdown()
    script(program, 'case "$*" in *--list) echo a;; *) echo no room >&2; exit 1;; esac')
    output = invoke(main, *words(program, "other", "--ray", cluster.address, *question), code=1)
    assert "positions 1-1: no room" in output
