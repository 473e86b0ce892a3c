"""Double-faced cards: which face is up, what transforms, and where its front face belongs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest

from comparing import assert_drawn_agree, assert_same
from layerlaw.model import Scenario, load_rulebook
from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    ChangeNumber,
    CopyOf,
    InZone,
    Member,
    Number,
    Redirect,
    Self,
    SetNumber,
    SetStatus,
    Target,
)
from layerlaw.model.algebra.canonical import both
from layerlaw.model.cards.card import Card, PrintedAbility, is_spell
from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.model.scenarios.events import (
    ChangeCounters,
    Event,
    GetsStatus,
    Leave,
    MoveZone,
    Play,
    Transform,
)
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.play.solve import solve
from oracle.build import WHERE, card, play, scenario, text
from oracle.candidates import TooBig
from oracle.generate import seeded_scenario
from oracle.small_rulebook import CLAUSE, small_rulebook

BURIED = replace(
    text(
        (
            both((Member("subtypes", "beast"), InZone("*"))),
            [Redirect("banished", "cemetery")],
        )
    ),
    zones=("rules",),
)
SMALL = small_rulebook()
RULED = replace(SMALL, rules=(*SMALL.rules, Rule("buried", BURIED, CLAUSE)))
FACED = replace(RULED, front_face=CLAUSE)
BEAST = card("Beast", subtypes=("beast",), power=3)
PLAIN = card("Plain", subtypes=("mortal",), power=1)
KEEPER = card(
    "Keeper", text((both((Member("subtypes", "mortal"),)), [Redirect("hand", "cemetery")]))
)
ROAMER = card(
    "Roamer", text((Self(), [Redirect("hand", "cemetery")])), subtypes=("beast",), power=2
)
LEAVES = Leave("B", "cemetery", WHERE)


AND_BACK = (MoveZone("B", "hand", WHERE), MoveZone("B", "realm", WHERE))


def turn(to: Card) -> Transform:
    """The object has another printed form."""
    return Transform("B", to, WHERE)


@pytest.mark.parametrize(
    ("events", "by_face", "by_form"),
    [
        ((play(BEAST, "B"), LEAVES), "banished", "banished"),
        ((play(BEAST, "B"), turn(PLAIN), LEAVES), "banished", "cemetery"),
        ((play(PLAIN, "B"), turn(BEAST), LEAVES), "cemetery", "banished"),
        ((play(BEAST, "B"), turn(PLAIN), turn(BEAST), LEAVES), "banished", "banished"),
        ((play(BEAST, "B"), turn(PLAIN), turn(PLAIN), LEAVES), "banished", "cemetery"),
        # A card that sends the back elsewhere prevails over where the rules send the front.
        ((play(KEEPER, "K"), play(BEAST, "B"), turn(PLAIN), LEAVES), "hand", "hand"),
        # A card that would send the front elsewhere has no say, and takes the rules none.
        ((play(ROAMER, "B"), turn(BEAST), LEAVES), "banished", "banished"),
        ((play(ROAMER, "B"), turn(PLAIN), LEAVES), "banished", "cemetery"),
        # It is the front face again once it has left.
        ((play(BEAST, "B"), turn(PLAIN), *AND_BACK, LEAVES), "banished", "cemetery"),
    ],
)
def test_the_front_face_decides(events: tuple[Event, ...], by_face: str, by_form: str) -> None:
    """Where the rulebook says so; else the form that it has as it leaves."""
    for rulebook, zone in ((FACED, by_face), (RULED, by_form)):
        history = scenario(rulebook, list(events))
        assert_same(history)
        thing = solve(history).situation.thing("B")
        assert (thing.zone, thing.front) == (zone, None)


def test_a_card_that_dies_is_its_front_face_again() -> None:
    """A check sends it where that belongs, and it is printed so there."""
    events: list[Event] = [play(BEAST, "B"), turn(PLAIN), ChangeCounters("B", "damage", 1, WHERE)]
    history = scenario(FACED, [*events, play(PLAIN, "P")])
    assert_same(history)
    answer = solve(history)
    assert answer.situation.thing("B").zone == "banished"
    assert answer.situation.thing("B").card.name == "Beast"


KEEPING = replace(FACED, front_numbers=("power",))


def test_numbers_that_stay_those_of_the_front_face() -> None:
    """Turned over it has the front's power."""
    cases: list[tuple[list[Event], int]] = [
        ([play(BEAST, "B"), turn(PLAIN)], 3),
        ([play(BEAST, "B"), turn(PLAIN), turn(BEAST)], 3),
        ([play(PLAIN, "B"), turn(BEAST)], 1),
    ]
    for events, power in cases:
        history = scenario(KEEPING, events)
        assert_same(history)
        answer = solve(history)
        assert answer.value("B", "power") == power
        assert certificate_of(answer).check().ok


