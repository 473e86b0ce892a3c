"""Which of several statements decides, for every mixture of three, by the definition's ranking."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any, cast

import pytest

from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver.certificate.replay import permissions
from layerlaw.solver.certificate.replay.permissions import (
    MarkStatement,
    PermissionQuestion,
    allowed,
    ruling,
)
from situations import rulebook

KINDS = tuple(product(("rule", "static", "resolved"), (False, True), (False, True)))
"""Who says it, whether it is a can, and whether it is ignored."""


def said_by(kind: tuple[str, bool, bool], age: int) -> MarkStatement:
    """A statement of that kind, and so old."""
    who, can, ignored = kind
    effect = SimpleNamespace(
        id=f"E{age}",
        age=age,
        source="rules" if who == "rule" else "S",
        instance=None if who == "resolved" else object(),
    )
    mark = SimpleNamespace(kind="can" if can else "can't", by=effect)
    return MarkStatement("A", cast("Any", mark), ignored)


def age_of(effect: Any) -> tuple[Any, ...]:
    """What ages are compared by."""
    return (effect.age,)


def decided(policy: str, said: list[MarkStatement]) -> set[int]:
    """The statements that may be named, by the definition; none where nothing is stated."""
    heard = [one for one in said if not one.ignored]
    ages = {id(one): age_of(one.effect) for one in heard}
    cards = [one for one in heard if one.effect.source != "rules"]
    rules = [one for one in heard if one.effect.source == "rules"]
    match policy:
        case "prohibition wins":
            ranks = [[o for o in heard if not o.allows], [o for o in heard if o.allows]]
        case "ranks":
            ranks = [
                [one for one in group if one.allows is can]
                for group in (cards, rules)
                for can in (False, True)
            ]
        case "both static":
            first = cards or rules
            standing = [
                one
                for one in first
                if not one.allows
                and not any(
                    other.allows
                    and ages[id(other)] > ages[id(one)]
                    and None in (other.effect.instance, one.effect.instance)
                    for other in first
                )
            ]
            ranks = [standing, [one for one in first if one.allows]]
        case _:
            first = cards or rules
            newest = max((ages[id(one)] for one in first), default=())
            last = [one for one in first if ages[id(one)] == newest]
            ranks = [[o for o in last if not o.allows], [o for o in last if o.allows]]
    for rank in ranks:
        if rank:
            newest = max(ages[id(one)] for one in rank)
            return {id(one) for one in rank if ages[id(one)] == newest}
    return set()


@pytest.mark.parametrize("ages", [(1, 2, 3), (1, 2, 2), (1, 1, 2), (2, 2, 2)])
@pytest.mark.parametrize("policy", POLICIES["prohibition"])
def test_the_newest_of_those_that_say_so_decides(
    policy: str, ages: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is ignored is not heard; without any statement it can be done, and nobody decides."""
    effects = cast("Any", SimpleNamespace(rulebook=rulebook({"prohibition": policy})))
    question = PermissionQuestion("A", "attack")
    for number in range(4):
        for kinds in product(KINDS, repeat=number):
            said = [said_by(kind, age) for kind, age in zip(kinds, ages, strict=False)]
            monkeypatch.setattr(permissions, "statements", lambda *_, told=said: tuple(told))
            may_be_named = decided(policy, said)
            found = ruling(tuple(said), effects, age_of).decider
            can = allowed(question, cast("Any", None), effects, age_of)
            if not may_be_named:
                assert (found, can) == (None, True)
                continue
            assert found is not None and id(found) in may_be_named
            assert can is found.allows
