"""Writing scenarios: what is written loads to the same scenario, whatever stands in it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model.cards.load import loads_cards
from layerlaw.model.cards.write import card_tree
from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.files.write_yaml import Tree, scalar, written_yaml
from layerlaw.model.files.yaml_text import Mapping, Problems, Scalar, parse
from layerlaw.model.scenarios.events import ExpectNow, Play, Transform
from layerlaw.model.scenarios.expectations import Expected
from layerlaw.model.scenarios.load import load_scenario, loads_scenario
from layerlaw.model.scenarios.load_expectations import ExpectationReader
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import event_text, event_tree, written_scenario
from layerlaw.model.shipped import (
    shipped_cards,
    shipped_rulebook,
    shipped_rulebooks,
    shipped_scenarios,
)

HERE = Path(__file__).parent
NOWHERE = Where("", 0, 0)


def placeless(value: Any) -> Any:
    """The value with every place in a file replaced by the same one."""
    if isinstance(value, Where):
        return NOWHERE
    if isinstance(value, tuple):
        return tuple(placeless(each) for each in value)
    if isinstance(value, Scenario):
        pieces = {name: placeless(getattr(value, name)) for name in ("play", "expect", "variants")}
        return replace(value, file="", **pieces)
    if is_dataclass(value) and not isinstance(value, type):
        kept = {each.name: placeless(getattr(value, each.name)) for each in fields(value)}
        return replace(value, **kept)
    return value


@cache
def shipped(path: Path) -> Scenario:
    """A shipped scenario."""
    return load_scenario(path)


def again(scenario: Scenario, folder: Path | None = None, rulebook: str | None = None) -> Scenario:
    """The scenario written and loaded."""
    return loads_scenario(written_scenario(scenario, rulebook=rulebook), "again", folder)


def small(play: str, cards: str = "", rest: str = "") -> Scenario:
    """A scenario of the small rulebook of these tests."""
    return loads_scenario(
        f"title: T\nrulebook: ./small.yaml\nplayers: [you, me]\ncards:\n{CARDS}{cards}"
        f"play:\n{play}{rest}",
        "test.yaml",
        HERE,
    )


CARDS = """  Foot: {is: minion}
  "As At, On: In": {is: minion}
  'Say "Hush"': {is: minion}
  Mage:
    is: minion
    activates:
      - {name: "play on", target: silenced, until: end of turn}
      - {name: other one, target: gain Flying, "other minions": "gain [minions: silenced]"}
  Hush: {is: relic, resolves: ["target: silenced"]}
"""


@pytest.mark.sample(40)
@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.name.split(".")[0])
def test_shipped_scenarios_load_again(path: Path) -> None:
    """What is written of a shipped scenario is the same scenario."""
    scenario = shipped(path)
    assert placeless(again(scenario, path.parent)) == placeless(scenario)


@pytest.mark.sample(3)
@pytest.mark.parametrize("id", shipped_rulebooks())
def test_shipped_cards_load_again(id: str) -> None:
    """What is written of a shipped card is the same card."""
    rulebook = shipped_rulebook(id)
    cards = {}
    for name, card in shipped_cards(rulebook).items():
        cards[name] = card
    text = written_yaml({name: card_tree(card, rulebook) for name, card in cards.items()})
    assert loads_cards(text, rulebook) == cards


@pytest.mark.slow
def test_expectations_say_what_was_expected() -> None:
    """Each shipped expectation, written from what it means, is read as the same."""
    seen: set[type] = set()
    for path in shipped_scenarios():
        scenario = shipped(path)
        there = [e for one in scenario.play if isinstance(one, ExpectNow) for e in one.expect]
        there += [*scenario.expect, *(e for one in scenario.variants for e in one.expect)]
        known = _Anything()
        for each in there:
            text = each.what.written()
            problems = Problems("again", (text,))
            reader = ExpectationReader(scenario.rulebook, scenario.players, known, (), problems)
            assert [one.what for one in reader.read([Scalar(text, 1, 1, '"')])] == [each.what], text
            seen.add(type(each.what))
    assert len(seen) == 15


class _Anything(list[str]):
    """Ids, whatever they are called."""

    def __contains__(self, id: object) -> bool:
        return True


def test_names_are_quoted_where_they_need_it() -> None:
    """Cards, ids and abilities called like words of the notation come back."""
    scenario = small(
        """  - you: '"As At, On: In" as at1'
  - you: 'Say "Hush" as H'
  - you: Mage as M
  - you: '"As At, On: In" as "into"'
  - you: use M "play on" as U on "into"
  - me: use M "other one" as V on H
