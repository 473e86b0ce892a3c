"""Parses a scenario's events and expectations into words with their places; binds none of them."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from lark import Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import NotationError, too_big
from layerlaw.model.notation.bounds import LONGEST, LONGEST_FACTS, check_length
from layerlaw.model.notation.parser_tables import parser_of
from layerlaw.model.scenarios.events import EVENT_FORMS
from layerlaw.model.scenarios.expectations import FACTS
from layerlaw.model.scenarios.scenario_format import shown

if TYPE_CHECKING:
    from layerlaw.model.notation.parser_tables import Parser

# What may stand there, for messages.
FORMS = {
    "played": "CARD as ID at PLACE on ID, ID copying ID choosing NUMBER, or CARD as ID in ZONE",
    "known": "play ID at PLACE on ID, ID copying ID choosing NUMBER",
    "cast": "cast CARD as ID on ID, ID choosing NUMBER",
    "used": "use ID NAME as EFFECT on ID, ID choosing NUMBER",
    **{rule: shown(rule) for rule in EVENT_FORMS},
    "expectation": "a line such as `power of F is 3`, `F has Airborne`, `F is a minion`, `F dies`",
    "facts": "facts such as `A before B`, `loop [A, B]`, `A depends on B`, `A is lost to B`",
}
NUMERALS = ("INT", "INFINITE")
"""The tokens that are numbers."""
_EVENTS = [form for form in FORMS if form not in ("expectation", "facts")]
NAMES_CARDS = (
    "played",
    "cast",
    *(rule for rule, ((_, form), *_) in EVENT_FORMS.items() if "{card:card}" in form.pattern),
)
"""The forms of events that name a card."""
# `CARD as ID at SQUARE`, as nearly all events are, is read some ten times faster without the
# grammar; what does not fit goes through it.
_PLAIN = re.compile(
    r"((?:(?!(?:as|at|on|in|copying|choosing) )[^\W\d_][\w'-]* )*?"
    r"(?!(?:as|at|on|in|copying|choosing) )[^\W\d_][\w'-]*)"
    r" as ([^\W\d_][\w'-]*)(?: at (\d{1,15}))?"
)
_QUOTE_WORDS = (
    "a name with a comma or with one of as, at, on, in, copying, choosing, into "
    "goes in double quotes"
)


class Word(NamedTuple):
    """A name as written, without quotes, and where it begins in the text."""

    text: str
    offset: int


class Spot(NamedTuple):
    """A place as written: its squares and, where it is not the surface, its level.

    partly: the squares behind "and", which alone are on that level.
    """

    squares: tuple[Word, ...]
    level: Word | None
    partly: tuple[Word, ...] = ()


class CopyWords(NamedTuple):
    """One copy as which something enters: what is copied, or (says) what says so, as written."""

    word: Word
    says: bool = False
    that_left: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """An event as written.

    words: the names in the order of the form. name: what `as` gives. on, at, choosing: what
    stands behind these words; at: a place without it, too. copies: what stands behind `copying`,
    one after another. zone: what stands behind `in`. amount: of a counter.
    """

    words: tuple[Word, ...]
    name: Word | None = None
    on: tuple[Word, ...] = ()
    copies: tuple[CopyWords, ...] = ()
    at: Spot | None = None
    amount: int = 0
    choosing: Word | None = None
    zone: Word | None = None


@dataclass(frozen=True, slots=True)
class ExpectationLine:
    """An expectation as written: the rule of the grammar it fits, and its names.

    text: the line, or the piece of it that is one fact. start: where that begins. passive: what
    is done to the first name ("be").
    """

    form: str
    words: tuple[Word, ...]
    negated: bool
    comparator: str
    text: str
    start: int
    passive: bool = False


@lru_cache(maxsize=10_000)
def parse_event(form: str, text: str) -> Said:
    """An event of one form of `FORMS`; raises `NotationError`."""
    plain = _PLAIN.fullmatch(text) if form == "played" else None
    if plain is not None:
        at = Spot((Word(plain[3], plain.start(3)),), None) if plain[3] else None
        return Said((Word(plain[1], 0),), Word(plain[2], plain.start(2)), at=at)
    return said_by_grammar(form, text)


def said_by_grammar(form: str, text: str) -> Said:
    """As `parse_event`, always through the grammar."""
    tree = _parse(_parser(), form, text)
    words: list[Word] = []
    said: dict[str, Tree[Token]] = {}
    amount = 0
    for child in tree.children:
        if isinstance(child, Token):
            amount = int(child)
        elif child.data in ("name", "id", "zone"):
            words.append(_word(child))
        elif child.data in said:
            offset = _first(child).start_pos or 0
            raise NotationError(f"'{child.data}' stands here twice", offset, FORMS[form])
        else:
            said[child.data] = child
    at = [said["place"]] if "place" in said else _trees(said.get("at"))
    return Said(
        words=tuple(words),
        name=_behind(said.get("as")),
        on=tuple(_word(each) for each in _trees(said.get("on"))),
        copies=tuple(_copy(each) for each in _trees(said.get("copying"))),
        at=_spot(at[0]) if at else None,
        amount=amount,
        choosing=_behind(said.get("choosing")),
        zone=_behind(said.get("in")),
    )


def _behind(tree: Tree[Token] | None) -> Word | None:
    """The name that stands behind a word such as `as`."""
    return next((_word(each) for each in _trees(tree)), None)


def _copy(tree: Tree[Token]) -> CopyWords:
    """One of what stands behind `copying`."""
    id, *more = _trees(tree)
    return CopyWords(_word(id), says=tree.data == "said", that_left=bool(more))


@lru_cache(maxsize=10_000)
def parse_expectation(text: str) -> ExpectationLine:
    """One expectation that is not about a layer; raises `NotationError`."""
    return _line(_parse(_expectation_parser(), "expectation", text), text, 0, len(text))


@lru_cache(maxsize=10_000)
def parse_facts(text: str) -> tuple[ExpectationLine, ...]:
    """What stands behind `layer NAME:`; raises `NotationError`."""
    facts = _trees(_parse(_facts_parser(), "facts", text))
    starts = [*(fact.meta.start_pos for fact in facts), len(text)]
    return tuple(_line(fact, text, *starts[i : i + 2]) for i, fact in enumerate(facts))


def _line(tree: Tree[Token], text: str, start: int, end: int) -> ExpectationLine:
    names = [each for each in _trees(tree) if each.data in ("name", "id")]
    tokens = [child for child in tree.children if isinstance(child, Token)]
    return ExpectationLine(
        form=str(tree.data),
        words=(
            *(_word(each) for each in names),
            *(Word(str(token), token.start_pos or 0) for token in tokens if token.type in NUMERALS),
        ),
        negated=any(each.data == "not" for each in _trees(tree)),
        comparator="".join(token for token in tokens if token.type == "COMPARATOR"),
        text=text[start:end].rstrip(" ,"),
        start=start,
        passive=any(each.data == "be" for each in _trees(tree)),
    )


def _trees(tree: Tree[Token] | None) -> list[Tree[Token]]:
    return [each for each in tree.children if isinstance(each, Tree)] if tree else []


def _first(tree: Tree[Token]) -> Token:
    """The first token of a tree that holds one."""
    child = tree.children[0]
    return child if isinstance(child, Token) else _first(child)


def _word(tree: Tree[Token]) -> Word:
    tokens = [child for child in tree.children if isinstance(child, Token)]
    start = tokens[0].start_pos or 0
    if tokens[0].type == "STRING":
        return Word(tokens[0][1:-1], start + 1)
    return Word(" ".join(tokens), start)


def _spot(tree: Tree[Token]) -> Spot:
    level = [_word(each) for each in _trees(tree) if each.data == "level"]
    partly = [square for each in _trees(tree) if each.data == "partly" for square in _squares(each)]
    return Spot(tuple(_squares(tree)), level[0] if level else None, tuple(partly))


def _squares(tree: Tree[Token]) -> list[Word]:
    tokens = [child for child in tree.children if isinstance(child, Token)]
    return [Word(str(token), token.start_pos or 0) for token in tokens]


def _parse(parser: Parser, form: str, text: str) -> Tree[Token]:
    check_length(text, LONGEST_FACTS if form == "facts" else LONGEST)
    try:
        return parser.parse(text, start=form)
    except UnexpectedInput as error:
        raise _complaint(error, form, text) from None


def _complaint(error: UnexpectedInput, form: str, text: str) -> NotationError:
    offset = error.pos_in_stream
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    if at_end or offset is None or offset < 0 or offset >= len(text):
        return NotationError("something is missing here", len(text.rstrip()), FORMS[form])
    if isinstance(error, UnexpectedCharacters) and text[offset] == '"':
        return NotationError("this quote is never closed", offset, FORMS[form])
    piece = re.match(r'"[^"]*"|[^\s,"\[\]{}]+|.', text[offset:])
    shown = piece[0] if piece else text[offset]
    if big := too_big(shown):
        return NotationError(big, offset, FORMS[form])
    suggestion = _QUOTE_WORDS if form in NAMES_CARDS else ""
    return NotationError(f"'{shown}' does not fit here", offset, FORMS[form], suggestion)


# One parser for each set of words that are no names in it: "of" is one in an expectation only.


@cache
def _parser() -> Parser:
    return _lark(_EVENTS)


@cache
def _expectation_parser() -> Parser:
    return _lark(["expectation"])


@cache
def _facts_parser() -> Parser:
    return _lark(["facts"], places=True)


def _lark(start: list[str], *, places: bool = False) -> Parser:
    file = files("layerlaw.model.scenarios").joinpath("scenario.lark")
    rules = [
        f"{rule}: {' | '.join(dict.fromkeys(form.grammar for _, form in forms))}"
        for rule, forms in EVENT_FORMS.items()
    ]
    rules += [f"?fact: {' | '.join(FACTS)}"]
    rules += [f"{rule}: {form.grammar}" for rule, (_, form) in FACTS.items()]
    text = "\n".join((file.read_text(encoding="utf-8"), *rules, ""))
    return parser_of(text, start=start, places=places)
