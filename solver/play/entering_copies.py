"""What enters as a copy: by its own ability, or because another object says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, EnterAsCopy, Identified, Instruction, Self
from layerlaw.model.cards.card import PrintedAbility, as_copied
from layerlaw.model.cards.exceptions import excepted
from layerlaw.solver.play.arriving import Entry
from layerlaw.solver.play.choosing import note_choices
from layerlaw.solver.play.exceptions import settle_exceptions
from layerlaw.solver.play.resolving import Use, copying, make_effects
from layerlaw.solver.play.wording import as_it_says
from layerlaw.solver.play.zones import entering

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.algebra import Arrival, CopyException
    from layerlaw.model.cards.card import Card
    from layerlaw.model.errors import Where
    from layerlaw.model.scenarios.events import NextCopy
    from layerlaw.solver.play.announced import PlacedAbilities
    from layerlaw.solver.play.table import GameTable

Saying = tuple[str, EnterAsCopy]
"""An object, and what an ability of it says as a copy of what others enter."""


def enter_as_copies(
    table: GameTable,
    id: str,
    where: Where,
    player: str,
    chosen: Iterable[tuple[NextCopy, Card | None]] = (),
    at_first: PlacedAbilities | None = None,
) -> tuple[Arrival, ...]:
    """Makes the object, which has just entered, all copies that it enters as; gives what with.

    chosen: as what its player has it enter, one after another, with what that copies of its own.
    at_first: by which abilities the first; None for those that it has then, as for all others.
    Then every ability of others applies that has not yet, to what the object is by then. With what
    an earlier copy says it does not enter. Raises `BadInput` for a copy that nothing makes of it by
    then, and where others would make different ones, of which its player would choose.
    Clauses: CR-614.12, CR-616.1c, CR-616.1f, CR-707.9e.
    """
    # A moment that it has not yet entered in would hold it for one that was there before.
    table.arrived[id] = table.moment
    applied: set[Saying] = set()
    besides: tuple[Arrival, ...] = ()
    for number, (copy, card) in enumerate(chosen):
        if card is not None:
            printed_ones = at_first if not number else None
            enters = _own(table, id, where, copy) if printed_ones is None else printed_ones
            note_choices(table, player, id, (copy.of,), [printed for _, printed in enters])
            if printed_ones is None:
                table.note(id, f"enters as a copy of {copy.of}, as the copy that it is by then", "")
            made = excepted(card, excepted_by(enters))
            besides = _become(table, id, player, enters, made, where)
            continue
        said = _said(table, id, applied)
        mine = {one: made for one, made in said.items() if one[0] == copy.of}
        if not mine:
            message = f"'{copy.of}' does not say as a copy of what '{id}' enters"
            among = ", ".join(dict.fromkeys(holder for holder, _ in said))
            raise table.refuse(where, message, among or "nothing says so of it")
        applied |= mine.keys()
        besides = _as_said(table, id, mine, where)
    while table.watches.copies_entering and table.playing(id):
        said = _said(table, id, applied)
        if not said:
            break
        applied |= said.keys()
        besides = _as_said(table, id, said, where)
    return besides


def excepted_by(enters: PlacedAbilities) -> tuple[CopyException, ...]:
    """What the copy has otherwise that these abilities make."""
    return next((one.but for _, printed in enters for one in copying(printed.ability)), ())


def in_play(table: GameTable, id: str, enters: PlacedAbilities) -> PlacedAbilities:
    """Those of the abilities that it has as it would be in play, as they read there. CR-614.12."""
    # A moment that it has not yet entered in would hold it for one that was there before.
    table.arrived[id] = table.moment
    now = Entry(table, id).now
    return [] if now.disabled_by(id) else as_it_says(now, id, enters)


def _own(table: GameTable, id: str, where: Where, copy: NextCopy) -> PlacedAbilities:
    """The ability by which the object enters as a copy, which it has as what it is by then."""
    abilities = table.form(id).abilities
    enters = [(n + p.shift, p) for n, p in enumerate(abilities) if p.use == "enters"]
    enters = in_play(table, id, enters)
    if not enters:
        name = table.form(id).name
        message = f"'{id}' is {name} by then, and has nothing by which it enters as '{copy.of}'"
        raise table.refuse(where, message, "one copy after another, while the last makes one more")
    return enters


def _said(table: GameTable, id: str, applied: set[Saying]) -> Mapping[Saying, tuple[str, Card]]:
    """What others say as a copy of what it enters, as it is by now, and what that copies."""
    entry = Entry(table, id)
    found: dict[Saying, tuple[str, Card]] = {}
    arrivals = ((who.holder, one) for who, arrivals in entry.arrivals() for one in arrivals)
    for holder, arrival in arrivals:
        if isinstance(arrival, EnterAsCopy) and (holder, arrival) not in applied:
            copied = entry.copied(arrival.copy, holder)
            if copied is not None:
                of, card = copied
                found[holder, arrival] = of, as_copied(card, table.things[id].choice)
    return found


def _as_said(
    table: GameTable, id: str, said: Mapping[Saying, tuple[str, Card]], where: Where
) -> tuple[Arrival, ...]:
    """It is the copy that all of these make of it."""
    (holder, arrival), (of, card) = next(iter(said.items()))
    for (other, another), (_, different) in said.items():
        alike = replace(another.copy, of=arrival.copy.of) == arrival.copy
        if not alike or different != card:
            message = f"'{id}' enters as a copy by '{holder}' and by '{other}', in either order"
            expected = f"what its player chooses: `copying as {holder} says`"
            raise table.refuse(where, message, expected)
    table.note(id, f"enters as a copy, as {holder} says", "", ((holder, holder),))
    copy = replace(arrival.copy, of=Identified(of))
    printed = PrintedAbility("enters", Ability(None, (Instruction(Self(), (copy,)),)))
    return _become(table, id, table.things[id].controller, [(0, printed)], card, where)


def _become(
    table: GameTable, id: str, player: str, enters: PlacedAbilities, card: Card, where: Where
) -> tuple[Arrival, ...]:
    """The object is a copy by an effect of its own, in the place of any by which it was one."""
    name = f"{id}.copy"
    for number in [n for n in table.effects.about(id) if table.effects[n].id == name]:
        until = table.effects[number].ability.until
        if any(printed.ability.until not in (None, until) for _, printed in enters):
            message = f"'{id}' enters for a time as another copy than it is without end"
            raise table.refuse(where, message, "copies that last as long as each other")
        table.effects.remove(number)
    table.put(replace(table.things[id], copied=card, counters=entering(table.rulebook, card)))
    choice = table.things[id].choice
    use = Use(id, player, enters, name, table.timestamp, (id,), (id,), choice, copied=card)
    make_effects(table, use)
    if any(one.arrivals or one.provided for _, p in enters for one in copying(p.ability)):
        return settle_exceptions(table, id, card)
    return ()
