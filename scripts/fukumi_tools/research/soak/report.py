"""The figures of a run, as text and as JSON."""

import statistics
from dataclasses import asdict

from .draw import MEGABYTE
from .figures import PERCENTILES, Figures, Health, percentiles
from .session import SessionResult


def as_json(result: SessionResult, settings: dict) -> dict:
    """Everything as plain data; times in milliseconds."""
    return {
        "settings": settings,
        "games": result.games,
        "faults": [{"text": text, "file": file} for text, file in result.faults],
        "counts": dict(sorted(result.figures.counts.items())),
        "milliseconds": percentile_rows(result.figures.times),
        "peak_resident_bytes": result.figures.peak_resident_bytes,
        "at_rest": [asdict(health) for health in memory_curve(result.figures)],
    }


def as_text(result: SessionResult) -> str:
    """The same for people."""
    lines = [f"{result.games} games, {len(result.faults)} faults"]
    lines += [f"  {text}\n    {file}" for text, file in result.faults]
    lines += ["", *(f"{count:9}  {name}" for name, count in sorted(result.figures.counts.items()))]
    if result.figures.times:
        lines += ["", times_table(result.figures.times)]
    lines += ["", f"largest resident memory {result.figures.peak_resident_bytes / MEGABYTE:.0f} MB"]
    if curve := memory_curve(result.figures):
        lines += ["", "a process at rest (medians): games, resident MB, threads, file handles"]
        lines += [f"{h.games:6} {h.resident_bytes / MEGABYTE:8.1f} {h.threads:4} {h.handles:4}" for h in curve]
    return "\n".join(lines)


def times_table(times: dict[str, list[float]]) -> str:
    """A line of percentiles for each name."""
    rows = percentile_rows(times)
    width = max(map(len, rows))
    names = [f"{p:g}" for p in PERCENTILES]
    head = " ".join(f"{'max' if name == '100' else name + ' %':>9}" for name in names)
    lines = [f"{'milliseconds':{width}} {'count':>8} {head}"]
    for name, row in rows.items():
        lines.append(f"{name:{width}} {row['count']:8} " + " ".join(f"{row[key]:9.2f}" for key in names))
    return "\n".join(lines)


def memory_curve(figures: Figures) -> list[Health]:
    """The processes at rest, the median of all after the same number of games."""
    curve = []
    for games in sorted({health.games for health in figures.health}):
        group = [health for health in figures.health if health.games == games]

        def median(name: str, group=group) -> int:
            return int(statistics.median(getattr(health, name) for health in group))

        curve.append(Health(games, median("resident_bytes"), median("threads"), median("handles")))
    return curve


def percentile_rows(times: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    """How many times there are of each name, and their percentiles."""
    return {name: {"count": len(values), **percentiles(values)} for name, values in sorted(times.items())}
