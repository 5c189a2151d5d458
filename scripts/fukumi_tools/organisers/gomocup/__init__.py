"""For entrants and organisers of Gomocup: what is checked before an engine may play, and results for the ratings.

Modules, from the bottom up; each imports only from those before it, from `match`, and what all tools share:

    findings    what a check found, and the report
    archive     the zip file: its size, names and programs; which program plays which format
    positions   positions whose answer shows whether an engine knows a rule
    formats     the tournaments, with their times
    talk        a conversation with an engine
    drill       what every engine is asked for, whatever the format
    check       the checks of an engine in each format
    leagues     which league a match was played in
    records     results of a match as Gomocup's rating scripts read them
    cli         the command line

Source of the rules: GomocupJudge (https://github.com/Gomocup/GomocupJudge, test_zip_rules.py, client/ and
doc/GomocupProtocol.md) and the announcement of 2024 (https://gomocup.org/news/gomocup-2024-announcement/).
"""
