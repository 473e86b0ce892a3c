"""A state is told by what differs from the one before it: it is the same state, and every word of
what is told counts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layerlaw.model import BadInput, loads_scenario
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate import WrittenCertificate, loads_certificate
from layerlaw.solver.certificate.written import differences
from layerlaw.solver.certificate.written.compact import CellsByObject, GroupedChanges, Places
from layerlaw.solver.certificate.written.differences import Remaking, difference
from layerlaw.solver.certificate.written.fitting import Form, Misfit, read_once
from layerlaw.solver.certificate.written.writing import text_of
from layerlaw.solver.facts.records import Change
from layerlaw.solver.facts.rows import Cells, Changes

LORDS = """
title: Elves under a cloud
rulebook: magic-2026-04
players: [you, me]
cards:
  Cloud: {is: [enchantment], has: ["creatures: toughness -= 1"]}
  Lord: {is: [creature, elf], power: 2, toughness: 2, has: ["other elves: power += 1"]}
  Bear: {is: [creature], power: 3, toughness: 3}
play:
  - me: Cloud as C
  - you: Lord as L
  - me: Lord as M
  - me: Bear as B
  - leave: L
  - you: Bear as A
"""


@cache
def right() -> WrittenCertificate:
    """Its certificate, with four states after the first two events."""
    certificate = written_certificate(solve(loads_scenario(LORDS)))
    assert [state.event for state in certificate.states] == [2, 3, 4, 5]
    return certificate


def document() -> Any:
    """Its JSON."""
    return json.loads(text_of(right()))


def read(tree: Any) -> WrittenCertificate:
    """The certificate in the JSON."""
    return loads_certificate(json.dumps(tree))


def notices(tree: Any) -> str:
    """What comes of the JSON that somebody has changed."""
    try:
        return verify(read(tree)).outcome
    except BadInput:
        return "not read"


# --- values of any kind ---------------------------------------------------------------------------

PLAIN = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["a", "b"])
ITEMS = st.fixed_dictionaries({"effect": st.sampled_from("xyz"), "value": PLAIN})
VALUES: Any = st.recursive(
    PLAIN | ITEMS,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
        | st.lists(ITEMS, max_size=6)
    ),
    max_leaves=20,
)


def typed(value: Any) -> str:
    """The value in a form that no value of another type has."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.slow
@given(VALUES, VALUES)
def test_what_differs_makes_the_later_value_of_the_earlier(before: Any, after: Any) -> None:
    """To the type of each value in it; and the earlier stays as it is."""
    was = typed(before)
    assert typed(Remaking().made(before, difference(before, after), None)) == typed(after)
    assert typed(before) == was


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (1, True, {"now": True}),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"keys": {"b": {"now": 3}}}),
        ({"a": 1, "b": 2}, {"c": 0, "b": 2}, {"keys": {"a": None, "c": {"now": 0}}}),
        ({"a": None}, {}, {"keys": {"a": None}}),
        ([1, 2, 3], [1, 2, 3, 4], {"items": [3, {"new": [4]}]}),
        ([1, 2, 3, 4], [1, 4], {"items": [1, -2, 1]}),
        ([1, 2, 3], [1, 7, 3], {"items": [1, -1, {"new": [7]}, 1]}),
        (
            [{"id": "a", "n": 1}, {"id": "b", "n": 1}],
            [{"id": "b", "n": 2}],
            {"items": [-1, {"keys": {"n": {"now": 2}}}]},
        ),
        ([1], {"a": 1}, {"now": {"a": 1}}),
        ([1, 2, 5], [3, 2, 6], {"items": [-3, {"new": [3, 2, 6]}]}),
        ({"a": [1, 2]}, {"a": [1, 2]}, {"keys": {}}),
        ({"a": {"b": 1, "c": [2]}}, {"a": {"c": [2], "b": 1}}, {"keys": {}}),
        ({"a": {"b": 1}}, {"a": {"b": True}}, {"keys": {"a": {"keys": {"b": {"now": True}}}}}),
        ([[0, 1]], [[0, True]], {"items": [{"items": [1, -1, {"new": [True]}]}]}),
    ],
)
def test_only_what_differs_is_told(before: Any, after: Any, told: Any) -> None:
    """What is known by a name again is told by what differs in it."""
    assert difference(before, after) == told
    assert Remaking().made(before, told, None) == after


