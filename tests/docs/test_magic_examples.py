"""The list of the worked examples of Magic's rules: against the text, and against the scenarios."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from docs.pages import ROOT
from docs.worked_examples import WorkedExample, examples_of
from layerlaw.model import load_scenario, shipped_rulebook, shipped_scenarios

SECTIONS = [
    "205",
    "305",
    "400",
    "604",
    "611",
    "612",
    "613",
    "701",
    "707",
    "708",
    "710",
    "712",
    "730",
]
NUMBERS = ("first", "second", "third", "fourth", "fifth")
_ROW = re.compile(r"\| ([\d.]+[a-z]*) \| (\d) \| `(\w+)` \| (.+) \|$", re.MULTILINE)
_SCENARIO = re.compile(r"\]\(\.\./fixtures/scenarios/magic/([\w-]+)\.scenario\.yaml\)")


def rows() -> dict[WorkedExample, str]:
    """Each example of the list, with what stands behind it."""
    page = (ROOT / "docs" / "magic-examples.md").read_text(encoding="utf-8")
    return {
        WorkedExample(rule, int(number), print_): said
        for rule, number, print_, said in _ROW.findall(page)
    }


def test_examples_are_found_by_their_rules() -> None:
    """An example belongs to the rule above it, and each rule counts anew."""
    text = "613.1. Effects.\nExample: One.\nExample: Two.\n613.1a Copies.\nExample: Three.\n"
    found = [
        (each.rule, each.number) for each in examples_of(text + "614.1. Else.\nExample: X", ["613"])
    ]
    assert found == [("613.1", 1), ("613.1", 2), ("613.1a", 1)]


def test_the_list_has_every_example_of_the_text() -> None:
    """Each in its order, with the words that it has in the text, and no other."""
    folder = os.environ.get("LAYERLAW_DOCUMENTS")
    if not folder:
        pytest.skip("LAYERLAW_DOCUMENTS names no folder with the documents")
    (source,) = shipped_rulebook("magic-2026-04").sources
    (file,) = Path(folder).rglob(source.file)
    text = file.read_text(encoding="utf-8-sig")
    assert list(examples_of(text, SECTIONS)) == list(rows())


def test_the_page_counts_its_list() -> None:
    """How many there are, and how many of them are restated."""
    page = (ROOT / "docs" / "magic-examples.md").read_text(encoding="utf-8")
    restated = sum(bool(_SCENARIO.search(said)) for said in rows().values())
    assert f"have {len(rows())} paragraphs" in page
    assert f"{restated} are restated" in page


@pytest.mark.slow
def test_scenarios_and_list_name_each_other() -> None:
    """A scenario of the list says which example it is, and one that says so is in the list."""
    listed = {
        (example.rule, example.number, name)
        for example, said in rows().items()
        for name in _SCENARIO.findall(said)
    }
    of_rule: dict[str, int] = {}
    for example in rows():
        of_rule[example.rule] = max(example.number, of_rule.get(example.rule, 0))
    said = set()
    for path in shipped_scenarios("magic"):
        place = load_scenario(path).source
        if "example" not in place:
            continue
        named = [number for number, word in enumerate(NUMBERS, 1) if word in place]
        for rule in re.findall(r"\d+\.\d+[a-z]*", place):
            assert named or of_rule[rule] == 1, f"{path.name}: which example?"
            said |= {(rule, number, path.name.split(".")[0]) for number in named or [1]}
    assert said == listed


@pytest.mark.parametrize("example", rows(), ids=lambda one: f"{one.rule}-{one.number}")
def test_what_is_not_restated_has_a_reason(example: WorkedExample) -> None:
    """It is no matter of continuous effects, or a word is lacking."""
    said = rows()[example]
    assert _SCENARIO.search(said) or said.startswith(("no continuous effect: ", "lacks "))


def test_cases_for_engines_rest_on_the_clause_that_they_are_listed_with() -> None:
    """Each case of the table exists, and names the clause."""
    page = (ROOT / "docs" / "magic-engines.md").read_text(encoding="utf-8")
    cases = re.findall(r"^\| `magic/([\w-]+)` \| .+ \| `(CR-[\w.]+)` \|$", page, re.MULTILINE)
    assert len(cases) > 15
    files = {path.name.split(".")[0]: path for path in shipped_scenarios("magic")}
    wrong = [(id, clause) for id, clause in cases if clause not in load_scenario(files[id]).because]
    assert wrong == []
