"""Tuning by SPSA: games of the engine against itself, with all numbers shifted at once.

Modules, from the bottom up; engines, games and openings are those of `fukumi_tools.organisers.match`:

    tuner       the update rule; knows neither engines nor games
    games       plays the pairs of a trial; the workers
    folder      state, table of values and plot on disk
    cli         the command line
"""
