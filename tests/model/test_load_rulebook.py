"""A rulebook holds together, or every place where it does not is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerlaw.model.algebra import Everything, Member, Noun, SetPlayer, You
from layerlaw.model.errors import BadInput, LayerlawError
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks

FILE = Path(__file__).with_name("small.yaml")
TEXT = FILE.read_text(encoding="utf-8")


def test_a_small_rulebook_is_read_whole() -> None:
    """Every part of the file arrives, with the words of the notation bound."""
    rulebook = load_rulebook(FILE)
    assert (rulebook.id, rulebook.version, rulebook.in_play) == ("small", "1", "field")
    assert rulebook.space is not None
    assert rulebook.space.regions == ("top", "sea", "cave", "hole")
    assert rulebook.characteristics["power"].floor == 0
    assert rulebook.characteristics["damage"].counter
    assert rulebook.statuses["silenced"].empties == ("water",)
    assert rulebook.keywords["Flying"].instructions == ()
    assert len(rulebook.keywords["Wet"].instructions) == 1
    assert rulebook.keywords["Wet"].keyword == "Wet"
    assert rulebook.layer_of(SetPlayer("controller", You())).name == "early"
    assert rulebook.policy("test") == "action" and rulebook.clause_of("test") == "P1"
    assert rulebook.policies.keys() == POLICIES.keys()
    assert rulebook.carried in (Member("types", "relic"), Noun("relic", Member("types", "relic")))
    assert [(to, clause) for _, to, clause in rulebook.immune] == [("silenced", "C2")]
    assert rulebook.settled({"P1": "result"}).layers[0].does[-1] == "change power"


def test_a_text_with_a_comma_in_braces_is_told_once_with_what_to_do() -> None:
    """YAML takes what stands behind the comma for a key; so it is said of texts, not of keys."""
    torn = "clauses:\n  - {id: C99, place: p, says: They go first, then they wait, and then stop.}"
    with pytest.raises(BadInput) as told:
        loads_rulebook(TEXT.replace("\nclauses:", f"\n{torn}", 1))
    (problem,) = told.value.problems
    assert problem.message == "the comma before 'then they wait' ends the text"
    assert "in quotes" in problem.suggestion


def test_the_vocabulary_is_the_rulebooks() -> None:
    """The notation knows the words of the rulebook, and `object` besides."""
    words = vocabulary(load_rulebook(FILE))
    assert words.members == dict.fromkeys(("minion", "site", "relic"), "types")
    assert words.nouns["object"] == Everything()
    assert set(words.nouns) == {"object", "ally", "friend"}
    assert words.keyword("wet") == "Wet"


@pytest.mark.parametrize(
    ("old", "new", "message", "help"),
    [
        ("title: A small rulebook\n", "", "needs the key 'title'", ""),
        ("title: A small rulebook", "titel: A small rulebook", "no key 'titel'", "'title'"),
        (
            "title: A small",
            "colour: red\ntitle: A small",
            "no key 'colour'",
            "rulebook, like, based on, without, more words, title",
        ),
        ("zones: [field", "zone: x\nzones: [field", "no key 'zone'", "did you mean 'zones'?"),
        ("{kind: player}", "{kind: playr}", "kind of characteristic 'playr'", "'player'"),
        ("[minion, site, relic]", "[minion, site, minion]", "'minion' is one of the types", ""),
        ("floor: 0", "floor: none", "'floor' is a whole number, not 'none'", ""),
        ("counter: true", "counter: yes", "'counter' is true or false, not 'yes'", ""),
        ("damage: {kind", "drop: {kind", "'drop' is an event", ""),
        ("[field, grave]", "[field]", "two zones at least", ""),
        ("columns: 3", "columns: 0", "1 to 1000 columns", ""),
        ("ground: site", "ground: sits", "unknown type 'sits'", "did you mean 'site'?"),
        ("deep: [sea, cave, water]", "deep: [sea]", "'deep' has three words", ""),
        ("minions you control", "minons you control", "'minons'", "did you mean 'minions'?"),
        ("other allies", "other friends", "'friends'", ""),
        ("empties: [water]", "empties: [watre]", "unknown number 'watre'", "'water'"),
        ("water at least 1", "wine at least 1", "'wine'", ""),
        ("does: [copy, ", "does: [copie, ", "unknown operation 'copie'", "did you mean 'copy'?"),
        ("does: [copy, ", "does: [change damage, ", "unknown operation 'change damage'", ""),
        ("does: [copy, ", "does: [set water, ", "layer 1 does 'set water' already", ""),
        ('id: "2", name: late', 'id: "1", name: late', "another layer is called '1'", ""),
        ("name: late, clause", "name: before it, clause", "what the place before a layer", ""),
        ("name: late, clause: P1", "name: late, clause: P9", "unknown clause 'P9'", ""),
        ("{id: C2,", "{id: C1,", "two clauses with the id 'C1'", ""),
        ("- id: P1", "- id: C1", "with the id 'C1'", ""),
        ("clauses: [C1, C2]", "clauses: [C1, C3]", "unknown clause 'C3'", "C1, C2"),
        ("default: action", "default: actoin", "unknown reading 'actoin'", "'action'"),
        ("default: action", "default: result", "the default reading says test: result", ""),
        ("default: action", "default: result", "puts 'change power' into layer 1", ""),
        (
            "{test: result}",
            "{test: maybe}",
            "value of the policy 'test' 'maybe'",
            "result, removal, none",
        ),
        ("{test: result}", "{tests: result}", "unknown policy 'tests'", "did you mean 'test'?"),
        ('power: "1"}', 'power: "7"}', "unknown layer '7'", "1, 2"),
        (
            "loop: {value: members",
            "loop: {value: pairs",
            "the policy 'loop' 'pairs'",
            "mutual pairs",
        ),
        ("  loss: {value: momentary, clause: C1}\n", "", "no value for the policies: loss", ""),
        ("zone: grave", "zone: tomb", "unknown zone 'tomb'", "field, grave"),
        ("to: silenced", "to: silence", "unknown operation 'silence'", "'silenced'"),
        ("who: relics", "who: relicts", "'relicts'", "did you mean 'relics'?"),
        (
            "who: relics",
            "who: relics, by: [minions, sites]",
            "'by' is one piece of text",
            "write one, no list: minions or sites",
        ),
        ("who: relics", "who: [relics]", "'who' is one piece", "without brackets: relics"),
        ("minions you control", "[minions, sites]", "one selector", "no list: minions or sites"),
        ("who: relics", "who: relics, falls: relics", "'falls' says what", "write `drops: C1`"),
        (
            "who: relics",
            "who: relics, falls if it cannot: {equip: relics}",
            "'falls if it cannot' says what",
            "write `drops: C1`",
        ),
        (
            "who: relics",
            "who: relics, drops: C1, falls if it cannot: {equip: relics}",
            "unknown action 'equip'",
            "",
        ),
        ("who: relics", "who: relics, drops: C1", "nothing is ever dropped", "under `by`"),
    ],
)
def test_what_is_wrong_with_a_rulebook(old: str, new: str, message: str, help: str) -> None:
    """One broken place gives a problem that names it and says what to do."""
    assert TEXT.count(old) == 1, f"{old} stands {TEXT.count(old)} times in the file"
    broken = TEXT.replace(old, new)
    with pytest.raises(BadInput) as caught:
        loads_rulebook(broken, "broken.yaml")
    found = [problem for problem in caught.value.problems if message in problem.message]
    assert found, str(caught.value)
    assert help in found[0].suggestion + found[0].expected
    assert found[0].source == broken.splitlines()[found[0].line - 1]


def test_all_problems_come_at_once() -> None:
    """Three broken places are three problems, in the order of the file."""
    broken = TEXT.replace("{kind: player}", "{kind: x}").replace("floor: 0", "floor: x")
    with pytest.raises(BadInput) as caught:
        loads_rulebook(broken.replace("to: silenced", "to: x"))
    lines = [problem.line for problem in caught.value.problems]
    assert lines == sorted(lines) and {8, 9, 66} <= set(lines)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title: A", "titel: A", "a rulebook has no key 'titel'"),
        ("characteristics:", "characterstics:", "a rulebook has no key 'characterstics'"),
        ("zones: [field, grave]\n", "", "a rulebook needs the key 'zones'"),
        ("{kind: player}", "{kind: playr}", "unknown kind of characteristic 'playr'"),
        ("  loop: {", "  lop: {", "unknown policy 'lop'"),
    ],
)
def test_one_mistake_is_one_message(old: str, new: str, message: str) -> None:
    """Nothing is said of what only follows from it."""
    assert TEXT.count(old) == 1
    with pytest.raises(BadInput) as caught:
        loads_rulebook(TEXT.replace(old, new))
    said = [problem.message for problem in caught.value.problems]
    assert said == [message]


@pytest.mark.parametrize("text", ["[]", "a", "rulebook: x", "rulebook: {}\nclauses: x\npoints: y"])
def test_what_is_no_rulebook_at_all(text: str) -> None:
    """YAML of another shape is refused with problems, not with a traceback."""
    with pytest.raises(BadInput):
        loads_rulebook(text)


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_the_shipped_rulebooks_hold_together(name: str) -> None:
    """Each shipped rulebook loads, under its own name, with any reading of any open point."""
    rulebook = shipped_rulebook(name)
    assert rulebook.id == name
    for point in rulebook.points.values():
        for reading in point.readings:
            assert rulebook.settled({point.id: reading.id}).chosen == {point.id: reading.id}


def test_a_rulebook_that_is_not_shipped() -> None:
    """An unknown id comes with the closest one."""
    with pytest.raises(LayerlawError, match="did you mean 'sorcery-2026-01'"):
        shipped_rulebook("sorcery-2026-1")
