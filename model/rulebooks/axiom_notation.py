"""Parses the condition of an axiom: "x and y in one layer and x older than y"."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, cast

from lark import Token, Tree, UnexpectedInput

from layerlaw.model.errors import NotationError, did_you_mean
from layerlaw.model.notation.bounds import check_depth, check_length
from layerlaw.model.notation.parser_tables import parser_of
from layerlaw.model.rulebooks.axioms import All, Fact, Negated, Some

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.notation.parser_tables import Parser
    from layerlaw.model.rulebooks.axioms import Axiom, Condition, Relation, Variable

_FORMS: Mapping[Relation, str] = {
    "older": "{0} older than {1}",
    "one layer": "{0} and {1} in one layer",
    "layer before": "layer of {0} before layer of {1}",
    "busy": "layer of {0} has a dependency",
    "depends": "{0} depends on {1}",
    "chain": "{0} depends on {1} in a chain",
    "mutual": "{0} and {1} depend on each other",
    "loop": "{0} and {1} in a loop",
    "something": "{0} depends on something",
    "nothing": "{0} depends on nothing",
    "waits": "{0} waits for something",
    "free": "{0} waits for nothing",
    "ready": "{0} is ready",
}
FACTS = tuple(form.format("x", "y") for form in _FORMS.values())
"""Everything that can be said; x and y may change places."""

_EXPECTED = (
    "facts such as\n      " + "\n      ".join(FACTS) + "\n      joined by and, or, not (...)"
)
_WORD = re.compile(r"\w+|\S")
_WORDS = tuple(dict.fromkeys([*(word for fact in FACTS for word in fact.split()), "or", "not"]))


def parse_condition(text: str) -> Condition:
    """The condition that the text says; raises `NotationError` with the place of the mistake."""
    check_length(text)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise _explained(error, text) from None
    check_depth(tree)
    return _condition(tree)


def written(condition: Condition) -> str:
    """The condition as text that `parse_condition` reads as the same condition."""
    match condition:
        case Fact(relation, first, second):
            return _FORMS[relation].format(first, second)
        case Negated(part):
            return f"not ({written(part)})"
        case All(parts):
            return " and ".join(
                f"({written(part)})" if isinstance(part, All | Some) else written(part)
                for part in parts
            )
        case Some(parts):
            return " or ".join(
                f"({written(part)})" if isinstance(part, Some) else written(part) for part in parts
            )


def axiom_line(axiom: Axiom) -> str:
    """The axiom as a line of a rulebook, under `axioms`."""
    over = f", overrides: [{', '.join(axiom.overrides)}]" if axiom.overrides else ""
    when, then = written(axiom.when), axiom.demand
    return f"- {{clause: {axiom.clause}, when: {when}, then: {then}{over}}}"


@cache
def _parser() -> Parser:
    grammar = files("layerlaw.model.rulebooks").joinpath("axioms.lark").read_text(encoding="utf-8")
    return parser_of(grammar, start=["start"])


def _condition(tree: Tree[Token]) -> Condition:
    inner = [child for child in tree.children if isinstance(child, Tree)]
    match tree.data:
        case "all":
            return All(tuple(_condition(child) for child in inner))
        case "some":
            return Some(tuple(_condition(child) for child in inner))
        case "not":
            return Negated(_condition(inner[0]))
    relation = cast("Relation", str(tree.data).replace("_", " "))
    names = [cast("Variable", str(child)) for child in tree.children]
    if len(names) == 1:
        return Fact(relation, names[0], "y" if names[0] == "x" else "x")
    if names[0] == names[1]:
        place = tree.children[1]
        offset = place.start_pos if isinstance(place, Token) else None
        raise NotationError(
            f"'{names[0]}' stands on both sides", offset or 0, suggestion="x and y are two effects"
        )
    return Fact(relation, names[0], names[1])


def _explained(error: UnexpectedInput, text: str) -> NotationError:
    offset = error.pos_in_stream
    token = getattr(error, "token", None)
    if offset is None or offset < 0 or (token is not None and token.type == "$END"):
        offset = len(text)
    match = _WORD.match(text, offset)
    word = match.group() if match else ""
    if not text.strip():
        return NotationError("nothing is written", 0, _EXPECTED)
    if not word:
        return NotationError("something is missing at the end", offset, _EXPECTED)
    hint = did_you_mean(word, _WORDS) if len(word) > 1 and word not in _WORDS else ""
    return NotationError(f"unexpected '{word}'", offset, _EXPECTED, hint)
