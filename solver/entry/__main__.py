"""`python -m layerlaw`: the command, where scripts are not on the search path."""

from layerlaw.command import main

if __name__ == "__main__":
    main()
