"""Boards: moves, rules, and what is shown of them."""

import copy
import pickle
import re
import struct
import xml.etree.ElementTree as ET

import pytest

import fukumi
from fukumi import Board, Color, Rule

# Black has two rows of two that cross at h8.
TWO_ROWS = ["h10", "a15", "h9", "o15", "f8", "a1", "g8", "o1"]
FIVE = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]


def test_a_new_board_is_empty():
    board = Board()
    assert (board.rule, board.size, board.to_move, board.moves) == ("freestyle", (15, 15), "black", ())
    assert (board.width, board.height, len(board.legal_moves)) == (15, 15, 225)
    assert Board("renju", (20, 6)).size == (20, 6)
    assert all(Board(rule).rule is rule for rule in Rule)


def test_points_are_labels_or_coordinates():
    board = Board()
    board.play("h8", "I9", (6, 6), [5, 5])
    assert board.moves == ("h8", "i9", "g9", "f10")
    assert [point.xy for point in board.moves] == [(7, 7), (8, 6), (6, 6), (5, 5)]
    assert board["h8"] is Color.BLACK and board[(8, 6)] is Color.WHITE and board["a1"] is None
    point = board.point("H8")
    assert (point, point.x, point.y) == ("h8", 7, 7)
    board.undo(4)
    board.play(point)
    assert board.moves == (point,)


@pytest.mark.parametrize(
    "point", ["", "h", "8", "h0", "h16", "p1", "h8 ", "é8", "h²", "h99999", (15, 0), (0, -1), (10**30, 0)]
)
def test_what_is_no_point_of_the_board_is_illegal(point):
    board = Board()
    for use in (board.play, board.point, board.foul, board.__getitem__):
        with pytest.raises(fukumi.IllegalMoveError):
            use(point)
    assert not board.is_legal(point)
    assert board.moves == ()


@pytest.mark.parametrize("point", [None, 7, (7,), (7, 7, 7), (7.0, 7), ("h", 8), object()])
def test_what_is_no_point_at_all_is_a_type_error(point):
    with pytest.raises(TypeError, match="expected a point such as h8"):
        Board().play(point)
    with pytest.raises(TypeError):
        Board().is_legal(point)


@pytest.mark.parametrize("size", [4, 23, (15, 4), (15, 15, 15), 10**30])
def test_a_size_out_of_range_is_refused(size):
    with pytest.raises(ValueError):
        Board(size=size)


def test_a_rule_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(ValueError, match="freestyle, standard, renju, caro-overline, caro"):
        Board("chess")
    with pytest.raises(TypeError, match="whole number"):
        Board(size="15")  # type: ignore[arg-type]


def test_moves_are_played_all_or_none():
    board = Board()
    with pytest.raises(fukumi.IllegalMoveError, match="h8 is taken"):
        board.play("h8", "i9", "h8")
    assert board.moves == () and board.to_move is Color.BLACK


def test_moves_are_taken_back():
    board = Board.from_moves(["h8", "i9", "j10"])
    assert board.undo() == ("j10",)
    assert board.undo(2) == ("i9", "h8")
    assert board.undo(0) == ()
    for count in (1, -1):
        with pytest.raises(ValueError):
            board.undo(count)
    assert board == Board()


def test_a_row_of_five_ends_the_game():
    board = Board.from_moves(FIVE)
    assert board.is_over and board.winner is Color.BLACK
    assert board.ending is not None and board.ending.reason == "five"
    assert set(board.ending.row) == {"h8", "i8", "j8", "k8", "l8"}
    assert board.legal_moves == () and not board.is_legal("a9")
    with pytest.raises(fukumi.GameOverError, match="Black has won"):
        board.play("a5")
    with pytest.raises(fukumi.GameOverError):
        Board.from_moves([*FIVE, "a5"])
    board.undo()
    assert not board.is_over and board.winner is None


def test_a_full_board_is_drawn():
    board = Board("standard", 5)
    rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoox"]
    cells = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    black, white = ([point for point, mark in cells.items() if mark == color] for color in "xo")
    for pair in zip(black, [*white, None]):
        board.play(*filter(None, pair))
    assert board.ending == fukumi.Ending(None, "full", ())
    assert board.is_over and board.winner is None


def test_forbidden_points_are_known_and_lose():
    board = Board.from_moves(TWO_ROWS, "renju")
    assert board.forbidden_points == ("h8",) and board.foul("h8") == "double-three"
    assert not board.is_legal("h8") and "h8" not in board.legal_moves and len(board.legal_moves) == 216
    board.play("h8")
    assert board.winner is Color.WHITE
    assert board.ending is not None and board.ending.reason == "double-three"
    assert Board.from_moves(TWO_ROWS).forbidden_points == ()
    assert board.foul("h8") is None, "taken, not forbidden"


def test_stones_that_were_set_up_are_no_fouls():
    stones = ["h6", "h7", "f8", "g8"]
    board = Board.from_stones([*stones, "h8"], to_move="white", rule="renju")
    assert not board.is_over
    board.play("a1")
    assert not board.is_over
    board = Board.from_stones(stones, to_move="black", rule="renju")
    board.play("h8")
    assert board.winner is Color.WHITE


def test_stones_can_be_set_up():
    board = Board.from_stones(["h8", (8, 7)], ["a1"], to_move="white", dead=["b2"], rule="caro", size=(15, 10))
    assert board.stones == {"h8": "black", "i3": "black", "a1": "white"}
    assert (board.dead, board.moves, board.to_move) == (("b2",), (), "white")
    assert not board.is_legal("b2") and board["b2"] is None
    board.play("c3")
    assert board.moves == ("c3",) and board.undo() == ("c3",)
    with pytest.raises(ValueError):
        board.undo()
    for twice in ({"black": ["h8"], "white": ["h8"]}, {"black": ["h8"], "dead": ["h8"]}, {"dead": ["h8", "h8"]}):
        with pytest.raises(fukumi.IllegalMoveError, match="h8 is taken"):
            Board.from_stones(**twice)
    with pytest.raises(ValueError, match="black, white"):
        Board.from_stones(to_move="red")


