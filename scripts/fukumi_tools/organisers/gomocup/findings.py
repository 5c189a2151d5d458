"""What a check found, and the report."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum

from fukumi_tools import shown
from fukumi_tools.engines.process import TranscriptEntry

LOSES = "The judge gives the game to the other side."
"""What most problems end with."""


class Level(Enum):
    """How a check ended; a PROBLEM keeps an engine out or loses games."""

    PASSED = "passed"
    WARNING = "warning"
    PROBLEM = "problem"


_MAX_LINES = 12
"""So many lines of a conversation are shown, from its beginning and its end."""


@dataclass(frozen=True)
class Evidence:
    """What was sent last, what came back, and what the organisers, or their programs, do then."""

    sent: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    organisers: str = ""

    @classmethod
    def of(cls, transcript: Sequence[TranscriptEntry], organisers: str) -> "Evidence":
        """The end of a conversation: the answer, and the lines that were sent since the answer before."""
        came: list[str] = []
        sent: list[str] = []
        for entry in reversed(transcript):
            if entry.sign == ">":
                sent.insert(0, entry.text)
            elif entry.sign in "<!" and sent:
                break
            elif entry.sign in "<!":
                came.insert(0, entry.text)
        answers = [text for text in came if not text.upper().startswith(("MESSAGE", "DEBUG"))]
        if remarks := len(came) - len(answers):
            answers.insert(0, f"({remarks} remarks)")
        return cls(_shortened(sent), _shortened(answers), organisers)


@dataclass(frozen=True)
class Finding:
    """`place` is what was checked, `text` what was found, `advice` what the author can do about it."""

    level: Level
    place: str
    text: str
    advice: str = ""
    evidence: Evidence = Evidence()


@dataclass
class Report:
    """All findings, in order."""

    engine: str
    findings: list[Finding] = field(default_factory=list)

    def passed(self, place: str, text: str) -> None:
        self.findings.append(Finding(Level.PASSED, place, text))

    def warn(self, place: str, text: str, advice: str, evidence: Evidence = Evidence()) -> None:
        self.findings.append(Finding(Level.WARNING, place, text, advice, evidence))

    def problem(self, place: str, text: str, advice: str, evidence: Evidence = Evidence()) -> None:
        self.findings.append(Finding(Level.PROBLEM, place, text, advice, evidence))

    def count(self, level: Level) -> int:
        return sum(finding.level is level for finding in self.findings)

    def to_dict(self) -> dict:
        return {
            "engine": self.engine,
            "problems": self.count(Level.PROBLEM),
            "warnings": self.count(Level.WARNING),
            "findings": [
                {
                    "level": finding.level.value,
                    "place": finding.place,
                    "text": finding.text,
                    **asdict(finding.evidence),
                    "advice": finding.advice,
                }
                for finding in self.findings
            ],
        }


def describe(finding: Finding) -> str:
    """One finding in a line; what was sent, what came, what happens then and advice in others."""
    evidence = finding.evidence
    lines = [f"{finding.level.value:8} {finding.place}: {finding.text}"]
    if evidence.sent:
        lines.append(f"sent: {' / '.join(evidence.sent)}")
        lines.append(f"came: {' / '.join(evidence.came) or 'nothing'}")
    lines += [text for text in (evidence.organisers, finding.advice) if text]
    return f"\n{'':9}".join(lines)


def verdict(report: Report) -> str:
    """The last line of a report."""
    problems, warnings = report.count(Level.PROBLEM), report.count(Level.WARNING)
    if problems:
        return f"{report.engine} is not ready; problems: {problems}, warnings: {warnings}"
    return f"{report.engine} is ready" + (f"; warnings: {warnings}" if warnings else "")


def _shortened(lines: list[str]) -> tuple[str, ...]:
    lines = [shown.line(line) for line in lines]
    if len(lines) <= _MAX_LINES + 1:
        return tuple(lines)
    half = _MAX_LINES // 2
    return (*lines[:half], f"({len(lines) - 2 * half} lines)", *lines[-half:])
