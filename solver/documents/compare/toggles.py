"""Single differences between two rulebooks, taken over from the one into the other."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeVar

from layerlaw.model.algebra.trees import operations_of
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.policies import LAYERED_ONLY, SIMULTANEOUS_ONLY
from layerlaw.model.rulebooks.rulebook import Rule, StateCheck
from layerlaw.solver.documents.compare import described

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.model.rulebooks.rulebook import Rulebook

Value = TypeVar("Value")
Named = TypeVar("Named", Rule, StateCheck)

LAYERS = "layers"


@dataclass(frozen=True, slots=True)
class Toggle:
    """One difference: its name, the policies in it, and the clauses behind it on both sides.

    Policies that only one way of applying effects asks for go with `process`. kind: of what it is
    a difference; `word` of what `described` tells. id: of the rule, keyword or check; of a word
    the field of the rulebook, and the name in it.
    """

    what: str
    policies: tuple[str, ...]
    clauses: tuple[str, ...]
    kind: Literal["policy", "layers", "rule", "keyword", "check", "word"] = "policy"
    id: str = ""

    @property
    def field_and_name(self) -> tuple[str, str]:
        """The field of the rulebook, and the name in it or nothing, of a word."""
        field, _, name = self.id.partition(" ")
        return field, name


def toggles(one: Rulebook, other: Rulebook) -> tuple[Toggle, ...]:
    """Every single difference between two rulebooks of one game, policies first.

    Layers come with the rules that say in which layer they work.
    """
    words = (
        Toggle(what, (), clauses, "word", f"{field} {name}")
        for field, name, what, clauses in described.different(one, other)
    )
    return (*_policies(one, other), *_layers(one, other), *_named(one, other), *words)


def taken_over(one: Rulebook, other: Rulebook, chosen: Collection[Toggle]) -> Rulebook | None:
    """The first rulebook with these differences taken over from the second.

    Its readings are settled beforehand: it has no open points any more that could take them back.
    Words that the second has alone come along, since rules speak of them. A rule whose layer is not
    there works where its operations do. None where these have no layer either.
    """
    policies = dict(one.policies)
    book = replace(
        one,
        zones=tuple(dict.fromkeys((*one.zones, *other.zones))),
        statuses=_both(one.statuses, other.statuses),
        characteristics=_both(one.characteristics, other.characteristics),
        actions=_both(one.actions, other.actions),
    )
    for toggle in chosen:
        for policy in toggle.policies:
            if policy in other.policies:
                policies[policy] = other.policies[policy]
        if toggle.kind == "layers":
            book = replace(book, layers=other.layers, rules=_in_their_layers(book, other))
        if toggle.kind == "rule":
            book = replace(book, rules=_with(book.rules, other.rules, toggle.id))
        if toggle.kind == "check":
            book = replace(book, checks=_with(book.checks, other.checks, toggle.id))
        if toggle.kind == "word":
            book = described.taken(book, other, *toggle.field_and_name)
        if toggle.kind == "keyword":
            keywords = dict(book.keywords)
            keywords.pop(toggle.id, None)
            if toggle.id in other.keywords:
                keywords[toggle.id] = other.keywords[toggle.id]
            book = replace(book, keywords=MappingProxyType(keywords))
    rules = _that_have_a_layer(book)
    if rules is None:
        return None
    return replace(
        book, rules=rules, policies=MappingProxyType(policies), points=MappingProxyType({})
    )


# --- which there are ------------------------------------------------------------------------


def _policies(one: Rulebook, other: Rulebook) -> Iterator[Toggle]:
    with_process = LAYERED_ONLY | SIMULTANEOUS_ONLY
    processes = [each.policy("process") for each in (one, other)]
    different = [
        policy
        for policy in dict.fromkeys((*one.policies, *other.policies))
        if one.policies.get(policy) is None
        or other.policies.get(policy) is None
        or one.policy(policy) != other.policy(policy)
    ]
    if processes[0] != processes[1]:
        more = tuple(policy for policy in different if policy in with_process)
        yield Toggle("process", ("process", *more), _clauses("process", one, other))
    for policy in different:
        carried = processes[0] != processes[1] and policy in {*with_process, "process"}
        lone = policy not in one.policies or policy not in other.policies
        if not carried and not lone:
            yield Toggle(policy, (policy,), _clauses(policy, one, other))


def _layers(one: Rulebook, other: Rulebook) -> Iterator[Toggle]:
    orders = [
        [(each.id, each.does, each.test, each.between) for each in book.layers]
        for book in (one, other)
    ]
    if orders[0] != orders[1]:
        places = [{verb: layer for layer in b.layers for verb in layer.does} for b in (one, other)]
        clauses = dict.fromkeys(layer.clause for place in places for layer in place.values())
        yield Toggle(LAYERS, (), tuple(clauses), "layers")


def _named(one: Rulebook, other: Rulebook) -> Iterator[Toggle]:
    """The rules, keywords and checks that are different, or there on one side only."""
    books = one, other
    rules = [
        {rule.id: (_as_written(rule.ability, book), rule.clause) for rule in book.rules}
        for book in books
    ]
    keywords = [
        {
            id: (_as_written(keyword, book), book.keyword_clause(id))
            for id, keyword in book.keywords.items()
        }
        for book in books
    ]
    checks = [
        {check.id: (replace(check, clause=""), check.clause) for check in book.checks}
        for book in books
    ]
    yield from _different("rule", *rules)
    yield from _different("keyword", *keywords)
    yield from _different("check", *checks)


def _different(
    kind: Literal["rule", "keyword", "check"],
    first: Mapping[str, tuple[object, str]],
    second: Mapping[str, tuple[object, str]],
) -> Iterator[Toggle]:
    """What is not alike on both sides; each has what it is, and the clause behind it."""
    for id in dict.fromkeys((*first, *second)):
        pair = [side[id] for side in (first, second) if id in side]
        if len(pair) == 1 or pair[0][0] != pair[1][0]:
            yield Toggle(f"{kind} {id}", (), _cited(clause for _, clause in pair), kind, id)


def _as_written(ability: Ability, book: Rulebook) -> Ability:
    """The ability without the layer and the list of zones that `in any zone` stands for there."""
    everywhere = set(ability.zones) == set(book.zones)
    return replace(ability, layer=None, zones=("any",) if everywhere else ability.zones)


def _clauses(policy: str, one: Rulebook, other: Rulebook) -> tuple[str, ...]:
    return _cited(each.clause_of(policy) for each in (one, other) if policy in each.policies)


def _cited(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for clause in clauses if clause))


# --- taking over ----------------------------------------------------------------------------


def _in_their_layers(book: Rulebook, other: Rulebook) -> tuple[Rule, ...]:
    """The rules, each in the layer in which the other rulebook has it."""
    layers = {rule.id: rule.ability.layer for rule in other.rules}
    return tuple(
        replace(rule, ability=replace(rule.ability, layer=layers[rule.id]))
        if rule.ability.layer is not None and rule.id in layers
        else rule
        for rule in book.rules
    )


def _that_have_a_layer(book: Rulebook) -> tuple[Rule, ...] | None:
    """The rules, those whose layer is not there without it; None if one has no layer at all."""
    known = {None, *(layer.id for layer in book.layers)}
    rules = tuple(
        rule
        if rule.ability.layer in known
        else replace(rule, ability=replace(rule.ability, layer=None))
        for rule in book.rules
    )
    try:
        for rule, before in zip(rules, book.rules, strict=True):
            if rule is not before:
                for operation in operations_of(rule.ability):
                    book.layer_of(operation)
    except LayerlawError:
        return None
    return rules


def _with(some: Sequence[Named], others: Sequence[Named], id: str) -> tuple[Named, ...]:
    """What is called so, as the others have it; gone if they have none."""
    theirs = {each.id: each for each in others if each.id == id}
    kept = {each.id: each for each in some if each.id != id or each.id in theirs}
    return tuple({**kept, **theirs}.values())


def _both(one: Mapping[str, Value], other: Mapping[str, Value]) -> Mapping[str, Value]:
    """The words of both; those of the first mean what they mean there."""
    return MappingProxyType({**other, **one} if set(other) - set(one) else dict(one))
