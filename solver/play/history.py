"""Plays a scenario: its events one by one, and the consequences after each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    ControllersNextTurn,
    EndOfNextTurn,
    EndOfTurn,
    YourNextTurn,
)
from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.scenarios.events import (
    Announce,
    Attach,
    ChangeCounters,
    Does,
    Event,
    ExpectNow,
    GetsStatus,
    Leave,
    Link,
    LosesForGood,
    Meld,
    Move,
    MoveZone,
    Play,
    PutBelow,
    Resolve,
    RestWaits,
    Simultaneous,
    Stack,
    Together,
    Transform,
    TurnBegins,
    Unlink,
    UseAbility,
    looked_back_at,
)
from layerlaw.model.scenarios.held_events import Hold, Uncover
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.facts.records import NoValue
from layerlaw.solver.facts.situation import Deed, Total
from layerlaw.solver.play import rest
from layerlaw.solver.play.bearing import check_bearer, check_no_circle
from layerlaw.solver.play.counting import count, mark, statuses_of_entries
from layerlaw.solver.play.ending import could_lose, end_for_controlled, settle
from layerlaw.solver.play.faces import stays_up
from layerlaw.solver.play.forbidden import counters_barred, note_forbidden
from layerlaw.solver.play.held import hold, uncover
from layerlaw.solver.play.melding import meld
from layerlaw.solver.play.own_keywords import settle_counters
from layerlaw.solver.play.playing import play_card
from layerlaw.solver.play.returning import LastingMoves
from layerlaw.solver.play.table import GameTable
from layerlaw.solver.play.turning import become_without
from layerlaw.solver.play.unnamed_ground import Ground
from layerlaw.solver.play.using import announce, as_it_waits, put_where_it_waits, resolve
from layerlaw.solver.play.void_squares import VoidSquares
from layerlaw.solver.play.zones import leave, link, put_below, stack, transform, unlink

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Characteristic
    from layerlaw.solver.facts.situation import ResolvedEffect, Situation


class CheckCycle(LayerlawError):
    """The state-based checks never end."""


class History:
    """Plays the events of a scenario one after another. Clauses: SORC-CLOCK-1, SORC-DUR-1.

    on_the_way: each `expect` among the events, with the state that it speaks of. left_out: ids of
    effects that never exist. prune: see `derive`. derived: works situations out in its place.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        stop: Callable[[], None] | None = None,
        left_out: frozenset[str] = frozenset(),
        prune: bool = True,
        derived: Callable[[Situation], Answer] | None = None,
    ) -> None:
        self.scenario = scenario
        self.on_the_way: list[tuple[ExpectNow, Answer]] = []
        rulebook = scenario.rulebook.settled(scenario.readings)
        self.table = GameTable(
            rulebook,
            scenario.players,
            stop,
            scenario.active,
            left_out,
            prune=prune,
            derived=derived,
            looked_back_at=looked_back_at(scenario.play),
        )
        self._ground = Ground(self.table, scenario.play)
        self._void = VoidSquares(self.table)
        self._lasting = LastingMoves(self.table)

    def derivation(self) -> Answer:
        """The answer now, with the consequences so far."""
        return replace(
            self.table.derivation(),
            chronicle=tuple(self.table.chronicle),
            idle=tuple(self.table.idle),
            scenario=self.scenario,
        )

    def play(self) -> Iterator[Event]:
        """Play every event; after each but the last the state-based checks are carried out.

        The checks after the last event are left to the reader of the answer, who sees in its
        `fates` what they would do; what is expected on the way is likewise of the state before
        them. An `expect` among the events is no event itself: it has no moment, and is not given.
        """
        done: Event | None = None
        for event in self.scenario.play:
            if isinstance(event, ExpectNow):
                self.on_the_way.append((event, self.derivation()))
                continue
            try:
                if done is not None:
                    self.carry_out_checks()
                    yield done
                self._take_place(event)
            except NoValue as error:
                message = str(error)
                raise self.table.refuse(event.where, message, "a state to go on from") from None
            done = event
        if done is not None:
            yield done

    def carry_out_checks(self) -> None:
        """Carry out the state-based checks until they find nothing. Clause: SORC-SBA-1."""
        table = self.table
        for _ in range(len(table.things) + 1):
            answer = table.derivation() if table.in_danger else None
            if answer is None:
                return
            undecided = (one for one in answer.undecided if table.could_be_hit(one.object))
            if (fate := next(undecided, None)) is not None:
                raise NoValue(
                    f"the checks before this event would have to tell whether {fate.object} "
                    f"{fate.verdict}, and no state agrees with all effects"
                )
            hit = tuple(fate for fate in answer.due if not is_unnamed(fate.object))
            if not hit:
                return
            for fate in hit:
                # Each has its own place in the moment, so that no two came to a zone at once.
                table.place += 1
                leave(table, fate.object, fate.zone, fate.verdict, fate.clause, answer)
            settle(table)
            self._lasting.undo()
        raise CheckCycle("the state-based checks come back to where they began")

    # --- events ------------------------------------------------------------------------------

    def _take_place(self, event: Event) -> None:
        """Plays the event, and ends what lasted until a fact that is now true."""
        table = self.table
        table.moment += 1
        table.place = 0
        self._void.before()
        if isinstance(event, Together):
            several = self._in_order(event)
            statuses = statuses_of_entries(several)
            table.entering_with = dict(statuses)
            for number, single in enumerate(several):
                table.place += 1
                self._ground.before(single, several[number + 1 :])
                if not isinstance(single, GetsStatus) or self._still_gets(single, statuses):
                    self._happen(single)
            table.entering_with = {}
        else:
            self._ground.before(event)
            self._happen(event)
        self._ground.after()
        self._void.after()
        rest.note_who_counts_as_older(table)
        if not table.watches.asks_rest:
            # What nobody asks for needs no state of its own.
            rest.come_to_rest(table)
        settle(table)
        if rest.come_to_rest(table):
            settle(table)
        self._lasting.undo()

    def _in_order(self, together: Together) -> list[Simultaneous]:
        """The active player's events first, then the others' in seating order. SORC-SIM-1.

        Where the document says nothing (policy `simultaneous entry`), all as written.
        """
        if self.table.rulebook.policy("simultaneous entry") == "unsaid":
            return list(together.events)
        ranks = {player: number + 1 for number, player in enumerate(self.scenario.players)}
        if self.table.active is not None:
            ranks[self.table.active] = 0
        plays = {event.id: event.player for event in together.events if isinstance(event, Play)}
        # What enters at this very moment is its player's.
        whose = {
            event.object: plays.get(event.object) or self._controller(event.object, event.where)
            for event in together.events
            if not isinstance(event, Play | UseAbility)
        }

        def rank(event: Simultaneous) -> int:
            if isinstance(event, Play | UseAbility):
                return ranks[event.player]
            # What nobody controls comes after every player's events.
            return ranks.get(whose[event.object], len(ranks) + 1)

        return sorted(together.events, key=rank)

    def _still_gets(self, event: GetsStatus, entered: Mapping[str, list[GetsStatus]]) -> bool:
        """Whether the object did not enter with that status a moment ago."""
        with_it = event in entered.get(event.object, ())
        return not with_it or event.object in self.table.entering_with

    def _controller(self, id: str, where: Where) -> str:
        """Who controls the object as the block begins; "" for nobody."""
        self.table.need_there((id,), where)
        answer = self.table.derivation()
        return str(answer.board.value(answer.rulebook.control, answer.index(id)) or "")

    def _happen(self, event: Event) -> None:
        table = self.table
        note_forbidden(table, event)
        match event:
            case Play():
                play_card(table, event)
            case UseAbility():
                resolve(table, announce(table, event))
            case Announce(what):
                table.announced[what.id] = announce(table, what)
                put_where_it_waits(table, what)
            case Resolve(id, where):
                if id not in table.announced:
                    message = f"'{id}' was not announced, or has resolved already"
                    raise table.refuse(where, message, "what was announced and has not resolved")
                resolve(table, as_it_waits(table, table.announced.pop(id), where))
            case MoveZone():
                self._lasting.move(event)
            case Leave(object, zone, where):
                table.need_in_play((object,), where)
                leave(table, object, zone, f"leaves play for the {zone}", "")
            case Stack(word, object):
                stack(table, event)
                if word in table.rulebook.actions:
                    self._note_deed(object, word)
            case PutBelow():
                put_below(table, event)
            case Hold():
                hold(table, event)
            case Uncover():
                uncover(table, event)
            case Meld():
                meld(table, event)
            case Link():
                link(table, event)
            case Unlink():
                unlink(table, event)
            case GetsStatus(object, status, gets, listed=listed, ability=says):
                if status in table.rulebook.kept_anywhere:
                    table.need_a_zone(object, event.where)
                else:
                    table.need_in_play((object,), event.where)
                had = status in table.things[object].statuses
                if not (gets and stays_up(table, object, status)):
                    mark(table, object, status, gets=gets, listed=listed, says=says)
                if had and status not in table.things[object].statuses:
                    become_without(table, event)
            case Does(doer, verb, where, to):
                for who in (doer, to):
                    if who is not None and who not in table.players:
                        table.need_a_zone(who, where)
                self._note_deed(doer, verb, to)
                rests = table.rulebook.rest
                if rests is not None and verb in rests.verbs and doer in table.things:
                    table.stir(doer)
            case TurnBegins(player):
                self._new_turn(player)
            case RestWaits():
                rest.wait(table, event)
            case Together() | ExpectNow():
                raise AssertionError("not parsed where it would happen by itself")
            case _:
                self._change(event)

    def _change(self, event: Move | Attach | ChangeCounters | LosesForGood | Transform) -> None:
        """The object as an event changes it; it stays the same object."""
        table = self.table
        lasting = table.rulebook.lasting_counters
        if isinstance(event, ChangeCounters) and event.object in table.players:
            self._change_total(event)
            return
        if isinstance(event, ChangeCounters) and event.characteristic in lasting:
            table.need_a_zone(event.object, event.where)
        else:
            table.need_in_play((event.object,), event.where)
        match event:
            case Move(object, place):
                if table.things[object].bearer is None and table.things[object].place == place:
                    table.note_idle(object, "stands there already: it moves nowhere")
                # What moves by itself is no longer carried.
                table.put(replace(table.things[object], bearer=None))
                table.move(object, place)
            case Attach(object, bearer, where):
                by_player = bearer in table.players
                if bearer is not None and not by_player:
                    table.need_in_play((bearer,), where)
                    check_bearer(table, object, bearer, where)
                    check_no_circle(table, object, bearer, where)
                if table.things[object].bearer == bearer:
                    by = bearer or "nobody"
                    table.note_idle(object, f"is carried by {by} already: nothing changes")
                if bearer is not None and not by_player:
                    table.move(object, table.things[bearer].place)
                thing = table.things[object]
                anew = bearer not in (None, thing.bearer)
                if anew and "attaching" in table.rulebook.policy("new timestamp"):
                    thing = replace(thing, entered=table.timestamp)
                table.put(replace(thing, bearer=bearer))
            case ChangeCounters(object, characteristic, amount):
                count(table, object, characteristic, amount)
            case LosesForGood(object, keyword):
                if not could_lose(table, object, keyword):
                    lacks = f"has no {keyword} that is printed on it or that has been given to it"
                    table.note_idle(object, f"{lacks} by what has resolved: nothing is lost")
                table.lose_for_good(object, keyword)
            case Transform():
                transform(table, event)

    def _change_total(self, event: ChangeCounters) -> None:
        """A number of a player changes."""
        table, name = self.table, event.characteristic
        known = table.rulebook.characteristics.get(name)
        # A history may be played under the rulebook of another game, which lacks the number.
        if known is None or known.of_players is None:
            return
        if barred := counters_barred(table, event.object, name, event.amount):
            table.note_idle(event.object, f"{barred}: the event changes nothing")
            return
        total = table.totals.get((event.object, name))
        had = known.of_players if total is None else total.number
        number = had + event.amount
        if known.floor is not None:
            number = max(number, known.floor)
        if number == had:
            table.note_idle(event.object, f"has {had} {name}: {event.amount:+} changes nothing")
        table.totals[event.object, name] = Total(event.object, name, number)

    def _note_deed(self, doer: str, verb: str, to: str | None = None) -> None:
        table = self.table
        deed = table.rulebook.actions.get(verb, verb)
        table.deeds.append(Deed(doer, deed, to, table.timestamp))

    # --- turns -------------------------------------------------------------------------------

    def _new_turn(self, player: str) -> None:
        """The turn ends, counters go back to 0, and the player's turn begins. SORC-DUR-1."""
        table = self.table
        restored = self._restored(player)
        table.active = player
        table.deeds = [replace(deed, this_turn=False) for deed in table.deeds]
        what = f"ends as {player}'s turn begins"

        def over_with_the_turn(effect: ResolvedEffect) -> bool:
            return isinstance(effect.ability.until, EndOfTurn) or effect.ending

        def over_as_it_begins(effect: ResolvedEffect) -> bool:
            return isinstance(effect.ability.until, YourNextTurn) and effect.player == player

        def over(effect: ResolvedEffect) -> bool:
            return over_with_the_turn(effect) or over_as_it_begins(effect)

        def begins_to_end(effect: ResolvedEffect) -> bool:
            until = effect.ability.until
            return isinstance(until, EndOfNextTurn) and until.yours is (effect.player == player)

        lasting = [table.effects[number].ability.until for number in table.effects.by_turns()]
        controlled = any(isinstance(until, ControllersNextTurn) for until in lasting)
        table.end(table.effects.by_turns(), over_with_the_turn if controlled else over, what)
        for number in table.effects.by_turns():
            if begins_to_end(table.effects[number]):
                table.effects.put(number, replace(table.effects[number], ending=True))
        characteristics = table.rulebook.characteristics
        for thing in table.restless:
            counters = thing.counters
            if thing.id in restored:
                counters = {
                    name: number
                    for name, number in counters.items()
                    if name in characteristics and not _passes(characteristics[name])
                }
            if counters != thing.counters or thing.fresh:
                table.put(replace(thing, counters=counters, fresh=False))
                settle_counters(table, thing.id, thing.counters)
        if controlled:
            # Who controls what is asked once what lasted until the turn ended is over.
            end_for_controlled(table, player)
            table.end(table.effects.by_turns(), over_as_it_begins, what)

    def _restored(self, player: str) -> Collection[str]:
        """The objects whose counters go away as the player's turn begins."""
        table = self.table
        resets = table.rulebook.resets
        if resets is None:
            return table.things
        passing = {name for name, kind in table.rulebook.characteristics.items() if _passes(kind)}
        if not any(passing & thing.counters.keys() for thing in table.restless):
            return ()
        answer = table.derivation()
        select = scoped(resets, no_effect(answer.world, answer.instances, player))
        return frozenset(answer.world.ids(select(answer.board, -1)))


def _passes(counter: Characteristic) -> bool:
    """Whether counters of this kind go away when a turn begins."""
    return not (counter.lasting or counter.counted)
