"""Games as text, in and out."""

import pytest

import fukumi
from fukumi import Board, Game

SGF = "(;FF[4]GM[4]SZ[15]RU[Renju]PB[Anna]PW[Li]EV[Cup]DT[2024-05-01];B[hh];W[ig];B[gg])"
PSQ = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,9,15\npbrain-a.exe\npbrain-b.exe\n-1\n1,Standard\n"


def test_smart_game_format_is_read():
    game = Game.parse(SGF)
    assert game.board.moves == ("h8", "i9", "g9") and game.board.rule == "renju"
    assert (game.black, game.white, game.event, game.date) == ("Anna", "Li", "Cup", "2024-05-01")
    assert game.format == "sgf" and game.id is None
    assert Game.parse(SGF, moves=1).board.moves == ("h8",)
    assert Game.parse(SGF, "caro").board.rule == "caro"


def test_games_of_piskvork_are_read():
    game = Game.parse(PSQ)
    assert game.board.moves == ("j11", "k12") and game.board.size == (20, 20)
    assert (game.board.rule, game.black, game.format) == ("standard", "pbrain-a.exe", "psq")


@pytest.mark.parametrize("text", ["h8i9h10", "1. h8 i9 2. h10", "h8-i9-h10", "size=15 moves=h8,i9,h10"])
def test_moves_are_read_in_many_forms(text):
    assert Board.parse(text) == Board.from_moves(["h8", "i9", "h10"])


def test_stones_without_an_order_are_set_up():
    board = Board.parse("h8,h10/i9", size=20)
    assert board.moves == () and len(board.stones) == 3 and board.to_move == "white"
    assert Game.parse("h8,h10/i9", to_move="black").board.to_move == "black"


def test_a_game_without_moves_is_read():
    assert Board.parse("(;SZ[19]RU[caro])") == Board("caro", 19)


def test_a_pass_gives_the_turn_away():
    board = Board.parse("(;SZ[15];B[hh];W[];B[ii])")
    assert board.stones == {"h8": "black", "i7": "black"} and board.to_move == "white"


def test_several_games_have_numbers():
    games = Game.parse_all(SGF + "\n" + SGF.replace("Anna", "Eva"))
    assert [(game.id, game.black) for game in games] == [("1", "Anna"), ("2", "Eva")]
    assert Game.parse(SGF + SGF, id="2").black == "Anna"
    with pytest.raises(fukumi.NotationError, match="found 2; name the one you mean: 1, 2"):
        Game.parse(SGF + SGF)


def test_a_mistake_has_its_place():
    with pytest.raises(fukumi.NotationError, match="line 2, column 4: expected an empty point") as caught:
        Board.parse("h8 i9\nj7 j7")
    assert (caught.value.line, caught.value.column) == (2, 4)
    with pytest.raises(fukumi.NotationError, match="after the end of the game") as caught:
        Board.parse("h8a1i8a2j8a3k8a4l8a5")
    assert caught.value.line is None
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("text", ["", "hello", "(;B[", "\0", "Piskvorky", "é" * 100, "h8" * 600_000])
def test_what_is_no_game_is_refused(text):
    with pytest.raises(fukumi.NotationError):
        Game.parse(text)


@pytest.mark.parametrize("rule", list(fukumi.Rule))
@pytest.mark.parametrize("size", [(5, 5), (15, 15), (22, 22), (20, 6)])
@pytest.mark.parametrize("write", [Game.sgf, Game.psq, Game.record])
def test_what_is_written_can_be_read(rule, size, write):
    board = Board(rule, size)
    board.play(*board.legal_moves[::3][:8])
    text = write(Game(board, black="A] B", white="C"))
    read = Game.parse(text)
    assert read.board == board
    if write is not Game.record:
        assert (read.black, read.white) == ("A] B", "C")


def test_the_result_is_written():
    board = Board.parse("h8a1i8a2j8a3k8a4l8")
    assert "RE[B+]" in Game(board).sgf()
    board.undo()
    assert "RE[?]" in Game(board).sgf()


@pytest.mark.parametrize(
    "board",
    [
        Board.from_stones(["h8"], ["i8"]),
        Board.from_stones(dead=["h8"]),
        Board.from_stones(to_move="white"),
        Board.parse("h8 pass i9"),
    ],
)
def test_what_is_no_game_from_an_empty_board_is_not_written(board):
    for write in (Game.sgf, Game.psq, Game.record):
        with pytest.raises(ValueError, match="from an empty board"):
            write(Game(board))


@pytest.mark.parametrize(("name", "form"), [("a.sgf", "sgf"), ("a.PSQ", "psq"), ("a.txt", "record")])
def test_games_are_saved_and_never_overwritten(tmp_path, name, form):
    game = Game(Board.from_moves(["h8", "i9"], "renju"), black="Zoë")
    file = tmp_path / name
    game.save(file)
    loaded = Game.load(file)
    assert (loaded.board, loaded.format) == (game.board, form)
    assert loaded.black == (None if form == "record" else "Zoë")
    before = file.read_bytes()
    with pytest.raises(FileExistsError):
        game.save(file)
    assert file.read_bytes() == before
    with pytest.raises(FileNotFoundError):
        Game.load(tmp_path / "none")
    with pytest.raises(ValueError):
        Game(Board.from_stones(["h8"])).save(tmp_path / "new.sgf")
    assert not (tmp_path / "new.sgf").exists()


@pytest.mark.parametrize(
    ("name", "begin"), [("a.svg", b"<svg xmlns="), ("a.PNG", b"\x89PNG\r\n"), ("a.gif", b"GIF89a")]
)
def test_games_and_positions_are_saved_as_pictures(tmp_path, name, begin):
    for number, board in enumerate([Board.from_moves(["h8", "i9"]), Board.from_stones(["h8"])]):
        file = tmp_path / f"{number}{name}"
        Game(board).save(file)
        before = file.read_bytes()
        assert before.startswith(begin)
        with pytest.raises(FileExistsError):
            Game(board).save(file)
        assert file.read_bytes() == before


def test_a_file_in_another_encoding_is_read(tmp_path):
    file = tmp_path / "a.sgf"
    file.write_bytes(SGF.replace("Anna", "Zo\xeb").encode("latin-1"))
    assert Game.load(file).board.moves == ("h8", "i9", "g9")


def test_a_game_that_states_another_kind_is_read_on_request():
    go = "(;GM[1]SZ[19]KM[6.5]RE[B+3.5];B[pd];W[dp])"
    with pytest.raises(fukumi.NotationError, match="which is Go"):
        Game.parse(go)
    assert Game.parse(go, game="gomoku").board.moves == ("p16", "d4")
    with pytest.raises(ValueError, match="gomoku"):
        Game.parse(go, game="go")


def test_a_doubtful_position_is_a_warning():
    with pytest.warns(UserWarning, match="the position may be wrong"):
        Game.parse("(;SZ[15];QXX[hh,hg,jf];B[ii])")
