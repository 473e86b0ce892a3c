"""Whole documents: audited, and compared with each other."""
