"""The soak test: very fast games with changing rules, sizes and options, in processes that live long.

Modules, from the bottom up; each imports only from those before it and from `board` and `engines`:

    fault       what an engine did wrong
    grammar     what every line of output must look like
    figures     what is counted and timed, and percentiles
    process     an engine process whose every byte is checked
    draw        the random choices: board, rule, opening, options, limits
    referee     the board, and what a move must be
    contender   one engine: commands, the answers they must have, the time they took
    asking      the ways to ask for a move, and to interrupt the search for it
    game        one game
    session     many games with the same two processes, and what is watched over them
    workers     many sessions at a time
    report      the figures as text and JSON
    delay       the time between a limit or a stop request and the answer
    cli         the command line
"""
