"""Rules of the game that allow what other rules of it forbid, each pair with a board."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Permission
from layerlaw.model.algebra.trees import nodes
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.spelling import listed
from layerlaw.model.scenarios.events import GetsStatus, TurnBegins
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.boards.small_boards import (
    WHERE,
    YOU,
    SharedWords,
    TooLong,
    answered,
    play,
    scenario,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Rule, Rulebook
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario

MOST_BOARDS = 400
"""So many boards are looked at for one rule that allows something."""


def rival_rules(rulebook: Rulebook) -> Iterator[Finding]:
    """For each rule that allows something the rules that forbid it, on one board at least.

    That is no contradiction: the policy `prohibition` says which prevails. Yet whoever wrote the
    rule may have meant another thing.
    """
    for rule in rulebook.rules:
        for allowing in _permissions(rule, allowed=True):
            against = [
                other
                for other in rulebook.rules
                if any(_same(allowing, each) for each in _permissions(other, allowed=False))
            ]
            if against:
                yield from _rivals(rulebook, rule, allowing, against)


def _permissions(rule: Rule, *, allowed: bool) -> list[Permission]:
    permissions = (node for node in nodes(rule.ability) if isinstance(node, Permission))
    return [node for node in permissions if node.allowed is allowed]


def _same(one: Permission, other: Permission) -> bool:
    return (one.action, one.passive) == (other.action, other.passive)


def _rivals(
    rulebook: Rulebook, rule: Rule, allowing: Permission, against: list[Rule]
) -> Iterator[Finding]:
    """One finding: the rules that forbid it to something that the rule allows it to."""
    meeting: dict[str, Scenario] = {}
    for board in islice(_boards(rulebook), MOST_BOARDS):
        for other in _meeting(board, rule, allowing, against):
            meeting.setdefault(other, board)
        if len(meeting) == len(against):
            break
    if not meeting:
        return
    names = [other for other in (each.id for each in against) if other in meeting]
    clauses = (rule.clause, *(each.clause for each in against if each.id in meeting))
    text = f"{'be ' * allowing.passive}{allowing.action}"
    yield Finding(
        "allowed and forbidden",
        f"The rule {rule.id} says `can {text}` of something that {listed(names)} "
        f"say{'s' * (len(names) == 1)} `cannot {text}` of; `prohibition: "
        f"{rulebook.policy('prohibition')}` decides ({rulebook.clause_of('prohibition')}).",
        clauses=tuple(dict.fromkeys(id for id in clauses if id in rulebook.clauses)),
        board=meeting[names[0]],
    )


def _meeting(
    board: Scenario, rule: Rule, allowing: Permission, against: list[Rule]
) -> Iterator[str]:
    """The rules that forbid it to the object of the board, where the rule allows it."""
    try:
        answer = answered(board)
        if isinstance(answer, str):
            return
        decision = may(answer, "V", allowing.action, passive=allowing.passive)
    except (LayerlawError, TooLong):
        return
    said = {(each.effect.split(".")[-1], each.allowed) for each in decision.statements}
    if (rule.id, True) in said:
        yield from (other.id for other in against if (other.id, False) in said)


def _boards(rulebook: Rulebook) -> Iterator[Scenario]:
    """One object of each type, with each keyword or none, new or not, with each status or none."""
    words = SharedWords(rulebook)
    types = rulebook.characteristics[rulebook.types].words if rulebook.types else ()
    plain = [keyword for keyword, ability in rulebook.keywords.items() if not ability.instructions]
    for keyword, type, status in product(("", *plain), types, ("", *rulebook.statuses)):
        has = [rulebook.keywords[keyword]] if keyword else []
        card = words.card("Victim")
        card = replace(
            card,
            sets=MappingProxyType({rulebook.types: (type,)}),
            abilities=tuple(PrintedAbility("has", ability) for ability in has),
        )
        given: list[Event] = [GetsStatus("V", status, True, WHERE)] if status else []
        for later in ([], [TurnBegins(YOU, WHERE)]):
            title = "an object that one rule allows something and another forbids it"
            yield scenario(rulebook, title, [play(card, "V"), *later, *given], YOU)
