"""The referee against small boards drawn here and against the public position data."""

import json
import re
import subprocess
from random import Random

import pytest
from patience import PATIENCE
from points import points
from programs import built

from fukumi_tools.board.notation import Point, point_to_text, text_to_point
from fukumi_tools.board.rules import Board, Color, Rule, Verdict, forbidden_points, judge

BLACK, WHITE = Color.BLACK, Color.WHITE


def board_from(picture: str):
    """A board drawn with `x` black, `o` white, `.` empty, `*` the point meant, padded to 15 x 15 at the top left."""
    board, meant = Board(15, 15), None
    for y, row in enumerate(picture.strip().splitlines()):
        for x, sign in enumerate(row.split()):
            if sign in "xo":
                board.place((x, y), BLACK if sign == "x" else WHITE)
            elif sign == "*":
                meant = (x, y)
    return board, meant


def verdicts(picture: str, color: Color = BLACK) -> dict[Rule, Verdict]:
    board, point = board_from(picture)
    return {rule: judge(board, rule, color, point) for rule in Rule}


def renju(picture: str, color: Color = BLACK) -> Verdict:
    return verdicts(picture, color)[Rule.RENJU]


def test_five_in_each_direction_wins_under_every_rule():
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for color in Color:
            board = Board(15, 15)
            for i in (0, 1, 3, 4):
                board.place((5 + i * dx, 7 + i * dy), color)
            for rule in Rule:
                assert judge(board, rule, color, (5 + 2 * dx, 7 + 2 * dy)) is Verdict.WIN


def test_four_does_not_win():
    assert set(verdicts(". x x x * . .").values()) == {Verdict.NONE}


def test_six_wins_only_where_overlines_count():
    black = verdicts(". x x x * x x .")
    assert [rule for rule in Rule if black[rule] is Verdict.WIN] == [Rule.FREESTYLE, Rule.CARO_OVERLINE]
    assert black[Rule.RENJU] is Verdict.OVERLINE
    white = verdicts(". o o o * o o .", WHITE)
    assert [rule for rule in Rule if white[rule] is Verdict.WIN] == [Rule.FREESTYLE, Rule.RENJU, Rule.CARO_OVERLINE]


def test_caro_five_closed_at_both_ends_is_nothing():
    closed = verdicts("o x x * x x o")
    assert closed[Rule.CARO] is closed[Rule.CARO_OVERLINE] is Verdict.NONE
    assert closed[Rule.STANDARD] is Verdict.WIN


def test_caro_the_edge_and_a_gap_do_not_close():
    assert verdicts("x x * x x o")[Rule.CARO] is Verdict.WIN
    assert verdicts("o x x * x x .")[Rule.CARO] is Verdict.WIN


def test_caro_closed_six_wins_with_overlines_only():
    closed = verdicts("o x x * x x x o")
    assert closed[Rule.CARO] is Verdict.NONE
    assert closed[Rule.CARO_OVERLINE] is Verdict.WIN


def test_renju_five_takes_precedence_over_an_overline():
    assert renju("x . . . .\nx . . . .\nx . . . .\nx . . . .\n* x x x x\n. . . . .") is Verdict.WIN
    picture = """
        . x . . . . . .
        . x . . . . . .
        . x . . . . . .
        . * x x x x x .
        . x . . . . . .
    """
    assert renju(picture) is Verdict.WIN


@pytest.mark.parametrize("row", [". x . x * x . x .", ". x x . * x . x x .", ". x x x . * . x x x ."])
def test_renju_two_fours_on_one_line(row):
    assert renju(row) is Verdict.DOUBLE_FOUR
    assert renju(row.replace("x", "o"), WHITE) is not Verdict.DOUBLE_FOUR


def test_renju_an_open_four_counts_once():
    assert renju(". . x x * x . .") is Verdict.NONE


