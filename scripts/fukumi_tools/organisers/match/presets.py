"""Gomocup's tournaments by name, as options of a match.

Time, memory, boards and rules are those of the announcements and results of 2022 to 2024
(https://gomocup.org/news/gomocup-2024-announcement/, https://gomocup.org/results/gomocup-result-2023/): 5 s a move and
120 s a game for fastgame, 300 s and 1000 s for the final leagues, 30 s and 180 s for the others; 350 MB; 12 openings
for each rule, each played with both colours. The tolerance of 1 s and the draw in renju with 25 points left are those
of GomocupJudge (https://github.com/Gomocup/GomocupJudge, client/ai_match.py), and so is the form of openings: offsets
from the centre. Its clients run a game each, so an engine gets one core.
"""

from collections.abc import Mapping
from types import MappingProxyType

PREFIX = "gomocup-"
"""What the name of each preset begins with; the name of the league follows."""

_FINAL = {"turn": 300.0, "match": 1000.0}
_LEAGUE = {"turn": 30.0, "match": 180.0}
_FAST = {"turn": 5.0, "match": 120.0}
_ALWAYS = {"memory": "350", "tolerance": 1.0, "games": 24, "enforce": True, "cores": 1}


def _preset(rule: str, board: int, time: dict, **others) -> Mapping[str, object]:
    return MappingProxyType({"rule": rule, "board": str(board), **time, **_ALWAYS, **others})


PRESETS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "gomocup-freestyle": _preset("freestyle", 20, _FINAL),
        "gomocup-freestyle-2": _preset("freestyle", 20, _LEAGUE),
        "gomocup-freestyle15": _preset("freestyle", 15, _FINAL),
        "gomocup-freestyle15-2": _preset("freestyle", 15, _LEAGUE),
        "gomocup-fastgame": _preset("freestyle", 20, _FAST),
        "gomocup-standard": _preset("standard", 15, _FINAL),
        "gomocup-standard-2": _preset("standard", 15, _LEAGUE),
        "gomocup-renju": _preset("renju", 15, _FINAL, max_moves=200),
        "gomocup-caro": _preset("caro", 15, _FINAL),
    }
)
"""Values of the options of `match` by the names of its parameters. Names that end in -2 are the lower leagues."""
