"""The match runner: plays Gomocup engines against each other and referees the games.

Modules, from the bottom up; each imports only from those before it:

    notation    points as text
    rules       the referee: wins and forbidden points under every rule
    openings    opening files, seeded random openings
    settings    engine specifications, limits, conditions of a match
    family      all processes that come from an engine; none outlives the runner
    engine      one engine process: pipes, reader threads, transcript
    dialogue    the Gomocup protocol spoken to one engine
    game        one game: clocks, referee, result
    schedule    which game comes next; what a resumed match has already played
    stats       Elo, error bars, pentanomial SPRT
    standings   results added up by engine and by pairing
    changes     what differs between two settings, as a table
    records     games.jsonl, PSQ, SGF, transcripts, summary
    display     live table or plain progress lines
    runner      the workers and the loop around them
    play        one match from its settings to its verdict
    cli         the command line

Threads: one per game at a time and two per engine process for reading; only the main thread writes files.
"""
