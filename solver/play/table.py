"""The game table while a history is played, and its consequences so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    AfterLeaving,
    CopyOf,
    EnterAs,
    Entering,
    EnterWith,
    HasStatus,
    Permission,
    Redirect,
    RemoveMembers,
    ReplaceMember,
    SetMembers,
)
from layerlaw.model.algebra.permissions import speaks_of_counters
from layerlaw.model.algebra.trees import mentions, nodes, operations_of
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.errors import BadInput, Problem
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.derivation.danger import NOTHING, Danger, Prospects, prospects_of_card
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.facts.records import Happening
from layerlaw.solver.facts.situation import (
    NOWHERE,
    Deed,
    ResolvedEffect,
    Situation,
    Thing,
    Timestamp,
    Total,
    printed_form,
)
from layerlaw.solver.play.joining import OpenSets
from layerlaw.solver.play.resolved_effects import (
    ResolvedEffects,
    has_condition,
    speaks_of_targets_alone,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from layerlaw.model.errors import Where
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.rulebooks.space import Space
    from layerlaw.model.scenarios.events import Place
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.announced import Announced


@dataclass(frozen=True, slots=True)
class RulesOfPlay:
    """What the rules of a rulebook alone mean for every table.

    redirect: one may send objects elsewhere. arrives: one may say what objects enter with.
    asks_rest: one asks what is at rest. takes_types: one may take a type away. conditional: one
    has a condition. danger: what they could hit. forbids: what they forbid to do with counters.
    """

    redirect: bool
    arrives: bool
    asks_rest: bool
    takes_types: bool
    conditional: bool
    danger: Danger
    forbids: frozenset[str]


def _rules_of_play(rulebook: Rulebook, _: None) -> RulesOfPlay:
    card = Card("", {}, {}, tuple(PrintedAbility("has", r.ability) for r in rulebook.rules))
    return RulesOfPlay(
        _may_redirect(card),
        _may_arrive(card),
        asks_rest(rulebook, card),
        takes_types(rulebook, card),
        any(has_condition(rule.ability) for rule in rulebook.rules),
        Danger(rulebook),
        frozenset(filter(speaks_of_counters, _forbidden_by(card))),
    )


class GameTable:
    """Objects and resolved effects at one moment, and the moment itself.

    active: whose turn it is. on: the effects whose condition held on the last complete state.
    announced: what has not resolved yet. lives: how often an object became a new one. left_out:
    ids of effects that never exist; those that resolve are kept for their names alone. derived:
    works situations out (None: `derive`). forbids:
    the verbs that any card seen forbids. asks_rest: whether any asks what is at rest. takes_types:
    whether any takes types away, or is copied on to something. rest_waits:
    nothing comes to rest for now, as an event said. idle: what events say that does nothing.
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
    ) -> None:
        self.rulebook = rulebook
        self.left_out = left_out
        self.players = players
        self.active = active
        self.deeds: list[Deed] = []
        self.totals: dict[tuple[str, str], Total] = {}
        self.on: frozenset[str] = frozenset()
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
        self.place = 0
        rules = rulebook.cache.of_value(_rules_of_play, rulebook, None)
        self.redirects = rules.redirect
        self.arrives = rules.arrives
        self.lingers = False
        self.forbids = rules.forbids
        self.asks_rest = rules.asks_rest
        self.takes_types = rules.takes_types
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
        self.in_void: set[str] = set()
        # Of what is ground its squares; how many of that lie on a square; what came or changed
        # since ground was looked for; whether all have to be looked at, as some ground left.
        self._grounds: dict[str, tuple[int, ...]] = {}
        self.ground: dict[int, int] = {}
        self._groundless: dict[str, None] = {}
        self._ground_left = False
        self._stirred: set[str] = set()
        self._conditional: set[str] = set()
        self._rules_conditional = rules.conditional
        self._danger = rules.danger
        self._in_danger: set[str] = set()
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
        )

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
        rulebook = self.rulebook
        every = self.takes_types or rulebook.carried_falls is not None or rulebook.carried_cannot
        bearers = self._bearing if every else self._bearing_at_risk
        borne = [id for bearer in bearers for id in self._bearing[bearer] if self.playing(id)]
        return self._in_order(borne)

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
        for card in (thing.form, *thing.linked):
            if id(card) not in self._seen:
                # The card is kept, so that no other one can come to have its identity.
                self._seen[id(card)] = card
                coming |= self.rulebook.kept(prospects_of_card, card)
                self.redirects = self.redirects or _may_redirect(card)
                self.arrives = self.arrives or _may_arrive(card)
                self.lingers = self.lingers or _may_linger(card)
                self.forbids |= _forbidden_by(card)
                self.asks_rest = self.asks_rest or self.rulebook.kept(asks_rest, card)
                self.takes_types = self.takes_types or self.rulebook.kept(takes_types, card)
            if card is not thing.form:
                coming |= Prospects(types=frozenset(card.sets.get(self.rulebook.types, ())))
        if coming == self._coming:
            self._look_for_danger(thing)
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
        in_void = thing.place is not None and bool(thing.place.in_void)
        if thing.id in self.in_void and (old is None or _lie_apart(old, thing)):
            self._ground_left = True
        _keep(self.in_void, thing.id, in_void and thing.zone == self.rulebook.in_play)
        space = self.rulebook.space
        if space is not None and (thing.place is not None or thing.id in self._grounds):
            self._note_ground(thing, space)
        _keep(self._restless, thing.id, any(thing.counters.values()) or thing.fresh)
        _keep(self._conditional, thing.id, any(map(self._has_condition, cards)))

    def _note_ground(self, thing: Thing, space: Space) -> None:
        """Updates where there is ground, and who may stand where there is none."""
        self._groundless[thing.id] = None
        squares: tuple[int, ...] = ()
        if thing.place is not None and thing.zone == self.rulebook.in_play:
            types = printed_form(self.rulebook, thing, thing.form).sets.get(space.types, ())
            squares = thing.place.squares if space.ground in types else ()
        self._ground_is(thing.id, squares)

    def _ground_is(self, id: str, squares: tuple[int, ...]) -> None:
        """The object is ground on these squares."""
        before = self._grounds.get(id, ())
        if squares == before:
            return
        if squares:
            self._grounds[id] = squares
        else:
            del self._grounds[id]
        for square in squares:
            self.ground[square] = self.ground.get(square, 0) + 1
        for square in before:
            self.ground[square] -= 1
            if not self.ground[square]:
                del self.ground[square]
        self._ground_left = self._ground_left or bool(before)

    def groundless(self) -> tuple[Thing, ...]:
        """What may stand where there is no ground since this was last asked, in order of entry."""
        every, self._ground_left = self._ground_left, False
        ids, self._groundless = self._groundless, {}
        if every:
            return tuple(self.things.values())
        return self._in_order([id for id in ids if id in self.things])

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
        _keep(self._in_danger, thing.id, self._danger.may_hit(thing, self._coming))

    def drop(self, id: str) -> None:
        """Removes an object that is not carried and carries nothing."""
        self._ground_left = self._ground_left or id in self.in_void
        for noted in (
            self._restless,
            self.in_void,
            self._conditional,
            self._in_danger,
            self._stirred,
        ):
            noted.discard(id)
        for marked in self._marked.values():
            marked.pop(id, None)
        self._ground_is(id, ())
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
                ended = True
        return ended

    def stirred(self) -> list[int]:
        """The effects that may have lost their targets since this was last asked."""
        numbers = self.effects.stirred(self._stirred)
        self._stirred = set()
        return numbers

    def lose_for_good(self, id: str, keyword: str) -> None:
        """Takes the keyword away, as printed and as given by effects so far."""
        thing = self.things[id]
        self.put(replace(thing, without=thing.without | {keyword}))
        for number in self.effects.giving(keyword):
            effect = self.effects[number]
            withheld = effect.withheld | {(id, keyword)}
            self.effects.put(number, replace(effect, withheld=withheld))

    # --- refusing --------------------------------------------------------------------------

    def refuse(self, where: Where, message: str, expected: str) -> BadInput:
        """The error for an event that cannot happen."""
        return BadInput([Problem(where.file, where.line, where.column, message, expected)])

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
        """Raise `BadInput` if an object that an event speaks of is part of another one."""
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


