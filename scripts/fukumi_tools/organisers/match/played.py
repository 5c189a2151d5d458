"""What was played, for people: the programs with their limits, the openings, the plan and the time."""

import re
from typing import Any

from fukumi_tools.engines.settings import Limits

from .results import Results

_FIELD = re.compile(r'(\w+)\s*=\s*"([^"]*)"')


def program_of(answer: str | None) -> dict[str, str | None]:
    """Name, version and author of a program by its answer to ABOUT, None for what it does not say."""
    said = {key.lower(): text for key, text in _FIELD.findall(answer or "")}
    found: dict[str, str | None] = {key: said.get(key) or None for key in ("name", "version", "author")}
    if not said and answer:
        found["name"] = answer
    return found


def limits_of(engine: dict) -> str:
    """Time and other limits of an engine of the settings, as in `30 s/move, 180 s/game, 350 MB`."""
    given = engine.get("limits", {})
    limits = Limits(**{name: value for name, value in given.items() if name in Limits.__dataclass_fields__})
    memory = [] if given.get("memory") is None else [f"{given['memory']:g} MB"]
    return ", ".join([*filter(None, [limits.describe()]), *memory])


def facts_of(results: Results) -> list[str]:
    """Sentences on the whole match."""
    settings, about = results.settings, results.about
    planned = "" if results.planned is None else f" of {results.planned}"
    facts = [f"{results.status}: {results.standings.games}{planned} games of {len(results.names)} engines"]
    if about.begun is not None:
        facts.append(f"begun {about.begun[:10]} at {about.begun[11:16]}")
    if about.preset is not None:
        facts.append(f"preset {about.preset}")
    if kind := settings.get("tournament"):
        facts.append(f"{kind} of the pairings of a list" if settings.get("pairs") else kind)
    for index, venue in enumerate(results.venues):
        facts.append(f"{results.venue_label(index)}, {_openings(venue.get('openings') or {})}")
    tolerance = results.venues[0].get("tolerance")
    if tolerance:
        facts.append(f"{tolerance:g} s of tolerance")
    return facts


def _openings(openings: dict[str, Any]) -> str:
    kind = openings.get("kind", "openings of an earlier version")
    more = [f"{openings[key]} {key}" for key in ("stones", "seed") if openings.get(key) is not None]
    return ", ".join([f"{kind} openings" if kind in ("random", "balanced", "file") else str(kind), *more])
