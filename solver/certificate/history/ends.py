"""Which effects are over, by what the log says, and that they are told to have ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import turned
from layerlaw.solver.certificate.history.aspects import CARD, COPIED, STATUSES, ZONE
from layerlaw.solver.certificate.history.effects import source_now
from layerlaw.solver.certificate.history.turns import ended_by_turns, ended_with_a_turn
from layerlaw.solver.certificate.replay.otherwise import with_abilities
from layerlaw.solver.facts.situation import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Collection

    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.history.effects import Lasting, Making
    from layerlaw.solver.certificate.history.log import Incarnation
    from layerlaw.solver.certificate.history.proceedings import Proceedings


def end_what_is_over(known: Proceedings, about: Collection[str] | None = None) -> bool:
    """Effects that are over end; whether there were any. about: only those that concern these."""
    over = [
        one
        for one in known.standing
        if (about is None or not one.about.isdisjoint(about)) and is_over(known, one)
    ]
    end(known, over)
    return bool(over)


def end_with_the_turn(known: Proceedings) -> None:
    """What lasted until the end of a turn that has ended ends."""
    end(known, [one for one in known.standing if ended_with_a_turn(one.making, known.turns)])


def end(known: Proceedings, over: Collection[Lasting]) -> None:
    """These effects end."""
    if over:
        step = known.log.next()
        for one in over:
            one.end = step
        known.standing = [one for one in known.standing if one.end is None]
        for one in over:
            if one.making.form is not None and has_its_form(known, one.making):
                known.tell(one.making.form.id, {COPIED: put_together(known, one.making.form)})


def end_own(known: Proceedings, id: str, name: str) -> None:
    """An effect of the object itself ends. name: what it is called behind the object's id."""
    one = known.log.present[id]
    mine = [each for each in known.standing if each.making.id == f"{id}.{name}"]
    end(known, [each for each in mine if each.making.source == one])


def put_together(known: Proceedings, one: Incarnation) -> Card | None:
    """What an object is by its entry as a copy and by what merged since; None: its own card."""
    every = known.rulebook.statuses
    flipped = any(
        name in every and every[name].other_half is not None for name in known.of(one.id, STATUSES)
    )
    form: Card | None = None
    for making in (lasting.making for lasting in known.standing):
        card = next(iter(making.copies), None)
        if making.form != one or card is None:
            continue
        card = turned(card) if card.turned != flipped else card
        below = form or known.of(one.id, CARD)
        if making.merged == "over":
            card = with_abilities(card, below)
        elif making.merged:
            card = with_abilities(below, card)
        form = card
    return form


def is_over(known: Proceedings, lasting: Lasting) -> bool:
    """Whether turns, its source, its copied form or its targets have ended the effect."""
    making = lasting.making
    return (
        ended_by_turns(making, known.turns)
        or _source_left_play(known, making)
        or (making.form is not None and not has_its_form(known, making))
        or _counters_gone(known, making)
        or no_target_left(known, lasting)
    )


def lasts_with_its_source(known: Proceedings, until: object) -> bool:
    """Whether such a duration lasts until the source leaves play. Policy `no duration`."""
    if until is None:
        return known.policy("no duration") == "source"
    return isinstance(until, a.SourceLeaves)


def _source_left_play(known: Proceedings, making: Making) -> bool:
    """Whether it lasts with its source, and that has left play since it was made."""
    log, source = known.log, source_now(making, known.kinships)
    if log.stands(source) or not log.stood(making.source, making.step):
        return False
    if not lasts_with_its_source(known, making.ability.until):
        return False
    # What was linked was in play as a part of something.
    return log.of(source, ZONE) in (known.rulebook.in_play, NOWHERE)


def _counters_gone(known: Proceedings, making: Making) -> bool:
    """Whether counters gave it to an object that has become a new one, without them."""
    if known.log.stands(making.source):
        return False
    id, _, name = making.id.rpartition(".")
    kind = known.rulebook.characteristics.get(name)
    return id == making.source.id and kind is not None and kind.gives != ""


def has_its_form(known: Proceedings, making: Making) -> bool:
    """Whether what entered as a copy is still that object, with the form that it had copied.

    A card that merged with it is a part of it as long as it is that object, whatever its form.
    """
    assert making.form is not None
    if not known.log.stands(making.form):
        return False
    return bool(making.merged) or known.log.of(making.form, COPIED) is not None


def no_target_left(known: Proceedings, lasting: Lasting) -> bool:
    """Whether it is about targets alone, and is over for every one that is neither new nor hidden.

    It then never returns.
    """
    if not lasting.of_targets_alone:
        return False
    kept = known.members(lasting)
    return all(one in kept.over or known.hidden(one.id) for one in kept.targets)
