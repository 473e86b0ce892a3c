"""Plain facts: what a derivation starts from, and the records of an answer."""
