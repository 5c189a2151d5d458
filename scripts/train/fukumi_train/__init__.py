"""Trains the network of the evaluation: positions of self-play in, a file of weights out."""
