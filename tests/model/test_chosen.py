"""Words, players and objects that are chosen: how they are written, and what may be chosen."""

from __future__ import annotations

import pytest

from comparing import assert_same
from layerlaw.model import BadInput, loads_scenario, shipped_rulebook, vocabulary
from layerlaw.model.algebra.chosen import choices_in, with_choice, words_to_choose
from layerlaw.model.errors import LayerlawError
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.notation.printing import print_ability
from layerlaw.solver import judge_all, solve, verify, written_certificate
from layerlaw.solver.certificate import certificate_of

WORDS = vocabulary(shipped_rulebook("sorcery-2026-01"))

CHOSEN = {
    "minions of the chosen subtype: power += 1": ("subtypes", "beast", "minion beasts"),
    "the chosen player: can't cast minions in any zone": ("player", "me", '"me"'),
    "the chosen object: can't attack": ("object", "F", '"F"'),
    "minions: subtypes := {the chosen subtype, mortal}": ("subtypes", "beast", "{beast, mortal}"),
    "minions: mortal becomes the chosen subtype": ("subtypes", "beast", "mortal becomes beast"),
    "target: the chosen subtype becomes the other chosen subtype in its text": (
        "subtypes",
        "beast and mortal",
        "beast becomes mortal in its text",
    ),
    "minions of the other chosen subtype: power += 1": (
        "subtypes",
        "beast and spirit",
        "minion spirits: power += 1",
    ),
    "self: controller := the chosen player": ("player", "me", "controller := me"),
    "sites: can't be controlled by the chosen player": ("player", "me", "controlled by me"),
}


@pytest.mark.parametrize("text", CHOSEN)
def test_what_is_chosen_takes_the_place_of_its_word(text: str) -> None:
    """It is printed as it is read, says what has to be chosen, and is that once it is."""
    what, choice, said = CHOSEN[text]
    ability = parse_ability(text, WORDS)
    assert print_ability(ability) == text
    assert [chosen.what for chosen in choices_in(ability)] == [what]
    made = with_choice(ability, choice)
    assert said in print_ability(made)
    assert not [*choices_in(made)]


BOARD = """
title: A board
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Word: {{is: [minion], power: 1, has: ["minions of the chosen subtype: power += 1"]}}
  Friend: {{is: [minion], power: 1, has: ["self: controller := the chosen player"]}}
  Guard: {{is: [minion], power: 1, {use}: ["the chosen object: can't attack"]}}
play:
  - you: Foot Soldier as F at 3
  - you: {event}
"""


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("Word as W at 4 choosing minion", "'minion' is no subtypes"),
        ("Word as W at 4", "'Word' speaks of a chosen subtypes: say which with `choosing`"),
        ("Friend as W at 4 choosing F", "'F' is no player"),
        ("Guard as W at 4 choosing G", "unknown id 'G'"),
    ],
)
def test_what_cannot_be_chosen(event: str, message: str) -> None:
    """The scenario says what is chosen, and it has to be of its kind."""
    with pytest.raises(BadInput, match=message):
        loads_scenario(BOARD.format(event=event, use="has"))


def test_what_resolves_says_target() -> None:
    """An object is chosen by static abilities; others have targets, but for what they copy."""
    with pytest.raises(BadInput, match="speaks of the chosen object only as what is copied"):
        loads_scenario(BOARD.format(event="Guard as W at 4 choosing F", use="on entry"))


USED = """
title: What is chosen as an ability is used
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Shaper:
    is: [minion]
    power: 1
    activates: ["target: subtypes += the chosen subtype until end of turn"]
play:
  - you: Foot Soldier as F at 3
  - you: Shaper as W at 4
  - you: activate W as E on F choosing beast
  - resolve: E
expect:
  - F is a beast
"""


def test_what_is_chosen_as_an_ability_is_used_takes_the_place_of_its_word() -> None:
    """It is no card that is played, and the choice is its own all the same."""
    answer = solve(loads_scenario(USED))
    assert answer.value("F", "subtypes") == ("beast", "mortal")
    assert certificate_of(answer).check().ok


COPIED = """
title: What is chosen for an object is not chosen for its copy
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Shaper: {is: [minion], power: 1, has: ["self: subtypes += the chosen subtype"]}
  Mirror: {is: [minion, faerie], power: 0, enters: ["self: copy of target"]}
play:
  - you: Shaper as S at 3 choosing beast
  - you: Mirror as M at 4 copying S choosing dragon
  - you: Mirror as N at 5 copying S
  - me: Mirror as O at 6 copying M choosing troll
expect:
  - subtypes of S is {beast}
  - subtypes of M is {dragon}
  - subtypes of N is {}
  - subtypes of O is {troll}
"""


