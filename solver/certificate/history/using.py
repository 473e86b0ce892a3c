"""Cards that enter, spells that resolve, abilities that are used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.chosen import with_choice
from layerlaw.model.cards.card import as_copied, chosen_for
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.scenarios.events import Play
from layerlaw.solver.certificate.history.known import filled_in
from layerlaw.solver.certificate.history.resolving import Resolving, resolve
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.history.table import Lent, Waiting
from layerlaw.solver.certificate.history.zones import change_zone, controller, entering, leave
from layerlaw.solver.certificate.replay.cells import starting_board
from layerlaw.solver.certificate.replay.instances import ReplayInstances
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import Situation, Thing

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card, PrintedAbility, Use
    from layerlaw.model.scenarios.events import MoveZone, UseAbility
    from layerlaw.solver.certificate.history.table import Placed, PlayedTable
    from layerlaw.solver.facts.situation import Timestamp


def placed(card: Card, *uses: Use) -> list[Placed]:
    """The card's abilities of these uses, with their places."""
    every = enumerate(card.abilities)
    return [(place + one.shift, one) for place, one in every if one.use in uses]


# --- cards --------------------------------------------------------------------------------------


def play(table: PlayedTable, event: Play, waiting: Waiting | None = None) -> None:
    """A card enters a zone, or resolves as a spell. waiting: it was announced before."""
    card = event.card
    if event.known:
        table.need_a_zone(event.id)
        if table.playing(event.id):
            raise CannotHappen(f"{event.id} is in play already")
        card = table.things[event.id].card
    card = chosen_for(card, event.choosing)
    if event.zone is not None:
        _enter(table, event, card, event.zone, None)
        return
    targets = event.targets if waiting is None else _same(table, waiting)
    spell = placed(card, "resolves")
    if spell:
        _enter(table, event, card, table.rulebook.zones[1], None)
        what = Resolving(
            event.id,
            event.player,
            _with_known(spell, waiting),
            event.id,
            _since(table, waiting),
            targets,
            event.targets,
            event.choosing,
        )
        resolve(table, what)
        return
    _enter(table, event, card, table.rulebook.in_play, _bearer(table, event, card, targets))
    enters = placed(card, "enters")
    if event.copying is not None and enters:
        _copy(table, event, event.copying, enters)
    _on_entry(table, event.id, event.player, targets, event.choosing)


def _enter(table: PlayedTable, event: Play, card: Card, zone: str, bearer: str | None) -> None:
    in_play = zone == table.rulebook.in_play
    place = event.place if bearer is None else table.things[bearer].place
    if event.choosing is not None and event.choosing in table.things:
        table.choosers.setdefault(event.choosing, []).append(event.id)
    player = controller(card, event.player)
    if not event.known:
        table.renew(
            Thing(
                event.id,
                card,
                event.player,
                player,
                zone,
                place,
                bearer,
                table.now,
                entering(table.rulebook, card) if in_play else {},
                fresh=in_play,
                choice=event.choosing,
            )
        )
        return
    change_zone(table, event.id, zone, place)
    thing = table.things[event.id]
    table.put(
        replace(
            thing,
            card=card,
            controller=player if in_play else thing.owner,
            place=place,
            bearer=bearer,
            choice=event.choosing,
        )
    )


def _bearer(table: PlayedTable, event: Play, card: Card, targets: tuple[str, ...]) -> str | None:
    """Who carries what enters: its first target, if it is printed as carried."""
    if not targets or targets[0] not in table.things or not _is_carried(table, card):
        return None
    bearer = targets[0]
    if not table.playing(bearer):
        return None
    check_bearer(table, event.id, bearer)
    return bearer


def check_bearer(table: PlayedTable, id: str, bearer: str) -> None:
    """The bearer has to be something that carries. Clause: SORC-CARRY-3."""
    carriers = table.rulebook.carriers
    if carriers is not None and bearer not in table.state().selected(carriers):
        raise CannotHappen(f"{bearer} cannot carry {id}")


def _is_carried(table: PlayedTable, card: Card) -> bool:
    """Whether such a card is carried, by what is printed. Clause: SORC-CARRY-2."""
    carried = table.rulebook.carried
    if carried is None:
        return False
    printed = matches_print(carried, card, as_it_enters=True)
    if printed is not None:
        return printed
    bare = replace(table.rulebook, rules=())
    keywords = [one for one in card.abilities if one.ability.keyword]
    plain = [one for one in keywords if not one.ability.instructions]
    alone = Thing(
        "it", replace(card, abilities=tuple(plain)), "", "", bare.in_play, None, None, (0, 0), {}
    )
    seen = ReplayTable(Situation(bare, (), (alone,), ()))
    view = View(seen, starting_board(seen, ReplayInstances({})))
    return "it" in seen.named(view.select(carried))


