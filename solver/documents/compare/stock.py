"""The boards that are tried for one difference: made of the words that it speaks of."""

from __future__ import annotations

from itertools import chain, combinations_with_replacement
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Everything, HasAbility, HasStatus, Ignore, InZone, Permission
from layerlaw.model.algebra.trees import nodes, operations_of, parts, rebuilt
from layerlaw.model.cards.card import Card, is_spell
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.scenarios.events import one_by_one
from layerlaw.solver.documents.boards.procedure_boards import policy_boards
from layerlaw.solver.documents.boards.real_cards import shared_cards
from layerlaw.solver.documents.boards.small_boards import (
    ME,
    YOU,
    play,
    scenario,
    size_of,
)
from layerlaw.solver.documents.boards.word_boards import spoken_words, word_boards
from layerlaw.solver.documents.compare.playing import cards_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from layerlaw.model.algebra import Selector
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.boards.small_boards import SharedWords
    from layerlaw.solver.documents.compare.toggles import Toggle

FEW_BOARDS = 2
"""So many boards of each question of procedure are tried for a rule or a check."""

MOST_CHECKED = 5
"""So many cards that a check looks at meet each other."""


def stock_for(
    words: SharedWords, toggle: Toggle, sides: tuple[Rulebook, Rulebook]
) -> tuple[Scenario, ...]:
    """The boards for a difference, those of real cards first.

    A question of procedure has boards of its own; of anything else those come first whose objects,
    states, verbs and zones it speaks of.
    """
    if toggle.kind == "policy":
        return policy_boards(words, toggle.what)
    boards = word_boards(words, spoken_words(sides, _trees(toggle, sides)), toggle.what)
    if toggle.kind == "check":
        alone = sum(size_of(board)[1] == 1 for board in boards)
        boards = (*boards[:alone], *_pairs_checked(words, toggle, sides), *boards[alone:])
    several = (policy_boards(words, policy)[:FEW_BOARDS] for policy in words.rulebook.policies)
    return (*boards, *chain.from_iterable(several))


def relevant(
    boards: Sequence[tuple[Scenario, frozenset[str]]],
    toggle: Toggle,
    sides: tuple[Rulebook, Rulebook],
) -> list[Scenario]:
    """Those of the boards that have a word of what differs; all, for a question of procedure.

    boards: each with its words (`words_on`).
    """
    if toggle.kind == "policy":
        return [board for board, _ in boards]
    spoken = spoken_words(sides, _own_trees(toggle, sides))
    words = {word for _, word in spoken.features}
    words.update(spoken.keywords, spoken.statuses, spoken.counters, spoken.verbs)
    words.update(spoken.numbers, spoken.zones, [toggle.field_and_name[1]])
    if not words - {""}:
        words = set(spoken.types)
    return [board for board, spoken_of in boards if not words.isdisjoint(spoken_of)]


def words_on(board: Scenario) -> frozenset[str]:
    """The words on the cards and in the events of a board."""
    events = board.play
    spoken = {part for node in nodes(events) for part in parts(node) if isinstance(part, str)}
    for event in one_by_one(events):
        card = getattr(event, "card", None)
        if isinstance(card, Card):
            spoken |= {word for values in card.sets.values() for word in values}
    return frozenset(spoken)


def about(board: Scenario, groups: Sequence[Collection[str]]) -> bool:
    """Whether the cards of the board do something of each group."""
    done = {
        verb
        for card in cards_of(board)
        for printed in card.abilities
        for operation in operations_of(printed.ability)
        for verb in operation.layer_words
    }
    return all(not done.isdisjoint(group) for group in groups)


def _own_trees(toggle: Toggle, sides: tuple[Rulebook, Rulebook]) -> list[object]:
    """What the difference says on both sides."""
    trees: list[object] = []
    for book in sides:
        if toggle.kind == "rule":
            trees += [rule.ability for rule in book.rules if rule.id == toggle.id]
        if toggle.kind == "check":
            trees += [check.who for check in book.checks if check.id == toggle.id]
        if toggle.kind == "keyword" and toggle.id in book.keywords:
            trees += [HasAbility(toggle.id), book.keywords[toggle.id]]
        if toggle.kind == "word":
            trees += _trees_of_word(toggle, book)
    return trees


def _trees(toggle: Toggle, sides: tuple[Rulebook, Rulebook]) -> list[object]:
    """What the difference says on both sides, then the rules that speak of the same verbs."""
    trees = _own_trees(toggle, sides)
    verbs = _verbs(trees)
    for book in sides:
        trees += [rule.ability for rule in book.rules if verbs & _verbs([rule.ability])]
    return trees


def _trees_of_word(toggle: Toggle, book: Rulebook) -> list[object]:
    """What a rulebook says of a status, a keyword's number, or another word; the word itself."""
    field, name = toggle.field_and_name
    value: object = getattr(book, field)
    if name and isinstance(value, dict):
        value = value.get(name)
    word: dict[str, object] = {"statuses": HasStatus(name)}
    if name in book.keywords:
        word[field] = HasAbility(name)
    return [*([word[field]] if field in word else []), value]


def _verbs(trees: Sequence[object]) -> frozenset[str]:
    """The verbs that may be forbidden or allowed there."""
    asked = (node for tree in trees for node in nodes(tree))
    return frozenset(node.action for node in asked if isinstance(node, Permission | Ignore))


def _pairs_checked(
    words: SharedWords, toggle: Toggle, sides: tuple[Rulebook, Rulebook]
) -> tuple[Scenario, ...]:
    """Two real cards, or one twice, that a check looks at, of one player and of two."""
    who = [check.who for book in sides for check in book.checks if check.id == toggle.id]
    asked = [
        card
        for card in shared_cards(words)
        if any(matches_print(_anywhere(each), card) for each in who) and not is_spell(card)
    ]
    pairs = combinations_with_replacement(asked[:MOST_CHECKED], 2)
    return tuple(
        scenario(words.rulebook, toggle.what, [play(one, "A"), play(other, "B", player)], YOU)
        for one, other in pairs
        for player in (YOU, ME)
    )


def _anywhere(selector: Selector) -> Selector:
    """The selector without its zones, of which nothing is printed on a card."""
    return rebuilt(selector, lambda node: Everything() if isinstance(node, InZone) else node)
