"""The schemas say what the loaders read: the same keys, all shipped files, typical mistakes."""

from __future__ import annotations

import json
import os.path
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from layerlaw.model.cards.load import loads_cards
from layerlaw.model.errors import BadInput
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.policies import POLICIES, QUESTIONS
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.shipped import shipped_rulebook, shipped_rulebooks
from layerlaw.solver.shell.authoring.schemas import (
    DESCRIBED,
    Described,
    Kind,
    comment_line,
    schema,
    schema_text,
    shipped_schema,
)

BOOK = "sorcery-2026-01"
HEAD = f"title: A fact\nrulebook: {BOOK}\nplayers: [you, me]\n"
GOOD = f"{HEAD}play: [you: Foot Soldier as F at 3]\n"
MINE = f"rulebook: mine\nbased on: {BOOK}\n"


class EditorYaml(yaml.CSafeLoader):
    """YAML as editors read it (1.2, core): dates and yes are text, numbers are not."""


EditorYaml.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", "true|false", "tf"),
    ("null", "|~|null", ["", "~", "n"]),
    ("int", r"[-+]?\d+", "-+0123456789"),
    ("float", r"[-+]?\d+\.\d*", "-+0123456789"),
):
    EditorYaml.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first)
    )


def problems(kind: Described, text: str) -> list[str]:
    """What the shipped schema says against the text."""
    found = jsonschema.Draft7Validator(json.loads(shipped_schema(kind).read_text("utf-8")))
    return [error.message for error in found.iter_errors(yaml.load(text, EditorYaml))]


@pytest.mark.parametrize("kind", DESCRIBED)
def test_the_shipped_schema_is_what_the_loaders_know_now(kind: Described) -> None:
    """fixtures/schemas holds what the code writes (else: layerlaw schema KIND --save there)."""
    shipped = shipped_schema(kind).read_text(encoding="utf-8")
    assert shipped == schema_text(kind)
    jsonschema.Draft7Validator.check_schema(json.loads(shipped))


SHIPPED: tuple[tuple[Described, str], ...] = (
    ("scenario", "scenarios/**/*.yaml"),
    ("rulings", "rulings/*.yaml"),
    ("cards", "cards/*.yaml"),
    ("rulebook", "rulebooks/*.yaml"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "pattern"), SHIPPED)
def test_every_shipped_file_is_valid_and_names_its_schema(kind: Described, pattern: str) -> None:
    """No shipped file has a false error, and the first line of each leads to the schema."""
    found = jsonschema.Draft7Validator(json.loads(shipped_schema(kind).read_text("utf-8")))
    files = sorted(shipped_folder().glob(pattern))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        first = text.partition("\n")[0]
        assert first == comment_line(file, shipped_schema(kind)), file
        named = first.partition("$schema=")[2]
        assert os.path.samefile(file.parent / named, shipped_schema(kind))
        loaded = yaml.load(text, EditorYaml)
        assert not [*found.iter_errors(loaded)], file


