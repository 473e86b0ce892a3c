"""Places as data: made-up games on hexes and in lanes, and each way by three hands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from comparing import assert_same
from layerlaw.model import BadInput, Scenario, load_scenario, vocabulary
from layerlaw.model.algebra import Both, Placed, Self
from layerlaw.model.errors import NotationError
from layerlaw.model.notation.parsing import parse_ability, parse_selector
from layerlaw.model.notation.printing import print_selector
from layerlaw.model.notation.words import in_words_of
from layerlaw.model.rulebooks.load import load_rulebook, loads_rulebook
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.model.rulebooks.space import WAYS, Shape, Space
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.certificate.replay.ways import led
from layerlaw.solver.effects.ways import facing, neighbours
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.page import html_page
from layerlaw.solver.shell.report.page.panel import Panel
from oracle.space import leads

HERE = Path(__file__).parent
SMALL = (HERE.parent / "model" / "small.yaml").read_text(encoding="utf-8")
GAMES = ("hexes", "lanes")


def scenario(name: str) -> Scenario:
    """The scenario of a made-up game."""
    return load_scenario(HERE / f"{name}.scenario.yaml")


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_as_expected_certified_and_as_the_oracle_says(name: str) -> None:
    """The expectations, the certificate with its replay, and the literal oracle."""
    judged = judge_all(scenario(name))
    assert judged.outcomes and all(outcome.right for outcome in judged.outcomes)
    verdict = certificate_of(judged.derivation).check()
    assert verdict.ok, verdict.failures
    assert_same(scenario(name))


@pytest.mark.parametrize("name", GAMES)
def test_all_at_once_the_formulas_know_the_places_too(name: str) -> None:
    """With effects that apply at the same time, whose certificate has formulas for places."""
    layered = scenario(name)
    policies = dict(layered.rulebook.policies)
    clause = policies["process"].clause
    for policy, value in (
        ("process", "simultaneous"),
        ("same step", "newest last"),
        ("groundedness", "all fixed points"),
    ):
        policies[policy] = PolicyValue(value, clause)
    book = replace(layered.rulebook, policies=MappingProxyType(policies))
    at_once = replace(layered, rulebook=book)
    verdict = certificate_of(solve(at_once)).check()
    assert verdict.ok, verdict.failures
    assert_same(at_once)


def test_the_page_draws_hexes_half_a_step_apart() -> None:
    """In rows of three the fourth place begins half a hex further right; places are in a row."""
    hexes, lanes = (html_page("page", [Panel("", solve(scenario(name)))]) for name in GAMES)
    shifted = ".square:nth-child(6n + 4) { grid-column-start: 2; }"
    assert shifted in hexes and shifted not in lanes
    assert "grid-column-start" not in lanes
    space = load_rulebook(HERE / "lanes.rulebook.yaml").space
    assert space is not None and (space.columns, space.rows) == (6, 1)


AHEAD = {"ahead": "behind", "top": "bottom"}
"""Ways with those that a player on the other side takes."""


def by_hand(shape: Shape, way: str, place: int) -> set[int]:
    """Where a way leads from a place of three columns and three rows, read off a picture."""
    hexes = {
        1: {2, 4}, 2: {1, 3, 4, 5}, 3: {2, 5, 6}, 4: {1, 2, 5, 7, 8}, 5: {2, 3, 4, 6, 8, 9},
        6: {3, 5, 9}, 7: {4, 8}, 8: {4, 5, 7, 9}, 9: {5, 6, 8},
    }  # fmt: skip
    squares = {
        1: {2, 4}, 2: {1, 3, 5}, 3: {2, 6}, 4: {1, 5, 7}, 5: {2, 4, 6, 8},
        6: {3, 5, 9}, 7: {4, 8}, 8: {5, 7, 9}, 9: {6, 8},
    }  # fmt: skip
    corners = {
        1: {5}, 2: {4, 6}, 3: {5}, 4: {2, 8}, 5: {1, 3, 7, 9}, 6: {2, 8}, 7: {5}, 8: {4, 6}, 9: {5}
    }  # fmt: skip
    rows = ({1, 2, 3}, {4, 5, 6}, {7, 8, 9})
    row = (place - 1) // 3
    edges = hexes if shape == "hexes" else squares
    match way:
        case "same":
            return {place}
        case "edges":
            return edges[place]
        case "corners":
            return corners[place]
        case "sides":
            return edges[place] & rows[row]
        case "ahead":
            return edges[place] & rows[row - 1] if row else set()
        case "behind":
            return edges[place] & rows[row + 1] if row < 2 else set()
        case "row":
            return rows[row]
        case "top" | "bottom":
            return rows[0] if way == "top" else rows[2]
    return {each for each in range(1, 10) if each % 3 == place % 3}


@pytest.mark.parametrize("shape", ["squares", "hexes"])
def test_every_way_leads_where_the_picture_says(shape: Shape) -> None:
    """For solver, replay and oracle alike, on every place, for who faces up, down, or nowhere."""
    led.cache_clear()
    for way in WAYS[shape]:
        space = Space(3, 3, shape=shape, relations=(("there", (way,)),))
        turned = {**AHEAD, **{behind: ahead for ahead, behind in AHEAD.items()}}.get(way, way)
        for place in range(1, 10):
            for up, seen in ((True, way), (False, turned), (None, way)):
                drawn = by_hand(shape, seen, place)
                if up is None and way in (*AHEAD, *AHEAD.values()):
                    drawn = set()
                case = (shape, way, place, up)
                assert set(neighbours(space, facing(space, "there", up), place)) == drawn, case
                assert led(space, "there", place, up) == drawn, case
                others = range(1, 10)
                said = {each for each in others if leads(way, place, each, space, up)}
                assert said == drawn, case


def test_paths_are_ways_in_both_directions() -> None:
    """And on a grid they come besides its own ways."""
    space = Space(3, 1, relations=(("there", ("sides", "gate")),), paths=(("gate", ((1, 3),)),))
    for place, drawn in ((1, {2, 3}), (2, {1, 3}), (3, {1, 2})):
        assert set(neighbours(space, space.ways("there"), place)) == drawn
        assert led(space, "there", place, None) == drawn
        ways = space.ways("there")
        assert {x for x in (1, 2, 3) for way in ways if leads(way, place, x, space, None)} == drawn


def test_relations_are_written_with_and_without_an_anchor() -> None:
    """A last `to`, `of`, `from` or `with` needs an anchor; what is one word may stand first."""
    words = vocabulary(load_rulebook(HERE / "hexes.rulebook.yaml"))
    lanes = vocabulary(load_rulebook(HERE / "lanes.rulebook.yaml"))
    for text, known, relation in (
        ("touching scouts", words, "touching"),
        ("scouts in sight", words, "in sight of"),
        ("scouts in line", words, "in line with"),
        ("next scouts", lanes, "next to"),
        ("scouts across from self", lanes, "across from"),
    ):
        selector = parse_selector(text, known)
        assert isinstance(selector, Both) and Placed(relation, Self()) in selector.inner, text
        assert parse_selector(print_selector(selector), known) == selector
    for text in ("nearby scouts", "scouts adjacent to self", "scouts in front"):
        with pytest.raises(BadInput):
            loads_rulebook(
                (HERE / "hexes.rulebook.yaml").read_text("utf-8") + f"nouns: {{friend: {text}}}\n"
            )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("columns: 3,", "shape: cubes, columns: 3,", "unknown shape of places 'cubes'"),
        ("columns: 3,", "shape: places, columns: 3,", "unknown shape of places 'places'"),
        ("columns: 3,", "places: 3, columns: 3,", "a space has 'places' or 'columns', not both"),
        ("columns: 3, rows: 2", "places: 0", "a space has 1 to 1000 places"),
        ("columns: 3,", "", "a space has 1 to 1000 columns and rows"),
        ("rows: 2,", "rows: 2, relations: {near: [edge]},", "unknown way 'edge'"),
        (
            "columns: 3,",
            "shape: hexes, relations: {near: corners}, columns: 3,",
            "unknown way 'corners'",
        ),
        ("rows: 2,", "rows: 2, relations: {power of: [row]},", "can be called 'power of'"),
        ("rows: 2,", "rows: 2, relations: {here: [row]},", "no relation can be called 'here'"),
        ("rows: 2,", "rows: 2, relations: {a to: row, a: row},", "no relation can be called 'a'"),
        ("rows: 2,", "rows: 2, relations: {relics: [row]},", "can be called 'relics'"),
        ("rows: 2,", "rows: 2, relations: {silenced: [row]},", "can be called 'silenced'"),
        ("rows: 2,", "rows: 2, relations: {'1': [row]},", "is called by words, not '1'"),
        ("rows: 2,", "rows: 2, paths: {road: [1-7]},", "'1-7' joins no two places of 1 to 6"),
        ("rows: 2,", "rows: 2, paths: {road: [1-1]},", "'1-1' joins no two places of 1 to 6"),
        ("rows: 2,", "rows: 2, paths: {road: [west]},", "'west' joins no two places of 1 to 6"),
        ("rows: 2,", "rows: 2, paths: {row: [1-2]},", "no path can be called 'row'"),
        ("rows: 2,", "rows: 2, connected: [ahead],", "unknown way 'ahead'"),
        ("surface: top, ", "", "a space needs the key 'surface'"),
    ],
)
def test_what_is_wrong_with_a_space(old: str, new: str, message: str) -> None:
    """Each mistake is named."""
    with pytest.raises(BadInput) as caught:
        loads_rulebook(SMALL.replace(old, new))
    assert any(message in each.message for each in caught.value.problems), caught.value.problems


@pytest.mark.slow
def test_messages_give_a_relation_of_the_game_as_their_example() -> None:
    """What may stand behind a noun is said in the words of the hexes, which have no `nearby`."""
    words = vocabulary(load_rulebook(HERE / "hexes.rulebook.yaml"))
    for line in ("scouts of: strength += 1", "scouts strength += 1"):
        with pytest.raises(NotationError) as refused:
            parse_ability(line, words)
        assert "nearby" not in refused.value.expected
    assert in_words_of(words, "such as 'nearby'") == "such as 'touching'"
