"""Fits the numbers of the classical evaluation to positions from self-play."""
