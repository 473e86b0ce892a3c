"""Whether the layers stand in the order, and do the work, that their clauses speak of."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.documents.wording.ordinals import rank_in_list, rank_in_words
from layerlaw.solver.documents.wording.policy_phrases import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.rulebooks.rulebook import Clause, Layer, Rulebook

_VERBS = {
    "set": r"\bset",
    "add": r"\badd|increas|decreas|\btak|\bplus\b|\bminus\b",
    "multiply": r"multipl|doubl|halv",
    "swap": r"swap|exchang|switch",
    "gain": r"\bgain|\bgiv|\badd|grant",
    "lose": r"\blos|\btak|remov",
}
"""How clauses speak of operations; of those that are not listed by what they work on alone."""


@dataclass(frozen=True, slots=True)
class LayerMismatch:
    """Something that does not fit between layers and clauses.

    layers: the layers concerned. why: what does not fit, in one sentence.
    """

    layers: tuple[Layer, ...]
    clauses: tuple[str, ...]
    why: str


def layer_mismatches(rulebook: Rulebook) -> Iterator[LayerMismatch]:
    """Where layers stand otherwise than their clauses, or do what another layer's clause says."""
    stated = [
        (layer, rulebook.clauses[layer.clause])
        for layer in rulebook.layers
        if layer.clause in rulebook.clauses and not layer.between and not layer.early
    ]
    yield from _ranks(stated)
    yield from _work(stated)


def _ranks(stated: list[tuple[Layer, Clause]]) -> Iterator[LayerMismatch]:
    """Neighbours of which the clause of the later one comes first."""
    ranked = [
        (layer, clause, rank) for layer, clause in stated if (rank := rank_in_words(clause.says))
    ]
    told = set()
    for (one, first, above), (other, second, below) in pairwise(ranked):
        if below < above:
            told.add((one.id, other.id))
            why = f"layer {other.id} ({other.name}) comes after layer {one.id} ({one.name})"
            yield LayerMismatch(
                (one, other), (first.id, second.id), f"{why}; by their clauses' words it is earlier"
            )
    for (one, first), (other, second) in pairwise(stated):
        (above_list, above), (below_list, below) = map(rank_in_list, (first.place, second.place))
        listed = above_list == below_list and above and below
        if listed and below < above and (one.id, other.id) not in told:
            why = f"layer {other.id} ({other.name}) comes after layer {one.id} ({one.name})"
            yield LayerMismatch(
                (one, other), (first.id, second.id), f"{why}; its clause stands before in the list"
            )


def _work(stated: list[tuple[Layer, Clause]]) -> Iterator[LayerMismatch]:
    """Operations of which the layer's own clause says nothing, but another layer's clause does.

    The other clause then speaks of something that no layer of its own does, as it is where layers
    have changed places.
    """
    by_clause: dict[str, list[_Work]] = {}
    for layer, clause in stated:
        by_clause.setdefault(clause.id, []).extend(map(_Work.of, layer.does))
    for layer, own in stated:
        for work in map(_Work.of, layer.does):
            if work.told_in(own):
                continue
            for other, clause in stated:
                theirs = by_clause[clause.id]
                apart = clause.id != own.id and not any(work.like(each) for each in theirs)
                if apart and work.told_in(clause) and not all(w.told_in(clause) for w in theirs):
                    why = (
                        f"`{work.word}` works in layer {layer.id} ({layer.name}); not that layer's "
                        f"clause but the one of layer {other.id} ({other.name}) speaks of it"
                    )
                    yield LayerMismatch((layer, other), (own.id, clause.id), why)
                    break


@dataclass(frozen=True, slots=True)
class _Work:
    """A layer word; its verb if clauses have phrases for it, and a pattern for its object."""

    word: str
    verb: str
    object: str

    @classmethod
    def of(cls, word: str) -> _Work:
        first, _, rest = word.partition(" ")
        return cls(word, first if rest and first in _VERBS else "", _forms(rest or first))

    def like(self, other: _Work) -> bool:
        """Whether the two do the same, or work on the same where the verb says nothing."""
        return self.verb == other.verb if self.verb else self.object == other.object

    def told_in(self, clause: Clause) -> bool:
        """Whether the clause speaks of it."""
        words = plain(clause.says)
        by_verb = not self.verb or re.search(_VERBS[self.verb], words) is not None
        return by_verb and re.search(rf"\b{self.object}", words) is not None


def _forms(word: str) -> str:
    """A pattern for a word in its other forms."""
    if word.endswith(("y", "ies")):
        return f"{re.escape(word.removesuffix('ies').removesuffix('y'))}(y|i)"
    return re.escape(re.sub(r"(ler|led|ced|ed|s|e)$", "", word) if len(word) > 4 else word)
