"""What objects and effects are called where people read: the card's name, then the id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.notation.english import english_ability
from layerlaw.model.notation.spelling import listed
from layerlaw.solver.board.columns import NAME
from layerlaw.solver.facts.situation import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Happening

MOST = 4
"""So many groups of objects are named in a sentence; of more it says how many."""
LEGEND = 12
"""So many cards are told by their ids below an explanation."""
IDS = 5
"""So many objects of one card are all named."""
_WHOSE = re.compile(r"\b(you|me)'s\b")
_MINE = {"you": "your", "me": "my"}


def card_name(answer: Answer, id: str) -> str:
    """The name that an object has in the end, else its card's; of a player and the rules the id."""
    if id in answer.situation.players:
        return f"player {id}"
    if id not in answer.world.index:
        return id
    thing = answer.world.things[answer.index(id)]
    name = answer.agreed.get((id, NAME), thing.card.name)
    return name if isinstance(name, str) and name else id


def object_name(answer: Answer, id: str) -> str:
    """An object by its card and its id: "King of the Realm (K1)"."""
    return objects_named(answer, (id,))


def objects_named(answer: Answer, ids: Iterable[str]) -> str:
    """Several objects, those of a card together: "Foot Soldier (F, G) and Sinkhole (S)"."""
    ids = [*dict.fromkeys(ids)]
    players = answer.situation.players
    everything = [thing.id for thing in answer.world.things]
    if {*players} == {*ids} and len(players) > 1:
        return "both players" if len(players) == 2 else "all players"
    return named_together(ids, lambda id: card_name(answer, id), everything)


def named_together(
    ids: Iterable[str], name_of: Callable[[str], str], everything: Collection[str] = ()
) -> str:
    """Several objects by name and id, those of one name together; of many how many are left.

    everything: all ids there are. Of more objects than are named by their ids those that are all
    of their name need none: "60 x Foot Soldier".
    """
    together: dict[str, list[str]] = {}
    for id in dict.fromkeys(ids):
        together.setdefault(name_of(id), []).append(id)
    named = []
    for name, same in together.items():
        if name.split()[-1] == same[0]:
            named.append(name)
        elif len(same) <= IDS:
            named.append(f"{name} ({', '.join(same)})")
        else:
            having = {*same}
            alone = having.issuperset(id for id in everything if name_of(id) == name)
            which = f" ({_few(same)})" if not alone or not everything else ""
            named.append(f"{len(same)} x {name}{which}")
    left = sum(len(same) for same in list(together.values())[MOST:])
    return f"{', '.join(named[:MOST])} and {left} more" if left else listed(named)


def effect_name(answer: Answer, effect: str) -> str:
    """An effect by the card that has it and that object's id."""
    holder = answer.effects[effect].holder
    return object_name(answer, answer.world.things[holder].id)


def who_is_who(answer: Answer, ids: Iterable[str]) -> str:
    """What ids stand for, those of a card together: "K1, K2: King of the Realm"."""
    together: dict[str, list[str]] = {}
    for id in dict.fromkeys(ids):
        name = card_name(answer, id)
        if id in answer.world.index and id not in answer.situation.players and name != id:
            together.setdefault(name, []).append(id)
    told = [f"{', '.join(same)}: {name}" for name, same in together.items()]
    left = len(told) - LEGEND
    return "; ".join([*told[:LEGEND], *([f"and {left} more cards"] if left > 0 else [])])


def happened(answer: Answer, one: Happening) -> tuple[str, str]:
    """Who or what it happened to, and what, with cards in place of plain ids.

    Of an effect the first is "the effect of Tailspin Slash (T)".
    """
    who = f"the effect of {object_name(answer, one.of)}" if one.of else ""
    what, place = _WHOSE.sub(lambda found: _MINE[found[1]], one.what), 0
    for written, object in one.about:
        found = re.compile(rf"(?<![\w.]){re.escape(written)}(?: says)?(?!\w)").search(what, place)
        if found is None:
            continue
        says = found[0].removeprefix(written)
        name = object_name(answer, object)
        told = f"the rules{says.removesuffix('s')}" if object == RULES else f"{name}{says}"
        what = f"{what[: found.start()]}{told}{what[found.end() :]}"
        place = found.start() + len(told)
    return who or object_name(answer, one.object), what


def label_named(answer: Answer, label: str) -> str:
    """An ability that was granted with the card before the effect: "Flying from Lord (L.1)"."""
    ability, granted, by = label.rpartition(" from ")
    if not granted or by not in answer.effects:
        return label
    card = answer.world.things[answer.effects[by].holder].card.name
    return f"{ability} from {card} ({by})" if card else label


def effect_in_english(answer: Answer, effect: str) -> str:
    """The whole ability of an effect in a sentence."""
    found = answer.effects[effect]
    name = answer.world.things[found.holder].card.name
    return english_ability(found.ability, name, answer.rulebook.plurals)


def _few(ids: list[str]) -> str:
    """The first ids, and how many more there are."""
    return f"{', '.join(ids[: MOST - 1])} and {len(ids) - MOST + 1} more"
