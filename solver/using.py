"""Cards played and abilities used: what enters the table, and which effects that leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.solver.context import Context
from layerlaw.solver.derive import derive
from layerlaw.solver.evaluate import scoped
from layerlaw.solver.resolving import (
    copied_cards,
    copying,
    frozen_ability,
    locked_sets,
    reads_the_state,
)
from layerlaw.solver.situation import ResolvedEffect, Situation, Thing

if TYPE_CHECKING:
    from layerlaw.model import scenario as s
    from layerlaw.model.algebra import Ability, Selector
    from layerlaw.model.cards import Card, PrintedAbility, Use
    from layerlaw.solver.derivation import Derivation
    from layerlaw.solver.table import Table

Printed = list[tuple[int, "PrintedAbility"]]
"""Abilities of a card, each with its place on it."""


def play_card(table: Table, event: s.Play) -> None:
    """The card enters play, or, as a spell, resolves. Raises `BadInput` if it cannot."""
    card = event.card
    if any(printed.use == "resolves" for printed in card.abilities):
        # A spell stands nowhere; it is kept, out of play, as the source of its effects.
        _enter(table, event, zone=table.rulebook.zones[1], bearer=None)
        _resolve(table, event.id, event.player, _printed(card, "resolves"), event.id, event.targets)
        return
    bearer = None
    if event.targets and table.playing(event.targets[0]) and _is_carried(table, card):
        bearer = event.targets[0]
        check_bearer(table, event.id, bearer, event.where)
    _enter(table, event, zone=table.rulebook.in_play, bearer=bearer)
    enters = _printed(card, "enters")
    if event.copying is not None and enters:
        table.need_in_play((event.copying,), event.where)
        original = table.things[event.copying].form
        table.put(replace(table.things[event.id], copied=original))
        _resolve(table, event.id, event.player, enters, f"{event.id}.copy", (event.id,))
    form = table.things[event.id].form
    on_entry = _printed(form, "on entry")
    if on_entry:
        # Clause: SORC-TS-2. What is silenced or disabled as it enters triggers nothing.
        found = table.derivation()
        has = _abilities(found, event.id)
        kept = [] if found.disabled_by(event.id) else [p for p in on_entry if p[1].ability in has]
        _resolve(table, event.id, event.player, kept, f"{event.id}.entry", event.targets)


def use_ability(table: Table, event: s.UseAbility) -> None:
    """The ability is activated or triggered. Raises `BadInput` if the object cannot use it."""
    table.need_in_play((event.source,), event.where)
    card = table.things[event.source].form
    usable = [
        one for one in _printed(card, "activates", "triggers") if one[1].name == event.ability
    ]
    if not usable:
        names = ", ".join(p.name for p in card.abilities if p.name) or "none with a name"
        table.refuse(
            event.where,
            f"{event.source} ({card.name}) has no ability to use"
            + (f" called '{event.ability}'" if event.ability else ""),
            f"an ability under `activates` or `triggers` (it has {names})",
        )
    found = table.derivation()
    has = _abilities(found, event.source)
    working = [one for one in usable if one[1].ability in has]
    disabled = found.disabled_by(event.source)
    if disabled or not working:
        why = f"it is {disabled}" if disabled else "it has lost the ability"
        table.refuse(
            event.where,
            f"{event.source} ({card.name}) cannot use its ability here: {why}",
            "an ability that the object still has at this moment",
        )
    _resolve(table, event.source, event.player, working[:1], event.id, event.targets)


def check_bearer(table: Table, id: str, bearer: str, where: s.Where) -> None:
    """Raise `BadInput` unless the bearer is something that carries. Clause: SORC-CARRY-3."""
    carriers = table.rulebook.carriers
    if carriers is not None and not _selects(table.derivation(), carriers, bearer):
        card = table.things[bearer].card.name
        table.refuse(where, f"'{bearer}' ({card}) cannot carry '{id}'", "something that carries")


def _enter(table: Table, event: s.Play, *, zone: str, bearer: str | None) -> None:
    table.put(
        Thing(
            event.id,
            event.card,
            event.player,
            event.player,
            zone,
            event.place if bearer is None else table.things[bearer].place,
            bearer,
            table.timestamp,
            {},
        )
    )


def _is_carried(table: Table, card: Card) -> bool:
    """Whether cards of these printed types are carried. Clause: SORC-CARRY-2."""
    if table.rulebook.carried is None:
        return False
    probe = Thing("it", card, "", "", table.rulebook.in_play, None, None, (0, 0), {})
    found = derive(Situation(replace(table.rulebook, layers=()), (), (probe,), ()))
    return _selects(found, table.rulebook.carried, "it")


def _selects(found: Derivation, selector: Selector, id: str) -> bool:
    select, _ = scoped(selector, Context(found.world, found.instances, 0, None, 0))
    return bool(select(found.end, -1) >> found.index(id) & 1)


def _printed(card: Card, *uses: Use) -> Printed:
    return [(rank, p) for rank, p in enumerate(card.abilities) if p.use in uses]


def _abilities(found: Derivation, id: str) -> set[Ability]:
    return {found.instances[number].ability for number in found.abilities(id)}


def _resolve(
    table: Table, source: str, player: str, abilities: Printed, id: str, targets: tuple[str, ...]
) -> None:
    """Make the effects of these abilities, all worked out on the same state."""
    made = [(rank, printed) for rank, printed in abilities if printed.ability.instructions]
    if not made:
        return
    # Nothing is derived for what reads nothing: most spells only speak of their targets.
    locked = table.rulebook.policy("resolved set") == "locked"
    needed = any(reads_the_state(printed.ability, locked=locked) for _, printed in made)
    before = table.derivation() if needed else None
    for number, (rank, printed) in enumerate(made, 1):
        joint = "." if printed.use in ("resolves", "activates", "triggers") else ""
        effect = ResolvedEffect(
            id if len(made) == 1 else f"{id}{joint}{number}",
            source,
            player,
            printed.ability,
            table.timestamp,
            rank,
            targets,
            (None,) * len(printed.ability.instructions),
            copies=(table.things[source].copied,) * len(copying(printed.ability)),
        )
        if before is not None:
            context = Context(
                before.world,
                before.instances,
                before.index(source),
                player,
                before.world.mask(targets),
            )
            effect = replace(
                effect,
                ability=frozen_ability(printed.ability, context, before.end),
                locked=locked_sets(printed.ability, context, before.end),
            )
            if printed.use != "enters":
                effect = replace(effect, copies=copied_cards(printed.ability, context, before.end))
        table.effects.append(effect)
