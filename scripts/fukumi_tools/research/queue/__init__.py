"""A queue of experiments: each compares two versions of the engine by sequential tests; matches are those of
`fukumi_tools.organisers.match`.

Modules, from the bottom up; each imports only from those before it:

    tables      tables of a TOML file, read with errors that name the place
    plan        what an experiment is: sides, stages, limits; the file they are read from
    build       programs from commits, patches and files, each built once
    log         one record for each finished experiment, in a file of JSON lines
    outcome     what has come of an experiment: its record
    queue       one experiment after another
    report      tables made from the log
    cli         the command line
"""
