"""Random scenarios of all kinds, drawn by hypothesis (they shrink) or from a seed (they are many).

`scenarios`, `graphs` and `readings` are the strategies; `seeded_scenario` is the same from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.events import Event, Play, Together
from layerlaw.model.scenarios.scenario import Scenario
from oracle.build import ME, WHERE, YOU, action_graph, scenario, scope_graph, silence_graph
from oracle.generate_cards import object_card, random_place
from oracle.generate_events import Table, random_choice
from oracle.sentences import Sentences
from oracle.small_rulebook import point_id
from oracle.words import KINDS, Pick

T = TypeVar("T")
Family = Callable[[int, Sequence[tuple[int, int]], Sequence[int], Rulebook], Scenario]
FAMILIES: tuple[Family, ...] = (silence_graph, scope_graph, action_graph)


@st.composite
def graphs(draw: st.DrawFn, rulebook: Rulebook, largest: int = 6) -> Scenario:
    """A random graph in one of the three families, its minions entering in a random order."""
    n = draw(st.integers(2, largest))
    pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=2 * n))
    order = draw(st.permutations(range(1, n + 1)))
    return draw(st.sampled_from(FAMILIES))(n, edges, order, rulebook)


@st.composite
def scenarios(draw: st.DrawFn, rulebook: Rulebook, objects: int = 5, others: int = 5) -> Scenario:
    """A random history: up to `objects` entries, some at one moment, and `others` more events."""

    def pick(options: Sequence[T], /) -> T:
        return options[draw(st.integers(0, len(options) - 1))]

    return random_scenario(pick, rulebook, objects, others)


def seeded_scenario(
    seed: int,
    rulebook: Rulebook,
    objects: int = 5,
    others: int = 5,
    focus: Sequence[str] | None = None,
) -> Scenario:
    """The same from a seed: quicker, and without hypothesis' liking for small ones."""
    return random_scenario(Random(seed).choice, rulebook, objects, others, focus)


def readings(rulebook: Rulebook) -> st.SearchStrategy[dict[str, str]]:
    """Readings for up to three of the rulebook's open points, but not for its process."""
    known = sorted(set(rulebook.points) - {point_id("process")})
    points = st.lists(st.sampled_from(known), max_size=3, unique=True)
    return points.flatmap(
        lambda ids: st.fixed_dictionaries(
            {
                id: st.sampled_from([reading.id for reading in rulebook.points[id].readings])
                for id in ids
            }
        )
    )


def random_scenario(
    pick: Pick,
    rulebook: Rulebook,
    objects: int,
    others: int,
    focus: Sequence[str] | None = None,
) -> Scenario:
    """A random history whose effects are mostly of one to three kinds, so that they meet.

    focus: those kinds (left out: random ones).
    """
    ids = [f"O{number}" for number in range(1, pick(range(2, objects + 1)) + 1)]
    focus = focus or [pick(KINDS) for _ in range(pick((1, 2, 3)))]
    words = Sentences(pick, ids, rulebook, focus)
    entries = [entry(words, ids, number) for number in range(1, len(ids) + 1)]
    events: list[Event] = [*entries]
    if len(entries) > 2 and pick((False, True)):
        # The last two enter at one moment, so neither can be chosen by the other.
        alone = replace(entries[-1], targets=(), copying=None)
        events = [*entries[:-2], Together((entries[-2], alone), WHERE)]
    table = Table(words, {each.id: each for each in entries})
    for number in range(1, pick(range(others + 1)) + 1):
        events.append(table.event(number))
    return scenario(rulebook, events, pick((None, YOU, ME)))


def entry(words: Sentences, ids: Sequence[str], number: int) -> Play:
    """An object that enters play, or is in another zone from the start."""
    pick, before = words.pick, ids[: number - 1]
    targets: tuple[str, ...] = (pick(before),) if before else ()
    card = object_card(words, f"Card {number}")
    zone = pick((None,) * 7 + ("hand",))
    if zone is not None:
        return Play(pick((YOU, ME)), card, ids[number - 1], None, (), None, WHERE, zone=zone)
    return Play(
        player=pick((YOU, ME)),
        card=card,
        id=ids[number - 1],
        place=random_place(pick),
        targets=pick((targets, ())),
        copying=pick((None, *before)),
        where=WHERE,
        choosing=random_choice(pick),
    )
