"""Writes and loads certificates."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from layerlaw.model.arguments import checked
from layerlaw.model.cards.write import card_tree
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.as_dict import scenario_to_dict
from layerlaw.model.scenarios.events import named_cards
from layerlaw.solver.certificate.axioms import axioms_of
from layerlaw.solver.certificate.confirm import formulas
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.certificate.verdict import says
from layerlaw.solver.certificate.written.certificate import (
    NamedRulebook,
    WrittenAxioms,
    WrittenCertificate,
    WrittenFacts,
    WrittenSituation,
)
from layerlaw.solver.certificate.written.fitting import Misfit
from layerlaw.solver.certificate.written.history import StateWriter
from layerlaw.solver.certificate.written.layout import read, written
from layerlaw.solver.certificate.written.text import (
    MOST_BYTES,
    misplaced,
    parsed,
    text_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.facts.records import Facts
    from layerlaw.solver.facts.situation import Situation

SPREAD_OUT = 200_000
"""A certificate of so many characters is written without line breaks."""


class PlayedAnswer(Protocol):
    """An answer, as far as a written certificate knows it."""

    @property
    def facts(self) -> Facts:
        """The record of the answer."""
        ...

    @property
    def whole(self) -> PlayedAnswer | None:
        """The answer that holds this one together with all others, if there are."""
        ...

    @property
    def scenario(self) -> Scenario | None:
        """The history that led here, if one was played."""
        ...


def certificate_to_write(
    answer: PlayedAnswer, facts_of: Callable[[Situation], Facts]
) -> WrittenCertificate:
    """The certificate of an answer, to be written.

    facts_of: what the solver makes of a situation on the way, with its conditions as they are.
    Raises `LayerlawError` for a history that has no notation.
    """
    facts = answer.facts if answer.whole is None else answer.whole.facts
    rulebook = facts.situation.rulebook
    states = StateWriter(facts_of, facts.situation)
    if answer.scenario is not None and not facts.situation.left_out:
        states.write(answer.scenario, rulebook)
    return WrittenCertificate(
        made_by(),
        NamedRulebook.of(rulebook),
        None if answer.scenario is None else history_of(answer.scenario),
        WrittenSituation.of(facts.situation),
        WrittenFacts.of(facts),
        axioms_written(facts),
        tuple(states.states),
    )


@cache
def made_by() -> str:
    """The program that writes certificates, with its version."""
    try:
        return f"layerlaw {version('layerlaw')}"
    except PackageNotFoundError:
        return "layerlaw"


def axioms_written(facts: Facts) -> tuple[WrittenAxioms, ...]:
    """The axioms on the recorded order, clause by clause; none where there is no order."""
    rulebook = facts.situation.rulebook
    if policy(rulebook, "process") != "layered":
        return ()
    return tuple(
        WrittenAxioms(clause, says(rulebook, clause), claims)
        for clause, claims in formulas(axioms_of(facts)).items()
    )


def history_of(scenario: Scenario) -> Mapping[str, object]:
    """The setup and the events of a scenario, with every card that they name."""
    told = replace(
        scenario, play=scenario.events, expect=(), variants=(), source="", because=(), readings={}
    )
    tree = scenario_to_dict(told)
    # What the rulebook is told by says them already.
    for key in ("rulebook", "readings", "counters"):
        tree.pop(key, None)
    cards: dict[str, Card] = {}
    for card in named_cards(scenario.events):
        cards.setdefault(card.name, card)
    tree["cards"] = {name: card_tree(card, scenario.rulebook) for name, card in cards.items()}
    plain: dict[str, object] = json.loads(json.dumps(tree))
    return plain


def text_of(certificate: WrittenCertificate) -> str:
    """The certificate as it stands in a file.

    States on the way that make it too large are left out: then not all of it can be checked.
    Raises `LayerlawError` for one that is too large without them.
    """
    text = _text(certificate)
    if len(text.encode()) > MOST_BYTES and certificate.states:
        text = _text(replace(certificate, states=()))
    if len(text.encode()) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise LayerlawError(f"the certificate would be larger than {most} MB, so none is written")
    return text


def _text(certificate: WrittenCertificate) -> str:
    document = written(certificate)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    if len(text) < SPREAD_OUT:
        text = json.dumps(document, ensure_ascii=False, indent=1)
    return text + "\n"


def save(certificate: WrittenCertificate, path: Path | str) -> None:
    """Write the certificate into a file, whole or not at all; raises `LayerlawError`."""
    text = text_of(certificate)
    file = Path(path)
    part = file.parent / f".{file.name}-{os.getpid()}.part"
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(file)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise LayerlawError(f"{file} cannot be written: {why}") from None
    finally:
        part.unlink(missing_ok=True)


@checked()
def load_certificate(path: Path | str) -> WrittenCertificate:
    """The certificate in a file, read but not checked: `verify` does that.

    path: of the file. Raises `BadInput` for what is no certificate: with line and column, what was
    expected there, and advice; `WrongArgument` for what is no path.

    >>> from layerlaw import LayerlawError
    >>> try:
    ...     load_certificate("nowhere.json")
    ... except LayerlawError as error:
    ...     print(str(error).splitlines()[0])
    nowhere.json:1:1: cannot be read: No such file or directory
    """
    return loads_certificate(text_in(Path(path)), str(path))


@checked()
def loads_certificate(text: str, file: str = "<text>") -> WrittenCertificate:
    """The certificate in a text.

    text: JSON. file: what messages call it. Raises as `load_certificate` does: `BadInput` for what
    is no certificate, `WrongArgument` for what is no text.

    >>> from layerlaw import LayerlawError
    >>> try:
    ...     loads_certificate("{}")
    ... except LayerlawError as error:
    ...     print(str(error).splitlines()[0])
    <text>:1:1: this is no certificate of layerlaw/1
    """
    document = parsed(text, file)
    try:
        return read(document)
    except Misfit as misfit:
        raise misplaced(misfit, text, file) from None