MISTAKES: tuple[tuple[Kind, str], ...] = (
    ("scenario", HEAD),
    ("scenario", GOOD.replace("title", "titel")),
    ("scenario", GOOD.replace(BOOK, "sorcery")),
    ("scenario", GOOD + "expects: [F dies]\n"),
    ("scenario", GOOD.replace("[you, me]", '["you, me"]')),
    ("scenario", GOOD.replace("[you, me]", "[you, you]")),
    ("scenario", HEAD + "play:\n  - you: Foot Soldier\n    me: Foot Soldier\n"),
    ("scenario", HEAD + "play: [damage: F]\n"),
    ("scenario", HEAD + "play: [together: [turn: you]]\n"),
    ("scenario", GOOD + "because: [SORC-LAYER-99]\n"),
    ("scenario", GOOD + "readings: {SORC-OPEN-TEST: results}\n"),
    ("scenario", GOOD + "readings: {SORC-OPEN-TESTS: result}\n"),
    ("scenario", GOOD + "expect: [{layers control: A before B}]\n"),
    ("scenario", GOOD + "expect: [{xfail: F dies}]\n"),
    ("scenario", GOOD + "also: [{expect: [F dies]}]\n"),
    ("scenario", GOOD + "also: [{order: [F]}]\n"),
    ("scenario", GOOD + "cards: {A: {power: 1}}\n"),
    ("scenario", GOOD + "cards: {A: {is: [minon]}}\n"),
    ("scenario", GOOD + "cards: {A: {is: [minion], powr: 1}}\n"),
    ("scenario", GOOD + "cards: {A: {is: [minion], power: high}}\n"),
    ("scenario", GOOD + "cards: {A: {is: [minion], has: [{while in: [realms], self: x}]}}\n"),
    ("cards", "A: {power: 1}\n"),
    ("cards", "A: {is: [minion], token: perhaps}\n"),
    ("cards", "A: {is: [minion], has: [[Airborne]]}\n"),
    ("rulebook", "rulebook: mine\n"),
    ("rulebook", MINE + "like: grand-archive-zh\n"),
    ("rulebook", MINE + "policies: {tests: {value: result, clause: C}}\n"),
    ("rulebook", MINE + "policies: {test: {value: results, clause: C}}\n"),
    ("rulebook", MINE + "policies: {test: {value: result}}\n"),
    ("rulebook", MINE + "clauses: [{id: C, place: here}]\n"),
    ("rulebook", MINE + "characteristics: {luck: {kind: integer}}\n"),
    ("rulebook", MINE + "without: {keyword: [Ward]}\n"),
    ("rulebook", MINE + "points: [{id: P, question: q, clauses: [C], default: a, readings: {}}]\n"),
)


@pytest.mark.parametrize(("kind", "text"), MISTAKES)
def test_editors_see_typical_mistakes(kind: Kind, text: str) -> None:
    """What the loaders refuse for its keys and closed words, the schema refuses as well."""
    assert problems(kind, text)
    with pytest.raises(BadInput):
        if kind == "scenario":
            loads_scenario(text)
        elif kind == "cards":
            loads_cards(text, shipped_rulebook(BOOK))
        else:
            loads_rulebook(text)


def test_what_the_loader_reads_in_other_forms_is_valid() -> None:
    """One item without its list, lists that are empty, events in quotes, numbers in quotes."""
    text = f"""title: A fact
rulebook: {BOOK}
players: [you, me]
because: SORC-LAYER-3
readings:
cards: {{A: {{is: minion, power: "3", has: Airborne}}}}
play:
  - "you: A as A at 3"
  - {{damage: A 1}}
expect: power of A is 3
also: []
"""
    loads_scenario(text)
    assert problems("scenario", text) == []
    layer = "{id: 9, name: last, clause: SORC-OPEN-REST, does: ignore, after: 7}"
    based = f"{MINE}points:\nclauses: {{id: C, place: 1.1, says: s}}\nlayers: {layer}\n"
    assert problems("rulebook", based) == []
    assert problems("rulebook", based.replace("based on", "like"))


KEYS: tuple[tuple[Kind, str, str, str], ...] = (
    ("scenario", "", GOOD + "zzqq: 1\n", "a scenario"),
    ("scenario", "also.items", GOOD + "also: [{order: [F], zzqq: 1}]\n", "another order"),
    (
        "scenario",
        "#sorcery-2026-01-card",
        GOOD + "cards: {A: {is: minion, zzqq: 1}}\n",
        "a card",
    ),
    ("rulebook", "", MINE + "zzqq: 1\n", "a rulebook"),
    ("rulebook", "clauses.items", MINE + "clauses: [{zzqq: 1}]\n", "a clause"),
    ("rulebook", "points.items", MINE + "points: [{id: P, zzqq: 1}]\n", "an open point"),
    (
        "rulebook",
        "points.items.readings.*",
        MINE + "points: [{id: P, readings: {a: {zzqq: 1}}}]\n",
        "a reading",
    ),
    ("rulebook", "policies.test", MINE + "policies: {test: {zzqq: 1}}\n", "a policy"),
    ("rulebook", "statuses.*", MINE + "statuses: {x: {zzqq: 1}}\n", "a status"),
    ("rulebook", "keywords.*", MINE + "keywords: {x: {zzqq: 1}}\n", "a keyword"),
    ("rulebook", "checks.items", MINE + "checks: [{zzqq: 1}]\n", "a check"),
    ("rulebook", "stacking.*", MINE + "stacking: {x: {zzqq: 1}}\n", "a way of stacking"),
    ("rulebook", "carried", MINE + "carried: {zzqq: 1}\n", "'carried'"),
    ("rulebook", "immune.items", MINE + "immune: [{zzqq: 1}]\n", "an immunity"),
    ("rulebook", "axioms.items", MINE + "axioms: [{zzqq: 1}]\n", "an axiom"),
    ("rulebook", "space", MINE + "space: {zzqq: 1}\n", "a space"),
)


