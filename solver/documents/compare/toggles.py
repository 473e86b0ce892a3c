"""Single differences between two rulebooks, taken over from the one into the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.policies import LAYERED_ONLY, SIMULTANEOUS_ONLY

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.model.rulebooks.rulebook import Rulebook

LAYERS = "layers"
CHECKS = "checks"


@dataclass(frozen=True, slots=True)
class Toggle:
    """One difference: its name, the policies in it, and the clauses behind it on both sides.

    Policies that only one way of applying effects asks for go with `process`.
    """

    what: str
    policies: tuple[str, ...]
    clauses: tuple[str, ...]


def toggles(one: Rulebook, other: Rulebook) -> tuple[Toggle, ...]:
    """Every single difference between two rulebooks of one game, policies first.

    Layers come with the rules and keywords that work in them, since these name the layers.
    """
    with_process = LAYERED_ONLY | SIMULTANEOUS_ONLY
    processes = [each.policy("process") for each in (one, other)]
    different = [
        policy
        for policy in dict.fromkeys((*one.policies, *other.policies))
        if one.policies.get(policy) is None
        or other.policies.get(policy) is None
        or one.policy(policy) != other.policy(policy)
    ]
    differences = []
    for policy in different:
        carried = processes[0] != processes[1] and policy in with_process
        lone = policy not in one.policies or policy not in other.policies
        if not carried and not lone:
            differences.append(Toggle(policy, (policy,), _clauses(policy, one, other)))
    if processes[0] != processes[1]:
        more = tuple(p for p in different if p in with_process)
        differences = [each for each in differences if each.what != "process"]
        clauses = _clauses("process", one, other)
        differences.insert(0, Toggle("process", ("process", *more), clauses))
    forms = [
        (
            [(each.id, each.does) for each in book.layers],
            [(each.id, each.ability) for each in book.rules],
            book.keywords,
        )
        for book in (one, other)
    ]
    if forms[0] != forms[1]:
        places = [{verb: layer for layer in b.layers for verb in layer.does} for b in (one, other)]
        clauses = tuple(dict.fromkeys(layer.clause for place in places for layer in place.values()))
        differences.append(Toggle(LAYERS, (), clauses))
    if one.checks != other.checks:
        clauses = tuple(dict.fromkeys(c.clause for b in (one, other) for c in b.checks))
        differences.append(Toggle(CHECKS, (), clauses))
    return tuple(differences)


def taken_over(one: Rulebook, other: Rulebook, chosen: Collection[Toggle]) -> Rulebook:
    """The first rulebook with these differences taken over from the second.

    Its readings are settled beforehand: it has no open points any more that could take them back.
    """
    policies = dict(one.policies)
    book = one
    for toggle in chosen:
        for policy in toggle.policies:
            if policy in other.policies:
                policies[policy] = other.policies[policy]
        if toggle.what == LAYERS:
            book = replace(book, layers=other.layers, rules=other.rules, keywords=other.keywords)
        if toggle.what == CHECKS:
            book = replace(book, checks=other.checks)
    return replace(book, policies=MappingProxyType(policies), points=MappingProxyType({}))


def _clauses(policy: str, one: Rulebook, other: Rulebook) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(each.clause_of(policy) for each in (one, other) if policy in each.policies)
    )
