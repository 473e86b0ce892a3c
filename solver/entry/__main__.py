"""`python -m layerlaw.entry`: the command where the folder of scripts is not on the search path."""

from layerlaw.entry import main

if __name__ == "__main__":
    main()
