"""What abilities may do at all, told from their words: give, lower, change, take."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.trees import abilities_given, conjuncts, instructions_of
from layerlaw.model.algebra.writes import (
    WriteAbility,
    WriteCopy,
    WriteNumber,
    WriteStatus,
    WriteText,
    WriteWords,
)
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.effects.acts import never_negative, takes_abilities

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.algebra.writes import Write
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook


Words = frozenset[tuple[str, str | None]]
"""Words, each with its characteristic; None: any."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What abilities may do at all, whoever they are applied to.

    types: those they may give to others than the object itself on which they are printed. lowered:
    the numbers they may make lower, or give to what has none. keywords: those they may give.
    adds, removes: words they may add to a set, or take out of it; None: any. statuses: those they
    may give.
    copies: whether they copy. takes: from whom they may take an ability, or keep it from working:
    what each such object has to be. forbids: the verbs that they may forbid, active and passive.
    """

    types: frozenset[str] = frozenset()
    adds: Words = frozenset()
    removes: Words = frozenset()
    lowered: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    statuses: frozenset[str] = frozenset()
    copies: bool = False
    takes: frozenset[tuple[a.Selector, ...]] = frozenset()
    forbids: frozenset[str] = frozenset()

    @property
    def changed(self) -> frozenset[str]:
        """The characteristics of which they may change the words."""
        return frozenset(characteristic for characteristic, _ in self.adds | self.removes)

    def __or__(self, other: Prospects) -> Prospects:
        """What either may do."""
        return Prospects(
            self.types | other.types,
            self.adds | other.adds,
            self.removes | other.removes,
            self.lowered | other.lowered,
            self.keywords | other.keywords,
            self.statuses | other.statuses,
            self.copies or other.copies,
            self.takes | other.takes,
            self.forbids | other.forbids,
        )


NOTHING = Prospects()


def prospects_of_card(rulebook: Rulebook, card: Card) -> Prospects:
    """What the abilities of the card may do."""
    abilities = (printed.ability for printed in card.every_ability)
    return prospects_of(rulebook, abilities, own(card), _keeping(card))


def own(card: Card) -> frozenset[int]:
    """The identities of the instructions that the card itself follows, and does to itself alone.

    What has resolved may outlive the card's form, and what is given is another object's.
    """
    return frozenset(
        id(instruction)
        for printed in card.abilities
        if printed.use == "has"
        for instruction in printed.ability.instructions
        if a.Self() in conjuncts(instruction.scope)
    )


def _keeping(card: Card) -> frozenset[int]:
    """The identities of the instructions that may keep to objects, whatever becomes of these.

    What becomes part of another object, or turns into something else, hands on what keeps to it.
    """
    return frozenset(
        id(instruction)
        for printed in card.every_ability
        if printed.use != "has"
        for instruction in printed.ability.instructions
        if instruction.locked is not False
    )


def prospects_of(
    rulebook: Rulebook,
    abilities: Iterable[a.Ability],
    own: frozenset[int] = frozenset(),
    keeping: frozenset[int] = frozenset(),
) -> Prospects:
    """What these abilities may do. own, keeping: which of their instructions are of that kind."""
    types: set[str] = set()
    lowered: set[str] = set()
    keywords: set[str] = set()
    adds: set[tuple[str, str | None]] = set()
    removes: set[tuple[str, str | None]] = set()
    statuses: set[str] = set()
    takes: set[tuple[a.Selector, ...]] = set()
    forbids: set[str] = set()
    copies = False
    for instruction, operation in _deeds(abilities):
        if isinstance(operation, a.Permission) and not operation.allowed:
            forbids.add(operation.action)
        for write in operation.writes:
            if takes_abilities(rulebook, write):
                takes.add(() if id(instruction) in keeping else _to_whom(instruction, write))
            if isinstance(write, WriteWords):
                adds |= _added(write)
                removes |= _removed(write)
            match write:
                case WriteCopy() | WriteText():
                    # A text may come to say anything.
                    copies = True
                    types.update(_all_types(rulebook))
                    lowered.update(rulebook.characteristics)
                    adds |= (any_word := anything(rulebook))
                    removes |= any_word
                    statuses.update(rulebook.statuses)
                    forbids.update(*rulebook.actions.items())
                case WriteWords(rulebook.types) if id(instruction) not in own:
                    types.update(_types_given(rulebook, write))
                case WriteNumber(name, how):
                    if not _keeps(rulebook, name, how, operand_of(operation)):
                        lowered.add(name)
                case WriteStatus(status):
                    statuses.add(status)
                    lowered.update(rulebook.statuses[status].empties)
                    removes.update((name, None) for name in rulebook.statuses[status].empties)
                case WriteAbility("gain", str(keyword)):
                    keywords.add(keyword)
    return Prospects(
        frozenset(types),
        frozenset(adds),
        frozenset(removes),
        frozenset(lowered),
        frozenset(keywords),
        frozenset(statuses),
        copies,
        frozenset(takes),
        frozenset(forbids),
    )


def of_one(rulebook: Rulebook, ability: a.Ability, instruction: a.Instruction) -> Prospects:
    """What one instruction of an ability that is always there may do."""
    return prospects_of(rulebook, [replace(ability, instructions=(instruction,))])


def abilities_it_gives(ability: a.Ability) -> Iterator[a.Ability]:
    """The abilities that it gives, at once."""
    for instruction in ability.instructions:
        for operation in instruction.operations:
            yield from abilities_given(operation)


def _deeds(abilities: Iterable[a.Ability]) -> Iterator[tuple[a.Instruction, a.Operation]]:
    """Every operation, with its instruction; those of abilities that are given as well."""
    for ability in abilities:
        for instruction in instructions_of(ability):
            for operation in instruction.operations:
                yield instruction, operation
                yield from _deeds(abilities_given(operation))


def _to_whom(instruction: a.Instruction, write: Write) -> tuple[a.Selector, ...]:
    """What the objects have to be to which an instruction does what it writes."""
    if isinstance(write, WriteCopy | WriteText):
        return ()
    # Who has the ability is not told; what was chosen by words for others may be anything.
    return tuple(
        one for one in conjuncts(instruction.scope) if isinstance(one, a.Member | a.HasAbility)
    )


def anything(rulebook: Rulebook) -> Words:
    """Any word of any set."""
    return frozenset((name, None) for name in rulebook.characteristics)


def _added(write: WriteWords) -> Words:
    if write.how == "remove":
        return frozenset()
    return frozenset((write.characteristic, word) for word in write.words or (None,))


def _removed(write: WriteWords) -> Words:
    leave: dict[str, tuple[str | None, ...]] = {
        "add": (),
        "remove": write.words or (None,),
        "replace": (write.old or None,),
        "set": write.among or (None,),
    }
    return frozenset((write.characteristic, word) for word in leave[write.how])


def types_given_to_itself(rulebook: Rulebook, card: Card) -> frozenset[str]:
    """The types that abilities printed on the card may give to what has this card's form."""
    itself = own(card)
    return frozenset(
        type
        for printed in card.abilities
        for instruction in printed.ability.instructions
        if id(instruction) in itself
        for operation in instruction.operations
        for write in operation.writes
        if isinstance(write, WriteWords) and write.characteristic == rulebook.types
        for type in _types_given(rulebook, write)
    )


def _types_given(rulebook: Rulebook, write: WriteWords) -> Iterable[str]:
    if write.how == "remove":
        return ()
    return _all_types(rulebook) if write.words is None else write.words


def _all_types(rulebook: Rulebook) -> Iterable[str]:
    return rulebook.characteristics[rulebook.types].words if rulebook.types else ()


def _keeps(rulebook: Rulebook, characteristic: str, how: str, operand: object) -> bool:
    """Whether such a number makes none lower that is there."""
    if how == "set":
        return operand == a.Read(characteristic, a.It())
    return how == "add" and isinstance(operand, a.Value) and never_negative(rulebook, operand)