@pytest.mark.parametrize(
    ("before", "told", "says"),
    [
        (1, 2, "2 does not belong here"),
        (1, {}, "an object does not belong here"),
        (1, {"now": 1, "keys": {}}, "an object does not belong here"),
        (1, {"keys": {}}, "what it was before has no keys"),
        ({}, {"items": []}, "what it was before has no items"),
        ({}, {"keys": []}, "'keys' says nothing of what differs"),
        ([], {"items": {}}, "'items' says nothing of what differs"),
        ([], {"new": [1]}, "'new' says nothing of what differs"),
        ({}, {"keys": {"a": None}}, "there was no 'a' before"),
        ({}, {"keys": {"a": {"keys": {}}}}, "there was no 'a' before"),
        ([1], {"items": []}, "nothing is said of the last 1 items"),
        ([1, 2, 3], {"items": [1]}, "nothing is said of the last 2 items"),
        ([1], {"items": [2]}, "there were not so many items before"),
        ([1], {"items": [-2]}, "there were not so many items before"),
        ([1], {"items": [0, 1]}, "there were not so many items before"),
        ([1], {"items": [True]}, "true does not belong here"),
        ([1], {"items": [1, {"now": 2}]}, "there were not so many items before"),
        ([1], {"items": [1, {"new": []}]}, "a list does not belong here"),
        ([1], {"items": [1, {"new": 2}]}, "2 does not belong here"),
        ([1], {"items": [{"new": [2], "now": 3}]}, "an object does not belong here"),
    ],
)
def test_what_is_of_no_such_value_is_not_read(before: Any, told: Any, says: str) -> None:
    """Nothing is passed over, and nothing is made up."""
    with pytest.raises(Misfit) as misfit:
        Remaking().made(before, told, None)
    assert misfit.value.message == says


