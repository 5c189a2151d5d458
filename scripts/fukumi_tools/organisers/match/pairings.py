"""Which engines of a plan meet: those of a list, or those whose ratings are close, as at Gomocup."""

from collections.abc import Sequence
from itertools import combinations

from fukumi_tools.engines.settings import SettingsError, split_words

Pairs = tuple[tuple[int, int], ...]


def listed_pairs(texts: Sequence[str], names: Sequence[str]) -> Pairs:
    """The engines of texts such as `fukumi rapfi`, by their places in `names`. Raises SettingsError."""
    found: list[tuple[int, int]] = []
    for text in texts:
        words = split_words(text, "--pairing")
        if len(words) != 2:
            raise SettingsError(f"--pairing {text!r}: expected the names of two engines")
        pair = tuple(_place(word, names, "--pairing") for word in words)
        if pair[0] == pair[1]:
            raise SettingsError(f"--pairing {text!r}: an engine does not play against itself")
        if any(set(pair) == set(other) for other in found):
            raise SettingsError(f"--pairing {text!r}: these engines are paired already")
        found.append(pair)
    return _checked(found, names, "is in no --pairing")


def close_pairs(ratings: str, within: float, names: Sequence[str]) -> Pairs:
    """The engines whose ratings, such as `fukumi=2300 rapfi=2450`, differ by `within` at most. Raises SettingsError."""
    elo: dict[int, float] = {}
    for word in split_words(ratings, "--ratings"):
        name, _, text = word.rpartition("=")
        try:
            elo[_place(name, names, "--ratings")] = float(text)
        except ValueError:
            raise SettingsError(f"--ratings: expected NAME=ELO, got {word!r}") from None
    if missing := [name for place, name in enumerate(names) if place not in elo]:
        raise SettingsError(f"--ratings: there is none of {missing[0]}")
    close = [(i, j) for i, j in combinations(range(len(names)), 2) if abs(elo[i] - elo[j]) <= within]
    return _checked(close, names, f"has no opponent within {within:g} Elo")


def _checked(pairs: list[tuple[int, int]], names: Sequence[str], complaint: str) -> Pairs:
    """The pairs, if they leave no engine out."""
    playing = {engine for pair in pairs for engine in pair}
    if left_out := [name for place, name in enumerate(names) if place not in playing]:
        raise SettingsError(f"{left_out[0]} {complaint}")
    return tuple(pairs)


def _place(name: str, names: Sequence[str], option: str) -> int:
    if name not in names:
        raise SettingsError(f"{option}: there is no engine {name!r}")
    return names.index(name)
