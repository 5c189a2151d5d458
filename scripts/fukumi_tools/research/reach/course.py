"""What the log lines of one search say, and the comparison of engines over many positions."""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fukumi_tools.engines.dialogue import SearchInfo
from fukumi_tools.engines.opinion import points
from fukumi_tools.engines.process import TranscriptEntry


@dataclass
class Course:
    """One search. Times are in seconds from the think command; `reached[d]` is when depth d or more was reported."""

    reached: dict[int, float] = field(default_factory=dict)
    solved: float | None = None


def read_course(transcript: Sequence[TranscriptEntry], threshold: int) -> Course:
    """The course of the last search. It is solved from the line on after which every line claims a win.

    An evaluation of `threshold` points or more is a win.
    """
    begin = max(index for index, entry in enumerate(transcript) if entry.sign == ">")
    course = Course()
    for entry in transcript[begin + 1 :]:
        info = SearchInfo()
        if entry.sign == "<":
            info.update(entry.text)
        seconds = entry.time - transcript[begin].time
        if info.depth is not None:
            for depth in range(max(course.reached, default=0) + 1, info.depth + 1):
                course.reached[depth] = seconds
        if info.eval is not None:
            if points(info.eval) < threshold:
                course.solved = None
            elif course.solved is None:
                course.solved = seconds
    return course


def depth_ratios(ours: Iterable[Course], theirs: Iterable[Course], shortest: float) -> list[float]:
    """For each position, their time to the deepest depth that both reached as a multiple of ours.

    Left out are searches that took either less than `shortest` seconds: they say more about reports than about search.
    """
    ratios = []
    for our, their in zip(ours, theirs, strict=True):
        common = our.reached.keys() & their.reached.keys()
        if common:
            times = our.reached[max(common)], their.reached[max(common)]
            if min(times) >= shortest:
                ratios.append(times[1] / times[0])
    return ratios


def mean_time(courses: Sequence[Course], limit: float) -> float:
    """Geometric mean of the times to the solution, in seconds; one that was not found counts as `limit`.

    Times below a millisecond count as one.
    """
    times = [limit if course.solved is None else max(course.solved, 0.001) for course in courses]
    return math.exp(statistics.fmean(map(math.log, times)))