def test_renju_a_four_that_can_only_become_an_overline_does_not_count():
    picture = """
        . . . . . . . .
        . . . . x . . .
        . . . . x . . .
        . . . . x . . .
        x . x x * . x .
    """
    # The row's gaps at its second and sixth point both complete five: two fours there, one more in the column.
    assert renju(picture) is Verdict.DOUBLE_FOUR
    assert renju("x x . x x * . x x") is Verdict.NONE


def test_renju_double_three():
    picture = """
        . . . . . . . .
        . . . . . . . .
        . . . . x . . .
        . . . . x . . .
        . . x x * . . .
        . . . . . . . .
        . . . . . . . .
    """
    assert renju(picture) is Verdict.DOUBLE_THREE
    assert renju(picture.replace("x", "o"), WHITE) is Verdict.NONE


def test_renju_four_three_is_allowed():
    picture = """
        . . . . . . . .
        . . . . x . . .
        . . . . x . . .
        . o x x * x . .
        . . . . . . . .
        . . . . . . . .
    """
    assert renju(picture) is Verdict.NONE


def test_renju_a_three_without_room_for_a_straight_four_does_not_count():
    picture = """
        . . . . . . . .
        . . . . x . . .
        . . . . x . . .
        . o x x * . o .
        . . . . . . . .
        . . . . . . . .
    """
    assert renju(picture) is Verdict.NONE


def test_renju_a_three_whose_straight_four_is_forbidden_does_not_count():
    # The row becomes a straight four only by points that make six in the columns beside it.
    overlines = """
        . x . . . x .
        . x . . . x .
        . x . . . x .
        . . x x * . .
        . x . . x x .
        . x . . x x .
        . . . . . . .
    """
    assert renju(overlines) is Verdict.NONE
    board, point = board_from(overlines)
    board.remove((5, 0))  # five at the right-hand point instead of six: still no straight four without a five
    assert judge(board, Rule.RENJU, BLACK, point) is Verdict.NONE
    board.remove((5, 1))
    board.remove((5, 2))
    assert judge(board, Rule.RENJU, BLACK, point) is Verdict.DOUBLE_THREE


def test_judging_leaves_the_board_as_it_was():
    board, point = board_from(". . x x * . .")
    before = str(board)
    judge(board, Rule.RENJU, BLACK, point)
    assert str(board) == before


def test_board_sizes():
    Board(5, 22)
    for size in ((4, 15), (15, 23)):
        with pytest.raises(ValueError):
            Board(*size)


def crowded(random: Random) -> list[Point]:
    """Stones of both colours in turn, as in a game of renju without a winner, close to each other."""
    board, moves = Board(15, 15), []
    for point in random.sample([(x, y) for x in range(3, 12) for y in range(3, 12)], 81):
        color = WHITE if len(moves) % 2 else BLACK
        if len(moves) < 36 and judge(board, Rule.RENJU, color, point) is Verdict.NONE:
            board.place(point, color)
            moves.append(point)
    assert len(moves) == 36
    return moves


def test_the_engine_forbids_the_same_points():
    random = Random(1)
    games = [crowded(random) for _ in range(60)]
    lines = ["START 15", "INFO rule 4"]
    for moves in games:
        block = " ".join(f"{x},{y},{1 + number % 2}" for number, (x, y) in enumerate(moves))
        lines += [f"YXBOARD {block} DONE", "YXSHOWFORBID"]
    text = "\n".join([*lines, "END", ""])
    done = subprocess.run([built()], input=text, capture_output=True, text=True, timeout=PATIENCE)
    answers = re.findall(r"^FORBID (\d*)\.$", done.stdout, re.MULTILINE)
    assert len(answers) == len(games), done.stdout
    count = 0
    for digits, moves in zip(answers, games, strict=True):
        board = Board(15, 15)
        for number, point in enumerate(moves):
            board.place(point, WHITE if number % 2 else BLACK)
        found = {(int(x), int(y)) for x, y in re.findall(r"(\d\d)(\d\d)", digits)}
        assert found == set(forbidden_points(board)), str(board)
        count += len(found)
    assert count > 60


