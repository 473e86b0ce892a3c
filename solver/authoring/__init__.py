"""Help for writing files: schemas for editors, starters, canonical form, and what to look after."""

from layerlaw.solver.authoring.schemas import KINDS, schema, schema_text

__all__ = ["KINDS", "schema", "schema_text"]
