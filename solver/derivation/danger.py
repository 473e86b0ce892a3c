"""When there is nothing to look for: what the state-based checks and lost marks could not hit.

Judged by what is printed and by what the cards of the game could do at all, without a derivation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.algebra.trees import abilities_given, conjuncts, instructions_of, nodes
from layerlaw.model.algebra.writes import (
    LoseAbilities,
    WriteAbility,
    WriteCopy,
    WriteNumber,
    WriteStatus,
    WriteText,
    WriteWords,
)
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.effects.context import names_zone
from layerlaw.solver.effects.own_keywords import gains_itself, given_by_counters
from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.algebra.writes import Write
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.facts.situation import Thing


@dataclass(frozen=True, slots=True)
class Prospects:
    """What abilities may do at all, whoever they are applied to.

    types: those they may give to others than the object itself on which they are printed. lowered:
    the numbers they may make lower, or give to what has none. keywords: those they may give.
    changed: the characteristics of which they may change the words. statuses: those they may give.
    copies: whether they copy. takes: from whom they may take an ability, or keep it from working:
    what each such object has to be.
    """

    types: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    lowered: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    statuses: frozenset[str] = frozenset()
    copies: bool = False
    takes: frozenset[tuple[a.Selector, ...]] = frozenset()

    def __or__(self, other: Prospects) -> Prospects:
        """What either may do."""
        return Prospects(
            self.types | other.types,
            self.changed | other.changed,
            self.lowered | other.lowered,
            self.keywords | other.keywords,
            self.statuses | other.statuses,
            self.copies or other.copies,
            self.takes | other.takes,
        )


NOTHING = Prospects()


def prospects_of_card(rulebook: Rulebook, card: Card) -> Prospects:
    """What the abilities of the card may do."""
    return _prospects(rulebook, (printed.ability for printed in card.every_ability), own(card))


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


def _prospects(
    rulebook: Rulebook, abilities: Iterable[a.Ability], own: frozenset[int] = frozenset()
) -> Prospects:
    types: set[str] = set()
    lowered: set[str] = set()
    keywords: set[str] = set()
    changed: set[str] = set()
    statuses: set[str] = set()
    takes: set[tuple[a.Selector, ...]] = set()
    copies = False
    for instruction, operation in _deeds(abilities):
        for write in operation.writes:
            if _takes(rulebook, write):
                takes.add(_to_whom(instruction, write))
            if isinstance(write, WriteWords):
                changed.add(write.characteristic)
            match write:
                case WriteCopy() | WriteText():
                    # A text may come to say anything.
                    copies = True
                    types.update(_all_types(rulebook))
                    lowered.update(rulebook.characteristics)
                    changed.update(rulebook.characteristics)
                    statuses.update(rulebook.statuses)
                case WriteWords(rulebook.types) if id(instruction) not in own:
                    types.update(_types_given(rulebook, write))
                case WriteNumber(name, how):
                    if not _keeps(name, how, operand_of(operation)):
                        lowered.add(name)
                case WriteStatus(status):
                    statuses.add(status)
                    lowered.update(rulebook.statuses[status].empties)
                case WriteAbility("gain", str(keyword)):
                    keywords.add(keyword)
    return Prospects(
        frozenset(types),
        frozenset(changed),
        frozenset(lowered),
        frozenset(keywords),
        frozenset(statuses),
        copies,
        frozenset(takes),
    )


def _of_one(rulebook: Rulebook, rule: a.Ability, instruction: a.Instruction) -> Prospects:
    """What one instruction of a rule may do."""
    return _prospects(rulebook, [replace(rule, instructions=(instruction,))])


def _given(ability: a.Ability) -> Iterator[a.Ability]:
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


def _keeps(characteristic: str, how: str, operand: object) -> bool:
    """Whether such a number makes none lower that is there."""
    if how == "set":
        return operand == a.Read(characteristic, a.It())
    return how == "add" and _never_negative(operand)


def _never_negative(operand: object) -> bool:
    """Whether a number that is added makes nothing lower."""
    return isinstance(operand, a.Count | a.Times) or (
        isinstance(operand, a.Number) and operand.value >= 0
    )


def _takes(rulebook: Rulebook, write: Write) -> bool:
    """Whether what has an ability may be without it, or it may not work, after the write."""
    match write:
        case WriteAbility(how):
            return how != "gain"
        case WriteStatus(status):
            return rulebook.statuses[status].silences or rulebook.statuses[status].disables
    return isinstance(write, WriteCopy | WriteText | LoseAbilities)


class Danger:
    """What could be hit in a game, by checks and by what takes keywords."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        rules = [rule.ability for rule in rulebook.rules]
        counters = [gains_itself(rulebook, each) for each in given_by_counters(rulebook).values()]
        self.rules = _prospects(rulebook, [*rules, *counters])
        self._asked = NOTHING, self.rules
        # What a rule gives may work on anything; what else it does, on what it selects.
        given = [each for rule in rules for each in _given(rule)]
        self._always = _prospects(rulebook, [*counters, *given])
        self._by_scope = tuple(
            (tuple(conjuncts(instruction.scope)), _of_one(rulebook, rule, instruction))
            for rule in rules
            for instruction in rule.instructions
        )
        self._checks = tuple(
            (names_zone(check.who), tuple(conjuncts(check.who))) for check in rulebook.checks
        )
        self._takers = tuple(
            tuple(conjuncts(instruction.scope))
            for ability in rules
            for instruction in ability.instructions
            if any(
                _takes(rulebook, write)
                for operation in instruction.operations
                for write in operation.writes
            )
        )

    def may_hit(self, thing: Thing, coming: Prospects) -> bool:
        """Whether some check could hit the object, going by what no effect can change.

        coming: what the abilities of the cards in the game may do; rules may do more.
        Counters and levels are made by events alone, so a check that asks for damage cannot hit
        what is not damaged, and no derivation is needed to see it. Nor can one that asks for a
        low number, if that is printed higher and nothing makes it lower.
        """
        # What no rule could bring about is asked first, and what comes about without any.
        if not self._hits(thing, self._at_most(coming)):
            return False
        return self._hits(thing, coming) or self._hits(thing, self._with_rules(thing, coming))

    def _at_most(self, coming: Prospects) -> Prospects:
        """With all that rules may do; kept, for one table asks it of many objects."""
        known, with_rules = self._asked
        if known is not coming:
            with_rules = coming | self.rules
            self._asked = coming, with_rules
        return with_rules

    def _hits(self, thing: Thing, coming: Prospects) -> bool:
        rulebook = self._rulebook
        playing = thing.zone == rulebook.in_play
        return any(
            (playing or elsewhere)
            and all(_possible(rulebook, conjunct, thing, coming) for conjunct in conjuncts)
            for elsewhere, conjuncts in self._checks
        )

    def _with_rules(self, thing: Thing, coming: Prospects) -> Prospects:
        """With what the rules may do to the object, by what it is and may come to be."""
        coming |= self._always
        left = [*self._by_scope]
        while left:
            waiting = []
            for scope, prospects in left:
                if all(_possible(self._rulebook, one, thing, coming) for one in scope):
                    coming |= prospects
                else:
                    waiting.append((scope, prospects))
            if len(waiting) == len(left):
                break
            left = waiting
        policy = self._rulebook.policy
        if not left or policy("process") == "layered":
            return coming
        together = self._holding_up(thing, coming, left)
        if together == NOTHING or policy("groundedness") == "all deeds":
            return coming
        return coming | together

    def _holding_up(
        self, thing: Thing, coming: Prospects, left: list[tuple[tuple[a.Selector, ...], Prospects]]
    ) -> Prospects:
        """What rules bring that ask only for what comes, and for what they bring themselves.

        It is there where a state may hold itself up.
        """
        while True:
            together = NOTHING
            for _, prospects in left:
                together |= prospects
            kept = [
                (scope, prospects)
                for scope, prospects in left
                if all(_possible(self._rulebook, one, thing, coming | together) for one in scope)
            ]
            if len(kept) == len(left):
                return together
            left = kept

    def may_lose_mark(self, thing: Thing, keyword: str, coming: Prospects) -> bool:
        """Whether the object could lose the mark of a keyword printed on it: be without the
        keyword, have it in vain, or not be what keeps the mark."""
        rulebook = self._rulebook
        given = (rulebook.statuses.get(name) for name in thing.statuses)
        stopped = any(one is not None and (one.silences or one.disables) for one in given)
        if stopped or thing.form is not thing.card:
            return True
        taking = coming.takes
        coming = coming | self.rules
        who = rulebook.mark_on.get(keyword)
        if who is not None:
            looks = {one.characteristic for one in nodes(who) if isinstance(one, a.Member)}
            if not matches_print(who, thing.form) or looks & coming.changed:
                return True
        return any(
            all(_possible(rulebook, conjunct, thing, coming) for conjunct in conjuncts)
            for conjuncts in (*taking, *self._takers)
        )


