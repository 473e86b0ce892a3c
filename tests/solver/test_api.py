"""What a researcher meets in a plain shell: short forms, clear refusals, and names to be found."""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import layerlaw.solver
from bench.families import chain
from layerlaw.model import (
    LayerlawError,
    WrongArgument,
    load_scenario,
    shipped_cards,
    shipped_scenarios,
)
from layerlaw.model.shipped import scenarios_for, shipped_games
from layerlaw.solver import (
    Question,
    derive,
    explained,
    judge,
    judge_all,
    may,
    order_matters,
    orders,
    readings,
    solve,
    what_if,
    why,
)
from layerlaw.solver.answer.explain import FEW, turn_reasons
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.documents.audit import Finding, abstract_findings, coverage, settled_findings
from layerlaw.solver.documents.compare import compare
from layerlaw.solver.documents.properties import check_property
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.games.census import census

PATH = next(path for path in shipped_scenarios() if path.name.startswith("two-kings."))
KINGS = load_scenario(PATH)
ANSWER = solve(KINGS)
BOOK = KINGS.rulebook
SHELF = shipped_cards(BOOK)
SWAP = Question(swaps=(("K1", "K2"),))

SHORT: dict[str, tuple[Callable[[], object], str]] = {
    "scenario": (
        lambda: KINGS,
        "<Scenario 'Two Kings of the Realm' under sorcery-2026-01: 4 events>",
    ),
    "rulebook": (lambda: BOOK, "<Rulebook sorcery-2026-01: "),
    "answer": (lambda: ANSWER, "<Answer 'Two Kings of the Realm' under sorcery-2026-01: "),
    "certificate": (lambda: certificate_of(ANSWER), "<Certificate: "),
    "facts": (lambda: ANSWER.facts, "<Facts: "),
    "situation": (lambda: ANSWER.situation, "<Situation under sorcery-2026-01: 4 objects, "),
    "verdict": (lambda: certificate_of(ANSWER).check(), "<Verdict: Certificate: confirmed"),
    "judged": (lambda: judge_all(KINGS), "<Judged: Two Kings of the Realm: "),
    "readings": (
        lambda: readings(KINGS),
        "<Readings: Two Kings of the Realm: Settled as far as asked (",
    ),
    "group of readings": (
        lambda: readings(KINGS).groups[0],
        "<ReadingGroup with the default reading>",
    ),
    "orders": (lambda: orders(KINGS), "<Orders: Two Kings of the Realm: "),
    "group of orders": (lambda: orders(KINGS).groups[0], "<HistoryGroup of 1 history, "),
    "order": (lambda: order_matters(ANSWER), "<OrderVerdict: The order matters: 4 orders"),
    "what if": (lambda: what_if(KINGS, SWAP), "<WhatIf: What if K1 and K2 came"),
    "why": (lambda: explained(ANSWER, "K2", "controller"), "<Explained: controller of K2 is you"),
    "may": (lambda: may(ANSWER, "F", "attack"), "<Decision: It cannot be done"),
    "comparison": (lambda: compare(BOOK, BOOK, n=1), "<Comparison: sorcery-2026-01 and sorc"),
    "coverage": (lambda: coverage(BOOK, [KINGS]), "<Coverage of sorcery-2026-01: "),
    "finding": (lambda: Finding("open", "A point", board=KINGS), "<Finding: open point: A point"),
    "property": (
        lambda: check_property(BOOK, "never: minions with power > 9", n=1),
        "<PropertyResult: Fails: never: minions with power > 9>",
    ),
    "question": (lambda: Question(under=KINGS), "Question("),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", SHORT)
def test_whatever_is_found_is_short_in_a_plain_shell(name: str) -> None:
    """One line, of under 200 letters, that begins with what it is."""
    make, beginning = SHORT[name]
    said = repr(make())
    assert said.startswith(beginning)
    assert len(said) < 200 and "\n" not in said


def test_all_that_a_notebook_shows_is_short_in_a_shell() -> None:
    """Nothing that shows itself brings back the long form, in which all its fields stand."""
    importlib.import_module("layerlaw.solver.shell.report.notebook")
    shown = {one.__name__ for one in Rich.__subclasses__()}
    long = {one.__name__ for one in Rich.__subclasses__() if "__repr__" in vars(one)}
    assert {"Audit", "Census", "Comparison", "Sweep", "WhatIf"} <= shown
    assert long == {"Answer"}, "a Answer has a line of its own"


def test_a_rulebook_says_which_readings_were_chosen() -> None:
    """Two rulebooks that differ in a reading differ in their short form."""
    point = next(iter(BOOK.points.values()))
    settled = BOOK.settled({point.id: point.readings[-1].id})
    assert repr(settled).endswith(f", {point.id}={point.readings[-1].id}>")


def test_a_failed_assertion_still_names_the_field() -> None:
    """Pytest compares scenarios field by field, so that a short form hides no difference."""
    other = replace(KINGS, title="Another title")
    with pytest.raises(AssertionError) as failed:
        assert other == KINGS
    assert "title: 'Another title' != 'Two Kings of the Realm'" in str(failed.value)


# --- wrong arguments ------------------------------------------------------------------------------

WRONG: dict[str, tuple[Callable[..., object], tuple[object, ...], str]] = {
    "solve a name": (
        solve,
        ("file.yaml",),
        "solve wants a Scenario, not the str 'file.yaml'",
    ),
    "solve a path": (solve, (PATH,), "load_scenario(FILE) of layerlaw.model reads one"),
    "solve an answer": (solve, (ANSWER,), "the one it answers is its `scenario`"),
    "judge a path": (judge_all, (PATH,), "judge_all wants a Scenario, not a "),
    "readings": (readings, ("file.yaml",), "readings wants a Scenario, not the str"),
    "orders": (orders, (None,), "orders wants a Scenario, not None"),
    "what if": (what_if, (PATH, SWAP), "what_if wants a Scenario, not a "),
    "no question": (what_if, (KINGS, "K1"), "what_if wants a Question, not the str 'K1'"),
    "order": (order_matters, (KINGS,), "order_matters wants an Answer, not a Scenario: solve("),
    "may": (may, (KINGS, "F", "attack"), "may wants an Answer, not a Scenario: solve("),
    "why": (why, (KINGS, "F", "power"), "why wants an Answer, not a Scenario: solve("),
    "explained": (explained, (KINGS, "F", "power"), "explained wants an Answer, not a Scenario"),
    "judge": (judge, (KINGS, KINGS.expect[0]), "judge wants an Answer, not a Scenario"),
    "cards": (shipped_cards, ("sorcery-2026-01",), "shipped_cards wants a Rulebook, not the str"),
    "compare": (
        compare,
        ("a", "b"),
        "compare wants a Rulebook, not the str 'a': shipped_",
    ),
    "compare one": (compare, (BOOK, "b"), "compare wants a Rulebook, not the str 'b'"),
    "census": (census, ("a", {}), "census wants a Rulebook, not the str 'a'"),
    "abstract": (abstract_findings, ("a",), "abstract_findings wants a Rulebook"),
    "settled": (settled_findings, ("a",), "settled_findings wants a Rulebook"),
    "coverage": (coverage, ("a", []), "coverage wants a Rulebook"),
    "layer": (ANSWER.layer, (None,), "layer wants a layer's id or name, not None"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_told_with_what_to_write(name: str) -> None:
    """The call, what it wants and what it was handed, as a `TypeError` that is Layerlaw's own."""
    call, arguments, message = WRONG[name]
    with pytest.raises(WrongArgument) as refused:
        call(*arguments)
    assert message in str(refused.value)
    assert isinstance(refused.value, TypeError) and isinstance(refused.value, LayerlawError)


def test_an_answer_stands_for_its_scenario() -> None:
    """Readings, orders and what-ifs of an answer are those of the scenario that it answers."""
    assert readings(ANSWER).groups == readings(KINGS).groups
    assert orders(ANSWER).groups == orders(KINGS).groups
    assert what_if(ANSWER, SWAP).scenario is ANSWER.scenario


def test_an_answer_without_a_scenario_has_no_orders() -> None:
    """Where nothing was played there is no history to play otherwise."""
    with pytest.raises(LayerlawError, match="orders needs the scenario"):
        orders(derive(ANSWER.situation))


def test_what_an_answer_leaves_out_does_not_come_back_unseen() -> None:
    """Readings go on leaving it out; orders, which cannot, say so."""
    then = what_if(KINGS, Question(without=("K1.1",))).then
    assert then is not None
    assert readings(then).groups == readings(then).groups != readings(KINGS).groups
    with pytest.raises(LayerlawError, match=r"what this answer leaves out \(K1.1\)"):
        orders(then)


def test_a_layer_is_found_by_its_number() -> None:
    """Layer 3 is the layer whose id is written so; there is none of number 30."""
    assert ANSWER.layer(3) == ANSWER.layer("3") == ANSWER.layer("control")
    assert ANSWER.order(3) and ANSWER.graph(3).nodes
    with pytest.raises(LayerlawError, match="has no layer '30'"):
        ANSWER.layer(30)


# --- what was silent ------------------------------------------------------------------------------


def test_a_game_without_scenarios_is_refused() -> None:
    """A name that is nearly right gets a suggestion; a way out of the folder is no game."""
    with pytest.raises(LayerlawError, match=r"'sorc' are shipped .*did you mean 'sorcery'"):
        shipped_scenarios("sorc")
    with pytest.raises(LayerlawError, match="no scenarios of"):
        shipped_scenarios("../cards")
    assert all(shipped_scenarios(game) for game in shipped_games())
    assert scenarios_for(replace(BOOK, cards="my-game")) == ()
    assert scenarios_for(BOOK) == shipped_scenarios("sorcery")


@pytest.mark.parametrize("without", ["SORC-DEP-99", ["SORC-DEP-3", "SORC-DEP-99"]])
def test_a_clause_that_is_not_there_cannot_be_left_out(without: str | list[str]) -> None:
    """Neither for the state nor for a permission, alone or among others."""
    certificate, asked = certificate_of(ANSWER), may(ANSWER, "F", "attack")
    with pytest.raises(LayerlawError, match="'SORC-DEP-99' to leave out: did you mean 'SORC-DEP-"):
        certificate.check(without=without)
    with pytest.raises(LayerlawError, match="did you mean"):
        certificate.check_may(asked, "F", "attack", without=without)


def test_one_id_and_one_pair_may_stand_alone() -> None:
    """A question takes them for a list of one, and lists for tuples."""
    alone: dict[str, Any] = {"without": "K1", "swaps": ("K1", "K2")}
    assert Question(**alone) == Question(without=("K1",), swaps=(("K1", "K2"),))
    listed: dict[str, Any] = {"without": ["K1"], "swaps": [["K1", "K2"]], "order": []}
    assert Question(**listed) == Question(without=("K1",), swaps=(("K1", "K2"),))
    assert Question(without=()).nothing


@pytest.mark.parametrize(
    "wrong",
    [
        {"order": "K1"},
        {"without": 3},
        {"without": (1,)},
        {"swaps": "K1"},
        {"swaps": ("K1", "K2", "K3")},
        {"swaps": (("K1",),)},
        {"swaps": ("K1", ("K1", "K2"))},
    ],
    ids=str,
)
def test_a_question_is_not_read_letter_by_letter(wrong: dict[str, Any]) -> None:
    """What is neither ids nor pairs of them is refused by the name of the field."""
    with pytest.raises(WrongArgument, match=f"question's `{next(iter(wrong))}` is to hold"):
        Question(**wrong)


def test_an_unknown_card_is_a_key_error_with_a_suggestion() -> None:
    """The shelf stays a mapping: `in` and `get` work, and so does `except KeyError`."""
    with pytest.raises(KeyError) as refused:
        SHELF["King of Realm"]
    assert isinstance(refused.value, LayerlawError)
    assert "'King of Realm'" in str(refused.value)
    assert str(refused.value).endswith("did you mean 'King of the Realm'?")
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
    assert "King of Realm" not in SHELF and SHELF.get("King of Realm") is None


# --- where things are -----------------------------------------------------------------------------

DOORS = {
    "layerlaw.solver": ("Certificate", "Explained", "Verdict", "explained"),
    "layerlaw.solver.documents.compare": ("compare",),
    "layerlaw.solver.games.census": ("census",),
    "layerlaw.solver.documents.audit": (
        "abstract_findings",
        "settled_findings",
        "boards",
        "Instance",
    ),
    "layerlaw.model": ("WrongArgument",),
}


def test_what_is_sought_is_found() -> None:
    """By the package's `__all__`, and every package that the solver's docstring names exists."""
    for door, names in DOORS.items():
        assert set(names) <= set(importlib.import_module(door).__all__), door
    said = layerlaw.solver.__doc__ or ""
    named = [word.strip("`:,") for word in said.split() if word.startswith("`layerlaw.solver.")]
    assert len(named) > 8
    for name in named:
        assert importlib.import_module(name).__name__ == name


def test_doors_hide_no_files() -> None:
    """Neither `compare` nor `census` stands for a function where a package has the name."""
    for door, name in (
        ("layerlaw.solver.documents", "compare"),
        ("layerlaw.solver.games", "census"),
    ):
        assert not callable(getattr(importlib.import_module(door), name))


# --- reasons --------------------------------------------------------------------------------------


def texts(n: int) -> list[list[str]]:
    """The reasons of each turn of a chain of n effects, each waiting for the next younger."""
    answer = solve(chain(n, "once"))
    run = max(answer.runs, key=lambda one: len(one.turns))
    return [
        [reason.text for reason in turn_reasons(answer, run, number)]
        for number in range(len(run.turns))
    ]


def test_the_reasons_of_a_long_chain_name_the_nearest_only() -> None:
    """Eight of those that are older, and how many more there are; as many clauses for each."""
    first = texts(14)[0]
    assert first[1] == "goes before M5.1, which is older: it waits for M6.1"
    assert first[FEW] == "goes before M12.1, which is older: it waits for M13.1"
    assert first[FEW + 1 :] == ["and before 5 more that are older still"]
    assert max(map(len, texts(20))) == max(map(len, texts(14))) == FEW + 3


def test_a_chain_that_is_short_enough_is_told_in_full() -> None:
    """Up to eight older ones each is named, and nothing is said of more."""
    first = texts(FEW + 1)[0]
    assert [line.split()[2] for line in first[1:]] == [f"M{n}.1," for n in range(FEW)]
    assert texts(FEW + 2)[0][-1] == "and before 1 more that is older still"