@pytest.mark.parametrize(
    "board",
    [
        Board("renju", (20, 6)),
        Board.from_moves(FIVE),
        Board.from_stones(["h8"], ["i8", "j8"], to_move="white", dead=["a1"]),
    ],
)
def test_copies_are_equal_and_go_their_own_way(board):
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.key == board.key and repr(other) == repr(board)
        if not board.is_over:
            other.play(other.legal_moves[0])
            assert other != board and other.key != board.key
    with pytest.raises(TypeError):
        hash(board)
    assert board != "board"


def test_points_survive_pickling():
    (point,) = pickle.loads(pickle.dumps(Board.from_moves(["c4"], size=(7, 6)).moves))
    assert (point, point.xy) == ("c4", (2, 2))


def test_a_board_is_shown_as_text():
    board = Board.from_moves(["a5", "b4"], size=5)
    assert str(board).splitlines() == [
        " 5  x . . . .",
        " 4  . o . . .",
        " 3  . . . . .",
        " 2  . . . . .",
        " 1  . . . . .",
        "    a b c d e",
    ]
    assert repr(board) == "<Board freestyle 5x5: a5 b4>"
    assert repr(Board()) == "<Board freestyle 15x15: empty>"
    assert repr(Board.from_stones(["h8"])) == "<Board freestyle 15x15: 1 stones>"


def test_a_board_is_shown_as_a_picture():
    board = Board.from_moves(TWO_ROWS, "renju")
    picture = board.svg(marks={"h8": "<&>", "h10": "A"})
    root = ET.fromstring(picture)
    assert root.tag.endswith("svg") and board._repr_svg_().startswith("<svg")
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"<&>", "A", "2", "8", "a", "15"} <= set(texts)
    assert texts.count("1") == 2, "the row at both sides; the mark has taken the place of the number"
    assert "<&>" not in board._repr_svg_()
    assert board.svg(numbers=False).count(">8<") == 2, "the row"
    assert board.svg(numbers=False, coordinates=False).count("<text") == 0
    assert board.svg(first=7).count(">6<") == 2 and board.svg(first=6).count(">6<") == 3
    assert 'fill="#ffffff"/>' in board.svg(theme="paper") != board.svg(theme=fukumi.Theme.WOOD)
    root = ET.fromstring(Board.from_moves(["h3"], size=(22, 5)).svg(cell=20))
    assert (root.get("width"), root.get("height")) == ("466", "126")
    for cell in (7, 201):
        with pytest.raises(ValueError):
            board.svg(cell=cell)
    with pytest.raises(fukumi.IllegalMoveError):
        board.svg(marks={"z1": "A"})


def test_a_picture_shows_the_last_move_forbidden_points_and_dead_cells():
    board = Board.from_moves(["h8", "a1", "j8", "a3", "i9", "a5", "i10", "a7"], "renju")
    assert board.forbidden_points == ("i8",)
    cross = 'stroke="#b02020"'
    assert board.svg().count(cross) == 1 and cross not in board.svg(forbidden=False)
    ring = 'stroke="#e5484d"'
    assert board.svg().count(ring) == 1 and ring not in board.svg(last=False)
    board = Board.from_stones(["a1"], dead=["c3"], size=5)
    assert 'd="M106 106L146 106L146 146L106 146z"' in board.svg()


def test_pictures_in_pixels():
    board = Board.from_moves(["c3", "b2", "c2"], size=(5, 6))
    png = board.png(cell=40, marks={"a1": "甲"})
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (252, 292)
    assert png != board.png(cell=40) != board.png(cell=40, numbers=False)
    gif = board.gif(cell=20, delay=0.5)
    assert gif[:10] == b"GIF89a" + struct.pack("<HH", 126, 146)
    delays = [struct.unpack("<H", gif[at.end() : at.end() + 2])[0] for at in re.finditer(rb"\x21\xf9\x04.", gif, re.S)]
    assert delays == [50, 50, 50, 300]
    assert board.gif(first=3).count(b"\x21\xf9\x04") == 2
    assert Board().gif().count(b"\x21\xf9\x04") == 1


def test_pictures_that_cannot_be_are_errors():
    board = Board.from_moves(["h8", "i9"])
    for wrong in ({"cell": 7}, {"cell": 201}, {"first": 0}, {"first": 3}, {"theme": "gold"}):
        for draw in (board.svg, board.png, board.gif):
            with pytest.raises(ValueError):
                draw(**wrong)
    for delay in (0, -1, 656, float("nan")):
        with pytest.raises(ValueError, match=r"0\.02 to 655"):
            board.gif(delay=delay)
    with pytest.raises(ValueError, match="32 to 2000 pixels"):
        board.gif(cell=200)
    with pytest.raises(TypeError):
        board.svg(marks={"h8": 5})


def test_what_was_set_up_has_no_order_and_what_was_played_has():
    labels = ["h8", "i9", "j10", "g7"]
    boards = [Board.from_stones(order[0:2], order[2:4]) for order in (labels, ["i9", "h8", "g7", "j10"])]
    assert boards[0] == boards[1]
    assert Board.from_stones(["h8"], ["i9"]) != Board.from_stones(["i9"], ["h8"])
    assert Board.from_moves(labels[:3]) != Board.from_moves(labels[2::-1])
    assert boards[0] != "h8"
