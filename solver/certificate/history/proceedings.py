"""What has happened in a history up to now: the log, what resolved, and questions to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import with_operands
from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.certificate.history.aspects import (
    BEARER,
    CARD,
    COPIED,
    STATUSES,
    ZONE,
    thing_of,
)
from layerlaw.solver.certificate.history.effects import Kinship, Loss, goes_on_as, source_now
from layerlaw.solver.certificate.history.heard import HeardWords
from layerlaw.solver.certificate.history.log import FactLog, Incarnation
from layerlaw.solver.certificate.history.opened import split
from layerlaw.solver.certificate.history.remembered import filled_in, meant_by_effect
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.history.turns import last_turn
from layerlaw.solver.certificate.replay.cells import form_of
from layerlaw.solver.certificate.replay.words import policy
from layerlaw.solver.facts.situation import (
    NOWHERE,
    Deed,
    HeldCondition,
    KeptCopy,
    ResolvedEffect,
    Situation,
    Thing,
    Total,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.algebra.trees import Operand
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import GetsStatus, Play, UseAbility
    from layerlaw.solver.certificate.history.effects import Lasting, Members
    from layerlaw.solver.certificate.history.foreseen import ForeseenChecks
    from layerlaw.solver.certificate.history.log import Aspect, Facts
    from layerlaw.solver.certificate.history.remembered import Remembered
    from layerlaw.solver.certificate.history.states import ReplayedState, StateSource
    from layerlaw.solver.facts.situation import Timestamp

PrintedAt = tuple[int, "PrintedAbility"]
"""An ability of a card, with its place on it."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is to resolve, with the very objects that were chosen for it.

    source: of an ability; None for a card. in_play: whether that was in play. chosen: the object
    behind `choosing`.
    """

    what: Play | UseAbility
    since: Timestamp
    targets: tuple[Incarnation, ...]
    abilities: tuple[PrintedAt, ...] = ()
    source: Incarnation | None = None
    in_play: bool = False
    chosen: Incarnation | None = None


@dataclass(frozen=True, slots=True)
class Loan:
    """What was moved until something leaves: it goes back to the zone then."""

    object: Incarnation
    zone: str
    until: Incarnation


@dataclass(frozen=True, slots=True)
class NotedDeed:
    """Something that was done, by whom and to whom, and at which step."""

    step: int
    doer: Incarnation
    deed: str
    to: Incarnation | None
    moment: Timestamp


class Proceedings:
    """What has happened up to now. moment, place: of what happens now.

    foreseen: what could come of what stands. standing: the effects that have not ended, in the
    order in which they were made. turns: whose have begun. looked_at: when it was last looked at
    what is in open sets. looked_back_at: what something enters as a copy of as that left play;
    left: what was copiable of it then.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        players: tuple[str, ...],
        active: str | None,
        states: StateSource,
        foreseen: ForeseenChecks,
        looked_back_at: frozenset[str] = frozenset(),
    ) -> None:
        self.looked_back_at = looked_back_at
        self.foreseen = foreseen
        self.left: dict[str, Card] = {}
        self.rulebook = rulebook
        self.players = players
        self.log = FactLog()
        self.moment = self.place = 0
        self.standing: list[Lasting] = []
        self.kinships: list[Kinship] = []
        self.losses: list[Loss] = []
        self.lost: dict[Incarnation, frozenset[str]] = {}
        self.turns: list[str] = []
        self.turn_began = 0
        self.done: list[NotedDeed] = []
        self.totals: dict[tuple[str, str], Total] = {}
        self.announced: dict[str, Announcement] = {}
        self.loans: list[Loan] = []
        self.remembered: dict[Incarnation, Remembered] = {}
        self.on: frozenset[HeldCondition] = frozenset()
        # What static effects copied as they first applied, with whose they are.
        self.kept: list[tuple[Incarnation, KeptCopy]] = []
        self.looked_at: Timestamp | None = None
        self.rest_waits = False
        # The statuses that something gets in the moment of its entry, until it has entered.
        self.with_entries: dict[str, tuple[GetsStatus, ...]] = {}
        self.heard = HeardWords()
        for rule in rulebook.rules:
            self.heard.hear(rule.ability)
        self._first_active = active
        self._states = states
        self._things: dict[str, tuple[int, Incarnation, Thing]] = {}
        self._situation: tuple[object, Situation] | None = None
        self._hiding = frozenset(one.name for one in rulebook.statuses.values() if one.hides)

    # --- telling ---------------------------------------------------------------------------

    def begin(self, id: str, facts: Facts) -> Incarnation:
        """A new object. What comes into play is not at rest, where a rulebook has that."""
        rest = self.rulebook.rest
        if rest is not None and facts[ZONE] == self.rulebook.in_play and not is_unnamed(id):
            facts = {**facts, STATUSES: facts.get(STATUSES, frozenset()) | {rest.status}}
        self.heard.hear(facts[CARD])
        return self.log.begin(id, facts)

    def tell(self, id: str, facts: Facts) -> None:
        """So it is of the object from now on."""
        one = self.log.present[id]
        for aspect, value in facts.items():
            if aspect in (CARD, COPIED) and value is not None:
                self.heard.hear(value)
            self.log.tell(one, aspect, value)

    def stir(self, id: str) -> None:
        """An object in play is not at rest."""
        rest = self.rulebook.rest
        if rest is not None and self.playing(id):
            self.tell(id, {STATUSES: self.of(id, STATUSES) | {rest.status}})

    def lose(self, id: str, keyword: str, *, printed: bool = False) -> None:
        """The keyword is gone for good; printed: only as printed."""
        one = self.log.present[id]
        self.losses.append(Loss(self.log.next(), one, keyword, printed))
        self.lost[one] = self.lost.get(one, frozenset()) | {keyword}
        self.log.touched[one] = self.log.step
        for lasting in self.standing:
            if lasting.lends or keyword in lasting.keywords:
                lasting.about.add(id)

    def keep_like(self, new: str, like: str, *, anew: bool = False) -> None:
        """Whatever keeps to one object keeps to another one too."""
        log = self.log
        self.kinships.append(Kinship(log.next(), log.named(new), log.named(like), anew))
        for lasting in self.standing:
            if like in lasting.about:
                lasting.about.add(new)

    def keep_anew(self, id: str) -> None:
        """Whatever keeps to the object will keep to the new one that it is about to become."""
        log = self.log
        was = log.named(id)
        self.kinships.append(Kinship(log.next(), Incarnation(id, was.number + 1), was, anew=False))

    def over(self, lasting: Lasting, ids: frozenset[str]) -> bool:
        """The effect is over for these; whether it was not yet."""
        kept = self.members(lasting)
        now = [one for id in sorted(ids) if (one := self.log.named(id)) not in kept.over]
        for one in now:
            lasting.overs.append((self.log.next(), one))
            lasting.about.add(one.id)
        return bool(now)

    def turn_begins(self, player: str) -> None:
        """It is that player's turn."""
        fresh = [id for id in self.log.present if self.thing(id).fresh]
        self.turns.append(player)
        self.turn_began = self.log.next()
        for id in fresh:
            self.log.touched[self.log.present[id]] = self.log.step

    def note_deed(self, doer: str, verb: str, to: str | None) -> None:
        """That it was done."""
        log = self.log
        deed = self.rulebook.actions.get(verb, verb)
        whom = None if to is None else log.named(to)
        self.done.append(NotedDeed(log.next(), log.named(doer), deed, whom, self.now))

    # --- asking of objects -----------------------------------------------------------------

    @property
    def now(self) -> Timestamp:
        """The timestamp of what happens now."""
        return (self.moment, self.place)

    def policy(self, name: str) -> str:
        """What the rulebook says to a question."""
        return policy(self.rulebook, name)

    @property
    def active(self) -> str | None:
        """Whose turn it is."""
        return self.turns[-1] if self.turns else self._first_active

    def there(self, id: str) -> bool:
        """Whether an object has that id."""
        return id in self.log.present

    def of(self, id: str, aspect: Aspect[Any]) -> Any:
        """What the log tells of the object now."""
        return self.log.of(self.log.present[id], aspect)

    def thing(self, id: str) -> Thing:
        """The object as a situation has it."""
        log = self.log
        one = log.present[id]
        known = self._things.get(id)
        if known is not None and known[1] == one and log.touched[one] <= known[0]:
            return known[2]
        thing = thing_of(log, one, self.lost.get(one, frozenset()), self.turn_began)
        self._things[id] = log.step, one, thing
        return thing

    def form(self, id: str) -> Card:
        """What is printed on the object, with what is linked with it."""
        return form_of(self.thing(id), self.rulebook)

    def playing(self, id: str) -> bool:
        """Whether the object is in play."""
        return bool(self.of(id, ZONE) == self.rulebook.in_play)

    def hidden(self, id: str) -> bool:
        """Whether the object is there for nothing but events; no player ever is."""
        if not self.there(id):
            return False
        return self.of(id, ZONE) == NOWHERE or not self._hiding.isdisjoint(self.of(id, STATUSES))

    def borne(self, id: str) -> list[str]:
        """What the object carries, what lies below it, what is linked with it; oldest first."""
        return [one.id for one in self.log.naming(self.log.present[id], BEARER)]

    def need_there(self, *ids: str) -> None:
        """These have to be objects; what was announced is none before it has resolved."""
        for id in ids:
            if not self.there(id):
                raise CannotHappen(f"there is no {id}")

    def need_in_play(self, *ids: str) -> None:
        """These objects have to be in play."""
        for id in ids:
            self.need_a_zone(id)
            if not self.playing(id):
                raise CannotHappen(f"{id} is not in play")

    def need_a_zone(self, id: str) -> None:
        """The object has to be there, and no part of another one."""
        self.need_there(id)
        if self.of(id, ZONE) == NOWHERE:
            raise CannotHappen(f"{id} is in no zone of its own")

    # --- asking of effects -----------------------------------------------------------------

    def members(self, lasting: Lasting) -> Members:
        """What the effect keeps to now."""
        return lasting.members(self.log, self.kinships, self.log.step)

    def effect(self, lasting: Lasting) -> ResolvedEffect:
        """The effect as it stands now."""
        log, making = self.log, lasting.making
        stamp = (len(self.kinships), len(self.losses), len(self.turns), len(lasting.overs))
        unmoved = lasting.about.isdisjoint(log.ended[lasting.looked :])
        lasting.looked = len(log.ended)
        if lasting.shown is not None and unmoved and lasting.shown[0] == stamp:
            return lasting.shown[1]
        kept = self.members(lasting)
        effect = ResolvedEffect(
            making.id,
            making.source.id,
            making.player,
            self._ability(lasting),
            making.since,
            making.rank,
            tuple(one.id for one in kept.targets),
            tuple(None if ones is None else tuple(i.id for i in ones) for ones in kept.locked),
            frozenset(one.id for one in kept.over),
            making.copies,
            frozenset(
                (loss.object.id, loss.keyword)
                for loss in self.losses
                if (lasting.lends or loss.keyword in lasting.keywords)
                and not loss.printed
                and loss.step > making.step
                and log.stands(loss.object)
            ),
            not log.stands(source_now(making, self.kinships)),
            making.choice,
            last_turn(making, self.turns) is not None,
        )
        if lasting.shown is not None and lasting.shown[1] == effect:
            effect = lasting.shown[1]
        lasting.shown = stamp, effect
        return effect

    def _ability(self, lasting: Lasting) -> a.Ability:
        """What it does, with numbers of what is still the same object, and what is remembered."""
        making = lasting.making
        ability = making.ability

        def same(_: a.Instruction, operand: Operand) -> Operand:
            if isinstance(operand, a.Recorded):
                numbers = (one for one in operand.numbers if self._goes_on(one[0], making.step))
                return a.Recorded(tuple(numbers))
            if isinstance(operand, a.RecordedPlayer):
                players = (one for one in operand.players if self._goes_on(one[0], making.step))
                return a.RecordedPlayer(tuple(players))
            return operand

        if lasting.records:
            ability = with_operands(ability, same)
        if self.remembered:
            meant = meant_by_effect(lasting, self.log, self.kinships, self.remembered)
            ability = filled_in(ability, meant)
        return ability

    def _goes_on(self, id: str, step: int) -> bool:
        """Whether what has that id is what had it at that step, or that goes on as it.

        What resolves does, as what it becomes in play. Clause: CR-400.7a.
        """
        log = self.log
        one = log.named(id)
        was = one
        for kin in reversed(self.kinships):
            if kin.new == was and goes_on_as(kin) and log.begun.get(was, 0) > step:
                was = kin.like
        return log.stands(one) and log.begun.get(was, 0) <= step

    def parts(self, lasting: Lasting) -> tuple[ResolvedEffect, ...]:
        """The effect by when it began for what is in its open sets."""
        effect = self.effect(lasting)
        if lasting.inside is None:
            return (effect,)
        inside = {one.id: at for one, at in lasting.inside.items() if self.log.stands(one)}
        late = None if self.now == self.looked_at else self.now
        return split(effect, lasting.opens, inside, late)

    def deeds(self) -> tuple[Deed, ...]:
        """What was done, in order, with who is a new object since."""
        made = []
        for one in self.done:
            ends = [end for end in (one.doer, one.to) if end is not None]
            renewed = frozenset(end.id for end in ends if not self.log.stands(end))
            to = None if one.to is None else one.to.id
            this_turn = one.step > self.turn_began
            made.append(Deed(one.doer.id, one.deed, to, one.moment, renewed, this_turn))
        return tuple(made)

    # --- asking of it all ------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """What stands now."""
        totals = tuple(self.totals.values())
        kept = tuple(one for source, one in self.kept if self.log.stands(source))
        key = (self.log.step, self.now, self.on, self.looked_at, len(self.standing), totals, kept)
        if self._situation is None or self._situation[0] != key:
            self._situation = (
                key,
                Situation(
                    self.rulebook,
                    self.players,
                    tuple(map(self.thing, self.log.present)),
                    tuple(part for one in self.standing for part in self.parts(one)),
                    self.active,
                    self.on,
                    deeds=self.deeds(),
                    totals=tuple(self.totals[key] for key in sorted(self.totals)),
                    kept=kept,
                ),
            )
        return self._situation[1]

    def state(self) -> ReplayedState:
        """The complete state now."""
        return self._states.state(self.situation)

    def is_offered_a_state(self) -> bool:
        """Whether there is a complete state for what happens now that nobody has looked at."""
        return self._states.offers()

    def surely_is(self, id: str, selector: a.Selector) -> bool:
        """Whether the selector selects the object in play in every state that there could be."""
        outlook = self.foreseen.outlook(self.situation, id)
        return outlook is not None and outlook.is_seen() and outlook.is_for_good(selector)

    def keeps_abilities(self, id: str) -> bool:
        """Whether the object in play has in every state what its card has, and as printed."""
        outlook = self.foreseen.outlook(self.situation, id)
        return outlook is not None and outlook.keeps_abilities()

    def state_of(self, situation: Situation) -> ReplayedState:
        """The complete state of another situation."""
        return self._states.state(situation)

    def state_with(
        self, things: Mapping[str, Thing], besides: tuple[ResolvedEffect, ...] = ()
    ) -> ReplayedState:
        """The complete state if these objects were like that. besides: effects of it."""
        now = self.situation
        there = tuple(things.get(one.id, one) for one in now.things)
        return self.state_of(replace(now, things=there, effects=(*now.effects, *besides)))
