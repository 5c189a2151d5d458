"""Commands for work on the engine itself: tuning, experiments, training, openings, and tests by thousands of games.

They use the match runner of `organisers`. `fit` and `teacher` have extras of their own.
"""
