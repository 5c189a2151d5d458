"""The tools of the engine Fukumi: matches, tuning, self-play, tests and releases.

Each sub-command of `fukumi-tools` is a package whose module `cli` has its command line. Those for organisers are in
`organisers`, those for work on the engine itself in `research`. What they share, from the bottom up:

    interruption  Ctrl-C and requests to end
    files         files that are written, checksums
    refusals      what the system refuses, in words
    board         points, rules, openings
    engines       engine processes, the protocol they speak, their options
    changes       what differs between two settings, as a table
    folder        the folder that a tool works in: one process at a time, the same settings
    cluster       joining a Ray cluster
    terminal      the console
    options       options that several commands have
    repository    the checkout that the tools work on
    cli           the command; loads a sub-command when it is called
    entry         where the process begins
"""
