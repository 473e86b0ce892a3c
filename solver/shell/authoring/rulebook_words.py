"""What editors say of the keys of a rulebook, and the operations that they offer for layers."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.rulebooks.load import operation_words
from layerlaw.model.rulebooks.rulebook import Characteristic

if TYPE_CHECKING:
    from collections.abc import Mapping

SAYS: Mapping[str, str] = MappingProxyType(
    {
        "rulebook": "The rulebook's id.",
        "like": "Another rulebook, from which all is taken that this one lacks, but the procedure.",
        "based on": "Another rulebook, which this one is but for what it changes.",
        "without": "What is left out of the rulebook that this one is based on.",
        "title": "Its title.",
        "game": "The game.",
        "version": "The version of the document, or its date.",
        "publisher": "Who publishes the document.",
        "source": "Which document it is.",
        "cards": "The name of the shipped file with the cards of its game, without the ending.",
        "characteristics": "What objects have that effects can change, by name.",
        "zones": "The zone of play first, then the one for what leaves it, then all others.",
        "space": "A grid of squares. Left out: nothing has a place.",
        "plurals": "Irregular plurals, each with its singular.",
        "nouns": "Words with a meaning of their own, each a selector that may use those above it.",
        "statuses": "States of an object, each with what it does.",
        "keywords": "Abilities with a name, each with what it does (`does`), if it does something.",
        "actions": "Verbs, each with the word for having it done to one: `attack: attacked`.",
        "stacking": "Words for putting a card on top of an object.",
        "linked": "Numbers that are added up when objects are linked.",
        "carried": "What is carried, and by what.",
        "immune": "Whom an operation passes by unless it names them.",
        "resets": "The objects whose counters go away when a turn begins. Left out: all.",
        "checks": "State-based checks: what dies or is banished.",
        "rules": "What the rules do all the time, as abilities.",
        "layers": "The layers in their order, or, where all apply at once, the steps.",
        "policies": "The questions of procedure, each answered, with the clause that says so.",
        "clauses": "The statements of the document, paraphrased.",
        "points": "The questions that the document leaves open, each with its readings.",
        "axioms": "What the sentences on the order demand, each at its word.",
    }
)

# With characteristics of every kind, for a layer's words name them.
OPERATIONS: tuple[str, ...] = operation_words(
    (
        Characteristic("power", "number"),
        Characteristic("types", "set"),
        Characteristic("controller", "player"),
    ),
    ("silenced",),
)