@pytest.mark.parametrize(("many", "fits"), [(50, True), (51, False)])
def test_what_is_told_is_not_too_deep(many: int, fits: bool) -> None:
    """As no value is: each item lies two deeper than the list of which it is told."""
    before: Any = 1
    after: Any = 2
    told: Any = {"now": 2}
    for _ in range(many):
        before, after, told = [before], [after], {"items": [told]}
    if fits:
        assert Remaking().made(before, told, None) == after
        return
    with pytest.raises(Misfit, match="too deep"):
        Remaking().made(before, told, None)


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ([*range(8)], {"items": [8, {"new": [0]}]}),
        (dict.fromkeys("abcdefgh", 0), {"keys": {"a": None, "x": {"now": 0}}}),
    ],
)
def test_not_more_is_made_than_could_be_written(
    before: Any, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few words on a large value are no way to ask for endless work."""
    monkeypatch.setattr(differences, "MOST_MADE", 20)
    remaking = Remaking()
    for _ in range(2):
        remaking.made(before, told, None)
    remaking.made([], {"items": []}, None)
    remaking.made({}, {"keys": {}}, None)
    with pytest.raises(Misfit, match="the states come to too much"):
        remaking.made([], {"items": [{"new": [0]}]}, None)


# --- states ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_states_read_back_are_the_same() -> None:
    """Told by differences or in full; and so are the texts of what was read."""
    tree = document()
    first, *rest = tree["states"]
    assert "facts" in first
    assert all("differs" in state for state in rest)
    assert read(tree).states == right().states
    assert text_of(read(tree)) == text_of(right())
    full = in_full(tree)
    assert read(full).states == right().states
    assert verify(read(full)).outcome == verify(read(tree)).outcome == "verified"


def in_full(tree: Any) -> Any:
    """The JSON with each state in full, as files had them before."""
    facts: Any = None
    for state in tree["states"]:
        facts = state.get("facts") or Remaking().made(facts, state.pop("differs"), None)
        state["facts"] = facts
    return tree


def leaves(tree: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all values that hold no others."""
    inner: Any = ()
    if isinstance(tree, dict):
        inner = tree.items()
    elif isinstance(tree, list):
        inner = enumerate(tree)
    for key, one in inner:
        yield from leaves(one, (*at, key))
    if not inner:
        yield at


def other(value: object) -> object:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
    return "x"


@pytest.mark.slow
def test_no_word_of_a_difference_can_be_changed() -> None:
    """None is passed over."""
    tree = document()
    places = [
        (number, at)
        for number, state in enumerate(tree["states"])
        if "differs" in state
        for at in leaves(state["differs"])
    ]
    unnoticed = []
    for number, at in places[::3]:
        changed = document()
        inner: Any = changed["states"][number]["differs"]
        for key in at[:-1]:
            inner = inner[key]
        inner[at[-1]] = other(inner[at[-1]])
        if notices(changed) not in ("refuted", "not read"):
            unnoticed.append((number, at))
    assert len(places) > 100
    assert unnoticed == []


@pytest.mark.slow
def test_what_a_state_differs_by_is_of_the_one_before() -> None:
    """Of no other one, and not of itself."""
    changes: tuple[Callable[[Any], Any], ...] = (
        lambda states: states.pop(1),
        lambda states: states.insert(1, states[1]),
        lambda states: states.insert(1, states.pop(2)),
        lambda states: states.pop(0),
        lambda states: states[2].update(differs=states[3]["differs"]),
        lambda states: states[2].update(differs={"keys": {}}),
        lambda states: states[1].update(facts=states[0]["facts"]),
        lambda states: states[1].pop("differs"),
        lambda states: states[1].pop("event"),
        lambda states: states[1].update(besides=1),
    )
    for change in changes:
        tree = document()
        change(tree["states"])
        assert notices(tree) in ("refuted", "not read")


def test_a_state_that_comes_to_no_facts_is_not_read() -> None:
    """The place is that of what is told."""
    tree = document()
    tree["states"][1]["differs"]["keys"]["fates"] = {"now": 3}
    text = json.dumps(tree, indent=1)
    with pytest.raises(BadInput) as problems:
        loads_certificate(text)
    [problem] = problems.value.problems
    assert problem.message == "what the facts come to is none: 3 does not belong here"
    assert text.splitlines()[problem.line - 1].strip().startswith('"differs"')


# --- records as they stand in the file ----------------------------------------------------------

CHANGES = (
    Change("A", "power", 1, 2),
    Change("B", "power", 1, 2),
    Change("A", "types", (), ("elf",)),
)
GROUPED = GroupedChanges([("power", 1, 2, ("A", "B")), ("types", (), ("elf",), ("A",))])


def test_grouped_changes_are_the_changes() -> None:
    """In their order, and as rows."""
    assert tuple(GROUPED) == CHANGES == GROUPED
    assert CHANGES[1:] != GROUPED
    assert GROUPED != 3
    assert (len(GROUPED), GROUPED[2], GROUPED[1:]) == (3, CHANGES[2], CHANGES[1:])
    rows = GROUPED.among(Places(("A", "B")))
    assert isinstance(rows, Changes)
    assert sorted(rows, key=repr) == sorted(CHANGES, key=repr)


@pytest.mark.parametrize(
    "groups",
    [
        [("power", 1, 2, ("A", "X"))],
        [("power", 1, 2, ("A", "A"))],
        [("power", 1, 2, ("A",)), ("power", 1, 2, ("B",))],
        [("power", 1, 2, ("A",)), ("power", True, 2, ("B",))],
    ],
)
def test_what_rows_would_not_tell_is_told_one_by_one(groups: Any) -> None:
    """Objects that are not there, or twice; and true in the place of 1."""
    told = GroupedChanges(groups).among(Places(("A", "B")))
    assert not isinstance(told, Changes)
    assert [(type(one.before), one.object) for one in told] == [
        (type(old), object) for _, old, _, objects in groups for object in objects
    ]


def test_cells_by_object_are_the_cells() -> None:
    """As columns, unless these would not tell them apart."""
    cells = CellsByObject({"A": {"power": 1, "tapped": True}, "B": {"power": 2}})
    told = {("A", "power"): 1, ("A", "tapped"): True, ("B", "power"): 2}
    assert dict(cells) == told == cells
    columns = cells.among(Places(("A", "B")))
    assert isinstance(columns, Cells)
    assert columns == told
    assert isinstance(cells.among(Places(("A",))), dict)
    mixed = CellsByObject({"A": {"power": 1}, "B": {"power": True}}).among(Places(("A", "B")))
    assert isinstance(mixed, dict)
    assert type(mixed["B", "power"]) is bool


def test_a_false_type_in_a_file_is_refused() -> None:
    """True is no power, also where many have power 1."""
    facts = right().facts
    final = {**facts.final, ("B", "power"): True}
    wrong = replace(right(), facts=replace(facts, final=final))
    assert notices(json.loads(text_of(wrong))) == "refuted"


def test_what_stands_in_several_places_is_read_once() -> None:
    """A list or an object, by what it is; another one like it is read for itself."""
    seen: list[Any] = []

    def read_one(value: Any, _: object) -> list[Any]:
        seen.append(value)
        return [value]

    form = read_once(Form("anything", lambda value: value, read_one))
    one: Any = {"a": [1]}
    like: Any = {"a": [1]}
    first = form.read(one, None)
    assert form.read(one, None) is first
    assert form.read(like, None) is not first
    assert seen == [one, like]
    assert form.read("a", None) is not form.read("a", None)
