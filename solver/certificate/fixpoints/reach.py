"""What effects could ever write, whatever holds: read off every ability that there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.replay.cells import form_of, joined
from layerlaw.solver.certificate.replay.operations import meaning_of, operations_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Operation
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.operations import CellKey
    from layerlaw.solver.certificate.replay.parts import ReplayEffect


class WritableCells:
    """The kinds of cells that some operation of the situation writes, on whatever object.

    words: for each set, those that some card has or some operation brings.
    """

    def __init__(self, effects: ReplayEffects) -> None:
        self.effects = effects
        self.rulebook = effects.rulebook
        self.words: dict[str, set[str]] = {}
        self._kinds: set[CellKey] = set()
        for card in self._cards():
            for name, words in card.sets.items():
                self.words.setdefault(name, set()).update(words)
            for printed in card.abilities:
                if printed.use == "has":
                    for operation in operations_in(printed.ability):
                        self._note(operation)
        for effect in effects.resolved:
            for operation in operations_in(effect.ability):
                self._note(operation)

    def _cards(self) -> Iterator[Card]:
        for thing in self.effects.table.things.values():
            yield joined(thing.card, thing.linked, self.rulebook)
            yield form_of(thing, self.rulebook)
        for effect in self.effects.resolved:
            yield from (card for card in effect.copies if card is not None)

    def _note(self, operation: Operation) -> None:
        for touched in meaning_of(operation, self.rulebook).touched:
            self._kinds.update(touched.kinds)
            self.words.setdefault(touched.characteristic, set()).update(touched.brings)

    def might(self, key: CellKey) -> bool:
        """Whether some operation may write such a cell."""
        if key[0] == "has":
            return ("has",) in self._kinds
        if key[0] == "any with":
            return ("copy",) in self._kinds or key in self._kinds
        if key[0] == "word":
            return key in self._kinds or key[:2] in self._kinds
        return key in self._kinds

    def word_keys(self) -> list[CellKey]:
        """Every word of a set that some operation may write."""
        keys: list[CellKey] = [
            ("word", name, word) for name, words in self.words.items() for word in sorted(words)
        ]
        return [key for key in keys if self.might(key)]

    def seeds(self) -> dict[ReplayEffect, None]:
        """Where things are copied: the effects that any object would have as any other one."""
        found: dict[ReplayEffect, None] = {}
        if ("copy",) in self._kinds:
            table = self.effects.table
            for card in self._cards():
                for instance in self.effects.instances.printed(card):
                    if instance.static and not instance.name:
                        for holder in table.visible:
                            if not {instance.ability.keyword} & table.things[holder].without:
                                found[self.effects.static(instance, holder)] = None
        return found
