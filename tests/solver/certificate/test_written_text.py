"""How certificates stand in files: the place of a mistake, the shape of values, sizes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerlaw.model import BadInput, load_scenario, loads_scenario, shipped_scenarios
from layerlaw.model.algebra.infinite import INFINITE
from layerlaw.model.algebra.split import Split
from layerlaw.solver import load_certificate, solve, verify, written_certificate
from layerlaw.solver.certificate import loads_certificate
from layerlaw.solver.certificate.written import text as written_text
from layerlaw.solver.certificate.written import writing
from layerlaw.solver.certificate.written.fitting import DEEPEST, Misfit, deep, told
from layerlaw.solver.certificate.written.forms import PLAIN, Forms
from layerlaw.solver.certificate.written.text import decoded, parsed, place_of, second
from layerlaw.solver.certificate.written.writing import text_of

(PATH,) = (path for path in shipped_scenarios() if path.name == "two-kings.scenario.yaml")
CERTIFICATE = written_certificate(solve(load_scenario(PATH)))
TEXT = text_of(CERTIFICATE)
EMPTY = "an empty list says nothing"


def place(text: str) -> tuple[int, int, str]:
    """Line, column and message of the mistake in a text."""
    with pytest.raises(BadInput) as refused:
        parsed(text, "file.json")
    (problem,) = refused.value.problems
    return problem.line, problem.column, problem.message


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("{", 1, 2, "the file ends here, and the JSON does not"),
        ("{}\n x", 2, 2, "no JSON: Extra data"),
        ("\n x", 2, 2, "no JSON: Expecting value"),
        ('{"a": 1}x', 1, 9, "no JSON: Extra data"),
        ('{"a": 1,\n "a": 2}', 2, 2, "the key 'a' stands here twice"),
        ('{"a": {"b": 1},\n "b": [{"c": 1}, {"c": 2,\n "c": 3}]}', 3, 2, "the key 'c' stands"),
        ('["a", "a", {"a": "a", "b": "a",\n\n "a": 1}]', 3, 2, "the key 'a' stands here twice"),
        ('{"a": "\\"b", "b": "}",\n "a": 1}', 2, 2, "the key 'a' stands here twice"),
        ("[" + "9" * 5000 + "]", 1, 1, "a number with too many digits"),
        ("[" * 100_000, 1, 1, "lists and objects are nested too deeply"),
        ('["\\ud800"]', 1, 1, "half a character is written as \\ud..."),
    ],
)
def test_a_mistake_has_its_place(text: str, line: int, column: int, message: str) -> None:
    """Its line and column, from 1."""
    found = place(text)
    assert found[:2] == (line, column)
    assert found[2].startswith(message)


def test_without_a_key_twice_none_is_found() -> None:
    """Then it would stand at the beginning."""
    assert second('{"a": ["a", {"a": 1}], "b": "a"}') == 0


@pytest.mark.parametrize("blank", ["", " ", "\n  "])
def test_a_value_is_found_whatever_stands_between(blank: str) -> None:
    """Blanks or none."""
    between = blank.join(
        ("", "{", '"a"', ":", "[", "1", ",", "{", '"b"', ":", '"c"', "}", "]", ",")
    )
    text = between + blank + '"d"' + blank + ":" + blank + "[]" + blank + "}"
    assert json.loads(text) == {"a": [1, {"b": "c"}], "d": []}
    assert text[place_of(text, (None, "a")) :].startswith('"a"')
    assert text[place_of(text, ((None, "a"), 0)) :].startswith("1")
    assert text[place_of(text, ((None, "a"), 1)) :].startswith("{")
    assert text[place_of(text, (((None, "a"), 1), "b")) :].startswith('"b"')
    assert text[place_of(text, (None, "d")) :].startswith('"d"')
    assert text[place_of(text, None) :].startswith("{")


def test_what_is_no_utf_8_has_its_place() -> None:
    """Its line and column, counted in characters."""
    with pytest.raises(BadInput) as refused:
        decoded('{\n "ä": "'.encode() + b"\xff", "file.json")
    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.message) == (2, 8, "this is no UTF-8")


def test_a_file_is_read_up_to_the_size_that_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a byte more; without the last one it would not be whole."""
    file = tmp_path / "kings.json"
    text = TEXT.rstrip()
    file.write_text(text, encoding="utf-8", newline="\n")
    size = len(text.encode())
    for most, large in ((size, False), (size - 1, True)):
        monkeypatch.setattr(written_text, "MOST_BYTES", most)
        if large:
            with pytest.raises(BadInput, match="the file is larger than 0 MB"):
                load_certificate(file)
            with pytest.raises(BadInput, match="the file is larger than 0 MB"):
                decoded(text.encode(), "file.json")
        else:
            assert load_certificate(file) == CERTIFICATE
    with pytest.raises(BadInput) as refused:
        load_certificate(tmp_path / "nowhere.json")
    (problem,) = refused.value.problems
    assert (problem.line, problem.column) == (1, 1)


@pytest.mark.parametrize("device", [one for one in ("/dev/null",) if Path(one).exists()])
def test_what_is_no_ordinary_file_is_not_read(device: str) -> None:
    """Nobody may ever write into it; the mistake stands at the beginning, as that of its size."""
    with pytest.raises(BadInput) as refused:
        load_certificate(Path(device))
    for (problem,) in (refused.value.problems, written_text.too_large(device).problems):
        assert (problem.line, problem.column) == (1, 1)


