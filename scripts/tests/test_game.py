"""Games between fake engines: results, faults, clocks, the words of the protocol."""

import errno
import os
import subprocess
import time

import pytest
from programs import words

from fukumi_tools.board.openings import Opening
from fukumi_tools.board.rules import Board, Color, Rule, Verdict, judge
from fukumi_tools.engines import dialogue
from fukumi_tools.engines.dialogue import Player, SearchInfo
from fukumi_tools.engines.process import NotStarted
from fukumi_tools.engines.settings import Conditions, Limits, parse_engine
from fukumi_tools.organisers.match.game import Clock, Game, Reason
from fukumi_tools.organisers.match.records import to_conversation, to_sgf

EMPTY = Opening("empty", ())


def fake(arguments: str = "", limits: Limits | None = None, extra: str = ""):
    return parse_engine(words("fake", arguments, extra), limits or Limits(turn=60.0))


@pytest.fixture
def play():
    """Plays one game; the arguments are those of the two fake engines."""
    players = []

    def run(black="", white="--seed 2", opening=EMPTY, limits=None, white_limits=None, conditions=None, **settings):
        conditions = conditions or Conditions(width=9, height=9, rule=Rule.FREESTYLE, **settings)
        seats = {
            Color.BLACK: Player(fake(black, limits), conditions),
            Color.WHITE: Player(fake(white, white_limits or limits), conditions),
        }
        players.extend(seats.values())
        return Game(seats, opening, conditions).play()

    yield run
    for player in players:
        player.discard()


def sent(result, color: str) -> list[str]:
    return [entry.text for side, entry in result.transcript if side == color and entry.sign == ">"]


def test_a_normal_game_ends_with_five_and_the_moves_lead_there(play):
    result = play()
    assert result.reason is Reason.FIVE
    board, color = Board(9, 9), Color.BLACK
    for number, point in enumerate(result.points, start=1):
        verdict = judge(board, Rule.FREESTYLE, color, point)
        assert (verdict is Verdict.WIN) == (number == len(result.points))
        board.place(point, color)
        winner, color = color, color.other
    assert winner is result.winner
    assert result.black.moves + result.white.moves == len(result.moves)
    assert result.black.peak_memory_bytes > 1_000_000
    assert result.moves[0].depth == 3 and result.moves[0].selective_depth == 5
    assert result.moves[0].nodes == 2000 and result.moves[0].eval == "12"


def test_the_words_sent_on_an_empty_board(play):
    result = play(limits=Limits(turn=5.0, match=60.0, nodes=7, depth=3))
    black, white = sent(result, "black"), sent(result, "white")
    assert black[:8] == [
        "START 9",
        "INFO rule 0",
        "INFO game_type 1",
        "INFO timeout_turn 5000",
        "INFO timeout_match 60000",
        "INFO max_depth 3",
        "INFO max_node 7",
        "INFO max_memory 367001600",
    ]
    assert black[8:10] == ["INFO time_left 60000", "BEGIN"]
    x, y = result.points[0]
    assert white[9:12] == ["BOARD", f"{x},{y},2", "DONE"]
    x, y = result.points[1]
    assert black[11] == f"TURN {x},{y}"
    assert black[10].startswith("INFO time_left ")


def test_the_words_sent_after_an_opening(play):
    opening = Opening("o", ((4, 4), (4, 5), (5, 5)))
    result = play(opening=opening, limits=Limits(nodes=100))
    white, black = sent(result, "white"), sent(result, "black")
    assert "INFO time_left 2147483647" in white
    assert not any(line.startswith("INFO timeout_turn") for line in white)
    assert white[-len(white) + white.index("BOARD") :][:5] == ["BOARD", "4,4,2", "4,5,1", "5,5,2", "DONE"]
    x, y = result.points[3]
    start = black.index("BOARD")
    assert black[start : start + 6] == ["BOARD", "4,4,1", "4,5,2", "5,5,1", f"{x},{y},2", "DONE"]


def test_the_process_is_kept_for_other_conditions_and_told_to_forget():
    player = Player(fake(extra="send='YXHASHCLEAR'"), Conditions(width=9, height=9, rule=Rule.FREESTYLE))
    try:
        player.new_game()
        player.configure((("tune.x", "7"),), Conditions(width=7, height=7, rule=Rule.RENJU))
        player.new_game()
        assert player.games_in_process == 2
        told = [entry.text for entry in player.transcript if entry.sign == ">"]
        assert told[:3] == ["YXHASHCLEAR", "START 7", "INFO rule 4"] and told[-1] == "INFO tune.x 7"
    finally:
        player.discard()


