"""Writing for people and editors: JSON Schemas, starter files, canonical form, lint."""
