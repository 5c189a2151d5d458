"""Opening files in all formats, refusals, random openings."""

import pytest

from fukumi_tools.board.notation import point_to_text, text_to_point
from fukumi_tools.board.openings import (
    DEFAULT_STONES,
    BookChoice,
    FileBook,
    OpeningError,
    RandomBook,
    canonical,
    load_openings,
    most_stones_in_window,
    shipped_list,
    symmetries_of,
)
from fukumi_tools.board.rules import RULE_NAMES, Board, Color, Rule

BOARD = Board(15, 15)


@pytest.fixture
def opening_file(tmp_path):
    def write(text: str):
        path = tmp_path / "openings.txt"
        path.write_text(text)
        return path

    return write


def test_points_as_text():
    assert point_to_text((7, 7), 15) == "h8"
    assert text_to_point("a1", 15) == (0, 14)
    assert text_to_point("K11", 15) == (10, 4)
    for bad in ("", "h", "8h", "h8-i9", "pass"):
        with pytest.raises(ValueError):
            text_to_point(bad, 15)


def test_every_format_gives_the_same_opening(opening_file):
    path = opening_file(
        "# comment\n\n"
        "open-7 size=15 rule=freestyle turn=w moves=h8,i9,j8 origin=x check=legal\n"
        "h8 i9 j8\n"
        "h8i9j8\n"
        "0,0, 1,-1, 2,0\n"
        "1. h8 2. i9 3. j8\n"
        "h8-i9-j8\n"
    )
    openings, skipped = load_openings(path, BOARD, Rule.FREESTYLE)
    assert skipped == 0
    assert {opening.points for opening in openings} == {((7, 7), (8, 6), (9, 7))}
    assert [opening.id for opening in openings] == ["open-7", *(f"line-{number}" for number in range(4, 9))]


def test_the_lists_that_the_program_writes_are_read(opening_file):
    path = opening_file("r1 size=20x15 moves=h8,t15\nr2 moves=-\n")
    openings, skipped = load_openings(path, Board(20, 15), Rule.FREESTYLE)
    assert [(opening.id, opening.points) for opening in openings] == [("r1", ((7, 7), (19, 0))), ("r2", ())]
    assert skipped == 0 and load_openings(path, BOARD, Rule.FREESTYLE)[1] == 1


def test_records_of_another_board_size_are_left_out(opening_file):
    path = opening_file("a size=20 turn=w moves=h8\nb size=15 turn=w moves=h8\n")
    openings, skipped = load_openings(path, BOARD, Rule.FREESTYLE)
    assert [opening.id for opening in openings] == ["b"] and skipped == 1
    with pytest.raises(OpeningError, match="other board sizes"):
        load_openings(opening_file("a size=20 turn=w moves=h8\n"), BOARD, Rule.FREESTYLE)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("h8 h8", "taken"),
        ("h8 t19", "point on the board"),
        ("0,0, 9,9", "point on the board"),
        ("0,0, 1", "pairs of numbers"),
        ("h8 pass i9", "passes"),
        ("black=h8 white=i9", "without an order"),
        ("h8 a1 i8 a3 j8 a5 k8 a7 l8", "ends the game"),
        ("hello", "expected a move"),
    ],
)
def test_bad_openings_are_refused_with_their_line(opening_file, line, complaint):
    with pytest.raises(OpeningError, match=f"line 2.*{complaint}"):
        load_openings(opening_file(f"h8 i9\n{line}\n"), BOARD, Rule.FREESTYLE)


def test_an_opening_with_a_foul_is_refused_in_renju_only(opening_file):
    path = opening_file("h8 a1 i8 a3 j9 a5 j10 a7 j8\n")
    load_openings(path, BOARD, Rule.FREESTYLE)
    with pytest.raises(OpeningError, match="forbidden-33"):
        load_openings(path, BOARD, Rule.RENJU)


def test_a_book_that_is_used_up_goes_on_with_its_symmetries(opening_file):
    path = opening_file("h8 i9 k8\nh8 i8 a1\n")
    book = FileBook(path, BOARD, Rule.FREESTYLE)
    assert len({book.get(index).points for index in range(16)}) == 16
    assert book.get(16) == book.get(0) and book.period == 16
    assert FileBook(path, Board(15, 16), Rule.FREESTYLE).period == 8


def test_shuffling_depends_on_the_seed_alone(opening_file):
    path = opening_file("".join(f"h8 i9 {chr(97 + i)}1\n" for i in range(15)))

    def order(seed):
        return [opening.id for opening in FileBook(path, BOARD, Rule.FREESTYLE, seed).openings]

    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(order(2))


