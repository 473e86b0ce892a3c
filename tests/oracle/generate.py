"""Random scenarios of all kinds, drawn by hypothesis (they shrink) or from a seed (they are many).

`scenarios`, `graphs` and `readings` are the strategies; `seeded_scenario` is the same from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from layerlaw.model.cards import Card, PrintedAbility, Use
from layerlaw.model.rulebook import Rulebook
from layerlaw.model.scenario import (
    Attach,
    Count,
    Event,
    Leave,
    LosesForGood,
    Move,
    Place,
    Play,
    Scenario,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
)
from oracle.build import ME, WHERE, YOU, action_graph, scenario, scope_graph, silence_graph
from oracle.words import KEYWORDS, KINDS, SUBTYPES, Pick, Words

T = TypeVar("T")
Family = Callable[[int, Sequence[tuple[int, int]], Sequence[int], Rulebook], Scenario]
FAMILIES: tuple[Family, ...] = (silence_graph, scope_graph, action_graph)
SQUARES = (8, 7, 13, 2)
"""Squares near each other: 7, 13 and 8 touch, 2 touches 7 and 8."""


@st.composite
def graphs(draw: st.DrawFn, rulebook: Rulebook, largest: int = 6) -> Scenario:
    """A random graph in one of the three families, its minions entering in a random order."""
    n = draw(st.integers(2, largest))
    pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=2 * n))
    order = draw(st.permutations(range(1, n + 1)))
    return draw(st.sampled_from(FAMILIES))(n, edges, order, rulebook)


@st.composite
def scenarios(draw: st.DrawFn, rulebook: Rulebook, objects: int = 5, others: int = 3) -> Scenario:
    """A random history: up to `objects` entries, some at one moment, and `others` more events."""

    def pick(options: Sequence[T], /) -> T:
        return options[draw(st.integers(0, len(options) - 1))]

    return random_scenario(pick, rulebook, objects, others)


def seeded_scenario(seed: int, rulebook: Rulebook, objects: int = 5, others: int = 3) -> Scenario:
    """The same from a seed: quicker, and without hypothesis' liking for small ones."""
    return random_scenario(Random(seed).choice, rulebook, objects, others)


def readings(rulebook: Rulebook) -> st.SearchStrategy[dict[str, str]]:
    """Readings for up to three of the rulebook's open points."""
    points = st.lists(st.sampled_from(sorted(rulebook.points)), max_size=3, unique=True)
    return points.flatmap(
        lambda ids: st.fixed_dictionaries(
            {
                id: st.sampled_from([reading.id for reading in rulebook.points[id].readings])
                for id in ids
            }
        )
    )


def random_scenario(pick: Pick, rulebook: Rulebook, objects: int, others: int) -> Scenario:
    """A random history whose effects are mostly of one to three kinds, so that they meet."""
    ids = [f"O{number}" for number in range(1, pick(range(2, objects + 1)) + 1)]
    focus = [pick(KINDS) for _ in range(pick((1, 2, 3)))]
    words = Words(pick, ids, rulebook, focus)
    entries: list[Play] = []
    for number, id in enumerate(ids, start=1):
        before = ids[: number - 1]
        targets: tuple[str, ...] = (pick(before),) if before else ()
        entries.append(
            Play(
                player=pick((YOU, ME)),
                card=object_card(words, f"Card {number}"),
                id=id,
                place=random_place(pick),
                targets=pick((targets, ())),
                copying=pick((None, *before)),
                where=WHERE,
            )
        )
    events: list[Event] = [*entries]
    if len(entries) > 2 and pick((False, True)):
        # The last two enter at one moment, so neither can be chosen by the other.
        last = entries[-1]
        alone = Play(last.player, last.card, last.id, last.place, (), None, WHERE)
        events = [*entries[:-2], Together((entries[-2], alone), WHERE)]
    for number in range(1, pick(range(others + 1)) + 1):
        events.append(random_event(words, number))
    return scenario(rulebook, events, pick((None, YOU, ME)))


def random_event(words: Words, number: int) -> Event:
    """Anything but an entry, done to objects that are, or were, in play."""
    pick, ids = words.pick, words.ids
    some, player = pick(ids), pick((YOU, ME))
    match pick(("spell", "spell", "spell", "use", "move", "attach", "leave", "damage", "damage",
                "loses", "transform", "turn")):  # fmt: skip
        case "spell":
            spell = spell_card(words, f"Spell {number}")
            return Play(player, spell, f"S{number}", random_place(pick), (some,), None, WHERE)
        case "use":
            return UseAbility(player, some, "", f"U{number}", (pick(ids),), WHERE)
        case "move":
            return Move(some, random_place(pick), WHERE)
        case "attach":
            # The bearer always entered before, so nobody comes to carry himself.
            bearer = pick((None, *ids[: ids.index(some)]))
            return Attach(some, bearer, WHERE)
        case "leave":
            return Leave(some, words.rulebook.zones[1], WHERE)
        case "damage":
            return Count(some, "damage", pick((1, 2, 3)), WHERE)
        case "loses":
            return LosesForGood(some, pick(KEYWORDS), WHERE)
        case "transform":
            return Transform(some, object_card(words, f"Form {number}"), WHERE)
    return TurnBegins(player, WHERE)


def random_place(pick: Pick) -> Place:
    """One square or two, mostly on the surface."""
    squares = pick((*[(square,) for square in SQUARES], (7, 8)))
    return Place(squares, pick(("surface", "surface", "surface", "surface", "deep", "void")))


def object_card(words: Words, name: str) -> Card:
    """A card that stays in play, with abilities of several uses."""
    pick = words.pick
    types = pick(("minion", "minion", "minion", "minion", "site", "artifact", "aura"))
    numbers = {each: pick(range(5)) for each in ("power", "life", "water") if pick((True, False))}
    printed = [PrintedAbility("has", words.static()) for _ in range(pick((1, 2, 0)))]
    if pick((False, True)):
        printed.append(PrintedAbility("has", words.keyword()))
    uses: tuple[Use, ...] = ("on entry", "on entry", "activates", "triggers")
    for use in uses:
        if pick((False, False, True)):
            printed.append(PrintedAbility(use, words.resolved()))
    if pick((False, False, False, True)):
        printed.append(PrintedAbility("enters", words.entering_as_a_copy()))
    subtypes = tuple(word for word in SUBTYPES if pick((True, False, False)))
    return Card(name, {"types": (types,), "subtypes": subtypes}, numbers, tuple(printed))


def spell_card(words: Words, name: str) -> Card:
    """A spell that leaves no object, with one or two effects."""
    abilities = [words.resolved() for _ in range(words.pick((1, 2)))]
    printed = tuple(PrintedAbility("resolves", each) for each in abilities)
    return Card(name, {"types": ("magic",), "subtypes": ()}, {}, printed)