def _possible(rulebook: Rulebook, conjunct: a.Selector, thing: Thing, coming: Prospects) -> bool:
    """Whether the selector could select the object; False only where it never does."""
    match conjunct:
        case a.Member(rulebook.types, word):
            form = printed_form(rulebook, thing, thing.form)
            return (
                word in coming.types
                or word in form.sets.get(rulebook.types, ())
                or word in rulebook.kept(types_given_to_itself, form)
            )
        case a.Member(characteristic, word):
            form = printed_form(rulebook, thing, thing.form)
            return characteristic in coming.changed or word in form.sets.get(characteristic, ())
        case a.Not(a.Member(characteristic, word)):
            form = printed_form(rulebook, thing, thing.form)
            return characteristic in coming.changed or word not in form.sets.get(characteristic, ())
        case a.Not(a.Noun(meaning=meaning)):
            return _possible(rulebook, a.Not(meaning), thing, coming)
        case a.HasStatus(status):
            return status in thing.statuses or status in coming.statuses
        case a.HasAbility(str(keyword)):
            form = printed_form(rulebook, thing, thing.form)
            printed = any(one.ability.keyword == keyword for one in form.abilities)
            return printed or keyword in coming.keywords or coming.copies
        case a.InZone(zone):
            return zone in ("*", thing.zone)
        case a.InRegion(region):
            # The ground itself is below ground too; nothing comes into the void by an effect.
            space = rulebook.space
            if space is None or thing.place is None:
                return False
            level = thing.place.level
            if region == space.void:
                return bool(thing.place.in_void)
            ground = a.Member(rulebook.types, space.ground)
            return (
                level == "deep"
                or region == space.surface
                or _possible(rulebook, ground, thing, coming)
            )
        case a.Either(parts):
            return any(
                all(_possible(rulebook, one, thing, coming) for one in conjuncts(part))
                for part in parts
            )
        case a.Compared(a.Read(characteristic, a.It()), ">=" | ">", a.Number(least)):
            known = rulebook.characteristics.get(characteristic)
            if known is not None and known.counter and least > 0:
                return thing.counters.get(characteristic, 0) > 0
        case a.Compared(
            a.Read(characteristic, a.It()), "<=" | "<" | "=" as comparator, a.Number(most)
        ):
            number = _least(rulebook, characteristic, thing, coming)
            return number is None or number < most or (comparator != "<" and number == most)
    return True


def _least(rulebook: Rulebook, characteristic: str, thing: Thing, coming: Prospects) -> int | None:
    """The number printed on the object, if it can come to be no lower; None: it is not known."""
    given = (rulebook.statuses.get(name) for name in thing.statuses)
    if (
        characteristic in coming.lowered
        or any(one is not None and characteristic in one.empties for one in given)
        or characteristic in thing.counters
        or any(thing.counters.values())
        or thing.form is not thing.card
        or (thing.front is not None and characteristic in rulebook.front_numbers)
        or rulebook.characteristics[characteristic].counter
    ):
        return None
    return printed_form(rulebook, thing, thing.form).numbers.get(characteristic)
