"""`layerlaw shrink`."""

from __future__ import annotations

import click


@click.command()
def shrink() -> int:
    """Reduce a disagreement to the smallest scenario that shows it."""
    return 0
