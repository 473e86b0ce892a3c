"""Abstract instances: sentences on the order as a theory, looked at by two independent routes."""
