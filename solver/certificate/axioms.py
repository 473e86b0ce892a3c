"""The axioms of a rulebook, as claims about the order that a derivation's facts record.

A claim is a choice of comparisons of whole numbers, of which at least one must be true. It speaks
of positions (the turn at which an entry went), of timestamps (their rank among all recorded) and
of when an entry joined. Each bears the clause that it is an instance of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.choices import Clauses, order
from layerlaw.solver.certificate.claims import Axioms, Claim, Names
from layerlaw.solver.certificate.entries import course_of
from layerlaw.solver.certificate.verdict import STRUCTURE
from layerlaw.solver.certificate.waiting import OrderPolicies

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.certificate.entries import Course
    from layerlaw.solver.records import Facts


def axioms_of(facts: Facts) -> Axioms:
    """The axioms of the facts' rulebook, about the order recorded in the facts."""
    rulebook = facts.situation.rulebook
    policies, clauses = OrderPolicies.of(rulebook), Clauses.of(rulebook)
    numbers: dict[str, int] = {}
    claims: list[Claim] = []
    ranks = {key: i for i, key in enumerate(sorted({effect.key for effect in facts.effects}))}
    ages = {effect.id: ranks[effect.key] for effect in facts.effects}
    places = {layer.id: i for i, layer in enumerate(rulebook.layers)}
    for at, record in enumerate(facts.layers):
        numbers[f"l{at}"] = places.get(record.layer, -1)
        if record.layer not in places:
            message = "there is no layer '{}'"
            claims.append(Claim(STRUCTURE, record.layer, (), message, (record.layer,)))
            continue
        if at:
            claims.append(
                Claim(
                    rulebook.layers[places[record.layer]].clause,
                    record.layer,
                    ((f"l{at - 1}", "<", f"l{at}"),),
                    "layer {} comes after layer {}",
                    (record.layer, facts.layers[at - 1].layer),
                )
            )
        course = course_of(record, anew=policies.graph == "each step")
        names = Names(str(at), record.layer, course, ages, numbers)
        claims += structure(course, names)
        claims += order(course, names, policies, clauses)
    return Axioms(tuple(claims), numbers)


def structure(course: Course, names: Names) -> Iterator[Claim]:
    """Positions are a bijection between entries and turns, and nothing goes before it joined."""
    layer = names.layer
    for turn, effect in course.strays:
        message = f"turn {turn} is {{}}'s, which was not pending"
        yield Claim(STRUCTURE, layer, (), message, (effect,))
    by_turn = sorted(range(len(course.entries)), key=names.positions.__getitem__)
    for before, entry in zip([None, *by_turn], by_turn, strict=False):
        who = (course.entries[entry].effect,)
        position = names.position(entry)
        has_turn = ((position, "<", names.turns()),)
        after_joining = ((names.joined(entry), "<=", position),)
        yield Claim(STRUCTURE, layer, has_turn, "{} was pending and never had its turn", who)
        yield Claim(STRUCTURE, layer, after_joining, "{} had its turn before it joined", who)
        if before is not None:
            apart = ((names.position(before), "<", position),)
            both = (course.entries[before].effect, *who)
            yield Claim(STRUCTURE, layer, apart, "{} and {} share a turn", both)
