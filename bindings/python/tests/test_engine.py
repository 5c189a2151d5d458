"""Searches: what they report, how they end, and that Python goes on meanwhile."""

import gc
import os
import subprocess
import sys
import threading

import pytest
from conftest import interrupted

import fukumi
from fukumi import Board, Engine

# Long enough for a search to begin on a busy machine; nothing depends on it but what a test can see.
MOMENT = 0.2
# How long a test waits for what ought to come at once, on a machine that may stand still for minutes.
PATIENCE = 600.0


def test_a_search_reports_every_iteration(engine, middle):
    search = engine.think(middle, depth=6)
    reports = list(search)
    assert [report.depth for report in reports] == [1, 2, 3, 4, 5, 6]
    for report in reports:
        assert 0.0 < report.win_rate < 1.0 and report.plies is None
        assert report.moves[0] == report.move and middle.is_legal(report.move)
        assert report.best.selective_depth >= report.depth and report.elapsed >= 0.0
        assert report.best.draw_rate is None or 0.0 <= report.best.draw_rate <= 1.0
    nodes = [report.nodes for report in reports]
    assert nodes == sorted(nodes)
    result = search.result()
    assert search.is_done and result.move == reports[-1].move and result.best is not None
    assert result.best.depth == 6 and result.nodes >= nodes[-1]
    assert search.result() is result
    assert list(search) == []
    assert middle.moves == ("h8", "i9", "j7", "g9"), "the board stays as it is"


def test_several_lines_come_in_order(engine, middle):
    *_, last = engine.think(middle, nodes=5_000, lines=3)
    assert len(last.lines) == 3
    assert len({line.move for line in last.lines}) == 3
    scores = [line.score for line in last.lines]
    assert scores == sorted(scores, reverse=True)
    crowded = Board.from_stones(size=5, dead=[(x, y) for x in range(5) for y in range(4)])
    assert len(engine.think(crowded, nodes=1_000, lines=100).result().lines) <= 5


def test_a_proven_win_has_its_length(engine):
    result = engine.think(Board.parse("h8a1i8a2j8a3k8a4")).result()
    assert result.move in ("g8", "l8")
    assert (result.win_rate, result.plies) == (1.0, 1)


def test_a_proven_loss_has_its_length(engine):
    # White has an open four.
    result = engine.think(Board.parse("a1 h8 a3 i8 a5 j8 c1 k8")).result()
    assert (result.win_rate, result.plies) == (0.0, -2)


def test_limits_on_nodes_hold(engine, middle):
    assert engine.think(middle, nodes=3_000).result().nodes <= 3_300
    assert engine.think(middle, nodes=1).result().move in middle.legal_moves
    assert engine.think(middle, time=0).result().move in middle.legal_moves


def test_the_same_searches_find_the_same(middle):
    results = [Engine(memory=8 << 20).think(middle, nodes=5_000).result() for _ in range(2)]
    assert results[0].lines == results[1].lines and results[0].nodes == results[1].nodes
    engine = Engine(memory=8 << 20)
    first = engine.think(middle, nodes=5_000).result()
    engine.forget()
    assert engine.think(middle, nodes=5_000).result().lines == first.lines


def test_a_search_goes_on_while_the_board_changes(engine, middle):
    with engine.think(middle) as search:
        middle.play("a1")
        middle.undo(5)
        assert not search.is_done
    assert search.result(PATIENCE).move not in ("h8", "i9")


def test_leaving_the_loop_ends_the_search(engine, middle):
    search = engine.think(middle)
    for report in search:
        if report.depth == 3:
            break
    result = search.result(PATIENCE)
    assert search.is_done and result.best is not None and result.best.depth >= 3
    for _report in engine.think(middle):
        break
    with pytest.raises(ZeroDivisionError):
        for report in engine.think(middle):
            _ = report.depth / 0
    assert engine.think(middle, nodes=500).result().move


