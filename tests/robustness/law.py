"""The law of the loaders: text loads, or it is refused with a place in the text; nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from layerlaw.model.cards.load import loads_cards
from layerlaw.model.errors import BadInput, LayerlawError, NotationError, Problem
from layerlaw.model.files.yaml_text import LINE_BREAK
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_duration,
    parse_operations,
    parse_player,
    parse_scope,
    parse_selector,
    parse_value,
)
from layerlaw.model.rulebooks.axiom_notation import parse_condition as parse_axiom
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.model.scenarios.load import loads_scenario
from layerlaw.model.scenarios.notation import (
    FORMS,
    parse_event,
    parse_expectation,
    parse_facts,
)
from layerlaw.model.scenarios.questions import read_question
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.shipped import shipped_rulebook, shipped_scenarios
from layerlaw.solver.play.solve import solve

HERE = Path(__file__).parent
BOOK = shipped_rulebook("sorcery-2026-01")
WORDS = vocabulary(BOOK).with_names(("you", "me"), ("F", "K1", "K2"))
EVENTS = tuple(form for form in FORMS if form not in ("expectation", "facts"))
ASKED = loads_scenario(
    "{title: T, rulebook: sorcery-2026-01, players: [you, me],"
    " play: [you: Foot Soldier as F at 3, me: King of the Realm as K1 at 8]}"
)
TURNS = 400
"""So many turns of a scenario are played before a run is given up."""


class Enough(Exception):
    """The work has gone on for as long as it should."""


def scenario(text: str) -> None:
    """A scenario loads and is solved, or is refused; one that takes long is given up."""
    play(loads_scenario(text, "<text>", HERE.parent / "model"))


def play(loaded: Scenario) -> None:
    """Solve it; raises `LayerlawError` at the most."""
    turns = 0

    def stop() -> None:
        nonlocal turns
        turns += 1
        if turns > TURNS:
            raise Enough

    try:
        solve(loaded, stop=stop)
    except (Enough, BadInput):
        return
    except LayerlawError as error:
        assert str(error)


def event(text: str) -> None:
    """One event in each of its forms."""
    for form in EVENTS:
        notation(partial(parse_event, form), text)


def question(text: str) -> None:
    """A question on a permission; it is no part of a file, so that it needs no place."""
    try:
        read_question(ASKED, text)
    except LayerlawError as error:
        assert str(error)


def notation(parse: Callable[[str], object], text: str) -> None:
    """A piece of notation parses, or is refused with a place in it."""
    try:
        parse(text)
    except NotationError as error:
        assert error.message
        assert 0 <= error.offset <= len(text), (error.offset, error.message)


PARSERS: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {
        "ability": lambda text: parse_ability(text, WORDS),
        "selector": lambda text: parse_selector(text, WORDS),
        "scope": lambda text: parse_scope(text, WORDS),
        "operations": lambda text: parse_operations(text, WORDS),
        "condition": lambda text: parse_condition(text, WORDS),
        "duration": lambda text: parse_duration(text, WORDS),
        "player": lambda text: parse_player(text, WORDS),
        "value": lambda text: parse_value(text, WORDS),
        "axiom": parse_axiom,
        "expectation": parse_expectation,
        "facts": parse_facts,
    }
)
LOADERS: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {
        "scenario": scenario,
        "rulebook": loads_rulebook,
        "cards": lambda text: loads_cards(text, BOOK),
    }
)
KINDS = (*LOADERS, *PARSERS, "event", "question")


def keeps_the_law(kind: str, text: str) -> None:
    """Load the text as that kind; raises `AssertionError`, or whatever escapes, if it breaks it."""
    if kind in PARSERS:
        notation(PARSERS[kind], text)
    elif kind == "event":
        event(text)
    elif kind == "question":
        question(text)
    else:
        try:
            LOADERS[kind](text)
        except BadInput as error:
            refused(error, text)


def refused(error: BadInput, text: str) -> None:
    """Every problem has a message and a place in the text, and the whole is shown in bounds."""
    assert error.problems
    lines = LINE_BREAK.split(text.removeprefix("\ufeff"))
    for problem in error.problems:
        if problem.file == "<text>":
            inside(problem, lines)
    shown = str(error)
    assert len(shown) < 200_000
    assert all(letter.isprintable() or letter == "\n" for letter in shown)


def inside(problem: Problem, lines: list[str]) -> None:
    """The place of the problem is one of the text, at the latest right behind its line's end."""
    assert problem.message
    assert 1 <= problem.line <= len(lines), problem
    assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem


def seeds(kind: str) -> tuple[str, ...]:
    """Texts to begin with: shipped files, or every line in them that is such notation."""
    folder = shipped_scenarios()[0].parents[2]
    if kind == "scenario":
        files = shipped_scenarios()
        return tuple(file.read_text(encoding="utf-8") for file in files)
    if kind == "rulebook":
        small = (HERE.parent / "model").glob("*.yaml")
        return tuple(
            file.read_text(encoding="utf-8")
            for file in (*sorted(small), *sorted((folder / "rulebooks").glob("*.yaml")))
        )
    if kind == "cards":
        pieces = (folder / "cards" / "sorcery.yaml").read_text(encoding="utf-8").split("\n\n")
        return tuple(piece for piece in pieces if piece.strip())
    return NOTATION.get(kind, NOTATION["ability"])


NOTATION: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ability": (
            "Airborne",
            "other nearby minions: power += 1, gain Airborne as long as self is underground",
            "enemy units without Stealth or sites at 3, 4: lose all abilities but Voidwalk",
            "target: controller := you, power at most 2 * (number of sites + 1) until end of turn",
            "self: can't be attacked by units with power <= 1; bearer: power := 3 / 2 % 1",
            "minions: gain [other minions: subtypes += {Beast, Undead} while in hand]",
            "locked units in front of self: becomes a site, swap power and base power",
        ),
        "value": ("1 + number of nearby mortals * (2 - power of self)", "highest base power of it"),
        "condition": (
            "not (self is underground and power of self >= 2) or there is no enemy minion",
            "self has Airborne or minions share subtypes with target",
        ),
        "duration": ("end of turn", "your next turn", "it leaves", "self is not nearby target"),
        "player": ("you", "controller of nearest minion", "opponent", '"me"'),
        "axiom": (
            "x and y in one layer and (x older than y or not x depends on y in a chain)",
            "x waits for nothing and layer of y has a dependency",
        ),
        "expectation": ("power of F is 3", "F can't be attacked by K1", "F has no abilities"),
        "facts": ("K1 before K2, loop [K1.2, K2.2], F depends on K1", "A is lost to B"),
        "event": ("Foot Soldier as F at 3 on K1", "F to 4 underground", '"A, B" in hand', "F 2"),
        "question": ("may F be attacked by K1?", "you cast F"),
    }
)
