"""What is counted and timed in a session; sessions add up."""

import math
from collections import Counter
from dataclasses import dataclass, field

PERCENTILES = (50.0, 90.0, 99.0, 99.9, 100.0)


@dataclass(frozen=True)
class Health:
    """A process at rest after so many games, with small tables and one thread."""

    games: int
    resident_bytes: int
    threads: int
    handles: int


@dataclass
class Figures:
    """Counts by name, times in milliseconds by name, and how the processes were over time."""

    counts: Counter = field(default_factory=Counter)
    times: dict[str, list[float]] = field(default_factory=dict)
    health: list[Health] = field(default_factory=list)
    peak_resident_bytes: int = 0

    def time(self, name: str, seconds: float) -> None:
        self.times.setdefault(name, []).append(round(seconds * 1000, 3))

    def add(self, other: "Figures") -> None:
        self.counts += other.counts
        for name, times in other.times.items():
            self.times.setdefault(name, []).extend(times)
        self.health.extend(other.health)
        self.peak_resident_bytes = max(self.peak_resident_bytes, other.peak_resident_bytes)


def percentiles(values: list[float]) -> dict[str, float]:
    """Nearest-rank percentiles by their names in PERCENTILES; 100 is the maximum. Needs at least one value."""
    ordered = sorted(values)
    return {f"{p:g}": ordered[max(0, math.ceil(len(ordered) * p / 100) - 1)] for p in PERCENTILES}