def test_symmetries_are_distinct_and_stay_on_the_board():
    for board, count in ((BOARD, 8), (Board(7, 12), 4)):
        images = [tuple(map(symmetry, board.points())) for symmetry in symmetries_of(board)]
        assert len(set(images)) == count
        assert all(sorted(image) == sorted(board.points()) for image in images)


@pytest.mark.parametrize("rule", list(Rule))
def test_random_openings_are_quiet_distinct_and_repeatable(rule):
    book, again = RandomBook(BOARD, rule, 6, seed=3), RandomBook(BOARD, rule, 6, seed=3)
    openings = [book.get(index) for index in range(40)]
    assert [again.get(index) for index in range(40)] == openings
    assert len({opening.points for opening in openings}) == 40
    for opening in openings:
        board, color = Board(15, 15), Color.BLACK
        for point in opening.points:
            board.place(point, color)
            color = color.other
        assert most_stones_in_window(board) <= 2
    if rule is Rule.RENJU:
        assert {opening.points[0] for opening in openings} == {(7, 7)}


def test_random_openings_on_odd_boards():
    assert len(RandomBook(Board(5, 22), Rule.STANDARD, 4, seed=1).get(10).points) == 4
    assert RandomBook(BOARD, Rule.RENJU, 0, seed=1).get(3).points == ()


def test_a_board_with_too_few_openings_is_an_error_not_an_endless_loop():
    with pytest.raises(OpeningError, match="no further random opening"):
        RandomBook(Board(5, 5), Rule.FREESTYLE, 2, seed=1).get(200)
    with pytest.raises(OpeningError, match="no further random opening"):
        RandomBook(Board(5, 5), Rule.FREESTYLE, 26, seed=1).get(0)


@pytest.mark.parametrize("name", ["freestyle15", "freestyle20", "renju15", "standard15", "caro15"])
def test_every_opening_of_the_public_data_is_playable(data_records, name):
    records = data_records(f"openings/{name}.txt")
    rules = {"freestyle": Rule.FREESTYLE, "standard": Rule.STANDARD, "caro": Rule.CARO, "renju": Rule.RENJU}
    from conftest import DATA

    size = int(records[0]["size"])
    openings, skipped = load_openings(DATA / f"openings/{name}.txt", Board(size, size), rules[records[0]["rule"]])
    assert (len(openings), skipped) == (len(records), 0)


def test_a_list_of_the_project_is_taken_where_nothing_else_is_asked_for():
    def made(board: Board, **asked):
        return BookChoice(**asked).open(board, Rule.FREESTYLE)

    path = shipped_list(BOARD, Rule.FREESTYLE)
    assert made(BOARD).get(0) == FileBook(path, BOARD, Rule.FREESTYLE).get(0)
    assert isinstance(made(BOARD, stones=0), RandomBook)
    assert len(made(Board(9, 9)).get(0).points) == DEFAULT_STONES
    assert shipped_list(Board(15, 20), Rule.FREESTYLE) is None


def test_games_with_time_begin_from_a_list_of_their_own_where_there_is_one(monkeypatch, tmp_path):
    monkeypatch.setattr("fukumi_tools.board.openings._SHIPPED", tmp_path)
    usual, timed = tmp_path / "freestyle-15.txt", tmp_path / "freestyle-15-timed.txt"
    usual.write_text("h8h9h10h11\n")
    assert shipped_list(BOARD, Rule.FREESTYLE, timed=True) == usual
    timed.write_text("h8i9h10h11\n")
    assert shipped_list(BOARD, Rule.FREESTYLE, timed=True) == timed
    assert shipped_list(BOARD, Rule.FREESTYLE) == usual
    assert BookChoice(timed=True).open(BOARD, Rule.FREESTYLE).get(0).points[1] == (8, 6)


@pytest.mark.parametrize(
    ("rule", "side"), [("freestyle", 15), ("freestyle", 20), ("standard", 15), ("renju", 15), ("caro", 15)]
)
def test_the_lists_of_the_project_are_long_varied_and_free_of_repetitions(rule, side):
    board = Board(side, side)
    openings, skipped = load_openings(shipped_list(board, RULE_NAMES[rule]), board, RULE_NAMES[rule])
    assert len(openings) >= 1_000 and not skipped
    assert {len(opening.points) for opening in openings} == set(range(4, 13))
    assert len({canonical(opening.points, board) for opening in openings}) == len(openings)
    path = shipped_list(board, RULE_NAMES[rule], timed=True)
    deep, skipped = load_openings(path, board, RULE_NAMES[rule])
    assert len(deep) == 200 and not skipped
    assert {opening.points for opening in deep} < {opening.points for opening in openings}
