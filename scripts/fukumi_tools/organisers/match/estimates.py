"""What results say of a quantity: an estimate, a bound or nothing.

These types share no attribute, so that a bound is never taken for a value: whoever reads one has to ask which it is.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """A value with the ends of its confidence interval, None as long as there is not enough data for one."""

    value: float
    low: float | None = None
    high: float | None = None

    @classmethod
    def around(cls, value: float, error: float | None) -> "Estimate":
        """With an interval of the same width on both sides."""
        return cls(value) if error is None else cls(value, value - error, value + error)

    @property
    def error(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


@dataclass(frozen=True)
class AtLeast:
    """The quantity is greater, at the confidence of the bound."""

    least: float


@dataclass(frozen=True)
class AtMost:
    """The quantity is smaller, at the confidence of the bound."""

    most: float


@dataclass(frozen=True)
class Unknown:
    """The results do not say; `why` says it to people, `short` in a table."""

    why: str
    short: str = "-"


Reading = Estimate | AtLeast | AtMost | Unknown


def describe(reading: Reading, digits: int = 1) -> str:
    """As in `+12.3 ± 4.5`, `> +420` and `-`. Bounds are whole numbers."""
    match reading:
        case Estimate(value=value, error=None):
            return f"{value:+.{digits}f}"
        case Estimate(value=value, error=error):
            return f"{value:+.{digits}f} ± {error:.{digits}f}"
        case AtLeast(least):
            return f"> {least:+.0f}"
        case AtMost(most):
            return f"< {most:+.0f}"
        case Unknown(short=short):
            return short


def as_dict(reading: Reading) -> dict:
    """For other programs: `value` is null unless it is an estimate, `bound` is "above" or "below" it."""
    found = dict.fromkeys(("value", "error", "low", "high", "bound", "why"))
    match reading:
        case Estimate(value, low, high):
            numbers = {"value": value, "error": reading.error, "low": low, "high": high}
            found |= {name: None if number is None else round(number, 3) for name, number in numbers.items()}
        case AtLeast(least):
            found |= {"low": round(least, 3), "bound": "above"}
        case AtMost(most):
            found |= {"high": round(most, 3), "bound": "below"}
        case Unknown(why=why):
            found["why"] = why
    return found
