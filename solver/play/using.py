"""Plays cards and uses abilities: what enters, and which effects result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Ability, ChosenNumber
from layerlaw.model.algebra.chosen import with_choice
from layerlaw.model.algebra.mentions import speaks_of_target
from layerlaw.model.algebra.trees import mentions
from layerlaw.model.cards.card import as_copied, chosen_for, first_controller, in_half
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.errors import Where
from layerlaw.model.notation.printing import print_selector
from layerlaw.model.scenarios.events import MoveZone, Play, UseAbility
from layerlaw.solver.derivation.derive import derive
from layerlaw.solver.effects.context import no_effect
from layerlaw.solver.effects.copying import copiable, copies_what_is_left
from layerlaw.solver.effects.evaluate import scoped
from layerlaw.solver.facts.situation import NO_COUNTERS, Situation, Thing, Timestamp
from layerlaw.solver.play.announced import Announced
from layerlaw.solver.play.arriving import arrive
from layerlaw.solver.play.choosing import note_choice, note_choices
from layerlaw.solver.play.counting import mark_as_it_enters
from layerlaw.solver.play.entering_copies import enter_as_copies, excepted_by, in_play
from layerlaw.solver.play.faces import created
from layerlaw.solver.play.last_known import answered
from layerlaw.solver.play.resolving import Use, make_effects
from layerlaw.solver.play.wording import lent_as_it_says, need_as_printed, said_now
from layerlaw.solver.play.zones import change_zone, entering, leave

if TYPE_CHECKING:
    from layerlaw.model.algebra import Selector
    from layerlaw.model.cards import card as cards
    from layerlaw.model.cards.card import Card, PrintedAbility
    from layerlaw.model.scenarios.events import NextCopy
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.announced import PlacedAbilities
    from layerlaw.solver.play.table import GameTable

LEFT = "ability of what has left"

# --- plays ------------------------------------------------------------------------------------


def play_card(table: GameTable, event: Play, announced: Announced | None = None) -> None:
    """Puts the card into a zone, or resolves it as a spell. Raises `BadInput` if it cannot."""
    _need_there(table, event)
    if event.known:
        event = _known(table, event)
    worded = _as_it_waits(table, event) if event.known else event.card
    note_choice(table, event.id, event.choosing, worded.abilities)
    card = chosen_for(event.card, event.choosing)
    event = replace(event, card=card)
    if event.zone is not None:
        _enter(table, event, zone=event.zone, bearer=None)
        return
    targets = event.targets if announced is None else _same(table, announced, event.targets)
    if any(printed.use == "resolves" for printed in card.abilities):
        # A spell stands nowhere; it is kept, out of play, as the source of its effects.
        _enter(table, event, zone=table.rulebook.zones[1], bearer=None)
        spell = _printed(chosen_for(worded, event.choosing), "resolves")
        note_choices(table, event.player, event.id, event.targets, _bare(spell))
        use = Use(
            event.id,
            event.player,
            _with_answers(table, spell, announced),
            event.id,
            _timestamp(table, announced),
            targets,
            event.targets,
            event.choosing,
            joint=".",
            known={} if announced is None else announced.known,
        )
        make_effects(table, use)
        return
    enters = _printed(card, "enters")
    chosen = event.copies if enters else event.then
    copied = [None if copy.says else _copied_at_entry(table, event, copy) for copy in chosen]
    front: Card | None = None
    at_first: PlacedAbilities | None = enters
    of_token = card.created_as_copy
    if of_token and copied and copied[0] is not None:
        faced = created(table, event, copied[0], excepted_by(enters))
        if faced is not None:
            card, front, original = faced
            event = replace(event, card=card)
            if original is None:
                # It is that copy already, by its own card.
                chosen, copied, at_first = chosen[1:], copied[1:], None
            else:
                copied[0] = original
    # What it is carried by it chooses as what it enters as.
    entrant = next(iter(copied[-1:]), None) or card
    bearer = _bearer(table, replace(event, card=entrant), targets)
    _enter(table, event, zone=table.rulebook.in_play, bearer=bearer)
    if front is not None:
        table.put(replace(table.things[event.id], front=front))
    mark_as_it_enters(table, event.id)
    asked = table.rulebook.policy("copy on entry") == "as in play" and not of_token
    own = asked and at_first and copied and copied[0] is not None
    if own:
        at_first = in_play(table, event.id, enters)
    if own and not at_first:
        clause = table.rulebook.clause_of("copy on entry")
        what = "has lost by then what it enters as a copy by, and copies nothing"
        table.note_idle(event.id, f"{what} ({clause})")
        chosen, copied, at_first = chosen[1:], copied[1:], None
    copies = zip(chosen, copied, strict=True)
    besides = enter_as_copies(table, event.id, event.where, event.player, copies, at_first)
    arrive(table, event.id, event.where, besides)
    _on_entry(table, event.where, event.id, event.player, targets, event.choosing)


def _as_it_waits(table: GameTable, event: Play) -> Card:
    """The card of an object that is played, with the text that it has where it waits.

    The text of a spell that resolves is that which it has then. Clause: CR-612.1.
    """
    waits = table.rulebook.announced
    if waits is None or not table.texts_change or table.things[event.id].zone != waits.zone:
        return event.card
    spell = _printed(event.card, "resolves")
    said = dict(said_now(table, event.where, event.id, spell))
    places = enumerate(event.card.abilities)
    return replace(
        event.card, abilities=tuple(said.get(place + one.shift, one) for place, one in places)
    )


def _copied_at_entry(table: GameTable, event: Play, copy: NextCopy) -> Card:
    """What a copy of that object is, as it is right before.

    Raises `BadInput` where that is not in play, or, where copies read what the copy layer left,
    in no zone: a card elsewhere can be copied there.
    """
    card = table.form(copy.of)
    if copy.that_left:
        if copy.of not in table.left:
            message = f"'{copy.of}' has not left play"
            raise table.refuse(event.where, message, "what has left, or no `that left`")
        card = table.left[copy.of]
    elif not copies_what_is_left(table.rulebook):
        table.need_in_play((copy.of,), event.where)
    else:
        table.need_a_zone(copy.of, event.where)
        before = table.derivation()
        card = copiable(before.world, before.board, before.world.index[copy.of])
    return in_half(as_copied(card, event.choosing), other=False)


def _bearer(table: GameTable, event: Play, targets: tuple[str, ...]) -> str | None:
    """The bearer that the object enters with: its first target, if it is printed as carried.

    What is chosen behind `on` for nothing is noted.
    """
    if not event.targets and event.place is None and not event.copies:
        carried_by = table.rulebook.carried
        fits = carried_by and matches_print(carried_by, event.card, as_it_enters=True) is not False
        if fits and _is_carried(table, event.card):
            table.note_idle(event.id, "enters carried by nobody: no `on` says who carries it")
    chosen = targets[0] if targets else None
    carried = chosen is not None and _is_carried(table, event.card)
    if carried and chosen in table.players and table.rulebook.carried_players:
        return chosen
    if carried and chosen in table.things and table.playing(chosen):
        check_bearer(table, event.id, chosen, event.where)
        return chosen
    speaks = any(printed.has_targets for _, printed in _printed(event.card, "on entry"))
    if chosen is not None and not speaks and not event.copies:
        what = f"{chosen} is not in play" if carried else f"{event.card.name} is not carried"
        table.note_idle(event.id, f"is carried by nobody, though it entered on {chosen}: {what}")
    return None


def move_to_zone(table: GameTable, event: MoveZone) -> None:
    """Moves the object to the zone, as a new object; if that is in play, its entry resolves."""
    table.need_a_zone(event.object, event.where)
    before = table.things[event.object].zone
    origin = "play" if before == table.rulebook.in_play else f"the {before}"
    to = "play" if event.zone == table.rulebook.in_play else f"the {event.zone}"
    what = f"leaves {origin} for {to}"
    lives = table.lives[event.object]
    leave(table, event.object, event.zone, what, "")
    if before == event.zone and table.lives[event.object] == lives:
        where = "in play" if before == table.rulebook.in_play else f"in the {before}"
        table.note_idle(event.object, f"is {where} already: it moves nowhere")
    if before != table.rulebook.in_play and table.playing(event.object):
        chosen = None if event.way is None else str(event.way)
        enter_play(table, event.object, event.where, chosen)


def enter_play(table: GameTable, id: str, where: Where, chosen: str | None = None) -> None:
    """What has just come to the zone of play enters as and with what is said, and its entry
    resolves.

    chosen: the number that is chosen for it.
    """
    owner = table.things[id].owner
    if chosen is not None:
        table.put(replace(table.things[id], choice=chosen))
    mark_as_it_enters(table, id)
    besides = enter_as_copies(table, id, where, owner)
    arrive(table, id, where, besides)
    entry = _printed(table.form(id), "on entry")
    if any(speaks_of_target(printed.ability, printed.only_if) for _, printed in entry):
        table.note_idle(id, "is moved into play, so nothing is chosen as its target")
    if chosen is not None and not mentions(table.form(id).abilities, ChosenNumber):
        table.note_idle(id, f"speaks of no number, and {chosen} is chosen for nothing")
    _on_entry(table, where, id, owner, (), chosen)


def _known(table: GameTable, event: Play) -> Play:
    """The play of an object that is already in a zone, with its card."""
    if event.id not in table.things:
        raise table.refuse(event.where, f"there is no '{event.id}' to play", "an object")
    table.need_a_zone(event.id, event.where)
    if table.playing(event.id):
        message = f"'{event.id}' is in play already"
        raise table.refuse(event.where, message, "an object in another zone")
    return replace(event, card=table.things[event.id].card)


def _on_entry(
    table: GameTable,
    where: Where,
    id: str,
    player: str,
    targets: tuple[str, ...],
    choice: str | None,
) -> None:
    """Resolve what the object does as it enters play.

    What is silenced or disabled as it enters triggers nothing. Clause: SORC-TS-2.
    """
    on_entry = _printed(table.form(id), "on entry")
    if not on_entry:
        return
    note_choices(table, player, id, targets, _bare(on_entry))
    disabled = table.derivation().disabled_by(id)
    kept = [] if disabled else said_now(table, where, id, on_entry)
    use = Use(id, player, kept, f"{id}.entry", table.timestamp, targets, targets, choice)
    make_effects(table, use)


def _enter(table: GameTable, event: Play, *, zone: str, bearer: str | None) -> None:
    own_place = bearer is None or bearer in table.players
    place = event.place if own_place else table.things[str(bearer)].place
    if event.choosing in table.things:
        table.choosers.setdefault(event.choosing, []).append(event.id)
    if event.known:
        change_zone(table, event.id, zone, place)
        known = table.things[event.id]
        playing = zone == table.rulebook.in_play
        table.put(
            replace(
                known,
                card=event.card,
                controller=first_controller(event.card, event.player) if playing else known.owner,
                place=place,
                bearer=bearer,
                choice=event.choosing,
            )
        )
        return
    table.renew(
        Thing(
            event.id,
            event.card,
            event.player,
            first_controller(event.card, event.player),
            zone,
            place,
            bearer,
            table.timestamp,
            entering(table.rulebook, event.card) if zone == table.rulebook.in_play else NO_COUNTERS,
            fresh=zone == table.rulebook.in_play,
            choice=event.choosing,
        )
    )


def check_bearer(table: GameTable, id: str, bearer: str, where: Where) -> None:
    """Raise `BadInput` unless the bearer is a player or something that carries. SORC-CARRY-3."""
    carriers = table.rulebook.carriers
    if bearer in table.players:
        return
    if carriers is not None and not _selects(table.derivation(), carriers, bearer):
        card = table.things[bearer].card.name
        message = f"'{bearer}' ({card}) cannot carry '{id}'"
        by = print_selector(carriers, table.rulebook.plurals)
        raise table.refuse(where, message, f"something that carries ({by})")


def check_no_circle(table: GameTable, id: str, bearer: str, where: Where) -> None:
    """Raise `BadInput` if the bearer is the object, or is carried by it, directly or not."""
    above: str | None = None if bearer in table.players else bearer
    if table.rulebook.carried_circles:
        above = id if bearer == id else None
    while above is not None:
        if above == id:
            by = "" if bearer == id else f", which '{bearer}' is carried by"
            message = f"'{bearer}' cannot carry '{id}'{by}: nothing is attached to itself"
            raise table.refuse(where, message, f"something that '{id}' does not carry")
        above = None if above in table.players else table.things[above].bearer


def _is_carried(table: GameTable, card: Card) -> bool:
    """Whether cards of these printed types are carried. Clause: SORC-CARRY-2."""
    if table.rulebook.carried is None:
        return False
    # Keywords may say that it is; what they do, and all else, matters only when it is in play.
    keywords = tuple(
        replace(printed, ability=Ability(printed.ability.keyword))
        for printed in card.abilities
        if printed.ability.keyword
    )
    bare_card = replace(card, abilities=keywords)
    probe = Thing("it", bare_card, "", "", table.rulebook.in_play, None, None, (0, 0), {})
    bare = replace(table.rulebook, layers=(), rules=(), checks=())
    return _selects(derive(Situation(bare, (), (probe,), ())), table.rulebook.carried, "it")


def _selects(answer: Answer, selector: Selector, id: str) -> bool:
    select = scoped(selector, no_effect(answer.world, answer.instances))
    return bool(select(answer.board, -1) >> answer.index(id) & 1)


# --- uses -------------------------------------------------------------------------------------


def announce(table: GameTable, event: Play | UseAbility) -> Announced:
    """Announces what will resolve later. Raises `BadInput` if the ability cannot be used now."""
    _need_there(table, event)
    ability: PlacedAbilities = []
    if isinstance(event, UseAbility):
        ability = _usable(table, event)
        note_choices(table, event.player, event.source, event.targets, _bare(ability))
        note_choice(table, event.source, event.choosing, _bare(ability))
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
        _with_answers(table, _chosen(announced.ability, event.choosing), announced),
        event.id,
        _timestamp(table, announced),
        _same(table, announced, event.targets),
        event.targets,
        event.choosing,
        orphaned=orphaned,
        joint=".",
        known=announced.known,
    )
    make_effects(table, use)


def _need_there(table: GameTable, event: Play | UseAbility) -> None:
    """Raises `BadInput` if a target is nothing yet, as what was announced may be."""
    for id in event.targets:
        if id not in table.things and id not in table.players:
            message = f"'{id}' is no object yet: it was announced and has not resolved"
            raise table.refuse(event.where, message, "an object or a player")


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
    usable = [
        way for way in _printed(card, "activates", "triggers") if way[1].name == event.ability
    ]
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
    answer = table.derivation()
    zone = table.things[event.source].zone
    usable = [way for way in usable if zone in (way[1].ability.zones or (table.rulebook.in_play,))]
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
        if event.lent and not has and table.texts_change:
            there += ", in no text that any object has"
        why = f"it is {disabled}" if disabled else there
        raise table.refuse(
            event.where,
            f"{event.source} ({table.form(event.source).name}) cannot use '{event.ability}': {why}",
            "an ability that the object has just now",
        )
    if table.texts_change and not event.lent:
        need_as_printed(table, event.where, event.source, given)
    if len(said) > 1:
        raise table.refuse(
            event.where,
            f"{event.source} ({table.form(event.source).name}) has '{event.ability}' in "
            f"{len(said)} texts, for words were replaced in one",
            "an ability that it has in one text",
        )
    return [(0, said[0])]


def _same(table: GameTable, announced: Announced, targets: tuple[str, ...]) -> tuple[str, ...]:
    """The targets that are still the objects that were chosen."""
    return tuple(id for id in targets if table.lives.get(id, 0) == announced.lives[id])


def _with_answers(
    table: GameTable, abilities: PlacedAbilities, announced: Announced | None
) -> PlacedAbilities:
    """The abilities with what they read of objects that left filled in.

    What carried the source then is meant only as long as it has not become a new object.
    """
    if announced is None or not announced.known:
        return abilities
    known = dict(announced.known)
    for kind, last in announced.known.items():
        if last.bearer is not None and table.lives.get(last.bearer[0], 0) != last.bearer[1]:
            known[kind] = replace(last, bearer=None)
    return [(n, replace(p, ability=answered(p.ability, known))) for n, p in abilities]


def _timestamp(table: GameTable, announced: Announced | None) -> Timestamp:
    """The timestamp of what resolves, by policy `resolved timestamp`. Clause: SORC-TS-2."""
    if announced is None:
        return table.timestamp
    now, then = table.timestamp, announced.timestamp
    ages = {
        "resolution": now,
        "activation or trigger": then,
        "activation or trigger, spells on resolution": (
            now if isinstance(announced.what, Play) else then
        ),
    }
    return table.rulebook.decided(("resolved timestamp",), lambda values: ages[values[0]])


def _bare(abilities: PlacedAbilities) -> list[PrintedAbility]:
    return [printed for _, printed in abilities]


def _printed(card: Card, *uses: cards.Use) -> PlacedAbilities:
    return [(place + p.shift, p) for place, p in enumerate(card.abilities) if p.use in uses]


def _abilities(answer: Answer, id: str) -> set[Ability]:
    return {answer.instances[number].ability for number in answer.abilities(id)}
