"""Certificates in files: written by whoever solved, checked by whoever wants to know."""
