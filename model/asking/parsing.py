"""Parses the two halves of a question, the board and what is asked, into words in their places."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from lark import Token, Tree, UnexpectedInput, UnexpectedToken

from layerlaw.model.asking.faults import refuse
from layerlaw.model.asking.marks import Text
from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.parser_tables import parser_of

if TYPE_CHECKING:
    from layerlaw.model.notation.parser_tables import Parser

LONGEST = 4_000
"""So many letters a question may have."""
SHAPES = (
    "who controls X, what POWER has X, how strong is X, what is X, does X have KEYWORD, "
    "is X a WORD, can X attack Y, does X die, where is X, which WORDs do I control, "
    "an expectation such as "
    "`power of X is 3`, each with `why` before it, or nothing"
)
ARRIVAL = (
    "CARD (theirs) at PLACE on CARD in ZONE copying CARD choosing WORD with 2 COUNTER as ID, "
    "with a comma before the next card"
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card of the board as it was typed; what stands behind each word, if it does."""

    card: Text
    notes: tuple[Text, ...] = ()
    at: Text | None = None
    on: tuple[Text, ...] = ()
    id: Text | None = None
    zone: Text | None = None
    copying: Text | None = None
    choosing: Text | None = None
    counters: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """What is asked, as it was typed: the rule of the grammar that it fits, and its pieces.

    words: what stands at the end. passive: whether it is done to the object ("be"). sign: how a
    number is compared.
    """

    form: str
    why: bool
    objects: tuple[Text, ...]
    named: Text | None
    verb: Text | None
    words: Text | None
    passive: bool
    sign: str


class Stuck(Exception):
    """The text does not fit the grammar.

    where: from the place where it does not, to the end. expected: the kinds of tokens that could
    stand there, if a plain word stands there.
    """

    def __init__(self, where: Text, expected: frozenset[str]) -> None:
        super().__init__(where.text)
        self.where = where
        self.expected = expected


def parse_board(text: Text, encoded: str) -> tuple[Arrival, ...]:
    """The arrivals; encoded: the text with its cards marked. Raises `Stuck`, `BadInput`."""
    tree = _parse(text, encoded, "board")
    return tuple(_arrival(text, each, encoded) for each in tree.children if isinstance(each, Tree))


def parse_question(text: Text, encoded: str) -> Shape:
    """What is asked; encoded: the text with what is known by name marked.

    Raises `Stuck`, and `BadInput` for one that is too long.
    """
    *why, tree = (each for each in _parse(text, encoded, "question").children)
    assert isinstance(tree, Tree)
    tokens = [each for each in tree.children if isinstance(each, Token)]
    rules = {str(each.data): each for each in tree.children if isinstance(each, Tree)}

    def of(kind: str) -> list[Text]:
        return [_of_token(text, token) for token in tokens if token.type == kind]

    words = rules.get("words")
    return Shape(
        form=str(tree.data),
        why=bool(why),
        objects=tuple(of("OBJECT")),
        named=next(iter(of("NAMED")), None),
        verb=next(iter(of("VERB") or of("NAMED")), None),
        words=None if words is None else _span(text, words),
        passive="be" in rules,
        sign=next((str(token) for token in tokens if token.type == "COMPARATOR"), "="),
    )


def _arrival(text: Text, tree: Tree[Token], encoded: str) -> Arrival:
    trees = [each for each in tree.children if isinstance(each, Tree)]
    said: dict[str, Tree[Token]] = {}
    for each in trees[1:]:
        if each.data in said:
            where = _span(text, each)
            refuse(where, f"'{each.data}' stands here twice", expected=ARRIVAL)
        said[str(each.data)] = each

    def of(rule: str) -> tuple[Text, ...]:
        inner = said[rule].children if rule in said else ()
        return tuple(_span(text, each) for each in inner if isinstance(each, Tree))

    def first(rule: str) -> Text | None:
        return next(iter(of(rule)), None)

    return Arrival(
        card=_span(text, trees[0]),
        notes=of("notes"),
        at=_span(text, said["at"]) if "at" in said else None,
        on=of("on"),
        id=first("as"),
        zone=first("in"),
        copying=first("copying"),
        choosing=_span(text, said["choosing"]) if "choosing" in said else None,
        counters=of("with"),
    )


def _span(text: Text, tree: Tree[Token]) -> Text:
    """From the first of its words to the last."""
    tokens = list(tree.scan_values(lambda value: isinstance(value, Token)))
    start, end = tokens[0].start_pos, tokens[-1].end_pos
    assert start is not None and end is not None
    return text.part(start, end)


def _of_token(text: Text, token: Token) -> Text:
    start, end = token.start_pos, token.end_pos
    assert start is not None and end is not None
    return text.part(start, end)


def _parse(text: Text, encoded: str, start: Literal["board", "question"]) -> Tree[Token]:
    if len(encoded) > LONGEST:
        refuse(text, f"a question of {len(encoded):,} letters is too long: {LONGEST:,} at most")
    try:
        return _parser().parse(encoded, start=start)
    except UnexpectedInput as error:
        raise _stuck(error, text) from None


def _stuck(error: UnexpectedInput, text: Text) -> Stuck:
    """Where the parser did not get on, and what could have stood there."""
    token = error.token if isinstance(error, UnexpectedToken) else None
    offset = error.pos_in_stream
    if offset is None or offset < 0 or (token is not None and token.type == "$END"):
        return Stuck(Text(text.whole, text.end, text.end), frozenset())
    typed = token is not None and token.type == "WORD"
    expected = error.accepts or error.expected if isinstance(error, UnexpectedToken) else ()
    return Stuck(text.part(offset, len(text.text)), frozenset(expected) if typed else frozenset())


@cache
def _parser() -> Parser:
    grammar = files("layerlaw.model.asking").joinpath("ask.lark").read_text(encoding="utf-8")
    return parser_of(grammar, start=("board", "question"))
