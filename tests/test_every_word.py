"""Every word of the algebra is known wherever a forgotten one would go unnoticed.

The type checker finds the readers that name every word. Here are the others: what is drawn and
shown, and the places that pass over what they do not name, each with the reason why it may.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from docs.test_notation_page import samples
from lending import history
from texts import random_board

from comparing import assert_same
from exhaustive import words as alphabet
from layerlaw.model import algebra, loads_scenario, shipped_rulebook, vocabulary
from layerlaw.model.algebra import reads, writes
from layerlaw.model.algebra.trees import with_operands
from layerlaw.model.notation.parsing import (
    parse_ability,
    parse_condition,
    parse_operations,
    parse_selector,
    parse_value,
)
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook

ROOT = Path(__file__).parents[1]
UNIONS: Mapping[str, frozenset[str]] = {
    name: frozenset(one.__name__ for one in get_args(getattr(algebra, name)))
    for name in ("Operation", "Selector", "Value", "Condition", "Player", "Duration")
}
WORDS = frozenset().union(*UNIONS.values())
WRITES = frozenset(one.__name__ for one in get_args(writes.Write))
"""What operations write: who asks for these need not know the operations."""
READS = frozenset(one.__name__ for one in get_args(reads.ReadCell))
"""What terms read: who asks for these need not know the terms."""


def classes(tree: object) -> Iterator[str]:
    """The names of all classes of the algebra in a tree of dataclasses."""
    if is_dataclass(tree) and not isinstance(tree, type):
        yield type(tree).__name__
        for field in fields(tree):
            yield from classes(getattr(tree, field.name))
    elif isinstance(tree, tuple | list | frozenset):
        for each in tree:
            yield from classes(each)
    elif isinstance(tree, Mapping):
        for each in tree.values():
            yield from classes(each)


# --- what is drawn, played and shown -----------------------------------------------------------

MADE_BY_THE_GAME = {"Recorded", "RecordedPlayer"}
"""Nobody writes these: they are made when something resolves."""
IN_SCENARIOS_ALONE = {"NamedPlayer"}
"""No card names a player of one scenario."""


CANONICAL = {"both": "Both", "either": "Either", "all_of": "AllOf", "any_of": "AnyOf"}
"""What makes a word in its canonical form."""


def test_the_strategies_draw_every_word() -> None:
    """What is printed and parsed back, and hashed and walked, holds every word."""
    tree = ast.parse((ROOT / "tests/algebra_strategies.py").read_text(encoding="utf-8"))
    body = [node for node in tree.body if not isinstance(node, ast.ImportFrom)]
    names = {node.id for one in body for node in ast.walk(one) if isinstance(node, ast.Name)}
    drawn = names | {CANONICAL[name] for name in names & CANONICAL.keys()}
    missing = sorted(WORDS - drawn - MADE_BY_THE_GAME)
    assert not missing, " ".join(missing)


def test_the_page_of_the_notation_shows_every_word() -> None:
    """Each word stands in a sample of its tables that is parsed."""
    words = vocabulary(shipped_rulebook("sorcery-2026-01"))
    readers = {
        "abilities": parse_ability,
        "selectors": parse_selector,
        "operations": parse_operations,
        "values": parse_value,
        "conditions": parse_condition,
    }
    shown = {
        name
        for kind, parse in readers.items()
        for text in samples(kind)
        for name in classes(parse(text, words))
    }
    shown |= UNIONS["Duration"]  # These stand in a row of their own, without an ability.
    missing = sorted(WORDS - shown - MADE_BY_THE_GAME - IN_SCENARIOS_ALONE)
    assert not missing, " ".join(missing)


JOINED = """
title: Joined conditions, a noun, and a player by name
rulebook: sorcery-2026-01
players: [you, me]
active: {active}
cards:
  Banner: {{is: [minion], power: 2, has: ["enemies: power += 1 as long as {condition}"]}}
play:
  - you: Banner as B at 3
  - me: Foot Soldier as F at 4
  - me: Foot Soldier as G at 9
