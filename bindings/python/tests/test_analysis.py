"""Analysis of games."""

import pytest
from conftest import interrupted

import fukumi
from fukumi import Board, Game, analyse

# White does not stop the open three with move 8.
BLUNDER = "h8 i9 h10 h9 g9 f8 f10 a1 e11 d12 i7"


def test_a_blunder_is_found():
    steps = []
    analysis = analyse(Board.parse(BLUNDER), nodes=2_000, progress=lambda done, total: steps.append((done, total)))
    assert steps[-1] == (11, 11)
    assert len(analysis.positions) == 12 and len(analysis.moves) == 11
    blunder = analysis.moves[7]
    assert (blunder.number, blunder.color, blunder.move, blunder.mark) == (8, "white", "a1", "blunder")
    assert blunder.allows_win and blunder.win_rate_after == 0.0 and blunder.loss == blunder.win_rate_before > 0.15
    assert blunder in analysis.mistakes and blunder.mark is not None and blunder.mark.sign == "??"
    won = analysis.positions[8]
    assert (won.to_move, won.win_rate, won.plies) == ("black", 1.0, 3)
    assert won.win is not None and won.win.threats == "fours" and won.best_move in ("e11", "i7")
    assert analysis.positions[-1].lines == () and analysis.positions[-1].plies == 0
    assert analysis.black_win_rates[-1] == analysis.black_win_rates[8] == 1.0
    assert analysis.white.blunders >= 1 and analysis.black.moves == 6
    assert analysis.defeat is not None and analysis.defeat.loser == "white"
    lost = analysis.moves[(analysis.defeat.number or 0) - 1]
    assert lost.loses_game and lost.color == "white" and lost.mark is not None
    assert [review.loses_game for review in analysis.moves].count(True) == 1
    assert analysis.white.costliest is not None and analysis.moves[analysis.white.costliest - 1].mark is not None


def test_the_game_comes_with_its_analysis():
    game = Game.parse("(;SZ[15]PB[Anna]RU[renju];B[hh];W[ii])")
    analysis = analyse(game, nodes=500, lines=2)
    assert analysis.game is game and len(analysis.positions[0].lines) == 2
    board = game.board
    assert analyse(board, nodes=500).game.board is not board


def test_threads_make_no_difference():
    board = Board.parse("h8i9j7g9h10")
    one, two = (analyse(board, nodes=1_000, threads=threads) for threads in (1, 2))
    assert one.positions == two.positions and one.moves == two.moves


def test_a_position_without_moves_is_examined():
    analysis = analyse(Board.from_stones(["h8", "j8"], ["i9"], to_move="white"), nodes=1_000)
    assert len(analysis.positions) == 1 and analysis.moves == ()
    assert analysis.white.mean_loss is None


def test_colours_follow_a_pass():
    analysis = analyse(Board.parse("h8 pass i8 a1"), nodes=500)
    assert [review.color for review in analysis.moves] == ["black", "black", "white"]


def test_control_c_and_exceptions_end_the_work():
    board = Board.parse("h8i9j7g9")
    with pytest.raises(KeyboardInterrupt), interrupted(0.2):
        analyse(board, time=3600)

    def fail(_done: int, _total: int) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        analyse(board, time=3600, progress=fail)


@pytest.mark.parametrize(
    "wrong",
    [
        {"threads": 0},
        {"memory": 1},
        {"lines": 0},
        {"mistake": 2},
        {"blunder": float("nan")},
        {"nodes": 0},
        {"time": -1},
    ],
)
def test_wrong_arguments_are_refused(wrong):
    with pytest.raises(ValueError):
        analyse(Board.parse("h8i9"), **wrong)


def test_an_empty_board_is_no_game():
    with pytest.raises(fukumi.NotationError):
        analyse(Board())
