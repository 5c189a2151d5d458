"""What cannot be written: the file and the reason in words, a status of its own, and nothing that was finished is lost.

A limit on the size of files stands for a disk that is full; both fail where something is written, not where a file is
opened.
"""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from matches import games
from programs import OBEDIENT, engine, invoke, script

from fukumi_tools.cli import main
from fukumi_tools.files import LineFile, WriteError, replacing, write_json, write_text
from fukumi_tools.refusals import EXIT_UNWRITTEN

resource = pytest.importorskip("resource", reason="there are no limits on the size of files")

FULL = Path("/dev/full")
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
from fukumi_tools.entry import main
del sys.argv[1]
main()
"""


def run(words: list[str], folder: Path, limit: int = resource.RLIM_INFINITY) -> subprocess.CompletedProcess:
    """The command with files of so many bytes at most."""
    command = [sys.executable, "-c", LIMITED, str(limit), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def refused(words: list[str], folder: Path, limit: int, file: str) -> str:
    """What the command says on standard error when it cannot write the file."""
    done = run(words, folder, limit)
    assert done.returncode == EXIT_UNWRITTEN, done.stderr
    assert "Traceback" not in done.stderr and "Errno" not in done.stderr
    assert re.search(rf"cannot write \S*{re.escape(file)}: File too large\. Allow larger files", done.stderr), (
        done.stderr
    )
    return done.stderr


def test_a_match_goes_on_after_a_full_disk_without_a_game_lost(tmp_path):
    match = ["match", "--nodes", "5", "--games", "12", "--max-moves", "20", "--out", "out", "--restart"]
    match += [*engine("a", "--forget"), *engine("b", "--forget")]
    said = refused(match, tmp_path, 8000, "out/games.jsonl")
    assert "the same command with --out out goes on from there" in said
    lines = (tmp_path / "out" / "games.jsonl").read_text()
    finished = [json.loads(line)["game"] for line in lines.splitlines()]
    assert finished and lines.endswith("\n")
    shown = run(["match", "show", "--json", "out"], tmp_path)
    assert json.loads(shown.stdout)["games_played"] == len(finished)
    assert json.loads(shown.stdout)["status"] == "failed"
    done = run(match, tmp_path)
    assert done.returncode == 0 and f"{len(finished)} games are finished" in done.stdout
    assert (tmp_path / "out" / "games.jsonl").read_text().startswith(lines)
    assert [record["game"] for record in games(tmp_path / "out")] == list(range(1, 13))


def test_a_list_of_openings_goes_on_after_a_full_disk(tmp_path):
    judge = engine("judge", "--forget --eval 0")
    openings = ["openings", *judge, "--count", "12", "--stones", "5-5", "--out", "list.txt"]
    refused(openings, tmp_path, 180, "list.txt")
    before = (tmp_path / "list.txt").read_text()
    assert before.endswith("\n") and 1 < len(before.splitlines()) < 13
    assert run(openings, tmp_path).returncode == 0
    after = (tmp_path / "list.txt").read_text()
    assert after.startswith(before) and len(after.splitlines()) == 13


def test_self_play_goes_on_after_a_part_that_found_no_room(tmp_path):
    script(
        tmp_path / "program",
        'for last; do :; done\n[ -e full ] && echo "error: $last: No space left" >&2 && exit 1\necho games > $last',
    )
    words = ["selfplay", "--engine", "program", "--games", "1000", "--out", "out"]
    (tmp_path / "full").write_text("")
    done = run(words, tmp_path)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "No space left\nWhat is finished is kept: the same command with --out out" in done.stderr
    (tmp_path / "full").unlink()
    assert run(words, tmp_path).returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").glob("*.fkg")) == ["part-00000.fkg", "part-00001.fkg"]


def test_results_of_positions_are_put_together_again_after_a_full_disk(tmp_path):
    # Lists two positions, and has a line of 3,000 bytes as the result of each part.
    script(
        tmp_path / "program",
        'for last; do :; done\nif [ "$last" = --list ]; then printf "a\\nb\\n"; exit; fi\n'
        "while [ $# -gt 0 ]; do [ \"$1\" = --out ] && out=$2; shift; done\nprintf '%03000d\\n' 1 > $out",
    )
    (tmp_path / "positions.txt").write_text("h8\ni9\n")
    words = ["positions", "--engine", "program", "--out", "out", "solve", "positions.txt"]
    said = refused(words, tmp_path, 4000, "results.jsonl")
    assert "--out out goes on" in said
    assert not (tmp_path / "out" / "results.jsonl").exists()
    assert run(words, tmp_path).returncode == 0
    assert len((tmp_path / "out" / "results.jsonl").read_text().splitlines()) == 2


def test_an_archive_that_finds_no_room_is_not_taken_for_a_bad_one(tmp_path):
    with zipfile.ZipFile(tmp_path / "it.zip", "w") as archive:
        archive.writestr("pbrain-it.exe", bytes(200_000))
    done = run(["gomocup", "check", "it.zip"], tmp_path, 100_000)
    assert done.returncode == EXIT_UNWRITTEN and "File too large" in done.stderr
    assert "cannot be unpacked" not in done.stdout + done.stderr


def test_a_worker_of_the_soak_says_what_it_cannot_write(tmp_path):
    # A plain file where the folder of the conversations would be.
    (tmp_path / "out").write_text("")
    faulty = f"cmd={sys.executable} args='-I {OBEDIENT} --fault taken'"
    done = run(["soak", "games", "--engine", faulty, "--games", "1", "--out", "out/soak"], tmp_path)
    assert done.returncode == EXIT_UNWRITTEN and "Traceback" not in done.stderr
    assert "cannot write out/soak: Not a directory" in done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", [["--help"], ["match", "--help"], ["--version"]])
def test_an_output_that_is_full_is_said_in_words(tmp_path, words):
    with FULL.open("w") as full:
        command = [sys.executable, "-m", "fukumi_tools", *words]
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == EXIT_UNWRITTEN
    assert (
        done.stderr == "Error: cannot write the output: No space left on device. Make room, then repeat the command.\n"
    )


def test_a_name_of_a_file_does_not_control_the_terminal(tmp_path):
    (tmp_path / "plain").write_text("")
    out = tmp_path / "plain" / "\x1b[2J"
    said = invoke(main, "selfplay", "--engine", sys.executable, "--games", 2, "--out", out, code=EXIT_UNWRITTEN)
    assert "plain/?[2J: Not a directory" in said


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
def test_a_file_that_is_named_is_written_through_a_device(tmp_path):
    limits = {"limits": {"match": None, "increment": 0}}
    settings = {"engines": {"a": limits, "b": limits}, "rule": "freestyle", "board": "15x15"}
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    (tmp_path / "games.jsonl").write_text("")
    said = invoke(main, "match", "show", tmp_path, "--html", FULL, code=EXIT_UNWRITTEN)
    assert f"cannot write {FULL}: No space left on device" in said
    assert FULL.is_char_device()


@contextmanager
def limited_to(size: int) -> Iterator[None]:
    """Files of this process have so many bytes at most."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_line_that_does_not_fit_is_taken_back(tmp_path):
    path = tmp_path / "lines"
    with LineFile(path) as file:
        file.append("one\n")
        with limited_to(10), pytest.raises(WriteError) as raised:
            file.append("a longer line\n")
        assert raised.value.filename == str(path) and raised.value.is_shortage
        assert path.read_text() == "one\n"
        file.append("two\n")
    assert path.read_text() == "one\ntwo\n"


def test_a_file_that_cannot_be_replaced_stays_as_it_was(tmp_path):
    path = tmp_path / "settings.json"
    write_json(path, {"a": 1})
    with limited_to(100), pytest.raises(WriteError, match="File too large") as raised:
        write_text(path, "x" * 1000)
    assert raised.value.filename == str(path)
    assert json.loads(path.read_text()) == {"a": 1}
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_abandoned_leaves_nothing(tmp_path):
    with pytest.raises(ValueError, match="no reason"), replacing(tmp_path / "a") as file:
        file.write_text("half")
        raise ValueError("no reason")
    assert list(tmp_path.iterdir()) == []
