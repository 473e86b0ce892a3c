"""Boards as columns of bits."""
