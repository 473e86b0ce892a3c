"""What a rules manager states of a rulebook, to be held against boards."""
