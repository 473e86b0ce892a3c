"""What operations change and what evaluation looks at, finer than characteristics: as keys.

A key is a tuple that begins with its kind: a word of a set, an ability's keyword or instance, a
number, a player, a status, the name, a mark. `Keys.writes` says which keys an operation changes,
`Keys.behind` which written keys may change what is looked at under a key.
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
    WriteNumber,
    WritePlayer,
    WriteStatus,
    WriteWords,
)
from layerlaw.solver.board.columns import BASE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook

Key = tuple[Hashable, ...]

COPY: Key = ("copy",)
NAMES: Key = ("name",)
ANY_ABILITY: Key = ("ability",)


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
    """The keys of one situation; `operations` are all that any effect of it could ever do."""

    def __init__(self, rulebook: Rulebook, operations: Iterable[a.Operation]) -> None:
        self.rulebook = rulebook
        self.fixers: list[str] = []
        self._but: dict[tuple[str, ...], None] = {}
        self._partners: dict[str, set[str]] = {}
        self._sources: dict[tuple[str, str], set[str]] = {}
        self._behind: dict[Key, tuple[Key, ...]] = {}
        for operation in operations:
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
            case WriteWords(characteristic, "add" | "remove" | "replace", tuple(words), old):
                changed = (old, *words) if old else words
                return (
                    *(("word", characteristic, word) for word in changed),
                    ("any word", characteristic),
                )
            case WriteWords(characteristic):
                return (("words", characteristic), ("any word", characteristic))
            case WritePlayer(characteristic):
                return (("player", characteristic),)
            case WriteAbility("gain", keyword):
                return (("keyword", keyword), ANY_ABILITY, ("instance", grants))
            case WriteAbility(_, keyword):
                return (("keyword", keyword), ANY_ABILITY, ("lose", keyword))
            case LoseAbilities(but):
                return (("lose all", but), ANY_ABILITY)
            case WriteStatus(name):
                status = self.rulebook.statuses[name]
                silence = (("lose all", ()), ANY_ABILITY) if status.silences else ()
                named = (NAMES,) if status.nameless else ()
                numbers = (("number", c) for c in status.empties)
                return (("status", name), *named, *silence, *numbers)
            case BarStatus(name):
                return (("status", name),)
            case WriteCopy():
                return (COPY,)
            case WriteMark("unmodifiable"):
                return (("fixed", effect),)
            case WriteMark():
                # Nothing that an effect can say looks at what objects may do.
                return ()

    def behind(self, key: Key) -> tuple[Key, ...]:
        """The written keys that may change what is looked at under this key."""
        if key not in self._behind:
            self._behind[key] = tuple(self._find(key))
        return self._behind[key]

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
                yield COPY
            case ("instance", number, keyword):
                yield ("instance", number)
                yield ("lose", keyword)
                yield from (("lose all", but) for but in self._but if keyword not in but)
                yield COPY
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