"""
    )
    assert placeless(again(scenario, HERE, "./small.yaml")) == placeless(scenario)
    assert event_text(scenario.play[0], scenario.rulebook) == 'you: "As At, On: In" as at1'
    assert event_text(scenario.play[4], scenario.rulebook) == 'you: use M "play on" as U on "into"'


def test_together_is_one_line_of_text() -> None:
    """For reports the events of one moment stand behind each other."""
    scenario = small("  - together: [you: Foot as A, you: Foot as B]\n")
    text = event_text(scenario.play[0], scenario.rulebook)
    assert text == "together: you: Foot as A; you: Foot as B"


def test_two_cards_of_one_name_are_refused() -> None:
    """A name can stand for one card only."""
    scenario = small("  - you: Foot as A\n  - you: Foot as B\n")
    first, second = scenario.play
    assert isinstance(first, Play)
    assert isinstance(second, Play)
    other = replace(second, card=replace(second.card, edition="another"))
    with pytest.raises(LayerlawError, match="two cards called 'Foot'"):
        written_scenario(replace(scenario, play=(first, other)))


def test_a_name_without_notation_is_refused() -> None:
    """Nothing is written that would be read as something else."""
    scenario = small("  - you: Foot as A\n  - transform: A into Mage\n")
    event = scenario.play[1]
    assert isinstance(event, Transform)
    changed = replace(event, card=replace(event.card, name='Say "no"'))
    with pytest.raises(LayerlawError, match="cannot be written"):
        event_tree(changed, scenario.rulebook)


def test_instructions_for_the_same_objects_both_stand_there() -> None:
    """An ability with a name whose instructions have one selector keeps both."""
    cards = """  Twice:
    is: minion
    activates:
      - {name: twice, "other minions": silenced, "(other minions)": gain Flying}
"""
    scenario = small("  - you: Twice as A\n  - you: use A twice as U\n", cards)
    assert placeless(again(scenario, HERE, "./small.yaml")) == placeless(scenario)


def test_readings_chosen_in_the_rulebook_are_written() -> None:
    """A rulebook with a chosen reading is the document and that reading."""
    path = next(one for one in shipped_scenarios() if one.name.startswith("two-kings"))
    scenario = shipped(path)
    settled = scenario.rulebook.settled({"SORC-OPEN-TEST": "result"})
    loaded = again(replace(scenario, rulebook=settled), path.parent)
    assert loaded.readings["SORC-OPEN-TEST"] == "result"
    assert loaded.rulebook == scenario.rulebook


@pytest.mark.parametrize(
    "text",
    ["a: b", "- a", "a #b", "'", '"x"', "", " a ", "a:", "[a]", "{", "a\nb", "\t \\n", "é: ü",
     "true", "1.0", "!x", "*x", "&x", "%x", "@x", "`", "?", "a,b", "loop [A, B]", "\u2028"],
)  # fmt: skip
def test_any_text_is_read_back(text: str) -> None:
    """Whatever a text holds, YAML gives it back as it was: as a value, a key, and in a list."""
    assert _value(parse(f"k: {scalar(text)}\n").root) == text
    tree: dict[str, Tree] = {"list": [text, {text: text}], "line": (text, "x")}
    root = parse(written_yaml(tree)).root
    assert _plain(root) == {"list": [text, {text: text}], "line": [text, "x"]}


def _value(root: Any) -> str:
    assert isinstance(root, Mapping)
    [(_, value)] = root.entries
    assert isinstance(value, Scalar)
    return value.text


def _plain(node: Any) -> Any:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return {key.text: _plain(value) for key, value in node.entries}
    return [_plain(each) for each in node.items]


def test_expectations_keep_their_text() -> None:
    """What is expected stands there as it was written, among events too."""
    scenario = small(
        "  - you: Foot as A\n  - expect: ['A is a minion']\n", rest="expect: [A lacks Flying]\n"
    )
    loaded = again(scenario, HERE, "./small.yaml")
    now = loaded.play[1]
    assert isinstance(now, ExpectNow)
    texts = [each.text for each in (*now.expect, *loaded.expect)]
    assert texts == ["A is a minion", "A lacks Flying"]
    assert all(isinstance(each, Expected) for each in loaded.expect)