def played(random: Random, rule: Rule) -> tuple[list[Point], str | None]:
    """A game of legal moves at random to its end, and who has won it."""
    board, moves = Board(7, 7), []
    while not board.is_full():
        color = WHITE if len(moves) % 2 else BLACK
        verdicts = {point: judge(board, rule, color, point) for point in board.points() if board.is_empty(point)}
        legal = [point for point, verdict in verdicts.items() if not verdict.is_forbidden]
        if not legal:
            break
        point = random.choice(legal)
        board.place(point, color)
        moves.append(point)
        if verdicts[point] is Verdict.WIN:
            return moves, color.value
    return moves, None


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.label)
def test_games_end_when_the_engine_says_so(rule, tmp_path):
    random = Random(rule.value)
    games = [played(random, rule) for _ in range(25)]
    lines = (
        f"{number} rule={rule.label} size=7 moves={','.join(point_to_text(point, 7) for point in moves)}\n"
        for number, (moves, _) in enumerate(games)
    )
    (tmp_path / "games.txt").write_text("".join(lines))
    command = [built(), "analyze", "--json", "--nodes", "1", tmp_path / "games.txt"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    for report, (moves, winner) in zip(reports, games, strict=True):
        assert len(report["moves"]) == len(moves)
        ending = report["ending"] or {}
        assert (ending.get("winner") if ending.get("reason") == "five" else None) == winner, report["moves"]
    assert sum(winner is not None for _, winner in games) > 5


def fill(record: dict[str, str]) -> Board:
    size = int(record["size"])
    board = Board(size, size)
    for name, color in (("black", BLACK), ("white", WHITE)):
        if record[name] != "-":
            for point in points(record[name], size):
                board.place(point, color)
    return board


def test_every_case_of_the_win_rule_data(data_records):
    rules = {
        "freestyle": Rule.FREESTYLE,
        "standard": Rule.STANDARD,
        "caro": Rule.CARO,
        "renju": Rule.RENJU,
    }
    for record in data_records("winrule/cases.txt"):
        board = fill(record)
        color = BLACK if record["side"] == "b" else WHITE
        point = text_to_point(record["move"], board.height)
        for name, rule in rules.items():
            if record[name] != "-":
                assert judge(board, rule, color, point).value == record[name], (record["id"], name, str(board))


def test_every_forbidden_point_of_the_renju_data(data_records):
    for record in data_records("forbidden/renju15.txt"):
        board = fill(record)
        expected = {}
        if record["forbidden"] != "-":
            for entry in record["forbidden"].split(","):
                text, kind = entry.split(":")
                expected[text_to_point(text, 15)] = f"forbidden-{kind}"
        found = {point: verdict.value for point, verdict in forbidden_points(board).items()}
        assert found == expected, (record["id"], str(board))


@pytest.mark.parametrize("name", ["freestyle15", "freestyle20", "renju15"])
def test_every_recorded_game(data_records, name):
    names = {"freestyle": Rule.FREESTYLE, "standard": Rule.STANDARD, "caro": Rule.CARO, "renju": Rule.RENJU}
    for record in data_records(f"games/{name}.txt"):
        others = [] if record["also"] == "-" else record["also"].split(",")
        for rule in [names[r] for r in (record["rule"], *others)]:
            size = int(record["size"])
            board, color, verdict = Board(size, size), BLACK, Verdict.NONE
            for point in points(record["moves"], size):
                assert verdict is Verdict.NONE, (record["id"], rule)
                verdict = judge(board, rule, color, point)
                board.place(point, color)
                color = color.other
            if record["end"] == "five":
                assert verdict is Verdict.WIN, (record["id"], rule)
                assert color.other.value[0] == record["result"], (record["id"], rule)
            else:
                assert verdict is Verdict.NONE and board.is_full(), (record["id"], rule)
