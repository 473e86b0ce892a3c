"""A stock of small made-up boards for the question of the layer in which something is done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.trees import nodes, operations_of
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.events import ChangeCounters
from layerlaw.solver.documents.boards.descriptions import MadeEffect, brief, deeds
from layerlaw.solver.documents.boards.procedure_boards import arrivals, do, smallest_first, victim
from layerlaw.solver.documents.boards.small_boards import WHERE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.boards.procedure_boards import Events
    from layerlaw.solver.documents.boards.small_boards import SharedWords


def layer_boards(
    words: SharedWords,
    verbs: Sequence[str],
    books: Sequence[Rulebook],
    meeting: Sequence[str] = (),
) -> tuple[Scenario, ...]:
    """The boards on which an operation of one of these verbs meets others, the smallest first.

    books: rulebooks, or one with different readings, whose layers come in different orders; two
    operations that stand alike to each other in all of them are not put on a board. meeting: the
    verbs of the others, if only some are asked for.
    """
    return smallest_first(words, _layers(words, tuple(verbs), tuple(books), tuple(meeting)))


def _layers(
    words: SharedWords,
    verbs: tuple[str, ...],
    books: tuple[Rulebook, ...],
    meeting: tuple[str, ...],
) -> Iterator[tuple[str, Events]]:
    every = deeds(words)
    met = [deed for deed in every if not meeting or any(v in meeting for v in _verbs(words, deed))]
    moved = [deed for deed in every if any(verb in verbs for verb in _verbs(words, deed))]
    spoken = {
        getattr(node, "characteristic", "")
        for book in books
        for rule in book.rules
        for node in nodes(rule.ability)
    }
    counters = [
        each.name
        for each in words.rulebook.characteristics.values()
        if each.counter and each.name in spoken
    ]
    victims = [victim(words), _model(words), *_relic(words)]
    for deed in moved:
        for other in _about(words, deed):
            if other in met and _stand_apart(words, books, deed, other):
                pair = (do(words, deed), do(words, other))
                yield from _both_ways(words, victims, pair)
    scopes = [words.named("Victim")]
    scopes += [f"{words.things} with {name} >= 8" for name in words.numbers[:1]]
    for scope in scopes:
        for deed in moved:
            there = victims if "copy of" in deed.text else [victim(words)]
            for name in counters:
                card = words.card("Alpha", has=[f"{scope}: {deed.text}"])
                yield (
                    "an effect and a counter",
                    [*arrivals(*there, card), ChangeCounters("V", name, 3, WHERE)],
                )
    for deed in moved:
        others = met if meeting else dict.fromkeys((*brief(words), *moved))
        for other in others:
            if not _stand_apart(words, books, deed, other):
                continue
            pairs = [(do(words, other), f"({scope}): {deed.text}") for scope in other.seen]
            pairs += [(do(words, deed), f"({scope}): {other.text}") for scope in deed.seen]
            if other not in _about(words, deed):
                pairs.append((do(words, deed), do(words, other)))
            for pair in pairs:
                yield from _both_ways(words, victims, pair)


def _stand_apart(
    words: SharedWords, books: tuple[Rulebook, ...], one: MadeEffect, other: MadeEffect
) -> bool:
    """Whether the rulebooks do not all order the layers of two deeds alike."""
    orders = set()
    for book in books:
        places = [
            book.layers.index(book.layer_of(operation))
            for deed in (one, other)
            for operation in operations_of(words.ability(f"self: {deed.text}"))
        ][:2]
        orders.add((places[0] > places[1]) - (places[0] < places[1]))
    return len(orders) > 1


def _about(words: SharedWords, deed: MadeEffect) -> list[MadeEffect]:
    """What is done to the same characteristic."""
    verb = deed.text.split()[0]
    verbs = ("gain", "lose") if verb in ("gain", "lose") else (verb,)
    return [each for each in deeds(words) if each.text.split()[0] in verbs]


def _both_ways(
    words: SharedWords, victims: list[Card], pair: tuple[str, str]
) -> Iterator[tuple[str, Events]]:
    if any("copy of" in line for line in pair):
        # A copy takes the name as well, so that the name does not find the object any more.
        pair = (pair[0].replace(words.named("Victim"), '"V"'), pair[1])
        pair = (pair[0], pair[1].replace(words.named("Victim"), '"V"'))
    spoken = " ".join(pair)
    # A bystander may part two documents for a reason of its own.
    asked = {"Model": '"M"', "Relic": "Relic"}
    victims = [card for card in victims if asked.get(card.name, "") in spoken]
    for order in (pair, pair[::-1]):
        cards = [
            words.card(name, has=[line])
            for name, line in zip(("Alpha", "Beta"), order, strict=True)
        ]
        title = "two effects whose order of layers is asked"
        yield title, arrivals(*victims, *cards)


def _relic(words: SharedWords) -> list[Card]:
    types = words.rulebook.characteristics[words.rulebook.types].words if words.noun else ()
    others = [type for type in types if type != words.noun and type.isalpha()]
    numbers = {words.numbers[0]: 1}
    if not others:
        return []
    sets = {words.rulebook.types: (others[len(others) // 2],)}
    return [replace(words.card("Relic", numbers=numbers), sets=sets)]


def _model(words: SharedWords) -> Card:
    names = next(iter(words.sets.values()), ())[1:2]
    return words.card("Model", words=names, numbers={words.numbers[0]: 6})


def _verbs(words: SharedWords, deed: MadeEffect) -> Iterator[str]:
    try:
        ability = words.ability(do(words, deed))
    except LayerlawError:
        return
    for instruction in ability.instructions:
        for operation in instruction.operations:
            yield from operation.layer_words