def _copy(table: PlayedTable, event: Play, original: str, enters: list[Placed]) -> None:
    """It enters as a copy: an effect of its own, and its printed form from then on."""
    table.need_in_play(original)
    card = as_copied(table.form(original), event.choosing)
    counters = entering(table.rulebook, card)
    table.put(replace(table.things[event.id], copied=card, counters=counters))
    own = (event.id,)
    what = Resolving(
        event.id,
        event.player,
        enters,
        f"{event.id}.copy",
        table.now,
        own,
        own,
        event.choosing,
        joint="",
        copied=card,
    )
    resolve(table, what)


def _on_entry(
    table: PlayedTable, id: str, player: str, targets: tuple[str, ...], choice: str | None
) -> None:
    """What it does as it enters, if it has that ability and is not disabled. SORC-TS-2."""
    entry = placed(table.form(id), "on entry")
    if not entry:
        return
    state = table.state()
    has = [] if state.disabled(id) else state.abilities(id)
    able = [one for one in entry if one[1].ability in has]
    entered = f"{id}.entry"
    resolve(
        table,
        Resolving(id, player, able, entered, table.now, targets, targets, choice, joint=""),
    )


# --- zones --------------------------------------------------------------------------------------


def move_to_zone(table: PlayedTable, object: str, zone: str) -> None:
    """The object goes to a zone; what enters play so does what it does on entry."""
    table.need_a_zone(object)
    was_in_play = table.playing(object)
    leave(table, object, zone)
    if not was_in_play and table.playing(object):
        _on_entry(table, object, table.things[object].owner, (), None)


def lend(table: PlayedTable, event: MoveZone, until: str) -> None:
    """The object goes to a zone until something leaves that is in play."""
    table.need_a_zone(event.object)
    if not table.playing(until) or table.hidden(until):
        return
    before = table.things[event.object].zone
    lasting = table.lives[until]
    move_to_zone(table, event.object, event.zone)
    if before != event.zone and table.things[event.object].zone == event.zone:
        lives = table.lives[event.object], lasting
        table.lent.append(Lent(event.object, before, until, lives))


# --- abilities ----------------------------------------------------------------------------------


def announce(table: PlayedTable, event: Play | UseAbility) -> Waiting:
    """What will resolve, with what was chosen for it, as that is now."""
    if isinstance(event, Play):
        lives = {id: table.lives.get(id, 0) for id in event.targets}
        return Waiting(event, table.now, (), lives)
    used = _usable(table, event)
    table.stir(event.source)
    lives = {id: table.lives.get(id, 0) for id in (*event.targets, event.source)}
    return Waiting(event, table.now, (used,), lives, table.playing(event.source))


def _usable(table: PlayedTable, event: UseAbility) -> Placed:
    """The ability that is used: the object has it, where it works, and is not disabled."""
    source = event.source
    in_play = (table.rulebook.in_play,)
    if event.given is not None:
        ways: list[Placed] = [(0, event.given)]
    else:
        ways = placed(table.form(source), "activates", "triggers")
        ways = [one for one in ways if one[1].name == event.ability]
    if not any(one.ability.zones for _, one in ways):
        table.need_in_play(source)
    zone = table.things[source].zone
    state = table.state()
    has = state.abilities(source)

    def had(printed: PrintedAbility) -> bool:
        if event.given is not None:
            return any(one.keyword == printed.name for one in has)
        return printed.ability in has

    able = [w for w in ways if zone in (w[1].ability.zones or in_play) and had(w[1])]
    if table.hidden(source) or state.disabled(source) or not able:
        raise CannotHappen(f"{source} cannot use that ability here")
    return able[0]


def resolve_waiting(table: PlayedTable, waiting: Waiting) -> None:
    """What was announced, or is used at once, resolves."""
    event = waiting.what
    if isinstance(event, Play):
        play(table, event, waiting)
        return
    left = table.lives.get(event.source, 0) != waiting.lives[event.source]
    if left and waiting.from_play and table.policy("ability of what has left") == "is ignored":
        return
    abilities = list(waiting.abilities)
    if event.choosing is not None:
        abilities = [(place, with_choice(one, event.choosing)) for place, one in abilities]
    resolve(
        table,
        Resolving(
            event.source,
            event.player,
            _with_known(abilities, waiting),
            event.id,
            _since(table, waiting),
            _same(table, waiting),
            event.targets,
            event.choosing,
            orphaned=left,
        ),
    )


def _same(table: PlayedTable, waiting: Waiting) -> tuple[str, ...]:
    """The targets that are still the objects that were chosen."""
    lives = waiting.lives
    return tuple(id for id in waiting.what.targets if table.lives.get(id, 0) == lives[id])


def _with_known(abilities: list[Placed], waiting: Waiting | None) -> list[Placed]:
    if waiting is None or not waiting.known:
        return abilities
    return [
        (place, replace(one, ability=filled_in(one.ability, waiting.known)))
        for place, one in abilities
    ]


def _since(table: PlayedTable, waiting: Waiting | None) -> Timestamp:
    """How old the effects are of what resolves. Policy `resolved timestamp`; SORC-TS-2."""
    if waiting is None:
        return table.now
    match table.policy("resolved timestamp"):
        case "resolution":
            return table.now
        case "activation or trigger":
            return waiting.since
    return table.now if isinstance(waiting.what, Play) else waiting.since
