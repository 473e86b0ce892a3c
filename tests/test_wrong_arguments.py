"""Every public function, each of its parameters handed what it cannot work on."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from layerlaw.model import LayerlawError, loads_scenario, shipped_rulebook
from layerlaw.model.arguments import checked
from layerlaw.model.errors import WrongArgument
from layerlaw.model.scenarios.scenario import Variant
from layerlaw.solver import Question, readings, solve, written_certificate
from layerlaw.solver.documents.audit import Instance
from layerlaw.solver.shell.engines import from_function
from layerlaw.solver.shell.testing import Layerlaw

REFERENCE = Path(__file__).parent.parent / "docs" / "reference.py"
PACKAGES = tuple(
    dict.fromkeys(re.findall(r'^    "(layerlaw[\w.]*)",$', REFERENCE.read_text(), re.MULTILINE))
)
WRONG: tuple[object, ...] = (None, 3, {}, [3], "", object())
KINGS = loads_scenario(
    "title: A board\nrulebook: sorcery-2026-01\nplayers: [you, me]\nactive: you\n"
    "play: [you: Foot Soldier as F at 3, me: King of the Realm as K at 8]\n"
    "expect: [power of F is 2]\n"
)
ANSWER = solve(KINGS)
BOOK = shipped_rulebook("sorcery-2026-01")
RIGHT: MappingProxyType[str, object] = MappingProxyType(
    {
        "scenario": KINGS,
        "answer": ANSWER,
        "derivation": ANSWER,
        "certificate": written_certificate(ANSWER),
        "examples": (),
        "ours": ANSWER,
        "of": ANSWER,
        "situation": ANSWER.situation,
        "rulebook": BOOK,
        "book": BOOK,
        "one": BOOK,
        "other": BOOK,
        "expected": KINGS.expect[0],
        "question": Question(without=("K.1",)),
        "object": "F",
        "words": "king",
        "who": "F",
        "action": "attack",
        "characteristic": "power",
        "layer": "control",
        "ids": (),
        "variant": Variant("", (), {}, (), (), KINGS.expect[0].where),
        "instance": Instance(1, (0,), ()),
        "text": "F attack",
        "id": BOOK.id,
        "path": "nothing.yaml",
        "file": "nothing.yaml",
        "game": "grand-archive",
        "paths": (),
        "kind": "cards",
        "called": "mine.yaml",
        "title": "A board",
        "cards": {},
        "scenarios": (),
        "items": (),
        "disagrees": lambda scenario: None,
        "found": None,
        "panels": (),
        "address": "nowhere",
        "run": lambda scenario: {},
        "engine": from_function(lambda scenario: {"F": {"power": 2}}),
        "theirs": {},
        "facts": ANSWER.facts,
        "n": 2,
    }
)
# What takes its time, of two rulebooks that are one.
OWN: MappingProxyType[str, dict[str, object]] = MappingProxyType(
    {
        "readings_page": {"found": readings(KINGS, limit=1)},
        "differences": {"ours": {}, "theirs": {}},
        "between_readings": {"one": {}, "other": {}},
        "between_rulebooks": {"one": None, "other": BOOK.id},
        "formatted": {"rulebook": None},
        "schema": {"rulebook": None},
        "schema_text": {"rulebook": None},
        "assert_same_state": {"rulebook": None, "theirs": {}},
        "load_scenario": {"rulebook": None},
        "loads_scenario": {"rulebook": None, "text": ""},
        "scenario_from_dict": {"rulebook": None, "values": {}},
        "shrink": {"rulebook": None},
        "census": {"limit": 0},
        "changed_cards": {"limit": 0},
        "abstract_findings": {"n": 2},
        "settled_findings": {"n": 1},
        "compare": {"n": 1},
        "check_property": {"what": "never: minions", "n": 1},
        "parse_property": {"text": "never: minions"},
        "layer": {"name": "control"},
        "compare_editions": {"old": "One. Two.", "new": "Two."},
        "hold_sources": {"texts": {"a.md": "One."}},
        "named_engine": {"name": Path(sys.executable).as_posix()},
        "stub_rulebook": {"texts": {"a.md": "One sentence here."}},
    }
)


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every public function, and the methods of an answer."""
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in module.__all__:
            if inspect.isfunction(getattr(module, name)):
                yield f"{package}.{name}", getattr(module, name)
    for thing in (ANSWER, Layerlaw()):
        for name, method in inspect.getmembers(type(thing), inspect.isfunction):
            if not name.startswith("_"):
                yield f"{type(thing).__name__}.{name}", getattr(thing, method.__name__)


def said_to_be_raised(function: Callable[..., object]) -> set[str]:
    """The errors that the docstring names, with those of a function that it raises `as`."""
    sentences = re.findall(r"\b[Rr]aises?\b(.*?)(?:\.\s|\.?$)", function.__doc__ or "", re.DOTALL)
    named = {error for said in sentences for error in re.findall(r"`([A-Z]\w*[a-z])`", said)}
    likes = {name for said in sentences for name in re.findall(r"\bas\s+`(\w+)`\s+does", said)}
    for _, like in functions():
        if like.__name__ in likes:
            named |= said_to_be_raised(like)
    return named


