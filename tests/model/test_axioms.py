"""The axioms of a rulebook: their notation, and what the loader says of mistakes."""

from dataclasses import replace

import pytest

from layerlaw.model.errors import BadInput, NotationError
from layerlaw.model.places import rulebook_ids, shipped_folder
from layerlaw.model.rulebooks.axiom_notation import FACTS, axiom_line, parse_condition, written
from layerlaw.model.rulebooks.axioms import All, Fact, Negated, Some, relations, replaced
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.shipped import shipped_rulebook

SOURCE = (shipped_folder() / "rulebooks" / "sorcery-2026-01.yaml").read_text(encoding="utf-8")
FIRST = "  - {clause: SORC-LAYER-1, when: layer of x before layer of y, then: x before y}"


def _problems(line: str) -> str:
    """What the loader says when the first axiom is written like this."""
    assert SOURCE.count(FIRST) == 1
    with pytest.raises(BadInput) as caught:
        loads_rulebook(SOURCE.replace(FIRST, line), "book.yaml")
    return str(caught.value)


def _line() -> int:
    return SOURCE[: SOURCE.index(FIRST)].count("\n") + 1


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_is_written_as_it_is_read(fact: str) -> None:
    """Every fact of the vocabulary is one fact, and is written back in the same words."""
    condition = parse_condition(fact)
    assert isinstance(condition, Fact)
    assert written(condition) == fact


def test_joined_facts_are_written_as_they_are_read() -> None:
    """`and` binds closer than `or`; brackets and `not` survive being written and read."""
    text = "x older than y or y depends on x and not (x and y in a loop or x waits for nothing)"
    condition = parse_condition(text)
    assert isinstance(condition, Some)
    second = condition.parts[1]
    assert isinstance(second, All)
    assert isinstance(second.parts[1], Negated)
    assert written(condition) == text
    nested = parse_condition("(x older than y or y older than x) and x and y in one layer")
    assert parse_condition(written(nested)) == nested


def test_what_is_said_of_x_is_the_same_said_of_y() -> None:
    """`x is not next` is `y is not next` with the two in each other's place."""
    lines = "{clause: SORC-LAYER-1, when: layer of x before layer of y, then: x before y}"
    own = f"{BASED}axioms:\n  - {lines}\n"
    said = own.replace("then: x before y", "then: x is not next")
    turned = own.replace("layer of x before layer of y", "layer of y before layer of x").replace(
        "then: x before y", "then: y is not next"
    )
    assert loads_rulebook(said).axioms == loads_rulebook(turned).axioms
    (axiom,) = loads_rulebook(said).axioms
    assert axiom.by_step
    assert axiom_line(axiom).endswith("then: y is not next}")
    assert not axiom.alone
    assert replace(axiom, when=parse_condition("y waits for something")).alone


def test_a_relation_is_replaced_everywhere() -> None:
    """Replacing a relation reaches into `not`, `and` and `or` and leaves the effects alone."""
    condition = parse_condition("y depends on x and not (x depends on y or x older than y)")
    changed = replaced(condition, "depends", "chain")
    assert relations(changed) == ("chain", "chain", "older")
    assert written(changed).startswith("y depends on x in a chain and not (x depends on y in a ch")


@pytest.mark.parametrize(
    ("text", "offset", "said"),
    [
        ("x odler than y", 2, "did you mean 'older'?"),
        ("x depends on", 12, "something is missing at the end"),
        ("x older than x", 13, "'x' stands on both sides"),
        ("", 0, "nothing is written"),
        ("x and y in a loop x", 18, "unexpected 'x'"),
        ("x older than z", 13, "unexpected 'z'"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, offset: int, said: str) -> None:
    """A mistake is told with its place, and the words meant are suggested."""
    with pytest.raises(NotationError) as caught:
        parse_condition(text)
    assert caught.value.offset == offset
    assert said in (caught.value.message, caught.value.suggestion)


def test_the_loader_names_file_line_and_column() -> None:
    """A mistake in a condition is told as file:line:column, with a suggestion."""
    text = _problems(
        "  - {clause: SORC-LAYER-1, when: layr of x before layer of y, then: x before y}"
    )
    assert text.startswith(f"book.yaml:{_line()}:34: unexpected 'layr'")
    assert "did you mean 'layer'?" in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (FIRST.replace("SORC-LAYER-1", "SORC-LAYRE-1"), "did you mean 'SORC-LAYER-1'?"),
        (FIRST.replace("then: x before y", "then: y before x"), "does not demand 'y before x'"),
        (FIRST.replace("then: x before y", "then: y is not nxt"), "did you mean 'y is not next'?"),
        (FIRST.replace("layer of x before", "x is ready and layer of x before"), "who is ready"),
        (FIRST.replace(", then: x before y", ""), "an axiom needs the key 'then'"),
        (FIRST.replace("}", ", overrides: [SORC-LAYER-1]}"), "can't override itself"),
        (FIRST.replace("}", ", overrides: [SORC-SELF-1]}"), "has no axiom that could be overr"),
        (FIRST.replace("}", ", overrides: [SORC-NONE]}"), "unknown clause 'SORC-NONE'"),
        (FIRST.replace("}", ", overrides: [SORC-TS-0, SORC-TS-0]}"), "in 'overrides' already"),
        (FIRST.replace("when:", "whne:"), "did you mean 'when'?"),
    ],
)
def test_the_loader_refuses_axioms_that_make_no_sense(line: str, said: str) -> None:
    """Unknown clauses, other demands, missing keys and useless overrides are mistakes."""
    assert said in _problems(line)


@pytest.mark.parametrize("id", rulebook_ids())
def test_shipped_axioms_cite_clauses(id: str) -> None:
    """Every shipped axiom rests on a clause of its own rulebook; unordered rulebooks have none."""
    book = shipped_rulebook(id)
    for axiom in book.axioms:
        assert axiom.clause in book.clauses
        assert set(axiom.overrides) <= set(book.clauses)
    assert bool(book.axioms) == (book.policy("process") == "layered")


BASED = """
rulebook: mine
based on: sorcery-2026-01
without:
  clauses: [SORC-DEP-5, SORC-TS-0]
  points: [SORC-OPEN-INDEPENDENT, SORC-OPEN-LOOP, SORC-OPEN-GRANTED, SORC-OPEN-CONDITION]
policies:
  loop: {value: members, clause: SORC-DEP-3}
  process: {value: layered, clause: SORC-LAYER-1}
  timestamps: {value: oldest first, clause: SORC-DEP-4}
"""


def test_axioms_go_with_a_clause_that_is_left_out() -> None:
    """A rulebook based on another takes its axioms, but for those of clauses it leaves out."""
    mine = loads_rulebook(BASED)
    clauses = [axiom.clause for axiom in mine.axioms]
    assert "SORC-DEP-5" not in clauses
    assert clauses.count("SORC-DEP-4") == 3
    assert not any(axiom.overrides for axiom in mine.axioms)


def test_axioms_are_replaced_as_a_whole() -> None:
    """A rulebook based on another that writes axioms has these alone."""
    own = f"{BASED}axioms:\n{FIRST}\n"
    assert [axiom.clause for axiom in loads_rulebook(own).axioms] == ["SORC-LAYER-1"]
