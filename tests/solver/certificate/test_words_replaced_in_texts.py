"""A word replaced in a text, as the replay walks through it: where it stands, and where not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model.algebra.groups import WordGroup
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.solver.certificate.replay.instances import ReplayInstance, ReplayInstances
from layerlaw.solver.certificate.replay.texts import ChangedTexts
from oracle.small_rulebook import small_rulebook
from situations import line, plus

BEAST, MORTAL = (a.Member("subtypes", word) for word in ("beast", "mortal"))
X, SELF = a.Identified("X"), a.Self()
KINDS = WordGroup("kind", "subtypes", ("beast", "undead"))
TYPES = replace(KINDS, characteristic="types")


def keyword(name: str, who: a.Selector, number: str = "") -> a.Ability:
    """A keyword that strengthens somebody."""
    return replace(line(who, plus(1)), keyword=name, number=number)


HUNT, STALK = keyword("Hunt", BEAST), keyword("Stalk", MORTAL)
SEEK, LURK = keyword("Seek", MORTAL), keyword("Lurk", a.Both((BEAST, SELF)))
BOOK = small_rulebook()
BOOK = replace(
    BOOK,
    keywords={**BOOK.keywords, "Hunt": HUNT, "Stalk": STALK, "Seek": SEEK, "Lurk": LURK},
)
CHANGE = a.ReplaceInText("subtypes", "beast", "mortal")
HUNTING, STALKING, LURKING = (a.HasAbility(one) for one in ("Hunt", "Stalk", "Lurk"))


def changed(
    known: ReplayInstances, change: a.ReplaceInText, before: ReplayInstance
) -> ReplayInstance:
    """The one instance as the change has it."""
    (after,) = known.changed(BOOK, change, (before,))
    return after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (line(BEAST, plus(1)), line(MORTAL, plus(1))),
        (line(a.Not(a.Both((BEAST, X))), plus(1)), line(a.Not(a.Both((MORTAL, X))), plus(1))),
        (line(MORTAL, plus(1)), None),
        (line(a.Member("types", "beast"), plus(1)), None),
        (line(a.Noun("beast", BEAST), plus(1)), line(a.Noun("mortal", MORTAL), plus(1))),
        (line(a.Noun("folk", BEAST), plus(1)), None),
        (line(a.Noun("beast", a.Both((BEAST, X))), plus(1)), None),
        (line(a.Named("beast"), plus(1)), None),
        (
            line(X, a.SetMembers("subtypes", ("beast", "undead"))),
            line(X, a.SetMembers("subtypes", ("mortal", "undead"))),
        ),
        (
            line(X, a.AddMembers("subtypes", ("beast", "mortal"))),
            line(X, a.AddMembers("subtypes", ("mortal",))),
        ),
        (
            line(X, a.RemoveMembers("subtypes", ("beast",))),
            line(X, a.RemoveMembers("subtypes", ("mortal",))),
        ),
        (line(X, a.AddMembers("types", ("beast",))), None),
        (line(X, a.AddMembers("subtypes", ("undead", "beast"), (KINDS,))), None),
        (
            line(X, a.AddMembers("subtypes", ("beast",), (KINDS,))),
            line(X, a.AddMembers("subtypes", ("mortal",), (KINDS,))),
        ),
        (
            line(
                X,
                a.AddMembers("subtypes", ("undead", "beast"), (TYPES,)),
            ),
            line(
                X,
                a.AddMembers("subtypes", ("undead", "mortal"), (TYPES,)),
            ),
        ),
        (
            line(X, a.ReplaceMember("subtypes", "beast", "undead")),
            line(X, a.ReplaceMember("subtypes", "mortal", "undead")),
        ),
        (
            line(X, a.ReplaceInText("subtypes", "undead", "beast")),
            line(X, a.ReplaceInText("subtypes", "undead", "mortal")),
        ),
        (line(X, a.Animate("beast", "subtypes")), line(X, a.Animate("mortal", "subtypes"))),
        (line(X, a.Animate("beast", "types")), None),
        (line(X, a.Gain(line(BEAST, plus(2)))), line(X, a.Gain(line(MORTAL, plus(2))))),
        (
            line(X, plus(1), condition=a.Exists(BEAST)),
            line(X, plus(1), condition=a.Exists(MORTAL)),
        ),
        (
            line(X, a.ChangeNumber("power", "+", a.CountWords("subtypes", X, ("beast",)))),
            None,
        ),
        # Keywords: the first one that means the same then; where there is none, a line of text.
        (HUNT, STALK),
        (keyword("Hunt", BEAST, "2"), keyword("Stalk", MORTAL, "2")),
        (
            LURK,
            replace(
                LURK, keyword=None, instructions=line(a.Both((MORTAL, SELF)), plus(1)).instructions
            ),
        ),
        (
            replace(LURK, number="2"),
            replace(
                LURK, keyword=None, instructions=line(a.Both((MORTAL, SELF)), plus(1)).instructions
            ),
        ),
        (STALK, None),
        (line(HUNTING, plus(1)), line(STALKING, plus(1))),
        (line(a.Not(HUNTING), plus(1)), line(a.Not(STALKING), plus(1))),
        (line(LURKING, plus(1)), None),
        (line(a.HasAbility(None), plus(1)), None),
        (line(X, a.Lose("Hunt")), line(X, a.Lose("Stalk"))),
        (line(X, a.CantHave("Hunt")), line(X, a.CantHave("Stalk"))),
        (line(X, a.LoseAll(("Lurk", "Hunt"))), line(X, a.LoseAll(("Lurk", "Stalk")))),
        (line(X, a.Gain(HUNT)), line(X, a.Gain(STALK))),
        (
            line(X, a.ChangeNumber("power", "+", a.KeywordNumber("Hunt", "total", 1, X))),
            line(X, a.ChangeNumber("power", "+", a.KeywordNumber("Stalk", "total", 1, X))),
        ),
        (a.Ability("Airborne"), None),
    ],
)
def test_the_word_gives_way_where_it_is_said(before: a.Ability, after: a.Ability | None) -> None:
    """Of its own set; not in what a noun means, in names, nor where a whole group is meant."""
    changed = ChangedTexts(BOOK, CHANGE)
    assert changed.said(before) == (before if after is None else after)
    assert changed.new == "mortal"


def test_what_stands_beside_an_ability_changes_too() -> None:
    """What may be chosen for it, and its `if`."""
    changed = ChangedTexts(BOOK, CHANGE)
    assert changed.beside((BEAST, a.Exists(BEAST))) == (MORTAL, a.Exists(MORTAL))
    assert changed.beside((None, None)) == (None, None)


# --- instances ---------------------------------------------------------------------------------


SAYS, SAID = line(BEAST, plus(1)), line(MORTAL, plus(1))


def instances() -> ReplayInstances:
    """With what the record calls the two texts."""
    return ReplayInstances({"beasts": SAYS, "mortals": SAID})


def test_an_instance_with_the_word_is_another_one() -> None:
    """Printed in the same place, and called as before with the word behind it; once each."""
    known = instances()
    [before] = known.printed(Card("Card", {}, {}, (PrintedAbility("has", SAYS),)))
    after = changed(known, CHANGE, before)
    assert after is changed(known, a.ReplaceInText("subtypes", "beast", "mortal", True), before)
    assert (after.ability, after.text, after.label) == (SAID, "mortals", "mortals")
    assert (after.text_of, after.printed) == (before, before)
    assert (after.effect_id("X"), after.rank, after.static) == ("X.1.mortal", 0, True)
    again = changed(known, a.ReplaceInText("subtypes", "mortal", "undead"), after)
    assert again.effect_id("X") == "X.1.mortal.undead"
    assert (again.text_of, again.printed) == (after, before)
    named = replace(before, name="rule")
    assert changed(known, CHANGE, named).effect_id("X") == "X.rule.mortal"


def test_an_instance_without_the_word_is_itself() -> None:
    """And so is what an effect gave, whatever it says."""
    known = instances()
    given = ReplayInstance(SAYS, 1, 0, "G.1", True)
    assert changed(known, CHANGE, given) is given
    printed = ReplayInstance(SAID, 1, 0, None, True)
    assert changed(known, CHANGE, printed) is printed


def test_what_is_used_reads_as_its_text_does() -> None:
    """Its own ability, what it chooses, and its `if`; any of these is enough."""
    known = instances()
    for ability, chooses, only_if in (
        (SAYS, BEAST, a.Exists(BEAST)),
        (SAID, BEAST, None),
        (SAID, None, a.Exists(BEAST)),
    ):
        used = PrintedAbility("activates", ability, chooses=chooses, only_if=only_if)
        [before] = known.printed(Card("Card", {}, {}, (used,)))
        after = changed(known, CHANGE, before)
        assert after is not before
        assert after.used is not None
        assert (after.used.ability, after.ability) == (SAID, SAID)
        assert after.used.chooses == (None if chooses is None else MORTAL)
        assert after.used.only_if == (None if only_if is None else a.Exists(MORTAL))
    used = PrintedAbility("activates", SAID, chooses=MORTAL)
    [before] = known.printed(Card("Card", {}, {}, (used,)))
    assert changed(known, CHANGE, before) is before
