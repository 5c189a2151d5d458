"""Engines as processes.

Modules, from the bottom up; each imports only from those before it:

    settings    engine specifications, limits, conditions of a game
    family      all processes that come from an engine; none outlives the tool that started it
    pipe        the output of a process, waited for or read by a thread
    confinement memory and cores that an engine gets and no more
    process     one engine process: lines, transcript
    dialogue    the Gomocup protocol spoken to one engine
    opinion     what an engine says of a position
"""
