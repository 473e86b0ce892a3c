"""Effects that have resolved: what was fixed as they were made, and what was told of them since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.entries import operand_of
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.algebra.trees import Operand
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.history.log import FactLog, Incarnation
    from layerlaw.solver.facts.situation import ResolvedEffect, Timestamp


@dataclass(frozen=True, slots=True)
class Kinship:
    """From this step on whatever keeps to `like`, and is not over for it, keeps to `new` too.

    anew: also where it was over for `new`.
    """

    step: int
    new: Incarnation
    like: Incarnation
    anew: bool


def goes_on_as(kin: Kinship) -> bool:
    """Whether it is one object that becomes a new one, and whatever keeps to it goes on."""
    return kin.new.id == kin.like.id


@dataclass(frozen=True, slots=True)
class Loss:
    """At this step the object lost the keyword for good; printed: as printed on it only."""

    step: int
    object: Incarnation
    keyword: str
    printed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Making:
    """An effect as it was made. step, turns: the step, and how many turns had begun by then.

    form: the object that has the copied form by it, where it is such an effect. merged: by it a
    card has merged with that, "over" or "under" it.
    """

    id: str
    source: Incarnation
    player: str
    ability: a.Ability
    since: Timestamp
    rank: int
    targets: tuple[Incarnation, ...]
    locked: tuple[tuple[Incarnation, ...] | None, ...]
    copies: tuple[Card | None, ...]
    choice: str | None
    step: int
    turns: int
    form: Incarnation | None = None
    merged: str = ""


def source_now(making: Making, kinships: Sequence[Kinship]) -> Incarnation:
    """The source of an effect, or as which new object it has gone on since. Clause: CR-400.7a."""
    one = making.source
    for kin in kinships:
        if kin.like == one and kin.step > making.step and goes_on_as(kin):
            one = kin.new
    return one


@dataclass(frozen=True, slots=True)
class Members:
    """What an effect kept to by some step: whoever had not become a new object by then."""

    targets: tuple[Incarnation, ...]
    locked: tuple[tuple[Incarnation, ...] | None, ...]
    over: frozenset[Incarnation]


class Lasting:
    """An effect, and what was told of it since it was made.

    overs: for which object it is over since which step. end: the step of its end. inside: since
    when each object has been in its open sets, as it was last looked at; None: never. about: the
    ids of all that it has ever had to do with.
    """

    def __init__(self, making: Making) -> None:
        self.making = making
        self.overs: list[tuple[int, Incarnation]] = []
        self.end: int | None = None
        self.inside: Mapping[Incarnation, Timestamp] | None = None
        operations = [one for each in making.ability.instructions for one in each.operations]
        self.keywords = frozenset(
            one.ability.keyword
            for one in operations
            if isinstance(one, a.Gain) and one.ability.keyword is not None
        )
        # Whatever it finds, no keyword that is lost for good is among it.
        self.lends = any(isinstance(one, a.GainActivated) for one in operations)
        recorded = [pairs for one in operations if (pairs := _recorded(operand_of(one)))]
        self.records = bool(recorded)
        self.about = {making.source.id, *(one.id for one in making.targets)}
        self.about.update(one.id for ones in making.locked for one in ones or ())
        self.about.update(id for pairs in recorded for id, _ in pairs)
        fixed = a.Target | a.Self | a.Players
        self.opens = tuple(
            ids is None and not isinstance(one.scope, fixed)
            for one, ids in zip(making.ability.instructions, making.locked, strict=True)
        )
        self.of_targets_alone = (
            bool(making.targets)
            and not making.ability.entering
            and all(isinstance(one.scope, a.Target) for one in making.ability.instructions)
        )
        self.shown: tuple[tuple[int, ...], ResolvedEffect] | None = None
        self.looked = 0

    def members(self, log: FactLog, kinships: Sequence[Kinship], upto: int) -> Members:
        """What it kept to by that step, the step included."""
        making = self.making
        lists = [[*making.targets], *([*ones] for ones in making.locked if ones is not None)]
        over: dict[Incarnation, None] = {}
        told: list[tuple[int, Incarnation | Kinship]] = [*self.overs]
        told += [(one.step, one) for one in kinships if one.step > making.step]
        for step, fact in sorted(told, key=lambda one: one[0]) if told else ():
            if step > upto:
                break
            if not isinstance(fact, Kinship):
                over[fact] = None
                continue
            if fact.like in over:
                if not goes_on_as(fact):
                    continue
                over[fact.new] = None
            keeping = [ones for ones in lists if fact.like in ones]
            if not keeping:
                continue
            if fact.anew:
                over.pop(fact.new, None)
            for ones in keeping:
                if fact.new not in ones:
                    # What goes on as a new object does so in its own place.
                    place = ones.index(fact.like) if goes_on_as(fact) else len(ones)
                    ones.insert(place, fact.new)
        targets, *locked = (tuple(one for one in ones if log.stood(one, upto)) for ones in lists)
        read = iter(locked)
        return Members(
            targets,
            tuple(None if ones is None else next(read) for ones in making.locked),
            frozenset(one for one in over if log.stood(one, upto)),
        )


def _recorded(operand: Operand | None) -> tuple[tuple[str, object], ...]:
    """The objects for which a number or a player was recorded, each with it."""
    if isinstance(operand, a.Recorded):
        return operand.numbers
    return operand.players if isinstance(operand, a.RecordedPlayer) else ()
