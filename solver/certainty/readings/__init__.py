"""Which open points of a document matter to an answer, and what each reading of it gives.

`hold` holds the readings of a rulebook against its document's worked examples, `kept_examples` is
what came of that for a shipped one.
"""

from layerlaw.solver.certainty.readings.examples import hold
from layerlaw.solver.certainty.readings.explore import readings
from layerlaw.solver.certainty.readings.kept import kept_examples
from layerlaw.solver.certainty.readings.refuting import ExampleStatement, ExampleTable
from layerlaw.solver.certainty.readings.statements import Example, examples_of, shipped_examples
from layerlaw.solver.certainty.readings.verdict import Matter, ReadingGroup, Readings, Refuted

__all__ = [
    "Example",
    "ExampleStatement",
    "ExampleTable",
    "Matter",
    "ReadingGroup",
    "Readings",
    "Refuted",
    "examples_of",
    "hold",
    "kept_examples",
    "readings",
    "shipped_examples",
]