def keys_in_schema(kind: Kind, path: str) -> set[str]:
    """The keys that the schema has at a place: keys, `items` of a list, `*` of entries."""
    whole: Any = json.loads(shipped_schema(kind).read_text("utf-8"))
    if path.startswith("#"):
        return {*whole["definitions"][path[1:]]["properties"]}
    found = whole
    for step in filter(None, path.split(".")):
        if step == "*":
            found = found["additionalProperties"]
        elif step == "items":
            found = found.get("items") or found["anyOf"][0]["items"]
        else:
            found = found["properties"][step]
    # What may also be one piece of text.
    found = next((one for one in found.get("anyOf", ()) if "properties" in one), found)
    return {*found["properties"]}


@pytest.mark.parametrize(("kind", "path", "text", "what"), KEYS)
def test_the_schema_has_the_keys_that_the_loader_names(
    kind: Kind, path: str, text: str, what: str
) -> None:
    """Told of an unknown key, the loader lists those that it knows: the schema has the same."""
    with pytest.raises(BadInput) as caught:
        loads_scenario(text) if kind == "scenario" else loads_rulebook(text)
    told = next(p for p in caught.value.problems if p.message == f"{what} has no key 'zzqq'")
    assert keys_in_schema(kind, path) == {*told.expected.split(", ")}


def test_every_policy_and_every_answer_is_explained() -> None:
    """Editors have a line for each question of procedure and for each answer."""
    assert {*QUESTIONS} == {*POLICIES}
    for policy, question in QUESTIONS.items():
        assert (*question.answers,) == POLICIES[policy]
        assert question.asks and all(question.answers.values())


def test_every_key_is_explained() -> None:
    """Each key of each kind of file has words for people to read while they write."""
    for kind in DESCRIBED:
        found = json.loads(shipped_schema(kind).read_text("utf-8"))
        for key, what in found.get("properties", {}).items():
            assert len(what["description"]) > 5, key


def test_a_schema_under_one_rulebook_has_its_words_only() -> None:
    """`--rulebook` gives the open points, readings, cards and types of that one, unasked."""
    found: Any = schema("scenario", "grand-archive-zh")
    named = [each["$ref"] for each in found["allOf"]]
    assert named == ["#/definitions/grand-archive-zh"]
    book = shipped_rulebook("grand-archive-zh")
    readings = found["definitions"]["grand-archive-zh-readings"]["properties"]
    assert {*readings} == {*book.points}
    point = book.points["ZH-OPEN-SIM"]
    assert readings["ZH-OPEN-SIM"]["enum"] == [reading.id for reading in point.readings]
    cards = found["definitions"]["grand-archive-zh-arrival"]["examples"]
    assert "Spirit of Fire as SoF" in cards
    wrong = {"title": "t", "rulebook": "./x.yaml", "players": ["a"], "play": []}
    validator = jsonschema.Draft7Validator(found)
    assert validator.is_valid(wrong)
    assert not validator.is_valid({**wrong, "readings": {"SORC-OPEN-TEST": "result"}})


def test_a_rulebook_of_ones_own_has_a_schema(tmp_path: Path) -> None:
    """The readings of a file's open points are offered as those of shipped ones are."""
    mine = tmp_path / "mine.yaml"
    mine.write_text(MINE + "title: Mine\nversion: '1'\n", encoding="utf-8")
    found: Any = schema("scenario", str(mine))
    assert "SORC-OPEN-TEST" in found["definitions"]["mine-readings"]["properties"]
    assert found["properties"]["rulebook"]["examples"] == [str(mine)]


def test_scenarios_know_every_shipped_rulebook() -> None:
    """In the shipped schema the rulebook that a scenario names decides on the words."""
    found: Any = schema("scenario")
    assert [each["if"]["properties"]["rulebook"]["const"] for each in found["allOf"]] == [
        *shipped_rulebooks()
    ]
