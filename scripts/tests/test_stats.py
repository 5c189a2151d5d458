"""Statistics against values computed with the published program of fishtest, and against simulation."""

import math
import random
from dataclasses import fields
from itertools import combinations

import pytest

from fukumi_tools.organisers.match import stats
from fukumi_tools.organisers.match.display import describe_sprt
from fukumi_tools.organisers.match.estimates import AtLeast, AtMost, Estimate, Unknown, as_dict, describe
from fukumi_tools.organisers.match.stats import Sprt, SprtSettings

# pentanomial, then logistic LLR and normalised LLR for the bounds [0, 5], [0, 10], [-3, 1], [0, 20]
BOUNDS = [(0, 5), (0, 10), (-3, 1), (0, 20)]
FISHTEST = [
    (
        [10789, 19328, 33806, 19402, 10543],
        [-38.514408, -135.760714, 2.131068, -505.250231],
        [-26.838449, -92.534178, 0.30087, -340.249204],
    ),
    (
        [1187, 7410, 13475, 7378, 1164],
        [-18.877471, -69.719025, 2.861527, -265.8397],
        [-8.125814, -28.929185, 0.600266, -108.537014],
    ),
    (
        [10, 20, 40, 30, 15],
        [0.402365, 0.734045, 0.36095, 1.181613],
        [0.331155, 0.615065, 0.291396, 1.041474],
    ),
    ([0, 3, 10, 9, 2], [0.342504, 0.679769, 0.276857, 1.325807], [0.218848, 0.429849, 0.179537, 0.828916]),
    ([0, 0, 0, 0, 10], [0.142904, 0.283737, 0.115484, 0.559195], [0.201447, 0.398671, 0.163485, 0.780193]),
    ([0, 0, 20, 0, 0], [-0.283681, -0.577067, 0.114709, -1.176947], [-0.006125, -0.029474, 0.001667, -0.127073]),
]


@pytest.mark.parametrize(("counts", "logistic", "normalised"), FISHTEST)
def test_log_likelihood_ratio_equals_fishtest(counts, logistic, normalised):
    for (elo0, elo1), expected in zip(BOUNDS, logistic, strict=True):
        assert stats.logistic_llr(counts, elo0, elo1) == pytest.approx(expected, abs=2e-5)
    for (elo0, elo1), expected in zip(BOUNDS, normalised, strict=True):
        assert stats.normalised_llr(counts, elo0, elo1) == pytest.approx(expected, abs=2e-5)


@pytest.mark.parametrize(
    ("counts", "elo", "error", "los"),
    [
        ([10789, 19328, 33806, 19402, 10543], -0.773577, 1.27758, 0.117659),
        ([39, 2226, 31451, 2412, 40], 0.902981, 0.662531, 0.996222),
        ([10, 20, 40, 30, 15], 30.288286, 36.245101, 0.950759),
    ],
)
def test_elo_equals_fishtest(counts, elo, error, los):
    estimate, pairs = stats.logistic_elo(counts), sum(counts)
    assert estimate.value == pytest.approx(elo, abs=1e-5)
    # fishtest takes the normal distribution and divides by the number of pairs.
    small = stats.student_quantile(pairs - 1) / 1.959964 * math.sqrt(pairs / (pairs - 1))
    assert estimate.error == pytest.approx(error * small, rel=3e-4)
    assert stats.likelihood_of_superiority(counts) == pytest.approx(los, abs=1e-5 + 0.3 / pairs)


# The tests of fastchess, app/tests/elo_test.cpp, "EloPentanomial" 1 to 3: Elo and normalised Elo with their errors. It
# compares them within 1 % too.
FASTCHESS = [
    ([34, 54, 63, 64, 75], (55.58, 27.65), (57.94, 28.28)),
    ([332, 433, 498, 333, 334], (-8.64, 10.33), (-9.17, 10.96)),
    ([7895, 8757, 5685, 568, 9999], (-21.04, 2.95), (-19.01, 2.65)),
]


@pytest.mark.parametrize(("counts", "logistic", "normalised"), FASTCHESS)
def test_elo_and_normalised_elo_equal_fastchess(counts, logistic, normalised):
    elo, normalised_elo = stats.logistic_elo(counts), stats.normalised_elo(counts)
    assert (elo.value, elo.error) == pytest.approx(logistic, rel=0.01)
    value, error = normalised
    assert normalised_elo.value == pytest.approx(value, rel=0.01)
    # Theirs takes the deviation for known.
    assert normalised_elo.error == pytest.approx(error, rel=0.04)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_quantiles_are_those_of_the_tables_of_student(freedom, quantile):
    assert stats.student_quantile(freedom) == pytest.approx(quantile, rel=0.002)


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(1.376, 1, 0.8), (3.182, 3, 0.975), (-1.812, 10, 0.05), (0, 5, 0.5), (2.042, 30, 0.975)],
)
def test_chances_are_those_of_the_tables_of_student(value, freedom, chance):
    assert stats.student_probability(value, freedom) == pytest.approx(chance, abs=1e-4)


