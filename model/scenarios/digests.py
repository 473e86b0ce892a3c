"""Digests of what was read: equal rulebooks and scenarios have equal ones, in every process."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from layerlaw.model.cards.card import Card
from layerlaw.model.errors import Where
from layerlaw.model.rulebooks.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

LONG = 32
"""So many letters and digits a digest has."""

# Where something was read is no part of what it says.
_NOT_SAID = frozenset({"file"})
# What a rulebook says in words, and by which clause: no board comes out otherwise by it.
_WORDS = frozenset({"clauses", "clause", "says", "question", "follows", "axioms", "title"})
# What was there before there was such a word is told, where it does not use it, as it was then.
_ONLY_IF_SO = frozenset(
    {
        "defines",
        "made",
        "half",
        "turned",
        "other_half",
        "listed",
        "melded",
        "melding",
        "melds_into",
        "ability",
        "way",
        "itself",
        "back_face",
        "created_as_copy",
        "created_but",
        "two_faced",
        "two_faced_unless",
        "two_faced_never",
    }
)
_ABOUT = frozenset({"publisher", "version", "keyword_clauses", "carried_clause"})

# The digests of cards, by the identity of the card, which is kept alive: many scenarios share them.
_cards: dict[int, tuple[Card, str]] = {}
_MOST_CARDS = 4096


def digest(tokens: str) -> str:
    """The digest of a text."""
    return sha256(tokens.encode()).hexdigest()[:LONG]


def rulebook_digest(rulebook: Rulebook) -> str:
    """What tells one rulebook, with the readings chosen, from any other."""
    return rulebook.cache.of_value(_rulebook_digest, rulebook, None)


def _rulebook_digest(rulebook: Rulebook, _: None) -> str:
    return digest("\n".join(tokens_of(rulebook)))


def procedure_digest(rulebook: Rulebook) -> str:
    """What tells one rulebook from any other that could give another answer: all but its words."""
    return digest("\n".join(tokens_of(rulebook, unsaid=_NOT_SAID | _WORDS | _ABOUT)))


def _is_said(name: str, value: object) -> bool:
    # A status may bring up a half and keep nothing.
    return bool(value) or name not in _ONLY_IF_SO or (name == "other_half" and value is not None)


def _card(card: Card) -> str:
    known = _cards.get(id(card))
    if known is None:
        text = "\n".join(
            token
            for one in fields(card)
            if _is_said(one.name, getattr(card, one.name))
            for token in tokens_of(getattr(card, one.name))
        )
        if len(_cards) >= _MOST_CARDS:
            _cards.clear()
        known = _cards[id(card)] = card, sha256(text.encode()).hexdigest()
    return known[1]


def tokens_of(
    node: object, skip: type | None = None, unsaid: Collection[str] = _NOT_SAID
) -> Iterator[str]:
    """The tree as words, the same in every process: nothing hangs on hashes or identities.

    skip: what is passed over wherever it stands. unsaid: names of fields that are passed over.
    """
    if skip is not None and isinstance(node, skip):
        return
    if isinstance(node, Where):
        return
    if isinstance(node, Card):
        yield _card(node)
    elif is_dataclass(node) and not isinstance(node, type):
        yield f"<{type(node).__name__}"
        for one in fields(node):
            value = getattr(node, one.name)
            if one.name not in unsaid and _is_said(one.name, value):
                yield from tokens_of(value, skip, unsaid)
        yield ">"
    elif isinstance(node, tuple | list):
        yield "("
        for each in node:
            yield from tokens_of(each, skip, unsaid)
        yield ")"
    elif isinstance(node, frozenset | set):
        yield "{"
        yield from sorted("\n".join(tokens_of(each, skip, unsaid)) for each in node)
        yield "}"
    elif hasattr(node, "items"):
        yield "["
        for key, value in node.items():
            yield from tokens_of(key, skip, unsaid)
            yield from tokens_of(value, skip, unsaid)
        yield "]"
    else:
        yield repr(node)
