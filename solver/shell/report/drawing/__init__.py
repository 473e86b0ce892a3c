"""Pictures of an answer as text: SVG, Mermaid and DOT; and its graphs as GraphML."""

from layerlaw.solver.shell.report.drawing.dot import dot
from layerlaw.solver.shell.report.drawing.graphml import graphml
from layerlaw.solver.shell.report.drawing.mermaid import mermaid
from layerlaw.solver.shell.report.drawing.svg import svg

__all__ = ["dot", "graphml", "mermaid", "svg"]
