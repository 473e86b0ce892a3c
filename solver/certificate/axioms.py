"""The axioms of a rulebook, as claims about the order that a derivation's facts record.

A claim is a choice of comparisons of whole numbers, of which at least one must be true. It speaks
of positions (the turn at which an entry went), of timestamps (their rank among all recorded) and
of when an entry joined, each with the number that is recorded. It bears the clause that it is an
instance of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.choices import Clauses, order
from layerlaw.solver.certificate.claims import Claim, Stays
from layerlaw.solver.certificate.entries import courses_of
from layerlaw.solver.certificate.verdict import STRUCTURE
from layerlaw.solver.certificate.waiting import OrderPolicies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.entries import RecordedCourse
    from layerlaw.solver.facts.records import Facts


def axioms_of(facts: Facts, courses: Sequence[RecordedCourse] | None = None) -> tuple[Claim, ...]:
    """The axioms of the facts' rulebook, about the order recorded in the facts.

    courses: those of the layers, if they are known by now.
    """
    courses = courses_of(facts) if courses is None else courses
    rulebook = facts.situation.rulebook
    policies, clauses = OrderPolicies.of(rulebook), Clauses.of(rulebook)
    claims: list[Claim] = []
    ranks = {key: i for i, key in enumerate(sorted({effect.key for effect in facts.effects}))}
    ages = {effect.id: ranks[effect.key] for effect in facts.effects}
    places = {layer.id: i for i, layer in enumerate(rulebook.layers)}
    before = -1
    for at, record in enumerate(facts.layers):
        place = places.get(record.layer, -1)
        if place < 0:
            message = "there is no layer '{}'"
            claims.append(Claim(STRUCTURE, record.layer, (), message, (record.layer,)))
            before = place
            continue
        if at:
            claims.append(
                Claim(
                    rulebook.layers[place].clause,
                    record.layer,
                    ((before, "<", place),),
                    "layer {} comes after layer {}",
                    (record.layer, facts.layers[at - 1].layer),
                )
            )
        before = place
        course = courses[at]
        stays = Stays(record.layer, course, ages)
        claims += structure(course, stays)
        claims += order(course, stays, policies, clauses)
    return tuple(claims)


def structure(course: RecordedCourse, stays: Stays) -> list[Claim]:
    """Positions are a bijection between entries and turns, and nothing goes before it joined."""
    layer, positions, turns = stays.layer, stays.positions, course.turns
    effects, joined = stays.effects, stays.joined
    claims = [
        Claim(STRUCTURE, layer, (), f"turn {turn} is {{}}'s, which was not pending", (effect,))
        for turn, effect in course.strays
    ]
    by_turn = sorted(range(len(course.entries)), key=positions.__getitem__)
    last: int | None = None
    for entry in by_turn:
        effect, position = effects[entry], positions[entry]
        has_turn = ((position, "<", turns),)
        message = "{} was pending and never had its turn"
        claims.append(Claim(STRUCTURE, layer, has_turn, message, (effect,)))
        since = ((joined[entry], "<=", position),)
        message = "{} had its turn before it joined"
        claims.append(Claim(STRUCTURE, layer, since, message, (effect,)))
        if last is not None:
            apart = ((positions[last], "<", position),)
            both = (effects[last], effect)
            claims.append(Claim(STRUCTURE, layer, apart, "{} and {} share a turn", both))
        last = entry
    return claims
