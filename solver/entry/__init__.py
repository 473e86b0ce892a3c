"""Layerlaw: what a card game's continuous effects add up to, by the rules, explained and proved.

The names that everybody needs; `layerlaw.model` and `layerlaw.solver` have the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.lazy import lazy
from layerlaw.solver.facts import displays

if TYPE_CHECKING:
    from layerlaw.model.errors import LayerlawError
    from layerlaw.model.rulebooks.load import load_rulebook
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.load import load_scenario, loads_scenario
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.model.shipped import shipped_rulebook, shipped_scenarios
    from layerlaw.solver.answer.expectations import judge_all
    from layerlaw.solver.answer.explain import why
    from layerlaw.solver.answer.why_not import why_not
    from layerlaw.solver.certainty.orders.confluence import order_matters
    from layerlaw.solver.certainty.orders.grouping import orders
    from layerlaw.solver.certainty.readings.explore import readings
    from layerlaw.solver.certainty.what_if import what_if
    from layerlaw.solver.certificate.check import certificate_of
    from layerlaw.solver.certificate.written.verify import verify
    from layerlaw.solver.certificate.written.writing import load_certificate
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.permissions import may
    from layerlaw.solver.play.solve import solve
    from layerlaw.solver.shell.report.asking import ask
    from layerlaw.solver.shell.report.certificate_files import save_certificate

    __version__: str

__all__ = [
    "Answer",
    "LayerlawError",
    "Rulebook",
    "Scenario",
    "__version__",
    "ask",
    "certificate_of",
    "judge_all",
    "load_certificate",
    "load_rulebook",
    "load_scenario",
    "loads_scenario",
    "may",
    "order_matters",
    "orders",
    "readings",
    "save_certificate",
    "shipped_rulebook",
    "shipped_scenarios",
    "solve",
    "verify",
    "what_if",
    "why",
    "why_not",
]

_public, __dir__ = lazy(
    __name__,
    {
        "Answer": "layerlaw.solver.derivation.answer",
        "LayerlawError": "layerlaw.model.errors",
        "Rulebook": "layerlaw.model.rulebooks.rulebook",
        "Scenario": "layerlaw.model.scenarios.scenario",
        "ask": "layerlaw.solver.shell.report.asking",
        "certificate_of": "layerlaw.solver.certificate.check",
        "judge_all": "layerlaw.solver.answer.expectations",
        "load_certificate": "layerlaw.solver.certificate.written.writing",
        "load_rulebook": "layerlaw.model.rulebooks.load",
        "load_scenario": "layerlaw.model.scenarios.load",
        "loads_scenario": "layerlaw.model.scenarios.load",
        "may": "layerlaw.solver.derivation.permissions",
        "order_matters": "layerlaw.solver.certainty.orders.confluence",
        "orders": "layerlaw.solver.certainty.orders.grouping",
        "readings": "layerlaw.solver.certainty.readings.explore",
        "save_certificate": "layerlaw.solver.shell.report.certificate_files",
        "shipped_rulebook": "layerlaw.model.shipped",
        "shipped_scenarios": "layerlaw.model.shipped",
        "solve": "layerlaw.solver.play.solve",
        "verify": "layerlaw.solver.certificate.written.verify",
        "what_if": "layerlaw.solver.certainty.what_if",
        "why": "layerlaw.solver.answer.explain",
        "why_not": "layerlaw.solver.answer.why_not",
    },
    (
        *("layerlaw.model", "layerlaw.solver", "layerlaw.solver.games.census"),
        *("layerlaw.solver.games.sweeps", "layerlaw.solver.documents.properties"),
    ),
)


def __getattr__(name: str) -> object:
    if name == "__version__":
        from layerlaw.model.version import VERSION

        globals()[name] = VERSION
        return VERSION
    return _public(name)


def _notebook() -> displays.Displays:
    from layerlaw.solver.shell.report import notebook

    return notebook


displays.register(_notebook)
