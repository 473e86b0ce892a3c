"""What effects could do to break a property: lines of text made of the words that it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.claims import ForEvery, NoSuch
from layerlaw.model.algebra.reads import (
    ReadAbility,
    ReadController,
    ReadKeywordNumber,
    ReadNumber,
    ReadStatus,
    ReadWord,
)
from layerlaw.model.algebra.trees import cells_read, nodes
from layerlaw.model.notation.printing import print_selector
from layerlaw.model.notation.spelling import word_or_quoted
from layerlaw.solver.documents.boards.descriptions import works

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.documents.boards.small_boards import SharedWords

MOST_WORDS = 3
"""So many other words of a set, numbers and keywords are tried beside those spoken of."""


def effects_on(words: SharedWords, tree: object) -> tuple[str, ...]:
    """What effects can do about the words of a tree, as operations of the notation.

    tree: of claims, or of abilities. Only what the rulebook has a layer for is in it, and what
    belongs together stands side by side.
    """
    lines = dict.fromkeys(_effects(words, tree))
    return tuple(line for line in lines if works(words, f"self: {line}"))


def scopes_of(words: SharedWords, tree: object) -> tuple[str, ...]:
    """Descriptions of objects: those in the tree itself, in the notation."""
    plurals = words.rulebook.plurals
    scopes = [node.who for node in nodes(tree) if isinstance(node, ForEvery | NoSuch)]
    scopes += [node.scope for node in nodes(tree) if isinstance(node, a.Instruction)]
    texts = dict.fromkeys(
        print_selector(each, plurals) for each in scopes if not isinstance(each, a.Self)
    )
    return tuple(text for text in texts if works(words, f"({text}): {_harmless(words)}"))


def words_spoken(tree: object) -> Iterator[tuple[str, str]]:
    """Each word of a set that the tree speaks of, as the set's name and the word."""
    for cell in cells_read(tree):
        if isinstance(cell, ReadWord) and cell.word is not None:
            yield cell.characteristic, cell.word
    for operation in _operations(tree):
        for write in operation.writes:
            name, known = getattr(write, "characteristic", ""), getattr(write, "words", None)
            yield from ((name, word) for word in known or ())


def keywords_spoken(tree: object) -> Iterator[str]:
    """Each keyword that the tree speaks of."""
    for cell in cells_read(tree):
        if isinstance(cell, ReadAbility | ReadKeywordNumber) and cell.keyword is not None:
            yield cell.keyword
    for operation in _operations(tree):
        for write in operation.writes:
            keyword = getattr(write, "keyword", None)
            if isinstance(keyword, str):
                yield keyword


def numbers_spoken(tree: object) -> dict[str, tuple[int, ...]]:
    """Each number characteristic that the tree speaks of, with the numbers that stand in it."""
    stated = tuple(
        dict.fromkeys(
            node.value for node in nodes(tree) if isinstance(node, a.Number) and node.value < 100
        )
    )
    names = [cell.characteristic for cell in cells_read(tree) if isinstance(cell, ReadNumber)]
    for operation in _operations(tree):
        names += [
            write.characteristic
            for write in operation.writes
            if isinstance(operation, a.SetNumber | a.ChangeNumber | a.Limit)
            and hasattr(write, "characteristic")
        ]
    return dict.fromkeys(names, stated)


def _effects(words: SharedWords, tree: object) -> Iterator[str]:
    rulebook = words.rulebook
    cells = tuple(cells_read(tree))
    statuses = [cell.status for cell in cells if isinstance(cell, ReadStatus)]
    statuses += [
        operation.status for operation in _operations(tree) if isinstance(operation, a.SetStatus)
    ]
    for status in dict.fromkeys(statuses):
        yield status
        yield f"can't be {status}"
    abilities = any(isinstance(cell, ReadAbility | ReadKeywordNumber) for cell in cells)
    keywords = list(dict.fromkeys(keywords_spoken(tree)))
    taking = [name for name in words.statuses if rulebook.statuses[name].silences]
    if abilities or keywords or set(taking).intersection(statuses):
        yield from _about_abilities(words, keywords)
    for name, stated in numbers_spoken(tree).items():
        yield from _about_number(name, stated)
    sets: dict[str, list[str]] = {}
    for name, word in words_spoken(tree):
        sets.setdefault(name, []).append(word)
    for name, known in sets.items():
        yield from _about_set(words, name, known)
    control = rulebook.control
    if control and any(isinstance(cell, ReadController) for cell in cells):
        yield from (f"{control} := opponent", f"{control} := you", "can't be controlled by you")
    yield "can't be modified"


def _about_abilities(words: SharedWords, keywords: list[str]) -> Iterator[str]:
    """Ways to give abilities, to take them, and to take all but one."""
    taking = [name for name in words.statuses if words.rulebook.statuses[name].silences]
    spare = [keyword for keyword in words.keywords if keyword not in keywords][:1]
    for keyword in map(word_or_quoted, [*keywords, *spare]):
        yield f"gain {keyword}"
        yield f"lose {keyword}"
        yield f"can't have {keyword}"
        yield f"lose all abilities but {keyword}"
    yield "lose all abilities"
    yield from taking
    yield f"gain [self: {_harmless(words)}]"
    yield from (name for name in words.statuses if words.rulebook.statuses[name].disables)


def _about_number(name: str, stated: tuple[int, ...]) -> Iterator[str]:
    """Ways to bring a number to, just above and just below each number that is stated."""
    for number in stated or (0,):
        yield f"{name} := {number}"
        yield f"{name} := {number - 1}"
        yield f"{name} := {number + 1}"
    yield from (f"{name} += 1", f"{name} += 3", f"{name} -= 8", f"{name} *= 2", f"{name} := none")
    yield from (f"{name} at most 3", f"{name} at least 8", f"{name} fixed at 3")


def _about_set(words: SharedWords, name: str, known: Iterable[str]) -> Iterator[str]:
    own = list(dict.fromkeys(known))
    every = words.rulebook.characteristics[name].words
    others = [word for word in every if word not in own]
    for word in own:
        yield from (f"{name} += {word}", f"{name} -= {word}", f"{name} := {word}")
    for word in others[:1]:
        yield from (f"{name} := {word}", f"{name} += {word}")


def _harmless(words: SharedWords) -> str:
    """Something that effects do in this game and that matters little."""
    name = next(iter(words.numbers), "")
    return f"{name} += 1" if name else next(iter(words.statuses), "lose all abilities")


def _operations(tree: object) -> Iterator[a.Operation]:
    return (node for node in nodes(tree) if isinstance(node, a.Operation))
