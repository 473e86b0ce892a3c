"""Proves that the order of some cards does not matter, from what their effects read and write.

The cards arrive one directly after another, so that everything else is older or newer than all of
them. Let nothing else of the layer look at what they write there (`only`). Then nothing ever waits
for their effects, and what else there is goes in the same order, whichever of them is the older.
Each of their effects keeps its place among those others, since it waits for the same of them and is
as old as before beside each. So only effects of theirs that stand side by side change places; they
read nothing that they write, and what they write is only added up. The layer ends on the same
board, and so does each later one, which begins with it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.infinite import is_infinite
from layerlaw.model.algebra.reads import ReadRegion, ReadRelation
from layerlaw.model.algebra.trees import cells_read
from layerlaw.model.algebra.writes import WriteNumber, WriteWords
from layerlaw.solver.board.columns import BASE
from layerlaw.solver.documents.properties.possible_policies import possible, refuted_readings
from layerlaw.solver.documents.properties.results import PropertyProof

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook


class _Unproved(Exception):
    """Something that the proof does not cover."""


def prove_order(cards: Sequence[Card], rulebook: Rulebook) -> PropertyProof | None:
    """A proof that the cards may arrive in any order; None if they do what it does not cover.

    Covered are static abilities that add constants to numbers, or add words to sets and take them
    away, and that look at nothing which one of them changes.
    """
    try:
        return _Proof(cards, rulebook).proof()
    except _Unproved:
        return None


class _Proof:
    """What the cards read and write, and whether writes that meet can change places."""

    def __init__(self, cards: Sequence[Card], rulebook: Rulebook) -> None:
        self.cards = cards
        self.rulebook = rulebook
        self.floors = possible(rulebook, "floor")
        self.rising: dict[str, None] = {}

    def proof(self) -> PropertyProof:
        """The proof, or `_Unproved`."""
        if len(self.cards) < 2 or possible(self.rulebook, "process") != {"layered"}:
            raise _Unproved
        written = [list(self._operations(card)) for card in self.cards]
        names = {name for each in written for operation in each for name in self._named(operation)}
        self._look(names)
        for mine, theirs in combinations(written, 2):
            for one in mine:
                for other in theirs:
                    self._meet(one, other)
        if not names:
            raise _Unproved
        return PropertyProof(tuple(self._rests_on(names)), tuple(self._only(names)))

    # --- what they do -----------------------------------------------------------------------

    def _operations(self, card: Card) -> Iterator[a.Operation]:
        for printed in card.abilities:
            ability = printed.ability
            if printed.use != "has" or ability.zones or ability.until or printed.chooses:
                raise _Unproved
            if ability.keyword is not None and (
                ability.instructions or ability.keyword in self.rulebook.marks
            ):
                raise _Unproved
            for instruction in ability.instructions:
                yield from instruction.operations

    def _named(self, operation: a.Operation) -> Iterator[str]:
        """What the operation writes, if it is of the few kinds that are covered."""
        match operation:
            case a.ChangeNumber(name, "+" | "-", a.Number(number), least):
                if least is not None or is_infinite(number):
                    raise _Unproved
                yield name
            case a.AddMembers() | a.RemoveMembers():
                for write in operation.writes:
                    if write.words is None or write.characteristic == self.rulebook.types:
                        raise _Unproved
                    yield write.characteristic
            case _:
                raise _Unproved

    def _look(self, names: set[str]) -> None:
        """Raise if the cards, or the rulebook by itself, look at what is written."""
        rulebook = self.rulebook
        trees: list[object] = [card.abilities for card in self.cards]
        trees += [rule.ability for rule in rulebook.rules]
        trees += [rulebook.carried, *rulebook.mark_on.values()]
        trees += [who for who, _, _ in rulebook.immune]
        if names & set(self._read(trees)):
            raise _Unproved
        if rulebook.space is not None and names & set(rulebook.space.reads):
            raise _Unproved

    def _read(self, trees: list[object]) -> Iterator[str]:
        parts = {
            part: each.name
            for each in self.rulebook.characteristics.values()
            for part in each.parts
        }
        for tree in trees:
            for cell in cells_read(tree):
                name = getattr(cell, "characteristic", "").removeprefix(BASE)
                yield parts.get(name, name)
                if isinstance(cell, ReadRegion | ReadRelation) and self.rulebook.space is not None:
                    yield from self.rulebook.space.reads

    # --- what meets -------------------------------------------------------------------------

    def _meet(self, one: a.Operation, other: a.Operation) -> None:
        """Raise if the two may write one cell and come to something else in the other order."""
        for mine in one.writes:
            for theirs in other.writes:
                match mine, theirs:
                    case WriteNumber(name), WriteNumber(same) if name == same:
                        self._sums(name, one, other)
                    case WriteWords(name, how), WriteWords(same, as_) if (
                        name == same and how != as_
                    ):
                        if set(mine.words or ()) & set(theirs.words or ()):
                            raise _Unproved

    def _sums(self, name: str, one: a.Operation, other: a.Operation) -> None:
        """Raise unless what both add goes the same way: no bound then cuts one of the orders."""
        changes = [_change(one), _change(other)]
        if min(changes) < 0 < max(changes):
            raise _Unproved
        if "each step" in self.floors and max(changes) > 0:
            self.rising[name] = None

    # --- what it rests on -------------------------------------------------------------------

    def _rests_on(self, names: set[str]) -> Iterator[str]:
        listed = _listed(names)
        yield (
            f"what they do is added up, in any order alike, and none of them looks at {listed}, "
            "which they change"
        )
        yield f"no rule of {self.rulebook.id} looks at {listed}"
        yield from refuted_readings(self.rulebook, "floor")

    def _only(self, names: set[str]) -> Iterator[str]:
        listed = _listed(names)
        tests = possible(self.rulebook, "test") | {layer.test for layer in self.rulebook.layers}
        touches = "looks at or changes" if "result" in tests else "looks at"
        yield f"no other effect in their layer {touches} {listed}"
        yield "nothing gives one of these cards another ability, copying included"
        yield (
            "between their arrivals no check finds anything, no duration ends and no condition "
            "turns on or off"
        )
        if any(check.one_for_each for check in self.rulebook.checks):
            yield "no check has to choose between two of them"
        for name in self.rising:
            yield f"no object's {name} is printed below its floor"


def _change(operation: a.Operation) -> int:
    assert isinstance(operation, a.ChangeNumber)
    assert isinstance(operation.value, a.Number)
    return operation.value.value if operation.sign == "+" else -operation.value.value


def _listed(names: set[str]) -> str:
    return " and ".join(sorted(names))
