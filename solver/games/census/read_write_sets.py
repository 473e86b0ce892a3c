"""What a card can read and write at all, and which cards can therefore matter to each other.

A *word* stands for what can be read or written: a characteristic, a status, `has K` (whether
something has the keyword K), `has all` (everything is taken away), `its abilities` (that of another
card, which ends that card's effects), `can A` (permissions), `zone` (something leaves play),
`arrival` (what is chosen as an effect resolves hangs on who is there by then). What is said here
holds under every reading of every open point: it leaves out when and in which order things are
read.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, assert_never

from layerlaw.model import algebra as a
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
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.effects.ways import faces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.model.algebra.reads import ReadCell
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.games.census.required_objects import Wanted

ALL = "everything"
ANY, EVERY, LOSE = "has anything", "has all", "its abilities"
ZONE, MODIFIED, ARRIVAL = "zone", "can't be modified", "arrival"
_ONE = (a.Self, a.It, a.Target, a.Bearer, a.Identified)


@dataclass(frozen=True, slots=True)
class Touch:
    """What a card reads and writes, and the keywords and statuses that come with it."""

    reads: frozenset[str]
    writes: frozenset[str]
    brings: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Rule:
    """What the rules do of themselves; nothing without the keywords and statuses it needs."""

    needs: frozenset[str]
    reads: frozenset[str]
    writes: frozenset[str]


class Touches:
    """Works out for the cards of one game which can matter to which."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._players = {
            each.name for each in rulebook.characteristics.values() if each.kind == "player"
        }

    def card(self, card: Card, kinds: Iterable[Wanted]) -> Touch:
        """What the card touches. kinds: the objects of the board that it speaks of."""
        abilities = [one.ability for one in card.abilities if one.ability.instructions]
        brings = {f"has {one.ability.keyword}" for one in card.abilities if one.ability.keyword}
        for kind in kinds:
            brings |= {f"has {keyword}" for keyword in kind.keywords}
            brings |= set(kind.statuses)
        reads = {LOSE, MODIFIED, ZONE}
        writes = {ARRIVAL}
        if any(_chooses(one.ability) for one in card.abilities if one.use not in ("has", "enters")):
            reads.add(ARRIVAL)
        for ability in abilities:
            reads |= set(self._reads(ability))
            if ability.keyword is not None:
                reads |= {f"has {ability.keyword}", EVERY}
            written = set(self._writes(ability))
            # What a card does to itself ends no other card's effects.
            alone = all(isinstance(one.scope, a.Self) for one in ability.instructions)
            writes |= written - {LOSE} if alone else written
            brings |= {word for word in written if word.startswith("has ")}
        if any(one.use in ("enters",) for one in card.abilities):
            reads.add(ALL)
        reads |= self._carried(card)
        return Touch(frozenset(reads), frozenset(writes), frozenset(brings))

    def matters(self, one: Touch, other: Touch, there: Sequence[Touch]) -> bool:
        """Whether what the first does can change what the second does, on a board with these.

        That includes that both write the same, so that the result can hang on their order.
        """
        if ALL in one.writes | one.reads | other.writes or ALL in other.reads:
            return True
        brought = frozenset(word for each in there for word in each.brings)
        reached = self._reached(one.writes, brought)
        return bool(reached & other.reads or _conflict(one.writes, other.writes))

    def _reached(self, writes: frozenset[str], brought: frozenset[str]) -> frozenset[str]:
        """What is written, and what the rules write because of it."""
        found = set(writes)
        if EVERY in found:
            found |= {word for word in brought if word.startswith("has ")}
        while True:
            more = {
                word
                for rule in self._rules
                if rule.needs <= brought and rule.reads & found
                for word in rule.writes
            }
            if more <= found:
                return frozenset(found)
            found |= more

    def _carried(self, card: Card) -> set[str]:
        """What decides whether the card is carried, and controlled by its bearer's controller."""
        carried = self.rulebook.carried
        if carried is None:
            return set()
        name = self.rulebook.types
        types = MappingProxyType({name: card.sets.get(name, ())})
        by_types = matches_print(carried, replace(card, sets=types))
        return {name} if by_types is False else set(self._reads(carried))

    # --- words -------------------------------------------------------------------------------

    @cached_property
    def _rules(self) -> tuple[_Rule, ...]:
        rulebook = self.rulebook
        found = [
            _Rule(
                frozenset(self._needs(instruction.scope)),
                frozenset(self._reads(rule.ability)),
                frozenset(self._writes(rule.ability)),
            )
            for rule in rulebook.rules
            for instruction in rule.ability.instructions
            if not self._idle(instruction.scope)
        ]
        for keyword, ability in rulebook.keywords.items():
            has = f"has {keyword}"
            reads = {has, EVERY, *self._reads(ability)}
            writes = frozenset(self._writes(ability))
            found.append(_Rule(frozenset((has,)), frozenset(reads), writes))
            if keyword in rulebook.marks:
                kept = rulebook.mark_on.get(keyword)
                look = {EVERY, *(() if kept is None else self._reads(kept))}
                found.append(_Rule(frozenset((has,)), frozenset(look), frozenset((has,))))
        for check in rulebook.checks:
            if not self._idle(check.who):
                reads = set(self._reads(check.who)) - {ZONE}
                reads |= {f"can {check.obeys}"} if check.obeys else set()
                if check.cannot:
                    reads |= {f"can {check.cannot}", f"can {rulebook.actions[check.cannot]}"}
                reads |= set(check.one_for_each) - {"owner", "bearer", "game"}
                found.append(_Rule(frozenset(), frozenset(reads), frozenset((ZONE,))))
        return tuple(found)

    def _needs(self, selector: a.Selector) -> Iterator[str]:
        """What an object has to have, whatever else it is."""
        match selector:
            case a.Both(inner):
                for each in inner:
                    yield from self._needs(each)
            case a.Noun(meaning=meaning):
                yield from self._needs(meaning)
            case a.HasAbility(str(keyword)):
                yield f"has {keyword}"
            case a.HasStatus(status):
                yield status

    def _idle(self, selector: a.Selector) -> bool:
        """Whether nothing fits where no object has a counter and all are on the surface."""
        match selector:
            case a.Both(inner):
                return any(self._idle(each) for each in inner)
            case a.Noun(meaning=meaning):
                return self._idle(meaning)
            case a.InRegion(region):
                space = self.rulebook.space
                return space is not None and region != space.surface
            case a.Compared(a.Read(name, a.It()), ">=" | ">", a.Number(number)):
                return self.rulebook.characteristics[name].counter and number >= 1
            case _:
                return False

    def _reads(self, tree: object) -> Iterator[str]:
        """Everything that the tree looks at, what abilities that it gives look at included."""
        yield from (MODIFIED, ZONE)
        for cell in cells_read(tree):
            yield from self._read(cell)
        for operation in _operations(tree):
            if any(isinstance(write, WriteCopy | WriteText) for write in operation.writes):
                yield ALL
            for who, verb, _ in self.rulebook.immune:
                if verb in operation.layer_words:
                    yield from self._reads(who)

    def _read(self, cell: ReadCell) -> Iterable[str]:
        space = self.rulebook.space
        match cell:
            case ReadWord(characteristic) | ReadNumber(characteristic):
                return (characteristic,)
            case ReadKeywordNumber(keyword):
                return (EVERY, ANY, f"has {keyword}")
            case ReadAbility(keyword):
                return (EVERY, ANY if keyword is None else f"has {keyword}")
            case ReadStatus(status):
                return (status,)
            case ReadName():
                return ("name",)
            case ReadController():
                return self._players
            case ReadRegion():
                return () if space is None else space.reads
            case ReadRelation(relation):
                if space is None:
                    return ()
                facing = self._players if faces(space, relation) else ()
                return (*facing, *(() if relation == "atop" else space.reads))
            case ReadCarried():
                return ()  # `_carried` reads who is carried.

    def _writes(self, tree: object) -> Iterator[str]:
        for operation in _operations(tree):
            for write in operation.writes:
                yield from self._words_of(write)

    def _words_of(self, write: Write) -> Iterator[str]:
        match write:
            case WriteCopy() | WriteText():
                yield ALL
            case WriteNumber(name) | WriteWords(name) | WritePlayer(name, "set"):
                yield name
            case WritePlayer():
                yield from self._players
            case WriteAbility(_, keyword):
                yield ANY
                yield f"has {keyword or 'lines of text'}"
            case WriteName():
                yield "name"
            case LoseAbilities():
                yield from (LOSE, EVERY, ANY)
            case BarStatus(status) | WriteStatus(status):
                yield from self._status(status)
            case WriteMark("unmodifiable"):
                yield MODIFIED
            case WriteMark("redirection"):
                yield "goes elsewhere"
            case WriteMark(_, action):
                # Both voices of a verb speak of one question.
                yield f"can {self.rulebook.actions.get(action, action)}"
            case _:
                assert_never(write)

    def _status(self, status: str) -> Iterator[str]:
        known = self.rulebook.statuses[status]
        yield status
        yield from known.empties
        if known.nameless:
            yield "name"
        if known.silences or known.disables:
            yield from (LOSE, EVERY, ANY)


def _conflict(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both write the same; two abilities that are gained do not meet."""
    meet = (one & other) - {ANY, ARRIVAL}
    return bool(meet) or (EVERY in one and ANY in other) or (EVERY in other and ANY in one)


def _operations(tree: object) -> Iterator[a.Operation]:
    return (node for node in nodes(tree) if isinstance(node, a.Operation))


def _chooses(ability: a.Ability) -> bool:
    """Whether it speaks of more than what is named directly."""
    return any(
        isinstance(node, a.Selector) and not isinstance(node, _ONE) for node in nodes(ability)
    )
