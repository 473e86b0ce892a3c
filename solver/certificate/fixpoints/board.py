"""Boards of unknowns: cells as truths and numbers, those that no effect can write as they are."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from layerlaw.model.algebra import SEVERAL_NAMES, CopyOf, Rename
from layerlaw.model.algebra.infinite import named as read_number
from layerlaw.solver.certificate.replay.board import (
    ABILITIES,
    BARS,
    BASE,
    DERIVED,
    FIXED,
    NAME,
    PERMISSIONS,
    ones,
)
from layerlaw.solver.certificate.replay.cells import form_of, joined
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.operations import meaning_of, operations_in
from layerlaw.solver.certificate.terms import TooLarge

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from layerlaw.model.algebra import Operation
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.replay.board import ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.operations import CellKey
    from layerlaw.solver.certificate.replay.parts import ReplayEffect
    from layerlaw.solver.certificate.terms import Amount, Name, Terms, Truth

Place = tuple[str, "CellKey"]

NAME_KEY: CellKey = ("name",)
MOST_NAMES = 100
_AMOUNTS = ("number", "player", "name")


def control_key(rulebook: Rulebook) -> CellKey:
    """The key of who controls an object."""
    return ("player", rulebook.control)


class Coding:
    """Which whole number stands for a name or a player; nobody is -1."""

    def __init__(self, effects: ReplayEffects) -> None:
        self.effects = effects
        self.table = effects.table
        self._names: dict[str, int] = {}

    @cached_property
    def called(self) -> tuple[str, ...]:
        """Every name, or names together, that an object could have by its cards or by effects."""
        writable = WritableCells(self.effects)
        named = dict.fromkeys(("", *writable.card_names()))
        while True:
            more = [together(had, one) for had in named for one in writable.renaming]
            new = [one for one in more if one not in named]
            if not new:
                return tuple(named)
            named.update(dict.fromkeys(new))
            if len(named) > MOST_NAMES:
                raise TooLarge(f"more than {MOST_NAMES} names could be had together")

    def name(self, name: str) -> int:
        """The number of a name."""
        return self._names.setdefault(name, len(self._names))

    def player(self, player: str | None) -> int:
        """The number of a player."""
        return self.table.players.index(player) if player in self.table.players else -1

    def put(self, board: ReplayBoard, place: Place, value: bool | int) -> None:
        """Write what stands for a cell onto a known board; a number before whether there is one."""
        object, key = place
        match key:
            case ("word", str(characteristic), str(word)):
                words = board.words(object, characteristic)
                now = words | {word} if value else words - {word}
                board.put(object, characteristic, now)
            case ("has", ReplayInstance() as instance):
                rest = tuple(one for one in board.abilities(object) if one is not instance)
                board.put(object, ABILITIES, (*rest, instance) if value else rest)
            case ("mark", effect):
                marks = board.markers(object)
                board.put(object, FIXED, marks | {effect} if value else marks - {effect})
            case ("status", str(status)):
                board.put(object, status, value)
            case ("number", str(characteristic)):
                board.put(object, characteristic, read_number(value))
            case ("is", str(characteristic)):
                if not value:
                    board.put(object, characteristic, None)
                elif board.number(object, characteristic) is None:
                    board.put(object, characteristic, 0)
            case ("player", str(characteristic)):
                players = self.table.players
                who = players[value] if 0 <= value < len(players) else None
                board.put(object, characteristic, who)
            case ("name",):
                board.put(object, NAME, list(self._names)[value])

    def cells(self, board: ReplayBoard) -> dict[Place, bool | int]:
        """The cells of a known board."""
        cells: dict[Place, bool | int] = {}
        ids = self.table.ids
        for characteristic, column in board.columns.items():
            for value, held in column.items():
                for key, known in self._keys(characteristic, value):
                    for place in ones(held):
                        cells[ids[place], key] = known
        for place, instances in board.held.items():
            for one in instances:
                cells[ids[place], ("has", one)] = True
        return cells

    def _keys(self, characteristic: str, value: Hashable) -> Iterable[tuple[CellKey, bool | int]]:
        known = self.table.rulebook.characteristics.get(characteristic.removeprefix(BASE))
        match characteristic:
            case _ if characteristic == NAME:
                return [(NAME_KEY, self.name(str(value)))]
            case _ if characteristic == FIXED:
                return [(("mark", value), True)]
            case _ if characteristic == BARS:
                return [(("bar", value), True)]
            case _ if characteristic in (PERMISSIONS, *DERIVED):
                return []
            case _ if known is None:
                return [(("status", characteristic), True)]
        match known.kind:
            case "set":
                return [(("word", characteristic, value), True)]
            case "player":
                return [(("player", characteristic), self.player(cast("str", value)))]
        return [(("is", characteristic), True), (("number", characteristic), cast("int", value))]


def together(had: str, naming: Rename) -> str:
    """What something of this name is called after the operation."""
    own = had.split(SEVERAL_NAMES) if naming.besides else ()
    return SEVERAL_NAMES.join(sorted({*filter(None, own), *naming.names}))


def nothing(key: CellKey) -> bool | int:
    """What a cell is that was never written."""
    if key[0] not in _AMOUNTS:
        return False
    return 0 if key[0] == "number" else -1


class WritableCells:
    """The kinds of cells that some operation of the situation writes, on whatever object.

    words: for each set, those that some card has or some operation brings.
    """

    def __init__(self, effects: ReplayEffects) -> None:
        self.effects = effects
        self.rulebook = effects.rulebook
        self.renaming: list[Rename] = []
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

    def card_names(self) -> list[str]:
        """The names of all cards."""
        return list(dict.fromkeys(card.name for card in self._cards()))

    def _note(self, operation: Operation) -> None:
        if isinstance(operation, CopyOf):
            for one in operation.but:
                self._note(one)
        if isinstance(operation, Rename):
            self.renaming.append(operation)
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
        copied: dict[ReplayEffect, None] = {}
        if ("copy",) in self._kinds:
            table = self.effects.table
            for card in self._cards():
                for instance in self.effects.instances.printed(card):
                    if instance.static and not instance.name:
                        for holder in table.visible:
                            if not {instance.ability.keyword} & table.things[holder].without:
                                copied[self.effects.static(instance, holder)] = None
        return copied


class UnknownBoard:
    """A board of which only that is known which no effect can write.

    written: the cells that some effect may write. reach: where given, whatever some operation
    writes on anything is unknown too. looked: the unknown asked for so far.
    """

    def __init__(
        self,
        terms: Terms,
        start: dict[Place, bool | int],
        written: dict[Place, None],
        reach: WritableCells | None = None,
    ) -> None:
        self.terms = terms
        self.start = start
        self.written = written
        self.reach = reach
        self.looked: dict[Place, Name] = {}
        self._words = [] if reach is None else reach.word_keys()
        self._keys: dict[str, dict[CellKey, None]] = {}
        for object, key in (*start, *written):
            self._keys.setdefault(object, {})[key] = None

    def keys(self, object: str, kind: str) -> list[CellKey]:
        """What of this kind the object could ever have."""
        known = self._keys.get(object, {})
        keys = [key for key in known if key[0] == kind]
        if kind == "word":
            keys += [key for key in self._words if key not in known]
        return keys

    def is_known(self, object: str, key: CellKey) -> bool:
        """Whether no effect can write the cell."""
        return (object, key) not in self.written and (
            self.reach is None or not self.reach.might(key)
        )

    def truth(self, object: str, key: CellKey) -> Truth:
        """Whether the object has it."""
        return cast("Truth", self._cell((object, key)))

    def amount(self, object: str, key: CellKey) -> Amount:
        """The number in the cell."""
        return self._cell((object, key))

    def _cell(self, place: Place) -> Truth | Amount:
        if self.is_known(*place):
            return self.start.get(place, nothing(place[1]))
        if place not in self.looked:
            is_amount = place[1][0] in _AMOUNTS
            self.looked[place] = self.terms.variable("Int" if is_amount else "Bool")
        return self.looked[place]
