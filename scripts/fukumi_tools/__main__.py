"""`python -m fukumi_tools`, the same as `fukumi-tools`."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="fukumi-tools")
