"""Scenarios: what happened, in order, and what is expected of the answer."""
