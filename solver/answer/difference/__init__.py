"""How two answers differ: outcomes, the cells that differ, and where histories diverge."""
