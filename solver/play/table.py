"""The game table while a history is played, and its consequences so far."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.errors import BadInput, Problem
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.derivation.prospects import NOTHING, Prospects, anything, prospects_of_card
from layerlaw.solver.facts.records import Happening
from layerlaw.solver.facts.situation import (
    NOWHERE,
    Deed,
    HeldCondition,
    KeptCopy,
    ResolvedEffect,
    Situation,
    Thing,
    Timestamp,
    Total,
    printed_form,
)
from layerlaw.solver.play.components import put_together
from layerlaw.solver.play.ground_squares import GroundSquares
from layerlaw.solver.play.joining import OpenSets
from layerlaw.solver.play.on_cards import Watches, rules_of_play, watches_of_card
from layerlaw.solver.play.resolved_effects import (
    ResolvedEffects,
    has_condition,
    speaks_of_targets_alone,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from layerlaw.model.algebra import Selector
    from layerlaw.model.errors import Where
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.events import GetsStatus, Place
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.announced import Announced


class GameTable:
    """Objects and resolved effects at one moment, and the moment itself.

    active: whose turn it is. on: the effects whose condition held on the last complete state.
    announced: what has not resolved yet. lives: how often an object became a new one. left_out:
    ids of effects that never exist; those that resolve are kept for their names alone. derived:
    works situations out (None: `derive`). watches: what rules and the cards seen make it look out
    for. rest_waits: nothing comes to rest for now, as an event said. idle: what events say that
    does nothing. looked_back_at: the objects of which an event asks what was copiable of them as
    they left play; left: what that was.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        players: tuple[str, ...],
        stop: Callable[[], None] | None = None,
        active: str | None = None,
        left_out: frozenset[str] = frozenset(),
        *,
        prune: bool = True,
        derived: Callable[[Situation], Answer] | None = None,
        looked_back_at: frozenset[str] = frozenset(),
    ) -> None:
        self.rulebook = rulebook
        self.looked_back_at = looked_back_at
        self.left: dict[str, Card] = {}
        self.left_out = left_out
        self.players = players
        self.active = active
        self.deeds: list[Deed] = []
        self.totals: dict[tuple[str, str], Total] = {}
        self.on: frozenset[HeldCondition] = frozenset()
        self.things: dict[str, Thing] = {}
        self.effects = ResolvedEffects()
        self.open_sets = OpenSets(rulebook)
        self.announced: dict[str, Announced] = {}
        self.lives: dict[str, int] = {}
        # The objects that chose an object as they entered, by what was chosen.
        self.choosers: dict[str, list[str]] = {}
        self.chronicle: list[Happening] = []
        self.idle: list[Happening] = []
        self.moment = 0
        # The moment at which each object entered play last.
        self.arrived: dict[str, int] = {}
        # What was linked with each object, in the order of its forms there.
        self.linked: dict[str, tuple[str, ...]] = {}
        # With which statuses those enter that have not yet, of what enters at this moment.
        self.entering_with: dict[str, list[GetsStatus]] = {}
        self.place = 0
        rules = rulebook.cache.of_value(rules_of_play, rulebook, None)
        self.watches = rules.watches
        # What static effects keep copying, with which object their source was then.
        self._kept: list[tuple[int, KeptCopy]] = []
        self.rest_waits = False
        self._derive = derived or partial(derive, prune=prune, stop=stop)
        # The place of each object in the order of entry; what carries others, or lies over them;
        # what a turn's beginning changes; what is other than when effects were last looked at; what
        # a check could hit.
        self._order: dict[str, int] = {}
        self._count = 0
        self._bearing: dict[str, set[str]] = {}
        self._bearing_at_risk: set[str] = set()
        self._restless: set[str] = set()
        kinds = rulebook.characteristics.values()
        self._counted = frozenset(kind.name for kind in kinds if kind.counted)
        self.ground = GroundSquares(rulebook)
        self._stirred: set[str] = set()
        self._conditional: set[str] = set()
        self._rules_conditional = rules.conditional
        self._danger = rules.danger
        self._in_danger: set[str] = set()
        self._falls = rulebook.carried_falls is not None or bool(rulebook.carried_cannot)
        self._may_fall: set[str] = set()
        self._coming = NOTHING
        self._seen: dict[int, Card] = {}
        self._with_condition: dict[int, tuple[Card, bool]] = {}
        self._marked: dict[str, dict[str, None]] = {keyword: {} for keyword in rulebook.marks}
        self._derived: tuple[Situation, Answer] | None = None

    # --- reading ---------------------------------------------------------------------------

    @property
    def timestamp(self) -> Timestamp:
        """The timestamp of what happens now."""
        return (self.moment, self.place)

    @property
    def situation(self) -> Situation:
        """What stands now."""
        return Situation(
            self.rulebook,
            self.players,
            tuple(self.things.values()),
            tuple(part for effect in self.effects for part in self.parts(effect)),
            self.active,
            self.on,
            self.left_out,
            tuple(self.deeds),
            tuple(self.totals[key] for key in sorted(self.totals)),
            tuple(one for life, one in self._kept if self.lives.get(one.source, 0) == life),
        )

    def keep(self, copies: Iterable[KeptCopy]) -> None:
        """What static effects copied as they first applied, from now on: this and nothing else."""
        kept = sorted(copies, key=lambda one: (one.effect, repr(one.ability)))
        self._kept = [(self.lives.get(one.source, 0), one) for one in kept]

    def parts(self, effect: ResolvedEffect) -> tuple[ResolvedEffect, ...]:
        """The effect, split by when it began for the objects in its open sets."""
        return self.open_sets.parts(effect, self.timestamp)

    def derived(self, situation: Situation) -> Answer:
        """The answer of another situation."""
        return self._derive(situation)

    def derivation(self) -> Answer:
        """The answer now."""
        now = self.situation
        if self._derived is None or self._derived[0] != now:
            self._derived = (now, self._derive(now))
        return self._derived[1]

    @property
    def in_danger(self) -> bool:
        """Whether a state-based check could find anything, judged by what no effect changes."""
        return bool(self._in_danger)

    def could_be_hit(self, id: str) -> bool:
        """Whether a check could find the object, whatever comes of what has no value."""
        others = (one.linked or one.listed or one.above for one in self.things.values())
        if any(others) or any(one.form is not one.card for one in self.things.values()):
            return True
        return self._danger.could_hit(self.things[id], self._seen.values())

    def marked(self, keyword: str) -> tuple[str, ...]:
        """The objects in play on which the keyword is printed and was not lost for good."""
        return tuple(self._marked[keyword])

    def marked_at_risk(self, keyword: str) -> tuple[str, ...]:
        """Those of them that could lose the mark, judged by what no effect changes."""
        danger, coming = self._danger, self._coming
        return tuple(
            id
            for id in self._marked[keyword]
            if danger.may_lose_mark(self.things[id], keyword, coming)
        )

    def has_keyword(self, id: str, keyword: str) -> bool:
        """Whether the object has the keyword in the complete state, and is not disabled."""
        answer = self.derivation()
        held = () if answer.disabled_by(id) else answer.abilities(id)
        return any(answer.instances.keyword(number) == keyword for number in held)

    def playing(self, id: str) -> bool:
        """Whether the object is in play."""
        return self.things[id].zone == self.rulebook.in_play

    def hidden(self, id: str) -> bool:
        """Whether an event gave the object a status that hides it, or it is linked away.

        Players, who may be targets, never are.
        """
        if id not in self.things:
            return False
        thing = self.things[id]
        statuses = self.rulebook.statuses
        return thing.zone == NOWHERE or any(
            statuses[name].hides for name in thing.statuses if name in statuses
        )

    def borne_by(self, id: str) -> tuple[Thing, ...]:
        """What the object carries, what lies below it and is linked with it, in order of entry."""
        return self._in_order(self._bearing.get(id, ()))

    def carried_at_risk(self) -> tuple[Thing, ...]:
        """What is carried in play by what might be nothing that carries, in order of entry."""
        some = self._bearing_at_risk
        if self.watches.takes_types and self.rulebook.carriers is not None:
            some = {*self._bearing}
        borne = {id for bearer in some for id in self._bearing[bearer]} | self._may_fall
        return self._in_order([id for id in borne if self.playing(id)])

    def surely_is(self, id: str, selector: Selector) -> bool:
        """Whether the selector selects the object in play, judged by what no effect changes."""
        return self._danger.surely_is(self.things[id], selector, self._coming)

    def keeps_abilities(self, id: str) -> bool:
        """Whether the object in play has all that is printed on it, judged in the same way."""
        return self._danger.keeps_abilities(self.things[id], self._coming)

    @property
    def restless(self) -> tuple[Thing, ...]:
        """The objects with counters and those that are fresh, in order of entry."""
        return self._in_order(self._restless)

    def _in_order(self, ids: Collection[str]) -> tuple[Thing, ...]:
        return tuple(self.things[id] for id in sorted(ids, key=self._order.__getitem__))

    def form(self, id: str) -> Card:
        """What is printed on the object, with what is linked with it."""
        thing = self.things[id]
        return printed_form(self.rulebook, thing, thing.form)

    # --- writing ---------------------------------------------------------------------------

    def put(self, thing: Thing) -> None:
        """Replaces the object, or adds it."""
        before = self.things.get(thing.id)
        self._note_what_is_looked_for(thing)
        self.things[thing.id] = thing
        self._note_bearers(thing.id, thing.bearer, None if before is None else before.bearer)
        form = self.form(thing.id)
        for keyword, marked in self._marked.items():
            printed = any(p.ability.keyword == keyword for p in form.abilities)
            if printed and keyword not in thing.without and self.playing(thing.id):
                marked[thing.id] = None
            else:
                marked.pop(thing.id, None)
        coming = self._coming
        listed = () if thing.listed is None else (thing.listed,)
        for card in (thing.form, *thing.linked, *listed):
            if id(card) not in self._seen:
                # The card is kept, so that no other one can come to have its identity.
                self._seen[id(card)] = card
                coming |= self.rulebook.kept(prospects_of_card, card)
                self.watches |= self.rulebook.kept(watches_of_card, card)
            if card is not thing.form:
                coming |= Prospects(types=frozenset(card.sets.get(self.rulebook.types, ())))
        for card in listed:
            every = anything(self.rulebook)
            keywords = (one.ability.keyword for one in card.abilities)
            coming |= Prospects(
                adds=every,
                removes=every,
                lowered=frozenset(self.rulebook.characteristics),
                keywords=frozenset(filter(None, keywords)),
            )
            self.watches |= Watches(takes_types=True)
        if coming == self._coming:
            self._look_for_danger(thing)
            for borne in self._bearing.get(thing.id, ()):
                self._look_for_danger(self.things[borne])
        else:
            self._coming = coming
            for other in self.things.values():
                self._look_for_danger(other)

    def _note_what_is_looked_for(self, thing: Thing) -> None:
        """Updates the indexes by which an event finds the objects that it concerns."""
        old = self.things.get(thing.id)
        if old is None:
            self._count += 1
            self._order[thing.id] = self._count
        elif old.bearer is not None:
            self._bearing[old.bearer].discard(thing.id)
        if thing.bearer is not None:
            self._bearing.setdefault(thing.bearer, set()).add(thing.id)
        self._stirred.add(thing.id)
        cards = (thing.form, *thing.linked, thing.card)
        self.ground.note(thing, old)
        _keep(self._restless, thing.id, thing.fresh or self._are_told(thing.counters))
        _keep(self._conditional, thing.id, any(map(self._has_condition, cards)))

    def _are_told(self, counters: Mapping[str, int]) -> bool:
        """Whether there are counters, or none of a kind that could have been taken away."""
        return any(counters.values()) or not counters.keys() <= self._counted

    def groundless(self) -> tuple[Thing, ...]:
        """What may stand where there is no ground since this was last asked, in order of entry."""
        changed = self.ground.changed()
        if changed is None:
            return tuple(self.things.values())
        return self._in_order([id for id in changed if id in self.things])

    def _note_bearers(self, *ids: str | None) -> None:
        """Updates who carries something and might be nothing that carries."""
        carriers = self.rulebook.carriers
        for id in ids:
            if id is not None and carriers is not None and id not in self.players:
                carries = bool(self._bearing.get(id))
                at_risk = carries and not matches_print(carriers, self.form(id))
                _keep(self._bearing_at_risk, id, at_risk)

    def _has_condition(self, card: Card) -> bool:
        """Whether there is a condition on the card."""
        if id(card) not in self._with_condition:
            conditional = any(has_condition(printed.ability) for printed in card.abilities)
            self._with_condition[id(card)] = (card, conditional)
        return self._with_condition[id(card)][1]

    def _look_for_danger(self, thing: Thing) -> None:
        bearer = None if thing.bearer is None else self.things.get(thing.bearer)
        _keep(self._in_danger, thing.id, self._danger.may_hit(thing, self._coming, bearer))
        carried = thing.bearer is not None and self._falls
        falls = carried and self._danger.may_fall(thing, self._coming, bearer)
        _keep(self._may_fall, thing.id, falls)

    def drop(self, id: str) -> None:
        """Removes an object that is not carried and carries nothing."""
        for noted in (
            self._restless,
            self._conditional,
            self._in_danger,
            self._may_fall,
            self._stirred,
        ):
            noted.discard(id)
        for marked in self._marked.values():
            marked.pop(id, None)
        self.ground.forget(id)
        del self.things[id]

    def renew(self, thing: Thing) -> None:
        """Makes the object a new one, the newest, with no memory of the old.

        `zones.change_zone` says what ends with that.
        """
        old = self.things.pop(thing.id, None)
        if old is not None and old.bearer is not None:
            self._bearing[old.bearer].discard(thing.id)
        self.lives[thing.id] = self.lives.get(thing.id, 0) + 1
        rest = self.rulebook.rest
        if rest and thing.zone == self.rulebook.in_play and not is_unnamed(thing.id):
            thing = replace(thing, statuses=thing.statuses | {rest.status})
        self.open_sets.forget(thing.id)
        self.deeds = [
            replace(deed, renewed=deed.renewed | {thing.id})
            if thing.id in (deed.doer, deed.to)
            else deed
            for deed in self.deeds
        ]
        self.put(thing)

    def move(self, id: str, place: Place | None) -> None:
        """Moves the object to the place, with whatever it carries."""
        moving = [id]
        for one in moving:
            if self.things[one].place != place:
                self.stir(one)
            self.put(replace(self.things[one], place=place))
            borne = (thing.id for thing in self.borne_by(one) if self.playing(thing.id))
            moving += [other for other in borne if other not in moving]

    def stir(self, id: str) -> None:
        """The object, if it is in play, is not at rest for now. Clause: SORC-REST-1."""
        rest = self.rulebook.rest
        if rest is not None and self.playing(id):
            thing = self.things[id]
            self.put(replace(thing, statuses=thing.statuses | {rest.status}))

    def settle_conditions(self) -> None:
        """Records which conditions hold in this complete state; the next one starts with them.

        Only policy `condition read: at checks` needs them, where effects apply in layers; otherwise
        nothing is derived.
        """
        rulebook = self.rulebook
        if rulebook.policy("process") != "layered":
            return
        if not (self.on or self._any_condition):
            # No condition holds, and none could.
            return
        if rulebook.policy("condition read") != "at checks":
            return
        answer = self.derivation()
        if answer.situation.on != self.on:
            self.on = answer.situation.on
            self._derived = (self.situation, answer)

    @property
    def _any_condition(self) -> bool:
        return self._rules_conditional or bool(self._conditional) or self.effects.conditional

    def note(
        self, object: str, what: str, clause: str, about: tuple[tuple[str, str], ...] = ()
    ) -> None:
        """Records a consequence of the event. about: as of a `Happening`."""
        self.chronicle.append(Happening(self.moment, object, what, clause, about=about))

    def note_idle(self, object: str, what: str) -> None:
        """Records that a part of an event does nothing."""
        self.idle.append(Happening(self.moment, object, what, ""))

    def note_effect(
        self, id: str, source: str, what: str, clause: str = "", about: Iterable[str] = ()
    ) -> None:
        """Records something about an effect of a source, unless the effect never exists."""
        if id not in self.left_out:
            named = tuple((object, object) for object in about)
            self.chronicle.append(Happening(self.moment, id, what, clause, source, named))

    def has_lost_its_targets(self, effect: ResolvedEffect, gone: Collection[str] = ()) -> bool:
        """Whether the effect is about targets alone, and none of them is still there for it.

        gone: targets that are new objects now.
        """
        return (
            bool(effect.targets)
            and speaks_of_targets_alone(effect.ability)
            and not any(
                not self.hidden(target) and target not in effect.over_for and target not in gone
                for target in effect.targets
            )
        )

    def end(
        self,
        among: Iterable[int],
        over: Callable[[ResolvedEffect], bool],
        what: str,
        about: Iterable[str] = (),
    ) -> bool:
        """Ends those of the effects for which `over` holds; returns whether there were any.

        about: the objects that `what` speaks of.
        """
        ended = False
        for number in among:
            effect = self.effects[number]
            if over(effect):
                self.note_effect(effect.id, effect.source, what, about=about)
                self.effects.remove(number)
                self._lose_form(effect)
                ended = True
        return ended

    def _lose_form(self, effect: ResolvedEffect) -> None:
        """What had entered as a copy by this effect has its own card's form again."""
        own = effect.id == f"{effect.source}.copy" and not effect.orphaned
        if own and self.things[effect.source].copied is not None:
            thing = self.things[effect.source]
            effects = [self.effects[number] for number in self.effects.about(thing.id)]
            self.put(replace(thing, copied=put_together(self.rulebook, thing, effects)))

    def stirred(self) -> list[int]:
        """The effects that may have lost their targets since this was last asked."""
        numbers = self.effects.stirred(self._stirred)
        self._stirred = set()
        return numbers

    def lose_for_good(self, id: str, keyword: str) -> None:
        """Takes the keyword away, as printed and as given by effects so far."""
        thing = self.things[id]
        self.put(replace(thing, without=thing.without | {keyword}))
        for number in {*self.effects.giving(keyword), *self.effects.lending()}:
            effect = self.effects[number]
            withheld = effect.withheld | {(id, keyword)}
            self.effects.put(number, replace(effect, withheld=withheld))

    # --- refusing --------------------------------------------------------------------------

    def refuse(self, where: Where, message: str, expected: str) -> BadInput:
        """The error for an event that cannot happen."""
        return BadInput([Problem(where.file, where.line, where.column, message, expected)])

    def need_there(self, ids: Iterable[str], where: Where, expected: str = "an object") -> None:
        """Raise `BadInput` if what an event speaks of is nothing yet, as what was announced."""
        for id in ids:
            if id not in self.things:
                message = f"'{id}' is no object yet: it was announced and has not resolved"
                raise self.refuse(where, message, expected)

    def need_in_play(self, ids: Iterable[str], where: Where) -> None:
        """Raise `BadInput` if an object that an event speaks of is no longer in play."""
        for id in ids:
            self.need_a_zone(id, where)
            if not self.playing(id):
                last = [happening for happening in self.chronicle if happening.object == id]
                fate = f": it {last[-1].what} after event {last[-1].event}" if last else ""
                clause = f" ({last[-1].clause})" if last and last[-1].clause else ""
                message = f"'{id}' is not in play{fate}{clause}"
                raise self.refuse(where, message, "an object in play")

    def need_a_zone(self, id: str, where: Where) -> None:
        """Raise `BadInput` if an event speaks of what is no object yet, or part of another one."""
        self.need_there((id,), where)
        thing = self.things[id]
        if thing.zone == NOWHERE:
            why = f"it is linked with '{thing.bearer}'" if thing.bearer else "it is a top card"
            message = f"'{id}' is in no zone of its own: {why}"
            raise self.refuse(where, message, "an object in a zone")


def _keep(ids: set[str], id: str, is_one: bool) -> None:
    """Adds the id to the ids, or takes it out."""
    if is_one:
        ids.add(id)
    else:
        ids.discard(id)


def _lie_apart(one: Thing, other: Thing) -> bool:
    return (one.place, one.zone) != (other.place, other.zone)
