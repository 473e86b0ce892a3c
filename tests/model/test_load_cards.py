"""Cards are read with the words of a rulebook, and every mistake in them is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from layerlaw.model.algebra import (
    Ability,
    AllOf,
    EndOfTurn,
    Gain,
    Negation,
    SetPlayer,
    SetStatus,
    Target,
)
from layerlaw.model.cards.card import is_spell
from layerlaw.model.cards.load import loads_cards
from layerlaw.model.cards.write import card_tree
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.shipped import shipped_cards, shipped_rulebook, shipped_rulebooks

SMALL = load_rulebook(Path(__file__).with_name("small.yaml"))


def abilities(lines: str) -> list[Ability]:
    """The abilities of a minion with these lines under it."""
    card = loads_cards(f"Card:\n  is: minion\n{lines}", SMALL)["Card"]
    return [printed.ability for printed in card.abilities]


def test_a_card_is_read_whole() -> None:
    """Types, numbers, abilities and what is left out arrive, each ability with its use."""
    card = loads_cards(
        """
Wet Relic:
  is: [relic, minion]
  power: -2
  edition: First, 2020
  token: true
  has: [Wet, other: something else]
  on entry:
    - name: splash
      target: gain Wet
      until: end of turn
  left out: [a, b]
""",
        SMALL,
    )["Wet Relic"]
    assert card.sets == {"types": ("relic", "minion")}
    assert card.numbers == {"power": -2}
    assert (card.edition, card.token, card.left_out) == ("First, 2020", True, ("a", "b"))
    assert [(each.use, each.name) for each in card.abilities] == [
        ("has", ""),
        ("has", ""),
        ("on entry", "splash"),
    ]
    assert card.abilities[0].ability == SMALL.keywords["Wet"]
    assert card.abilities[1].ability == Ability("other: something else")
    assert card.abilities[2].ability.until == EndOfTurn()
    assert not is_spell(card)


def test_what_prints_no_number_has_the_one_of_its_type_or_of_all() -> None:
    """`unprinted` is for whatever no type of it speaks of; what is printed goes before both."""
    text = (Path(__file__).with_name("small.yaml")).read_text(encoding="utf-8")
    cost = "  power: {kind: number"
    assert text.count(cost) == 1
    text = text.replace(
        cost, f"  cost: {{kind: number, by type: {{relic: 3}}, unprinted: 0}}\n{cost}"
    )
    cards = loads_cards(
        "A: {is: minion}\nB: {is: [minion, relic]}\nC: {is: [relic], cost: 7}\n",
        loads_rulebook(text),
    )
    assert [cards[name].numbers["cost"] for name in "ABC"] == [0, 3, 7]


def test_a_keyword_that_is_given_does_what_the_rulebook_says() -> None:
    """`gain Wet` gives the same ability that is printed as `Wet`, so both are one."""
    (ability,) = abilities("  has:\n    - 'minions: gain Wet, gain [relics: gain Wet]'\n")
    first, second = ability.instructions[0].operations
    assert first == Gain(SMALL.keywords["Wet"])
    assert isinstance(second, Gain)
    assert second.ability.instructions[0].operations == (first,)


def test_one_line_and_spread_out_are_the_same() -> None:
    """A condition, a duration and operations mean the same in each way of writing them."""
    behind, spread, line = abilities(
        """  has:
    - minions: silenced as long as self is underwater
    - as long as: self is underwater
      minions: silenced
    - "minions: silenced as long as self is underwater"
""".replace("underwater", "in the sea")
    )
    assert behind == spread == line
    listed, comma = abilities(
        "  resolves:\n    - target: [silenced, gain Wet]\n    - target: silenced, gain Wet\n"
    )
    assert listed == comma
    assert listed.instructions[0].scope == Target()


def test_zones_where_an_ability_works() -> None:
    """`while in` stands behind, or is a key; a spell may have what works in other zones."""
    behind, spread, everywhere, keyword, other = abilities(
        """  has:
    - other minions: silenced while in grave
    - while in: [grave]
      other minions: silenced
    - while in: anywhere
      self: silenced
    - Wet while in play or grave
    - while in: play
      other: something
