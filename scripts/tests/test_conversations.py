"""The conversations that the documents show, `>` what is sent and `<` what comes back: the engine answers like that.

Every block is a session of its own. Lines about a search say different things on every machine, and moves may differ
with them; what is left has to be the same.
"""

import os
import queue
import re
import subprocess
import threading
import time

import pytest
from documents import ROOT, Block, blocks, documents
from patience import PATIENCE
from programs import built

SEARCH = re.compile(r"MESSAGE (depth|multipv|wdl|REALTIME) |INFO ")

BLOCKS = [block for document in documents() for block in blocks(document) if block.text.startswith("> ")]


class Session:
    """An engine, and what it has said."""

    def __init__(self, program: str, folder: str):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        # The user's database is neither read nor written.
        env = os.environ | dict.fromkeys(("HOME", "LOCALAPPDATA", "XDG_DATA_HOME"), folder)
        self._process = subprocess.Popen([program], cwd=ROOT, env=env, text=True, **pipes)
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def send(self, line: str) -> None:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def next(self, is_search: bool) -> str:
        """The next line that is about a search, or the next that is not."""
        end = time.monotonic() + PATIENCE
        while True:
            line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            assert line is not None, "the engine has ended"
            if bool(SEARCH.match(line)) == is_search:
                return line

    def close(self) -> list[str]:
        """Ends the session and returns what had not been asked for."""
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        rest = list(iter(lambda: self._lines.get(timeout=PATIENCE), None))
        return [line for line in rest if not SEARCH.match(line)]


def masked(line: str) -> str:
    """A line without what depends on how far a search came."""
    if line.startswith("MESSAGE"):
        return re.sub(r"\d+", "N", line)
    # The engine's own move may stand in an error as well.
    line = re.sub(r"(?<=not the last stone, )\d+,\d+", "X,Y", line)
    return re.sub(r"\d+,\d+", "X,Y", line) if re.fullmatch(r"\d+,\d+( \d+,\d+)*", line) else line


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_the_engine_answers_as_shown(block: Block, tmp_path):
    session = Session(str(built()), str(tmp_path))
    if "> START" not in block.text:
        session.send("START 15")
        assert session.next(is_search=False) == "OK"
    for line in block.text.splitlines():
        kind, text = line[:2], line[2:]
        if kind == "> ":
            if text == "YXSTOP":
                # A search that has not said anything yet would have no move to answer with.
                session.next(is_search=True)
            session.send(text)
        elif not SEARCH.match(text) and line != "  …":
            # How many lines a search says depends on the machine.
            assert masked(session.next(is_search=False)) == masked(text)
    assert session.close() == []
