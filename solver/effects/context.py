"""What programs are and what they are run for: whose effect it is, and which abilities there are.

Each program is a frozen dataclass that knows nothing of one board or one effect: it can be kept,
compared, pickled and shown. It is run for a `Context`, on a board, for a candidate (`it`: its
index, or -1 if there is none).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from layerlaw.model import algebra as a
from layerlaw.model.algebra import trees
from layerlaw.model.algebra.infinite import read_number
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import BASE, Maker
from layerlaw.solver.board.kinds import NO_OBJECTS, Index, InstanceNumber

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.model.algebra.chosen import ChoiceMade
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import InstanceNumber, Objects
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.facts.situation import ResolvedEffect, Timestamp


Reach = Literal["in play", "anywhere", "players", "anything"]
"""What a selector chooses among: the zone of play, all zones, or players and the rules too."""


NO_MAKER = Maker("")
"""What is no effect's doing."""


@dataclass(slots=True, eq=False)
class Context:
    """Whose effect it is: the source's index, the player who used it, and what was targeted.

    works: where `self` as a scope means the source; None: in play. orphaned: it does nowhere.
    choice: the number or name that was chosen. maker: what its marks bear. granted: the ability
    instances that it grants, in the order stated. copies: what its `copy of` read as it resolved,
    or as it first applied, in the order stated. withheld: as in `ResolvedEffect`. since: the
    timestamp of what has resolved.
    """

    world: World
    instances: Instances
    source: Index
    player: str | None
    targets: Objects
    works: Objects | None = None
    choice: str | None = None
    orphaned: bool = False
    maker: Maker = NO_MAKER
    granted: tuple[InstanceNumber, ...] = ()
    copies: tuple[Card | None, ...] = ()
    withheld: frozenset[tuple[str, str]] = frozenset()
    since: Timestamp | None = None

    @property
    def effect(self) -> str:
        """The effect's id."""
        return self.maker.id

    @property
    def began(self) -> Timestamp:
        """When the effect began: as it resolved, or its source came to its zone."""
        return self.world.things[self.source].entered if self.since is None else self.since

    def bearer(self, reach: Reach) -> Objects:
        """Who carries the source, if that is something that is carried, and it is within reach.

        A player who does is within any.
        """
        index = self.world.bearer.get(self.source)
        if index is None:
            return NO_OBJECTS
        return 1 << index & (self.world.reaches[reach] | self.world.all_players)

    @property
    def number(self) -> int:
        """The number that was chosen; 0 if none was."""
        try:
            return read_number(self.choice or "")
        except ValueError:
            return 0


def context_of(world: World, instances: Instances, effect: ResolvedEffect) -> Context:
    """Whose effect a resolved one is, with its targets."""
    source = world.index[effect.source]
    return Context(
        world,
        instances,
        source,
        effect.player,
        world.mask(effect.targets),
        choice=effect.choice,
        orphaned=effect.orphaned,
        maker=Maker(effect.id),
        copies=effect.copies,
        withheld=effect.withheld,
        since=effect.timestamp,
    )


def no_effect(world: World, instances: Instances, player: str | None = None) -> Context:
    """The context of what the rulebook asks by itself; player: who is `you` in it."""
    return Context(world, instances, Index(0), player, NO_OBJECTS)


def names_zone(selector: a.Selector) -> bool:
    """Whether the selector itself (not the anchor of a place) speaks of a zone.

    What was targeted is meant wherever it was.
    """
    kind = type(selector)
    while kind is a.Noun:
        assert isinstance(selector, a.Noun)
        selector = selector.meaning
        kind = type(selector)
    if kind is a.InZone or kind is a.Target:
        return True
    if isinstance(selector, a.Both | a.Either):
        return any(names_zone(part) for part in selector.inner if type(part) not in _NO_ZONE)
    return False


_NO_ZONE = frozenset((a.Identified, a.Member, a.Self, a.Not, a.HasStatus, a.HasAbility, a.Compared))


def reach_of(scope: a.Selector) -> Reach:
    """What a selector chooses among as a scope: the zone of play, unless it names a zone."""
    return "anywhere" if names_zone(scope) else "in play"


def reach_inside(selector: a.Selector, reach: Reach) -> Reach:
    """What the parts of a selector choose among: beside a word for players, among players."""
    if type(selector) is a.Both and any(map(_means_players, selector.inner)):
        return "players"
    return reach


def _means_players(selector: a.Selector) -> bool:
    """Whether the selector is a word for players."""
    while isinstance(selector, a.Noun):
        selector = selector.meaning
    return isinstance(selector, a.Players)


def mentions(selector: a.Selector, word: str) -> bool:
    """Whether the selector names the noun by its own word."""
    match selector:
        case a.Noun(spelt, _):
            return spelt == word
        case a.Not(inner):
            return mentions(inner, word)
        case a.Both(parts) | a.Either(parts):
            return any(mentions(part, word) for part in parts)
    return False


def speaks_of_it(tree: object) -> bool:
    """Whether `it` occurs anywhere in a value, player, selector or condition."""
    # A comparison inside a selector binds `it` anew.
    return trees.mentions(tree, (a.It, a.Recorded, a.RecordedPlayer), closed=a.Compared)