"""
    )
    assert behind == spread and behind.zones == ("grave",)
    assert everywhere.zones == keyword.zones == ("field", "grave")
    assert keyword.instructions == SMALL.keywords["Wet"].instructions
    assert other.zones == ("field",)
    text = "Card: {is: relic, has: [self: silenced while in grave], resolves: [self: silenced]}"
    card = loads_cards(text, SMALL)["Card"]
    assert is_spell(card) and card.abilities[0].ability.zones == ("grave",)


def test_zones_where_an_ability_is_used() -> None:
    """What is activated or triggered may be used from other zones, also on a spell."""
    entering, line, spread = abilities(
        """  activates: [minions: silenced while in grave]
  triggers:
    - while in: [field, grave]
      minions: silenced
      until: end of turn
  on entry: [self: silenced while anywhere]
"""
    )
    assert (line.zones, entering.zones) == (("grave",), ("field", "grave"))
    assert (spread.zones, spread.until) == (("field", "grave"), EndOfTurn())
    text = "Card: {is: relic, activates: [self: silenced while in grave], resolves: [other: x]}"
    assert is_spell(loads_cards(text, SMALL)["Card"])


def test_unless_is_as_long_as_not() -> None:
    """`unless` is the negated condition, and goes together with `as long as`."""
    (first, both) = abilities(
        """  has:
    - unless: there is a relic
      minions: silenced
    - unless: there is a relic
      as long as: there is a site
      minions: silenced