def kinds(error: type[Exception]) -> Iterator[type[Exception]]:
    """The error and all that are more special than it."""
    yield error
    for special in error.__subclasses__():
        yield from kinds(special)


CASES = {
    f"{name}({parameter})": (function, parameter)
    for name, function in functions()
    for parameter in inspect.signature(function).parameters
}


def call(function: Callable[..., object], parameter: str, value: object) -> None:
    """Call it with one value, all that has to be there right; an iterator begins."""
    own = OWN.get(function.__name__, {})
    given = {
        name: own.get(name, RIGHT.get(name))
        for name, one in inspect.signature(function).parameters.items()
        if one.default is one.empty or name in own
    }
    found = function(**{**given, parameter: value})
    if isinstance(found, Iterator):
        list(islice(found, 1))
    if isinstance(found, AbstractContextManager):
        with found:
            pass


def test_the_walk_goes_through_everything() -> None:
    """Every package of the reference, and far more parameters than functions."""
    assert len(PACKAGES) >= 15 and len(CASES) > 110
    assert "layerlaw.solver.games.sweeps.sweep(scenarios)" in CASES
    assert "Answer.value(object)" in CASES


@pytest.mark.sample(60)
@pytest.mark.parametrize("case", CASES)
def test_a_wrong_argument_is_no_crash(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of six wrong values is refused with an error that is announced, or there is a result."""
    monkeypatch.chdir(tmp_path)
    function, parameter = CASES[case]
    allowed = str(inspect.signature(function).parameters[parameter].annotation)
    for value in WRONG[1:] if "None" in allowed else WRONG:
        try:
            call(function, parameter, value)
        except LayerlawError as refused:
            assert said_to_be_raised(function) & {kind.__name__ for kind in type(refused).__mro__}


@pytest.mark.parametrize("name", dict(functions()))
def test_what_is_raised_is_said(name: str) -> None:
    """By the docstring of all that takes something, and every error that it names exists."""
    function = dict(functions())[name]
    said = said_to_be_raised(function)
    assert said or not inspect.signature(function).parameters
    errors = (*kinds(LayerlawError), *kinds(AssertionError), KeyError)
    assert said <= {error.__name__ for error in errors}


@pytest.mark.sample(25)
@pytest.mark.parametrize("name", dict(functions()))
def test_what_is_right_is_let_through(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the arguments of the walk as they stand no function complains of one."""
    monkeypatch.chdir(tmp_path)
    function = dict(functions())[name]
    parameters = list(inspect.signature(function).parameters)
    if not parameters or name.endswith((".cluster", ".lint", ".settled_findings")):
        return
    own = OWN.get(function.__name__, {})
    try:
        call(function, parameters[0], own.get(parameters[0], RIGHT.get(parameters[0])))
    except WrongArgument:
        raise
    except LayerlawError:
        return


@pytest.mark.parametrize(
    ("name", "parameter", "value", "message"),
    [
        ("solve", "readings", 3, "`readings` of solve is to be a mapping of (text, text) or None"),
        ("solve", "prune", "no", "`prune` of solve is to be True or False, not the str 'no'"),
        ("sweep", "scenarios", [3], "`scenarios` of sweep is to be several of (a Scenario or an"),
        ("loads_scenario", "text", None, "`text` of loads_scenario is to be text, not None"),
        ("shipped_rulebook", "id", 3, "`id` of shipped_rulebook is to be text, not the int 3"),
        ("may", "who", None, "`who` of may is to be text, not None"),
        ("orders", "limit", True, "`limit` of orders is to be a whole number, not the bool True"),
        ("census", "of", "all", "`of` of census is to be one of ['pairs', 'triples', 'both']"),
    ],
)
def test_the_message_names_the_parameter(
    name: str, parameter: str, value: object, message: str
) -> None:
    """What it is to be and what was handed in, as a `WrongArgument`."""
    function = next(one for _, one in functions() if one.__name__ == name)
    with pytest.raises(WrongArgument) as refused:
        call(function, parameter, value)
    assert message in str(refused.value)


def test_every_public_function_is_held_to_its_signature() -> None:
    """What is added to a public package has to be decorated (but for what takes nothing)."""
    for name, function in functions():
        if inspect.signature(function).parameters and "layerlaw." in name:
            assert hasattr(function, "__wrapped__"), name


@pytest.mark.slow
def test_a_generator_is_not_used_up() -> None:
    """What can be gone through once only is handed on as it is."""

    @checked()
    def total(numbers: Iterable[int]) -> int:
        return sum(numbers)

    assert total(number for number in (1, 2)) == 3 and total(numbers=[1, 2]) == 3
    loaded: list[Any] = ["1"]
    with pytest.raises(WrongArgument, match="`numbers` of total is to be several of"):
        total(numbers=loaded)
