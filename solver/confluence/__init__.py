"""Whether the order of effects matters: how many orders there are, and whether they agree."""
