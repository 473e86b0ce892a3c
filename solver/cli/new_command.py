"""`layerlaw new`."""

from __future__ import annotations

import click


@click.command()
def new() -> int:
    """Write a commented starter scenario."""
    return 0
