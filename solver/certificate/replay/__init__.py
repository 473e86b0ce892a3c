"""The replay: works a record out again, sharing no code with the solver."""
