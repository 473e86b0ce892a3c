"""What objects and effects are called where people read: the card's name, then the id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.notation.english import english_ability
from layerlaw.model.notation.spelling import listed
from layerlaw.solver.board.columns import NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from layerlaw.solver.derivation.answer import Answer

MOST = 4
"""So many groups of objects are named in a sentence; of more it says how many."""
IDS = 5
"""So many objects of one card are all named."""


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
    return named_together(ids, lambda id: card_name(answer, id))


def named_together(ids: Iterable[str], name_of: Callable[[str], str]) -> str:
    """Several objects by name and id, those of one name together; of many how many are left."""
    together: dict[str, list[str]] = {}
    for id in ids:
        together.setdefault(name_of(id), []).append(id)
    named = [
        name if name.split()[-1] == same[0] else f"{_counted(name, same)} ({_few(same)})"
        for name, same in together.items()
    ]
    left = sum(len(same) for same in list(together.values())[MOST:])
    return f"{', '.join(named[:MOST])} and {left} more" if left else listed(named)


def effect_name(answer: Answer, effect: str) -> str:
    """An effect by the card that has it and that object's id."""
    holder = answer.effects[effect].holder
    return object_name(answer, answer.world.things[holder].id)


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


def _counted(name: str, ids: list[str]) -> str:
    """The name; of more objects than are named with their number: "60 Foot Soldiers"."""
    if len(ids) <= IDS:
        return name
    plain = name.replace(" ", "").isalpha() and " of " not in name and name[-1] not in "sy"
    return f"{len(ids)} {name}s" if plain else f"{len(ids)} named {name}"


def _few(ids: list[str]) -> str:
    """All ids, or of more than can be taken in the first ones."""
    if len(ids) <= IDS:
        return ", ".join(ids)
    return f"{', '.join(ids[: MOST - 1])} and {len(ids) - MOST + 1} more"
