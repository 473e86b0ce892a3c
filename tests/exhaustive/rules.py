"""A rulebook of the fewest words, its two ways to lay out layers, and every way to proceed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product

from layerlaw.model.algebra import Both, Compared, It, Member, Number, Read
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import (
    Characteristic,
    Clause,
    Layer,
    PolicyValue,
    Rulebook,
    StateCheck,
    Status,
)
from oracle.small_rulebook import small_rulebook

CLAUSE = "TINY-1"
Policies = tuple[tuple[str, str], ...]
"""Policies and the values they have, where these are not the first ones."""

CHARACTERISTICS = (
    Characteristic("types", "set", ("minion", "beast")),
    Characteristic("controller", "player"),
    Characteristic("power", "number", floor=0, base=True),
)
STATUSES = (Status("silenced", CLAUSE, silences=True),)
WEAK = Both((Member("types", "minion"), Compared(Read("power", It()), "<=", Number(0))))
CHECKS = (StateCheck("death", WEAK, "dies", "cemetery", CLAUSE),)

WORDS = (
    ("silenced",),
    ("change types", "animate", "change controller", "change name"),
    ("change abilities",),
    ("change power", "permissions", "can't be modified"),
)
COPYING = Layer("0", "copy", CLAUSE, ("copy",))
LAYERS: Mapping[str, tuple[Layer, ...]] = {
    "one": (COPYING, Layer("1", "all", CLAUSE, tuple(word for words in WORDS for word in words))),
    "many": (
        COPYING,
        *(Layer(str(number), words[0], CLAUSE, words) for number, words in enumerate(WORDS, 1)),
    ),
}
"""All operations in one layer, so that all of them meet; or those of one kind in each.

Copying has its own, for what a copy does has the id of what its object did before.
"""

TINY = replace(
    small_rulebook(),
    id="tiny",
    title="A tiny game",
    characteristics={each.name: each for each in CHARACTERISTICS},
    statuses={each.name: each for each in STATUSES},
    zones=("realm", "cemetery"),
    space=None,
    nouns={},
    plurals={},
    keywords={},
    clauses={CLAUSE: Clause(CLAUSE, "invented", "Everything here is invented.")},
    points={},
    checks=CHECKS,
    carried=None,
    marks=(),
    mark_on={},
    immune=(),
    rules=(),
    actions={"attack": "attacked"},
    stacking={},
    linked=(),
    resets=None,
)


@cache
def tiny_rulebook(layers: str, policies: Policies = ()) -> Rulebook:
    """The tiny rulebook with layers laid out in one of the two ways, and these policies."""
    # What enters together keeps the order in which it is written, whoever plays it.
    values = {name: known[0] for name, known in POLICIES.items()}
    values |= {"simultaneous entry": "unsaid", **dict(policies)}
    for policy, value in values.items():
        assert value in POLICIES[policy], f"no value '{value}' of {policy}"
    chosen = {name: PolicyValue(value, CLAUSE) for name, value in values.items()}
    return replace(TINY, layers=LAYERS[layers], policies=chosen)


def combinations(names: tuple[str, ...]) -> Iterator[Policies]:
    """Every combination of values of these policies."""
    for values in product(*(POLICIES[name] for name in names)):
        yield tuple(zip(names, values, strict=True))


def procedures(names: tuple[str, ...]) -> list[Policies]:
    """Every combination of values of these policies of procedure that is asked anything.

    Without dependencies nothing waits, and `dependents` is asked after all independent ones only,
    `independent` wherever those are a group of their own (docs/definition.md, "Order").
    """
    found: dict[Policies, None] = {}
    for each in combinations(names):
        values = dict(each)
        if values.get("test") == "none":
            values = {name: values[name] for name in ("test", "graph") if name in values}
        if values.get("freed", "after all") != "after all":
            values.pop("dependents", None)
        if values.get("freed") == "compete":
            values.pop("independent", None)
        found[tuple(values.items())] = None
    return list(found)
