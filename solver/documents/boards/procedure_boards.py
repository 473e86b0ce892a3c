"""A stock of small made-up boards for questions of procedure that are not about order."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, permutations
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
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.documents.boards.descriptions import MadeEffect, brief, rivals
from layerlaw.solver.documents.boards.small_boards import ME, WHERE, YOU, play, scenario, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.scenarios.events import Event
    from layerlaw.solver.documents.boards.small_boards import SharedWords

Events = list["Event"]

MOST = 400
"""So many boards are made for one question."""


def policy_boards(words: SharedWords, policy: str) -> tuple[Scenario, ...]:
    """The boards made up for one policy, the smallest first; none where there are none for it."""
    make = _BY_POLICY.get(policy)
    return smallest_first(words, make(words)) if make is not None else ()


def smallest_first(words: SharedWords, found: Iterator[tuple[str, Events]]) -> tuple[Scenario, ...]:
    """The boards as scenarios, the smallest first, as many of them as `MOST`."""
    made = [
        scenario(words.rulebook, title, _plain(words, events), YOU)
        for title, events in islice(found, MOST)
    ]
    return tuple(sorted(made, key=size_of))


# --- pieces -------------------------------------------------------------------------------


def victim(words: SharedWords, name: str = "Victim") -> Card:
    """The object that things are done to: it prints a word, every number and a keyword."""
    names = next(iter(words.sets.values()), ())[:1]
    return words.card(
        name, words=names, numbers=dict.fromkeys(words.numbers, 5), has=words.keywords[:1]
    )


def _plain(words: SharedWords, events: Events) -> Events:
    """The events with cards that print only those numbers that anything speaks of."""
    cards = [event.card for event in events if isinstance(event, Play | Stack)]
    spoken = {
        name
        for card in cards
        for each in card.abilities
        for node in nodes(each.ability)
        for name in (getattr(node, "characteristic", ""), getattr(node, "second", ""))
    }
    spoken |= {words.numbers[0], *words.lasting}
    return [
        replace(
            event,
            card=replace(
                event.card,
                numbers={k: v for k, v in event.card.numbers.items() if k in spoken},
            ),
        )
        if isinstance(event, Play)
        else event
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


def arrivals(words: SharedWords, *cards: Card) -> Events:
    """Cards played one after another, by one player."""
    ids = {"Victim": "V", "Model": "M", "Other": "O"}
    return [play(card, ids.get(card.name, card.name)) for card in cards]


def _spell(words: SharedWords, name: str, line: str) -> Card:
    return replace(words.card(name, resolves=[line]), sets={}, numbers={})


# --- policies -----------------------------------------------------------------------------


def _several(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for one, other in rivals(words):
        card = words.card("Alpha", has=[on(words, one), on(words, other)])
        yield "two effects of one card", arrivals(words, victim(words), card)


def _same_step(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for one, other in rivals(words):
        cards = [words.card("Alpha", has=[on(words, one)])]
        cards.append(words.card("Beta", has=[on(words, other)]))
        yield "two effects that contradict each other", arrivals(words, victim(words), *cards)


def _groundedness(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for keyword in words.keywords:
        card = words.card("Alpha", has=[f"self: gain {keyword} as long as self has {keyword}"])
        yield "an ability that keeps itself", arrivals(words, card)
    for number in words.numbers:
        doing = f"self: {number} += 1 as long as {number} of self > 5"
        card = words.card("Alpha", numbers={number: 5}, has=[doing])
        yield "a number that raises itself", arrivals(words, card)


def _granted(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for one, other in rivals(words):
        cards = [
            words.card("Holder"),
            words.card("Alpha", has=[on(words, f"gain [{on(words, one)}]", "Holder")]),
            words.card("Beta", has=[on(words, other)]),
        ]
        for order in permutations(cards):
            yield "an ability that is given", arrivals(words, victim(words), *order)


def _loss(words: SharedWords) -> Iterator[tuple[str, Events]]:
    ways = [f"lose {keyword}" for keyword in words.keywords[:1]] + ["lose all abilities"]
    ways += [s for s in words.statuses if words.rulebook.statuses[s].silences]
    for keyword in words.keywords[:1]:
        for way in ways:
            cards = [
                words.card("Alpha", has=[on(words, way)]),
                words.card("Beta", has=[on(words, f"gain {keyword}")]),
            ]
            for order in permutations(cards):
                yield "losing and gaining", arrivals(words, words.card("Victim"), *order)


def _resolved_set(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for deed in brief(words):
        spell = _spell(words, "Alpha", f"{words.things}: {deed.text}")
        yield (
            "an object that comes later",
            [play(spell, "Alpha"), *arrivals(words, victim(words))],
        )


def _resolved_variable(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for name in words.numbers:
        for line in (
            f"target: {name} += number of {words.things}",
            f"locked {words.things}: {name} += number of {words.things}",
        ):
            spell = _spell(words, "Alpha", line)
            targets = ("V",) if "target" in line else ()
            yield (
                "a number that changes after an effect has resolved",
                [
                    *arrivals(words, victim(words)),
                    play(spell, "Alpha", YOU, targets),
                    *arrivals(words, victim(words, "Other")),
                ],
            )
        for source in words.numbers:
            for change in (f"{source} += 2", f"{source} *= 2"):
                spell = _spell(words, "Alpha", f"target: {name} += its {source}")
                beta = words.card("Beta", has=[on(words, change)])
                hurt = replace(victim(words), numbers={**victim(words).numbers, name: 5, source: 5})
                cast = play(spell, "Alpha", YOU, ("V",))
                first = arrivals(words, hurt)
                title = "a number of the object itself that changes"
                yield title, [*first, cast, *arrivals(words, beta)]
                yield title, [*first, *arrivals(words, beta), cast]


def _condition(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for cause in brief(words):
        for deed in brief(words):
            for scope in cause.seen:
                line = f"{on(words, deed.text, 'Other')} as long as there is {scope}"
                cards = [
                    words.card("Alpha", has=[do(words, cause)]),
                    words.card("Beta", has=[line]),
                ]
                victims = [victim(words), victim(words, "Other")]
                for order in permutations(cards):
                    yield "a condition that an effect fulfils", arrivals(words, *victims, *order)


def _members(words: SharedWords) -> Iterator[tuple[str, Events]]:
    types = words.rulebook.characteristics["types"].words if words.noun else ()
    for deed in brief(words):
        for type in [type for type in types if type != words.noun][:2]:
            first = _spell(words, "Alpha", f"locked {words.things}: {deed.text}")
            for line in (f"target: types := {type}", f"target: types -= {words.noun}"):
                second = _spell(words, "Beta", f"{line} until end of turn")
                yield (
                    "an object that stops being what an effect speaks of",
                    [
                        *arrivals(words, victim(words)),
                        play(first, "Alpha"),
                        play(second, "Beta", YOU, ("V",)),
                        TurnBegins(ME, WHERE),
                    ],
                )


def _no_duration(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for deed in brief(words):
        card = words.card("Alpha", activates=[do(words, deed)])
        yield (
            "an effect whose source leaves",
            [
                *arrivals(words, victim(words), card),
                UseAbility(YOU, "Alpha", "", "use", (), WHERE),
                Leave("Alpha", words.rulebook.zones[1], WHERE),
            ],
        )


def _prohibition(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for check in words.rulebook.checks:
        passive = words.rulebook.actions.get("", check.obeys)
        counters = [
            name
            for node in nodes(check.who)
            if (name := getattr(node, "characteristic", ""))
            and name in words.rulebook.characteristics
            and words.rulebook.characteristics[name].counter
        ]
        if not passive:
            continue
        hurt: Events = [ChangeCounters("V", name, 9, WHERE) for name in counters]
        if not hurt:
            low = words.card("Zeta", has=[on(words, f"{words.numbers[0]} -= 9")])
            hurt = arrivals(words, low)
        says = (f"can't be {passive}", f"can be {passive}")
        for one, other in (says, says[::-1]):
            for resolved in ((), (0,), (1,), (0, 1)):
                cards: Events = []
                for number, (name, what) in enumerate((("Alpha", one), ("Beta", other))):
                    line = on(words, what)
                    spell = number in resolved
                    card = _spell(words, name, line) if spell else words.card(name, has=[line])
                    cards.append(play(card, name))
                yield "forbidden and allowed", [*arrivals(words, victim(words)), *cards, *hurt]


def _lineage(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for word in words.stacking:
        for one, other in rivals(words):
            top = words.card("Gamma", has=[on(words, one)])
            yield (
                "a card put on top of another",
                [
                    *arrivals(words, victim(words), words.card("Alpha")),
                    *arrivals(words, words.card("Beta", has=[on(words, other)])),
                    Stack(word, "Alpha", top, "below", WHERE),
                ],
            )


def _announced(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for one, other in rivals(words):
        card = words.card("Alpha", activates=[on(words, one)])
        yield (
            "an effect that is announced before another and resolves after it",
            [
                *arrivals(words, victim(words), card),
                Announce(UseAbility(YOU, "Alpha", "", "use", (), WHERE), WHERE),
                *arrivals(words, words.card("Beta", has=[on(words, other)])),
                Resolve("use", WHERE),
            ],
        )


def _what_has_left(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for name in words.numbers:
        ask = f"{words.named('Victim')}: {name} += {name} of self until end of turn"
        card = words.card("Alpha", activates=[ask], numbers={name: 5})
        beta = words.card("Beta", has=[on(words, f"{name} += 2", "Alpha")])
        yield (
            "an ability whose source has left as it resolves",
            [
                *arrivals(words, victim(words), card, beta),
                Announce(UseAbility(YOU, "Alpha", "", "use", (), WHERE), WHERE),
                Leave("Alpha", words.rulebook.zones[1], WHERE),
                Resolve("use", WHERE),
            ],
        )


def _transformed(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for one, other in rivals(words):
        alpha = words.card("Alpha", has=[on(words, one)])
        yield (
            "an object that is transformed when there is a newer one",
            [
                *arrivals(words, victim(words), alpha, words.card("Beta", has=[on(words, other)])),
                Transform("Alpha", alpha, WHERE),
            ],
        )


def _together(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for one, other in rivals(words):
        pair = (
            play(words.card("Alpha", has=[on(words, one)]), "Alpha", ME),
            play(words.card("Beta", has=[on(words, other)]), "Beta"),
        )
        yield "two that enter together", [*arrivals(words, victim(words)), Together(pair, WHERE)]


def _floor(words: SharedWords) -> Iterator[tuple[str, Events]]:
    for name in words.numbers:
        hurt = replace(victim(words), numbers={**victim(words).numbers, name: 5})
        low = words.card("Alpha", has=[on(words, f"{name} -= 9")])
        yield "a number below zero", arrivals(words, hurt, low)
        high = words.card("Beta", has=[on(words, f"{name} += 3")])
        reader = words.card(
            "Beta", has=[on(words, f"{name} += {name} of {words.named('Victim')}", "Other")]
        )
        for card in (high, reader):
            cards = [low, card]
            for order in permutations(cards):
                other = replace(hurt, name="Other")
                more = [other] if card is reader else []
                yield "a number below zero", arrivals(words, hurt, *more, *order)


def _set(words: SharedWords) -> Iterator[tuple[str, Events]]:
    title = "an effect that changes its own objects"
    few = brief(words)
    for cause in few:
        for deed in few:
            for scope in (*cause.unseen, *cause.seen):
                both = words.card("Alpha", has=[f"({scope}): {cause.text}, {deed.text}"])
                yield title, arrivals(words, victim(words), both)
    for cause in few:
        one = words.card("Alpha", has=[do(words, cause)])
        for first in few:
            for deed in few:
                for scope in (*cause.unseen, *cause.seen):
                    two = words.card("Beta", has=[f"({scope}): {first.text}, {deed.text}"])
                    yield (
                        "objects that change between two parts",
                        arrivals(words, victim(words), one, two),
                    )


def _ability_lost(words: SharedWords) -> Iterator[tuple[str, Events]]:
    ways = ["lose all abilities"]
    ways += [s for s in words.statuses if words.rulebook.statuses[s].silences]
    for way in ways:
        for one in brief(words):
            for other in brief(words):
                alpha = words.card("Alpha", has=[on(words, f"{one.text}, {other.text}")])
                beta = words.card("Beta", has=[on(words, way, "Alpha")])
                yield (
                    "an ability that is lost between two parts",
                    arrivals(words, victim(words), alpha, beta),
                )


_BY_POLICY: dict[str, Callable[[SharedWords], Iterator[tuple[str, Events]]]] = {
    "several": _several,
    "groundedness": _groundedness,
    "same step": _same_step,
    "granted timestamp": _granted,
    "loss": _loss,
    "resolved set": _resolved_set,
    "resolved variable": _resolved_variable,
    "condition read": _condition,
    "members leave": _members,
    "no duration": _no_duration,
    "what has left": _what_has_left,
    "prohibition": _prohibition,
    "static timestamp": _lineage,
    "new timestamp": _transformed,
    "resolved timestamp": _announced,
    "simultaneous entry": _together,
    "floor": _floor,
    "set": _set,
    "ability lost": _ability_lost,
}
