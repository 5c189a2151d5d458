"""Solving or analysing many positions on several processors or machines.

Modules, from the bottom up; each imports only from those before it:

    question    the command of the program, its files, and parts of its positions
    parcel      a question with its files, to be answered on another machine
    cli         the command line
"""
