"""The client in `examples/python/service.py` and the service that it talks to."""

import importlib.util
import subprocess
import sys

import pytest
from documents import ROOT
from patience import PATIENCE
from programs import built, script

CLIENT = ROOT / "examples" / "python" / "service.py"
GAME = ["f8", "f9", "g8", "g7", "h8", "a1"]


@pytest.fixture(scope="module")
def program() -> str:
    return str(built())


@pytest.fixture(scope="module")
def client():
    spec = importlib.util.spec_from_file_location("service", CLIENT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_follows_a_game(program):
    command = [sys.executable, CLIENT, "--program", program, "--threads", "2", "--nodes", "1000", *GAME]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(GAME) + 2
    assert lines[-2].startswith("after 6 moves: 100% for black, black should play ")
    assert lines[-1] == "forced win: win"


def test_the_example_says_what_is_wrong(program):
    command = [sys.executable, CLIENT, "--program", program, "h8", "h8"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert "moves[1]: expected an empty point" in done.stderr


def test_answers_find_those_who_asked(program, client):
    reports = []
    with client.Service("--nodes", "1000", program=program) as service:
        game = service.ask(moves=GAME, positions=[6, 2, 0])
        version = service.ask("query_version")
        one = service.ask(moves=["h8"], report_ms=0, on_report=reports.append)
        wrong = service.ask(moves=["z1"])
        assert version.answers.result(PATIENCE)[0]["name"] == "Fukumi"
        assert [answer["played"] for answer in game.answers.result(PATIENCE)] == [0, 2, 6]
        assert one.answers.result(PATIENCE)[0]["status"] == "done"
        with pytest.raises(client.ServiceError, match=r"moves\[0\]: expected"):
            wrong.answers.result(PATIENCE)
    assert [report["lines"][0]["depth"] for report in reports][:2] == [1, 2]


def test_a_query_can_be_ended(program, client):
    with client.Service(program=program) as service:
        endless = service.ask(moves=["h8"], depth=1000)
        waiting = service.ask(moves=["h8", "i9"], positions="all")
        service.terminate(waiting)
        assert {answer["status"] for answer in waiting.answers.result(PATIENCE)} == {"terminated"}
        service.terminate(endless)
        assert endless.answers.result(PATIENCE)[0]["status"] == "terminated"


def test_the_end_of_the_service_is_told(client, tmp_path):
    silent = script(tmp_path / "silent", "read line")
    if sys.platform == "win32":
        pytest.skip("the program of this test is a shell script")
    with client.Service(program=str(silent)) as service:
        with pytest.raises(client.ServiceError, match="has ended"):
            service.ask(moves=["h8"]).answers.result(PATIENCE)
        with pytest.raises(client.ServiceError, match="has ended"):
            service.ask(moves=["h8"])
