"""The archives of a release.

Modules, from the bottom up:

    target      names that differ between systems
    archive     archives and checksums that depend on nothing but the files
    build       Cargo and Git
    cli         the command line, and what goes into which archive
"""
