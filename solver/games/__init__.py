"""Whole games: every pair of cards, and many scenarios side by side."""
