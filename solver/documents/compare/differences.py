"""What two rulebooks fix, side by side: clauses, policies, layers, and what one leaves open."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.policies import LAYERED_ONLY, SIMULTANEOUS_ONLY
from layerlaw.solver.documents.boards.descriptions import deeds
from layerlaw.solver.documents.compare.comparison import (
    Aligned,
    LayerDifference,
    PolicyDifference,
)
from layerlaw.solver.documents.sources.elsewhere import other_document

if TYPE_CHECKING:
    from layerlaw.model.algebra import Operation
    from layerlaw.model.rulebooks.rulebook import PolicyValue, Rulebook
    from layerlaw.solver.documents.boards.small_boards import SharedWords


def alignment(one: Rulebook, other: Rulebook) -> tuple[Aligned, ...]:
    """Everything that clauses of either side fix, with those clauses; see `Clause.fixes`.

    What stands in another document, as its place says, is no statement of a side's own.
    """
    own, elsewhere = (
        [_fixing(book, elsewhere=where) for book in (one, other)] for where in (False, True)
    )
    order = [_fixing(book) for book in (one, other)]
    return tuple(
        Aligned(
            fixes,
            tuple(own[0].get(fixes, ())),
            tuple(own[1].get(fixes, ())),
            (tuple(elsewhere[0].get(fixes, ())), tuple(elsewhere[1].get(fixes, ()))),
        )
        for fixes in dict.fromkeys((*order[0], *order[1]))
    )


def lacking(
    one: Rulebook, other: Rulebook, aligned: tuple[Aligned, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """For each side what its own documents have no clause, or it no check, for, and the other's
    own documents have."""
    checks = [{check.id: None for check in each.checks} for each in (one, other)]
    return (
        (
            *(each.fixes for each in aligned if not each.one and each.other),
            *(f"check {id}" for id in checks[1] if id not in checks[0]),
        ),
        (
            *(each.fixes for each in aligned if not each.other and each.one),
            *(f"check {id}" for id in checks[0] if id not in checks[1]),
        ),
    )


def policy_differences(one: Rulebook, other: Rulebook) -> tuple[PolicyDifference, ...]:
    """The policies that have different values by default, or none on one side."""
    differences = []
    for policy in dict.fromkeys((*one.policies, *other.policies)):
        pair = asked(one, policy), asked(other, policy)
        if (pair[0] and pair[0].value) != (pair[1] and pair[1].value):
            differences.append(PolicyDifference(policy, *pair))
    return tuple(differences)


def layer_differences(
    one: Rulebook, other: Rulebook, words: SharedWords
) -> tuple[LayerDifference, ...]:
    """Pairs of operations whose layers come in another order, or are one layer on one side only."""
    sides = one, other
    differences = []
    for (name, first), (name_2, second) in combinations(placed_in_both(one, other, words), 2):
        orders = [_order(each, first, second) for each in sides]
        if orders[0] != orders[1]:
            clauses = [
                (each.layer_of(first).clause, each.layer_of(second).clause) for each in sides
            ]
            differences.append(
                LayerDifference((name, name_2), orders[0], orders[1], (clauses[0], clauses[1]))
            )
    return tuple(differences)


def moved_groups(
    one: Rulebook, other: Rulebook, words: SharedWords
) -> tuple[tuple[LayerDifference, ...], ...]:
    """The same pairs, together where the first operations share their layers on either side and
    the second ones too."""
    places = {
        name: tuple(book.layers.index(book.layer_of(operation)) for book in (one, other))
        for name, operation in placed_in_both(one, other, words)
    }
    groups: dict[tuple[tuple[int, ...], ...], list[LayerDifference]] = {}
    for each in layer_differences(one, other, words):
        first, second = each.operations
        group = places[first], places[second]
        if group[::-1] in groups:
            group = group[::-1]
            each = each.turned()
        groups.setdefault(group, []).append(each)
    return tuple(tuple(group) for group in groups.values())


def placed_in_both(
    one: Rulebook, other: Rulebook, words: SharedWords
) -> list[tuple[str, Operation]]:
    """The operations of the shared words, by their first layer word, that both have a layer for."""
    operations: dict[str, Operation] = {}
    for deed in deeds(words):
        for instruction in words.ability(f"self: {deed.text}").instructions:
            for operation in instruction.operations:
                operations.setdefault(operation.layer_words[0], operation)
    return [
        (name, operation)
        for name, operation in operations.items()
        if _placed(one, operation) and _placed(other, operation)
    ]


def asked(rulebook: Rulebook, policy: str) -> PolicyValue | None:
    """The policy's value, or None where the way in which effects apply does not ask for it."""
    layered = rulebook.policy("process") == "layered"
    if policy in (SIMULTANEOUS_ONLY if layered else LAYERED_ONLY):
        return None
    return rulebook.policies.get(policy)


def _fixing(rulebook: Rulebook, *, elsewhere: bool | None = None) -> dict[str, list[str]]:
    """By what is fixed the clauses: all, or those of other documents, or of its own alone."""
    fixing: dict[str, list[str]] = {}
    for clause in rulebook.clauses.values():
        if elsewhere is not None and bool(other_document(rulebook, clause)) != elsewhere:
            continue
        for fixes in clause.fixes:
            fixing.setdefault(fixes, []).append(clause.id)
    return fixing


def _placed(rulebook: Rulebook, operation: Operation) -> bool:
    return any(verb in layer.does for verb in operation.layer_words for layer in rulebook.layers)


def _order(rulebook: Rulebook, first: Operation, second: Operation) -> str:
    places = [rulebook.layers.index(rulebook.layer_of(each)) for each in (first, second)]
    if places[0] == places[1]:
        return "together"
    return "before" if places[0] < places[1] else "after"