def _may_redirect(card: Card) -> bool:
    """Whether the card has a redirection: an object goes to another zone instead."""
    return any(
        isinstance(operation, Redirect)
        for printed in card.every_ability
        for operation in operations_of(printed.ability)
    )


def _may_arrive(card: Card) -> bool:
    """Whether the card says, or gives an ability that says, what objects enter with."""
    return any(
        mentions(printed.ability, (Entering, EnterWith, EnterAs)) for printed in card.every_ability
    )


def _may_linger(card: Card) -> bool:
    """Whether the card has, or gives, an ability that goes on after its source has left."""
    return any(mentions(printed.ability, AfterLeaving) for printed in card.every_ability)


def asks_rest(rulebook: Rulebook, tree: object) -> bool:
    """Whether a card, or an ability, asks what is at rest."""
    rest = rulebook.rest
    return rest is not None and any(node == HasStatus(rest.status) for node in nodes(tree))


def takes_types(rulebook: Rulebook, card: Card) -> bool:
    """Whether anything on the card may take a type away, by copying too."""
    taking = (SetMembers, RemoveMembers, ReplaceMember)
    return any(
        isinstance(node, CopyOf)
        or (isinstance(node, taking) and node.characteristic == rulebook.types)
        for node in nodes(card)
    )


def _forbidden_by(card: Card) -> frozenset[str]:
    """The verbs, active and passive, that the card forbids."""
    return frozenset(
        operation.action
        for printed in card.every_ability
        for operation in operations_of(printed.ability)
        if isinstance(operation, Permission) and not operation.allowed
    )
