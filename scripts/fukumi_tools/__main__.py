"""`python -m fukumi_tools`, the same as `fukumi-tools`."""

from .entry import main

if __name__ == "__main__":
    main()
