"""Words replaced in the text of objects: the abilities that no effect gave, and the type line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.chosen import ChoiceMade
from layerlaw.model.algebra.writes import WriteWords
from layerlaw.model.rulebooks.texts import with_words_changed
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.board.kinds import InstanceNumber
from layerlaw.solver.effects.writing import cannot_gain, write_words

if TYPE_CHECKING:
    from layerlaw.model import algebra as a
    from layerlaw.model.cards.card import PrintedAbility
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.rulebooks.texts import WordChange
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context, Instances
    from layerlaw.solver.effects.writing import Operand


def replace_in_text(
    operation: a.ReplaceInText, context: Context, board: Board, scope: Objects, operand: Operand
) -> None:
    """Put abilities that say the new word in the place of those that say the old one.

    Clause: CR-612.1.
    """
    rulebook, instances = context.world.rulebook, context.instances
    moves: list[tuple[InstanceNumber, InstanceNumber, Objects]] = []
    for number, held in board.column(ABILITIES).items():
        assert isinstance(number, InstanceNumber)
        changed = held & scope and changed_instance(rulebook, instances, number, operation)
        if changed:
            moves.append((number, changed, held & scope))
    for before, _, holders in moves:
        board.remove(ABILITIES, before, holders)
    for _, after, holders in moves:
        keyword = instances.keyword(after)
        free = holders & ~cannot_gain(board, keyword, holders, context.world)
        board.add(ABILITIES, after, free)
    if operation.line:
        name, old, new = operation.characteristic, operation.old, operation.new
        write_words(WriteWords(name, "replace", (new,), old), context, board, scope, operand)


def reworded(rulebook: Rulebook, printed: PrintedAbility, word: WordChange) -> PrintedAbility:
    """The ability where its text, and what stands beside that, says another word. CR-612.2."""
    ability, chooses, only_if = printed.text
    return printed.saying(
        (
            with_words_changed(rulebook, ability, word),
            with_words_changed(rulebook, chooses, word),
            with_words_changed(rulebook, only_if, word),
        )
    )


def changed_instance(
    rulebook: Rulebook, instances: Instances, number: InstanceNumber, operation: a.ReplaceInText
) -> InstanceNumber | None:
    """The instance with the changed text; None where its text does not change.

    What an effect gave is no text of the object, nor is a word that was chosen for it. What stands
    beside an ability that resolves is text, too. Clauses: CR-612.2, CR-612.3.
    """
    before = instances[number]
    if before.giver is not None:
        return None
    word = (operation.characteristic, operation.old, operation.new)
    name = f"{before.name}.{operation.new}"
    if before.used is not None:
        used = reworded(rulebook, before.used, word)
        if used.text == before.used.text:
            return None
        ability, made = used.ability, used.made
        after = replace(before, ability=ability, made=made, used=used, name=name, text_of=number)
        return instances.number(("text", number, word), after)
    own = before.ability if before.made is None else before.made.text
    text = with_words_changed(rulebook, own, word)
    if text == own:
        return None
    made = None if before.made is None else ChoiceMade(text, before.made.words)
    ability = text if made is None else made.ability
    after = replace(before, ability=ability, made=made, name=name, text_of=number)
    return instances.number(("text", number, word), after)