"""
    )
    assert isinstance(first.condition, Negation)
    assert isinstance(both.condition, AllOf) and both.condition.inner[1] == first.condition


def test_several_instructions_are_one_ability() -> None:
    """Selectors of one item are instructions of one ability, in the order written."""
    (ability,) = abilities("  has:\n    - minions: silenced\n      'relics': controller := you\n")
    kinds = [type(each.operations[0]) for each in ability.instructions]
    assert kinds == [SetStatus, SetPlayer]


@pytest.mark.parametrize(
    ("lines", "place", "message", "help"),
    [
        ("is: [minnion]", "2:8", "unknown type 'minnion'", "did you mean 'minion'?"),
        ("power: 3", "2:3", "a card needs the key 'is'", ""),
        ("is: minion\n  powr: 3", "3:3", "no key 'powr'", "did you mean 'power'?"),
        ("is: minion\n  damage: 3", "3:3", "no key 'damage'", ""),
        ("is: minion\n  power: X", "3:10", "a whole number, not 'X'", ""),
        ("is: minion\n  token: 1", "3:10", "true or false", ""),
        ("is: minion\n  types: [sits]", "3:11", "word of types 'sits'", "'site'"),
        ("is: minion\n  has: Flyin", "3:8", "'Flyin'", "did you mean 'Flying'?"),
        ("is: minion\n  has: [[Flying]]", "3:9", "an ability is a keyword", ""),
        ("is: minion\n  has: [minons: silenced]", "3:9", "'minons'", "'minions'"),
        ("is: minion\n  has: [minions: silencd]", "3:18", "'silencd'", "'silenced'"),
        ("is: minion\n  has: [minions: [silenced, silencd]]", "3:29", "'silencd'", "'silenced'"),
        ("is: minion\n  has: [minions: ]", "3:18", "no operation", ""),
        ("is: minion\n  has: [minions: {a: b}]", "3:18", "an operation is text", "quotes"),
        ("is: minion\n  has: [name: x]", "3:9", "at least one `selector", ""),
        ("is: minion\n  has: [{other: x, minions: silenced}]", "3:9", "no operations", ""),
        ("is: minion\n  has: [minions: water += 2]", "3:9", "no layer of small", ""),
        ("is: minion\n  has: [{until: end of turn, self: silenced}]", "3:9", "no 'until'", "as lo"),
        ("is: minion\n  has: [{unless: there is a sight, self: silenced}]", "3:29", "'sight'", ""),
        (
            "is: minion\n  on entry: [{unless: there is a site, self: silenced}]",
            "3:14",
            "no 'as long as'",
            "`until`",
        ),
        (
            "is: minion\n  has: [{self: silenced as long as there is a site, relics: silenced}]",
            "3:9",
            "one condition",
            "two abilities",
        ),
        ("is: minion\n  has: [{while in: tomb, self: silenced}]", "3:20", "zone 'tomb'", "grave"),
        ("is: minion\n  has: [self: silenced while in gravy]", "3:33", "zone 'gravy'", "'grave'"),
        (
            "is: minion\n  enters: [self: copy of target while in grave]",
            "3:12",
            "no 'while in'",
            "",
        ),
        ("is: relic\n  resolves: [self: silenced while in grave]", "3:14", "no 'while in'", ""),
        (
            "is: relic\n  activates: [self: silenced]\n  resolves: [self: silenced]",
            "1:1",
            "leaves no object, so no 'activates'",
            "",
        ),
        ("is: relic\n  resolves: []", "1:1", "needs an ability under 'resolves'", "- other"),
        ("is: relic\n  has: Wet\n  resolves: [self: silenced]", "1:1", "leaves no object", ""),
    ],
)
def test_what_is_wrong_with_a_card(lines: str, place: str, message: str, help: str) -> None:
    """A mistake is named with its line and column and, where it can be, with the right word."""
    with pytest.raises(BadInput) as caught:
        loads_cards(f"Card:\n  {lines}\n", SMALL, "cards.yaml")
    found = [problem for problem in caught.value.problems if message in problem.message]
    assert found, str(caught.value)
    assert f"{found[0].line}:{found[0].column}" == place
    assert help in found[0].suggestion + found[0].expected


def test_a_spell_has_keywords_of_its_own() -> None:
    """They say what it is like, wherever it lies; what a keyword would do in play is refused."""
    magic = shipped_rulebook("magic-2026-04")
    text = "Word:\n  is: [instant]\n  has: [Split second]\n  resolves: ['target: gain Haste']\n"
    card = loads_cards(text, magic)["Word"]
    assert [each.use for each in card.abilities] == ["has", "resolves"]
    with pytest.raises(BadInput, match="leaves no object, so no 'has'"):
        loads_cards(text.replace("Split second", "Flying"), magic)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_the_shipped_cards_fit_their_rulebook(name: str) -> None:
    """Every shipped card loads under every rulebook of its game."""
    cards = shipped_cards(shipped_rulebook(name))
    assert all(cards[card].name == card for card in cards)


FACED = "A: {is: [creature], power: 1, toughness: 1, back face: B}\n"
CREATED = "T: {is: [creature], token: true, created as a copy: true"
COPYING = "{token: true, is: [creature], created as a copy: true, enters: ['self: copy of target']}"


def test_a_card_says_which_faces_it_has() -> None:
    """The name of the other one, or that it is created with those of what it copies."""
    magic = shipped_rulebook("magic-2026-04")
    cards = loads_cards(f"{FACED}T: {COPYING}\n", magic)
    assert (cards["A"].back_face, cards["A"].created_as_copy) == ("B", False)
    assert (cards["T"].back_face, cards["T"].created_as_copy) == ("", True)
    for name, known in cards.items():
        again = loads_cards(json.dumps({name: card_tree(known, magic)}), magic)
        assert again[name] == known


@pytest.mark.parametrize(
    ("text", "rulebook", "expected"),
    [
        ("A: {is: [minion], back face: B}", "sorcery-2026-01", "no `back face`"),
        (
            "A: {is: [minion], token: true, created as a copy: true}",
            "sorcery-2026-01",
            "no `created as a copy`",
        ),
        (CREATED + "}", "magic-2026-04", "token that enters as a copy"),
        (CREATED + ", enters: ['self: copy of'] }", "magic-2026-04", "expected"),
        (
            CREATED + ", enters: ['self: copy of target except [name := \"Tim\"]']}",
            "magic-2026-04",
            "the same name",
        ),
        ("A: {is: [creature], back face: [B]}", "magic-2026-04", "text"),
        ("A: {is: [creature], back-face: B}", "magic-2026-04", "back face"),
    ],
)
def test_mistakes_about_faces(text: str, rulebook: str, expected: str) -> None:
    """One clear message each, at its place."""
    with pytest.raises(BadInput) as caught:
        loads_cards(text, shipped_rulebook(rulebook))
    assert expected in str(caught.value)
    assert ":1:" in str(caught.value)


def test_every_back_face_is_a_card_of_its_own() -> None:
    """Each front names a card that is shipped and names none itself."""
    cards = shipped_cards(shipped_rulebook("magic-2026-04"))
    fronts = [card for card in cards.values() if card.back_face]
    assert fronts
    assert all(cards[front.back_face].back_face == "" for front in fronts)


def test_what_is_other_may_stand_in_quotes() -> None:
    """`'other: ...'` in one piece of text is what it is as a key."""
    quoted, key = abilities("  has: ['other: draws, and more', {other: 'draws, and more'}]")
    assert quoted == key == Ability("other: draws, and more")
