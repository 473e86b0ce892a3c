"""A rulebook that is based on another: what it changes, adds and leaves out, and its mistakes."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from layerlaw.model.algebra import Noun
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks

HERE = Path(__file__).parent
SMALL = (HERE / "small.yaml").read_text(encoding="utf-8")
RICH = (HERE / "rich.yaml").read_text(encoding="utf-8")
HEAD = "rulebook: mine\nbased on: ./base.yaml\n"


def load(folder: Path, own: str, base: str = SMALL, **more: str) -> Rulebook:
    """The rulebook that is based on the other one."""
    files = {"mine": HEAD + own, "base": base, **more}
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return load_rulebook(folder / "mine.yaml")


def problems(folder: Path, own: str, base: str = SMALL, **more: str) -> list[str]:
    """`file:line:column: message` of every problem."""
    with pytest.raises(BadInput) as caught:
        load(folder, own, base, **more)
    found = caught.value.problems
    return [f"{Path(p.file).name}:{p.line}:{p.column}: {p.message}" for p in found]


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_nothing_changed_is_the_same_rulebook(name: str) -> None:
    """With an id and no more it is the base, whatever that is like; one policy is two lines."""
    base = shipped_rulebook(name)
    mine = loads_rulebook(f"rulebook: mine\nbased on: {name}\n")
    assert mine.id == "mine"
    for field in fields(Rulebook):
        assert field.name == "id" or getattr(mine, field.name) == getattr(base, field.name)
    other = "locked" if base.policy("resolved set") == "open" else "open"
    clause = next(iter(base.clauses))
    text = f"policies:\n  resolved set: {{value: {other}, clause: {clause}}}\n"
    changed = loads_rulebook(f"rulebook: mine\nbased on: {name}\n{text}")
    assert (changed.policy("resolved set"), changed.clause_of("resolved set")) == (other, clause)
    values = {policy: value.value for policy, value in changed.policies.items()}
    kept = {policy: value.value for policy, value in base.policies.items()}
    assert {**values, "resolved set": ""} == {**kept, "resolved set": ""}


def test_entries_by_name_are_replaced_or_added(tmp_path: Path) -> None:
    """What is replaced keeps its place; what is new stands before the next one written, or last."""
    mine = load(
        tmp_path,
        """title: Mine
zones: [field, grave, hand]
characteristics:
  power: {kind: number, floor: 3}
  mood: {kind: number}
nouns:
  pal: sites
  ally: minions or pals
  buddy: friends
keywords:
  Flying: {clause: C9, does: "self: power += 1"}
clauses:
  - {id: C9, place: here, says: Ours.}
  - {id: C2, place: here, says: Ours too.}
""",
    )
    assert (mine.title, mine.version, mine.zones[2]) == ("Mine", "1", "hand")
    assert list(mine.characteristics) == ["types", "controller", "power", "water", "damage", "mood"]
    assert mine.characteristics["power"].floor == 3
    assert list(mine.nouns) == ["object", "pal", "ally", "friend", "buddy"][1:]
    friend = mine.nouns["friend"]
    assert Noun("ally", mine.nouns["ally"]) in getattr(friend, "inner", ())
    assert len(mine.keywords["Flying"].instructions) == 1
    assert mine.keyword_clause("Flying") == "C9"
    assert list(mine.clauses) == ["C1", "C2", "C9"] and mine.clauses["C2"].says == "Ours too."


def test_layers_are_replaced_in_place_or_go_behind_others(tmp_path: Path) -> None:
    """`after` says behind which one; without it a new layer is the last."""
    mine = load(
        tmp_path,
        """layers:
  - {id: x, name: extra, clause: C1, does: [set power], after: "1"}
  - {id: "1", name: first, clause: C1, does: [copy, silenced]}
  - {id: z, name: last, clause: C1, does: [change controller]}