def test_a_board_that_is_not_square(play):
    conditions = Conditions(width=6, height=12, rule=Rule.FREESTYLE)
    result = play(conditions=conditions)
    assert sent(result, "black")[0] == "RECTSTART 6,12"
    assert all(x < 6 and y < 12 for x, y in result.points)


@pytest.mark.parametrize(
    ("behaviour", "reason", "detail"),
    [
        ("--behaviour crash --at 3", Reason.CRASH, "SIGABRT"),
        ("--behaviour exit --at 2", Reason.CRASH, "exited with status 7"),
        ("--behaviour refuse", Reason.CRASH, "refused START: ERROR unsupported size"),
        ("--behaviour taken --at 2", Reason.ILLEGAL, "is taken"),
        ("--behaviour off-board --at 2", Reason.ILLEGAL, "-1,99 is off the board"),
        ("--behaviour garbage --at 2", Reason.ILLEGAL, "no readable move: '7;7'"),
        ("--behaviour wide-digits --at 2", Reason.ILLEGAL, "no readable move: '１,２'"),  # noqa: RUF001
        ("--behaviour two-moves --at 2", Reason.ILLEGAL, "no readable move: "),
        ("--behaviour extra-move --at 2", Reason.ILLEGAL, "a move that was not asked for: '0,0'"),
    ],
)
@pytest.mark.parametrize("bad_color", list(Color))
def test_faults_lose_and_keep_the_conversation(play, behaviour, reason, detail, bad_color):
    result = play(behaviour) if bad_color is Color.BLACK else play("", behaviour)
    assert (result.reason, result.winner) == (reason, bad_color.other)
    assert detail in result.detail
    assert any(entry.sign == ">" for side, entry in result.transcript if side == bad_color.value)


def test_a_late_move_loses_and_its_lateness_is_recorded(play):
    result = play("", "--behaviour late --delay 2", white_limits=Limits(turn=1.5))
    assert (result.reason, result.winner) == (Reason.TIME, Color.BLACK)
    assert result.white.worst_over_limit_ms > 490
    assert result.black.worst_over_limit_ms < 0


def test_a_late_move_within_the_tolerance_is_played(play):
    result = play("", "--behaviour late --at 2 --delay 0.3", limits=Limits(turn=0.2), tolerance=60)
    assert result.reason is Reason.FIVE
    assert result.white.worst_over_limit_ms > 90


def test_match_time_runs_out(play):
    result = play("--delay-all 0.4", "", limits=Limits(match=2.0), white_limits=Limits(match=600.0))
    assert (result.reason, result.winner) == (Reason.TIME, Color.WHITE)
    assert result.black.match_time_share > 0.9
    times = [int(line.split()[-1]) for line in sent(result, "black") if "time_left" in line]
    assert times == sorted(times, reverse=True) and times[0] == 2000


def test_an_engine_that_never_answers_loses_on_time(play, monkeypatch):
    monkeypatch.setattr(dialogue, "OVERRUN_WAIT", 0.2)
    result = play("--behaviour silent", limits=Limits(turn=0.2), white_limits=Limits(turn=60.0))
    assert (result.reason, result.winner) == (Reason.TIME, Color.WHITE)


def test_an_engine_without_time_limit_may_not_hang_for_ever(play):
    result = play("--behaviour silent", limits=Limits(nodes=10), hang_timeout=0.3)
    assert result.reason is Reason.TIME and "no move within 0.3 s" in result.detail


def test_an_engine_that_does_not_say_ok(play):
    result = play("--behaviour no-ok", start_timeout=0.3)
    assert result.reason is Reason.CRASH and "no OK" in result.detail


def test_split_writes_noise_on_standard_error_and_huge_numbers_do_no_harm(play):
    for behaviour in ("--behaviour split", "--behaviour stderr", "--behaviour huge-numbers"):
        assert play(behaviour).reason is Reason.FIVE


