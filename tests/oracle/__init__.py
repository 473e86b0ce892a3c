"""The literal oracle: docs/definition.md written down as naively as possible, sharing no code."""