"""
CONDITIONS = (
    "it is your turn and there is a nearby mortal",
    "it is your turn or there is an adjacent site",
    "it is not your turn or power of self >= 3 and there is a mortal",
    "not (it is your turn and there is a mortal)",
)


@pytest.mark.parametrize("active", ["you", "me"])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_joined_conditions_are_as_the_oracle_says(active: str, condition: str) -> None:
    """On a small board, on either player's turn."""
    assert_same(loads_scenario(JOINED.format(active=active, condition=condition)))


@cache
def played() -> frozenset[str]:
    """The words of every board that is held against the oracle: small ones, random ones, cards."""
    found: set[str] = set()
    for name, table in vars(alphabet).items():
        if name.isupper() and isinstance(table, Mapping):
            for letter in table.values():
                found.update(classes(letter("B", "C") if callable(letter) else letter))
    for condition in CONDITIONS:
        scenario = loads_scenario(JOINED.format(active="you", condition=condition))
        found.update(classes(scenario.events))
    for seed in range(20):
        found.update(classes(random_board(Random(seed)).events))
    for seed in range(20):
        found.update(classes(history(Random(seed))[0]))
    for seed in range(150):
        scenario = seeded_scenario(seed, small_rulebook())
        found.update(classes(scenario.events))
    return frozenset(found)


@pytest.mark.slow
def test_every_word_is_on_boards_that_are_held_against_the_oracle() -> None:
    """The exhaustive words and the random boards hold every word between them."""
    missing = sorted(WORDS - played() - MADE_BY_THE_GAME - IN_SCENARIOS_ALONE)
    assert not missing, " ".join(missing)


# --- who passes over what it does not name -----------------------------------------------------

