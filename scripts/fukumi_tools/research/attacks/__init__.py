"""Positions of games in which one engine saw a long attack and the other did not."""
