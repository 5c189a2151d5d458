"""Commands for organisers of matches and releases: matches, checks for Gomocup, lists of positions, packages.

They need the packages that every installation of the tools has, and import nothing of `research`. An option that needs
more, such as --ray, names its extra.
"""
