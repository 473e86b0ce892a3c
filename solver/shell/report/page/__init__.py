"""A derivation as one self-contained HTML page: layers as strata, every step, every reason."""

from __future__ import annotations

from collections.abc import Sequence

from layerlaw.model.arguments import checked
from layerlaw.solver.shell.report.page.panel import Group, Panel
from layerlaw.solver.shell.report.page.readings import readings_page
from layerlaw.solver.shell.report.page.writing import parting_marks, written_page

__all__ = ["Panel", "html_page", "readings_page"]


@checked()
def html_page(title: str, panels: Sequence[Panel], *, lead: Sequence[str] = ()) -> str:
    """One self-contained HTML document that shows one answer, or several side by side.

    title: of the document. panels: what is shown side by side.
    lead: sentences above the panels, in the box of the ruling where there is one answer alone. It
    asks no other machine for anything.

    Raises `WrongArgument` for anything but a title and panels.

    >>> from layerlaw.solver.shell.report.page import html_page
    >>> "<title>Nothing yet" in html_page("Nothing yet", [])
    True
    """
    marks = tuple(parting_marks(panels))
    return written_page(title, [Group("", tuple(panels), marks, tuple(lead))])
