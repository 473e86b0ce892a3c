"""A stock of small made-up boards for questions of procedure that are not about order."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, permutations, product
from typing import TYPE_CHECKING

from layerlaw.model.algebra.trees import nodes
from layerlaw.model.scenarios.events import (
    Announce,
    ChangeCounters,
    Leave,
    Play,
    Resolve,
    Stack,
    Together,
    Transform,
    TurnBegins,
    UseAbility,
)
from layerlaw.solver.documents.boards.descriptions import MadeEffect, brief, rivals
from layerlaw.solver.documents.boards.small_boards import ME, WHERE, YOU, play, scenario, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import Event
    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.documents.boards.small_boards import SharedWords

    Events = list[Event]
    Makes = Callable[[SharedWords], Iterator[Events]]

MOST = 400
"""So many boards are made for one question."""

_BY_POLICY: dict[str, list[tuple[str, Makes]]] = {}
"""For each policy what makes its boards, with their title."""


def policy_boards(words: SharedWords, policy: str) -> tuple[Scenario, ...]:
    """The boards made up for one policy, the smallest first; none where there are none for it."""
    return smallest_first(
        words,
        ((title, events) for title, make in _BY_POLICY.get(policy, ()) for events in make(words)),
    )


def smallest_first(
    words: SharedWords, boards: Iterable[tuple[str, Events]]
) -> tuple[Scenario, ...]:
    """The boards as scenarios, the smallest first, as many of them as `MOST`."""
    made = [
        scenario(words.rulebook, title, with_spoken_numbers(words, events), YOU)
        for title, events in islice(boards, MOST)
    ]
    return tuple(sorted(made, key=size_of))


def _boards(policy: str, title: str) -> Callable[[Makes], Makes]:
    """Registers what makes boards for a policy."""

    def register(make: Makes) -> Makes:
        _BY_POLICY.setdefault(policy, []).append((title, make))
        return make

    return register


# --- pieces -------------------------------------------------------------------------------


def victim(words: SharedWords, name: str = "Victim") -> Card:
    """The object that things are done to: it prints a word, every number and a keyword."""
    names = next(iter(words.sets.values()), ())[:1]
    return words.card(
        name, words=names, numbers=dict.fromkeys(words.numbers, 5), has=words.keywords[:1]
    )


def with_spoken_numbers(
    words: SharedWords, events: Iterable[Event], also: Iterable[str] = ()
) -> Events:
    """The events with cards that print only those numbers that anything speaks of, and `also`."""
    events = list(events)
    cards = [event.card for event in events if isinstance(event, Play | Stack)]
    spoken = {
        name
        for card in cards
        for printed in card.abilities
        for node in nodes(printed.ability)
        for name in (getattr(node, "characteristic", ""), getattr(node, "second", ""))
    }
    spoken |= {*words.numbers[:1], *words.lasting, *also}

    def plain(card: Card) -> Card:
        return replace(card, numbers={k: v for k, v in card.numbers.items() if k in spoken})

    return [
        replace(event, card=plain(event.card)) if isinstance(event, Play) else event
        for event in events
    ]


def on(words: SharedWords, what: str, *names: str) -> str:
    """A line of text that does something to the objects of these names."""
    return f"{words.named(*(names or ('Victim',)))}: {what}"


def do(words: SharedWords, deed: MadeEffect) -> str:
    """A line of text with the deed."""
    if deed.to == "Victim":
        return on(words, deed.text)
    return f'objects named "{deed.to}": {deed.text}'


def arrivals(*cards: Card) -> Events:
    """Cards played one after another, by one player."""
    ids = {"Victim": "V", "Model": "M", "Other": "O"}
    return [play(card, ids.get(card.name, card.name)) for card in cards]


def _spell(words: SharedWords, name: str, line: str) -> Card:
    return replace(words.card(name, resolves=[line]), sets={}, numbers={})


def _hurt(words: SharedWords, *numbers: str) -> Card:
    """The object that things are done to, with 5 for these numbers."""
    printed = victim(words)
    return replace(printed, numbers={**printed.numbers, **dict.fromkeys(numbers, 5)})


def _use(source: str) -> UseAbility:
    return UseAbility(YOU, source, "", "use", (), WHERE)


def _silencing(words: SharedWords) -> list[str]:
    """All ways to make an object lose every ability."""
    statuses = words.rulebook.statuses
    return ["lose all abilities", *(s for s in words.statuses if statuses[s].silences)]


# --- policies -----------------------------------------------------------------------------


@_boards("several", "two effects of one card")
def _several(words: SharedWords) -> Iterator[Events]:
    for first, second in rivals(words):
        card = words.card("Alpha", has=[on(words, first), on(words, second)])
        yield arrivals(victim(words), card)


@_boards("same step", "two effects that contradict each other")
def _same_step(words: SharedWords) -> Iterator[Events]:
    for first, second in rivals(words):
        alpha = words.card("Alpha", has=[on(words, first)])
        yield arrivals(victim(words), alpha, words.card("Beta", has=[on(words, second)]))


@_boards("groundedness", "an ability that keeps itself")
def _keeping(words: SharedWords) -> Iterator[Events]:
    for keyword in words.keywords:
        keeps = f"self: gain {keyword} as long as self has {keyword}"
        yield arrivals(words.card("Alpha", has=[keeps]))


@_boards("groundedness", "a number that raises itself")
def _raising(words: SharedWords) -> Iterator[Events]:
    for number in words.numbers:
        raises = f"self: {number} += 1 as long as {number} of self > 5"
        yield arrivals(words.card("Alpha", numbers={number: 5}, has=[raises]))


@_boards("granted timestamp", "an ability that is given")
def _granted(words: SharedWords) -> Iterator[Events]:
    for first, second in rivals(words):
        cards = [
            words.card("Holder"),
            words.card("Alpha", has=[on(words, f"gain [{on(words, first)}]", "Holder")]),
            words.card("Beta", has=[on(words, second)]),
        ]
        for order in permutations(cards):
            yield arrivals(victim(words), *order)


@_boards("loss", "losing and gaining")
def _loss(words: SharedWords) -> Iterator[Events]:
    for keyword in words.keywords[:1]:
        for way in (f"lose {keyword}", *_silencing(words)):
            cards = [
                words.card("Alpha", has=[on(words, way)]),
                words.card("Beta", has=[on(words, f"gain {keyword}")]),
            ]
            for order in permutations(cards):
                yield arrivals(words.card("Victim"), *order)


@_boards("resolved set", "an object that comes later")
def _resolved_set(words: SharedWords) -> Iterator[Events]:
    for deed in brief(words):
        spell = _spell(words, "Alpha", f"{words.things}: {deed.text}")
        yield [play(spell, "Alpha"), *arrivals(victim(words))]


@_boards("timestamp in an open set", "an object that comes later, and a newer effect on it")
def _joining(words: SharedWords) -> Iterator[Events]:
    for first, second in rivals(words):
        spell = _spell(words, "Alpha", f"open {words.things}: {first}")
        beta = words.card("Beta", has=[on(words, second)])
        yield [play(spell, "Alpha"), *arrivals(beta, victim(words))]


@_boards("resolved variable", "a number that changes after an effect has resolved")
def _counting(words: SharedWords) -> Iterator[Events]:
    for name in words.numbers:
        for scope, targets in (("target", ("V",)), (f"locked {words.things}", ())):
            spell = _spell(words, "Alpha", f"{scope}: {name} += number of {words.things}")
            cast = play(spell, "Alpha", YOU, targets)
            yield [*arrivals(victim(words)), cast, *arrivals(victim(words, "Other"))]


@_boards("resolved variable", "a number of the object itself that changes")
def _reading_itself(words: SharedWords) -> Iterator[Events]:
    for name, source in product(words.numbers, repeat=2):
        for change in (f"{source} += 2", f"{source} *= 2"):
            spell = _spell(words, "Alpha", f"target: {name} += its {source}")
            cast = play(spell, "Alpha", YOU, ("V",))
            beta = arrivals(words.card("Beta", has=[on(words, change)]))
            hurt = arrivals(_hurt(words, name, source))
            yield [*hurt, cast, *beta]
            yield [*hurt, *beta, cast]


@_boards("condition read", "a condition that an effect fulfils")
@_boards("condition on a later layer", "a condition that an effect fulfils")
def _condition(words: SharedWords) -> Iterator[Events]:
    for cause, deed in product(brief(words), repeat=2):
        for scope in cause.seen:
            line = f"{on(words, deed.text, 'Other')} as long as there is {scope}"
            cards = [words.card("Alpha", has=[do(words, cause)]), words.card("Beta", has=[line])]
            for order in permutations(cards):
                yield arrivals(victim(words), victim(words, "Other"), *order)


@_boards("condition read", "a condition that its own effect keeps, once another one fulfilled it")
def _kept_condition(words: SharedWords) -> Iterator[Events]:
    for deed in brief(words):
        for scope in deed.seen:
            line = f"{on(words, deed.text)} as long as there is {scope}"
            once = _spell(words, "Beta", f"{on(words, deed.text)} until end of turn")
            yield [
                *arrivals(victim(words), words.card("Alpha", has=[line])),
                play(once, "Beta"),
                TurnBegins(ME, WHERE),
            ]


@_boards("condition on a later layer", "an effect that asks what a later one does")
def _asking(words: SharedWords) -> Iterator[Events]:
    for cause, deed in product(brief(words), repeat=2):
        for scope in (*cause.seen, *cause.unseen):
            alpha = words.card("Alpha", has=[do(words, cause)])
            yield arrivals(
                victim(words), alpha, words.card("Beta", has=[f"({scope}): {deed.text}"])
            )


@_boards("members leave", "an object that stops being what an effect speaks of")
def _members(words: SharedWords) -> Iterator[Events]:
    types = words.rulebook.characteristics[words.rulebook.types].words if words.noun else ()
    for deed in brief(words):
        for type in [type for type in types if type != words.noun][:2]:
            first = _spell(words, "Alpha", f"locked {words.things}: {deed.text}")
            name = words.rulebook.types
            for line in (f"target: {name} := {type}", f"target: {name} -= {words.noun}"):
                second = _spell(words, "Beta", f"{line} until end of turn")
                yield [
                    *arrivals(victim(words)),
                    play(first, "Alpha"),
                    play(second, "Beta", YOU, ("V",)),
                    TurnBegins(ME, WHERE),
                ]


@_boards("no duration", "an effect whose source leaves")
def _no_duration(words: SharedWords) -> Iterator[Events]:
    for deed in brief(words):
        card = words.card("Alpha", activates=[do(words, deed)])
        yield [
            *arrivals(victim(words), card),
            _use("Alpha"),
            Leave("Alpha", words.rulebook.zones[1], WHERE),
        ]


@_boards("prohibition", "forbidden and allowed")
def _prohibition(words: SharedWords) -> Iterator[Events]:
    known = words.rulebook.characteristics
    for check in words.rulebook.checks:
        passive = words.rulebook.actions.get("", check.obeys)
        if not passive:
            continue
        named = [getattr(node, "characteristic", "") for node in nodes(check.who)]
        counters = [name for name in named if name in known and known[name].counter]
        hurt: Events = [ChangeCounters("V", name, 9, WHERE) for name in counters]
        if not hurt:
            hurt = arrivals(words.card("Zeta", has=[on(words, f"{words.numbers[0]} -= 9")]))
        says = (f"can't be {passive}", f"can be {passive}")
        for lines in (says, says[::-1]):
            for resolved in ((), (0,), (1,), (0, 1)):
                cards: Events = []
                for number, (name, what) in enumerate(zip(("Alpha", "Beta"), lines, strict=True)):
                    line = on(words, what)
                    spell = number in resolved
                    card = _spell(words, name, line) if spell else words.card(name, has=[line])
                    cards.append(play(card, name))
                yield [*arrivals(victim(words)), *cards, *hurt]


@_boards("static timestamp", "a card put on top of another")
def _lineage(words: SharedWords) -> Iterator[Events]:
    for word in words.stacking:
        for first, second in rivals(words):
            beta = words.card("Beta", has=[on(words, second)])
            top = words.card("Gamma", has=[on(words, first)])
            yield [
                *arrivals(victim(words), words.card("Alpha"), beta),
                Stack(word, "Alpha", top, "below", WHERE),
            ]


@_boards("resolved timestamp", "an effect that is announced before another and resolves after it")
def _announced(words: SharedWords) -> Iterator[Events]:
    for first, second in rivals(words):
        card = words.card("Alpha", activates=[on(words, first)])
        yield [
            *arrivals(victim(words), card),
            Announce(_use("Alpha"), WHERE),
            *arrivals(words.card("Beta", has=[on(words, second)])),
            Resolve("use", WHERE),
        ]


@_boards("what has left", "an ability whose source has left as it resolves")
def _what_has_left(words: SharedWords) -> Iterator[Events]:
    for name in words.numbers:
        ask = f"{words.named('Victim')}: {name} += {name} of self until end of turn"
        card = words.card("Alpha", activates=[ask], numbers={name: 5})
        beta = words.card("Beta", has=[on(words, f"{name} += 2", "Alpha")])
        yield [
            *arrivals(victim(words), card, beta),
            Announce(_use("Alpha"), WHERE),
            Leave("Alpha", words.rulebook.zones[1], WHERE),
            Resolve("use", WHERE),
        ]


@_boards("ability of what has left", "an ability whose source leaves before it resolves")
def _source_has_left(words: SharedWords) -> Iterator[Events]:
    for first, _ in rivals(words):
        yield [
            *arrivals(victim(words), words.card("Alpha", activates=[on(words, first)])),
            Announce(_use("Alpha"), WHERE),
            Leave("Alpha", words.rulebook.zones[1], WHERE),
            Resolve("use", WHERE),
        ]


@_boards("new timestamp", "an object that is transformed when there is a newer one")
def _transformed(words: SharedWords) -> Iterator[Events]:
    for first, second in rivals(words):
        alpha = words.card("Alpha", has=[on(words, first)])
        beta = words.card("Beta", has=[on(words, second)])
        if any(book.two_faced for book in words.books):
            alpha = replace(alpha, back_face=alpha.name)
        yield [*arrivals(victim(words), alpha, beta), Transform("Alpha", alpha, WHERE)]


@_boards("simultaneous entry", "two that enter together")
def _together(words: SharedWords) -> Iterator[Events]:
    for first, second in rivals(words):
        pair = (
            play(words.card("Alpha", has=[on(words, first)]), "Alpha", ME),
            play(words.card("Beta", has=[on(words, second)]), "Beta"),
        )
        yield [*arrivals(victim(words)), Together(pair, WHERE)]


@_boards("floor", "a number below zero")
def _floor(words: SharedWords) -> Iterator[Events]:
    for name in words.numbers:
        hurt = _hurt(words, name)
        low = words.card("Alpha", has=[on(words, f"{name} -= 9")])
        yield arrivals(hurt, low)
        raises = words.card("Beta", has=[on(words, f"{name} += 3")])
        reads = on(words, f"{name} += {name} of {words.named('Victim')}", "Other")
        reader = words.card("Beta", has=[reads])
        for card, others in ((raises, []), (reader, [replace(hurt, name="Other")])):
            for order in permutations([low, card]):
                yield arrivals(hurt, *others, *order)


@_boards("set", "an effect that changes its own objects")
def _own_objects(words: SharedWords) -> Iterator[Events]:
    for cause, deed in product(brief(words), repeat=2):
        for scope in (*cause.unseen, *cause.seen):
            both = words.card("Alpha", has=[f"({scope}): {cause.text}, {deed.text}"])
            yield arrivals(victim(words), both)


@_boards("set", "objects that change between two parts")
def _between_parts(words: SharedWords) -> Iterator[Events]:
    for cause, first, deed in product(brief(words), repeat=3):
        alpha = words.card("Alpha", has=[do(words, cause)])
        for scope in (*cause.unseen, *cause.seen):
            beta = words.card("Beta", has=[f"({scope}): {first.text}, {deed.text}"])
            yield arrivals(victim(words), alpha, beta)


@_boards("ability added or removed", "an ability that is taken")
def _ability_taken(words: SharedWords) -> Iterator[Events]:
    for way, deed in product(_silencing(words), brief(words)):
        alpha = words.card("Alpha", has=[do(words, deed)])
        yield arrivals(victim(words), alpha, words.card("Beta", has=[on(words, way, "Alpha")]))


@_boards("ability added or removed", "an ability that is given")
def _ability_given(words: SharedWords) -> Iterator[Events]:
    for first, second in rivals(words):
        alpha = words.card("Alpha", has=[on(words, f"gain [{on(words, first)}]", "Beta")])
        yield arrivals(victim(words), words.card("Beta", has=[on(words, second)]), alpha)


@_boards("ability lost", "an ability that is lost between two parts")
def _ability_lost(words: SharedWords) -> Iterator[Events]:
    for way, first, second in product(_silencing(words), brief(words), brief(words)):
        alpha = words.card("Alpha", has=[on(words, f"{first.text}, {second.text}")])
        yield arrivals(victim(words), alpha, words.card("Beta", has=[on(words, way, "Alpha")]))
