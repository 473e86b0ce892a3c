"""Tables and plots of answers and findings, and what of them leaves Python."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import BytesIO
from typing import Any

import networkx
import pandas
import pytest
import z3
from matplotlib.figure import Figure

from layerlaw.model import LayerlawError
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import certificate_of, explained, judge_all, may, orders, readings, solve
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.games.census import Census, Share
from layerlaw.solver.games.census.result import Between, Encounter
from layerlaw.solver.games.sweeps import sweep
from layerlaw.solver.shell.report.table import DTYPES
from layerlaw.solver.shell.report.tables import TABLES

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}
KINGS = load_scenario(SHIPPED["two-kings"])
ANSWER = solve(KINGS)
SEVERAL = solve(load_scenario(SHIPPED["two-answers"]))
CENSUS = Census(
    ANSWER.rulebook,
    ("A", "B", "C"),
    (),
    (),
    (Encounter(("A", "B"), (Between("3", 0, 1, "action"),)),),
    (),
    Share(3, 2, 1),
    None,
    1,
    0,
    True,
    (),
)
SWEEP = sweep([KINGS, load_scenario(SHIPPED["two-answers"])], workers=1)
FOUND: dict[str, Rich] = {
    "answer": ANSWER,
    "several": SEVERAL,
    "paradox": solve(load_scenario(SHIPPED["paradox"])),
    "judged": judge_all(KINGS),
    "why": explained(ANSWER, "F", "power"),
    "may": may(ANSWER, "F", "attack"),
    "certificate": certificate_of(ANSWER).check(),
    "readings": readings(KINGS),
    "orders": orders(KINGS),
    "census": CENSUS,
    "sweep": SWEEP,
}


@pytest.mark.parametrize("name", FOUND)
def test_a_frame_has_what_the_rows_have(name: str) -> None:
    """Every table as JSON and as a frame with a documented dtype in each column."""
    found = FOUND[name]
    for what in found.tables:
        listed = found.rows(what)
        assert json.loads(json.dumps(listed)) == listed
        frame = found.to_frame(what).reset_index()
        assert len(frame) == len(listed)
        assert {str(dtype) for dtype in frame.dtypes} <= {*DTYPES.values(), "int64"}
        for row, values in zip(listed, frame.to_dict("records"), strict=True):
            for column, value in row.items():
                seen = values[column]
                missing = not isinstance(seen, list) and pandas.isna(seen)
                assert (value is None and missing) or seen == value, (what, column)


def test_whatever_shows_itself_has_tables() -> None:
    """No finding is without a table."""
    assert {kind.__name__ for kind in Rich.__subclasses__()} == {kind.__name__ for kind in TABLES}


def test_an_answer_has_a_row_for_each_object() -> None:
    """By its id, with numbers as numbers and truth as truth."""
    frame = ANSWER.to_frame()
    assert frame.loc["K2", "controller"] == "you" and frame.loc["F", "power"] == 3
    assert str(frame["power"].dtype) == "Int64" and str(frame["silenced"].dtype) == "boolean"
    held = ANSWER.value("K1", "abilities")
    assert isinstance(held, tuple) and frame.loc["K1", "abilities"] == list(held)
    changed = {(row["object"], row["characteristic"]): row for row in ANSWER.rows("changes")}
    assert changed["K2", "controller"]["before"] == "me"
    applied = [
        row["effect"]
        for row in ANSWER.rows("turns")
        if row["layer"] == "3" and row["verdict"] == "applied"
    ]
    assert tuple(applied) == ANSWER.order("control")


def test_of_several_answers_each_is_told() -> None:
    """With its number, from 1."""
    assert SEVERAL.verdict == "several"
    for number, state in enumerate(SEVERAL.states, 1):
        own = [row for row in SEVERAL.rows() if row.pop("answer") == number]
        assert own == state.rows()


def test_a_table_that_there_is_not_is_refused() -> None:
    """With those that there are, and a suggestion."""
    with pytest.raises(LayerlawError, match=r"no table 'turn' of an Answer \(there are objects"):
        ANSWER.rows("turn")
    with pytest.raises(LayerlawError, match="did you mean 'turns'"):
        ANSWER.to_frame("turn")


@pytest.mark.parametrize(
    ("library", "call", "extra"),
    [("pandas", ANSWER.to_frame, "frame"), ("matplotlib.pyplot", ANSWER.plot, "plot")],
)
def test_a_library_that_is_missing_is_named_by_its_extra(
    monkeypatch: pytest.MonkeyPatch, library: str, call: Callable[[], object], extra: str
) -> None:
    """Rows do without."""
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(LayerlawError, match=rf"layerlaw\[{extra}\]"):
        call()
    assert ANSWER.rows()


def texts(ax: Any) -> str:
    """All that stands on axes."""
    return "\n".join(one.get_text() for one in ax.texts)


@pytest.mark.slow
def test_an_answer_is_drawn_with_an_arrow_for_each_dependency() -> None:
    """The effects by name, the loop's arrows, on axes of our own or of the caller's."""
    axes = Figure().subplots()
    assert ANSWER.plot("control", axes) is axes
    assert "K1.2\nKing of the Realm" in texts(axes) and "layer 3" in texts(axes)
    assert len(axes.patches) == len(ANSWER.dependencies("control")) == 2
    assert "no effect depends on another" in texts(ANSWER.plot("7", Figure().subplots()))
    drawn = ANSWER.plot().figure
    assert isinstance(drawn, Figure)
    drawn.savefig(BytesIO())


def test_a_census_and_a_sweep_are_drawn() -> None:
    """A square for every two entangled cards; a bar for how scenarios came out."""
    axes = CENSUS.plot(Figure().subplots())
    assert [one.get_text() for one in axes.get_xticklabels() if one.get_text()] == ["A", "B"]
    bars = SWEEP.plot(Figure().subplots())
    assert {text for text in texts(bars).split("\n") if text} == {"1"}


def test_results_of_another_task_are_not_drawn() -> None:
    """They say how nothing came out."""
    other = sweep([KINGS], task=str_of_title, workers=1)
    with pytest.raises(LayerlawError, match="another task"):
        other.plot()
    assert other.rows()[0]["value"] == KINGS.title


def str_of_title(scenario: Any) -> str:
    """A task of its own."""
    return str(scenario.title)


def test_a_graph_is_written_by_networkx() -> None:
    """Its attributes are numbers and texts, the witness among them."""
    graph = ANSWER.graph("control")
    read = networkx.parse_graphml("\n".join(networkx.generate_graphml(graph)))
    assert dict(read.nodes(data=True)) == dict(graph.nodes(data=True))
    edge = read.edges["K1.2", "K2.2"]
    assert (edge["witness"], edge["before"], edge["after"]) == ("action", "you", "me")


def test_what_has_a_json_form_is_written_as_text() -> None:
    """`to_json` is `to_dict`; what is no document says so."""
    for found in (ANSWER, FOUND["readings"], FOUND["orders"], CENSUS, SWEEP):
        assert json.loads(found.to_json(indent=2)) == found.to_dict()
    with pytest.raises(LayerlawError, match="no document of a Decision"):
        FOUND["may"].to_dict()


def asked(text: str) -> list[str]:
    """What Z3 answers to each question of a text."""
    context = z3.Context()
    said = str(z3.Z3_eval_smtlib2_string(context.ref(), text))
    return [line for line in said.splitlines() if line in ("sat", "unsat")]


@pytest.mark.parametrize("name", ["two-kings", "two-answers", "paradox"])
def test_the_proof_as_smt_lib_holds(name: str) -> None:
    """Every question of a right answer is unsatisfiable."""
    found = asked(certificate_of(solve(load_scenario(SHIPPED[name]))).to_smt2())
    assert found and set(found) == {"unsat"}


def test_the_proof_of_a_wrong_order_does_not_hold() -> None:
    """Turns that were swapped leave a clause false."""
    from dataclasses import replace

    facts = ANSWER.facts
    layers = tuple(
        replace(one, turns=one.turns[::-1]) if one.layer == "3" else one for one in facts.layers
    )
    wrong = replace(certificate_of(ANSWER), facts=replace(facts, layers=layers))
    assert "sat" in asked(wrong.to_smt2())


def test_numbers_without_end_are_texts() -> None:
    """A column of numbers with an infinite one is of dtype `object`."""
    from layerlaw.solver.shell.report.tables import _dtype

    assert (_dtype("number", [1, None]), _dtype("number", [1, "infinite"])) == ("Int64", "object")
