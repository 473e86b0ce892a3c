"""What could be true of one object in any state, told from its card and from what could be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from layerlaw.model import algebra as a
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.words import policy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.replay.operations import Touched
    from layerlaw.solver.facts.situation import Thing

_NAMING_WORDS = a.SetMembers | a.AddMembers | a.RemoveMembers | a.ReplaceMember | a.Animate
"""Operations that bring the words they name, and no others."""
_ONLY_ADDING = a.AddMembers | a.AddMembersOf


@dataclass(frozen=True, slots=True)
class PossibleDeed:
    """An operation that something may carry out. touched: what it is about.

    scope: what an object has to be by then; None: anything. of: the card of the only objects that
    do it, each to itself; None: others do. only: the ids of the only ones to which it is done;
    None: of any.
    """

    operation: a.Operation
    touched: tuple[Touched, ...]
    scope: a.Selector | None = None
    of: Card | None = None
    only: frozenset[str] | None = None

    def concerns(self, thing: Thing) -> bool:
        """Whether something does it to that object, if it is among the only ones."""
        return self.of is None or self.of is thing.card


class ObjectOutlook:
    """What could be true of an object whose card is all that it is by events.

    Whatever order effects apply in, whichever of them exist, and whether or not their conditions
    hold: a cell is what it was to begin with, or what some deed writes, and a deed is done only to
    what its scope selects, which only earlier deeds can have brought about. So the deeds that may
    be done are gathered from the start on, and what none of them writes stays. Where deeds may
    hold themselves up, no earlier ones are needed, and all of them may be done.
    """

    def __init__(self, rulebook: Rulebook, thing: Thing) -> None:
        self._rulebook = rulebook
        self._thing = thing
        self._grounded = _are_grounded(rulebook)
        self._words = {name: set(words) for name, words in thing.card.sets.items()}
        self._any_words: set[str] = set()
        self._lost: set[tuple[str, str | None]] = set()
        self._written: dict[str, list[a.Operation]] = {}
        self._bounds: dict[str, tuple[int | None, int | None]] = {}
        self._statuses = set(thing.statuses)
        self._keywords = {printed.ability.keyword for printed in thing.card.abilities}
        self._loses_abilities = False
        self._barred: list[PossibleDeed] = []
        self.renamed = False

    def add(self, deeds: Iterable[PossibleDeed]) -> bool:
        """More of what something may do; whether that makes more possible.

        Of what is done to some objects alone, only what is done to this one.
        """
        fresh = [deed for deed in deeds if deed.concerns(self._thing)]
        more = changed = self._do(fresh)
        while more:
            # What was barred before may no longer be.
            more = self._do(self._take_barred())
        return changed

    def _take_barred(self) -> list[PossibleDeed]:
        barred, self._barred = self._barred, []
        return barred

    def _do(self, deeds: Iterable[PossibleDeed]) -> bool:
        """Whether anything is made possible by those of the deeds that may be done."""
        changed = False
        for deed in deeds:
            if deed.scope is None or not self._grounded or self.may_be(deed.scope):
                for touched in deed.touched:
                    changed |= self._touch(deed.operation, touched)
            else:
                self._barred.append(deed)
        return changed

    def _touch(self, operation: a.Operation, touched: Touched) -> bool:
        changed = False
        for kind, *what in touched.kinds:
            match kind, what:
                case "word", [str(name), *words]:
                    if isinstance(operation, _NAMING_WORDS):
                        changed |= _joins(self._words.setdefault(name, set()), touched.brings)
                    else:
                        changed |= _joins(self._any_words, (name,))
                    if not isinstance(operation, _ONLY_ADDING):
                        lost: tuple[str | None, ...] = (*map(str, words),) or (None,)
                        changed |= _joins(self._lost, [(name, one) for one in lost])
                case "number", [str(name)]:
                    changed |= self._write(name, operation)
                case "status", [str(name)]:
                    changed |= _joins(self._statuses, (name,))
                case "any with", [None | str() as keyword]:
                    changed |= _joins(self._keywords, (keyword,))
                case "name", []:
                    self.renamed = True
                case "has", []:
                    changed |= not self._loses_abilities
                    self._loses_abilities = True
                case (("is" | "player" | "has"), _):
                    # Whether there is a number follows from what is written; nothing here is said
                    # of who controls what.
                    pass
                case _:
                    raise AssertionError(f"nothing is known of a cell of the kind {kind}")
        return changed

    def _write(self, name: str, operation: a.Operation) -> bool:
        if name not in self._written:
            # Other numbers may be known by this one, as long as nothing writes it.
            self._written[name] = [operation]
            self._bounds.clear()
            return True
        least, most = self._number(name)
        self._written[name].append(operation)
        lower = None if least is None else self._lowered(name, least, operation)
        self._bounds[name] = lower, None
        return (lower, None) != (least, most)

    # --- selectors -------------------------------------------------------------------------

    def may_be(self, selector: a.Selector, bearer: ObjectOutlook | None = None) -> bool:
        """Whether the selector could select the object; False only where it never does.

        bearer: what could be true of what carries the object in play; None: that is not known.
        """
        match selector:
            case a.Noun(_, meaning):
                return self.may_be(meaning, bearer)
            case a.Both(parts):
                return all(self.may_be(part, bearer) for part in parts)
            case a.Either(parts):
                return any(self.may_be(part, bearer) for part in parts)
            case a.Not(inner):
                return not self.is_for_good(inner, bearer)
            case a.BorneBy(carrier):
                carried = self._thing.bearer is not None
                return carried and (bearer is None or bearer.may_be(carrier))
            case a.Players():
                return False
            case a.Member(name, word):
                return name in self._any_words or word in self._words.get(name, ())
            case a.HasStatus(status):
                return status in self._statuses
            case a.HasAbility(str(keyword)):
                return keyword in self._keywords
            case a.InZone(zone):
                return zone in ("*", self._thing.zone)
            case a.InRegion(region):
                return self._may_lie_in(region)
            case a.Compared(left, comparator, right):
                return self._may_compare(left, comparator, right)
        return True

    def _may_lie_in(self, region: str) -> bool:
        """Whether the object could be in the region. What is ground is on both of its levels."""
        space, place = self._rulebook.space, self._thing.place
        if space is None or place is None or region == space.surface:
            return True
        if region == space.void:
            return place.level == "void" or bool(place.void)
        ground = a.Member(space.types, space.ground)
        return place.level == "deep" or self.may_be(ground)

    def is_for_good(self, selector: a.Selector, bearer: ObjectOutlook | None = None) -> bool:
        """Whether the selector selects the object in every state. bearer: as for `may_be`."""
        match selector:
            case a.Noun(_, meaning):
                return self.is_for_good(meaning, bearer)
            case a.Both(parts):
                return all(self.is_for_good(part, bearer) for part in parts)
            case a.Either(parts):
                return any(self.is_for_good(part, bearer) for part in parts)
            case a.Everything():
                return self.is_seen()
            case a.Member(name, word):
                printed = word in self._thing.card.sets.get(name, ())
                return printed and self._lost.isdisjoint(((name, word), (name, None)))
            case a.HasAbility(str(keyword)):
                return self._keeps(keyword)
            case a.BorneBy(carrier):
                return bearer is not None and bearer.is_seen() and bearer.is_for_good(carrier)
        return False

    def is_seen(self) -> bool:
        """Whether the object is in play, and has and gets no status that hides it."""
        statuses = self._rulebook.statuses
        given = (statuses.get(name) for name in self._statuses)
        playing = self._thing.zone == self._rulebook.in_play
        return playing and not any(one is None or one.hides for one in given)

    def _keeps(self, keyword: str) -> bool:
        """Whether the keyword is printed on the object, and nothing takes abilities from it."""
        printed = any(one.ability.keyword == keyword for one in self._thing.card.abilities)
        return printed and keyword not in self._thing.without and not self._may_lose_abilities()

    def _may_lose_abilities(self) -> bool:
        statuses = self._rulebook.statuses
        given = (statuses.get(name) for name in self._statuses)
        return self._loses_abilities or any(
            one is None or one.silences or one.disables or one.other_half is not None
            for one in given
        )

    def keeps_abilities(self) -> bool:
        """Whether the object has in every state what its card has, where that works in play."""
        return self.is_seen() and not self._thing.without and not self._may_lose_abilities()

    # --- numbers ---------------------------------------------------------------------------

    def _may_compare(self, left: a.Value, comparator: a.Comparator, right: a.Value) -> bool:
        (least, most), (other_least, other_most) = self._within(left), self._within(right)
        match comparator:
            case "<=" | "<":
                known = least is not None and other_most is not None
                return not known or _below(least, other_most, "=" in comparator)
            case ">=" | ">":
                known = most is not None and other_least is not None
                return not known or _below(other_least, most, "=" in comparator)
            case "=":
                return self._may_compare(left, "<=", right) and self._may_compare(left, ">=", right)
        return True

    def _within(self, value: a.Value) -> tuple[int | None, int | None]:
        """What the value is at least and at most; None where that is not known."""
        match value:
            case a.Number(number) if type(number) is int:
                return number, number
            case a.Read(name, a.It()) | a.ReadPart(name, _, a.It()):
                # Of a number that is not split, each part is all of it.
                return self._number(name)
        return None, None

    def _number(self, name: str) -> tuple[int | None, int | None]:
        """What the number is at least and at most as it is read; a missing one is read as 0."""
        known = self._bounds.get(name)
        if known is None:
            known = self._bounds[name] = self._worked_out(name)
        return known

    def _worked_out(self, name: str) -> tuple[int | None, int | None]:
        least, most = self._at_first(name)
        for operation in self._written.get(name, ()):
            most = None
            if least is not None:
                least = self._lowered(name, least, operation)
        return least, most

    def _at_first(self, name: str) -> tuple[int | None, int | None]:
        kind, thing = self._rulebook.characteristics.get(name), self._thing
        if kind is None or kind.kind != "number":
            return None, None
        number = thing.card.numbers.get(name, 0)
        if name in thing.counters and (kind.counter or name in thing.card.numbers):
            number = thing.counters[name]
        if type(number) is not int:
            return None, None
        given = (self._rulebook.statuses.get(status) for status in thing.statuses)
        emptied = any(one is None or name in one.empties for one in given)
        # What is below its floor is read as that.
        most = number if kind.floor is None else max(number, kind.floor)
        return (min(number, 0), max(most, 0)) if emptied else (number, most)

    def _lowered(self, name: str, least: int, operation: a.Operation) -> int | None:
        """What a number is at least that was at least so much, once that was done to it."""
        match operation:
            case a.SetNumber(_, a.Number(number)) | a.FixNumber(_, a.Number(number)):
                return min(least, number) if type(number) is int else None
            case a.SetNumber(_, a.Read(read, a.It())) if read == name and self._grounded:
                return least
            case a.RemoveNumber() | a.SetStatus():
                return min(least, 0)
            case a.ChangeNumber(_, "+", value) if self._never_negative(value):
                return least
            case a.Limit(_, "at least"):
                return least
        return None

    def _never_negative(self, value: a.Value) -> bool:
        match value:
            case a.Number(number):
                return type(number) is int and number >= 0
            case a.Count() | a.Times() | a.CountWords():
                return True
            case a.Arithmetic(left, "+" | "*", right):
                return self._never_negative(left) and self._never_negative(right)
            case a.Read(name, a.It()) if name not in self._written:
                least, _ = self._at_first(name)
                return least is not None and least >= 0
        return False


def _are_grounded(rulebook: Rulebook) -> bool:
    """Whether each deed is done to what is so without it."""
    layered = policy(rulebook, "process") == "layered"
    return layered or policy(rulebook, "groundedness") == "all deeds"


def _below(least: int | None, most: int | None, or_equal: bool) -> bool:
    assert least is not None
    assert most is not None
    return least < most or (or_equal and least == most)


Word = TypeVar("Word")


def _joins(known: set[Word], more: Iterable[Word]) -> bool:
    """Add these; whether any of them is new."""
    before = len(known)
    known.update(more)
    return len(known) > before
