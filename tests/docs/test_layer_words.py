"""The words that a layer may list are all on the page, each with what works in such a layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, get_args

from docs.pages import tokens
from layerlaw.model import algebra, shipped_rulebook, vocabulary
from layerlaw.model.algebra.defining import MARK, layer_words
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.rulebooks.rulebook import Characteristic
from layerlaw.model.rulebooks.words import operation_words

PAGE = "fixtures/README.md"
EXAMPLES = (
    Characteristic("power", "number"),
    Characteristic("subtypes", "set"),
    Characteristic("controller", "player"),
)
"""The characteristics that stand for all of their kind in the table."""


class Row(NamedTuple):
    """One row: the layer word, samples of what works there, and the words that count without it."""

    word: str
    samples: list[str]
    otherwise: list[str]


def rows() -> Iterator[Row]:
    """The rows of the table of layer words."""
    cells: list[list[str]] = []
    headed = False
    for token in tokens(PAGE):
        if token.type == "tr_open":
            cells = []
        elif token.type == "inline":
            headed = token.content == "layer word" or headed
            codes = [one for one in token.children or () if one.type == "code_inline"]
            cells.append([one.content for one in codes])
        elif token.type == "tr_close" and headed and len(cells) == 3 and cells[0]:
            [word], operations, otherwise = cells
            yield Row(word, operations, otherwise)
        elif token.type == "table_close":
            headed = False


def test_every_layer_word_is_in_the_table() -> None:
    """Those of any number, set, player and status, and all that need no name."""
    words = [row.word for row in rows()]
    assert len(words) == len(set(words))
    assert set(words) == set(operation_words(EXAMPLES, ("silenced",)))


def test_each_sample_works_in_a_layer_with_its_word() -> None:
    """The word comes first of those that the operation answers to, then the others in order."""
    words = vocabulary(shipped_rulebook("sorcery-2026-01"))
    named: set[str] = set()
    for row in rows():
        assert row.samples or row.word.startswith("change ")
        for sample in row.samples:
            marked = sample.startswith(MARK)
            ability = parse_ability(sample if marked else f"target: {sample}", words)
            for operation in ability.instructions[0].operations:
                known = layer_words(operation, ability.defines)
                assert known == (row.word, *row.otherwise), sample
                named.add(type(operation).__name__)
    assert named == {operation.__name__ for operation in get_args(algebra.Operation)}