def test_what_is_chosen_is_not_copied() -> None:
    """A copy has what is printed (SORC-COPY-1), and a choice of its own; the oracle says so too."""
    board = loads_scenario(COPIED)
    judged = judge_all(board)
    assert judged.fulfilled, [one for one in judged.outcomes if not one.right]
    assert certificate_of(judged.derivation).check().ok
    assert_same(board)


TWO_ROLES = """
title: What becomes a copy is the target, what is copied is chosen
rulebook: magic-2026-04
players: [you, me]
play:
  - me: Grizzly Bears as B
  - you: Sulfur Elemental as E
  - you: Cytoshape as C on B {choosing}
"""


def test_what_is_copied_is_chosen_beside_the_target() -> None:
    """The oracle and the certificate say so too; and it has to be said."""
    scenario = loads_scenario(TWO_ROLES.format(choosing="choosing E"))
    assert_same(scenario)
    answer = solve(scenario)
    assert answer.value("B", "power") == 3
    assert answer.value("E", "power") == 3
    assert verify(written_certificate(answer)).outcome == "verified"
    with pytest.raises(BadInput, match="say which with `choosing`"):
        loads_scenario(TWO_ROLES.format(choosing=""))


BOTH = """
title: Both words are chosen
rulebook: magic-2026-04
players: [you, me]
cards:
  Hack:
    is: [instant]
    resolves: ["target: the chosen land-type becomes the other chosen land-type in its text
      and type line"]
  Tome:
    is: [artifact]
    has: ["lands: the chosen land-type becomes the other chosen land-type in its text
      and type line"]
play:
  - you: Swamp as S
  - you: Forest as F
  - me: Hack as H on S choosing {choosing}
  - you: Tome as T choosing forest and plains
"""


def test_two_words_are_chosen() -> None:
    """CR-612.1: by a spell, and as a permanent enters; the oracle and the certificate say so."""
    scenario = loads_scenario(BOTH.format(choosing="swamp and island"))
    assert_same(scenario)
    answer = solve(scenario)
    assert answer.value("S", "land-types") == ("island",)
    assert answer.value("F", "land-types") == ("plains",)
    assert verify(written_certificate(answer)).outcome == "verified"


@pytest.mark.parametrize("choosing", ["swamp", "swamp and swamp", "swamp and black", "island and"])
def test_two_words_of_the_set_have_to_be_chosen(choosing: str) -> None:
    """One word, twice the same, and a word of another set are refused with what was expected."""
    with pytest.raises(BadInput, match="no two words of land-types"):
        loads_scenario(BOTH.format(choosing=choosing))


MIXED = """
title: One thing is chosen for a card
rulebook: magic-2026-04
players: [you, me]
cards:
  Prism: {{is: [creature], power: 1, toughness: 1, {}}}
play:
  - you: Prism as P{}
  - you: Forest as F
"""
COLOR = "creatures of the chosen color: power += 1"
LAND = "lands of the chosen land-type: types += creature"


@pytest.mark.parametrize(
    ("abilities", "message"),
    [
        (f"has: ['{COLOR}; {LAND}']", "one of the colors and one of the land-types"),
        (f"has: ['{COLOR}', '{LAND}']", "one of the colors and one of the land-types"),
        (
            f"has: ['{COLOR} for each land of the chosen land-type']",
            "colors and one of the land-types",
        ),
        (
            "has: ['creatures of the chosen color: power += chosen number']",
            "one of the colors and a number",
        ),
        (f"on entry: ['{COLOR}', 'self: controller := the chosen player']", "colors and a player"),
        (f"has: ['{COLOR}'], activates: ['{LAND}']", "one of the colors and one of the land-types"),
        (
            "gives: [{name: Hunt, creatures of the chosen color: power += chosen number}]",
            "one of the colors and a number",
        ),
    ],
)
def test_a_card_with_two_kinds_of_choices_is_refused(abilities: str, message: str) -> None:
    """What is chosen as it is played stands in each of its abilities, so that one kind fits."""
    with pytest.raises(BadInput) as caught:
        loads_scenario(MIXED.format(abilities, " choosing red"))
    (found,) = [each for each in caught.value.problems if "one thing is chosen" in each.message]
    assert found.message.endswith(message)


