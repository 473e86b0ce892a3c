"""What the record calls an ability is read back: the text has to mean the ability."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    Ability,
    AddMembers,
    AllOf,
    AnyOf,
    Both,
    Either,
    Everything,
    Noun,
    RemoveMembers,
)
from layerlaw.model.notation.parsing import readable_ability
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.words import vocabulary
from layerlaw.solver.certificate.kept import MOST, Kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.facts.records import Facts

_WORD = re.compile(r"\w+")
TOGETHER = 50
"""So many texts are read with the names that stand in any of them."""


def misread(facts: Facts) -> Iterator[str]:
    """The texts that mean another ability than the one that they are said to stand for.

    A text that cannot be read, of trees made by hand under a rulebook without words for them,
    means nothing else.
    """
    situation = facts.situation
    words = _words_of(situation.rulebook)
    players = _by_first_word(situation.players)
    ids = _by_first_word(thing.id for thing in situation.things)
    texts = iter(facts.texts.items())
    while some := tuple(islice(texts, TOGETHER)):
        spoken: list[Spoken] = []
        for text, _ in some:
            # A name that does not stand in the text has no say in what it means.
            first = words.standing_in(text)
            players_here = [name for word in first for name in players.get(word, ())]
            ids_here = [name for word in first for name in ids.get(word, ())]
            spoken.append((text, tuple(players_here), tuple(ids_here)))
        words.read(spoken)
        for said, (text, ability) in zip(spoken, some, strict=True):
            if not words.means(said, ability):
                yield text


def _differ(meant: Ability | None, ability: Ability) -> bool:
    # Where the two are the same, so are their forms.
    return meant is not None and meant != ability and bare(meant) != bare(ability)


Spoken = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A text, and the players and the ids that may stand in it."""


class _Words:
    """What texts mean under a rulebook, with the names that may stand in them; kept."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._words = vocabulary(rulebook)
        # With the one that it was last found to mean, which is not compared again.
        self._meant: dict[Spoken, tuple[Ability | None, Ability | None]] = {}
        self._standing: dict[str, tuple[str, ...]] = {}

    def read(self, spoken: Iterable[Spoken]) -> None:
        """Read those texts that are not known."""
        if len(self._meant) >= MOST:
            self._meant.clear()
        new = [said for said in spoken if said not in self._meant]
        with_ids = [said for said in new if said[2]]
        # In few texts stands an id; these are read with all the names that stand in any of them.
        players = dict.fromkeys(name for _, names, _ in with_ids for name in names)
        ids = dict.fromkeys(name for _, _, names in with_ids for name in names)
        named = self._words.with_names(players, ids) if with_ids else self._words
        for said in new:
            words = named
            if not said[2]:
                words = self._words.with_names(said[1], ()) if said[1] else self._words
            self._meant[said] = readable_ability(said[0], words), None

    def means(self, said: Spoken, ability: Ability) -> bool:
        """Whether the text, which was read, means no other ability."""
        meant, same = self._meant[said]
        if same is not ability and not _differ(meant, ability):
            self._meant[said] = meant, ability
            return True
        return same is ability

    def standing_in(self, text: str) -> tuple[str, ...]:
        """The words that stand in the text, one of which a name in it would begin with."""
        if text not in self._standing:
            if len(self._standing) >= MOST:
                self._standing.clear()
            self._standing[text] = tuple(dict.fromkeys(("", *_WORD.findall(text.lower()))))
        return self._standing[text]


_words_of: Kept[Rulebook, _Words] = Kept(_Words, most=100)


def _by_first_word(names: Iterable[str]) -> dict[str, list[str]]:
    """Names by the word that each begins with; "" for one without words."""
    by_word: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        first = name.lower()
        # An id is mostly one word.
        if not first.isalnum():
            found = _WORD.search(first)
            first = found[0] if found else ""
        by_word.setdefault(first, []).append(name)
    return by_word


def bare(tree: object) -> object:
    """The tree in one form for all that mean the same by their shape, without what is not said.

    Not said is what a keyword or a noun means, nor of what groups words are where there are none;
    parts of "and" and "or" stand in no order.
    """
    if isinstance(tree, tuple):
        return tuple(map(bare, tree))
    if isinstance(tree, Ability) and tree.keyword is not None:
        zones = () if tree.instructions else tree.zones
        return Ability(tree.keyword, zones=zones, number=tree.number)
    if isinstance(tree, Noun):
        return bare(tree.meaning)
    if isinstance(tree, AddMembers | RemoveMembers) and not tree.words:
        return type(tree)(tree.characteristic, ())
    if isinstance(tree, Both | Either | AllOf | AnyOf):
        return _joined(tree)
    if is_dataclass(tree) and not isinstance(tree, type):
        parts = {field.name: bare(getattr(tree, field.name)) for field in fields(tree)}
        return replace(tree, **parts)
    return tree


def _joined(tree: Both | Either | AllOf | AnyOf) -> object:
    kind = type(tree)
    flat: list[object] = []
    for part in map(bare, tree.inner):
        if isinstance(part, tuple) and part[:1] == (kind.__name__,):
            flat += part[1:]
        else:
            flat.append(part)
    kept = {repr(one): one for one in flat if kind is not Both or one != Everything()}
    if len(kept) < 2:
        return next(iter(kept.values()), Everything())
    return (kind.__name__, *(kept[name] for name in sorted(kept)))
