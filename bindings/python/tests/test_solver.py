"""Forced wins and defences."""

import threading

import pytest
from conftest import interrupted

import fukumi
from fukumi import Board, Solver, Threats, Verdict

# Black wins by threats, but not by fours alone.
ATTACK = "h8g9i9g7g8i7j10k11f7e6"
# White has to answer an open three.
THREE = "g8a15h8o15i8"


@pytest.fixture
def solver() -> Solver:
    return Solver(memory=16 << 20)


def test_a_win_is_proven(solver):
    board = Board.parse(ATTACK)
    assert solver.solve(board, "fours").verdict is Verdict.NO_WIN
    solution = solver.solve(board, Threats.FOURS_AND_THREES, nodes=1_000_000)
    assert solution.verdict is Verdict.WIN and solution.plies == 19
    assert board.is_legal(solution.line[0]) and solution.nodes > 0
    assert len(board.moves) == 10, "the board stays as it is"


def test_the_shortest_win_by_fours_is_found(solver):
    board = Board.parse("h8a1i8a2j8a3")
    solution = solver.solve(board, "fours", shortest=True)
    assert (solution.verdict, solution.plies) == ("win", 3)


def test_an_open_question_is_reported(solver):
    solution = solver.solve(Board.parse(ATTACK), nodes=10)
    assert (solution.verdict, solution.plies, solution.line) == ("unknown", None, ())


def test_all_moves_that_win_are_found(solver):
    board = Board.parse("h8a1i8a2j8a3")
    steps = []
    moves = solver.winning_moves(board, "fours", progress=steps.append)
    # A four that leaves two points for five.
    assert {move.move for move in moves if move.plies == 3} == {"g8", "k8"}
    assert all(move.verdict is Verdict.WIN and move.line[0] == move.move for move in moves)
    assert steps[-1].done == steps[-1].total == 219


def test_defences_stop_a_threat(solver):
    board = Board.parse(THREE)
    defences = solver.defences(board, "fours")
    assert defences.threat.verdict is Verdict.WIN and len(defences.replies) == 220
    assert {"f8", "j8"} <= set(defences.holding) < set(board.legal_moves)
    assert solver.defences(Board.parse("h8i9"), "fours").replies == ()


def test_rules_and_sizes_do_not_mix(solver):
    for rule in fukumi.Rule:
        for size in (15, 20):
            solution = solver.solve(Board.parse("h8a1i8a2j8a3", rule, size), "fours")
            assert solution.verdict is Verdict.WIN, (rule, size)


def hard() -> Board:
    """A position in which three million nodes do not tell whether White wins."""
    return Board.parse("f10,g7,g8,g9,h8,j8/f6,g6,h10,i8,i9", "standard")


def test_another_thread_ends_the_work(solver):
    def stop_elsewhere(_step: fukumi.Progress) -> None:
        thread = threading.Thread(target=solver.stop)
        thread.start()
        thread.join()

    solution = solver.solve(hard(), progress=stop_elsewhere)
    assert solution.verdict is Verdict.UNKNOWN and solution.nodes > 0


def test_a_solver_answers_one_question_at_a_time(solver):
    board, refused = hard(), []

    def ask_again(step: fukumi.Progress) -> None:
        if not refused:
            for ask in (solver.solve, solver.winning_moves, solver.defences):
                with pytest.raises(fukumi.BusyError):
                    ask(board)
            with pytest.raises(fukumi.BusyError):
                solver.forget()
            refused.append(step)
            solver.stop()

    solver.solve(board, progress=ask_again)
    assert refused and refused[0].done is None and refused[0].nodes > 0


def test_an_exception_in_progress_ends_the_work(solver):
    def fail(_step: fukumi.Progress) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        solver.solve(hard(), progress=fail)
    assert solver.solve(Board.parse("h8a1i8a2j8a3"), "fours").verdict is Verdict.WIN


def test_control_c_ends_the_work(solver):
    with pytest.raises(KeyboardInterrupt), interrupted(0.2):
        solver.solve(hard())
    solver.forget()


def test_wrong_arguments_are_refused(solver):
    board = Board.parse(THREE)
    with pytest.raises(ValueError, match="fours, fours-and-threes"):
        solver.solve(board, "threes")
    for wrong in ({"nodes": 0}, {"time": -1}):
        with pytest.raises(ValueError):
            solver.solve(board, **wrong)
    with pytest.raises(ValueError):
        Solver(memory=1)
    for ask in (solver.solve, solver.winning_moves, solver.defences):
        with pytest.raises(fukumi.GameOverError):
            ask(Board.parse("h8a1i8a2j8a3k8a4l8"))