def test_each_use_has_a_choice_of_its_own() -> None:
    """Of two abilities that are used, one speaks of a color and one of a land type."""
    abilities = (
        f"activates: [{{name: A, '{COLOR.split(':')[0]}': power += 1 until end of turn}}, "
        f"{{name: B, '{LAND.split(':')[0]}': types += creature until end of turn}}]"
    )
    text = MIXED.format(f"colors: [red], {abilities}", "")
    text += "  - you: use P A choosing red\n  - you: use P B choosing forest\n"
    scenario = loads_scenario(text)
    assert_same(scenario)
    answer = solve(scenario)
    assert answer.value("P", "power") == 2
    assert answer.value("F", "types") in (("creature", "land"), ("land", "creature"))
    assert verify(written_certificate(answer)).outcome == "verified"


NARROW = """
title: Some words of the set may be chosen
rulebook: magic-2026-04
players: [you, me]
cards:
  Mire: {{is: [artifact], has: ["lands: land-types := the chosen basic land type"]}}
  Cave: {{is: [land, cave]}}
  Pack: {{is: [creature], power: 1, toughness: 1,
    activates: ["creatures: creature-types := the chosen creature-type but not wall"]}}
play:
  - you: Swamp as S
  - you: Cave as C
  - you: Pack as P
  - you: {}
"""


@pytest.mark.parametrize(
    ("event", "message", "expected"),
    [
        (
            "Mire as M choosing cave",
            "'cave' may not be chosen as the chosen basic land type",
            "plain",
        ),
        (
            "use P choosing wall",
            "'wall' may not be chosen as the chosen creature-type but",
            "another",
        ),
        (
            "Magical Hack as M on C choosing cave and swamp",
            "'cave' may not be chosen as the chosen basic land type",
            "forest, island, mountain, plains, swamp",
        ),
        (
            "Mind Bend as M on C choosing swamp and cave",
            "'cave' may not be chosen as the other chosen basic land type",
            "swamp",
        ),
        ("Mind Bend as M on C choosing swamp and red", "no two words of colors and of land", "two"),
        (
            "Artificial Evolution as M on P choosing elf and wall",
            "'wall' may not be chosen as the other chosen creature-type but not wall",
            "another word of the creature-types",
        ),
    ],
)
def test_less_than_a_set_may_be_chosen(event: str, message: str, expected: str) -> None:
    """A word of another group, or the one that is left out, is refused where it stands."""
    with pytest.raises(BadInput, match=message) as caught:
        loads_scenario(NARROW.format(event))
    (found,) = caught.value.problems
    assert expected in found.expected
    assert found.line == 14


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("event", "cell"),
    [
        ("Mire as M choosing island", ("C", "land-types", ("island",))),
        ("use P choosing elf", ("P", "creature-types", ("elf",))),
        ("Magical Hack as M on S choosing swamp and island", ("S", "land-types", ("island",))),
        ("Mind Bend as M on S choosing swamp and island", ("S", "land-types", ("island",))),
        ("Mind Bend as M on S choosing red and blue", ("S", "land-types", ("swamp",))),
    ],
)
def test_what_may_be_chosen_is(event: str, cell: tuple[str, str, tuple[str, ...]]) -> None:
    """The oracle and the certificate say so too."""
    scenario = loads_scenario(NARROW.format(event))
    assert_same(scenario)
    answer = solve(scenario)
    assert answer.value(*cell[:2]) == cell[2]
    assert verify(written_certificate(answer)).outcome == "verified"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("the chosen land-type", None),
        ("the chosen land type", None),
        ("the chosen basic land type", {"plains", "island", "swamp", "mountain", "forest"}),
        (
            "the other chosen basic land type but not swamp",
            {"plains", "island", "mountain", "forest"},
        ),
    ],
)
def test_what_may_be_chosen_is_written_as_it_is_read(said: str, words: set[str] | None) -> None:
    """Printing gives the words back, and they stand for words of the set."""
    book = shipped_rulebook("magic-2026-04")
    text = f"lands: land-types := {said}"
    ability = parse_ability(text, vocabulary(book))
    assert print_ability(ability) == text
    [chosen] = choices_in(ability)
    assert chosen.said == (said,)
    kind = book.characteristics["land-types"]
    may = words_to_choose(said, kind.words, kind.groups)
    assert set(may) == (words or {*kind.words})


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("lands: land-types := the chosen land-type but not swam", "'swam' is no word of", "swamp"),
        ("lands: land-types := the chosen landscape", "'landscape' is nothing that could be", ""),
    ],
)
def test_what_cannot_be_left_out(text: str, message: str, hint: str) -> None:
    """It is a word of the set, and the set is one."""
    with pytest.raises(LayerlawError, match=message) as caught:
        parse_ability(text, vocabulary(shipped_rulebook("magic-2026-04")))
    assert hint in str(getattr(caught.value, "suggestion", ""))
