"""Rulebooks with zones, rules, actions and stacking, and rulebooks that are like another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.algebra import EnteredThisTurn, InZone, Permission, Redirect
from layerlaw.model.errors import BadInput
from layerlaw.model.notation.parsing import parse_selector
from layerlaw.model.notation.printing import print_ability
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.rulebooks.policies import LAYERED_ONLY, POLICIES
from layerlaw.model.rulebooks.words import vocabulary

HERE = Path(__file__).parent
TEXT = (HERE / "rich.yaml").read_text(encoding="utf-8")
RICH = loads_rulebook(TEXT)
CLAUSES = "clauses:\n  - {id: O1, place: here, says: Our own.}\n"


def test_a_rich_rulebook_is_read_whole() -> None:
    """Rules, actions, stacking and the rest arrive, bound to the rulebook's words."""
    assert RICH.space is None
    assert RICH.characteristics["power"].base and not RICH.characteristics["cost"].base
    assert RICH.characteristics["level"].lasting and not RICH.characteristics["damage"].lasting
    assert RICH.statuses["sealed"].hides and not RICH.statuses["tapped"].hides
    assert RICH.actions == {"attack": "attacked", "cast": "cast", "destroy": "destroyed"}
    assert RICH.stacking["level up"].zone == "mana zone"
    assert RICH.linked == ("power",)
    assert RICH.resets is not None
    assert RICH.checks[0].obeys == "destroyed"
    assert RICH.keywords["Cheap"].zones == RICH.zones
    assert RICH.marks == ("Shy", "Cheap") and list(RICH.mark_on) == ["Cheap"]
    words = vocabulary(RICH)
    assert RICH.mark_on["Cheap"] == parse_selector("objects but not tapped minions", words)
    opposites = {each.name: each.opposite for each in RICH.characteristics.values() if each.counter}
    assert opposites == {"damage": "", "level": "", "buff": "debuff", "debuff": ""}
    assert words.based == ("power",) and words.actions == RICH.actions


def test_rules_are_abilities_of_the_rules() -> None:
    """They work in the zone of the rules; one may say in which layer all of it works."""
    sick, level, exile = RICH.rules
    assert [each.ability.zones for each in RICH.rules] == [("rules",)] * 3
    assert [each.ability.layer for each in RICH.rules] == [None, "1", "2"]
    assert sick.ability.instructions[0].operations == (Permission(False, "attack"),)
    assert EnteredThisTurn() in getattr(sick.ability.instructions[0].scope, "inner", ())
    assert InZone("*") in getattr(exile.ability.instructions[0].scope, "inner", ())
    assert exile.ability.instructions[0].operations == (Redirect("hand", "graveyard"),)
    assert print_ability(level.ability) == "objects with level >= 1: power += its level"


def test_policies_that_ask_nothing_may_be_left_out() -> None:
    """They have their first value, on the clause of the process."""
    assert RICH.policies.keys() == POLICIES.keys()
    for name in LAYERED_ONLY:
        assert RICH.policy(name) == POLICIES[name][0] and RICH.clause_of(name) == "C1"


@pytest.mark.parametrize(
    ("old", "new", "message", "help"),
    [
        ("opposite: debuff", "opposite: debuf", "unknown counter 'debuf'", "'debuff'"),
        ("opposite: debuff", "opposite: buff", "unknown counter 'buff'", "'debuff'"),
        ("opposite: debuff", "opposite: power", "unknown counter 'power'", "damage, level"),
        (
            "  debuff: {kind: number, counter: true, ",
            "  debuff: {kind: number, counter: true, opposite: level, ",
            "'buff' is the opposite of 'debuff' already",
            "",
        ),
        ("{kind: number, base", "{kind: number, opposite: buff, base", "no key 'opposite'", ""),
        ("not tapped minions", "not taped minions", "unknown noun 'taped'", "'tapped'"),
        (
            "sealed: {clause: C1, hides",
            "sealed: {clause: C1, copied as: {is: [miniom]}, hides",
            "unknown word 'miniom'",
            "'minion'",
        ),
        (
            "sealed: {clause: C1, hides",
            "sealed: {clause: C1, copied as: {numbers: {powr: 2}}, hides",
            "unknown number 'powr'",
            "'power'",
        ),
        (
            "level up: {zone: mana zone, ",
            "level up: {zone: mana zone, under: true, ",
            "what goes under an object changes nothing",
            "merges: true",
        ),
        (
            "level up: {zone: mana zone, ",
            "level up: {zone: mana zone, merges: true, undone: level down, ",
            "what is merged is not taken apart again",
            "no word",
        ),
        (
            "resets: objects",
            "carried: {who: minions, clause: C1, falls: tapped minions}\nresets: objects",
            "no `drops` says by which clause",
            "`drops: C1`",
        ),
        ("mark: true", "mark: yes", "unknown noun 'yes'", "'true', or a noun such"),
        ("zone: mana zone", "zone: battle zone", "unknown zone 'battle zone'", "mana zone"),
        ("level up:", "transform:", "'transform' is an event or a counter already", ""),
        ("level up:", "damage:", "'damage' is an event or a counter already", ""),
        ("linked: [power]", "linked: [types]", "unknown number 'types'", "power"),
        ("resets: objects", "resets: objets", "'objets'", "did you mean 'objects'?"),
        ('layer: "1"', 'layer: "7"', "unknown layer '7'", "1, 2"),
        ("id: exile", "id: sick", "two rules with the id 'sick'", ""),
        ("permissions, ignore", "ignore", "no layer of rich takes 'permissions'", ""),
        ("power += its level", "power += its level until end of turn", "a rule is `selector:", ""),
        ("obeys: destroyed", "obeys: destroy", "unknown passive action 'destroy'", "destroyed"),
        ("cast: cast", "cast: attacked", "'attacked' is the passive of another action", ""),
        ("hand instead", "hnd instead", "unknown zone 'hnd'", "did you mean 'hand'?"),
        ("self: can't be attacked", "self: can't be attack", "'attack' behind 'be'", "'attacked'"),
        ("its level", "its base cost", "'cost' has no base value", "power"),
        ("[battle zone,", "[players,", "no zone can be called 'players'", ""),
        ("  process: {value: simultaneous", "  process: {value: layered", "values for", ""),
    ],
)
def test_what_is_wrong_with_it(old: str, new: str, message: str, help: str) -> None:
    """A mistake in what is new is named in its line."""
    message = message.replace("values for", "no value for the policies: test")
    assert TEXT.count(old) == 1, old
    with pytest.raises(BadInput) as caught:
        loads_rulebook(TEXT.replace(old, new))
    found = [each for each in caught.value.problems if message in each.message]
    assert found, str(caught.value)
    assert help in found[0].suggestion + found[0].expected


