"""Playing a scenario: from its events to the situation after each, with all that is fixed then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model import scenario as s
from layerlaw.model.algebra import EndOfTurn, Gain, SourceLeaves, UntilFact, YourNextTurn
from layerlaw.model.errors import BadInput, LayerlawError, Problem
from layerlaw.solver.board import ABILITIES
from layerlaw.solver.checks import may_find_something
from layerlaw.solver.derive import derive
from layerlaw.solver.evaluate import Context, condition, scoped, speaks_of_it
from layerlaw.solver.resolving import (
    copied_cards,
    copying,
    frozen_ability,
    locked_sets,
    only_targets,
)
from layerlaw.solver.situation import ResolvedEffect, Situation, Thing, Timestamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.cards import Card, PrintedAbility, Use
    from layerlaw.model.rulebook import Rulebook
    from layerlaw.solver.derivation import Derivation


class CheckCycle(LayerlawError):
    """State-based checks that go on without end."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One event and the situation after it (and after the checks that followed)."""

    event: s.Event
    situation: Situation


class History:
    """Plays the events of a scenario one after another. Clauses: SORC-CLOCK-1, SORC-DUR-1."""

    def __init__(self, scenario: s.Scenario, *, stop: Callable[[], None] | None = None) -> None:
        self.scenario = scenario
        self.rulebook: Rulebook = scenario.rulebook.settled(scenario.readings)
        self.stop = stop
        self.things: dict[str, Thing] = {}
        self.effects: list[ResolvedEffect] = []
        self.active = scenario.active
        self.moment = 0
        self.place = 0
        self._derived: tuple[Situation, Derivation] | None = None

    # --- the present -----------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """What stands now."""
        return Situation(
            self.rulebook,
            self.scenario.players,
            tuple(self.things.values()),
            tuple(self.effects),
        )

    def derivation(self) -> Derivation:
        """The answer now."""
        now = self.situation
        if self._derived is None or self._derived[0] != now:
            self._derived = (now, derive(now, stop=self.stop))
        return self._derived[1]

    @property
    def timestamp(self) -> Timestamp:
        """The timestamp of what happens now."""
        return (self.moment, self.place)

    # --- playing ---------------------------------------------------------------------------

    def play(self) -> Iterator[Moment]:
        """Play every event; after each but the last the state-based checks are carried out.

        The checks after the last event are left to the reader of the answer, who sees in its
        `fates` what they would do.
        """
        events = self.scenario.play
        for number, event in enumerate(events):
            self.moment += 1
            self.place = 0
            if isinstance(event, s.Together):
                for one in self._in_order(event):
                    self.place += 1
                    self._happen(one)
            else:
                self._happen(event)
            self._end_by_facts()
            if number + 1 < len(events):
                self.carry_out_checks()
            yield Moment(event, self.situation)

    def _in_order(self, together: s.Together) -> list[s.Play | s.UseAbility]:
        """The active player's events first, then the others' in seating order. SORC-SIM-1."""
        players = self.scenario.players
        ranks = {player: number + 1 for number, player in enumerate(players)}
        if self.active is not None:
            ranks[self.active] = 0
        return sorted(together.events, key=lambda event: ranks[event.player])

    def carry_out_checks(self) -> None:
        """Carry out the state-based checks until they find nothing. Clause: SORC-SBA-1."""
        if not may_find_something(self.rulebook, self.things.values()):
            return
        for _ in range(len(self.things) + 1):
            found = self.derivation().fates
            if not found:
                return
            for fate in found:
                self._leave(fate.object, fate.zone)
            self._end_by_facts()
        raise CheckCycle("the state-based checks come back to where they began")

    def _happen(self, event: s.Event) -> None:
        match event:
            case s.Play():
                self._play(event)
            case s.UseAbility():
                self._use(event)
            case s.Move(object, place):
                # What moves by itself is no longer carried.
                self._change(object, bearer=None)
                self._put(object, place)
            case s.Attach(object, bearer):
                if bearer is not None and not (self._playing(object) and self._playing(bearer)):
                    bearer = None
                self._change(object, bearer=bearer)
                if bearer is not None:
                    self._put(object, self.things[bearer].place)
            case s.Leave(object, zone):
                self._leave(object, zone)
            case s.Count(object, characteristic, amount):
                counters = dict(self.things[object].counters)
                counters[characteristic] = counters.get(characteristic, 0) + amount
                self._change(object, counters=counters)
            case s.LosesForGood(object, keyword):
                self._lose_for_good(object, keyword)
            case s.Transform(object, card):
                self._change(object, card=card, copied=None)
                self.effects = [e for e in self.effects if e.id != f"{object}.copy"]
            case s.TurnBegins(player):
                self._new_turn(player)
            case s.Together():
                raise AssertionError("a block inside a block is not parsed")

    def _change(self, id: str, **changes: object) -> None:
        self.things[id] = replace(self.things[id], **changes)  # type: ignore[arg-type]

    def _put(self, id: str, place: s.Place | None) -> None:
        """The object is there now, and with it whatever it carries."""
        self._change(id, place=place)
        for thing in list(self.things.values()):
            if thing.bearer == id:
                self._put(thing.id, place)

    def _playing(self, id: str) -> bool:
        """Whether the object is in play."""
        return self.things[id].zone == self.rulebook.in_play

    # --- cards -----------------------------------------------------------------------------

    def _play(self, event: s.Play) -> None:
        card = event.card
        if any(printed.use == "resolves" for printed in card.abilities):
            # A spell stands nowhere; it is kept, out of play, as the source of its effects.
            self._enter(event, zone=self.rulebook.zones[1], bearer=None)
            self._resolve(
                event.id, event.player, _printed(card, "resolves"), event.id, event.targets
            )
            return
        carried = None
        if event.targets and self._playing(event.targets[0]) and self._is_carried(card):
            carried = event.targets[0]
        self._enter(event, zone=self.rulebook.in_play, bearer=carried)
        copies = any(printed.use == "enters" for printed in card.abilities)
        if event.copying is not None and copies:
            self._change(event.id, copied=self.things[event.copying].form)
            enters = _printed(card, "enters")
            self._resolve(event.id, event.player, enters, f"{event.id}.copy", (event.id,))
        if any(p.use == "on entry" for p in self.things[event.id].form.abilities):
            self._triggered_by_entry(event)

    def _enter(self, event: s.Play, *, zone: str, bearer: str | None) -> None:
        place = event.place if bearer is None else self.things[bearer].place
        self.things[event.id] = Thing(
            event.id,
            event.card,
            event.player,
            event.player,
            zone,
            place,
            bearer,
            self.timestamp,
            {},
        )

    def _is_carried(self, card: Card) -> bool:
        """Whether cards of these printed types are carried. Clause: SORC-CARRY-2."""
        if self.rulebook.carried is None:
            return False
        probe = Thing("it", card, "", "", self.rulebook.in_play, None, None, (0, 0), {})
        found = derive(Situation(replace(self.rulebook, layers=()), (), (probe,), ()))
        context = Context(found.world, found.instances, 0, None, 0)
        select, _ = scoped(self.rulebook.carried, context)
        return bool(select(found.end, -1))

    def _triggered_by_entry(self, event: s.Play) -> None:
        """Resolve `on entry` abilities that the object has as it enters. Clause: SORC-TS-2."""
        card = self.things[event.id].form
        found = self.derivation()
        index = found.index(event.id)
        disabled = any(
            found.end.column(status.name).get(True, 0) >> index & 1
            for status in self.rulebook.statuses.values()
            if status.disables
        )
        has = {found.instances[i].ability for i in found.end.values(ABILITIES, index)}
        if disabled:
            return
        kept = [(rank, p) for rank, p in _printed(card, "on entry") if p.ability in has]
        self._resolve(event.id, event.player, kept, f"{event.id}.entry", event.targets)

    # --- abilities -------------------------------------------------------------------------

    def _use(self, event: s.UseAbility) -> None:
        card = self.things[event.source].form
        usable = [
            (rank, p)
            for rank, p in _printed(card, "activates", "triggers")
            if p.name == event.ability
        ]
        found = self.derivation()
        index = found.index(event.source)
        has = {found.instances[i].ability for i in found.end.values(ABILITIES, index)}
        disabled = [
            status.name
            for status in self.rulebook.statuses.values()
            if status.disables and found.end.column(status.name).get(True, 0) >> index & 1
        ]
        if not usable:
            names = ", ".join(p.name for p in card.abilities if p.name) or "none with a name"
            self._refuse(
                event.where,
                f"{event.source} ({card.name}) has no ability to use"
                + (f" called '{event.ability}'" if event.ability else ""),
                f"an ability under `activates` or `triggers` (it has {names})",
            )
        working = [(rank, p) for rank, p in usable if p.ability in has]
        if disabled or not working:
            why = f"it is {disabled[0]}" if disabled else "it has lost the ability"
            self._refuse(
                event.where,
                f"{event.source} ({card.name}) cannot use its ability here: {why}",
                "an ability that the object still has at this moment",
            )
        self._resolve(event.source, event.player, working[:1], event.id, event.targets)

    def _refuse(self, where: s.Where, message: str, expected: str) -> None:
        raise BadInput([Problem(where.file, where.line, where.column, message, expected)])

    def _resolve(
        self,
        source: str,
        player: str,
        abilities: list[tuple[int, PrintedAbility]],
        id: str,
        targets: tuple[str, ...],
    ) -> None:
        """Make the effects of these abilities; each comes with its place on the card."""
        made = [(rank, printed) for rank, printed in abilities if printed.ability.instructions]
        if not made:
            return
        # All that one resolution leaves is worked out on the same state.
        before = self.derivation()
        context = Context(
            before.world,
            before.instances,
            before.index(source),
            player,
            before.world.mask(targets),
        )
        for number, (rank, printed) in enumerate(made, 1):
            joint = "." if printed.use in ("resolves", "activates", "triggers") else ""
            name = id if len(made) == 1 else f"{id}{joint}{number}"
            self.effects.append(
                ResolvedEffect(
                    name,
                    source,
                    player,
                    frozen_ability(printed.ability, context, before.end),
                    self.timestamp,
                    rank,
                    targets,
                    locked_sets(printed.ability, context, before.end),
                    copies=(self.things[source].copied,) * len(copying(printed.ability))
                    if printed.use == "enters"
                    else copied_cards(printed.ability, context, before.end),
                )
            )

    # --- ends ------------------------------------------------------------------------------

    def _leave(self, id: str, zone: str) -> None:
        """The object leaves play: what it carried drops, what was fixed on it forgets it."""
        self._change(id, zone=zone, bearer=None, counters={}, without=frozenset(), copied=None)
        for other in list(self.things.values()):
            if other.bearer == id:
                self._change(other.id, bearer=None)
        kept = []
        for effect in self.effects:
            # Without a stated duration an effect lasts while its source is in play; the source
            # of a spell's effects never was.
            if effect.source == id and isinstance(effect.ability.until, SourceLeaves | None):
                continue
            if effect.id == f"{id}.copy":
                continue
            if self._has_lost_its_targets(effect):
                continue
            kept.append(effect)
        self.effects = kept

    def _has_lost_its_targets(self, effect: ResolvedEffect) -> bool:
        """Whether the effect is about targets alone, and over for those of them still in play."""
        return only_targets(effect) and not any(
            self._playing(target) and target not in effect.over_for for target in effect.targets
        )

    def _lose_for_good(self, id: str, keyword: str) -> None:
        """What is printed on it goes, and what effects made so far give; no more than that."""
        thing = self.things[id]
        self._change(id, without=thing.without | {keyword})
        for number, effect in enumerate(self.effects):
            if any(
                isinstance(operation, Gain) and operation.ability.keyword == keyword
                for instruction in effect.ability.instructions
                for operation in instruction.operations
            ):
                withheld = effect.withheld | {(id, keyword)}
                self.effects[number] = replace(effect, withheld=withheld)

    def _new_turn(self, player: str) -> None:
        """The turn ends, damage goes away, and the player's turn begins. Clause: SORC-DUR-1."""
        self.active = player
        self.effects = [
            effect
            for effect in self.effects
            if not isinstance(effect.ability.until, EndOfTurn)
            and not (isinstance(effect.ability.until, YourNextTurn) and effect.player == player)
        ]
        for thing in list(self.things.values()):
            if thing.counters:
                self._change(thing.id, counters={})

    def _end_by_facts(self) -> None:
        while self._end_once_by_facts():
            pass

    def _end_once_by_facts(self) -> bool:
        """End what lasts until a fact, object by object, on the complete state; whether any did."""
        if not any(isinstance(e.ability.until, UntilFact) for e in self.effects):
            return False
        found = self.derivation()
        kept = []
        for effect in self.effects:
            if not isinstance(effect.ability.until, UntilFact):
                kept.append(effect)
                continue
            context = Context(
                found.world,
                found.instances,
                found.index(effect.source),
                effect.player,
                found.world.mask(effect.targets),
            )
            ending = effect.ability.until.condition
            test, _ = condition(ending, context)
            if not speaks_of_it(ending):
                if not test(found.end, -1):
                    kept.append(effect)
                continue
            over = effect.over_for | {
                one for one in reached(found, effect.id) if test(found.end, found.index(one))
            }
            ended = replace(effect, over_for=over)
            if not self._has_lost_its_targets(ended):
                kept.append(ended)
        changed = kept != self.effects
        self.effects = kept
        return changed


def _printed(card: Card, *uses: Use) -> list[tuple[int, PrintedAbility]]:
    """The card's abilities that work in one of these ways, each with its place on the card."""
    return [(rank, p) for rank, p in enumerate(card.abilities) if p.use in uses]


def reached(derivation: Derivation, effect: str) -> tuple[str, ...]:
    """The objects that an effect was applied to in a derivation."""
    found = 0
    for run in derivation.runs:
        for turn in run.turns:
            if turn.part.id == effect and turn.seen is not None:
                for scope, _ in turn.seen:
                    found |= scope
    return derivation.world.ids(found)
