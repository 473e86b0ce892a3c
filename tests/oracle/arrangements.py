"""Rulebooks whose layers stand in any order, some of them early, with tests of their own.

No document has such layers; what the definition says of layers holds for them too.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from layerlaw.model.rulebooks.load_procedure import with_places_between
from layerlaw.model.rulebooks.policies import OUT_OF_LAYER
from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
from oracle.small_rulebook import CLAUSE, DOCUMENT_LAYERS, VALUES, small_rulebook

TESTS = ("", "", "", "", "action", "result", "none")
"""What a layer tests dependencies by; mostly what the others do."""


def arranged(random: Random) -> Rulebook:
    """The small rulebook with its layers split, joined and moved, and other values of policies."""
    policies = {
        policy: random.choice(values)
        for policy, values in VALUES.items()
        if policy != "process" and random.random() < 0.25
    }
    book = small_rulebook(policies)
    does = _words(random)
    early = {*random.sample(range(len(does)), random.choice((0, 1, 1, 2, 2, 3, 4)))}
    if random.random() < 0.5:
        early = {*range(len(early))}
    layers = [
        Layer(
            f"{number + 1}",
            f"layer {number + 1}",
            CLAUSE,
            words,
            early=number in early,
            test=random.choice(TESTS),
        )
        for number, words in enumerate(does)
    ]
    layers.append(Layer("growth", "growth", CLAUSE, ()))
    asked = any(policies.get(one, VALUES[one][0]) != VALUES[one][0] for one in OUT_OF_LAYER)
    placed = tuple(layers)
    if asked or random.random() < 0.3:
        placed = with_places_between(placed, book.policies, book.points)
    rules = tuple(
        replace(one, ability=replace(one.ability, layer="growth")) if one.ability.layer else one
        for one in book.rules
    )
    points = {id: point for id, point in book.points.items() if id != "OPEN-ANIMATE"}
    return replace(book, layers=placed, points=points, rules=rules)


def _words(random: Random) -> list[tuple[str, ...]]:
    """What the layers do, in their order."""
    does: list[tuple[str, ...]] = []
    for layer in DOCUMENT_LAYERS:
        words = random.sample(layer.does, len(layer.does))
        cut = random.randrange(1, len(words)) if len(words) > 1 and random.random() < 0.4 else 0
        does += [tuple(part) for part in (words[:cut], words[cut:]) if part]
    for _ in range(random.randrange(3)):
        one, other = sorted(random.sample(range(len(does)), 2))
        does[one] += does.pop(other)
    if random.random() < 0.35:
        random.shuffle(does)
    elif random.random() < 0.5:
        one, other = random.sample(range(len(does)), 2)
        does[one], does[other] = does[other], does[one]
    return does
