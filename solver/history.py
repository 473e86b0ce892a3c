"""Playing a scenario: its events one after another, and what ends or dies by itself in between."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import scenario as s
from layerlaw.model.algebra import EndOfTurn, UntilFact, YourNextTurn
from layerlaw.model.errors import LayerlawError
from layerlaw.solver.context import Context, speaks_of_it
from layerlaw.solver.evaluate import condition
from layerlaw.solver.table import Table, given_by
from layerlaw.solver.using import check_bearer, play_card, use_ability

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.solver.derivation import Derivation
    from layerlaw.solver.situation import ResolvedEffect


class CheckCycle(LayerlawError):
    """State-based checks that go on without end."""


class History:
    """Plays the events of a scenario one after another. Clauses: SORC-CLOCK-1, SORC-DUR-1."""

    def __init__(self, scenario: s.Scenario, *, stop: Callable[[], None] | None = None) -> None:
        self.scenario = scenario
        self.active = scenario.active
        rulebook = scenario.rulebook.settled(scenario.readings)
        self.table = Table(rulebook, scenario.players, stop)

    def derivation(self) -> Derivation:
        """The answer now, with what happened by itself on the way."""
        return replace(self.table.derivation(), chronicle=tuple(self.table.chronicle))

    def play(self) -> Iterator[s.Event]:
        """Play every event; after each but the last the state-based checks are carried out.

        The checks after the last event are left to the reader of the answer, who sees in its
        `fates` what they would do.
        """
        events = self.scenario.play
        for number, event in enumerate(events):
            self.table.moment += 1
            self.table.place = 0
            if isinstance(event, s.Together):
                for one in self._in_order(event):
                    self.table.place += 1
                    self._happen(one)
            else:
                self._happen(event)
            self._settle()
            if number + 1 < len(events):
                self.carry_out_checks()
            yield event

    def _in_order(self, together: s.Together) -> list[s.Play | s.UseAbility]:
        """The active player's events first, then the others' in seating order. SORC-SIM-1."""
        ranks = {player: number + 1 for number, player in enumerate(self.scenario.players)}
        if self.active is not None:
            ranks[self.active] = 0
        return sorted(together.events, key=lambda event: ranks[event.player])

    def carry_out_checks(self) -> None:
        """Carry out the state-based checks until they find nothing. Clause: SORC-SBA-1."""
        for _ in range(len(self.table.things) + 1):
            found = self.table.derivation().fates if self.table.in_danger else ()
            if not found:
                return
            for fate in found:
                self.table.leave(fate.object, fate.zone, fate.verdict, fate.clause)
            self._settle()
        raise CheckCycle("the state-based checks come back to where they began")

    def _happen(self, event: s.Event) -> None:
        table = self.table
        match event:
            case s.Play():
                play_card(table, event)
            case s.UseAbility():
                use_ability(table, event)
            case s.Move(object, place, where):
                table.need_in_play((object,), where)
                # What moves by itself is no longer carried.
                table.put(replace(table.things[object], bearer=None))
                table.move(object, place)
            case s.Attach(object, bearer, where):
                table.need_in_play((object, bearer) if bearer else (object,), where)
                if bearer is not None:
                    check_bearer(table, object, bearer, where)
                    table.move(object, table.things[bearer].place)
                table.put(replace(table.things[object], bearer=bearer))
            case s.Leave(object, zone, where):
                table.need_in_play((object,), where)
                table.leave(object, zone, f"leaves play for the {zone}", "")
            case s.Count(object, characteristic, amount, where):
                table.need_in_play((object,), where)
                self._count(object, characteristic, amount)
            case s.LosesForGood(object, keyword, where):
                table.need_in_play((object,), where)
                table.lose_for_good(object, keyword)
            case s.Transform(object, card, where):
                table.need_in_play((object,), where)
                table.put(replace(table.things[object], card=card, copied=None))
                table.end(lambda effect: effect.id == f"{object}.copy", "ends with the old form")
            case s.TurnBegins(player):
                self._new_turn(player)
            case s.Together():
                raise AssertionError("a block inside a block is not parsed")

    def _count(self, object: str, characteristic: str, amount: int) -> None:
        thing = self.table.things[object]
        known = self.table.rulebook.characteristics.get(characteristic)
        number = thing.counters.get(characteristic, 0) + amount
        if known is not None and known.floor is not None:
            number = max(number, known.floor)
        self.table.put(replace(thing, counters={**thing.counters, characteristic: number}))

    def _new_turn(self, player: str) -> None:
        """The turn ends, counters go back to 0, and the player's turn begins. SORC-DUR-1."""
        self.active = player

        def over(effect: ResolvedEffect) -> bool:
            until = effect.ability.until
            mine = effect.player == player
            return isinstance(until, EndOfTurn) or (isinstance(until, YourNextTurn) and mine)

        self.table.end(over, f"ends as {player}'s turn begins")
        for thing in list(self.table.things.values()):
            if thing.counters:
                self.table.put(replace(thing, counters={}))

    # --- what a complete state ends --------------------------------------------------------

    def _settle(self) -> None:
        """Remove marks and end durations until the complete state asks for no more of it."""
        while self._lose_marks() or self._end_by_facts():
            pass

    def _lose_marks(self) -> bool:
        """A keyword kept by a mark is gone for good once the object does not have it.

        Clauses: SORC-STEALTH-1, SORC-WARD-1.
        """
        table = self.table
        lost: list[tuple[str, str]] = []
        for keyword in table.rulebook.marks:
            printed = table.marked(keyword)
            givers = [effect for effect in table.effects if keyword in given_by(effect)]
            if not printed and not givers:
                continue
            found = table.derivation()
            marked = dict.fromkeys(printed)
            for effect in givers:
                for id in reached(found, effect.id):
                    if (id, keyword) not in effect.withheld:
                        marked[id] = None
            lost += [(id, keyword) for id in marked if not _has(found, id, keyword)]
        for id, keyword in lost:
            table.lose_for_good(id, keyword)
            table.note(id, f"loses its {keyword} mark", table.rulebook.keyword_clause(keyword))
        return bool(lost)

    def _end_by_facts(self) -> bool:
        """End what lasts until a fact, object by object, on the complete state; whether any did."""
        table = self.table
        if not any(isinstance(e.ability.until, UntilFact) for e in table.effects):
            return False
        found = table.derivation()
        before = table.effects
        table.effects = [self._after_facts(found, effect) for effect in before]
        changed = table.effects != before
        ended = {e.id for e in table.effects if _is_over(found, e) or self._has_ended(e)}
        table.end(lambda effect: effect.id in ended, "ends, for what it lasted until is so")
        return changed or bool(ended)

    def _has_ended(self, effect: ResolvedEffect) -> bool:
        until = effect.ability.until
        return isinstance(until, UntilFact) and self.table.has_lost_its_targets(effect)

    def _after_facts(self, found: Derivation, effect: ResolvedEffect) -> ResolvedEffect:
        """The effect, over for those objects for which its fact is so."""
        until = effect.ability.until
        if not isinstance(until, UntilFact) or not speaks_of_it(until.condition):
            return effect
        test, _ = condition(until.condition, _context(found, effect))
        now = {one for one in reached(found, effect.id) if test(found.end, found.index(one))}
        return replace(effect, over_for=effect.over_for | now)


def _is_over(found: Derivation, effect: ResolvedEffect) -> bool:
    """Whether a fact that does not speak of `it` is so."""
    until = effect.ability.until
    if not isinstance(until, UntilFact) or speaks_of_it(until.condition):
        return False
    test, _ = condition(until.condition, _context(found, effect))
    return test(found.end, -1)


def _context(found: Derivation, effect: ResolvedEffect) -> Context:
    return Context(
        found.world,
        found.instances,
        found.index(effect.source),
        effect.player,
        found.world.mask(effect.targets),
    )


def _has(found: Derivation, id: str, keyword: str) -> bool:
    """Whether the object has the keyword and is not disabled."""
    held = () if found.disabled_by(id) else found.abilities(id)
    return any(found.instances.keyword(number) == keyword for number in held)


def reached(derivation: Derivation, effect: str) -> tuple[str, ...]:
    """The objects that an effect was applied to in a derivation."""
    found = 0
    for run in derivation.runs:
        for turn in run.turns:
            if turn.part.id == effect and turn.seen is not None:
                for scope, _ in turn.seen:
                    found |= scope
    return derivation.world.ids(found)
