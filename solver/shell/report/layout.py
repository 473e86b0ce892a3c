"""How reports stand on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding

if TYPE_CHECKING:
    from rich.console import RenderableType


def indented(what: RenderableType, by: int = 2) -> Padding:
    """Moved to the right, no wider than it is."""
    return Padding(what, (0, 0, 0, by), expand=False)