SAFE = {
    "solver/together/operands.py:known_operand": "fails loudly for what it does not know",
    "solver/together/search.py:_operands": "fails loudly for what it does not know",
    "solver/together/worded.py:holds": "what it does not know is guessed",
    "solver/together/worded.py:selects": "what it does not know is guessed",
    "solver/together/worded.py:_value": "what it does not know is guessed",
    "solver/together/worded.py:_who": "what it does not know is guessed",
    "solver/together/read_sets.py:_of_cell": "the rest is asked of the next one",
    "solver/together/read_sets.py:_of_plain_cell": "fails loudly for what it does not know",
    "solver/together/read_sets.py:left_open": "what is not taken apart is asked as a whole",
    "solver/certificate/history/outlook.py:may_be": "what is not known may be",
    "solver/certificate/history/outlook.py:is_for_good": "what is not known may end",
    "solver/derivation/possible.py:is_certain": "what is not known may end",
    "solver/effects/reads.py:alone": "what may mean several is asked of all",
    "solver/derivation/prospects.py:prospects_of": "the rest gives no type, low number or keyword",
    "solver/effects/acts.py:takes_abilities": "the rest leaves abilities as they are",
    "solver/certainty/orders/read_write_sets.py:_may_touch": "what is not known may",
    "solver/layers/commuting_pairs.py:_adds": "what is not known to add is tried",
    "solver/effects/acts.py:_adds": "what is not known to add meets what writes the same",
    "solver/shell/authoring/lint_never.py:_inside": "what is not looked into contradicts nothing",
    "solver/shell/authoring/lint_never.py:_names": "only names of cards are looked for",
    "solver/games/census/read_write_sets.py:_needs": "what is not known leaves the rule in",
    "solver/games/census/required_objects.py:_member_of": "only words of sets are looked for",
    "solver/certificate/history/turns.py:ended_with_a_turn": "no turn ends the rest",
    "solver/certificate/replay/apply.py:_result": "the rest are limits, by its type",
    "solver/certificate/replay/select.py:_meant": "the rest is selected in play",
    "solver/certificate/replay/words.py:names": "a zone is named or it is not",
    "solver/certificate/replay/words.py:names_rules": "the rules are named or they are not",
    "solver/certificate/replay/words.py:speaks_of": "a word is named or it is not",
    "solver/certainty/orders/read_words.py:_bound": "what is not known is not bound",
    "solver/effects/context.py:mentions": "a word is named or it is not",
    "solver/effects/operations.py:_operand": "fails loudly for what it does not know",
    "solver/effects/operations.py:arithmetic": "typed by the numbers it takes",
    "solver/documents/properties/order_proof.py:_meet": "only what `_named` covers comes here",
    "solver/documents/coverage/cited_clauses.py:_acts": "whether it is one of two",
    "solver/documents/coverage/cited_clauses.py:_of_operations": "adds the clauses of two",
    "solver/documents/coverage/cited_clauses.py:_topics": "adds the clauses of two",
    "solver/together/candidates.py:words": "the rest gives no words",
    "solver/together/grounds.py:_way": "what is not known goes both ways",
    "solver/together/keys.py:__init__": "adds columns to what `writes` says",
    "solver/together/keys.py:key_of": "typed by the cells it takes",
    "solver/together/read_sets.py:directly": "what is not known may be anybody",
    "solver/together/operands.py:numbers_domain": "what is not known has no domain",
    "solver/together/bounds.py:bounds": "waits for all that it looks at",
    "solver/together/bounds.py:players_known": "waits for all that it looks at",
    "tests/oracle/layering.py:names": "a word is named or it is not",
    "tests/oracle/operations.py:operands": "the rest has nothing to work out; boards tell",
    "tests/oracle/reads.py:few": "what is not few is everybody",
    "tests/oracle/reads.py:match": "the rest looks at nothing that changes; boards tell",
    "tests/oracle/reads.py:operand": "the rest has nothing to work out; boards tell",
    "tests/oracle/reads.py:player": "the rest looks at nothing; boards tell",
    "tests/oracle/reads.py:value": "the rest looks at nothing; boards tell",
    "tests/oracle/resolving.py:frozen_operation": "the rest has nothing to fix",
    "tests/oracle/selectors.py:means": "a reference, or a scope",
    "tests/oracle/selectors.py:names_a_zone": "a zone is named or it is not",
    "tests/oracle/selectors.py:says_self": "it is said or it is not",
    "tests/oracle/settling.py:speaks_of_target": "it is said or it is not",
    "tests/oracle/settling.py:types_named": "the rest names no types",
}
"""Readers of some words of a union only, with why passing over the others is right."""
REVIEWED = {
    "Operation": 28,
    "Selector": 33,
    "Value": 11,
    "Condition": 7,
    "Player": 6,
    "Duration": 8,
}
"""So many words each union had when these reasons were last gone through."""
REVIEWED_WRITES = 11
REVIEWED_READS = 10


OTHERS = {"All", "Fact", "Play", "Move"}
"""Axioms and events have words of the same names, and unions of their own."""


def matches() -> Iterator[tuple[str, frozenset[str]]]:
    """Every function that matches some words of a union, and passes over the others of it."""
    for path in sorted([*(ROOT / "solver").rglob("*.py"), *(ROOT / "tests/oracle").glob("*.py")]):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Match) and (left := passed_over(node)):
                    yield f"{path.relative_to(ROOT).as_posix()}:{function.name}", left


def passed_over(match: ast.Match) -> frozenset[str]:
    """The words of the union that the cases do not name; none where the type checker would."""
    last = ast.unparse(match.cases[-1])
    named = {
        node.cls.attr if isinstance(node.cls, ast.Attribute) else ast.unparse(node.cls)
        for case in match.cases
        for node in ast.walk(case.pattern)
        if isinstance(node, ast.MatchClass)
    }
    known = named & (WORDS | WRITES | READS)
    unions = [union for union in (*UNIONS.values(), WRITES, READS) if known and known <= union]
    if not unions or "assert_never" in last or named & OTHERS:
        return frozenset()
    return min((union - named for union in unions), key=len)


