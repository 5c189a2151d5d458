"""The tools of the engine Fukumi: matches, tuning, self-play, tests and releases.

Each sub-command of `fukumi-tools` is a package whose module `cli` has its command line. What they share, from the
bottom up:

    board       points, rules, openings
    engines     engine processes, the protocol they speak, their options
    changes     what differs between two settings, as a table
    repository  the checkout that the tools work on
    cli         the command; loads a sub-command when it is called
"""
