"""A teacher: a residual network, far too slow for play, that learns from deep searches and labels positions.

`fukumi-train arrays` gives it positions and `fukumi-train teach` takes its labels; docs/training.md has the course.
"""