def test_the_likelihood_of_superiority_of_few_pairs_is_not_that_of_many():
    # Means 0, 0, 1/2 and 1/2 of a pair: -1.732 deviations with 3 degrees of freedom.
    assert stats.likelihood_of_superiority([2, 0, 2, 0, 0]) == pytest.approx(0.0908, abs=5e-4)


@pytest.mark.parametrize(
    ("weights", "pairs"), [([4, 16, 50, 22, 8], 40), ([1, 4, 20, 25, 50], 100), ([0, 1, 19, 20, 60], 200)]
)
def test_the_error_of_normalised_elo_holds_in_simulation(weights, pairs):
    generator = random.Random(2)
    true = stats.normalised_elo([weight * 1000 for weight in weights]).value
    held = 0
    for _ in range(2000):
        counts = [0] * 5
        for score in generator.choices(range(5), weights, k=pairs):
            counts[score] += 1
        estimate = stats.normalised_elo(counts)
        held += estimate.low <= true <= estimate.high
    assert held / 2000 == pytest.approx(0.95, abs=0.015)


def test_no_result_has_a_normalised_elo_without_an_error():
    # A third of the pairs won, the others half won: the first order of the error vanishes.
    assert stats.normalised_elo([0, 0, 0, 40, 20]).error > 50


def test_swapping_the_engines_negates_everything():
    counts = [3, 9, 30, 20, 8]
    swapped = counts[::-1]
    assert stats.logistic_elo(counts).value == pytest.approx(-stats.logistic_elo(swapped).value)
    assert stats.normalised_elo(counts).value == pytest.approx(-stats.normalised_elo(swapped).value)
    assert stats.normalised_llr(counts, -7, 7) == pytest.approx(-stats.normalised_llr(swapped, -7, 7))
    assert stats.logistic_llr(counts, -7, 7) == pytest.approx(-stats.logistic_llr(swapped, -7, 7))


def test_normalised_elo_of_independent_decisive_games_is_the_score_over_its_deviation():
    # Score 0.6 without draws and without any tie between the games of a pair: sigma is sqrt(0.6 * 0.4).
    counts = [16, 0, 48, 0, 36]
    expected = stats.NORMALISED_ELO_SCALE * 0.1 / math.sqrt(0.24)
    assert stats.normalised_elo(counts).value == pytest.approx(expected)


def test_little_data_gives_no_error_bars():
    assert isinstance(stats.logistic_elo([0] * 5), Unknown)
    assert stats.logistic_elo([0, 0, 1, 0, 0]) == Estimate(0.0)
    assert stats.logistic_elo([0, 0, 0, 9, 0]).error is None
    assert isinstance(stats.normalised_elo([0, 0, 9, 0, 0]), Unknown)
    assert stats.likelihood_of_superiority([0, 0, 1, 0, 0]) is None
    assert Sprt(SprtSettings()).settings.log_likelihood_ratio([0] * 5) == 0.0


def test_who_won_all_has_a_bound_and_no_value():
    won, lost = stats.logistic_elo([0, 0, 0, 0, 9]), stats.logistic_elo([9, 0, 0, 0, 0])
    assert isinstance(won, AtLeast) and stats.elo_to_score(won.least) ** 18 == pytest.approx(0.05)
    assert lost == AtMost(-won.least)
    assert describe(won) == "> +297" and describe(lost) == "< -297"
    numbers = {"value": None, "error": None, "low": round(won.least, 3), "high": None}
    assert as_dict(won) == numbers | {"bound": "above", "why": None}
    assert as_dict(Unknown("no games")) == dict.fromkeys(numbers) | {"bound": None, "why": "no games"}


def test_no_attribute_belongs_to_estimates_and_bounds_alike():
    names = [{field.name for field in fields(kind)} for kind in (Estimate, AtLeast, AtMost, Unknown)]
    assert not any(one & other for one, other in combinations(names, 2))


def test_the_likelihood_of_superiority_of_few_pairs_that_were_all_won_is_no_certainty():
    assert stats.likelihood_of_superiority([0, 0, 0, 0, 2]) == pytest.approx(7 / 8)
    assert stats.likelihood_of_superiority([2, 0, 0, 0, 0]) == pytest.approx(1 / 8)
    # Pairs of a win and a draw say no more, however alike they are.
    assert stats.likelihood_of_superiority([0, 0, 0, 2, 0]) == pytest.approx(7 / 8)
    assert stats.likelihood_of_superiority([0, 3, 0, 0, 0]) == pytest.approx(1 / 16)
    assert stats.likelihood_of_superiority([0, 0, 4, 0, 0]) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("worse", "better"),
    [([0, 0, 0, 1, 2], [0, 0, 0, 0, 3]), ([0, 0, 0, 1, 9], [0, 0, 0, 0, 10]), ([0, 0, 1, 5, 0], [0, 0, 0, 6, 0])],
)
def test_the_likelihood_of_superiority_is_no_surer_of_worse_pairs(worse, better):
    assert stats.likelihood_of_superiority(worse) <= stats.likelihood_of_superiority(better)


