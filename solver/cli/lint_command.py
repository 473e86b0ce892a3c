"""`layerlaw lint`."""

from __future__ import annotations

import click


@click.command()
def lint() -> int:
    """Check rulebooks, cards and scenarios."""
    return 0
