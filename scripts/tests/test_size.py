"""Sizes of boards as text."""

import pytest

from fukumi_tools.board.rules import Board
from fukumi_tools.board.size import full_size_text, parse_board, parse_size, size_text


@pytest.mark.parametrize(("text", "size"), [("15", (15, 15)), ("20x15", (20, 15)), ("15x15", (15, 15))])
def test_a_size_is_read_and_written_again(text, size):
    assert parse_size(text) == size
    board = Board(*size)
    assert parse_size(size_text(board)) == parse_size(full_size_text(board)) == size
    assert full_size_text(board) == f"{size[0]}x{size[1]}"
    assert size_text(board) == text.removesuffix("x15" if size[0] == 15 else "x")


@pytest.mark.parametrize("text", ["", "x15", "15x", "15 x 15", "20X15", "1" * 5000, "-5", "\N{FULLWIDTH DIGIT ONE}5"])
def test_other_texts_are_no_size(text):
    with pytest.raises(ValueError, match="is no board size such as 15 or 20x15"):
        parse_size(text)


def test_a_board_has_a_size_that_is_played():
    with pytest.raises(ValueError, match="board height must be 5 to 22, got 4"):
        parse_board("20x4")
