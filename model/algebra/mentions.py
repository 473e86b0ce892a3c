"""What a tree of the algebra speaks of: targets, bearers, names; and what never is there."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra import (
    Ability,
    Bearer,
    Bearing,
    BorneBy,
    ChosenName,
    ChosenNumber,
    Compared,
    Condition,
    Count,
    EnterAsOneOf,
    It,
    Named,
    Not,
    Opponent,
    Selector,
    Self,
    Target,
    Value,
    You,
)
from layerlaw.model.algebra.chosen import choices_in
from layerlaw.model.algebra.reads import ReadAbility, ReadName, ReadNumber, ReadStatus, ReadWord
from layerlaw.model.algebra.terms import SEVERAL_NAMES
from layerlaw.model.algebra.trees import (
    abilities_given,
    cells_read,
    instructions_of,
    mentions,
    nodes,
    with_abilities_given,
    with_operations,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def is_named(name: str, selector: Named) -> bool:
    """Whether a name is the one meant or, where a part will do, goes on behind it a word later.

    "Alice, Golden Queen" begins with "Alice", "Alicia" does not.
    """
    names = names_in(name)
    if not selector.part:
        return selector.name in names
    end = len(selector.name)
    return any(one.startswith(selector.name) and not one[end:][:1].isalnum() for one in names)


def names_in(name: str) -> tuple[str, ...]:
    """Every name of an object; what is linked has those of each of its cards.

    >>> names_in("Alice + Bob")
    ('Alice', 'Bob')
    """
    return tuple(name.split(SEVERAL_NAMES))


def all_names(*names: str) -> str:
    """All of these names, and each name in them, as that of one object.

    >>> all_names("Bob + Carol", "Alice")
    'Alice + Bob + Carol'
    """
    return SEVERAL_NAMES.join(sorted({one for name in names for one in names_in(name)}))


def speaks_of_target(ability: Ability, *conditions: Condition | None) -> bool:
    """Whether the ability, or a condition of it, says `target` anywhere."""
    return any(_holds(tree, Target) for tree in (ability, *conditions))


def speaks_of_bearer(ability: Ability) -> bool:
    """Whether the ability says `bearer` anywhere."""
    return _holds(ability, Bearer)


def speaks_of_carrying(ability: Ability) -> bool:
    """Whether the ability says `bearer`, `carried by` or `bearing` anywhere."""
    return any(_holds(ability, kind) for kind in (Bearer, Bearing, BorneBy))


def given_abilities(ability: Ability) -> tuple[Ability, ...]:
    """The abilities that it gives to others, as they stand in its brackets, and in theirs."""
    given = [
        one
        for instruction in instructions_of(ability)
        for operation in instruction.operations
        for one in abilities_given(operation)
    ]
    return tuple(each for one in given for each in (one, *given_abilities(one)))


def without_given(ability: Ability) -> Ability:
    """The ability itself, each one that it gives to others as bare as a keyword."""
    return with_operations(ability, lambda _, one: with_abilities_given(one, lambda _: Ability("")))


def speaks_of_self(ability: Ability | Selector | Condition) -> bool:
    """Whether it speaks of the source anywhere, for example with `here`."""
    return _holds(ability, Self)


def asks_of_entering(tree: Value | Condition, *, own: bool) -> bool:
    """Whether a number or a condition asks about the object that enters.

    own: whether the ability is that object's own, so that `self` means it. What is `other` does not
    ask about what it is other than.
    """
    # A comparison inside a selector binds `it` anew.
    asks = mentions(tree, It, closed=(Not, Compared))
    return asks or (own and mentions(tree, Self, closed=Not))


def speaks_of_speaker(selector: Selector) -> bool:
    """Whether the selector means something only where a card says it: `you`, `self`, `target`."""
    kinds = (You, Opponent, Self, Target, Bearer)
    return mentions(selector, kinds)


def chooses_word(ability: Ability) -> bool:
    """Whether the ability speaks of a name that was chosen, or of a word, a player, an object."""
    return chooses_name(ability) or any(True for _ in choices_in(ability))


def chooses_number(ability: Ability) -> bool:
    """Whether the ability speaks of a number that is chosen, in whatever way it works."""
    return mentions(ability, ChosenNumber, closed=EnterAsOneOf)


def chooses_as_it_enters(ability: Ability) -> bool:
    """Whether a number says as which of several the object enters: only then is it chosen."""
    return _holds(ability, EnterAsOneOf)


def chooses_name(ability: Ability) -> bool:
    """Whether the ability speaks of a name that is chosen."""
    return _holds(ability, ChosenName)


def words_asked(selector: Selector) -> frozenset[str]:
    """The characteristics and statuses that the selector asks of an object."""
    cells = set(cells_read(selector))
    found = {cell.characteristic for cell in cells if isinstance(cell, ReadWord) and cell.word}
    found |= {cell.status for cell in cells if isinstance(cell, ReadStatus)}
    return reads_number(selector) | found


@lru_cache(maxsize=10_000)
def reads_number(tree: Ability | Selector) -> frozenset[str]:
    """The number characteristics that the tree asks for anywhere."""
    cells = cells_read(tree)
    return frozenset(cell.characteristic for cell in cells if isinstance(cell, ReadNumber))


@lru_cache(maxsize=10_000)
def names_asked(tree: Ability | Selector) -> frozenset[str]:
    """The names that the tree asks for anywhere."""
    names = (cell.name for cell in cells_read(tree) if isinstance(cell, ReadName))
    return frozenset(name for name in names if name is not None)


@lru_cache(maxsize=10_000)
def keywords_asked(tree: Ability | Selector) -> frozenset[str | None]:
    """The keywords that the tree asks for anywhere; None: any ability."""
    return frozenset(cell.keyword for cell in cells_read(tree) if isinstance(cell, ReadAbility))


@lru_cache(maxsize=10_000)
def counted(ability: Ability) -> tuple[Selector, ...]:
    """What the ability counts the objects of, anywhere."""
    return tuple(node.among for node in nodes(ability) if isinstance(node, Count))


@lru_cache(maxsize=10_000)
def _holds(tree: object, kind: type) -> bool:
    return mentions(tree, kind)


class Never(NamedTuple):
    """Why an ability could never apply, and what to write instead."""

    message: str
    suggestion: str


def rule_never_applies(ability: Ability, *, carried: bool) -> Iterator[Never]:
    """What keeps a rulebook's own rule, or what a keyword does, from ever applying.

    carried: whether anything is carried in that game.
    """
    if speaks_of_target(ability):
        yield Never("there is no target here: nothing is ever chosen for it", "")
    if not carried and speaks_of_carrying(ability):
        yield Never("nothing is carried in this game, so nothing has a bearer", "")
