"""The match runner: plays Gomocup engines against each other and referees the games.

Modules, from the bottom up; each imports only from those before it, and what
all tools share:

    adjudication    ends games that are decided
    swap2       answers of engines that make the opening
    game        one game: clocks, referee, result
    matching    maximum matchings of a graph
    swiss       the pairings of a Swiss tournament
    scores      points, byes and tie-breaks
    pairings    pairings of a list, or of engines whose ratings are close
    estimates   an estimate, a bound or nothing, as types
    stats       Elo, error bars, pentanomial SPRT
    pairs       the chances of a game, and of a pair with one opening
    likelihood  results and the ratings that fit them best
    errors      errors of ratings
    bounds      bounds of engines without a rating
    ratings     ratings of a field by maximum likelihood
    ladder      the pairings of a ladder
    schedule    which game comes next; what a resumed match has already played
    seats       where games are played: engines of this machine, or of a cluster
    cluster     games on the machines of a Ray cluster; imported only for one
    presets     Gomocup's tournaments by name
    standings   results added up by engine and by pairing
    about       what was played, for people
    records     games.jsonl, SGF, transcripts, summary
    played      what was played, for people
    ranking     the order of the engines in tables
    results     all results of a match, from its folder
    table       a table with columns
    tables      results as tables, for people and programs
    export      tables as JSON and CSV
    markdown    ratings as a table of a document
    page        results as a page with a board
    candidates  openings that may be even, from a seed or a list
    even        whether engines find an opening even
    balance     openings that an engine finds even
    layout      tables within the width of a terminal
    display     live table or plain progress lines
    venue       a rule and a board with their openings
    runner      the workers and the loop around them
    play        one match from its settings to its verdict
    settings    the options as one value
    event       a file that describes a match
    show        the command that shows results
    cli         the command line

Threads: one per game at a time and one per engine process for its standard error; only the main thread writes files.
"""