def test_a_search_that_nobody_holds_ends(engine, middle):
    engine.think(middle)
    gc.collect()
    assert engine.think(middle, nodes=500).result().move
    search = Engine(memory=8 << 20).think(middle, nodes=5_000)
    gc.collect()
    assert search.result().nodes >= 5_000, "the search holds its engine"


@pytest.mark.parametrize("name", ["search", "engine"])
def test_another_thread_ends_a_search(engine, middle, name):
    search = engine.think(middle)
    stopper = threading.Thread(target={"search": search, "engine": engine}[name].stop)
    reports = []
    for report in search:
        if not reports:
            stopper.start()
        reports.append(report)
    stopper.join()
    result = search.result()
    # The iteration that was stopped may have found a better move than the last one that was reported.
    assert result.move == result.lines[0].move and result.nodes >= reports[-1].nodes


def test_several_threads_may_wait_for_one_search(engine, middle):
    search = engine.think(middle)
    found = []
    threads = [threading.Thread(target=lambda: found.append(search.result())) for _ in range(4)]
    for thread in threads:
        thread.start()
    search.stop()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(result is found[0] for result in found)


def test_an_engine_does_one_search_at_a_time(engine, middle):
    with engine.think(middle) as search:
        for refused in (lambda: engine.think(middle), engine.forget, lambda: engine.best_move(middle, nodes=1)):
            with pytest.raises(fukumi.BusyError):
                refused()
        assert not search.is_done
        assert Engine(memory=1 << 20).best_move(middle, nodes=100)
    # It was stopped, so the next one waits the moment that takes.
    assert engine.think(middle, nodes=100).result()


def test_python_goes_on_during_a_search(engine, middle):
    search = engine.think(middle)
    for _ in range(1_000):
        assert not search.is_done
    counted = []

    def count_then_stop():
        counted.append(sum(1 for _ in range(100_000)))
        search.stop()

    thread = threading.Thread(target=count_then_stop)
    thread.start()
    search.result()
    thread.join()
    assert counted == [100_000]


def test_a_time_to_wait_ends_without_the_search(engine, middle):
    search = engine.think(middle)
    with pytest.raises(TimeoutError):
        search.result(0.05)
    with pytest.raises(TimeoutError):
        search.result(timeout=0)
    assert not search.is_done
    search.stop()
    assert search.result(PATIENCE).move
    for wrong in (-1, float("nan")):
        with pytest.raises(ValueError):
            search.result(wrong)


def test_control_c_ends_a_wait_and_the_search(engine, middle):
    search = engine.think(middle)
    with pytest.raises(KeyboardInterrupt), interrupted(MOMENT):
        search.result()
    assert search.result(PATIENCE).move


def test_control_c_ends_a_loop_and_the_search(engine, middle):
    search = engine.think(middle)
    with pytest.raises(KeyboardInterrupt), interrupted(MOMENT):
        for _ in search:
            pass
    assert search.result(PATIENCE).move


def test_a_process_ends_during_a_search():
    code = "import fukumi; search = fukumi.Engine().think(fukumi.Board.parse('h8i9j7g9')); next(iter(search))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_child_makes_an_engine_of_its_own(engine, middle):
    code = """if True:
        import os, fukumi
        board = fukumi.Board.parse("h8i9j7g9")
        search = fukumi.Engine(memory=8 << 20).think(board)
        child = os.fork()
        if child == 0:
            move = fukumi.Engine(memory=8 << 20).best_move(board, nodes=500)
            os._exit(0 if board.is_legal(move) else 1)
        status = os.waitpid(child, 0)[1]
        search.stop()
        print(status, search.result().move in board.legal_moves)
    """
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.stdout, done.stderr) == ("0 True\n", "")


def test_a_search_that_is_refused_leaves_the_choices_as_they_are():
    moves = []
    for is_refused in (False, True):
        engine, board = Engine(level=1, seed=3, memory=1 << 20), Board()
        while not board.is_over and len(board.moves) < 12:
            if is_refused:
                with pytest.raises(fukumi.GameOverError):
                    engine.think(Board.parse("h8a1i8a2j8a3k8a4l8"))
                with pytest.raises(ValueError):
                    engine.think(board, nodes=0)
            board.play(engine.best_move(board))
        moves.append(board.moves)
    assert moves[0] == moves[1]


