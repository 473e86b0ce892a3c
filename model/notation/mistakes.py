"""What to say about text that the grammar does not take: what was found, what was expected."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lark import UnexpectedCharacters, UnexpectedToken

from layerlaw.model.algebra.phrasing import is_plain
from layerlaw.model.errors import NotationError, did_you_mean
from layerlaw.model.notation.binding_operations import OPERATION
from layerlaw.model.notation.forms import before_numbers, leading_words
from layerlaw.model.notation.words import KEYWORD, NOUN, family, in_words_of

if TYPE_CHECKING:
    from lark import UnexpectedInput

    from layerlaw.model.notation.vocabulary import Vocabulary

_CHARACTERISTIC = "a characteristic such as 'power'"
_PHRASES = (
    ("GAIN", OPERATION),
    ("THERE", "a condition such as 'self is underground'"),
    ("SELF", NOUN),
    ("END_OF_TURN", "'end of turn', 'your next turn' or 'it leaves'"),
    ("SUMMARY", "a value such as 2, 'power of self' or 'number of minions'"),
    ("YOU", "a player such as 'you'"),
    ("SQUARES", "the numbers of squares, such as 7, 8"),
    ("ASSIGN", "':=', '+=', '-=' or '*=' behind a characteristic"),
    ("IS", "'is' or 'has'"),
    ("COMPARATOR", "a comparison such as '<= 1'"),
    ("COLON", "':' and what is done"),
    ("OF", "'of'"),
    ("NEARBY", "what may stand behind a noun, such as 'nearby' or 'with Airborne'"),
    ("BE", "a verb such as 'attack'"),
    ("COMMA", "','"),
    ("AND", "'and'"),
    ("OR", "'or'"),
    ("RPAR", "')'"),
    ("RSQB", "']'"),
    ("RBRACE", "'}'"),
    ("INSTEAD", "'instead' or 'instead of' and a zone"),
    ("AS_LONG_AS", "'as long as'"),
    ("UNTIL", "'until'"),
    ("$END", "the end"),
)
_BEHIND = (
    ({"gain", "gains", "lose", "loses", "have", "has", "but", "without"}, KEYWORD),
    ({"double", "its", "total", "highest", "lowest"} | before_numbers(), _CHARACTERISTIC),
    ({"named", "like"}, 'a name in double quotes, such as "Foot Soldier"'),
    ({"in", "on", "the"}, "a region or a zone"),
    ({"to", "of"}, "a zone"),
    ({"becomes", "become", "as", "{", ",", "a", "an"}, "a type or subtype such as 'beast'"),
    ({"non-"}, "a noun such as 'mortal'"),
)
_NAMES = {
    "CHOSEN_WORD",
    "NAME",
    "STRING",
    "LSQB",
    "ALL_ABILITIES",
    "ALL_ACTIVATED",
    "ARTICLE",
    "RBRACE",
    "CHOSEN_NAME",
    "LIKE",
    "ANY_ZONE",
    "YOURS",
    "OPPONENTS_OWN",
    "BASE",
}
_NUMERIC = "+-0123456789"
_UNCLOSED = "a double quote that is never closed"
_MOST = 4
_HIDDEN_WHEN = {
    "NEARBY": {"SELF"},
    "YOU": {"SELF", "NEARBY"},
    "SUMMARY": {"THERE"},
    "SELF": {"THERE"},
}
_DURATIONS = (
    "end of turn",
    "your next turn",
    "end of your next turn",
    "its controller's next turn",
    "it leaves",
)
_WITH_COMPARED = re.compile(
    r"(?P<value>(?:number|(?:total|highest|lowest|number\s+of\s+different)\s+[\w-]+)\s+of)\s+"
    r"(?P<who>[^()]*?\b(?P<joint>with|without|has)\s+(?P<rest>[\w \"+-]+?))"
    r"\s*(?P<sign>(?:<=|>=|!=|=|<|>)\s*-?\w+)\s*$",
    re.IGNORECASE,
)
_IN_PARENTHESES = re.compile(r"\bof\s+(?P<all>\([^()]*\))\s*$", re.IGNORECASE)
_ZONES = re.compile(r"\bwhile\s+(?:in\s+[\w\s-]+|anywhere)\s*$", re.IGNORECASE)
_ENDING = re.compile(r"\b(?:until|as\s+long\s+as|unless)\s(?:(?!\buntil\b)[^;])*$", re.IGNORECASE)
_NAME = re.compile(r'"[^"]*"')
_BUT_NOT_NAMED = re.compile(r"\bbut\s+not\s+named\s*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*|\S")
_SIGNS = {"YOURS": "your", "CANT": "can't", "FOR_EACH": "for each", "IS": "is", "HAS": "has"}


def explain(error: UnexpectedInput, text: str, start: str, vocabulary: Vocabulary) -> NotationError:
    """The error of the parser in the words of the notation."""
    offset = error.pos_in_stream if error.pos_in_stream is not None else len(text)
    accepted: set[str] = set()
    if isinstance(error, UnexpectedToken):
        accepted = set(error.accepts or error.expected)
        if error.token.type == "$END":
            offset = len(text)
    elif isinstance(error, UnexpectedCharacters):
        accepted = set(error.allowed or ())
    found = _WORD.match(text, offset)
    word = found.group() if found else ""
    before = _WORD.findall(text[:offset])
    last = before[-1] if before else ""
    message = _message(text, offset, word)
    if message == _UNCLOSED:
        return NotationError(message, offset, "another double quote behind the name")
    if (unknown := _of_a_family(text, offset, last, word, vocabulary)) is not None:
        return unknown
    if start == "ability" and not word and (no_such := _no_such_keyword(text, vocabulary)):
        return no_such
    if not word and (never := _read_to_the_end(text)) is not None:
        return never
    return NotationError(
        message,
        offset,
        in_words_of(vocabulary, _expected(accepted, last.lower())),
        _suggestion(accepted, word, last, text, offset, vocabulary),
    )


def _message(text: str, offset: int, word: str) -> str:
    if not text.strip():
        return "nothing is written"
    if word == '"' and text.count('"', offset) == 1:
        return _UNCLOSED
    return f"unexpected '{word}'" if word else "something is missing at the end"


def _of_a_family(
    text: str, offset: int, last: str, word: str, vocabulary: Vocabulary
) -> NotationError | None:
    """A number behind a keyword that has one, or of which the rulebook lists some with others."""
    before = text[:offset].rstrip().lower()
    behind = re.match(r"[+-]?\d+", text[offset:])
    for keyword in vocabulary.numbered:
        if behind is not None and before.endswith(keyword.lower()):
            title = f"{keyword} {behind[0]}"
            begin = len(before) - len(keyword)
            advice = f"write '\"{title}\"'"
            return NotationError(f"'{title}' is not in double quotes", begin, "", advice)
    members = family(last, vocabulary.keywords) if last and word[:1] in _NUMERIC else []
    numbered = [name for name in members if name[len(last) :].strip().lstrip("+-").isdigit()]
    if not numbered or behind is None or f"{last} {behind[0]}".lower() in map(str.lower, members):
        return None
    begin = max(text.rfind(last, 0, offset), 0)
    shown = ", ".join(numbered[:6]) + (", ..." if len(numbered) > 6 else "")
    return NotationError(
        f"unknown keyword '{last} {behind[0]}'",
        begin,
        f"one that the rulebook lists ({shown})",
        "a rulebook `based on` this one can add it under `keywords`",
    )


def _no_such_keyword(text: str, vocabulary: Vocabulary) -> NotationError | None:
    """Words without a colon that begin as keywords do, or are close to one."""
    said = text.split()
    if ":" in text or len(said) < 2:
        return None
    alike = family(said[0], vocabulary.keywords)
    close = did_you_mean(" ".join(said), vocabulary.keywords)
    if not alike and not close:
        return None
    shown = ", ".join(alike[:6]) + (", ..." if len(alike) > 6 else "")
    return NotationError(
        f"unknown keyword '{' '.join(said)}'",
        len(text) - len(text.lstrip()),
        f"one that the rulebook lists ({shown})" if alike else "a keyword of the rulebook",
        close or "a rulebook `based on` this one can add it under `keywords`",
    )


def _read_to_the_end(text: str) -> NotationError | None:
    """`number of X with K >= 1`: the comparison was read as one of K, and is missing behind."""
    said = _WITH_COMPARED.search(text)
    if said is None:
        return None
    return NotationError(
        f"'{said['rest'].strip()}' is compared here, and not what is counted",
        said.start("rest"),
        "",
        f"put what is counted in parentheses: `{said['value']} ({said['who']}) {said['sign']}`",
    )


def _expected(accepted: set[str], last: str) -> str:
    if "ANY_ABILITY" in accepted and "ARTICLE" not in accepted:
        return "a keyword, 'an ability', or a comparison such as 'power <= 1'"
    if accepted == {"LSQB"}:
        return "what it is or has, in brackets such as '[gain Airborne]'"
    if accepted <= _NAMES:
        for behind, phrase in _BEHIND:
            if last in behind:
                return phrase
        return _CHARACTERISTIC
    shown = [
        phrase
        for name, phrase in _PHRASES
        if name in accepted and not _HIDDEN_WHEN.get(name, set()) & accepted
    ]
    if len(shown) > _MOST:
        shown = [*shown[: _MOST - 1], shown[-1]]
    if len(shown) < 2:
        return "".join(shown)
    return ", ".join(shown[:-1]) + f", or {shown[-1]}"


def _suggestion(
    accepted: set[str], word: str, last: str, text: str, offset: int, vocabulary: Vocabulary
) -> str:
    begin = max(text.rfind(last, 0, offset), 0) if last else offset
    for keyword in vocabulary.keywords:
        if not is_plain(keyword) and text[begin:].lower().startswith(keyword.lower()):
            return f'write "{keyword}" in double quotes'
    known = [
        _SIGNS.get(name, name.lower().replace("_", " "))
        for name in sorted(accepted)
        if name.isupper() and name not in ("NAME", "STRING", "NUMBER", "PLAYER")
    ]
    if len(word) > 2 and (close := did_you_mean(word, known)):
        return close
    if "IS" in accepted and (close := _verb(text[:offset])):
        return close
    if "COMPARATOR" in accepted and (close := _duration(text)):
        return close
    if "ASSIGN" in accepted and last.lower() == "base":
        return f"a base value is read, not written: write '{word}' alone"
    verbs = ("gain", "double", "becomes", "animated", "copy", *leading_words())
    if "ASSIGN" in accepted and last.lower() not in verbs:
        return did_you_mean(last, verbs)
    if "OF" in accepted:
        return did_you_mean(last, ("total", "highest", "lowest"))
    if (name := _NAME.match(text, offset)) and _BUT_NOT_NAMED.search(text[:offset]):
        return f"write `that are not named {name[0]}`"
    if (order := _out_of_order(text, offset, word)) is not None:
        return order
    if word[:1].isalpha() and (whole := _IN_PARENTHESES.search(text[:offset])) is not None:
        return f"what stands in parentheses there is all: write `({whole['all']} {word} ...)`"
    return ""


def _out_of_order(text: str, offset: int, word: str) -> str | None:
    """A condition behind the zones of an ability, or an instruction behind its duration."""
    before = text[:offset]
    if word.lower() in ("as", "unless", "until") and (zones := _ZONES.search(before)):
        return f"`{zones[0].strip()}` stands at the end, behind all else"
    if word == ";" and (ending := _ENDING.search(before)):
        return f"`{ending[0].strip()}` stands once, behind all instructions: it is of all of them"
    return None


def _verb(text: str) -> str:
    known = ("is", "are", "has", "have")
    near = [did_you_mean(word, known) for word in _WORD.findall(text) if word not in known]
    return next((close for close in near if close), "")


def _duration(text: str) -> str:
    close = did_you_mean(text.rpartition("until")[2].strip(), _DURATIONS)
    return "" if close.endswith(f"'{text.strip()}'?") else close
