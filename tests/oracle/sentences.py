"""Random sentences of the notation: operations, instructions and abilities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    AddMembersOf,
    AfterLeaving,
    Animate,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    ControllersNextTurn,
    CopyException,
    CopyOf,
    Duration,
    EndOfNextTurn,
    EndOfTurn,
    FixNumber,
    Gain,
    Identified,
    Ignore,
    Instruction,
    Limit,
    Lose,
    LoseAll,
    Number,
    Operation,
    Opponent,
    Permission,
    Player,
    Players,
    Redirect,
    RemoveMembers,
    ReplaceMember,
    RestOfGame,
    Selector,
    Self,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    SourceLeaves,
    Swap,
    Target,
    UntilFact,
    You,
    YourNextTurn,
)
from layerlaw.model.algebra.canonical import both
from layerlaw.model.algebra.permissions import Partner
from oracle.kinds import kind_of
from oracle.values import mentions_it
from oracle.words import KEYWORDS, SIGNS, SUBTYPES, Words

CHANGES = SIGNS[:3]
"""The signs by which numbers change."""


@dataclass(frozen=True)
class Sentences(Words):
    """Draws abilities about these objects, with operations of the kinds in focus."""

    def operation(self, depth: int = 1) -> Operation:
        """An operation of a kind in focus; depth: how deep abilities are granted in abilities."""
        pick = self.pick
        word, keyword = pick(SUBTYPES), pick(KEYWORDS)
        kinds: dict[str, Sequence[Callable[[], Operation]]] = {
            "silence": (
                lambda: SetStatus("silenced"),
                lambda: SetStatus("silenced"),
                lambda: SetStatus("disabled"),
                lambda: SetStatus("tapped"),
            ),
            "control": (
                lambda: SetPlayer("controller", self.player()),
                lambda: SetPlayer("controller", self.player()),
                lambda: CantBeControlledBy(self.player(), "controller"),
            ),
            "types": (
                lambda: AddMembers("subtypes", (word,)),
                lambda: SetMembers("subtypes", (word,)),
                lambda: RemoveMembers("subtypes", (word,)),
                lambda: ReplaceMember("subtypes", word, pick(SUBTYPES)),
                lambda: AddMembers("subtypes", ("the chosen subtype",)),
                lambda: AddMembers("types", ("minion",)),
                lambda: AddMembersOf("subtypes", self.anchor()),
            ),
            "abilities": (
                lambda: Gain(self.keyword()),
                lambda: Gain(self.static(depth - 1) if depth > 0 else self.keyword()),
                lambda: Gain(self.static(depth - 1) if depth > 0 else self.keyword()),
                lambda: Lose(keyword),
                lambda: LoseAll(pick(((), (keyword,)))),
                lambda: CantHave(keyword),
            ),
            "power": (
                lambda: SetNumber("power", self.value()),
                lambda: SetNumber("power", self.value()),
                lambda: ChangeNumber("power", pick(CHANGES), self.value()),
                lambda: ChangeNumber("power", "-", self.value(), pick((None, 1, 2))),
                lambda: Limit("power", "at least", self.value()),
                lambda: Swap("power", "life"),
                lambda: FixNumber("power", self.value()),
            ),
            "other numbers": (
                lambda: SetNumber(pick(("water", "life")), self.value()),
                lambda: ChangeNumber(pick(("water", "life")), pick(CHANGES), self.value()),
                lambda: Limit(pick(("water", "power")), "at most", self.value()),
            ),
            "permissions": (
                lambda: self.permission(),
                lambda: self.permission(),
                lambda: self.permission(),
                lambda: self.ignoring(),
                lambda: self.redirection(),
            ),
            "rest": (
                lambda: Animate("minion", "types"),
                lambda: CantBeModified(),
                lambda: self.permission(),
                lambda: CopyOf(self.anchor(), self.otherwise()),
            ),
        }
        operation = pick(kinds[pick(self.focus)])()
        taken = {word for layer in self.rulebook.layers for word in layer.does}
        if taken & set(kind_of(operation).words):
            return operation
        return Gain(Ability(keyword))

    def otherwise(self) -> tuple[CopyException, ...]:
        """What a copy has otherwise than what it copies, of two in three nothing."""
        exceptions: tuple[CopyException, ...] = (
            SetNumber("power", Number(4)),
            AddMembers("subtypes", (self.pick(SUBTYPES),)),
            Gain(self.keyword()),
        )
        return self.pick(((), (), (self.pick(exceptions),)))

    def permission(self) -> Operation:
        """That something can or can't be done, or be done to something."""
        pick = self.pick
        passive = pick((False, False, True))
        action = pick(tuple(self.rulebook.actions.items()))[passive]
        players: tuple[Player | None, ...] = (None, You(), Opponent())
        to = pick((None, None, self.selector(), Players(pick(players))))
        return Permission(pick((False, False, True)), action, to, passive)

    def ignoring(self) -> Operation:
        """That what forbids an action does not count."""
        pick = self.pick
        passive = pick((False, False, True))
        action = pick(tuple(self.rulebook.actions.items()))[passive]
        partners: tuple[Partner, ...] = ("", "", "players", "objects")
        sources = pick((None, Identified("rules"), self.selector()))
        return Ignore(action, sources, passive, pick(partners))

    def redirection(self) -> Operation:
        """That an object goes elsewhere; never back to play, where checks would find it again."""
        zones = self.rulebook.zones[1:]
        return Redirect(self.pick(zones), self.pick((None, zones[0], self.pick(zones))))

    def instructions(self, depth: int) -> tuple[Instruction, ...]:
        """One or two instructions of one or two operations."""
        return tuple(self.instruction(depth) for _ in range(self.pick((1, 1, 2))))

    def instruction(self, depth: int) -> Instruction:
        """A selector and what is done to what it selects; a word for players now and then."""
        if "permissions" in self.focus and self.pick((False, False, False, True)):
            players: tuple[Player | None, ...] = (None, You(), Opponent())
            whom: Selector = Players(self.pick(players))
            if self.pick((False, True)):
                whom = both((whom, self.plain_selector()))
            named = AddMembers("subtypes", (self.pick(SUBTYPES),))
            return Instruction(whom, (self.pick((self.permission(), named)),))
        operations = tuple(self.operation(depth) for _ in range(self.pick((1, 1, 2))))
        return Instruction(self.selector(), operations, self.pick((None, None, None, True, False)))

    def static(self, depth: int = 1) -> Ability:
        """A line of text for `has`, or to be granted."""
        condition = self.condition() if self.pick((False, False, True)) else None
        if condition is not None and mentions_it(condition):
            condition = None
        # A static ability that copies would have effects of two printed forms under one id.
        instructions = tuple(
            replace(one, operations=tuple(_but_copies(each) for each in one.operations))
            for one in self.instructions(depth)
        )
        zones = self.working_zones()
        until: Duration | None = None
        if depth == 1 and self.rulebook.policy("process") == "layered":
            some: tuple[Duration, ...] = (EndOfTurn(), YourNextTurn(), RestOfGame())
            lasting = self.pick(some)
            until = AfterLeaving(lasting) if self.pick((False, False, False, True)) else None
        return Ability(None, instructions, condition, until, zones)

    def working_zones(self) -> tuple[str, ...]:
        """Where a static ability works: mostly in play."""
        zones = self.rulebook.zones
        if self.pick((False, False, False, False, False, True)):
            return self.pick(((zones[1],), ("hand",), ("lineage",), ("hand", zones[1]), zones))
        return ()

    def resolved(self) -> Ability:
        """What a spell, an entry or a use does, with every kind of duration."""
        until: Duration | None = self.pick(
            (
                None,
                None,
                EndOfTurn(),
                YourNextTurn(),
                EndOfNextTurn(self.pick((True, False))),
                ControllersNextTurn(),
                SourceLeaves(),
                RestOfGame(),
                UntilFact(self.condition()),
            )
        )
        return Ability(None, self.instructions(1), None, until)

    def entering_as_a_copy(self) -> Ability:
        """What `enters` says of a card that may enter as a copy."""
        return Ability(None, (Instruction(Self(), (CopyOf(Target()),)),))


def _but_copies(operation: Operation) -> Operation:
    return Animate("minion", "types") if isinstance(operation, CopyOf) else operation
