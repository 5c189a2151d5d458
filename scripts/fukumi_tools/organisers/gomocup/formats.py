"""The tournaments of Gomocup."""

from dataclasses import dataclass

from fukumi_tools.board.rules import Rule
from fukumi_tools.engines.settings import Conditions, Limits
from fukumi_tools.organisers.match.presets import PRESETS


@dataclass(frozen=True)
class Format:
    """A tournament of Gomocup as a check plays it, with the times of the lower leagues."""

    name: str
    rule: Rule
    size: int
    limits: Limits
    max_moves: int | None = None

    def conditions(self, tolerance: float) -> Conditions:
        return Conditions(self.size, self.size, self.rule, tolerance=tolerance, max_moves=self.max_moves)


def formats(turn: float | None = None, match: float | None = None) -> list[Format]:
    """All formats, with other times where they are given."""
    found = {}
    for name, preset in PRESETS.items():
        name = name.removeprefix("gomocup-").removesuffix("-2")
        times = {"turn": min(preset["turn"], 30.0), "match": min(preset["match"], 180.0)}
        if turn is not None:
            times["turn"] = turn
        if match is not None:
            times["match"] = match
        limits = Limits(**times, memory=float(preset["memory"]))
        rule = next(rule for rule in Rule if rule.label == preset["rule"])
        found[name] = Format(name, rule, int(preset["board"]), limits, preset.get("max_moves"))
    return list(found.values())