def test_large_certificates_are_written_without_line_breaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And read all the same."""
    assert TEXT.count("\n") > 100
    monkeypatch.setattr(writing, "SPREAD_OUT", 100)
    dense = text_of(CERTIFICATE)
    assert dense.count("\n") == 1 and dense.endswith("\n")
    assert loads_certificate(dense) == CERTIFICATE


# --- values ---------------------------------------------------------------------------------------


def changed(change: Callable[[Any], None]) -> str:
    """What is said of the certificate with a change in its JSON."""
    document = json.loads(TEXT)
    change(document)
    with pytest.raises(BadInput) as refused:
        loads_certificate(json.dumps(document))
    return str(refused.value.problems[0])


def a_change(document: Any) -> Any:
    """The first group of changes of a turn."""
    turns = (turn for layer in document["facts"]["layers"] for turn in layer["turns"])
    return next(turn["changes"][0] for turn in turns if turn.get("changes"))


def a_dependency(document: Any) -> Any:
    """The first group of dependencies."""
    graphs = (graph for layer in document["facts"]["layers"] for graph in layer["graphs"])
    return next(graph["found"][0] for graph in graphs if graph.get("found"))


@pytest.mark.parametrize("key", ["characteristic", "before", "after", "objects"])
def test_nothing_of_a_change_is_missing(key: str) -> None:
    """One message says what is."""
    assert f"'{key}' is missing" in changed(lambda document: a_change(document).pop(key))


@pytest.mark.parametrize("key", ["effect", "on"])
def test_nothing_of_a_dependency_is_missing(key: str) -> None:
    """But for the witness that the other would not exist."""
    assert f"'{key}' is missing" in changed(lambda document: a_dependency(document).pop(key))


def test_what_is_written_of_nobody_says_nothing() -> None:
    """No empty lists."""
    assert EMPTY in changed(lambda document: a_change(document).update({"objects": []}))
    assert EMPTY in changed(lambda document: a_dependency(document).update({"on": []}))


@pytest.mark.parametrize("history", [3, [], "x", True])
def test_a_history_is_a_scenario_or_null(history: object) -> None:
    """What is in it is read once its rulebook is known."""
    said = changed(lambda document: document.update({"history": history}))
    assert "expected: a scenario, or null" in said


def test_values_that_lie_too_deep_are_not_read() -> None:
    """A hundred deep, and no deeper."""
    spot: Any = None
    assert deep(spot) == 0
    for number in range(DEEPEST + 1):
        spot = (spot, number)
    assert deep(spot) == DEEPEST + 1
    assert deep(spot[0]) == DEEPEST


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        ({}, "an object"),
        ([], "a list"),
        ("x" * 39, "'" + "x" * 39 + "'"),
        ("x" * 40, "a text of 40 letters"),
        (7, "7"),
        (int("7" * 50), "7" * 40),
    ],
)
def test_what_does_not_belong_is_told_shortly(value: Any, said: str) -> None:
    """In a few words."""
    assert told(value) == said


FORMS = Forms({})


@pytest.mark.parametrize(
    ("hint", "value", "written"),
    [
        (int, 7, 7),
        (int, INFINITE, {"infinite": True}),
        (int, -INFINITE, {"infinite": False}),
        (int, Split(3, 5), {"split": [3, 5]}),
        (tuple[str, ...], ("a", "b"), ["a", "b"]),
        (tuple[int, str], (1, "b"), [1, "b"]),
        (tuple[int, int], (1, 2), [1, 2]),
        (frozenset[str], frozenset("ba"), ["a", "b"]),
        (frozenset[tuple[str, str]], frozenset({("b", "a"), ("a", "c")}), [["a", "c"], ["b", "a"]]),
        (dict[str, int], {"a": 1}, {"a": 1}),
        (tuple[int, ...] | None, None, None),
        (tuple[int, ...] | None, (1, 2), [1, 2]),
    ],
)
def test_values_are_written_and_read_back(hint: Any, value: Any, written: Any) -> None:
    """By their types."""
    form = FORMS.of(hint)
    assert form.write(value) == written
    read = form.read(written, None)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (int, True),
        (int, "7"),
        (int, {"infinite": 1}),
        (int, {"infinite": True, "more": 1}),
        (int, {"split": [3]}),
        (int, {"split": [3, 3]}),
        (int, {"split": [3, 4, 5]}),
        (int, {"split": 3}),
        (bool, 1),
        (str, None),
        (tuple[int, str], [1]),
        (tuple[int, str], [1, "a", "b"]),
        (tuple[int, str], ["a", 1]),
        (tuple[int, str], {"a": 1}),
        (tuple[str, ...], "ab"),
        (frozenset[str], ["b", "a"]),
        (frozenset[str], ["a", "a"]),
        (dict[str, int], []),
        (dict[str, int], {"a": "b"}),
    ],
)
def test_values_of_another_type_are_refused(hint: Any, value: Any) -> None:
    """Strictly."""
    with pytest.raises(Misfit):
        FORMS.of(hint).read(value, None)


def test_nothing_is_null() -> None:
    """And null is nothing else."""
    assert PLAIN[type(None)].read(None, None) is None
    with pytest.raises(Misfit):
        PLAIN[type(None)].read(0, None)


def test_what_cards_give_is_named() -> None:
    """Before the rulebook's own keywords."""
    answer = solve(
        loads_scenario(
            "title: Given\nrulebook: magic-2026-04\nplayers: [you, me]\ncards:\n"
            "  Teacher: {is: [creature], has: ['creatures: gain Hunt'],"
            " gives: [{name: Hunt, elves: power += 1}]}\nplay:\n  - you: Teacher as T\n"
        )
    )
    named = written_certificate(answer).rulebook
    assert named.given[0] == "Hunt"
    assert "Hunt" not in CERTIFICATE.rulebook.given
    assert verify(written_certificate(answer)).outcome == "verified"