def other(like: str, more: str = "") -> str:
    """A rulebook with a procedure of its own and the rest of another one."""
    procedure = TEXT[TEXT.index("layers:") : TEXT.index("rules:")]
    procedure += TEXT[TEXT.index("policies:") : TEXT.index("checks:")]
    head = f"rulebook: other\ntitle: Other\ngame: Rich\nversion: '2'\nlike: {like}\n"
    return head + procedure.replace("C1", "O1") + CLAUSES + more


def written(folder: Path, **texts: str) -> Path:
    """These rulebooks as files; the path of the first."""
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(texts))}.yaml"


def test_a_rulebook_is_like_another(tmp_path: Path) -> None:
    """It takes over the keys that it lacks, with the clauses that they name, and no others."""
    own = "checks: []\nactions: {attack: attacked}\nkeywords: {}\n"
    book = load_rulebook(written(tmp_path, other=other("./rich.yaml", own), rich=TEXT))
    assert (book.id, book.zones, book.linked) == ("other", RICH.zones, RICH.linked)
    assert book.characteristics == RICH.characteristics and book.rules == RICH.rules
    assert (book.checks, book.actions, book.keywords) == ((), {"attack": "attacked"}, {})
    assert set(book.clauses) == {"O1", "C1"}
    assert book.policies["process"].clause == "O1"


def test_a_chain_of_likeness_and_shipped_ones(tmp_path: Path) -> None:
    """A rulebook may be like one that is like a third; an open point comes as a clause."""
    chain = written(
        tmp_path, a=other("./b.yaml").replace("C1", "O1"), b=other("./rich.yaml"), rich=TEXT
    )
    assert load_rulebook(chain).stacking == RICH.stacking
    shipped = other("sorcery-2026-01").replace("change classes", "change life")
    shipped = shipped.replace(", tapped", ", set types").replace("fix power", "silenced, disabled")
    book = loads_rulebook(shipped)
    assert book.zones[0] == "realm" and "SORC-DIE-1" in book.clauses
    assert "SORC-LAYER-1" not in book.clauses


def test_what_is_wrong_with_likeness(tmp_path: Path) -> None:
    """A cycle, a missing file and mistakes in the other file are named where they stand."""
    cycle = written(tmp_path, a=other("./b.yaml"), b=other("./a.yaml"))
    with pytest.raises(BadInput, match=r"b\.yaml:5:7: '\./a\.yaml' is like this rulebook again"):
        load_rulebook(cycle)
    with pytest.raises(BadInput, match=r"a\.yaml:5:7: the rulebook '\./x\.yaml' can't be used"):
        load_rulebook(written(tmp_path, a=other("./x.yaml")))
    with pytest.raises(BadInput, match="unknown rulebook 'sorcery-2026'"):
        loads_rulebook(other("sorcery-2026"))
    with pytest.raises(BadInput, match="a rulebook that is no file can't name files"):
        loads_rulebook(other("./rich.yaml"))
    broken = TEXT.replace("minions with damage", "minons with damage")
    with pytest.raises(BadInput, match=r"rich\.yaml:\d+:22: unknown noun 'minons'"):
        load_rulebook(written(tmp_path, a=other("./rich.yaml"), rich=broken))
