"""`python benchmarks`: the benchmark suite; what it measures is in `bench/`."""

import sys

from bench.command import main

if __name__ == "__main__":
    sys.exit(main())
