"""What the abilities of an object say that do something when it is used, enters or resolves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf, Gain, ReplaceInText
from layerlaw.model.algebra.trees import nodes
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.effects.texts import reworded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.algebra import Operation
    from layerlaw.model.cards.card import PrintedAbility
    from layerlaw.model.errors import Where
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.context import AbilityInstance
    from layerlaw.solver.play.announced import PlacedAbilities
    from layerlaw.solver.play.table import GameTable


def as_it_says(answer: Answer, id: str, abilities: PlacedAbilities) -> PlacedAbilities:
    """Those of the abilities that the object has by now, each with its text as that is.

    abilities: those that it has in print, with their places. What effects gave it has no text that
    changes, so that an ability of the same words counts as it stands. Clauses: CR-612.1, CR-612.3.
    """
    held = [answer.instances[number] for number in answer.abilities(id)]
    given = {one.ability for one in held}
    said: PlacedAbilities = []
    for rank, printed in abilities:
        own = [
            (first.rank != rank, one.used)
            for one in held
            if one.used is not None and (first := _at_first(answer, one)).used == printed
        ]
        if own:
            _, used = min(own, key=lambda one: one[0])
            assert used is not None
            said.append((rank, used))
        elif printed.ability in given:
            said.append((rank, printed))
    return said


def said_now(
    table: GameTable, where: Where, id: str, abilities: PlacedAbilities
) -> PlacedAbilities:
    """Those of its abilities that the object has, each with its text as that is by now.

    Raises `BadInput` where one gives something by a name of which the words were replaced, too.
    """
    said = as_it_says(table.derivation(), id, abilities)
    if table.watches.texts_change:
        _need_gifts_unchanged(table, where, id, said)
    return said


def said_by_what_waits(
    table: GameTable, where: Where, id: str, spell: PlacedAbilities
) -> PlacedAbilities:
    """What a spell says where it waits, as its text is by now.

    spell: what it says in print. It says that although the ability was lost, which changes no text.
    Of another text that an effect gave it, it says what it has. Clauses: CR-612.3, CR-612.5.
    """
    answer = table.derivation()
    if any(isinstance(one, CopyOf) and one.text for one in _reaching(answer, id)):
        held = (answer.instances[number] for number in answer.abilities(id))
        said = [(one.rank, one.used) for one in held if one.used and one.used.use == "resolves"]
        said.sort(key=lambda one: one[0])
    else:
        kept = dict(as_it_says(answer, id, spell))
        said = [(rank, kept.get(rank, printed)) for rank, printed in spell]
    _need_gifts_unchanged(table, where, id, said)
    return said


def _need_gifts_unchanged(table: GameTable, where: Where, id: str, said: PlacedAbilities) -> None:
    given = {
        node.ability.keyword
        for _, printed in said
        for node in nodes(printed.ability)
        if isinstance(node, Gain)
    }
    for gift in (one for thing in table.things for one in table.form(thing).gives):
        if gift.name in given:
            _need_unchanged(table, where, id, gift)


def need_as_printed(table: GameTable, where: Where, id: str, gift: PrintedAbility) -> None:
    """Raises `BadInput` if the object has what is given by a name in words that were replaced."""
    for giver in sorted(_givers(table.derivation(), id, gift.name)):
        _need_unchanged(table, where, giver, gift)


def _need_unchanged(table: GameTable, where: Where, giver: str, gift: PrintedAbility) -> None:
    if _gift_reworded(table.derivation(), giver, gift):
        card = table.form(giver).name
        message = f"words of '{gift.name}' were replaced in the text of {giver} ({card})"
        expected = "a card of the scenario that has the new words under `gives`"
        raise table.refuse(where, message, expected)


def lent_as_it_says(answer: Answer, id: str, lent: PrintedAbility) -> list[PrintedAbility]:
    """An ability of another card as the object has it, once in every text in which it does.

    What an effect gave it has the text that some object has in print, or had before that was
    changed. Clause: CR-612.3.
    """
    activated = lent.use == "activates"
    held = [answer.instances[number] for number in answer.abilities(id)]
    held = [one for one in held if one.activated == activated]
    found = [one.used for one in held if one.used is not None and _says(answer, one, lent)]
    there = [answer.instances[number] for number in answer.end.column(ABILITIES)]
    texts = [lent, *(one.used for one in there if one.used and _says(answer, one, lent))]
    given = {one.ability for one in held if one.used is None}
    found += [one for one in texts if one is not None and one.ability in given]
    by_text = {one.text: one for one in reversed(found) if one is not None}
    return [*by_text.values()]


def _gift_reworded(answer: Answer, id: str, gift: PrintedAbility) -> bool:
    """Whether words of what the object gives by a name, as its text says, have been replaced."""
    changes = (one for one in _reaching(answer, id) if isinstance(one, ReplaceInText))
    words = ((one.characteristic, one.old, one.new) for one in changes)
    return any(reworded(answer.rulebook, gift, word).text != gift.text for word in words)


def _givers(answer: Answer, id: str, name: str) -> set[str]:
    """The objects whose text says that the object has what is given by that name, itself or others.

    What resolved is no object's text any more.
    """
    held = (answer.instances[number] for number in answer.abilities(id))
    giving = {one.giver and one.giver[0] for one in held if one.ability.keyword == name}
    effects = (turn.part.effect for run in answer.runs for turn in run.turns)
    sources = {one.source for one in effects if one.static and one.id in giving}
    return sources | {id} if None in giving else sources


def _reaching(answer: Answer, id: str) -> Iterator[Operation]:
    """The operations of the effects that were applied to the object."""
    bit = 1 << answer.index(id)
    for turn in (turn for run in answer.runs for turn in run.turns):
        if turn.seen is not None and any(scope & bit for scope, _ in turn.seen):
            for instruction in turn.part.effect.ability.instructions:
                yield from instruction.operations


def _says(answer: Answer, one: AbilityInstance, lent: PrintedAbility) -> bool:
    """Whether it is that ability, as it is printed or with words that were replaced."""
    first = _at_first(answer, one)
    return first.ability == lent.ability and first.activated == (lent.use == "activates")


def _at_first(answer: Answer, one: AbilityInstance) -> AbilityInstance:
    """What it was before words of its text were replaced."""
    while one.text_of is not None:
        one = answer.instances[one.text_of]
    return one
