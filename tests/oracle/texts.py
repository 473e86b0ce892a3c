"""The oracle's changes of text: what an object's own abilities say with another word."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    Animate,
    CantHave,
    HasAbility,
    Instruction,
    KeywordNumber,
    Lose,
    LoseAll,
    Member,
    Noun,
    RemoveMembers,
    ReplaceInText,
    ReplaceMember,
    SetMembers,
)
from layerlaw.model.cards.card import PrintedAbility
from layerlaw.model.rulebooks.rulebook import Rulebook
from oracle.board import Board
from oracle.world import Instance


def change_text(object: str, operation: ReplaceInText, board: Board) -> None:
    """Every ability that nothing gave says the new word; in the set it stands for the old one."""
    name, old, new = operation.characteristic, operation.old, operation.new
    rulebook = board.world.rulebook
    names = keywords_renamed(operation, rulebook)
    after: list[Instance] = []
    for instance in board.abilities[object]:
        if instance.printed is not None:
            instance = replace(instance, changes=(*instance.changes, operation))
        text = instance.text or instance.ability
        changed = said(text, operation, names)
        # What was chosen is no text: it is put in once the text is changed.
        ability = filled(changed, instance.words) if instance.words else changed
        if instance.giver or changed == text:
            after.append(instance)
        elif not board.bars_ability(object, ability.keyword):
            made = replace(instance, text=changed) if instance.words else instance
            called_now = f"{instance.name}.{new}"
            after.append(replace(made, ability=ability, name=called_now, before=instance))
    board.abilities[object] = after
    if operation.line and old in board.sets[object, name]:
        board.sets[object, name] = board.sets[object, name] - {old} | {new}


def keywords_renamed(operation: ReplaceInText, rulebook: Rulebook) -> dict[str, str | None]:
    """What keywords are called of which the meaning has the word."""
    return {
        keyword: called(said(ability, operation, {}), rulebook)
        for keyword, ability in rulebook.keywords.items()
        if said(ability, operation, {}) != ability
    }


def as_it_reads(instance: Instance, rulebook: Rulebook) -> PrintedAbility:
    """What does something as it is used, enters or resolves, with all changes of its text."""
    printed = instance.printed
    assert printed is not None
    text: Any = (printed.ability, printed.chooses, printed.only_if)
    if printed.made is not None:
        text = (printed.made.text, *printed.made.besides)
    for change in instance.changes:
        text = said(text, change, keywords_renamed(change, rulebook))
    if printed.made is not None:
        text = filled(text, printed.made.words)
    return replace(printed, ability=text[0], chooses=text[1], only_if=text[2])


def readings(
    board: Board, object: str, abilities: list[tuple[int, PrintedAbility]]
) -> list[tuple[int, PrintedAbility]]:
    """Those of the printed abilities that the object has, as they read by then; of one that it only
    was given, it has what that says."""
    rulebook = board.world.rulebook
    found = []
    for number, printed in abilities:
        own = [each for each in board.abilities[object] if each.printed == printed]
        here = [each for each in own if each.number == number] + own
        if here:
            found.append((number, as_it_reads(here[0], rulebook)))
        elif printed.ability in [each.ability for each in board.abilities[object]]:
            found.append((number, printed))
    return found


def spell_readings(
    board: Board, spell: str, abilities: list[tuple[int, PrintedAbility]]
) -> list[tuple[int, PrintedAbility]]:
    """What a spell says where it waits: of its print every ability, of another text what it has."""
    if spell not in board.retold:
        reads = dict(readings(board, spell, abilities))
        return [(number, reads.get(number, each)) for number, each in abilities]
    own = [each for each in board.abilities[spell] if each.use == "resolves" and not each.giver]
    reads_of = [(each.number, as_it_reads(each, board.world.rulebook)) for each in own]
    return sorted(reads_of, key=lambda each: each[0])


def lent_readings(board: Board, object: str, lent: PrintedAbility) -> list[PrintedAbility]:
    """What another card's ability says that the object has, in each of its texts."""
    rulebook = board.world.rulebook

    def same(each: Instance) -> bool:
        use = each.printed.use if each.printed is not None else "has"
        alike = (use == "activates") == (lent.use == "activates")
        return each.printed is not None and each.printed.ability == lent.ability and alike

    every = [each for held in board.abilities.values() for each in held if same(each)]
    texts = [lent, *(as_it_reads(each, rulebook) for each in every)]
    held = board.abilities[object]
    given = [each for each in held if each.giver]
    given = [each for each in given if (each.use == "activates") == (lent.use == "activates")]
    found = [as_it_reads(each, rulebook) for each in held if same(each)]
    found += [text for text in texts if text.ability in [each.ability for each in given]]
    says = [(each.ability, each.chooses, each.only_if) for each in found]
    return [each for number, each in enumerate(found) if says.index(says[number]) == number]


