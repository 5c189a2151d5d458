"""How long tests wait for what happens in any case.

Nothing is concluded from it: a machine may be as busy as it likes. Only what never happens takes as long.
"""

PATIENCE = 900.0
"""Seconds."""
