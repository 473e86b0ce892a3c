"""Clause coverage: which clauses scenarios use, and which changes of a rulebook nobody notices."""
