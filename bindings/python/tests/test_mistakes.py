"""Wrong arguments and busy threads: what is raised is what the documentation says."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, Callable, List

import pytest

import fukumi


@pytest.mark.parametrize("wrong", [None, 5, "h8", object()])
def test_what_is_no_board_is_a_type_error(wrong: Any) -> None:
    engine, solver = fukumi.Engine(memory=1 << 20), fukumi.Solver(memory=1 << 20)
    asked: List[Callable[[], object]] = [
        lambda: engine.think(wrong, nodes=10),
        lambda: engine.best_move(wrong, nodes=10),
        lambda: engine.evaluate(wrong),
        lambda: solver.solve(wrong),
        lambda: solver.winning_moves(wrong),
        lambda: solver.defences(wrong),
        lambda: fukumi.analyse(wrong),
        lambda: fukumi.Game(board=wrong).sgf(),
        lambda: fukumi.Board().svg(marks=wrong) if wrong is not None else fukumi.Board().play(wrong),
    ]
    for ask in asked:
        with pytest.raises(TypeError):
            ask()


def test_numbers_out_of_every_range_are_value_errors() -> None:
    engine = fukumi.Engine(memory=1 << 20)
    for options in ({"time": 10**400}, {"nodes": 10**400}, {"depth": 10**400}, {"lines": 10**400}):
        with pytest.raises(ValueError):
            engine.think(fukumi.Board(), **options)
    for options in ({"mistake": 10**400}, {"blunder": -(10**400)}, {"mistake_log_odds": 10**400}):
        with pytest.raises(ValueError):
            fukumi.analyse(fukumi.Board.from_moves(["h8"]), **options)


def test_a_file_that_cannot_be_had_is_an_os_error(tmp_path: Path) -> None:
    game = fukumi.Game.parse("h8 i9")
    with pytest.raises(OSError):
        game.save(tmp_path / "missing" / "game.sgf")
    for wrong in (None, 5):
        with pytest.raises(TypeError):
            game.save(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            fukumi.Game.load(wrong)  # type: ignore[arg-type]


def test_a_board_can_be_changed_while_another_thread_waits_to_search_it() -> None:
    engine = fukumi.Engine(memory=1 << 20)
    board = fukumi.Board.from_moves(["h8", "i9", "g8"])
    failures: List[BaseException] = []
    is_over = threading.Event()

    def search() -> None:
        try:
            for _ in range(60):
                engine.think(board).stop()
        except BaseException as error:
            failures.append(error)
        finally:
            is_over.set()

    thread = threading.Thread(target=search)
    thread.start()
    try:
        while not is_over.is_set():
            board.play("a1")
            board.undo()
    finally:
        thread.join()
    assert failures == []
    assert board.moves == ("h8", "i9", "g8")
