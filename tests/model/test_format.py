"""A table of keys is declared once: what is read, told, written and described follows from it."""

from __future__ import annotations

import pytest

from layerlaw.model.cards.card_format import ABILITY, CARD
from layerlaw.model.errors import BadInput
from layerlaw.model.files.format import Flag, Items, Key, OneOf, Table, Text, TextList, Whole
from layerlaw.model.files.yaml_text import Problems, parse
from layerlaw.model.rulebooks.rulebook_format import BY_ID, BY_KEY, RULEBOOK_TABLE
from layerlaw.model.scenarios.scenario_format import SCENARIO_TABLE
from layerlaw.solver.shell.authoring.layout import WORD_LISTS
from layerlaw.solver.shell.authoring.schema_parts import schema_of

NAME = Key("name", Text("What it is called."), required=True)
LEGS = Key("legs", Whole("How many legs it has.", (4,)))
TAME = Key("tame", Flag("Whether it can be kept."))
SIZE = Key("size", OneOf("How big it is.", words=("small", "large")))
EATS = Key("eats", TextList("What it eats.", Text("A food."), one_line=True))
ANIMAL = Table("An animal.", "an animal", (NAME, LEGS, TAME, SIZE, EATS))
YOUNG = Key("young", Items("Its young.", ANIMAL))
FAMILY = Table("A family.", "a family", (NAME, YOUNG))


def told(text: str, table: Table, key: Key[object]) -> list[str]:
    """What is told of a text that is read through a table, where the key is looked at."""
    document = parse(text)
    problems = Problems(document.file, document.lines)
    table.fields(document.root, problems)[key]
    return [f"{each.line}:{each.column}: {each.message}" for each in problems.noted]


def test_what_stands_behind_keys_is_read_with_its_type() -> None:
    """Text with its place, numbers, truths and lists; what is missing is empty."""
    document = parse("name: Ox\nlegs: 4\ntame: true\neats: [hay, oats]\n")
    fields = ANIMAL.fields(document.root, Problems(document.file, document.lines))
    assert (fields.text(NAME), fields[LEGS], fields[TAME], fields[SIZE]) == ("Ox", 4, True, None)
    assert [(word.text, word.line) for word in fields[EATS]] == [("hay", 4), ("oats", 4)]


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ("legs: 4", NAME, "1:1: an animal needs the key 'name'"),
        ("name: ''", NAME, "1:8: 'name' is empty"),
        ("name: [Ox]", NAME, "1:7: 'name' is one piece of text"),
        ("name: Ox\nlegs: many", LEGS, "2:7: 'legs' is a whole number, not 'many'"),
        ("name: Ox\ntame: no", TAME, "2:7: 'tame' is true or false, not 'no'"),
        ("name: Ox\neats: {hay: much}", EATS, "2:7: 'eats' is text here"),
        ("name: Ox\nlugs: 4", LEGS, "2:1: an animal has no key 'lugs'"),
        ("- Ox", LEGS, "1:1: an animal is written as `key: value` lines"),
    ],
)
def test_what_does_not_fit_is_told_at_its_place(text: str, key: Key[object], message: str) -> None:
    """Missing, empty, of another kind, or unknown."""
    assert message in told(text, ANIMAL, key)


def test_an_unknown_key_is_told_those_that_there_are() -> None:
    """In their usual order, unless one is close."""
    document = parse("name: Ox\ncolour: red\n")
    problems = Problems(document.file, document.lines)
    ANIMAL.fields(document.root, problems)
    assert problems.noted[0].expected == "name, legs, tame, size, eats"
    with pytest.raises(BadInput):
        problems.stop_if_bad()


def test_a_key_that_a_narrower_table_lacks_counts_as_missing() -> None:
    """It is told as unknown and not read."""
    document = parse("name: Ox\nlegs: 4\n")
    problems = Problems(document.file, document.lines)
    fields = ANIMAL.only(NAME, TAME).fields(document.root, problems)
    assert fields[LEGS] is None
    assert [each.message for each in problems.noted] == ["an animal has no key 'legs'"]


def test_values_are_written_in_the_usual_order_without_empty_ones() -> None:
    """A required key stands there even when it is empty, a zero is something."""
    tree = ANIMAL.written((EATS, ()), (TAME, False), (LEGS, 0), (NAME, ""), (SIZE, None))
    assert [*tree.items()] == [("name", ""), ("legs", 0)]


def test_the_schema_says_what_the_table_says() -> None:
    """Keys, what is required, words to choose from, and tables within."""
    schema = schema_of(FAMILY)
    assert schema["required"] == ["name"]
    assert schema["additionalProperties"] is False
    young = schema_of(YOUNG.shape)
    assert young["description"] == "Its young."
    assert schema_of(SIZE.shape)["enum"] == ["small", "large"]
    animal = schema_of(ANIMAL)
    assert isinstance(animal["properties"], dict)
    assert (*animal["properties"],) == ANIMAL.names


def test_no_table_has_a_key_twice() -> None:
    """Each key means one thing in its mapping."""
    for table in (SCENARIO_TABLE, RULEBOOK_TABLE, CARD, ABILITY):
        assert len({*table.names}) == len(table.names)


def test_what_is_merged_and_laid_out_by_name_follows_from_the_tables() -> None:
    """Entries by name or id of a rulebook, and lists that stand on one line."""
    assert {"characteristics", "nouns", "policies", "stacking"} < {*BY_KEY}
    assert {*BY_ID} == {"clauses", "points", "layers", "checks", "rules"}
    assert {
        "because",
        "players",
        "order",
        "is",
        "card files",
        "counters",
        "zones",
        "while in",
    } == WORD_LISTS
