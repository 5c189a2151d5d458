"""Simultaneous perturbation stochastic approximation: all parameters are shifted at once, each by its own step up or
down, and all follow the side that scores better.

The unit of time is a pair of games, `k` the number of pairs played before. With N pairs in all:

    c_k = step * (N / (k + 1)) ** gamma                     the shift, which ends at the parameter's step
    R_k = r_end * ((A + N) / (A + k + 1)) ** alpha * (step / c_k) ** 2
    theta += R_k * c_k * sign * (wins - losses of the side at theta + c_k * sign)

Sources: J. C. Spall, "An Overview of the Simultaneous Perturbation Method for Efficient Optimization" (1998), for the
method and the exponents; fishtest and OpenBench for stating the gains by their values at the end, `step` and `r_end`.
"""

import math
import random
from dataclasses import dataclass


class StateError(ValueError):
    """A state that no tuner had; the text says why."""


@dataclass(frozen=True)
class Parameter:
    """An integer parameter, its range, and the least change whose effect games may show."""

    name: str
    default: int
    min: int
    max: int
    step: int

    def clip(self, value: float) -> float:
        return min(max(value, self.min), self.max)


@dataclass(frozen=True)
class Gains:
    """How far to shift and to move. `pairs` is N, `stability` is A as a share of N; A damps the first moves."""

    pairs: int
    r_end: float = 0.002
    stability: float = 0.1
    alpha: float = 0.602
    gamma: float = 0.101

    def shift(self, k: int) -> float:
        """c_k in steps."""
        return (self.pairs / (k + 1)) ** self.gamma

    def rate(self, k: int) -> float:
        """R_k."""
        damping = self.stability * self.pairs
        return self.r_end * ((damping + self.pairs) / (damping + k + 1)) ** self.alpha / self.shift(k) ** 2


@dataclass(frozen=True)
class Trial:
    """What one batch of pairs compares: the values `plus` against `minus`.

    `moves` is how far each parameter goes for each game that `plus` wins more than it loses.
    """

    number: int
    plus: dict[str, int]
    minus: dict[str, int]
    moves: dict[str, float]


class Tuner:
    """The values, `theta`, and how they follow results. Trials may be under way at once; `tell` takes any order."""

    def __init__(self, parameters: list[Parameter], gains: Gains, seed: int, start: dict[str, float] | None = None):
        """Values begin at the defaults where `start` has none."""
        self.parameters, self.gains = parameters, gains
        self.theta = {p.name: p.clip(float(p.default)) for p in parameters} | (start or {})
        self.pairs = 0
        self.next_trial = 0
        self._seed = seed

    @property
    def is_finished(self) -> bool:
        return self.pairs >= self.gains.pairs

    def ask(self) -> Trial:
        """The next trial. Its randomness depends on the seed and its number only."""
        generator = random.Random(f"{self._seed}/{self.next_trial}")
        shift, rate = self.gains.shift(self.pairs), self.gains.rate(self.pairs)
        plus, minus, moves = {}, {}, {}
        for parameter in self.parameters:
            name, centre = parameter.name, self.theta[parameter.name]
            signed = shift * parameter.step * generator.choice((-1, 1))
            # Rounding up or down at random keeps the mean; the same draw for both sides adds no noise.
            draw = generator.random()
            plus[name] = math.floor(parameter.clip(centre + signed) + draw)
            minus[name] = math.floor(parameter.clip(centre - signed) + draw)
            moves[name] = rate * signed
        trial = Trial(self.next_trial, plus, minus, moves)
        self.next_trial += 1
        return trial

    def tell(self, trial: Trial, score: int, pairs: int) -> None:
        """Takes the result of a trial: wins less losses of `plus` in so many pairs."""
        for parameter in self.parameters:
            name = parameter.name
            self.theta[name] = parameter.clip(self.theta[name] + trial.moves[name] * score)
        self.pairs += pairs

    def tuned(self) -> dict[str, int]:
        """The values as the engine takes them."""
        return {name: round(value) for name, value in self.theta.items()}

    def state(self) -> dict:
        """What `restore` needs to go on."""
        return {"pairs": self.pairs, "next_trial": self.next_trial, "theta": dict(self.theta)}

    def restore(self, state: dict) -> None:
        """Goes on from a state. Trials that were under way then are lost and their numbers not used again.

        Raises StateError.
        """
        counts = [state.get(name) for name in ("pairs", "next_trial")]
        if not all(type(count) is int and count >= 0 for count in counts):
            raise StateError("pairs and next_trial must be whole numbers")
        theta = state.get("theta")
        values = {p.name: theta.get(p.name) if isinstance(theta, dict) else None for p in self.parameters}
        for name, value in values.items():
            if not (type(value) in (int, float) and math.isfinite(value)):
                raise StateError(f"theta has no number {name}")
        self.pairs, self.next_trial = counts
        self.theta = values
