"""Properties: how they are written, what they state, and what is wrong with others."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.algebra.claims import AlwaysSo, ForEvery, NeverSo, NoSuch, OrderFree
from layerlaw.model.errors import BadInput, NotationError
from layerlaw.model.places import shipped_folder
from layerlaw.model.properties.load import load_properties
from layerlaw.model.properties.property import Property, parse_property
from layerlaw.model.shipped import shipped_rulebook
from layerlaw.solver.documents.properties import load_properties as public

BOOK = shipped_rulebook("sorcery-2026-01")


def parsed(text: str) -> Property:
    """The property in the words of Sorcery."""
    return parse_property(text, BOOK)


SILENT = ForEvery(a.HasStatus("silenced"), a.Matches(a.It(), a.Not(a.HasAbility(None))))


@pytest.mark.parametrize(
    "text",
    [
        "always: an object that is silenced has no abilities",
        "always: every object that is silenced has no abilities",
        "always: silenced objects have no abilities",
        "always: silenced objects are objects without any ability",
        "Always :  silenced objects have no abilities",
        "always: for every silenced object: it has no abilities",
    ],
)
def test_one_property_has_many_wordings(text: str) -> None:
    """What is said of one object with an article is said of every such object."""
    assert parsed(text).claims == (SILENT,)


def test_what_is_joined_by_and_are_claims_of_their_own() -> None:
    """Each holds where there is nothing that it speaks of, as it would alone."""
    silent, turn = parsed("always: silenced objects have no abilities and it is your turn").claims
    assert silent == SILENT
    assert turn == AlwaysSo(a.TurnOf(a.You()))


def test_never_is_said_of_objects_and_of_the_board() -> None:
    """`never: A`, `never: A is B` and a condition."""
    silenced, mortal = a.HasStatus("silenced"), parsed("never: mortals").claims[0]
    assert isinstance(mortal, NoSuch)
    assert parsed("never: silenced mortals").claims == (NoSuch(a.Both((silenced, mortal.who))),)
    assert parsed("never: mortals are silenced").claims == parsed("never: silenced mortals").claims
    assert parsed("never: there is a mortal").claims == (NeverSo(a.Exists(mortal.who)),)


def test_an_order_is_of_cards_and_abilities() -> None:
    """A text in quotes is a card or an ability, brackets hold an ability."""
    (claim,) = parsed(
        'always: order does not matter for "King of the Realm", [minions: power += 1]'
    ).claims
    assert isinstance(claim, OrderFree)
    king, anthem = claim.subjects
    assert king == "King of the Realm"
    assert isinstance(anthem, a.Ability)


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("silenced minions have no abilities", 0, "begins with 'always:' or 'never:'"),
        ("alwas: minions have no abilities", 0, "unknown word before ':'"),
        ("never minions", 5, "stands ':'"),
        ("never: minionz", 7, "unknown noun 'minionz'"),
        ("always: minions", 15, "something is missing at the end"),
        ("always: self is silenced", 8, "'self' means nothing in a property"),
        ("always: its power >= 1", 8, "'it' means nothing here"),
        ("never: minions adjacent to target", 7, "'target' means nothing"),
        ('always: order does not matter for "A"', 37, "something is missing"),
        ("always: order does not matter for [minions: pwer += 1], [minions: silenced]", 44, "pwer"),
    ],
)
def test_what_is_no_property_is_refused_at_its_place(text: str, offset: int, message: str) -> None:
    """The first mistake, counted from the beginning of the line."""
    with pytest.raises(NotationError, match=message) as refused:
        parsed(text)
    assert refused.value.offset == offset


def test_the_shipped_file_loads() -> None:
    """Each property has its title, its clauses, and its text with `always` or `never`."""
    silence, *others = load_properties(shipped_folder() / "properties" / "sorcery.yaml", BOOK)
    assert silence.claims == (SILENT,)
    assert silence.name == "Silence takes every ability"
    assert silence.text.startswith("always: ")
    assert others
    assert public is load_properties


FILE = """- always: silenced objects have no abilitiez
- {always: minions are mortals, never: mortals}
- title: Nothing
- always: minions are mortals
  because: [SORC-SILENCD-1]
- {allways: minions are mortals}
- minions
"""


def test_every_mistake_of_a_file_is_told_with_its_place(tmp_path: Path) -> None:
    """All at once, each with line and column."""
    file = tmp_path / "mine.yaml"
    file.write_text(FILE, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        load_properties(file, BOOK)
    places = [(each.line, each.column) for each in refused.value.problems]
    assert places[0] == (1, 36)
    assert {line for line, _ in places} == {1, 2, 3, 5, 6, 7}
    told = str(refused.value)
    assert "one of them" in told
    assert "did you mean 'SORC-SILENCED-1'?" in told
    assert "did you mean 'always'?" in told


@pytest.mark.parametrize("text", ["", "always: minions are mortals", "[]"])
def test_a_file_of_properties_is_a_list(tmp_path: Path, text: str) -> None:
    """Of at least one."""
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"is a list|there is nothing in it"):
        load_properties(file, BOOK)
