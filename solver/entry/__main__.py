"""`python -m layerlaw`: the command where the folder of scripts is not on the search path."""

from layerlaw.command import main

if __name__ == "__main__":
    main()
