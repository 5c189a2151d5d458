#!/usr/bin/env python3
"""Ask `fukumi serve` about every position of a game, and whether the side to move wins by force at its end.

Needs the program `fukumi` and nothing else; docs/json.md explains requests and answers. `Service` is short enough
to be copied into a program of one's own.

    examples/python/service.py h8 i9 h10 h9 g9
    examples/python/service.py --program target/release/fukumi --threads 2 --nodes 5000 h8 i9 h10
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import threading
from concurrent.futures import Future
from typing import Any, Callable

Answer = dict[str, Any]
OnReport = Callable[[Answer], None]


class ServiceError(Exception):
    """The service refused a request, or has ended."""


class Service:
    """A running `fukumi serve`. Any thread may ask; the answers arrive on a thread of their own."""

    def __init__(self, *options: str, program: str = "fukumi"):
        command = [program, "serve", *options]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
        )
        self._lock = threading.Lock()
        self._asked = 0
        self._open: dict[str, Request] = {}
        self._has_ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def ask(self, action: str = "analyze", *, on_report: OnReport | None = None, **fields: Any) -> Request:
        """Send a request. `fields` are those of docs/json.md; a report goes to `on_report` as it comes."""
        with self._lock:
            if self._has_ended:
                raise ServiceError("the service has ended")
            self._asked += 1
            request = Request(str(self._asked), on_report)
            self._open[request.id] = request
            line = json.dumps({"id": request.id, "action": action, **fields})
            try:
                self._stream(self._process.stdin).write(line + "\n")
            except (OSError, ValueError) as error:
                del self._open[request.id]
                raise ServiceError("the service has ended") from error
        return request

    def terminate(self, request: Request) -> None:
        """End the work on a request; what was known is its result."""
        self.ask("terminate", terminate_id=request.id)

    def close(self) -> None:
        """Let the service finish what was asked, and wait for it."""
        with self._lock, contextlib.suppress(OSError):
            self._stream(self._process.stdin).close()
        self._process.wait()
        self._reader.join()
        self._stream(self._process.stdout).close()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @staticmethod
    def _stream(stream: Any) -> Any:
        assert stream is not None, "both are pipes"
        return stream

    def _read(self) -> None:
        for line in self._stream(self._process.stdout):
            answer = json.loads(line)
            with self._lock:
                request = self._open.get(answer["id"])
            if request is not None and request.take(answer):
                with self._lock:
                    del self._open[request.id]
        with self._lock:
            self._has_ended = True
            for request in self._open.values():
                request.answers.set_exception(ServiceError("the service has ended"))


class Request:
    """What was asked; `answers.result()` waits for the answers, one for each position, in the order of the game."""

    def __init__(self, name: str, on_report: OnReport | None):
        self.id = name
        self.answers: Future[list[Answer]] = Future()
        self._on_report = on_report
        self._found: list[Answer] = []

    def take(self, answer: Answer) -> bool:
        """Take a line of the service, and return whether it was the last one."""
        if answer["status"] == "report":
            if self._on_report is not None:
                self._on_report(answer)
            return False
        if answer["status"] == "error":
            field = f"{answer['field']}: " if answer["field"] else ""
            self.answers.set_exception(ServiceError(field + answer["reason"]))
            return True
        self._found.append(answer)
        if len(self._found) < answer.get("positions", 1):
            return False
        self.answers.set_result(sorted(self._found, key=lambda found: found.get("played", 0)))
        return True


def main() -> None:
    parser = argparse.ArgumentParser(description="Follow Black's win rate through a game.")
    parser.add_argument("moves", nargs="+", help="the moves, such as h8")
    parser.add_argument("--program", default="fukumi", help="the engine")
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--threads", default="1", help="positions to work on at the same time")
    parser.add_argument("--nodes", type=int, default=20_000, help="positions to look at for each move")
    options = parser.parse_args()
    game = {"moves": options.moves, "rule": options.rule, "nodes": options.nodes}
    try:
        with Service("--threads", options.threads, program=options.program) as service:
            rates = service.ask(positions="all", **game)
            win = service.ask("solve", priority=1, **game)
            for answer in rates.answers.result():
                print(describe(answer))
            print(f"forced win: {win.answers.result()[0]['verdict']}")
    except (OSError, ServiceError) as error:
        sys.exit(f"{options.program}: {error}")


def describe(answer: Answer) -> str:
    rate = answer["black_win_rate"]
    best = answer["lines"][0]["moves"][0] if answer["lines"] else "nothing"
    return f"after {answer['played']} moves: {rate:.0%} for black, {answer['to_move']} should play {best}"


if __name__ == "__main__":
    main()
