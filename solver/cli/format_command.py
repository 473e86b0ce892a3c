"""`layerlaw format`."""

from __future__ import annotations

import click


@click.command()
def format() -> int:
    """Print a file in canonical form."""
    return 0
