"""For test suites of engines: our state and theirs, side by side."""
