"""`layerlaw serve`."""

from __future__ import annotations

import click


@click.command()
def serve() -> int:
    """Open the local explorer."""
    return 0