@pytest.mark.slow
def test_random_histories_agree_with_the_oracle() -> None:
    """Objects that are transformed among whatever else happens."""
    seeds, turned = count(), 0
    while turned < 10:
        history = seeded_scenario(next(seeds), KEEPING, 4, 4)
        if not any(isinstance(event, Transform) for event in history.play):
            continue
        try:
            assert_same(history)
        except (LayerlawError, TooBig):
            continue
        turned += 1


# --- what has two faces -------------------------------------------------------------------------

TWO = replace(
    small_rulebook(
        {"a copy reads": "what the copy layer left", "new timestamp": "attaching and transforming"}
    ),
    front_face=CLAUSE,
    front_numbers=("power",),
    two_faced=CLAUSE,
)
STIFF = replace(TWO, two_faced_unless=("tapped",))
ENTERS = PrintedAbility("enters", text((Self(), [CopyOf(Target())])))
BACK = card("Back", subtypes=("beast",), power=5)
FRONT = replace(card("Front", subtypes=("mortal",), power=2), back_face="Back")
CLONE = replace(card("Clone", power=1), abilities=(ENTERS,))
MIMIC = replace(CLONE, name="Mimic", back_face="Back")
TWIN = replace(CLONE, name="Twin", token=True, created_as_copy=True)
DARK_BUT = (AddMembers("subtypes", ("undead",)), SetNumber("power", Number(7)))
DARK_COPY = text((Self(), [CopyOf(Target(), DARK_BUT)]))
DARK = replace(TWIN, name="Dark Twin", abilities=(PrintedAbility("enters", DARK_COPY),))
OTHER = card("Other", subtypes=("undead",), power=4)


def copying(made: Card, id: str, of: str) -> Play:
    """The card enters as a copy of that object."""
    return replace(play(made, id), copying=of)


def to(id: str, made: Card) -> Transform:
    """The object is told to transform into the card."""
    return Transform(id, made, WHERE)


