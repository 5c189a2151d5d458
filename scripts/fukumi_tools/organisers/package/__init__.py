"""The archives of a release.

Modules, from the bottom up:

    target      names that differ between systems
    links       links of documents that are taken out of the repository
    archive     archives and checksums that depend on nothing but the files
    build       Cargo, maturin and Git
    licences    the notices of what is built in
    cli         the command line, and what goes into which archive
"""
