"""One layer: what a part would do, who depends on whom, and whose turn it is."""
