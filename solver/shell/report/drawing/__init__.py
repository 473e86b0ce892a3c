"""Pictures of a derivation as text: SVG, Mermaid and DOT."""

from layerlaw.solver.shell.report.drawing.dot import dot
from layerlaw.solver.shell.report.drawing.mermaid import mermaid
from layerlaw.solver.shell.report.drawing.svg import svg

__all__ = ["dot", "mermaid", "svg"]