@pytest.mark.parametrize(
    ("events", "id", "name", "power"),
    [
        # What has one face stays as it is, a copy of what has two included.
        ((play(OTHER, "A"), to("A", BACK)), "A", "Other", 4),
        ((play(FRONT, "A"), to("A", BACK)), "A", "Back", 2),
        ((play(FRONT, "A"), to("A", BACK), to("A", FRONT)), "A", "Front", 2),
        ((play(FRONT, "A"), copying(CLONE, "C", "A"), to("C", BACK)), "C", "Front", 2),
        # What has two faces stays the copy as which it entered.
        ((play(OTHER, "A"), copying(MIMIC, "C", "A"), to("C", BACK)), "C", "Other", 4),
        # In another zone it is its own front face, and turns over when it is back.
        (
            (
                play(OTHER, "A"),
                copying(MIMIC, "C", "A"),
                to("C", BACK),
                MoveZone("C", "hand", WHERE),
                MoveZone("C", "realm", WHERE),
                to("C", BACK),
            ),
            "C",
            "Back",
            1,
        ),
        # A token that is created as a copy has both faces, the same one up.
        ((play(FRONT, "A"), copying(TWIN, "T", "A")), "T", "Front", 2),
        ((play(FRONT, "A"), copying(TWIN, "T", "A"), to("T", BACK)), "T", "Back", 2),
        ((play(FRONT, "A"), to("A", BACK), copying(TWIN, "T", "A")), "T", "Back", 2),
        (
            (play(FRONT, "A"), to("A", BACK), copying(TWIN, "T", "A"), to("T", FRONT)),
            "T",
            "Front",
            2,
        ),
        # It is a copy on either face of what its original was a copy of.
        (
            (
                play(OTHER, "A"),
                copying(MIMIC, "C", "A"),
                copying(TWIN, "T", "C"),
                to("T", BACK),
            ),
            "T",
            "Other",
            4,
        ),
        # And it has one face where that has one, whatever that is a copy of.
        (
            (
                play(FRONT, "A"),
                copying(CLONE, "C", "A"),
                copying(TWIN, "T", "C"),
                to("T", BACK),
            ),
            "T",
            "Front",
            2,
        ),
        # What left with its back face up is copied so.
        (
            (
                play(FRONT, "A"),
                to("A", BACK),
                Leave("A", "cemetery", WHERE),
                replace(copying(TWIN, "T", "A"), that_left=True),
            ),
            "T",
            "Back",
            2,
        ),
        # What such a token has otherwise it has on both faces, and so has a token that copies it.
        ((play(FRONT, "A"), copying(DARK, "T", "A"), to("T", BACK)), "T", "Back", 7),
        (
            (
                play(FRONT, "A"),
                to("A", BACK),
                Leave("A", "cemetery", WHERE),
                replace(copying(DARK, "T", "A"), that_left=True),
                copying(TWIN, "U", "T"),
                to("U", FRONT),
            ),
            "U",
            "Front",
            7,
        ),
        (
            (
                play(FRONT, "A"),
                to("A", BACK),
                Leave("A", "cemetery", WHERE),
                copying(TWIN, "T", "A"),
                to("T", BACK),
                to("T", FRONT),
            ),
            "T",
            "Front",
            2,
        ),
    ],
)
def test_what_transforms(events: tuple[Event, ...], id: str, name: str, power: int) -> None:
    """Only what is itself of two faces does, into the other one."""
    history = scenario(TWO, list(events))
    assert_same(history)
    answer = solve(history)
    assert (answer.value(id, "name"), answer.value(id, "power")) == (name, power)
    assert certificate_of(answer).check().ok


def test_what_turns_over_is_a_token_still() -> None:
    """The other face of a token is no printed card."""
    made = play(FRONT, "A"), copying(TWIN, "T", "A")
    events: list[Event] = [*made, to("T", BACK), to("T", FRONT)]
    for end in ([], [Leave("T", "hand", WHERE)]):
        assert solve(scenario(TWO, [*events, *end])).situation.thing("T").card.token


def test_what_a_token_has_otherwise_it_has_on_either_face() -> None:
    """Words that are added are added to the words of the face that is up."""
    events: list[Event] = [play(FRONT, "A"), copying(DARK, "T", "A")]
    assert solve(scenario(TWO, events)).value("T", "subtypes") == ("mortal", "undead")
    turned = solve(scenario(TWO, [*events, to("T", BACK)]))
    assert turned.value("T", "subtypes") == ("beast", "undead")


def test_where_nothing_is_needed_anything_transforms() -> None:
    """A copy takes the new form, as in games without that rule."""
    history = scenario(
        replace(TWO, two_faced=""), [play(FRONT, "A"), copying(CLONE, "C", "A"), to("C", OTHER)]
    )
    assert_same(history)
    assert solve(history).value("C", "name") == "Other"


def test_statuses_under_which_nothing_transforms() -> None:
    """An event gives them, or an effect; what is told then is not asked which face it is."""
    numb = card("Numb", text((Member("subtypes", "mortal"), [SetStatus("tapped")])))
    taps = GetsStatus("A", "tapped", gets=True, where=WHERE)
    cases: list[tuple[list[Event], str]] = [
        ([play(FRONT, "A"), taps, to("A", BACK)], "Front"),
        ([play(FRONT, "A"), taps, to("A", OTHER)], "Front"),
        ([play(FRONT, "A"), play(numb, "N"), to("A", BACK)], "Front"),
        ([play(FRONT, "A"), taps, replace(taps, gets=False), to("A", BACK)], "Back"),
    ]
    for events, name in cases:
        history = scenario(STIFF, events)
        assert_same(history)
        answer = solve(history)
        assert answer.value("A", "name") == name
        assert certificate_of(answer).check().ok
    assert [one.what for one in solve(scenario(STIFF, cases[0][0])).idle] == [
        "is tapped, so transforming it changes nothing"
    ]


