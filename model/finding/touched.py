"""The words for what a card reads, writes and has, by which it can be found."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from layerlaw.model.algebra import Operation
from layerlaw.model.algebra.reads import (
    ReadAbility,
    ReadCarried,
    ReadController,
    ReadKeywordNumber,
    ReadName,
    ReadNumber,
    ReadRegion,
    ReadRelation,
    ReadStatus,
    ReadWord,
)
from layerlaw.model.algebra.trees import cells_read, nodes
from layerlaw.model.algebra.writes import (
    BarStatus,
    LoseAbilities,
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
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra.reads import ReadCell
    from layerlaw.model.algebra.writes import Write
    from layerlaw.model.cards.card import Card

ABILITIES, NAME, CONTROLLER, PLACE, COPY = "abilities", "name", "controller", "place", "copy"
CARRIED, PERMISSIONS, ELSEWHERE = "carried", "permissions", "goes elsewhere"
UNMODIFIABLE = "can't be modified"


@dataclass(frozen=True, slots=True)
class Touched:
    """What a card reads and writes, in words.

    A characteristic, a word of one, a status, a keyword or a verb by its own name; `abilities`,
    `name`, `controller`, `place` (regions and relations), `carried`, `copy`, `permissions`.
    """

    reads: frozenset[str]
    writes: frozenset[str]


def touched_by(card: Card) -> Touched:
    """What the abilities of the card look at and change, those that it gives included.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model import shipped_cards
    >>> king = shipped_cards(shipped_rulebook("sorcery-2026-01"))["King of the Realm"]
    >>> sorted(touched_by(king).writes)
    ['controller', 'power']
    >>> sorted(touched_by(king).reads)
    ['controller', 'mortal', 'subtypes']
    """
    trees = [(one.ability, one.chooses, one.only_if) for one in card.every_ability]
    reads = {word for tree in trees for cell in cells_read(tree) for word in _read(cell)}
    writes = {
        word
        for node in nodes(tuple(trees))
        if isinstance(node, Operation)
        for write in node.writes
        for word in _written(write)
    }
    return Touched(frozenset(reads), frozenset(writes))


def _read(cell: ReadCell) -> Iterator[str]:
    match cell:
        case ReadWord(characteristic, word):
            yield characteristic
            if word is not None:
                yield word
        case ReadNumber(characteristic):
            yield characteristic
        case ReadAbility(keyword):
            yield ABILITIES
            if keyword is not None:
                yield keyword
        case ReadKeywordNumber(keyword):
            yield ABILITIES
            yield keyword
        case ReadStatus(status):
            yield status
        case ReadName():
            yield NAME
        case ReadController():
            yield CONTROLLER
        case ReadRegion() | ReadRelation():
            yield PLACE
        case ReadCarried():
            yield CARRIED
        case _:
            assert_never(cell)


def _written(write: Write) -> Iterator[str]:
    match write:
        case WriteNumber(name) | WritePlayer(name):
            yield name
        case WriteWords(name, _, words):
            yield name
            yield from words or ()
        case WriteAbility(_, keyword):
            yield ABILITIES
            if keyword is not None:
                yield keyword
        case LoseAbilities():
            yield ABILITIES
        case WriteStatus(status) | BarStatus(status):
            yield status
        case WriteText(name, old, new):
            yield from (name, old, new, ABILITIES)
        case WriteCopy():
            yield COPY
        case WriteName():
            yield NAME
        case WriteMark("permission", action):
            yield PERMISSIONS
            yield action
        case WriteMark("redirection"):
            yield ELSEWHERE
        case WriteMark():
            yield UNMODIFIABLE
        case _:
            assert_never(write)
