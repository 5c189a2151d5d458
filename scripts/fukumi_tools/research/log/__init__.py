"""Tables of the log of experiments, whose records are in docs/log."""
