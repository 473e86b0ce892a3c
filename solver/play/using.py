"""Announces spells and abilities, and resolves what was announced."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability
from layerlaw.model.algebra.chosen import with_choice
from layerlaw.model.errors import Where
from layerlaw.model.scenarios.events import Play, UseAbility
from layerlaw.solver.play.announced import Announced, bare, placed
from layerlaw.solver.play.choosing import note_choice, note_choices
from layerlaw.solver.play.playing import need_targets, play_card
from layerlaw.solver.play.resolving import Use, make_effects
from layerlaw.solver.play.since_announced import same_targets, timestamp_of, with_answers
from layerlaw.solver.play.wording import lent_as_it_says, need_as_printed, said_now

if TYPE_CHECKING:
    from layerlaw.model.cards.card import PrintedAbility
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.announced import PlacedAbilities
    from layerlaw.solver.play.table import GameTable

LEFT = "ability of what has left"


def announce(table: GameTable, event: Play | UseAbility) -> Announced:
    """Announces what will resolve later. Raises `BadInput` if the ability cannot be used now."""
    need_targets(table, event)
    ability: PlacedAbilities = []
    if isinstance(event, UseAbility):
        table.need_there((event.source,), event.where)
        ability = _usable(table, event)
        note_choices(table, event.player, event.source, event.targets, bare(ability))
        note_choice(table, event.source, event.choosing, bare(ability))
        table.stir(event.source)
    ids = [*event.targets, *([event.source] if isinstance(event, UseAbility) else [])]
    if event.choosing in table.things:
        ids.append(event.choosing)
    lives = {id: table.lives.get(id, 0) for id in ids}
    from_play = isinstance(event, UseAbility) and table.playing(event.source)
    return Announced(event, table.timestamp, ability, lives, from_play=from_play)


def put_where_it_waits(table: GameTable, event: Play | UseAbility) -> None:
    """What is cast is an object that waits, in a game that says where. Clause: CR-400.7a."""
    waits = table.rulebook.announced
    if waits is not None and isinstance(event, Play):
        there = replace(event, zone=waits.zone, targets=(), copying=None, then=(), choosing=None)
        play_card(table, there)


def as_it_waits(table: GameTable, announced: Announced, where: Where) -> Announced:
    """What was announced, played from where it waits. Raises `BadInput` if it waits no more."""
    event, waits = announced.what, table.rulebook.announced
    if waits is None or not isinstance(event, Play):
        return announced
    if table.things[event.id].zone != waits.zone:
        message = f"'{event.id}' waits in the {waits.zone} no more"
        raise table.refuse(where, message, "what was announced and has not resolved")
    return replace(announced, what=replace(event, known=True))


def resolve(table: GameTable, announced: Announced) -> None:
    """Resolves what was announced. Raises `BadInput` if it cannot."""
    event = announced.what
    if isinstance(event, Play):
        play_card(table, event, announced)
        return
    orphaned = table.lives.get(event.source, 0) != announced.lives[event.source]
    if orphaned and announced.from_play and table.rulebook.policy(LEFT) == "is ignored":
        what = f"is gone, so its ability {event.id} is ignored"
        table.note(event.source, what, table.rulebook.clause_of(LEFT))
        return
    use = Use(
        event.source,
        event.player,
        with_answers(table, _chosen(announced.ability, event.choosing), announced),
        event.id,
        timestamp_of(table, announced),
        same_targets(table, announced, event.targets),
        event.targets,
        event.choosing,
        orphaned=orphaned,
        joint=".",
        known=announced.known,
    )
    make_effects(table, use)


def _chosen(abilities: PlacedAbilities, choice: str | None) -> PlacedAbilities:
    """The abilities with what was chosen for this use in its place."""
    if choice is None:
        return abilities
    return [(number, with_choice(printed, choice)) for number, printed in abilities]


def _usable(table: GameTable, event: UseAbility) -> PlacedAbilities:
    """The ability that is used, if the object has it and may use it now."""
    if event.given is not None:
        return _given(table, event, event.given)
    card = table.form(event.source)
    usable = [way for way in placed(card, "activates", "triggers") if way[1].name == event.ability]
    if not any(one.ability.zones for _, one in usable):
        table.need_in_play((event.source,), event.where)
    if not usable:
        names = ", ".join(p.name for p in card.abilities if p.name) or "none with a name"
        raise table.refuse(
            event.where,
            f"{event.source} ({card.name}) has no ability to use"
            + (f" called '{event.ability}'" if event.ability else ""),
            f"an ability under `activates` or `triggers` (it has {names})",
        )
    zone = table.things[event.source].zone
    usable = [way for way in usable if zone in (way[1].ability.zones or (table.rulebook.in_play,))]
    working, disabled = usable, ""
    if not table.keeps_abilities(event.source):
        answer = table.derivation()
        working = said_now(table, event.where, event.source, usable)
        disabled = "hidden" if table.hidden(event.source) else answer.disabled_by(event.source)
    if disabled or not working:
        lost = "it has lost the ability" if usable else f"in the {zone} it does not work"
        why = f"it is {disabled}" if disabled else lost
        raise table.refuse(
            event.where,
            f"{event.source} ({card.name}) cannot use its ability here: {why}",
            "an ability that the object still has at this moment",
        )
    if len({one.ability for _, one in working}) > 1:
        called = f"called '{event.ability}'" if event.ability else "without a name"
        raise table.refuse(
            event.where,
            f"{event.source} ({card.name}) has several abilities {called}",
            f'`use {event.source} "CARD"`, with the name of the card whose ability it is',
        )
    return working[:1]


def _given(table: GameTable, event: UseAbility, given: PrintedAbility) -> PlacedAbilities:
    """The ability of another card, or that one gives by its name, if the object has it now."""
    zones = given.ability.zones or (table.rulebook.in_play,)
    if not given.ability.zones:
        table.need_in_play((event.source,), event.where)
    answer = table.derivation()
    zone = table.things[event.source].zone
    said = [given] if not event.lent else lent_as_it_says(answer, event.source, given)
    has = bool(said)
    if not event.lent:
        has = any(one.keyword == given.name for one in _abilities(answer, event.source))
    disabled = "hidden" if table.hidden(event.source) else answer.disabled_by(event.source)
    if disabled or not has or zone not in zones:
        there = f"in the {zone} it does not work" if has else "it does not have it at this moment"
        if event.lent and not has and table.watches.texts_change:
            there += ", in no text that any object has"
        why = f"it is {disabled}" if disabled else there
        raise table.refuse(
            event.where,
            f"{event.source} ({table.form(event.source).name}) cannot use '{event.ability}': {why}",
            "an ability that the object has just now",
        )
    if table.watches.texts_change and not event.lent:
        need_as_printed(table, event.where, event.source, given)
    if len(said) > 1:
        raise table.refuse(
            event.where,
            f"{event.source} ({table.form(event.source).name}) has '{event.ability}' in "
            f"{len(said)} texts, for words were replaced in one",
            "an ability that it has in one text",
        )
    return [(0, said[0])]


def _abilities(answer: Answer, id: str) -> set[Ability]:
    return {answer.instances[number].ability for number in answer.abilities(id)}
