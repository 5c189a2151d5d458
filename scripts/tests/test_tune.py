"""The tuner: its update rule on objectives without an engine, and whole runs with a small engine."""

import csv
import json
import random
import re
import sys
from importlib.util import find_spec

import pytest
from programs import FAKE, invoke, script

from fukumi_tools.engines.settings import SettingsError
from fukumi_tools.files import sha256_of
from fukumi_tools.folder import lock_folder
from fukumi_tools.repository import ROOT
from fukumi_tools.research.tune.cli import check_start, choose, main
from fukumi_tools.research.tune.tuner import Gains, Parameter, Tuner

WIDE = Parameter("wide", default=0, min=-500, max=500, step=20)
SMALL = Parameter("small", default=3, min=1, max=9, step=1)
IDLE = Parameter("idle", default=50, min=0, max=100, step=5)


def test_gains_end_at_the_values_that_are_stated():
    gains = Gains(pairs=1000, r_end=0.01)
    assert gains.shift(999) == pytest.approx(1.0)
    assert gains.rate(999) == pytest.approx(0.01)
    assert gains.shift(0) == pytest.approx(1000**0.101)
    # Spall's a / (A + k + 1) ** alpha over c_k squared, with a and c from the values at the end.
    a = 0.01 * 1100**0.602
    for k in (0, 10, 500):
        assert gains.rate(k) == pytest.approx(a / (100 + k + 1) ** 0.602 / (1000**0.101 / (k + 1) ** 0.101) ** 2)


def test_a_trial_shifts_every_parameter_both_ways_and_a_win_moves_towards_the_winner():
    tuner = Tuner([WIDE, IDLE], Gains(pairs=100, r_end=0.1), seed=1)
    trial = tuner.ask()
    for parameter in tuner.parameters:
        name, centre = parameter.name, parameter.default
        shift = tuner.gains.shift(0) * parameter.step
        assert abs(trial.plus[name] - centre) == pytest.approx(shift, abs=1)
        assert trial.plus[name] - centre == pytest.approx(centre - trial.minus[name], abs=1)
        assert abs(trial.moves[name]) == pytest.approx(tuner.gains.rate(0) * shift)
        assert (trial.moves[name] > 0) == (trial.plus[name] > trial.minus[name])
    tuner.tell(trial, 3, pairs=2)
    for parameter in tuner.parameters:
        assert tuner.theta[parameter.name] == pytest.approx(parameter.default + 3 * trial.moves[parameter.name])
    assert tuner.pairs == 2


def test_a_draw_changes_nothing():
    tuner = Tuner([WIDE], Gains(100), seed=1)
    tuner.tell(tuner.ask(), 0, pairs=4)
    assert tuner.theta == {"wide": 0.0}


def test_values_stay_within_their_ranges():
    tuner = Tuner([SMALL], Gains(pairs=10, r_end=5.0), seed=3, start={"small": 1.0})
    for _ in range(20):
        trial = tuner.ask()
        assert all(SMALL.min <= side["small"] <= SMALL.max for side in (trial.plus, trial.minus))
        tuner.tell(trial, 2 if trial.moves["small"] < 0 else -2, pairs=1)
        assert tuner.theta["small"] == 1.0


def test_rounding_keeps_the_mean():
    tuner = Tuner([SMALL], Gains(pairs=1), seed=1, start={"small": 4.3})
    trials = [tuner.ask() for _ in range(4000)]
    middle = sum(trial.plus["small"] + trial.minus["small"] for trial in trials) / (2 * len(trials))
    assert middle == pytest.approx(4.3, abs=0.05)


def play(tuner, trial, optimum, generator):
    """A pair of games whose odds follow from the distances to the optimum, counted in steps."""

    def strength(values):
        return -sum(((values[p.name] - optimum[p.name]) / p.step) ** 2 for p in tuner.parameters if p.name in optimum)

    odds = 1 / (1 + 10 ** (-(strength(trial.plus) - strength(trial.minus)) * 20 / 400))
    return sum(1 if generator.random() < odds else -1 for _ in range(2))


def test_it_finds_the_optimum_of_a_noisy_objective():
    optimum = {"wide": 160, "small": 6}
    for seed in range(3):
        generator = random.Random(seed)
        tuner = Tuner([WIDE, SMALL, IDLE], Gains(pairs=5000, r_end=0.005), seed)
        while not tuner.is_finished:
            trial = tuner.ask()
            tuner.tell(trial, play(tuner, trial, optimum, generator), pairs=1)
        assert tuner.theta["wide"] == pytest.approx(160, abs=20)
        assert tuner.theta["small"] == pytest.approx(6, abs=0.6)
        assert tuner.theta["idle"] == pytest.approx(50, abs=15)


def test_a_restored_run_goes_on_as_if_it_had_never_stopped():
    def run(tuner, trials):
        for _ in range(trials):
            trial = tuner.ask()
            tuner.tell(trial, random.Random(trial.number).choice((-2, 0, 2)), pairs=1)

    whole, first, second = (Tuner([WIDE, SMALL], Gains(100), seed=5) for _ in range(3))
    run(whole, 40)
    run(first, 15)
    second.restore(json.loads(json.dumps(first.state())))
    run(second, 25)
    assert second.state() == whole.state()