""",
    )
    assert [each.id for each in mine.layers] == ["1", "x", "2", "z"]
    assert [each.name for each in mine.layers] == ["first", "extra", "late", "last"]
    moved = load(
        tmp_path,
        "layers: [{id: '1', name: e, clause: C1, after: '2', does: [copy, silenced]}]\n",
    )
    assert [each.id for each in moved.layers] == ["2", "1"]


def test_open_points_follow_what_the_rulebook_does(tmp_path: Path) -> None:
    """The default is a reading that agrees; a point with none is decided, and stays a clause."""
    change = 'layers: [{id: "1", name: early, clause: C1, does: [copy, silenced, change controller'
    move = ", change power]}, {id: '2', name: late, clause: P1, does: [change abilities, set water"
    own = "policies: {test: {value: VALUE, clause: P1}}\n" + change + move + ", limit water]}]\n"
    other = load(tmp_path, own.replace("VALUE", "result"))
    assert other.points["P1"].default == "result" and other.settled({"P1": "action"})
    none = load(tmp_path, own.replace("VALUE", "none"))
    assert not none.points
    assert none.clauses["P1"].place == "open point, decided in mine"
    assert none.clause_of("test") == "P1"
    anew = "points:\n  - {id: P1, question: Q?, clauses: [C1], default: a, readings: "
    anew += "{a: {says: A., policies: {set: again}}, b: {says: B., policies: {set: kept}}}}\n"
    assert "default reading says set: again" in problems(tmp_path, anew)[0]
    decided = load(tmp_path, "without: {points: [P1]}\n")
    assert not decided.points and decided.clauses["P1"].says == "Which test?"


def test_entries_are_left_out(tmp_path: Path) -> None:
    """By name or by id, under every key that holds entries."""
    mine = load(
        tmp_path,
        "without: {keywords: [Shy], rules: [sick, exile], checks: death, characteristics: [buff]}\n"
        "characteristics: {debuff: {kind: number}}\n",
        RICH,
    )
    assert list(mine.keywords) == ["Cheap"] and [each.id for each in mine.rules] == ["level"]
    assert (mine.checks, mine.marks) == ((), ("Cheap",))
    assert "buff" not in mine.characteristics and not mine.characteristics["debuff"].counter


def test_one_more_subtype_is_one_line(tmp_path: Path) -> None:
    """The set keeps the words that it has, in whichever file they stand."""
    pirates = "more words: {subtypes: [pirate]}\n"
    mine = loads_rulebook(f"rulebook: mine\nbased on: sorcery-2026-01\n{pirates}")
    base = shipped_rulebook("sorcery-2026-01")
    kept = base.characteristics["subtypes"]
    assert mine.characteristics["subtypes"].words == (*kept.words, "pirate")
    assert replace(mine.characteristics["subtypes"], words=kept.words) == kept
    for field in fields(Rulebook):
        if field.name not in ("id", "characteristics"):
            assert getattr(mine, field.name) == getattr(base, field.name)
    both = "characteristics: {types: {kind: set, words: [minion, site, relic]}}\n"
    several = load(tmp_path, both + "more words: {types: [spell, hero]}\n")
    assert several.characteristics["types"].words == ("minion", "site", "relic", "spell", "hero")
    twice = HEAD.replace("mine", "middle").replace("./base", "./third") + "more words: {types: a}\n"
    again = load(tmp_path, "more words: {types: [b]}\n", twice, third=SMALL)
    assert again.characteristics["types"].words == ("minion", "site", "relic", "a", "b")
    deep = loads_rulebook(
        "rulebook: mine\nbased on: sorcery-2026-01\nmore words: {zones: dungeon}\n"
    )
    assert deep.zones == (*base.zones, "dungeon")
    liked = loads_rulebook("rulebook: mine\nbased on: grand-archive-zh\nmore words: {types: [x]}\n")
    assert liked.characteristics["types"].words[-1] == "x"


def test_what_the_base_is_like_or_based_on_counts_too(tmp_path: Path) -> None:
    """Single entries of a key that the base has from a third rulebook are replaced as well."""
    rest = "layers: [{id: a, name: a, clause: C1, does: [change power]}]\nclauses: []\n"
    likeness = f"rulebook: base\ntitle: T\ngame: G\nversion: '1'\nlike: ./third.yaml\n{rest}"
    likeness += SMALL[SMALL.index("\npolicies:") : SMALL.index("checks:")].replace("P1", "C1")
    own = "keywords: {Flying: {clause: C2}, New: {clause: C1}}\nwithout: {checks: [death]}\n"
    mine = load(tmp_path, own, likeness, third=SMALL.replace("damage >= 1", "damage >= 2"))
    assert list(mine.keywords) == ["Flying", "Wet", "New"] and not mine.checks
    assert mine.keyword_clause("Flying") == "C2"
    assert list(mine.clauses) == ["C1", "C2"] and [each.id for each in mine.layers] == ["a"]
    middle = HEAD.replace("mine", "middle").replace("./base", "./third") + own
    twice = load(tmp_path, "keywords: {Wet: {clause: C1}}\n", middle, third=SMALL)
    assert list(twice.keywords) == ["Flying", "Wet", "New"] and not twice.checks
    assert not twice.keywords["Wet"].instructions and "P1" in twice.points
    liked = likeness.replace("./third", "./middle").replace("rulebook: base", "rulebook: x")
    like = load(tmp_path, "", liked, middle=middle, third=SMALL)
    assert list(like.keywords) == ["Flying", "Wet", "New"]


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("like: small\n", "mine.yaml:2:11: a rulebook is 'like' another one or 'based on' it, not"),
        ("without: {keyword: [Wet]}\n", "mine.yaml:3:11: unknown key with entries 'keyword'"),
        ("without: {keywords: [Wett]}\n", "mine.yaml:3:22: unknown entry of 'keywords' 'Wett'"),
        ("layers: [{id: x, after: 9}]\n", "mine.yaml:3:25: unknown layer '9'"),
        ("nouns: {ally: minons}\n", "mine.yaml:3:15: unknown noun 'minons'"),
        ("without: {nouns: [ally]}\n", "mine.yaml:3:19: unknown noun 'allies': needed by"),
        ("without: {clauses: [C2]}\n", "mine.yaml:3:21: unknown clause 'C2': needed by"),
        ("policies: {test: {value: x, clause: C1}}\n", "mine.yaml:3:26: unknown value of the pol"),
        ("checks: [{id: a}, {id: a}]\n", "mine.yaml:3:24: two checks with the id 'a'"),
        ("rules: [{id: death, after: x}]\n", "mine.yaml:3:21: a rule has no key 'after'"),
        ("keywords: [Wet]\n", "mine.yaml:3:11: 'keywords' is written as `key: value` lines"),
        ("more words: {type: [a]}\n", "mine.yaml:3:14: unknown set 'type'"),
        ("more words: {power: [a]}\n", "mine.yaml:3:14: unknown set 'power'"),
        ("more words: {types: [[a]]}\n", "mine.yaml:3:22: a word of a set is text here"),
        ("more words: {types: [site]}\n", "mine.yaml:3:22: 'site' is one of the types already"),
        ("more words: [a]\n", "mine.yaml:3:13: 'more words' is written as `key: value` lines"),
        ("colour: red\n", "mine.yaml:3:1: a rulebook has no key 'colour'"),
        (
            "without: {policies: [loop]}\n",
            "mine.yaml:3:22: no value for the policies: loop: needed",
        ),
    ],
)
def test_what_is_wrong_with_it(tmp_path: Path, own: str, expected: str) -> None:
    """Each mistake is named in the file where the text stands."""
    found = problems(tmp_path, own)
    assert any(each.startswith(expected) for each in found), found


def test_what_is_wrong_with_the_files(tmp_path: Path) -> None:
    """Cycles, missing files, a rulebook without a name, and `without` that has no base."""
    cycle = problems(tmp_path, "", "rulebook: base\nbased on: ./mine.yaml\n")
    assert cycle == ["base.yaml:2:11: './mine.yaml' is based on this rulebook again"]
    through = problems(tmp_path, "", "rulebook: base\nlike: ./mine.yaml\n")
    assert through == ["base.yaml:2:7: './mine.yaml' is like this rulebook again"]
    broken = problems(tmp_path, "", "rulebook: [")
    assert "mine.yaml:2:11: the rulebook './base.yaml' can't be used" in broken
    with pytest.raises(BadInput, match="'sorcery-2026-07'"):
        loads_rulebook("rulebook: x\nbased on: sorcery-2026\n")
    with pytest.raises(BadInput, match="a rulebook needs the key 'rulebook'"):
        loads_rulebook("based on: sorcery-2026-01\n")
    with pytest.raises(BadInput, match="'more words' adds words to sets of what a rulebook is"):
        loads_rulebook(f"{SMALL}more words: {{types: [hero]}}\n")
    with pytest.raises(BadInput, match="'without' leaves out entries of what a rulebook is"):
        loads_rulebook(f"{SMALL}without: {{keywords: [Wet]}}\n")


def test_the_sample_of_the_notation_page_loads() -> None:
    """A rulebook that changes one policy is five lines."""
    page = HERE.parents[1].joinpath("fixtures", "README.md").read_text(encoding="utf-8")
    (sample,) = (part for part in page.split("```") if "\nbased on:" in part and "graph" in part)
    mine = loads_rulebook(sample.removeprefix("yaml\n"))
    assert mine.policy("graph") == "each step"
    assert mine.points["SORC-OPEN-GRAPH"].default == "each-step"


def test_a_set_whose_words_are_all_in_groups_gets_more_words_of_no_group() -> None:
    """They were passed over in silence."""
    mine = loads_rulebook(
        "rulebook: mine\nbased on: magic-2026-04\nmore words: {creature-types: [gossip]}\n"
    )
    found = mine.characteristics["creature-types"]
    assert "gossip" in found.words
    assert "goblin" in found.words
    assert not [group for group in found.groups if "gossip" in group.words]