def test_every_small_pentanomial_has_a_finite_ratio():
    for code in range(3**5):
        counts = [code // 3**i % 3 for i in range(5)]
        for model in ("normalized", "logistic"):
            for elo0, elo1 in ((0, 5), (-10, 5)):
                settings = SprtSettings(elo0, elo1, model=model)
                assert math.isfinite(settings.log_likelihood_ratio(counts)), counts


@pytest.mark.parametrize("counts", [[0, 0, 0, 0, 9], [0, 0, 0, 1, 5], [0, 0, 0, 0, 1], [1, 0, 0, 0, 9]])
def test_lopsided_results_with_wide_bounds_are_decided_the_obvious_way(counts):
    assert SprtSettings(0, 300).log_likelihood_ratio(counts) > 0
    assert SprtSettings(-300, 0).log_likelihood_ratio(counts[::-1]) < 0


def test_both_ways_to_the_likeliest_distribution_agree():
    observed = stats._regularised([3, 9, 30, 20, 8])
    for t_value in (-0.3, 0.02, 0.4):
        quick = stats._likeliest_by_linearisation(observed, t_value)
        assert stats._likeliest_by_search(observed, t_value) == pytest.approx(quick, abs=1e-6)


@pytest.mark.parametrize("counts", [[2, 2, 1, 0, 0], [0, 0, 0, 0, 10], [1, 0, 10000, 2, 0], [100, 1000, 2, 0, 0]])
@pytest.mark.parametrize("t_value", [-1.5, 1.2])
def test_no_distribution_with_a_far_bound_is_likelier_than_the_one_found(counts, t_value):
    def excess(p: list[float]) -> float:
        mean, variance = stats._moments(p)
        return mean - 0.5 - t_value * math.sqrt(variance)

    def likelihood(p: list[float]) -> float:
        return sum(o * math.log(q) for o, q in zip(observed, p, strict=True))

    observed = stats._regularised(counts)
    found = stats._likeliest_with_t_value(observed, t_value)
    assert sum(found) == pytest.approx(1) and excess(found) == pytest.approx(0, abs=1e-7)
    random_numbers, compared = random.Random(1), 0
    while compared < 300:
        low, high = ([random_numbers.random() ** 4 + 1e-12 for _ in range(5)] for _ in range(2))
        low, high = sorted(([x / sum(p) for x in p] for p in (low, high)), key=excess)
        if not excess(low) < 0 < excess(high):
            continue
        for _ in range(60):
            middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
            low, high = (middle, high) if excess(middle) < 0 else (low, middle)
        assert likelihood(low) <= likelihood(found) + 1e-9
        compared += 1


def test_bounds_are_those_of_wald():
    settings = SprtSettings(alpha=0.05, beta=0.1)
    assert settings.lower_bound == pytest.approx(math.log(0.1 / 0.95))
    assert settings.upper_bound == pytest.approx(math.log(0.9 / 0.05))


def test_a_decision_stays():
    sprt = Sprt(SprtSettings(0, 100))
    sprt.update([0, 2, 20, 60, 60])
    assert sprt.decision == "H1"
    sprt.update([900, 2, 20, 60, 60])
    assert sprt.decision == "H1"
    assert sprt.llr < 0


def simulate(probabilities, settings, seed):
    generator, sprt, counts = random.Random(seed), Sprt(settings), [0] * 5
    while sprt.decision is None:
        for score in generator.choices(range(5), probabilities, k=5):
            counts[score] += 1
        sprt.update(counts)
    return sprt.decision


@pytest.mark.parametrize(("probabilities", "expected"), [([4, 16, 60, 16, 4], "H0"), ([3, 14, 59, 18, 6], "H1")])
def test_error_rates_in_simulation(probabilities, expected):
    # The second distribution has a mean of 0.525 and a variance of 0.042: 30 normalised Elo.
    settings = SprtSettings(0, 30)
    decisions = [simulate(probabilities, settings, seed) for seed in range(60)]
    assert decisions.count(expected) >= 52


@pytest.mark.parametrize(
    ("model", "counts", "verdict"),
    [
        ("normalized", [0, 10, 20, 10, 0], "undecided"),
        ("normalized", [0, 0, 0, 10, 200], "H1 accepted: a difference of 10 fits the results better than one of 0"),
        ("logistic", [200, 10, 0, 0, 0], "H0 accepted: a difference of 0 fits the results better than one of 10"),
    ],
)
def test_a_verdict_claims_no_difference(model, counts, verdict):
    sprt = Sprt(SprtSettings(model=model))
    sprt.update(counts)
    text = describe_sprt(sprt)
    assert text.endswith(f", {verdict}")
    assert text.startswith(f"SPRT [0, 10] {model.replace('z', 's')} Elo: LLR {sprt.llr:+.2f} (-2.94 .. 2.94)")


@pytest.mark.parametrize(
    "settings",
    [SprtSettings(5, 5), SprtSettings(alpha=0.0), SprtSettings(beta=0.7), SprtSettings(model="bayes")],
)
def test_settings_that_make_no_test_are_refused(settings):
    with pytest.raises(ValueError):
        settings.check()
