"""What effects could ever write, whatever holds: read off every ability that there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.replay.board import BASE, CONTROLLER
from layerlaw.solver.certificate.replay.cells import form_of, joined

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import ReplayEffect

Key = tuple["Hashable", ...]
"""What of an object: ("word", C, W), ("has", instance), ("status", S), ("mark", effect),
("bar", bar), ("is", number) whether there is one, ("number", N), ("player", P) or ("name",)."""


def operations_in(ability: a.Ability) -> Iterator[a.Operation]:
    """The operations of an ability, and of the abilities that it grants."""
    for instruction in ability.instructions:
        for operation in instruction.operations:
            yield operation
            if isinstance(operation, a.Gain):
                yield from operations_in(operation.ability)


class WritableCells:
    """The kinds of cells that some operation of the situation writes, on whatever object.

    ("any with", keyword) stands for all that is granted with that keyword (None: anything).
    words: for each set, those that some card has or some operation brings.
    """

    def __init__(self, effects: ReplayEffects) -> None:
        self.effects = effects
        self.rulebook = effects.rulebook
        self.words: dict[str, set[str]] = {}
        self.copies = False
        self._kinds: set[Key] = set()
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

    def _note(self, operation: a.Operation) -> None:
        kinds = self._kinds
        match operation:
            case a.SetNumber(name) | a.FixNumber(name) | a.ChangeNumber(name) | a.Limit(name):
                self._number(name)
            case a.Swap(first, second):
                self._number(first)
                self._number(second)
            case a.AddMembers(name, words):
                self._words(name, words)
            case a.RemoveMembers(name, words):
                kinds.update(("word", name, word) for word in words)
            case a.ReplaceMember(name, before, after):
                kinds.add(("word", name, before))
                self._words(name, (after,))
            case a.Animate(type):
                self._words("types", (type,))
            case a.SetMembers(name, words):
                self._words(name, words)
                kinds.add(("word", name))
            case a.AddMembersOf(name):
                kinds.add(("word", name))
            case a.Gain(ability):
                kinds.update((("any with", ability.keyword), ("any with", None)))
            case a.SetPlayer(name):
                kinds.add(("player", name))
            case a.CantBeControlledBy():
                kinds.add(("player", CONTROLLER))
            case a.Lose() | a.LoseAll() | a.CantHave():
                kinds.add(("has",))
            case a.SetStatus(name):
                kinds.add(("status", name))
                for number in self.rulebook.statuses[name].empties:
                    self._number(number)
                if self.rulebook.statuses[name].silences:
                    kinds.add(("has",))
            case a.CopyOf():
                self.copies = True
                kinds.update((("name",), ("has",)))
                for one in self.rulebook.characteristics.values():
                    if one.kind == "number" and not one.counter:
                        self._number(one.name)
                    elif one.kind == "set":
                        kinds.add(("word", one.name))
            case a.CantBeModified() | a.Permission() | a.Ignore() | a.Redirect():
                # Marks are asked for by the effects that make them; permissions by nothing.
                pass
            case _:
                assert_never(operation)

    def _number(self, name: str) -> None:
        for one in (name, BASE + name):
            self._kinds.update((("is", one), ("number", one)))

    def _words(self, name: str, words: tuple[str, ...]) -> None:
        self.words.setdefault(name, set()).update(words)
        self._kinds.update(("word", name, word) for word in words)

    def might(self, key: Key) -> bool:
        """Whether some operation may write such a cell."""
        if key[0] == "has":
            return ("has",) in self._kinds
        if key[0] == "any with":
            return self.copies or key in self._kinds
        if key[0] == "word":
            return key in self._kinds or key[:2] in self._kinds
        return key in self._kinds

    def word_keys(self) -> list[Key]:
        """Every word of a set that some operation may write."""
        keys: list[Key] = [
            ("word", name, word) for name, words in self.words.items() for word in sorted(words)
        ]
        return [key for key in keys if self.might(key)]

    def seeds(self) -> dict[ReplayEffect, None]:
        """Where things are copied: the effects that any object would have as any other one."""
        found: dict[ReplayEffect, None] = {}
        if self.copies:
            table = self.effects.table
            for card in self._cards():
                for instance in self.effects.instances.printed(card):
                    if instance.static and not instance.name:
                        for holder in table.visible:
                            if not {instance.ability.keyword} & table.things[holder].without:
                                found[self.effects.static(instance, holder)] = None
        return found