@pytest.mark.slow
def test_who_passes_over_words_says_why() -> None:
    """A reader that names only some words of a union is listed, with the reason why it may.

    A new word makes this fail: ask of each reader whether its reason holds for that word too.
    """
    assert {name: len(union) for name, union in UNIONS.items()} == REVIEWED
    assert len(WRITES) == REVIEWED_WRITES
    assert len(READS) == REVIEWED_READS
    assert {place for place, _ in matches()} == SAFE.keys()


# --- who asks for some operations by name ------------------------------------------------------

ASKED = {
    "solver/certificate/replay/texts.py:_said": "the rest names no words or keywords; boards tell",
    "solver/games/census/required_objects.py:_spoken_of": "the keywords that are taken",
    "solver/certainty/orders/simultaneous_orders.py:_marks": "what is ranked by age",
    "solver/effects/relevance.py:bars_losses": "what brings abilities",
    "solver/layers/cells.py:operand": "whom permissions speak of",
    "solver/effects/operations.py:_writer": "of what gives words one reads them off others",
    "solver/documents/boards/word_boards.py:spoken_words": "a word that is missed makes no board",
    "solver/documents/compare/stock.py:_verbs": "the verbs of permissions",
    "solver/documents/properties/spoken.py:numbers_spoken": "a number missed makes no board",
    "solver/derivation/guarded.py:_may_be_said": "whom permissions speak of",
    "solver/together/ranges.py:number_ranges": "what is not known has no range",
    "solver/certificate/history/foreseen.py:_gather": "what brings text that nobody has printed",
    "solver/together/rest.py:without_value": "marks write no value",
    "solver/certificate/spoken.py:bare": "what adds or takes words",
    "solver/certificate/replay/operations.py:modifies": "what else there is changes an object",
    "tests/oracle/kinds.py:modifies": "what else there is changes an object",
    "solver/certificate/replay/otherwise.py:_copied_abilities": "what abilities that define write",
    "solver/certificate/replay/otherwise.py:_sets": "what a copy has otherwise",
    "solver/certificate/replay/otherwise.py:_changed": "what a copy has otherwise",
    "solver/certificate/replay/otherwise.py:with_otherwise": "what gives words that need a type",
    "tests/oracle/exceptions.py:defines": "what abilities that define write",
    "tests/oracle/exceptions.py:otherwise": "what a copy has otherwise",
    "tests/oracle/resolving.py:forget": "values that are recorded",
    "tests/oracle/resolving.py:forgotten": "values that are recorded",
}
"""Who asks whether an operation is one of several, with why the others are none of them."""


def askers() -> Iterator[str]:
    """Every function that asks by `isinstance` for several operations, and not for all."""
    for path in sorted([*(ROOT / "solver").rglob("*.py"), *(ROOT / "tests/oracle").glob("*.py")]):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
                    names = {one.split(".")[-1] for one in ast.unparse(node.args[1]).split(" | ")}
                    if len(names & UNIONS["Operation"]) > 1:
                        yield f"{path.relative_to(ROOT).as_posix()}:{function.name}"


@pytest.mark.slow
def test_who_asks_for_several_operations_says_why() -> None:
    """Such a question passes over a new operation, and no type checker sees it."""
    assert set(askers()) == ASKED.keys()


def test_every_value_that_an_operation_writes_is_fixed_as_it_resolves() -> None:
    """An operation with a value of another field, or unknown where values are fixed, fails here."""
    asked = {"SetNumber", "FixNumber", "ChangeNumber", "Limit"}
    valued = {
        one.__name__
        for one in get_args(algebra.Operation)
        if any("Value" in str(field.type) for field in fields(one))
    }
    assert valued == asked
    words = vocabulary(shipped_rulebook("sorcery-2026-01"))
    for text in ("power := 3", "power fixed at 3", "power += 3", "power at most 3"):
        ability = parse_ability(f"self: {text}", words)
        told = with_operands(ability, lambda instruction, value: algebra.Number(8))
        assert ability != told == parse_ability(f"self: {text.replace('3', '8')}", words)
