"""What events do to a situation, worked out by code that the solver does not use."""
