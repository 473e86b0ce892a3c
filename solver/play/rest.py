"""What is at rest, and which of two counts as older when one of them is not. SORC-REST-1, -2."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.play.on_cards import asks_rest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from layerlaw.model.scenarios.events import RestWaits
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.situation import Situation, Thing
    from layerlaw.solver.play.table import GameTable

POLICY = "age of what is not at rest"


def wait(table: GameTable, event: RestWaits) -> None:
    """From here on nothing comes to rest, or what can does. Raises `BadInput` if it is so now."""
    if table.rest_waits is event.begins:
        what = "has begun already" if event.begins else "has not begun"
        message = f"the {event.during} {what}"
        raise table.refuse(event.where, message, "one beginning, then one end")
    table.rest_waits = event.begins


def come_to_rest(table: GameTable) -> bool:
    """What is not at rest is so again, unless something is still to come; whether that matters."""
    rest = table.rulebook.rest
    if rest is None or table.rest_waits or table.announced:
        return False
    stirring = [thing for thing in table.things.values() if rest.status in thing.statuses]
    for thing in stirring:
        passing = thing.older_than and table.rulebook.policy(POLICY) == "older while it stirs"
        table.put(
            replace(
                thing,
                statuses=thing.statuses_without(rest.status),
                older_than=frozenset() if passing else thing.older_than,
            )
        )
    return bool(stirring) and table.watches.asks_rest


def note_who_counts_as_older(table: GameTable) -> None:
    """Of two that would take each other's ability, one that is not at rest counts as older.

    Only what asks in an ability who is at rest is looked at, so nothing is derived where it is not
    on both sides.
    """
    rest = table.rulebook.rest
    if rest is None or not table.watches.asks_rest or table.rulebook.policy("process") != "layered":
        return
    playing = [thing for thing in table.things.values() if table.playing(thing.id)]
    resting = {thing.id: thing for thing in playing if rest.status not in thing.statuses}
    for thing in table.things.values():
        if not thing.older_than <= resting.keys():
            table.put(replace(thing, older_than=thing.older_than & resting.keys()))
    # Taken anew: what was just put says no longer that it is older than what stirs by now.
    stirring = [table.things[thing.id] for thing in playing if thing.id not in resting]
    if not _may_ask(table, stirring) or not _may_ask(table, resting.values()):
        return
    still = _all_at_rest(table.situation, rest.status)
    abilities = _abilities_on_rest(derive(still))
    if not resting.keys() & abilities.keys():
        return
    rivals = Rivals(still, abilities)
    for thing in stirring:
        others = [
            other
            for other in resting
            if {thing.id, other} <= abilities.keys() and rivals.take_each_other(thing.id, other)
        ]
        if others and table.rulebook.policy(POLICY) != "its own":
            table.put(replace(thing, older_than=thing.older_than.union(others)))
            for other in sorted({*others} - thing.older_than):
                what = f"counts as older than {other}, which is at rest"
                why = table.rulebook.clause_of(POLICY)
                table.note(thing.id, what, why, ((other, other),))


def _may_ask(table: GameTable, things: Collection[Thing]) -> bool:
    """Whether any of them could have an ability that asks what is at rest."""
    if table.watches.gives_rest:
        return bool(things)
    return any(
        table.rulebook.kept(asks_rest, card)
        for thing in things
        for card in (thing.card, table.form(thing.id), thing.listed, thing.above)
        if card is not None
    )


def _all_at_rest(situation: Situation, status: str) -> Situation:
    def at_rest(thing: Thing) -> Thing:
        return replace(thing, statuses=thing.statuses_without(status))

    return replace(situation, things=tuple(map(at_rest, situation.things)))


def _abilities_on_rest(answer: Answer) -> dict[str, frozenset[str]]:
    """For each object the effects of its abilities that ask what is at rest, by their ids."""
    rulebook = answer.world.rulebook
    found: dict[str, frozenset[str]] = {}
    for board in (answer.start, answer.end):
        for number, holders in board.column(ABILITIES).items():
            instance = answer.instances[number]
            if instance.static and asks_rest(rulebook, instance.ability):
                for id in answer.world.ids(holders):
                    found[id] = found.get(id, frozenset()) | {f"{id}.{instance.name}"}
    return found


class Rivals:
    """Who takes whose ability that asks what is at rest, on a table where everything is.

    still: that table. abilities: of each object the effects of these abilities, by their ids.
    """

    def __init__(self, still: Situation, abilities: Mapping[str, frozenset[str]]) -> None:
        self._still = still
        self._abilities = abilities
        self._out = frozenset[str]().union(*abilities.values())
        self._working: dict[str, frozenset[str]] = {}

    def take_each_other(self, one: str, other: str) -> bool:
        """Whether each can use its own if nobody does, and not if the other one alone does."""
        return {one, other} <= self._works_under("") and (
            one not in self._works_under(other) and other not in self._works_under(one)
        )

    def _works_under(self, doing: str) -> frozenset[str]:
        """The objects that can use theirs if one object alone does anything by it, or none."""
        if doing not in self._working:
            out = self._out - self._abilities.get(doing, frozenset()) | self._still.left_out
            answer = derive(replace(self._still, left_out=out))
            self._working[doing] = frozenset(
                id for id, effects in self._abilities.items() if _works(answer, id, effects)
            )
        return self._working[doing]


def _works(answer: Answer, id: str, effects: frozenset[str]) -> bool:
    """Whether the object has one of these abilities, and may use it."""
    names = (f"{id}.{answer.instances[number].name}" for number in answer.abilities(id))
    return not answer.disabled_by(id) and any(name in effects for name in names)
