"""How long tests wait for what happens in any case.

Nothing is concluded from it: a machine may be as busy as it likes. Only what never happens takes as long.
"""

import subprocess
import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 900.0
"""Seconds."""

Found = TypeVar("Found")


def wait_for(condition: Callable[[], Found], process: subprocess.Popen | None = None, what: str = "it") -> Found:
    """Waits until a condition gives something true, and returns that; fails at once if `process` ends before."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert process is None or process.poll() is None, f"ended before {what}"
        assert time.monotonic() < deadline, f"waited for {what}"
        time.sleep(0.01)
    return found
