"""Rulebooks: layers, policies, clauses and axioms as data, and one file based on another."""
