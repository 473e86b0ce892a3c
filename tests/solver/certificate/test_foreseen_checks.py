"""After which events the replay needs no state: never where a check finds something, and no false
state passes for that."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from picked import one_in

from layerlaw.model import (
    LayerlawError,
    Scenario,
    load_scenario,
    loads_scenario,
    shipped_scenarios,
)
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate import WrittenCertificate, loads_certificate
from layerlaw.solver.certificate.history import play
from layerlaw.solver.certificate.history.foreseen import ForeseenChecks
from layerlaw.solver.certificate.history.states import CannotHappen, Unplayed
from layerlaw.solver.certificate.written.certificate import WrittenState
from layerlaw.solver.certificate.written.writing import text_of
from layerlaw.solver.derivation.derive import derived_once
from layerlaw.solver.facts.situation import Situation
from replaying import KnownStates, replayed

MAGIC, GRAND_ARCHIVE, DUEL_MASTERS = (
    "magic-2026-04",
    "grand-archive-2025-09",
    "duel-masters-1.28-en",
)
SORCERY = "sorcery-2026-01"


def history(rulebook: str, cards: Sequence[str], events: Sequence[str]) -> Scenario:
    """A history of you and me; the cards are A, B, C..."""
    named = "".join(f"  {'ABCDEFGH'[place]}: {{{card}}}\n" for place, card in enumerate(cards))
    played = "".join(f"  - {event}\n" for event in events)
    head = f"title: T\nrulebook: {rulebook}\nplayers: [you, me]\n"
    return loads_scenario(f"{head}cards:\n{named}play:\n{played}")


ELF = "is: [creature, elf], power: 2, toughness: 2"
ALLY = "is: [ally, human], power: 2, life: 2"


def says(*texts: str, kind: str = "enchantment") -> str:
    """A card that says so."""
    return f"is: [{kind}], has: [{', '.join(repr(text) for text in texts)}]"


NOTHING_TO_FIND = (
    (MAGIC, (ELF,), ("you: A as X", "me: A as Y")),
    (MAGIC, (ELF,), ("you: A as X", "damage: X 1", "minus-one: X 1", "minus-one: X -1")),
    (MAGIC, (ELF, says("creatures: power -= 5")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("creatures: toughness += number of elves")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("elves: toughness := 1")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("artifacts: toughness -= 5")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("lands: types += creature")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("self: toughness -= 5")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("elves: toughness -= 1")), ("you: A as X", "you: B as Y", "leave: Y")),
    (MAGIC, (f"{ELF}, has: ['self: creature-types -= elf']",), ("you: A as X",)),
    (MAGIC, ("is: [legendary, creature], power: 1, toughness: 1",), ("you: A as X",)),
    (
        MAGIC,
        ("is: [legendary, creature], power: 1, toughness: 1", f"{ELF}", "is: [world, enchantment]"),
        ("you: A as X", "me: B as Y", "me: C as Z"),
    ),
    (MAGIC, (ELF, "is: [instant], resolves: ['creatures: toughness -= 2']"), ("you: A as X",)),
    (
        MAGIC,
        (ELF, "is: [instant], resolves: ['target: toughness -= 1']", "is: [land, forest]"),
        ("you: A as X", "you: C as L", "you: B as Z on L"),
    ),
    (GRAND_ARCHIVE, (ALLY,), ("you: A as X", "me: A as Y", "damage: X 1")),
    (GRAND_ARCHIVE, ("is: [champion], life: 3",), ("you: A as X", "damage: X 2")),
    (GRAND_ARCHIVE, ("is: [weapon], durability: 2",), ("you: A as X", "durability: X -1")),
    (DUEL_MASTERS, ("is: [creature], power: 1000",), ("you: A as X", "me: A as Y")),
    (SORCERY, ("is: [minion, mortal], power: 3",), ("you: A as X at 7", "damage: X 2")),
    (
        MAGIC,
        ("is: [legendary, creature], power: 1, toughness: 1", "is: [legendary, land]"),
        ("you: A as X", "you: B as Y"),
    ),
)
"""Histories at whose end the checks find nothing, and the replay sees it."""

SOMETHING_POSSIBLE = (
    (MAGIC, (ELF,), ("you: A as X", "minus-one: X 1")),
    (MAGIC, (ELF,), ("you: A as X", "plus-one: X 1", "damage: X 2")),
    (MAGIC, (ELF, says("creatures: toughness -= 1")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("elves: toughness := 0")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("elves: toughness := its power")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("elves: toughness at most 0")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("creatures: swap power and toughness")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("creatures: toughness *= 1")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("creatures: toughness += its damage - 1")), ("you: A as X", "you: B as Y")),
    (
        MAGIC,
        ("is: [land, forest]", says("lands: types += creature")),
        ("you: A as X", "you: B as Y"),
    ),
    (MAGIC, (ELF, says("creatures: types -= creature")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("creatures: gain [self: toughness -= 1]")), ("you: A as X", "you: B as Y")),
    (MAGIC, (ELF, says("self: power += 1; elves: toughness -= 1")), ("you: A as X", "you: B as Y")),
    (MAGIC, (f"{ELF}, has: ['self: toughness -= 1']",), ("you: A as X",)),
    (
        MAGIC,
        ("is: [creature], power: -3, toughness: 2", says("creatures: toughness += its power")),
        ("you: A as X", "you: B as Y"),
    ),
    (
        MAGIC,
        (ELF, says("elves: power += 4"), says("creatures with power >= 5: toughness -= 9")),
        ("you: A as X", "you: B as Y", "you: C as Z"),
    ),
    (
        MAGIC,
        (
            ELF,
            "is: [legendary, enchantment]",
            says("elves: supertypes += supertypes of enchantments"),
        ),
        ("you: A as X", "you: B as Y", "you: C as Z", "you: A as W"),
    ),
    (
        MAGIC,
        (
            "is: [creature], power: 2, toughness: 3",
            says("creatures: creature-types += elf"),
            "is: [instant], resolves: ['elves: toughness -= 1 until end of turn']",
        ),
        ("you: A as X", "you: B as Y", "you: C as Z", "leave: Y"),
    ),
    (
        MAGIC,
        (ELF, "is: [instant], resolves: ['creatures: gain [self: toughness -= 1]']"),
        ("you: A as X", "you: B as Z"),
    ),
    (MAGIC, (ELF,), ("you: A as X", "damage: X 1", "plus-one: X -1", "damage: X 1")),
    (
        MAGIC,
        (ELF, says("creatures: creature-types += wall"), says("walls: toughness -= 1")),
        ("you: A as X", "you: B as Y", "you: C as Z"),
    ),
    (
        MAGIC,
        ("is: [legendary, creature], power: 1, toughness: 1",),
        ("you: A as X", "me: A as Y"),
    ),
    (
        MAGIC,
        (
            "is: [legendary, creature], power: 1, toughness: 1",
            "is: [legendary, artifact]",
            'is: [enchantment], has: ["artifacts: name := \\"A\\""]',
        ),
        ("you: A as X", "you: B as Y", "you: C as Z"),
    ),
    (MAGIC, ("is: [world, enchantment]", ELF), ("you: A as X", "you: B as Y", "me: A as Z")),
    (
        MAGIC,
        (ELF, "is: [instant], resolves: ['target: toughness -= 1']"),
        ("you: A as X", "you: B as Z on X"),
    ),
    (
        MAGIC,
        (ELF, "is: [instant], resolves: ['creatures: toughness -= 1 until end of turn']"),
        ("you: A as X", "you: B as Z"),
    ),
    (GRAND_ARCHIVE, (ALLY,), ("you: A as X", "debuff: X 1")),
    ("grand-archive-2026-08", (ALLY,), ("you: A as X", "gets: X face-down")),
    (GRAND_ARCHIVE, ("is: [champion], life: 3",), ("you: A as X", "damage: X 2", "debuff: X 1")),
    (GRAND_ARCHIVE, ("is: [weapon], durability: 1",), ("you: A as X", "durability: X -1")),
    (
        DUEL_MASTERS,
        (
            "is: [creature], power: 2000",
            "is: [creature], power: 2000, has: ['creatures: power -= 1000']",
        ),
        ("you: A as X", "you: B as Y"),
    ),
    (SORCERY, ("is: [minion, mortal], power: 3",), ("you: A as X at 7", "damage: X 3")),
    (SORCERY, ("is: [minion, mortal], power: 3",), ("you: A as X",)),
    (SORCERY, ("is: [minion, mortal], power: 3",), ("you: A as X at 7 void",)),
    (SORCERY, ("is: [minion, mortal], power: 3",), ("you: A as X at 7, 8, 12 and 13 void",)),
    (SORCERY, ("is: [minion, mortal], power: 3",), ("you: A as X at 7 underground",)),
    (SORCERY, ("is: [minion, mortal], power: 3",), ("you: A as X at 7 underwater",)),
    (SORCERY, ("is: [minion, site], power: 3",), ("you: A as X at 7",)),
    (
        SORCERY,
        ("is: [minion], power: 3", "is: [artifact], has: ['minions: types += site']"),
        ("you: A as X at 7", "you: B as Y at 7"),
    ),
    (
        SORCERY,
        ("is: [minion], power: 3", "is: [artifact], has: ['minions on the surface: power -= 9']"),
        ("you: A as X at 7", "damage: X 1", "you: B as Y at 7"),
    ),
    (
        SORCERY,
        ("is: [minion], power: 3", "is: [artifact], has: ['minions in the void: power -= 9']"),
        ("you: A as X", "damage: X 1", "you: B as Y at 7"),
    ),
    (
        MAGIC,
        ("is: [world, enchantment]", "is: [world, artifact]"),
        ("you: A as X", "me: B as Y"),
    ),
)
"""Histories at whose end the checks find something, or would if other things were the case."""


def foreseen(rulebook: str, cards: Sequence[str], events: Sequence[str]) -> bool:
    """Whether the checks may find something once all that has happened, deaths aside."""
    scenario = history(rulebook, cards, events)
    situation = solve(scenario).situation
    return ForeseenChecks(situation.rulebook).may_find(situation)


@pytest.mark.parametrize(("rulebook", "cards", "events"), NOTHING_TO_FIND)
def test_what_no_deed_makes_so_is_not_found(
    rulebook: str, cards: Sequence[str], events: Sequence[str]
) -> None:
    """The printed number stays, or is raised; the word is not there; another one is meant."""
    assert not foreseen(rulebook, cards, events)


@pytest.mark.parametrize(("rulebook", "cards", "events"), SOMETHING_POSSIBLE)
def test_what_some_deed_could_make_so_may_be_found(
    rulebook: str, cards: Sequence[str], events: Sequence[str]
) -> None:
    """Whoever it is done to, and whether or not it suffices."""
    assert foreseen(rulebook, cards, events)


def test_of_what_is_more_than_its_card_nothing_is_said() -> None:
    """Nor of anything beside it: what it is the card does not say."""
    scenario = history(MAGIC, (ELF,), ("you: A as X", "you: A as Y"))
    situation = solve(scenario).situation
    one, other = situation.things
    besides: tuple[dict[str, Any], ...] = (
        {"copied": one.card},
        {"front": one.card},
        {"listed": one.card},
        {"above": one.card},
        {"melded": one.card},
        {"linked": (one.card,)},
    )
    foreseen = ForeseenChecks(situation.rulebook)
    for each in besides:
        more = replace(situation, things=(one, replace(other, **each)))
        assert foreseen.may_find(more)
        assert not foreseen.may_find(situation)


# --- held against what the checks find --------------------------------------------------------


class HeldToStates(ForeseenChecks):
    """Fails where it is said that nothing is found and something is."""

    skipped = asked = 0

    def may_find(self, situation: Situation) -> bool:
        """As it is, once it was looked at what is found."""
        may = super().may_find(situation)
        # What was seen of the situations before makes no difference.
        assert may is ForeseenChecks(situation.rulebook).may_find(situation)
        HeldToStates.asked += may
        HeldToStates.skipped += not may
        if not may:
            answers = derived_once(situation).states or (derived_once(situation),)
            found = [fate for one in answers for fate in one.facts.fates]
            assert [one for one in found if not is_unnamed(one.object)] == []
        return may


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> type[HeldToStates]:
    """Every replay is held against what is found."""
    monkeypatch.setattr(play, "ForeseenChecks", HeldToStates)
    HeldToStates.asked = HeldToStates.skipped = 0
    return HeldToStates


def assert_held(scenario: Scenario) -> None:
    """Fail where the replay does not look at a state in which something is found."""
    with suppress(CannotHappen, Unplayed):
        replayed(scenario, KnownStates())


@pytest.mark.parametrize("path", one_in(60, shipped_scenarios()), ids=lambda path: path.name)
def test_where_the_replay_needs_no_state_nothing_is_found(
    path: Path, held: type[HeldToStates]
) -> None:
    """In some of the shipped histories."""
    assert_held(load_scenario(path))


@pytest.mark.slow
def test_in_many_shipped_histories_nothing_is_found_without_a_state(
    held: type[HeldToStates],
) -> None:
    """Nor is it said of most events that something may be found."""
    for path in one_in(4, shipped_scenarios()):
        assert_held(load_scenario(path))
    assert held.skipped > held.asked


POOLS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    MAGIC: (
        (
            ELF,
            "is: [creature], power: 0, toughness: 1",
            "is: [artifact]",
            "is: [land, forest]",
            "is: [legendary, creature], power: 2, toughness: 1",
            "is: [world, enchantment]",
            says("creatures: toughness -= 1"),
            says("creatures: toughness += 1"),
            says("artifacts: types += creature"),
            says("lands: types += creature, power := 1, toughness := 1"),
            says("self: toughness -= number of elves; self: types += creature"),
            says("other creatures: toughness := its power"),
            says("creatures: swap power and toughness"),
            says("creatures: types := artifact"),
            says("creatures: creature-types += elf"),
            says("creatures: gain [self: toughness -= 1]"),
            says("elves: gain [other creatures: toughness -= 1]"),
            says("creatures: supertypes += legendary"),
            says("enchantments: supertypes += world"),
            says("legendary objects: supertypes -= legendary"),
            says("creatures: lose all abilities"),
            "is: [instant], resolves: ['creatures: toughness -= 1 until end of turn']",
            "is: [instant], resolves: ['artifacts: types += creature']",
        ),
        ("damage", "plus-one", "minus-one"),
    ),
    GRAND_ARCHIVE: (
        (
            ALLY,
            "is: [ally], power: 0, life: 1",
            "is: [regalia]",
            "is: [weapon, regalia], durability: 2",
            says("allies: life -= 1", kind="regalia"),
            says("humans: life += 1", kind="regalia"),
            says("weapons: durability -= 1", kind="regalia"),
            says("regalia: types += ally", kind="regalia"),
            says("allies: types -= ally", kind="regalia"),
            says("items: gain [self: types += ally; self: life := 0]", kind="item"),
        ),
        ("damage", "buff", "debuff", "durability"),
    ),
    DUEL_MASTERS: (
        (
            "is: [creature], power: 2000",
            "is: [creature], power: 1000",
            "is: [creature], power: 1000, has: ['other creatures: power -= 1000']",
            "is: [creature], power: 3000, has: ['creatures: power += 500']",
        ),
        (),
    ),
}


def drawn(seed: int) -> Scenario:
    """A history of some cards, as it is drawn."""
    draw = random.Random(seed)
    rulebook = draw.choice(list(POOLS))
    cards, counters = POOLS[rulebook]
    some = draw.sample(cards, 4)
    ids: list[str] = []
    events: list[str] = []
    for number in range(draw.randint(4, 9)):
        kind = draw.random()
        if kind < 0.65 or not ids:
            ids.append(f"M{number}")
            player, card = draw.choice(("you", "me")), draw.choice("ABCD")
            events.append(f"{player}: {card} as M{number}")
        elif kind < 0.85 and counters:
            events.append(
                f"{draw.choice(counters)}: {draw.choice(ids)} {draw.choice((1, 1, 2, -1))}"
            )
        elif kind < 0.93:
            events.append(f"leave: {ids.pop(draw.randrange(len(ids)))}")
        else:
            events.append(f"turn: {draw.choice(('you', 'me'))}")
    return history(rulebook, some, events)


def test_in_histories_as_they_are_drawn_nothing_is_found_without_a_state(
    held: type[HeldToStates],
) -> None:
    """Of which each has cards that lower, give and take numbers and words."""
    for seed in range(12):
        with suppress(LayerlawError):
            assert_held(drawn(seed))
    assert held.skipped > 5 and held.asked > 5


@pytest.mark.slow
def test_in_many_histories_as_they_are_drawn_nothing_is_found_without_a_state(
    held: type[HeldToStates],
) -> None:
    """As above."""
    for seed in range(12, 300):
        with suppress(LayerlawError):
            assert_held(drawn(seed))


# --- in files -----------------------------------------------------------------------------------


def certificate(*, thorough: bool = False) -> WrittenCertificate:
    """Of a history in which the second and the third of five events need a state.

    thorough: with a state for each event but the last, as files had them before.
    """
    cards = (ELF, says("creatures: toughness -= 1"))
    events = ("you: A as X", "you: B as Y", "me: A as Z", "leave: Y", "me: A as W")
    with pytest.MonkeyPatch.context() as patch:
        if thorough:
            patch.setattr(ForeseenChecks, "may_find", lambda *_: True)
        return written_certificate(solve(history(MAGIC, cards, events)))


def outcome(certificate: WrittenCertificate) -> tuple[str, str]:
    """What comes of checking it once it was read from a file, and why."""
    verification = verify(loads_certificate(text_of(certificate)))
    return verification.outcome, "".join(
        (*(one.message for one in verification.failed), *verification.unchecked)
    )


def falsely(state: WrittenState) -> WrittenState:
    """A state with one power more."""
    cell = "X", "power"
    final = {**state.facts.final, cell: 7}
    return replace(state, facts=replace(state.facts, final=final))


def test_states_stand_in_files_only_where_something_may_be_found() -> None:
    """And after each event but the last where somebody wrote them all."""
    assert [state.event for state in certificate().states] == [2, 3]
    assert outcome(certificate()) == ("verified", "")
    assert [state.event for state in certificate(thorough=True).states] == [1, 2, 3, 4]


def test_a_state_that_is_needed_may_not_be_left_out() -> None:
    """The next one is not taken for it."""
    right = certificate()
    first, second = right.states
    assert outcome(replace(right, states=(second,))) == (
        "refuted",
        "the next state written is of event 3",
    )
    assert outcome(replace(right, states=(first,))) == (
        "unknown",
        "the history from event 3 on: the state that the event asks for is not written",
    )


@pytest.mark.slow
def test_a_state_that_is_not_needed_is_checked_where_it_stands() -> None:
    """Whoever wrote it; and it may be left out."""
    every = certificate(thorough=True)
    assert outcome(every) == ("verified", "")
    for place, state in enumerate(every.states):
        before, after = every.states[:place], every.states[place + 1 :]
        told, why = outcome(replace(every, states=(*before, falsely(state), *after)))
        assert (told, "power of X" in why) == ("refuted", True)
        if state.event in (1, 4):
            assert outcome(replace(every, states=(*before, *after))) == ("verified", "")


def test_a_state_for_nothing_is_refused() -> None:
    """One of an event that has one already, or of the last."""
    right = certificate()
    first, second = right.states
    for state in (first, second):
        told, why = outcome(replace(right, states=(first, second, replace(state, event=3))))
        assert (told, why) == ("refuted", "a state is written for nothing")
    last = replace(second, event=5)
    told, why = outcome(replace(right, states=(*right.states, last)))
    assert (told, why) == ("refuted", "a state is written for nothing")


@pytest.mark.slow
def test_long_histories_of_plain_creatures_need_no_state() -> None:
    """Nor do those of creatures that raise each other."""
    lord = f"{ELF}, has: ['other elves: power += 1, toughness += 1']"
    for card in (ELF, lord):
        scenario = history(MAGIC, (card,), [f"you: A as M{number}" for number in range(30)])
        right = written_certificate(solve(scenario))
        assert right.states == ()
        assert outcome(right) == ("verified", "")
