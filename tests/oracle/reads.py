"""Which cells an effect might look at, whatever the board, to know what has to be guessed.

Generous: a cell too many only costs time. `has K` is a keyword's presence, `lost all` what takes
away abilities of all kinds, `has any` every change of abilities, `text of E` what E grants.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from layerlaw.model.algebra import (
    AddMembersOf,
    AllOf,
    AnyOf,
    Arithmetic,
    Bearer,
    Bearing,
    BorneBy,
    Both,
    CantBeControlledBy,
    ChangeNumber,
    ChosenName,
    Compared,
    Condition,
    Connected,
    Controlled,
    ControllerOf,
    CopyOf,
    Count,
    CountWords,
    Did,
    Either,
    Exceeding,
    Exists,
    FixNumber,
    GainActivated,
    HasAbility,
    HasStatus,
    Holds,
    Identified,
    Ignore,
    InRegion,
    It,
    KeywordNumber,
    Limit,
    Matches,
    Member,
    Named,
    Negation,
    Not,
    Noun,
    Operation,
    Opponent,
    Owned,
    OwnerOf,
    Permission,
    Placed,
    Player,
    Players,
    Read,
    ReadPart,
    Selector,
    Self,
    SetNumber,
    SetPlayer,
    Sharing,
    Summary,
    Target,
    Times,
    TurnOf,
    Value,
    You,
)
from oracle.board import Cell
from oracle.world import Effect, World

Cells = frozenset[Cell]
NONE: Cells = frozenset()


@dataclass(frozen=True)
class Reads:
    """The cells that an effect's words look at in the world."""

    world: World
    effect: Effect
    it: str | None = None

    def all(self, found: Iterable[Cells]) -> Cells:
        """Together."""
        return NONE.union(*found)

    def about(self, it: str) -> Reads:
        """The same with another `it`."""
        return Reads(self.world, self.effect, it)

    def controller(self, object: str) -> Cells:
        """What the controller shown depends on: of what is carried, the bearer's too."""
        found = frozenset([(object, self.world.rulebook.control)])
        handed = self.world.rulebook.carried_control
        if self.world.rulebook.carried is not None and handed:
            found |= self.match(object, self.world.rulebook.carried)
        bearer = self.world.things[object].bearer
        return found if bearer is None else found | self.controller(bearer)

    def few(self, selector: Selector) -> list[str]:
        """The objects that a selector might select: one or two where it names them, else all."""
        match selector:
            case Noun(_, meaning):
                return self.few(meaning)
            case Self():
                return [self.effect.source]
            case It():
                return [] if self.it is None else [self.it]
            case Identified(id):
                return [id] if id in self.world.things else []
            case Target():
                return [id for id, _ in self.effect.targets if id in self.world.things]
            case Bearer():
                bearer = self.world.things[self.effect.source].bearer
                return [] if bearer is None else [bearer]
        return list(self.world.things)

    def chosen(self, selector: Selector) -> Cells:
        """What decides which objects are selected."""
        return self.all(self.match(each, selector) for each in self.few(selector))

    def match(self, object: str, selector: Selector) -> Cells:
        """What decides whether the object is selected."""
        match selector:
            case Member(characteristic, _):
                return frozenset([(object, characteristic)])
            case Noun(_, meaning):
                return self.match(object, meaning)
            case Named() | ChosenName():
                return frozenset([(object, "name")])
            case HasStatus(status):
                return frozenset([(object, status)])
            case HasAbility(keyword):
                has = "has any" if keyword is None else f"has {keyword}"
                return self.disabling(object) | {(object, has), (object, "lost all")}
            case Controlled(by):
                return self.controller(object) | self.player(by)
            case Owned(by):
                return self.player(by)
            case Players(who):
                return NONE if who is None else self.player(who)
            case Compared(left, _, right):
                return self.about(object).value(left) | self.about(object).value(right)
            case Placed(_, anchor):
                anchors = self.all(self.controller(each) for each in self.few(anchor))
                return self.ground() | self.chosen(anchor) | anchors
            case Connected(anchor, through):
                return self.chosen(anchor) | self.chosen(through)
            case InRegion():
                return self.ground()
            case Sharing(characteristic, with_) | Exceeding(characteristic, with_):
                words = frozenset((each, characteristic) for each in self.few(with_))
                return words | {(object, characteristic)} | self.chosen(with_)
            case Bearing(inner) | BorneBy(inner):
                return self.chosen(inner)
            case Did(whom=inner) if inner is not None:
                return self.chosen(inner)
            case Bearer():
                carried = self.world.rulebook.carried
                source = self.effect.source
                return NONE if carried is None else self.match(source, carried)
            case Not(negated):
                return self.match(object, negated)
            case Both(several) | Either(several):
                return self.all(self.match(object, each) for each in several)
        return NONE

    def ground(self) -> Cells:
        """What decides on regions."""
        space = self.world.rulebook.space
        if space is None or not space.ground:
            return NONE
        names = (self.world.rulebook.types, space.deep_test)
        return frozenset((each, name) for each in self.world.things for name in names)

    def disabling(self, object: str) -> Cells:
        """The statuses under which no ability works."""
        statuses = self.world.rulebook.statuses.values()
        return frozenset((object, each.name) for each in statuses if each.disables)

    def player(self, player: Player) -> Cells:
        """What decides who is meant."""
        match player:
            case You() | Opponent():
                if self.effect.instance is None:
                    return NONE
                return self.controller(self.effect.source)
            case ControllerOf(of):
                found = self.all(self.controller(each) for each in self.few(of))
                return found | self.chosen(of)
            case OwnerOf(of):
                return self.chosen(of)
        return NONE

    def value(self, value: Value) -> Cells:
        """What decides on a value."""
        match value:
            case Read(name, of) | ReadPart(name, _, of):
                number = frozenset((each, name.removeprefix("base ")) for each in self.few(of))
                return number | self.chosen(of)
            case KeywordNumber(keyword, of=of):
                whose = self.few(of)
                disabled = self.all(self.disabling(each) for each in whose)
                lost = frozenset((each, "lost all") for each in whose)
                having = frozenset((each, f"has {keyword}") for each in whose)
                return having | lost | disabled | self.chosen(of)
            case Count(among):
                return self.chosen(among)
            case Times(who, did):
                return self.chosen(who) | (NONE if did.whom is None else self.chosen(did.whom))
            case Summary(_, name, among):
                numbers = frozenset((each, name.removeprefix("base ")) for each in self.few(among))
                return numbers | self.chosen(among)
            case CountWords(name, among):
                return frozenset((each, name) for each in self.few(among)) | self.chosen(among)
            case Arithmetic(left, _, right):
                return self.value(left) | self.value(right)
        return NONE

    def condition(self, condition: Condition | None) -> Cells:
        """What decides on a condition."""
        match condition:
            case Matches(subject, what):
                found = self.all(self.match(each, what) for each in self.few(subject))
                return found | self.chosen(subject)
            case Exists(what):
                return self.chosen(what)
            case Holds(left, _, right):
                return self.value(left) | self.value(right)
            case Negation(negated):
                return self.condition(negated)
            case AllOf(several) | AnyOf(several):
                return self.all(self.condition(each) for each in several)
            case TurnOf(player):
                return self.player(player)
        return NONE

    def existence(self) -> Cells:
        """What decides whether the effect exists."""
        instance = self.effect.instance
        if instance is None:
            return NONE
        source = self.effect.source
        found = self.disabling(source) | {(source, "lost all")}
        if instance.ability.keyword is not None:
            found |= {(source, f"has {instance.ability.keyword}")}
        elif instance.giver:
            found |= {(source, f"text of {instance.giver}")}
        return found | self.condition(self.effect.ability.condition)

    def operand(self, operation: Operation) -> Cells:
        """What decides on the operands of an operation on `it`."""
        match operation:
            case SetNumber(_, value) | FixNumber(_, value) | ChangeNumber(_, _, value):
                return self.value(value)
            case Limit(_, _, value):
                return self.value(value)
            case SetPlayer(_, player) | CantBeControlledBy(player):
                return self.player(player)
            case Permission(_, _, to) if to is not None:
                return self.chosen(to)
            case Ignore(_, source) if source is not None:
                return self.chosen(source)
            case AddMembersOf(name, of):
                return frozenset((each, name) for each in self.few(of)) | self.chosen(of)
            case GainActivated(found=tuple()):
                return NONE
            case GainActivated(of):
                return frozenset((each, "has any") for each in self.few(of)) | self.chosen(of)
            case CopyOf(itself=True):
                return NONE
            case CopyOf(of):
                return NONE if self.effect.copied else self.chosen(of)
        return NONE