def test_nothing_that_happens_is_told() -> None:
    """What has no other face: the answer says so, and by which clause."""
    (idle,) = solve(scenario(TWO, [play(OTHER, "A"), to("A", BACK)])).idle
    assert (idle.object, idle.what) == (
        "A",
        f"has no back face on its card (Other), so transforming it changes nothing ({CLAUSE})",
    )


def test_the_event_names_the_other_face() -> None:
    """Anything else is refused, with what that is."""
    cases: list[tuple[list[Event], str]] = [
        ([to("A", OTHER)], "Back"),
        ([to("A", FRONT)], "Back"),
        ([to("A", BACK), to("A", BACK)], "Front"),
    ]
    for events, expected in cases:
        history = scenario(TWO, [play(FRONT, "A"), *events])
        assert_same(history)
        with pytest.raises(BadInput, match=f"its other face, {expected}"):
            solve(history)


FACES = {
    one.name: one
    for one in (
        BACK,
        card("Roar", text((Member("subtypes", "mortal"), [ChangeNumber("power", "+", Number(1))]))),
        replace(OTHER, abilities=(PrintedAbility("has", Ability("Airborne")),)),
    )
}


def with_faces(events: tuple[Event, ...], seed: int) -> Iterator[Event]:
    """The events, some cards with a back face, tokens and copies of them, and some turned over."""
    random = Random(seed)
    up: dict[str, tuple[Card, str]] = {}
    for number, event in enumerate(events):
        if isinstance(event, Transform):
            continue
        if isinstance(event, Play) and not event.known and not is_spell(event.card):
            if random.random() < 0.6:
                event = replace(event, card=replace(event.card, back_face=random.choice([*FACES])))
            if event.zone is None:
                up[event.id] = event.card, event.card.name
        yield event
        if isinstance(event, MoveZone | Leave):
            up.pop(event.object, None)
        if up and random.random() < 0.3:
            made, of = random.choice((CLONE, MIMIC, TWIN, DARK)), random.choice([*up])
            id = f"C{number}"
            yield copying(made, id, of)
            theirs = up[of] if made.created_as_copy and up[of][0].back_face else (made, made.name)
            up[id] = theirs
        if up and random.random() < 0.6:
            id = random.choice([*up])
            front, name = up[id]
            other = FACES.get(front.back_face, OTHER) if name == front.name else front
            if front.back_face:
                up[id] = front, other.name
            yield to(id, other)


@pytest.mark.slow
def test_random_histories_of_two_faces_agree_with_the_oracle() -> None:
    """What transforms among copies, tokens and whatever else happens."""

    def drawn(seed: int) -> Scenario:
        made = seeded_scenario(seed, STIFF, 3, 3)
        return replace(made, play=tuple(with_faces(made.play, seed)))

    assert_drawn_agree(
        drawn,
        lambda answer: any(
            thing.front is not None and (thing.copied is not None or thing.card.token)
            for thing in answer.situation.things
        ),
    )


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("needs: CR-999", "CR-999"),
        ("unless: [face-down]", "behind `needs`"),
        ("needs: CR-701.27c, unless: [face-dwon]", "face-down"),
        ("need: CR-701.27c", "needs"),
    ],
)
def test_mistakes_about_what_has_two_faces(tmp_path: Path, keys: str, expected: str) -> None:
    """One clear message each, at its place."""
    file = tmp_path / "mine.rulebook.yaml"
    said = f"front face: {{clause: CR-712.8a, {keys}}}\n"
    file.write_text(f"rulebook: mine\nbased on: magic-2026-04\n{said}", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_rulebook(file)
    assert expected in str(caught.value)
    assert ":3:" in str(caught.value)
