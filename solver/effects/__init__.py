"""Abilities made ready: programs, the parts of effects by layer, the starting board, the world."""
