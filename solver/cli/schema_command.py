"""`layerlaw schema`."""

from __future__ import annotations

import click


@click.command()
def schema() -> int:
    """Print the JSON Schema of a kind of file."""
    return 0
