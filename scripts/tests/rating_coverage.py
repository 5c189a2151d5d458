"""How often errors of 95 % hold the rating, in simulated tournaments in which all engines play all others.

    python scripts/tests/rating_coverage.py [--tournaments N] [--seed N]

prints a table for 4 to 8 engines and 4 to 100 games for each two, with even openings and with openings that favour one
side by 100 and 200 Elo, ratings being within 0 and 300 Elo. It needs the tools alone, and takes an hour for 1,000
tournaments a line.

The rating to be held is that of even openings. `--scale ordo` is for Ordo's ratings; the one to be held is then what
more and more games from such openings would lead to, which is closer to the others where openings favour a side.
"""

import argparse
import math
import random
from dataclasses import dataclass, field
from itertools import combinations, product
from statistics import fmean

from fukumi_tools.organisers.match.estimates import Estimate
from fukumi_tools.organisers.match.likelihood import Meetings, Scale, likeliest
from fukumi_tools.organisers.match.pairs import expected
from fukumi_tools.organisers.match.ratings import rate
from fukumi_tools.organisers.match.stats import logistic_elo, score_to_elo


@dataclass(frozen=True)
class Setting:
    """`width` is the distance of the best from the worst engine and `bias` what openings favour a side by, in Elo.

    `spread_of_bias` is the standard deviation of the bias. `draws` is the share of draws of equal engines.
    """

    engines: int
    pairs: int
    width: float
    bias: float
    spread_of_bias: float = 0.0
    draws: float = 0.2

    @property
    def strengths(self) -> list[float]:
        return [self.width / 2 - self.width * place / (self.engines - 1) for place in range(self.engines)]


@dataclass
class Coverage:
    """`held` of the `estimates` were within the error, by the ratings of engines and the Elo of each two."""

    estimates: int = 0
    held: int = 0
    squares: float = 0.0
    """Of the distances between ratings and what they should be."""
    widths: list[float] = field(default_factory=list)
    """Of the tournaments, between the engines that should be the best and the worst."""
    pairings: int = 0
    held_pairings: int = 0

    @property
    def share(self) -> float:
        return self.held / self.estimates

    @property
    def deviation(self) -> float:
        """The root of the mean square, in Elo."""
        return math.sqrt(self.squares / self.estimates)

    @property
    def mean_width(self) -> float:
        return fmean(self.widths)

    @property
    def share_of_pairings(self) -> float:
        return self.held_pairings / self.pairings


@dataclass(frozen=True)
class Rating:
    """How engines are rated. The ratings to be held are of the same scale, unless `limit` is another one."""

    scale: Scale = Scale.EVEN
    anchor: int | None = None
    limit: Scale | None = None


def simulate(setting: Setting, tournaments: int, seed: int, how: Rating = Rating()) -> Coverage:
    """Counts over tournaments with the given number of pairs for each two engines."""
    generator = random.Random(seed)
    met = list(combinations(range(setting.engines), 2))
    limit = _limit(setting, how.limit or how.scale)
    origin = sum(limit) / len(limit) if how.anchor is None else limit[how.anchor]
    found = Coverage()
    for _ in range(tournaments):
        pairs = {two: [_pair(setting, two, generator) for _ in range(setting.pairs)] for two in met}
        meetings = [_meetings(two, results) for two, results in pairs.items()]
        ratings = rate(setting.engines, meetings, how.anchor, scale=how.scale).readings
        best, worst = ratings[0], ratings[setting.engines - 1]
        if isinstance(best, Estimate) and isinstance(worst, Estimate):
            found.widths.append(best.value - worst.value)
        for engine, true in enumerate(limit):
            rating = ratings[engine]
            if isinstance(rating, Estimate) and rating.error is not None:
                found.estimates += 1
                found.held += abs(rating.value - (true - origin)) <= rating.error
                found.squares += (rating.value - (true - origin)) ** 2
        for two in met:
            elo = logistic_elo(_pentanomial(pairs[two]))
            if isinstance(elo, Estimate) and elo.error is not None:
                found.pairings += 1
                found.held_pairings += elo.low <= score_to_elo(_score(setting, *two)) <= elo.high
    return found


def _limit(setting: Setting, scale: Scale) -> list[float]:
    """The ratings to be held."""
    if scale is Scale.EVEN:
        return setting.strengths
    met = combinations(range(setting.engines), 2)
    return likeliest(setting.engines, [Meetings(*two, {(2, 2 * _score(setting, *two)): 1.0}) for two in met]).values


def _score(setting: Setting, first: int, second: int) -> float:
    """The expected score of the first engine, by openings of the mean bias."""
    return sum(_chances(setting, first, second, setting.bias)) / 2


def _chances(setting: Setting, first: int, second: int, bias: float) -> tuple[float, float]:
    """The expected scores of the first engine in the two games of a pair."""
    elo = setting.strengths[first] - setting.strengths[second]
    return expected(elo + bias), expected(elo - bias)


def _pair(setting: Setting, two: tuple[int, int], generator: random.Random) -> tuple[int, int]:
    """The half points of the first engine in two games."""
    bias = generator.gauss(setting.bias, setting.spread_of_bias) if setting.spread_of_bias else setting.bias
    first, second = (_half_points(chance, setting.draws, generator) for chance in _chances(setting, *two, bias))
    return first, second


def _meetings(two: tuple[int, int], results: list[tuple[int, int]]) -> Meetings:
    counts = enumerate(_pentanomial(results))
    return Meetings(*two, {(2, half / 2): count for half, count in counts if count}, results.count((1, 1)))


def _pentanomial(results: list[tuple[int, int]]) -> list[int]:
    return [sum(sum(pair) == half for pair in results) for half in range(5)]


def _half_points(chance: float, draws: float, generator: random.Random) -> int:
    """Draws are the rarer the surer a side is of winning."""
    drawn = 2 * draws * min(chance, 1 - chance)
    x = generator.random()
    return 2 * (x < chance - drawn / 2) or int(x < chance + drawn / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", choices=[scale.value for scale in Scale], default=Scale.EVEN.value)
    parser.add_argument("--engines", type=int, nargs="+", default=[4, 6, 8])
    parser.add_argument("--games", type=int, nargs="+", default=[4, 6, 10, 20, 50, 100])
    parser.add_argument("--bias", type=float, nargs="+", default=[0.0, 100.0, 200.0])
    parser.add_argument("--spread-of-bias", type=float, default=0.0)
    options = parser.parse_args()
    free, fixed = (Rating(Scale(options.scale), anchor) for anchor in (None, 0))
    print("bias  width  engines  games   ratings  deviation   to an anchor   Elo of two", flush=True)
    for bias, width, engines, games in product(options.bias, (0.0, 300.0), options.engines, options.games):
        setting = Setting(engines, games // 2, width, bias, options.spread_of_bias)
        found, anchored = (simulate(setting, options.tournaments, options.seed, how) for how in (free, fixed))
        print(
            f"{bias:4.0f}  {width:5.0f}  {engines:7}  {games:5}  {found.share:8.1%}  {found.deviation:9.1f}"
            f"  {anchored.share:13.1%}  {found.share_of_pairings:11.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
