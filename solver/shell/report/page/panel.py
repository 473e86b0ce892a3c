"""What is shown on a page: one answer with its name, and what its certificate was found to say."""

from __future__ import annotations

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate import Verdict
from layerlaw.solver.derivation.answer import Answer


@dataclass(frozen=True, slots=True)
class Panel:
    """One derivation on a page.

    label: what tells it from the panels beside it. verdict: what `certificate.check()` gave, if it
    was asked. note: a sentence shown below its name. lead: sentences that belong to its ruling.
    """

    label: str
    derivation: Answer
    verdict: Verdict | None = None
    note: str = ""
    lead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A column without an answer: its name, and why the history cannot go on."""

    label: str
    says: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """That panels part at a step: the panel's number, the layer, the effect, and the words."""

    panel: int
    layer: str
    effect: str
    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """Panels that stand side by side, and where they part.

    title: what they show, "" where the page has no other. lead: sentences above them; of one panel
    alone in the page they belong to its ruling.
    """

    title: str
    panels: tuple[Panel | Refused, ...]
    marks: tuple[Mark, ...] = ()
    lead: tuple[str, ...] = ()
