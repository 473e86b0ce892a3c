"""What a record calls an ability: a text that means another is told, whatever names are in it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import loads_scenario
from layerlaw.model.algebra import Ability
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.solver import certificate_of, derive, solve
from layerlaw.solver.certificate.spoken import bare, misread
from layerlaw.solver.facts.records import Facts
from together import table

PLAYERS = ("Ann Lee", "Bob")
IDS = ("P", "Old Oak", "site@2", "Q")
WORDLESS = "?!", "¿¡"
"""A player and an id without any word, which may stand in whatever text."""


@cache
def facts(*, wordless: bool = False) -> Facts:
    """A board of things and players with names of one word and of two, and perhaps of none."""
    true = table({"P": "light 3", "Q": "2"})
    thing = true.things[0]
    things = tuple(
        replace(thing, id=id, owner="Bob", controller="Bob", entered=(number, 0))
        for number, id in enumerate((*IDS, *WORDLESS[1:]) if wordless else IDS, 1)
    )
    players = (*PLAYERS, *WORDLESS[:1]) if wordless else PLAYERS
    return derive(replace(true, players=players, things=things)).facts


def book() -> Rulebook:
    """Their rulebook."""
    return facts().situation.rulebook


def meant(text: str) -> Ability:
    """What a text means."""
    return parse_ability(text, vocabulary(book()).with_names(PLAYERS, IDS))


def told(texts: dict[str, Ability]) -> list[str]:
    """The texts that are misread, with nothing known of the rulebook from before."""
    found = []
    for wordless in (False, True):
        true = facts(wordless=wordless)
        situation = replace(true.situation, rulebook=replace(book()))
        found.append(list(misread(replace(true, situation=situation, texts=texts))))
    assert found[0] == found[1]
    return found[0]


TEXTS = (
    "creatures: power += 1",
    "creatures: power += 2",
    "other creatures: power += 1",
    "haste",
    "blocker",
    "P: power += 1",
    "Q: power += 1",
    '"Old Oak": power += 1',
    '"site@2": power += 1',
    "creatures controlled by Bob: power += 1",
    'creatures controlled by "Ann Lee": power += 1',
    'P: controller := "Ann Lee"',
    "P: controller := Bob",
    "Q: controller := Bob",
    "light or dark creatures: gain [haste]",
    "light or dark creatures: gain [P: gain haste]",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_stands_for_what_it_means_and_for_nothing_else(text: str) -> None:
    """Alone, and among all others, which are read in one go."""
    assert told({text: meant(text)}) == []
    every = {one: meant(one) for one in TEXTS}
    assert told(every) == []
    for other in TEXTS[:: 1 + len(TEXTS) // 4]:
        if other != text:
            assert told({text: meant(other)}) == [text]
            assert told({**every, text: meant(other)}) == [text]


def test_what_was_misread_is_misread_again() -> None:
    """And what was right before is right again, whatever is kept of it."""
    true = facts()
    for text, other in pairwise(TEXTS):
        for ability, said in ((meant(text), []), (meant(other), [text])) * 2:
            assert list(misread(replace(true, texts={text: ability}))) == said


def test_of_many_texts_every_one_counts() -> None:
    """They are read some at a time."""
    many = {f"creatures: power += {number}": number for number in range(120)}
    right = {text: meant(text) for text in many}
    assert told(right) == []
    for number in (0, 50, 119):
        text = f"creatures: power += {number}"
        assert told({**right, text: meant("creatures: power += 500")}) == [text]


def test_a_keyword_is_its_name_number_and_zones_where_it_does_nothing() -> None:
    """What it does is said by the rulebook, and so is where."""
    one = Ability("haste")
    assert told({"haste": one}) == []
    assert told({"haste": replace(one, zones=("grave",))}) == ["haste"]
    assert told({"haste": replace(one, number="2")}) == ["haste"]
    does = (a.Instruction(a.Self(), (a.Lose("blocker"),)),)
    assert bare(replace(one, instructions=does, zones=("grave",))) == bare(one)
    assert bare(replace(one, zones=("grave",))) != bare(one)
    line = Ability(None, does)
    assert bare(line) != bare(Ability(None, ()))
    assert bare(line) != bare(replace(line, zones=("grave",)))


X, Y, Z = (a.Member("colours", word) for word in ("light", "dark", "fire"))


@pytest.mark.parametrize("kind", [a.Both, a.Either])
def test_parts_stand_in_no_order_and_in_no_groups(kind: type[a.Both] | type[a.Either]) -> None:
    """Of "and" and of "or", each with its own; one said twice is said once."""
    other = a.Either if kind is a.Both else a.Both
    every = bare(kind((X, Y, Z)))
    for same in (
        kind((Z, Y, X)),
        kind((X, kind((Y, Z)))),
        kind((kind((Z, X)), Y)),
        kind((X, Y, Z, Y)),
        kind((kind((kind((X, Y)), Z)), X)),
    ):
        assert bare(same) == every
    for unlike in (
        kind((X, Y)),
        other((X, Y, Z)),
        kind((X, other((Y, Z)))),
        kind((X, a.Not(Y), Z)),
    ):
        assert bare(unlike) != every
    assert bare(kind((X, X))) == bare(X)
    assert bare(kind((X, other((Y, Z))))) == bare(kind((other((Z, Y)), X)))
    assert bare(a.Noun("glow", X)) == bare(X)


def test_everything_says_nothing_beside_something_and_everything_alone() -> None:
    """Of what is both; where either will do it is not left out."""
    everything = a.Everything()
    assert bare(a.Both((X, everything))) == bare(X)
    assert bare(a.Both((everything, everything))) == everything
    assert bare(a.Either((X, everything))) != bare(X)


def test_conditions_are_joined_alike() -> None:
    """All of some, and any of some."""
    one, other = a.Exists(X), a.Exists(Y)
    assert bare(a.AllOf((one, other))) == bare(a.AllOf((other, a.AllOf((one,)))))
    assert bare(a.AllOf((one, other))) != bare(a.AnyOf((one, other)))


def test_of_no_words_nobody_asks_for_the_groups() -> None:
    """What adds or takes none does nothing; what sets none takes those that there are."""
    group = a.WordGroup("beast kind", "kinds", ("ox",), ("minion",))
    for kind in (a.AddMembers, a.RemoveMembers):
        assert bare(kind("kinds", (), (group,))) == bare(kind("kinds", ()))
        assert bare(kind("kinds", ("ox",), (group,))) != bare(kind("kinds", ("ox",)))
        assert bare(kind("kinds", ())) != bare(kind("types", ()))
    assert bare(a.SetMembers("kinds", (), (group,))) != bare(a.SetMembers("kinds", ()))


NOTHING_CHOSEN = """
title: a copy of what nothing was chosen for
rulebook: magic-2026-04
players: [you, me]
cards:
  Compass:
    is: [artifact]
    activates:
      - "target: land-types += the chosen basic land type until end of turn"
      - "target: land-types := the chosen basic land type"
      - "target: creature-types -= the chosen creature type"
  Copy: {is: [enchantment], enters: ["self: copy of target"]}
play:
  - you: Compass as O
  - you: Copy as C copying O
"""


def test_a_copy_says_of_no_chosen_word_that_it_is_none() -> None:
    """Under Magic, whose words need types, that text is read back too."""
    answer = solve(loads_scenario(NOTHING_CHOSEN))
    assert len([text for text in answer.facts.texts if "{}" in text]) == 3
    assert not [*misread(answer.facts)]
    assert certificate_of(answer).check().outcome == "confirmed"