def test_full_board_and_move_limit_are_draws(play):
    board = [(x, y) for y in range(5) for x in range(5)]
    # Rows of alternating pairs hold no five; the last point is left for Black.
    picture = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xoxo."]
    black = [p for p in board if picture[p[1]][p[0]] == "x"]
    white = [p for p in board if picture[p[1]][p[0]] == "o"]
    order = [p for pair in zip(black, white, strict=True) for p in pair]
    conditions = Conditions(width=5, height=5, rule=Rule.FREESTYLE)
    result = play(opening=Opening("nearly full", tuple(order)), conditions=conditions)
    assert (result.reason, result.winner, len(result.moves)) == (Reason.FULL_BOARD, None, 25)
    limited = play(max_moves=7, opening=Opening("o", ((4, 4), (5, 5))))
    assert (limited.reason, limited.winner, len(limited.moves)) == (Reason.MAX_MOVES, None, 7)


def test_a_forbidden_move_loses_in_renju(play):
    # Every empty point is a foul, a five or neither; play random games until Black fouls.
    for seed in range(40):
        result = play(f"--seed {seed}", f"--seed {seed + 100}", conditions=Conditions(7, 7, Rule.RENJU))
        if result.reason is Reason.FOUL:
            assert result.winner is Color.WHITE
            assert "forbidden" in result.detail
            return
    pytest.fail("no foul in 40 random games")


def test_a_process_is_kept_for_the_next_game():
    conditions = Conditions(9, 9, Rule.FREESTYLE)
    seats = {color: Player(fake(), conditions) for color in Color}
    first = Game(seats, EMPTY, conditions).play()
    second = Game(seats, EMPTY, conditions).play()
    assert not any("started" in entry.text for _, entry in second.transcript)
    assert any("has played 1 games" in entry.text for _, entry in second.transcript)
    assert sent(first, "black")[0] == sent(second, "black")[0] == "START 9"
    assert all(player.finish_process() for player in seats.values())


def test_an_engine_that_ignores_end_is_killed_after_a_second():
    player = Player(fake("--behaviour hang-at-end"), Conditions(9, 9, Rule.FREESTYLE))
    player.new_game()
    begin = time.monotonic()
    assert not player.finish_process()
    assert time.monotonic() - begin > 0.9


def test_a_process_that_the_system_does_not_start_decides_no_game(play, monkeypatch):
    def refused(*arguments, **settings):
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", refused)
    with pytest.raises(NotStarted, match=os.strerror(errno.EAGAIN)):
        play()


def test_clock():
    clock = Clock(Limits(turn=5.0, match=10.0, increment=1.0))
    assert clock.limit() == 5.0 and clock.time_left_ms() == 10000
    clock.charge(8.5)
    assert clock.limit() == 2.5 and clock.time_left_ms() == 2500
    clock.charge(3.0)
    assert clock.left == 1.0
    assert clock.match_share() == pytest.approx(1.15)
    assert Clock(Limits(nodes=1)).limit() is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("MESSAGE depth 12-24 ev 143 n 5M n/ms 812 tm 6203 pv H8 I9", (12, 24, 5_000_000, "143")),
        ("MESSAGE depth 7 ev -M6 n 812 K n/ms 8 tm 3 pv a1", (7, None, 812_000, "-M6")),
        ("MESSAGE Speed 812K | Depth 12-24 | Eval -143 | Node 1.5M | Time 6203ms", (12, 24, 1_500_000, "-143")),
        ("MESSAGE depth 12-24 multipv 2 ev 1 n 5", (None, None, None, None)),
        ("MESSAGE hello, in depth analysis", (None, None, None, None)),
        ("DEBUG nothing", (None, None, None, None)),
    ],
)
def test_search_information(line, expected):
    info = SearchInfo()
    info.update(line)
    assert (info.depth, info.selective_depth, info.nodes, info.eval) == expected


def test_records_of_a_game(play):
    opening = Opening("o]1", ((4, 4), (4, 5), (5, 5)))
    conditions = Conditions(9, 9, Rule.FREESTYLE)
    result = play(opening=opening, conditions=conditions)
    record = {"game": 1, "pair": 0, **result.to_dict()}

    sgf = to_sgf(record, result, conditions)
    assert sgf.startswith("(;FF[4]GM[4]CA[UTF-8]SZ[9]") and sgf.endswith(")\n")
    assert ";B[ee]C[opening];W[ef]C[opening];B[ff]C[opening];W[" in sgf
    assert "opening o\\]1]" in sgf
    assert f"RE[{'B' if result.winner is Color.BLACK else 'W'}+]" in sgf
    assert sgf.count(";B[") + sgf.count(";W[") == len(result.moves)

    conversation = to_conversation(record, result)
    assert " white > BOARD\n" in conversation and " white < OK\n" in conversation
    assert record["moves"][:3] == ["e5", "e4", "f4"] and record["ms"][:3] == [None] * 3
