"""Every scenario up to a small size, solved by the solver and by the literal oracle."""
