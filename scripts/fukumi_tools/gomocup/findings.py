"""What a check found, and the report."""

from dataclasses import dataclass, field
from enum import Enum


class Level(Enum):
    """How a check ended; a PROBLEM keeps an engine out or loses games."""

    PASSED = "passed"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """`place` is what was checked, `text` what was found, `advice` what the author can do about it."""

    level: Level
    place: str
    text: str
    advice: str = ""


@dataclass
class Report:
    """All findings, in order."""

    engine: str
    findings: list[Finding] = field(default_factory=list)

    def passed(self, place: str, text: str) -> None:
        self.findings.append(Finding(Level.PASSED, place, text))

    def warn(self, place: str, text: str, advice: str) -> None:
        self.findings.append(Finding(Level.WARNING, place, text, advice))

    def problem(self, place: str, text: str, advice: str) -> None:
        self.findings.append(Finding(Level.PROBLEM, place, text, advice))

    def count(self, level: Level) -> int:
        return sum(finding.level is level for finding in self.findings)

    def has_problem(self, place: str) -> bool:
        return any(finding.level is Level.PROBLEM and finding.place == place for finding in self.findings)

    def to_dict(self) -> dict:
        return {
            "engine": self.engine,
            "problems": self.count(Level.PROBLEM),
            "warnings": self.count(Level.WARNING),
            "findings": [
                {"level": finding.level.value, "place": finding.place, "text": finding.text, "advice": finding.advice}
                for finding in self.findings
            ],
        }


def describe(finding: Finding) -> str:
    """One finding in a line, and its advice in another."""
    text = f"{finding.level.value:8} {finding.place}: {finding.text}"
    return text + (f"\n{'':9}{finding.advice}" if finding.advice else "")


def verdict(report: Report) -> str:
    """The last line of a report."""
    problems, warnings = report.count(Level.PROBLEM), report.count(Level.WARNING)
    if problems:
        return f"{report.engine} is not ready; problems: {problems}, warnings: {warnings}"
    return f"{report.engine} is ready" + (f"; warnings: {warnings}" if warnings else "")
