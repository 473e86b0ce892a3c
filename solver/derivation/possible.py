"""What could be true of an object, and what surely is, told from print and from what may be done.

Nothing is derived: what events made of the object stays, and effects do no more than they could.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import conjuncts
from layerlaw.solver.derivation.prospects import types_given_to_itself
from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.derivation.prospects import Prospects
    from layerlaw.solver.facts.situation import Thing

    Bearer = tuple[Thing, Prospects]
    """What carries an object, with what may be done to it."""


def may_be_forbidden(
    rulebook: Rulebook, action: str, thing: Thing, coming: Prospects, bearer: Bearer | None
) -> bool:
    """Whether anything could forbid what is carried to do that to what carries it."""
    if thing.bearer is None:
        return False
    if bearer is None:
        return True
    return not (coming.forbids | bearer[1].forbids).isdisjoint(
        (action, rulebook.actions.get(action, action))
    )


def is_possible(
    rulebook: Rulebook,
    conjunct: a.Selector,
    thing: Thing,
    coming: Prospects,
    bearer: Bearer | None = None,
) -> bool:
    """Whether the selector could select the object; False only where it never does."""
    match conjunct:
        case a.Member(rulebook.types, word):
            form = printed_form(rulebook, thing, thing.form)
            return (
                word in coming.types
                or word in form.sets.get(rulebook.types, ())
                or word in rulebook.kept(types_given_to_itself, form)
            )
        case a.Member(characteristic, word):
            form = printed_form(rulebook, thing, thing.form)
            given = not coming.adds.isdisjoint(((characteristic, word), (characteristic, None)))
            return given or word in form.sets.get(characteristic, ())
        case a.Not(a.Member(characteristic, word)):
            form = printed_form(rulebook, thing, thing.form)
            removed = ((characteristic, word), (characteristic, None))
            return (
                not coming.removes.isdisjoint(removed)
                or word not in form.sets.get(characteristic, ())
                or _emptied(rulebook, characteristic, thing)
            )
        case a.Not(a.Noun(meaning=meaning)):
            return is_possible(rulebook, a.Not(meaning), thing, coming, bearer)
        case a.Not(inner):
            return not is_certain(rulebook, inner, thing, coming, bearer)
        case a.BorneBy(carrier):
            return thing.bearer is not None and (
                bearer is None
                or thing.zone != rulebook.in_play
                or all(is_possible(rulebook, one, *bearer) for one in conjuncts(carrier))
            )
        case a.Players():
            return False
        case a.HasStatus(status):
            return status in thing.statuses or status in coming.statuses
        case a.HasAbility(str(keyword)):
            form = printed_form(rulebook, thing, thing.form)
            printed = any(one.ability.keyword == keyword for one in form.abilities)
            return printed or keyword in coming.keywords or coming.copies
        case a.InZone(zone):
            return zone in ("*", thing.zone)
        case a.InRegion(region):
            # The ground itself is below ground too; nothing comes into the void by an effect.
            space = rulebook.space
            if space is None or thing.place is None:
                return False
            level = thing.place.level
            if region == space.void:
                return bool(thing.place.in_void)
            ground = a.Member(rulebook.types, space.ground)
            return (
                level == "deep"
                or region == space.surface
                or is_possible(rulebook, ground, thing, coming)
            )
        case a.Either(parts):
            return any(
                all(is_possible(rulebook, one, thing, coming, bearer) for one in conjuncts(part))
                for part in parts
            )
        case a.Compared(a.Read(counter, a.It()), ">=" | ">", a.Number(least)) if (
            least > 0 and _by_events_alone(rulebook, counter)
        ):
            return thing.counters.get(counter, 0) > 0
        case a.Compared(
            a.Read(counter, a.It()), ">=" | ">" as comparator, a.Read(characteristic, a.It())
        ) if _by_events_alone(rulebook, counter):
            number = _least(rulebook, characteristic, thing, coming)
            has = thing.counters.get(counter, 0)
            return number is None or has > number or (comparator == ">=" and has == number)
        case a.Compared(
            a.Read(characteristic, a.It()), "<=" | "<" | "=" as comparator, a.Number(most)
        ):
            number = _least(rulebook, characteristic, thing, coming)
            return number is None or number < most or (comparator != "<" and number == most)
    return True


def is_certain(
    rulebook: Rulebook,
    selector: a.Selector,
    thing: Thing,
    coming: Prospects,
    bearer: Bearer | None,
) -> bool:
    """Whether the selector selects the object in play, whatever becomes of it; True only then."""
    given = [rulebook.statuses.get(name) for name in thing.statuses]
    if thing.zone != rulebook.in_play or any(one is None or one.hides for one in given):
        return False
    for one in conjuncts(selector):
        match one:
            case a.Everything():
                continue
            case a.Member():
                certain = not is_possible(rulebook, a.Not(one), thing, coming)
            case a.HasAbility(str(keyword)):
                certain = _keeps_keyword(rulebook, keyword, thing, coming)
            case a.BorneBy(carrier):
                certain = bearer is not None and is_certain(rulebook, carrier, *bearer, None)
            case a.Either(parts):
                certain = any(is_certain(rulebook, p, thing, coming, bearer) for p in parts)
            case _:
                certain = False
        if not certain:
            return False
    return True


def _keeps_keyword(rulebook: Rulebook, keyword: str, thing: Thing, coming: Prospects) -> bool:
    """Whether a keyword is printed on the object that nothing could take from it."""
    form = printed_form(rulebook, thing, thing.form)
    return (
        any(one.ability.keyword == keyword for one in form.abilities)
        and keyword not in thing.without
        and not may_lose_abilities(rulebook, thing, coming)
    )


def may_lose_abilities(rulebook: Rulebook, thing: Thing, coming: Prospects) -> bool:
    """Whether the object could be without an ability that is printed, or with none that works."""
    given = (rulebook.statuses.get(name) for name in thing.statuses)
    return any(
        one is None or one.silences or one.disables or one.other_half is not None for one in given
    ) or any(all(is_possible(rulebook, w, thing, coming) for w in who) for who in coming.takes)


def _least(rulebook: Rulebook, characteristic: str, thing: Thing, coming: Prospects) -> int | None:
    """The number of the object, if it can come to be no lower; None: it is not known."""
    if (
        characteristic in coming.lowered
        or _emptied(rulebook, characteristic, thing)
        or thing.form is not thing.card
        or (thing.front is not None and characteristic in rulebook.front_numbers)
        or _by_events_alone(rulebook, characteristic)
    ):
        return None
    printed = printed_form(rulebook, thing, thing.form).numbers.get(characteristic)
    if characteristic in thing.counters:
        counted = printed is not None and rulebook.characteristics[characteristic].counted
        return thing.counters[characteristic] if counted else None
    return printed


def _by_events_alone(rulebook: Rulebook, characteristic: str) -> bool:
    """Whether it is a number of counters, which no effect changes."""
    known = rulebook.characteristics.get(characteristic)
    return known is not None and known.counter


def _emptied(rulebook: Rulebook, characteristic: str, thing: Thing) -> bool:
    """Whether a status that the object has leaves it nothing of the characteristic."""
    given = (rulebook.statuses.get(name) for name in thing.statuses)
    return any(one is not None and characteristic in one.empties for one in given)
