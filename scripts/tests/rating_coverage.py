"""How often errors of 95 % hold the rating, in simulated tournaments in which all engines play all others.

    python scripts/tests/rating_coverage.py [--tournaments N] [--seed N]

prints a table for 4 to 8 engines and 4 to 100 games for each two, with even openings and with openings that favour one
side by 200 Elo, ratings being within 0 and 300 Elo. It needs the tools alone, and takes half an hour for 1,000
tournaments a line.

The rating to be held is the one that more and more games from such openings would lead to. Openings that favour a side
bring scores closer to one half, so it is closer to the others than by even openings; Ordo has the same scale.
"""

import argparse
import random
from dataclasses import dataclass
from itertools import combinations

from fukumi_tools.match.estimates import Estimate
from fukumi_tools.match.likelihood import Meetings, expected, likeliest
from fukumi_tools.match.ratings import rate
from fukumi_tools.match.stats import logistic_elo, score_to_elo


@dataclass(frozen=True)
class Setting:
    """`width` is the distance of the best from the worst engine and `bias` what openings favour a side by, in Elo.

    `draws` is the share of draws of equal engines.
    """

    engines: int
    pairs: int
    width: float
    bias: float
    draws: float = 0.2

    @property
    def strengths(self) -> list[float]:
        return [self.width / 2 - self.width * place / (self.engines - 1) for place in range(self.engines)]


@dataclass
class Coverage:
    """`held` of the `estimates` were within the error, by the ratings of engines and the Elo of each two."""

    estimates: int = 0
    held: int = 0
    pairings: int = 0
    held_pairings: int = 0

    @property
    def share(self) -> float:
        return self.held / self.estimates

    @property
    def share_of_pairings(self) -> float:
        return self.held_pairings / self.pairings


def simulate(setting: Setting, tournaments: int, seed: int, anchor: int | None = None) -> Coverage:
    """Counts over tournaments with the given number of pairs for each two engines."""
    generator = random.Random(seed)
    met = list(combinations(range(setting.engines), 2))
    scores = {two: sum(_chances(setting, *two)) / 2 for two in met}
    limit = likeliest(setting.engines, [Meetings(*two, {(2, 2 * score): 1.0}) for two, score in scores.items()])
    origin = sum(limit) / len(limit) if anchor is None else limit[anchor]
    found = Coverage()
    for _ in range(tournaments):
        counts = {two: _pentanomial(setting, two, generator) for two in met}
        meetings = [Meetings(*two, {(2, half / 2): n for half, n in enumerate(counts[two]) if n}) for two in met]
        for rating, true in zip(rate(setting.engines, meetings, anchor), limit, strict=True):
            if isinstance(rating, Estimate) and rating.error is not None:
                found.estimates += 1
                found.held += abs(rating.value - (true - origin)) <= rating.error
        for two in met:
            elo = logistic_elo(counts[two])
            if isinstance(elo, Estimate) and elo.error is not None:
                found.pairings += 1
                found.held_pairings += elo.low <= score_to_elo(scores[two]) <= elo.high
    return found


def _chances(setting: Setting, first: int, second: int) -> tuple[float, float]:
    """The expected scores of the first engine in the two games of a pair."""
    elo = setting.strengths[first] - setting.strengths[second]
    return expected(elo + setting.bias), expected(elo - setting.bias)


def _pentanomial(setting: Setting, two: tuple[int, int], generator: random.Random) -> list[int]:
    chances = _chances(setting, *two)
    counts = [0] * 5
    for _ in range(setting.pairs):
        counts[sum(_half_points(chance, setting.draws, generator) for chance in chances)] += 1
    return counts


def _half_points(chance: float, draws: float, generator: random.Random) -> int:
    """Draws are the rarer the surer a side is of winning."""
    drawn = 2 * draws * min(chance, 1 - chance)
    x = generator.random()
    return 2 * (x < chance - drawn / 2) or int(x < chance + drawn / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("bias  width  engines  games   ratings   to an anchor   Elo of two", flush=True)
    for bias in (0.0, 200.0):
        for width in (0.0, 300.0):
            for engines in (4, 6, 8):
                for pairs in (2, 3, 5, 10, 25, 50):
                    setting = Setting(engines, pairs, width, bias)
                    free = simulate(setting, options.tournaments, options.seed)
                    fixed = simulate(setting, options.tournaments, options.seed, anchor=0)
                    print(
                        f"{bias:4.0f}  {width:5.0f}  {engines:7}  {2 * pairs:5}  {free.share:8.1%}  {fixed.share:13.1%}"
                        f"  {free.share_of_pairings:11.1%}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
