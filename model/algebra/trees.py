"""The one way to walk a tree of the algebra, and to rebuild it.

A *node* is a dataclass; tuples of nodes belong to the node that holds them. The walkers also go
through the sets and mappings of cards and events. The certificate walks on its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args

from layerlaw.model.algebra import (
    Ability,
    Both,
    Condition,
    CopyException,
    CopyOf,
    EnterAlso,
    EnterAsOneOf,
    Entrance,
    Gain,
    Instruction,
    LoseStatusAsOneOf,
    Noun,
    Number,
    Operation,
    OwnNumber,
    Player,
    Selector,
    Self,
    Value,
)
from layerlaw.model.algebra.entries import operand_of, with_operand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.algebra.reads import ReadCell, ReadCells

T = TypeVar("T")
Operand = Value | Player | Selector
Kinds = type | tuple[type, ...]
Term = Selector | Player | Value | Condition

_TERMS = frozenset(get_args(Term))
_ATOMS = frozenset((str, int, bool, type(None)))
_FIELDS: dict[type, tuple[str, ...] | None] = {}
"""The names of each class's fields; None for what is no dataclass."""


def field_names(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of a dataclass; None for any other class.

    >>> from layerlaw.model.algebra import Member
    >>> field_names(Member), field_names(str)
    (('characteristic', 'word'), None)
    """
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) else None
    return _FIELDS[kind]


def parts(tree: object) -> tuple[object, ...]:
    """What a node, a tuple, a set or a mapping is made of: nodes, words, numbers, tuples."""
    names = field_names(type(tree))
    if names is not None:
        return tuple(getattr(tree, name) for name in names)
    if isinstance(tree, tuple):
        return tree
    if isinstance(tree, frozenset):
        return tuple(tree)
    if isinstance(tree, Mapping):
        return tuple(part for item in tree.items() for part in item)
    return ()


def nodes(tree: object, *, closed: Kinds = ()) -> Iterator[object]:
    """Every node of a tree, parents before children.

    closed: classes of nodes whose inside is passed over.

    >>> from layerlaw.model.algebra import Everything, Not
    >>> list(nodes(Not(Everything())))
    [Not(inner=Everything()), Everything()]
    """
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind in _ATOMS:
            continue
        names = field_names(kind)
        if names is None:
            waiting += reversed(parts(node))
            continue
        yield node
        if not isinstance(node, closed):
            waiting += [getattr(node, name) for name in reversed(names)]


def terms_in(tree: object) -> Iterator[Term]:
    """The terms that stand right inside a node: selectors, players, values, conditions.

    >>> from layerlaw.model.algebra import Everything, Not, Self
    >>> list(terms_in(Not(Not(Everything()))))
    [Not(inner=Everything())]
    """
    for part in parts(tree):
        if type(part) in _TERMS:
            yield cast("Term", part)
        elif isinstance(part, tuple):
            yield from terms_in(part)


def mentions(tree: object, kinds: Kinds, *, closed: Kinds = ()) -> bool:
    """Whether a node of one of these classes stands anywhere in the tree; `closed` as for `nodes`.

    >>> from layerlaw.model.algebra import Everything, Not, Self
    >>> mentions(Not(Everything()), Self)
    False
    """
    return any(isinstance(node, kinds) for node in nodes(tree, closed=closed))


def cells_read(tree: object, *, closed: Kinds = ()) -> Iterator[ReadCell]:
    """What the terms anywhere in the tree read, as typed cells; `closed` as for `nodes`.

    >>> from layerlaw.model.algebra import HasStatus, Not
    >>> list(cells_read(Not(HasStatus("tapped"))))
    [ReadStatus(status='tapped')]
    """
    for node in nodes(tree, closed=closed):
        cells: ReadCells = getattr(node, "reads", ())
        yield from cells


def rebuilt(tree: T, change: Callable[[Any], Any], *, closed: Kinds = ()) -> T:
    """The tree with each node replaced by its `change`, the innermost first.

    What does not change stays the very same object. closed: classes of nodes that are left alone.

    >>> from layerlaw.model.algebra import Both, Everything, Not, Self
    >>> rebuilt(Not(Self()), lambda node: Everything() if node == Self() else node)
    Not(inner=Everything())
    """
    result: T = _Rebuilding(change, closed).visit(tree)
    return result


class _Rebuilding:
    """One `rebuilt`: two functions that call each other would be a circle of objects."""

    __slots__ = ("change", "closed", "known")

    def __init__(self, change: Callable[[Any], Any], closed: Kinds) -> None:
        self.change = change
        self.closed = closed
        self.known: dict[int, tuple[object, Any]] = {}

    def visit(self, node: Any) -> Any:
        if node is None or isinstance(node, (str, int, self.closed)):
            return node
        known = self.known.get(id(node))
        if known is None:
            # The node is kept too, so that its identity stays its own.
            known = self.known[id(node)] = node, self.made(node)
        return known[1]

    def made(self, node: Any) -> Any:
        if isinstance(node, Mapping):
            new = {key: self.visit(value) for key, value in node.items()}
            same = all(new[key] is value for key, value in node.items())
            return node if same else MappingProxyType(new)
        names = field_names(type(node))
        old = parts(node)
        visited = names is not None or isinstance(node, tuple)
        new_parts = tuple(map(self.visit, old)) if visited else old
        same = all(new is before for new, before in zip(new_parts, old, strict=True))
        if names is None:
            return node if same else new_parts
        changed = node if same else replace(node, **dict(zip(names, new_parts, strict=True)))
        return self.change(changed)


def conjuncts(selector: Selector) -> Iterator[Selector]:
    """What all that is selected has to be, by `and` and by what nouns mean.

    >>> from layerlaw.model.algebra import HasStatus, Member
    >>> [type(part).__name__ for part in conjuncts(
    ...     Both((HasStatus("tapped"), Noun("mortal", Member("subtypes", "mortal")))))]
    ['HasStatus', 'Member']
    """
    if isinstance(selector, Noun):
        yield from conjuncts(selector.meaning)
    elif isinstance(selector, Both):
        for part in selector.inner:
            yield from conjuncts(part)
    else:
        yield selector


def abilities_given(operation: Operation) -> Iterator[Ability]:
    """The abilities that the operation gives, those that a copy has besides among them."""
    gains: tuple[object, ...] = (operation,)
    if isinstance(operation, CopyOf):
        gains = (*operation.but, *(each for one in operation.provided for each in one.but))
    return (one.ability for one in gains if isinstance(one, Gain))


def with_abilities_given(operation: Operation, change: Callable[[Ability], Ability]) -> Operation:
    """The operation with each ability that it gives changed."""
    if isinstance(operation, Gain):
        return Gain(change(operation.ability))
    if isinstance(operation, CopyOf) and (operation.but or operation.provided):

        def changed(but: tuple[CopyException, ...]) -> tuple[CopyException, ...]:
            return tuple(Gain(change(one.ability)) if isinstance(one, Gain) else one for one in but)

        provided = (replace(one, but=changed(one.but)) for one in operation.provided)
        return replace(operation, but=changed(operation.but), provided=tuple(provided))
    return operation


def instructions_of(ability: Ability) -> Iterator[Instruction]:
    """The instructions of the ability, and those by which it says as what objects enter besides."""
    yield from ability.instructions
    for entering in ability.entering:
        for one in entering.arrivals:
            if isinstance(one, EnterAlso):
                yield one.instruction
            elif isinstance(one, EnterAsOneOf | LoseStatusAsOneOf):
                yield Instruction(Self(), one.ways)


def operations_of(ability: Ability) -> Iterator[Operation]:
    """Every operation of the ability and of the abilities that it gives."""
    for instruction in instructions_of(ability):
        for operation in instruction.operations:
            yield operation
            for given in abilities_given(operation):
                yield from operations_of(given)


def with_operations(
    ability: Ability, change: Callable[[Instruction, Operation], Operation]
) -> Ability:
    """The ability with each of its own operations changed, not those of abilities that it gives."""

    def changed(instruction: Instruction) -> tuple[Operation, ...]:
        return tuple(change(instruction, operation) for operation in instruction.operations)

    def entered(one: Entrance) -> Entrance:
        if isinstance(one, EnterAsOneOf | LoseStatusAsOneOf):
            # Each way stays a copy of itself, whatever of it changes.
            ways = changed(Instruction(Self(), one.ways))
            return replace(one, ways=tuple(way for way in ways if isinstance(way, CopyOf)))
        return EnterAlso(changed(one.instruction)) if isinstance(one, EnterAlso) else one

    instructions = tuple(replace(one, operations=changed(one)) for one in ability.instructions)
    if not ability.entering:
        return replace(ability, instructions=instructions)
    entering = tuple(
        replace(one, arrivals=tuple(map(entered, one.arrivals))) for one in ability.entering
    )
    return replace(ability, instructions=instructions, entering=entering)


def with_operands(ability: Ability, change: Callable[[Instruction, Operand], Operand]) -> Ability:
    """The ability with the number, player or selector of each of its own operations changed."""

    def changed(instruction: Instruction, operation: Operation) -> Operation:
        operand = operand_of(operation)
        new = None if operand is None else change(instruction, operand)
        return operation if new is None or new is operand else with_operand(operation, new)

    return with_operations(ability, changed)


def with_keywords(ability: Ability, keywords: Mapping[str, Ability]) -> Ability:
    """The ability with what the rulebook says that keywords do, also where it gives them.

    Where it says in which zones it works, that stands.
    """
    if ability.keyword is not None:
        known = keywords.get(ability.keyword, ability)
        if ability.number:
            known = _numbered(known, ability.number)
        where = ability if ability.zones else known
        return replace(known, zones=where.zones, anywhere=where.anywhere)

    def known_if_given(_: Instruction, operation: Operation) -> Operation:
        return with_abilities_given(operation, lambda given: with_keywords(given, keywords))

    return with_operations(ability, known_if_given)


def _numbered(ability: Ability, number: str) -> Ability:
    """What a keyword with this number does."""
    own = Number(int(number))
    return replace(
        rebuilt(ability, lambda node: own if isinstance(node, OwnNumber) else node), number=number
    )
