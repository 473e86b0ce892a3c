"""Files: YAML with places, its fields, and writing it."""
