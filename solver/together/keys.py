"""What operations change and what evaluation looks at, finer than characteristics: as keys.

A key is a tuple that begins with its kind: a word of a set, an ability's keyword or instance, a
number, a player, a status, the name, a mark. `Keys.writes` says which keys an operation changes,
`Keys.behind` which written keys may change what is looked at under a key; of presence (a word, a
keyword, an instance, a status), `Keys.gaining` and `Keys.losing` which may bring and take it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.reads import ReadAbility, ReadName, ReadStatus, ReadWord
from layerlaw.model.algebra.writes import (
    BarStatus,
    LoseAbilities,
    Write,
    WriteAbility,
    WriteCopy,
    WriteMark,
    WriteName,
    WriteNumber,
    WritePlayer,
    WriteStatus,
    WriteText,
    WriteWords,
)
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.board.columns import BASE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook

Key = tuple[Hashable, ...]

COPY: Key = ("copy",)
GAINING, LOSING = "gaining", "losing"
"""Before the key of a presence: what is written brings it, or takes it."""
NAMES: Key = ("name",)
ANY_ABILITY: Key = ("ability",)
KEPT: Key = ("kept",)
"""Abilities that are kept, for no status that would take them is given any more."""


def control_key(rulebook: Rulebook) -> Key:
    """The key under which it is looked at who controls."""
    return ("player", rulebook.control)


def key_of(cell: ReadWord | ReadStatus | ReadName | ReadAbility) -> Key:
    """The key under which presence is looked at."""
    match cell:
        case ReadWord(characteristic, word):
            return ("word", characteristic, word)
        case ReadStatus(status):
            return ("status", status)
        case ReadName():
            return NAMES
        case ReadAbility(keyword):
            return ANY_ABILITY if keyword is None else ("keyword", keyword)


class Keys:
    """The keys of one situation; `operations` are all that any effect of it could ever do.

    every: the keys that these write, but for those of ability instances and of marks.
    """

    def __init__(self, rulebook: Rulebook, operations: Iterable[a.Operation]) -> None:
        self.rulebook = rulebook
        every = tuple(operations)
        self.fixers: list[str] = []
        self._but: dict[tuple[str, ...], None] = {}
        self._partners: dict[str, set[str]] = {}
        self._sources: dict[tuple[str, str], set[str]] = {}
        self._behind: dict[Key, tuple[Key, ...]] = {}
        self._directed: dict[tuple[str, Key], tuple[Key, ...]] = {}
        for operation in every:
            joint: set[str] = set()
            for write in operation.writes:
                match write:
                    case LoseAbilities(but):
                        self._but[but] = None
                    case WriteStatus(status) if rulebook.statuses[status].silences:
                        self._but[()] = None
                    case WriteNumber(name, "swap"):
                        joint |= {name, *self._partners.get(name, ())}
                    case WriteWords(characteristic, "replace", tuple(new), old):
                        for word in new:
                            self._sources.setdefault((characteristic, word), set()).add(old)
            for name in joint:
                self._partners[name] = joint
        self.every = frozenset(key for one in every for key in self.writes(one, -1, ""))

    def writes(self, operation: a.Operation, grants: int, effect: str) -> tuple[Key, ...]:
        """The keys that the operation of this effect may change; bars count as what they bar."""
        return tuple(
            key for write in operation.writes for key in self._written(write, grants, effect)
        )

    def _written(self, write: Write, grants: int, effect: str) -> tuple[Key, ...]:
        match write:
            case WriteNumber(characteristic, "set" | "fix" | "clear"):
                return (("number", characteristic), ("number", BASE + characteristic))
            case WriteNumber(characteristic):
                return (("number", characteristic),)
            case WriteWords(characteristic, "add" | "remove" | "replace" as how, tuple(words), old):
                gone = words if how == "remove" else (old,) if old else ()
                come = () if how == "remove" else words
                return (
                    *(("word", characteristic, word) for word in (*gone, *come)),
                    *((LOSING, ("word", characteristic, word)) for word in gone),
                    *((GAINING, ("word", characteristic, word)) for word in come),
                    ("any word", characteristic),
                )
            case WriteWords(characteristic):
                return (("words", characteristic), ("any word", characteristic))
            case WritePlayer(characteristic):
                return (("player", characteristic),)
            case WriteAbility("gain", keyword):
                given = ("keyword", keyword)
                return (given, (GAINING, given), ANY_ABILITY, ("instance", grants))
            case WriteAbility(_, keyword):
                return (("keyword", keyword), ANY_ABILITY, ("lose", keyword))
            case LoseAbilities(but):
                return (("lose all", but), ANY_ABILITY)
            case WriteStatus(name):
                given = ("status", name)
                return (given, (GAINING, given), *self._with_status(name, ("lose all", ())))
            case BarStatus(name):
                given = ("status", name)
                return (given, (LOSING, given), *self._with_status(name, KEPT))
            case WriteName():
                return (NAMES,)
            case WriteText():
                # No file says so, but a document with another answer may be asked about.
                raise LayerlawError("a text changes only where effects apply in layers")
            case WriteCopy():
                return (COPY,)
            case WriteMark("unmodifiable"):
                return (("fixed", effect),)
            case WriteMark():
                # Nothing that an effect can say looks at what objects may do.
                return ()

    def _with_status(self, name: str, abilities: Key) -> Iterator[Key]:
        """The other keys that giving a status may change, and so keeping it away."""
        status = self.rulebook.statuses[name]
        if status.nameless:
            yield NAMES
        if status.silences:
            yield from (abilities, ANY_ABILITY)
        for characteristic in status.empties:
            # Nor is the base value set of a number that is barred.
            yield from (("number", characteristic), ("number", BASE + characteristic))

    def behind(self, key: Key) -> tuple[Key, ...]:
        """The written keys that may change what is looked at under this key."""
        if key not in self._behind:
            self._behind[key] = tuple(self._find(key))
        return self._behind[key]

    def may_change(self, key: Key) -> bool:
        """Whether any effect could change what is looked at under this key on any object."""
        return not self.every.isdisjoint(self.behind(key))

    def gaining(self, key: Key) -> tuple[Key, ...]:
        """The written keys that may bring what is looked at under this key to where it is not."""
        return self._towards(GAINING, key)

    def losing(self, key: Key) -> tuple[Key, ...]:
        """The written keys that may take what is looked at under this key from where it is."""
        return self._towards(LOSING, key)

    def _towards(self, direction: str, key: Key) -> tuple[Key, ...]:
        known = self._directed.get((direction, key))
        if known is None:
            known = tuple(self._find_towards(direction, key))
            self._directed[direction, key] = known
        return known

    def _find_towards(self, direction: str, key: Key) -> Iterator[Key]:
        behind = self.behind(key)
        match key:
            case ("word", *_) | ("status", _):
                # A word that becomes another one takes its presence with it.
                yield from ((direction, one) if one[0] == key[0] else one for one in behind)
            case ("keyword", _) if direction == GAINING:
                yield from ((GAINING, key), KEPT, COPY)
            case ("keyword", keyword):
                yield from (("lose", keyword), *(one for one in behind if one not in (key, KEPT)))
            case ("instance", number, _) if direction == GAINING:
                yield from (("instance", number), KEPT, COPY)
            case ("instance", number, _):
                yield from (one for one in behind if one not in (("instance", number), KEPT))
            case _:
                yield from behind

    def _find(self, key: Key) -> Iterator[Key]:
        match key:
            case ("word", str(characteristic), str(word)):
                words = {word}
                unseen = [word]
                while unseen:
                    for old in sorted(self._sources.get((characteristic, unseen.pop()), ())):
                        if old not in words:
                            words.add(old)
                            unseen.append(old)
                yield from (("word", characteristic, one) for one in sorted(words))
                yield ("words", characteristic)
                yield COPY
            case ("keyword", keyword):
                yield key
                yield from (("lose all", but) for but in self._but if keyword not in but)
                yield from (KEPT, COPY)
            case ("instance", number, keyword):
                yield ("instance", number)
                yield ("lose", keyword)
                yield from (("lose all", but) for but in self._but if keyword not in but)
                yield from (KEPT, COPY)
            case ("number", str(characteristic)):
                partners = self._partners.get(characteristic, {characteristic})
                yield from (("number", one) for one in sorted(partners))
                yield COPY
            case ("depth", characteristic):
                yield from self.behind(("number", characteristic))
            case ("fixed", effect):
                yield from (("fixed", one) for one in self.fixers if one != effect)
            case ("name",) | ("ability",) | ("any word", _):
                yield key
                yield COPY
            case _:
                yield key

    def forget(self) -> None:
        """Look anew from now on: the marks that effects make are known."""
        self._behind.clear()
        self._directed.clear()
