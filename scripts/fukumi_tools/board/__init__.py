"""The game itself, without engines: points as text, the referee of every rule, opening lists and random openings."""