def filled(tree: Any, words: tuple[str, ...]) -> Any:
    """The tree with the chosen words in the places of `the chosen` and `the other chosen` one."""
    if isinstance(tree, str):
        if tree.startswith("the other chosen "):
            return words[-1]
        return words[0] if tree.startswith("the chosen ") else tree
    if isinstance(tree, tuple):
        return tuple(filled(each, words) for each in tree)
    if not is_dataclass(tree):
        return tree
    node: Any = tree
    inside = {each.name: filled(getattr(tree, each.name), words) for each in fields(tree)}
    if isinstance(tree, Instruction):
        inside["operations"] = fitting(inside["operations"])
    return replace(node, **inside)


def fitting(operations: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of changes of text of several sets, those in whose set both words are."""
    changes = [each for each in operations if isinstance(each, ReplaceInText) and each.among]
    wrong = [each for each in changes if {each.old, each.new} - set(each.among)]
    left = tuple(each for each in operations if each not in wrong) or operations
    return tuple(replace(e, among=()) if isinstance(e, ReplaceInText) else e for e in left)


def called(meaning: Ability, rulebook: Rulebook) -> str | None:
    """The first keyword that means this."""
    for keyword, ability in rulebook.keywords.items():
        if replace(ability, keyword=meaning.keyword) == meaning:
            return keyword
    return None


def said(tree: Any, operation: ReplaceInText, names: dict[str, str | None]) -> Any:
    """The tree with the new word; names: what keywords are called then."""
    name, old, new = operation.characteristic, operation.old, operation.new
    if isinstance(tree, tuple):
        return tuple(said(each, operation, names) for each in tree)
    if isinstance(tree, Noun):
        changed = tree == Noun(old, Member(name, old))
        return Noun(new, Member(name, new)) if changed else tree
    if not is_dataclass(tree):
        return tree
    inside = {each.name: said(getattr(tree, each.name), operation, names) for each in fields(tree)}
    node: Any = tree
    tree = replace(node, **inside)
    match tree:
        case Member(which, word) if which == name and word == old:
            return Member(name, new)
        case Animate(word, which) if which == name and word == old:
            return replace(tree, type=new)
        case SetMembers(which, words) | AddMembers(which, words) | RemoveMembers(which, words):
            # What is called as a whole, `every creature type`, says no single word.
            whole = any(
                group.characteristic == name and {*group.words} == {*words} for group in node.groups
            )
            if which == name and old in words and not whole:
                again = [new if word == old else word for word in words]
                return replace(tree, words=tuple(dict.fromkeys(again)))
        case ReplaceMember(which, one, other) | ReplaceInText(which, one, other):
            if which == name:
                one, other = (new if word == old else word for word in (one, other))
                return replace(tree, old=one, new=other)
        case Ability(keyword) if keyword in names:
            known = names[keyword]
            return replace(tree, keyword=known, number=tree.number if known else "")
        case HasAbility(str(keyword)) | KeywordNumber(keyword) | Lose(keyword) | CantHave(keyword):
            return replace(tree, keyword=names.get(keyword) or keyword)
        case LoseAll(but):
            return LoseAll(tuple(names.get(each) or each for each in but))
    return tree