def test_levels_play_legal_games_that_a_seed_repeats():
    for level in (1, 5, 9):
        games = []
        for seed in (7, 7, 8):
            engine, board = Engine(level=level, seed=seed, memory=1 << 20), Board("renju")
            while not board.is_over and len(board.moves) < 40:
                move = engine.best_move(board)
                assert board.is_legal(move)
                board.play(move)
            games.append(board)
        assert games[0] == games[1], level
        # From level 9 on a level makes no choices.
        assert (games[0] != games[2]) == (level < 9), level


def test_a_low_level_may_know_nothing_of_its_move(middle):
    result = Engine(level=1, seed=1).think(middle).result()
    assert result.lines == () and result.nodes == 0
    assert result.best is result.score is result.win_rate is result.plies is None


def test_a_level_keeps_its_own_limits(middle):
    result = Engine(level=9, memory=1 << 20).think(middle, nodes=10**9).result()
    assert result.best is not None and result.nodes < 2_000
    assert Engine(level=12).level == Engine().level == Engine.HIGHEST_LEVEL == 12


def test_several_threads_search_together(middle):
    result = Engine(threads=3, memory=8 << 20).think(middle, nodes=20_000).result()
    assert result.move in middle.legal_moves and result.nodes >= 20_000


def test_the_value_of_a_position_needs_no_search(middle):
    engine = Engine()
    value = engine.evaluate(middle)
    assert -2_000 < value.score < 2_000 and 0.0 < value.win_rate < 1.0
    assert value == engine.evaluate(middle.copy())


@pytest.mark.parametrize("use", [lambda e, b: e.think(b), lambda e, b: e.best_move(b), lambda e, b: e.evaluate(b)])
def test_a_game_that_is_over_is_not_searched(engine, use):
    with pytest.raises(fukumi.GameOverError, match="the game is over: Black has won"):
        use(engine, Board.parse("h8a1i8a2j8a3k8a4l8"))


def test_results_are_frozen_and_comparable(engine, middle):
    result = engine.think(middle, nodes=200).result()
    with pytest.raises(AttributeError):
        result.nodes = 0  # type: ignore[misc]
    assert hash(result) == hash(result) and result == result
    assert repr(engine) == "Engine(level=12, memory=8388608, threads=1)"
    assert (engine.memory, engine.threads) == (8 << 20, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": 0}, {"level": 13}, {"level": -1}, {"memory": 0}, {"memory": 1 << 40}, {"threads": 0},
        {"threads": 257}, {"seed": -1}, {"seed": 1 << 64}, {"level": 10**30},
    ],
)  # fmt: skip
def test_an_engine_out_of_range_is_refused(wrong):
    (name,) = wrong
    with pytest.raises(ValueError, match=name):
        Engine(**wrong)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"time": -1}, ValueError), ({"time": float("nan")}, ValueError), ({"time": "1"}, None),
        ({"time": "x"}, TypeError), ({"nodes": 0}, ValueError), ({"nodes": 1 << 70}, ValueError),
        ({"nodes": 1.5}, TypeError), ({"depth": 0}, ValueError), ({"lines": 0}, ValueError),
        ({"lines": 10**9}, ValueError), ({"time": float("inf"), "nodes": 1}, None), ({"time": 1e300, "nodes": 1}, None),
    ],
)  # fmt: skip
def test_limits_out_of_range_are_refused(engine, middle, wrong, error):
    if error is None:
        engine.think(middle, **wrong).stop()
    else:
        with pytest.raises(error):
            engine.think(middle, **wrong)


def test_what_is_no_board_is_a_type_error(engine):
    for wrong in (None, "h8", object()):
        with pytest.raises((TypeError, AttributeError)):
            engine.think(wrong)