def test_patterns_choose_parameters():
    parameters = [WIDE, SMALL, IDLE]
    assert choose(parameters, ()) == parameters
    assert choose(parameters, ("*l*", "wide")) == parameters
    assert choose(parameters, ("s*",)) == [SMALL]
    with pytest.raises(SettingsError, match="there are wide, small, idle"):
        choose(parameters, ("s*", "huge"))


def test_starting_values_are_checked():
    assert check_start({"small": 9}, [SMALL]) == {"small": 9.0}
    with pytest.raises(SettingsError, match="1 to 9"):
        check_start({"small": 10}, [SMALL])
    with pytest.raises(SettingsError, match="no such parameter"):
        check_start({"wide": 1}, [SMALL])


@pytest.fixture
def engine(tmp_path):
    """A program that plays legal moves at random and lists two parameters."""
    listing = json.dumps([vars(WIDE), vars(SMALL)])
    text = f'[ "$1" = params ] && {{ echo \'{listing}\'; exit; }}\nexec {sys.executable} {FAKE} "$@"'
    return script(tmp_path / "engine", text)


def run(*arguments, code=0):
    return invoke(main, *arguments, code=code)


def short(engine, out, *more):
    return ("--engine", engine, "--board", 7, "--nodes", 1, "--stones", 2, "--pairs", 8, "--out", out, *more)


def test_a_run_leaves_state_values_and_a_table(engine, tmp_path):
    out = tmp_path / "out"
    arguments = short(engine, out, "--rule", "freestyle", "--rule", "renju", "--batch", 2, "--r-end", 0.5)
    output = run(*arguments, "--report-every", 1)
    assert "pair 8/8" in output and "info.tune.wide=" in output
    assert (out / "values.png").exists() == (find_spec("matplotlib") is not None)
    assert json.loads((out / "state.json").read_text())["pairs"] == 8
    rows = list(csv.DictReader((out / "values.csv").open()))
    assert [row["pairs"] for row in rows] == ["2", "4", "6", "8"]
    assert {row["games"] for row in rows} == {"4"}
    assert "continuing the run" in run(*arguments)
    assert len(list(csv.DictReader((out / "values.csv").open()))) == 4
    changed = run(*arguments, "--alpha", 0.7, code=2)
    assert "other settings" in changed and re.search(r"gains alpha +0\.602 +0\.7\n", changed)


def test_two_runs_do_not_share_a_folder(engine, tmp_path):
    lock = lock_folder(tmp_path / "out")
    assert "another process is at work" in run(*short(engine, tmp_path / "out"), code=2)
    lock.release()


def test_an_interrupted_run_goes_on(engine, tmp_path):
    out = tmp_path / "out"
    arguments = short(engine, out, "--batch", 1)
    run(*arguments)
    whole = json.loads((out / "state.json").read_text())
    (out / "state.json").write_text(json.dumps({**whole, "pairs": 3, "next_trial": 3}))
    run(*arguments, "--concurrency", 2)
    state = json.loads((out / "state.json").read_text())
    assert (state["pairs"], state["next_trial"]) == (8, 8)


def test_an_engine_that_is_not_built_to_be_tuned_is_refused(tmp_path):
    program = script(tmp_path / "engine", "cat > /dev/null")
    assert "--features tune" in run(*short(program, tmp_path / "out"), code=2)


@pytest.mark.parametrize(("limit", "name"), [("--nodes", "freestyle-15"), ("--turn", "freestyle-15-timed")])
def test_games_with_time_begin_from_the_list_for_them(engine, tmp_path, limit, name):
    arguments = ["--engine", engine, limit, 60, "--pairs", 1, "--batch", 1, "--out", tmp_path / "out"]
    run(*arguments)
    (venue,) = json.loads((tmp_path / "out" / "settings.json").read_text())["venues"]
    path = ROOT / "assets" / "openings" / f"{name}.txt"
    assert venue["sha256"] == sha256_of(path)
    # Folders of earlier versions, which had another list, go on with that where it is named.
    assert "continuing the run" in run(*arguments, "--openings", path)


def test_stones_are_not_for_the_openings_of_a_file(engine, tmp_path):
    arguments = short(engine, tmp_path / "out", "--openings", engine)
    assert "--stones is for random openings" in run(*arguments, code=2)


def test_openings_that_run_out_end_the_run(engine, tmp_path):
    output = run(*short(engine, tmp_path / "out", "--board", 5, "--pairs", 200), code=1)
    assert "no further random opening of 2 stones" in output


def test_the_path_of_the_engine_may_have_blanks(engine, tmp_path):
    spaced = engine.rename(tmp_path / "my engine")
    run(*short(spaced, tmp_path / "out"))
    assert json.loads((tmp_path / "out" / "state.json").read_text())["pairs"] == 8


def test_faults_do_not_count_and_too_many_end_the_run(engine, tmp_path):
    engine.write_text(engine.read_text().replace('"$@"', "--behaviour garbage"))
    output = run(*short(engine, tmp_path / "out"), code=1)
    assert "lost by illegal" in output and "faults in a row" in output


def test_an_engine_that_is_gone_ends_the_run(engine, tmp_path):
    engine.write_text(engine.read_text().replace("exit;", "rm $0; exit;"))
    output = run(*short(engine, tmp_path / "out"), code=1)
    assert f"cannot start {engine}: No such file" in output and "goes on from there" in output
    assert "does not count" not in output