def floor_of(characteristic: str, rulebook: Rulebook) -> int | None:
    """The floor of a number; its base value has the same one."""
    known = rulebook.characteristics
    described = known.get(characteristic) or known.get(characteristic.removeprefix(BASE))
    return described.floor if described else None


def only(mask: int) -> Index | None:
    """The index of the one object there is, None if there are none or several."""
    return Index(mask.bit_length() - 1) if mask and not mask & (mask - 1) else None


@dataclass(frozen=True, slots=True)
class AbilityInstance:
    """An ability as one source gives it: printed on a card, or granted by an effect.

    name: what effects of it are called after the holder's id ("1" or "Flooded@FL").
    rank: its place among the abilities printed on the card; 0 for a granted one.
    giver: the granting effect's id and timestamp; None for a printed ability.
    static: whether it makes a continuous effect by itself while an object has it.
    text_of: the instance of which this is the changed text. activated: whether it is an activated
    ability, which others may gain. made: what was chosen for it, and its text without that.
    resolves: whether it does something only as it resolves, and nothing by being there. used: the
    ability as its card has it that does so, with its text as it is; None for one that was given.
    card: the name of the card that it is printed on, "" for a rule's and for one that is granted.
    """

    ability: Ability
    name: str
    rank: int
    giver: tuple[str, Timestamp] | None
    static: bool
    text_of: InstanceNumber | None = None
    activated: bool = False
    made: ChoiceMade | None = None
    resolves: bool = False
    used: PrintedAbility | None = None
    card: str = ""


class Instances:
    """The table of instances of one derivation; equal sources give equal numbers.

    any_granted: whether any effect grants an ability that makes effects. beginning: the table that
    this one began with, by the same numbers.
    """

    def __init__(self) -> None:
        self._numbers: dict[Hashable, InstanceNumber] = {}
        self._printed: dict[Hashable, tuple[InstanceNumber, ...]] = {}
        self._by_keyword: dict[str | None, list[InstanceNumber]] = {}
        self._table: list[AbilityInstance] = []
        self.any_granted = False
        self.beginning: Instances | None = None

    def hold(self, others: Instances) -> Sequence[InstanceNumber]:
        """Hold what is printed in another table; returns the numbers that it has here.

        They are the same ones if this table is empty, or began with the other one.
        """
        if not self._table:
            self.beginning = others
            self._printed = others._printed.copy()
            self._by_keyword = {keyword: [*all] for keyword, all in others._by_keyword.items()}
            self._table = others._table.copy()
        if self.beginning is others:
            return others.numbers
        return [
            self.printed(place, others[number])
            for place, numbers in others._printed.items()
            for number in numbers
        ]

    @property
    def numbers(self) -> Sequence[InstanceNumber]:
        """The numbers of all instances, in order."""
        return [InstanceNumber(number) for number in range(len(self._table))]

    def number(self, key: Hashable, instance: AbilityInstance) -> InstanceNumber:
        """The number of the instance that this key stands for; new keys get a new one."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._new(instance)
        return number

    def _new(self, instance: AbilityInstance) -> InstanceNumber:
        number = InstanceNumber(len(self._table))
        self._table.append(instance)
        self._by_keyword.setdefault(instance.ability.keyword, []).append(number)
        if instance.giver is not None and instance.static:
            self.any_granted = True
        return number

    def printed(self, place: Hashable, instance: AbilityInstance) -> InstanceNumber:
        """The number of an ability that is printed at a place of a card of some name.

        Cards of one name may differ; what is not the same gets a number of its own.
        """
        numbers = self._printed.get(place, ())
        ability = instance.ability
        for number in numbers:
            known = self._table[number]
            same = known.ability is ability or known.ability == ability
            if same and (known.activated, known.resolves, known.made, known.used) == (
                instance.activated,
                instance.resolves,
                instance.made,
                instance.used,
            ):
                return number
        number = self._new(instance)
        self._printed[place] = (*numbers, number)
        return number

    def __iter__(self) -> Iterator[AbilityInstance]:
        return iter(self._table)

    def __getitem__(self, number: Hashable) -> AbilityInstance:
        assert isinstance(number, int)
        return self._table[number]

    def keyword(self, number: Hashable) -> str | None:
        """The instance's keyword, or None for a line of text."""
        return self[number].ability.keyword

    def of_keyword(self, keyword: str) -> Sequence[InstanceNumber]:
        """The instances with the keyword."""
        return self._by_keyword.get(keyword, ())


class SelectProgram(Protocol):
    """A selector made ready."""

    def select(self, context: Context, board: Board, it: int) -> Objects:
        """The objects selected on the board."""


class PlayersProgram(Protocol):
    """Players made ready."""

    def who(self, context: Context, board: Board, it: int) -> frozenset[str]:
        """The players meant on the board; nobody: an empty set."""


class ValueProgram(Protocol):
    """A value made ready."""

    def number(self, context: Context, board: Board, it: int) -> int:
        """The number on the board."""


class ConditionProgram(Protocol):
    """A condition made ready."""

    def holds(self, context: Context, board: Board, it: int) -> bool:
        """Whether it holds on the board."""
