"""Which parts looked at what was written, and which are gone by it: all at once as one by one."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from known_effects import GROWS, OTHERS, Known

from layerlaw.model import algebra as a
from layerlaw.solver.certificate.replay.readers import Readers
from layerlaw.solver.certificate.replay.tracking import ObservedParts
from layerlaw.solver.facts.situation import Thing
from situations import CREATURES, line, plus, resolved, thing

FIRE, RELIC = a.Member("elements", "fire"), a.Member("types", "relic")
FLYING, WARD = a.Ability("Flying"), a.Ability("Ward")
SELF = a.Self()

ABILITIES = (
    GROWS,
    OTHERS,
    line(SELF, plus(1)),
    line(SELF, plus(1), condition=a.Matches(SELF, FIRE)),
    line(FIRE, plus(1), condition=a.Exists(a.HasAbility("Flying"))),
    line(SELF, a.ChangeNumber("power", "+", a.Read("cost", SELF))),
    line(SELF, a.ChangeNumber("power", "+", a.Count(a.Both((CREATURES, a.Not(FIRE)))))),
    line(a.Controlled(a.You()), plus(1)),
    line(a.HasAbility("Ward"), plus(1)),
    line(a.Both((FIRE, a.Not(SELF))), plus(1)),
    line(CREATURES, plus(1), zones=("hand",)),
    line(CREATURES, a.ChangeNumber("power", "+", a.Read("cost", a.Identified("T0")))),
    line(CREATURES, plus(1), condition=a.Matches(a.Identified("T1"), FIRE)),
    line(SELF, a.ChangeNumber("power", "+", a.Read("cost", a.Identified("T1")))),
    line(SELF, a.ChangeNumber("power", "+", a.Read("cost", a.Identified("T2")))),
    line(SELF, plus(1), condition=a.Matches(a.Identified("T2"), a.Not(FIRE))),
    line(
        a.Identified("T3"),
        a.ChangeNumber("power", "+", a.CountWords("elements", a.Both((FIRE, RELIC)))),
        a.ChangeNumber("power", "+", a.Read("cost", a.Identified("T3"))),
    ),
    line(a.Not(RELIC), plus(1), condition=a.Negation(a.Matches(SELF, a.HasStatus("tapped")))),
)

WRITES: tuple[tuple[str, Any], ...] = (
    ("types", frozenset({"relic"})),
    ("elements", frozenset({"fire"})),
    ("elements", frozenset()),
    ("controller", "me"),
    ("cost", 7),
    ("power", 9),
    ("tapped", True),
    ("disabled", True),
    ("disabled", False),
    ("abilities", ()),
    ("damage", 1),
)


def situation(random: Random) -> list[Thing]:
    """Creatures with up to two abilities each, some of them alike."""
    return [
        thing(
            f"T{number}",
            *random.sample(ABILITIES, random.randrange(4)),
            *random.sample((FLYING, WARD), random.randrange(2)),
            elements=random.choice([(), ("fire",)]),
            zone="hand" if random.random() < 0.1 else "field",
            controller=random.choice(["you", "me"]),
            statuses=("disabled",) if random.random() < 0.2 else (),
            power=1,
            cost=random.randrange(3),
        )
        for number in range(random.choice([4, 12, 40]))
    ]


def parts_of(random: Random) -> tuple[Known, Readers, ObservedParts]:
    """A situation with its parts of the layer of numbers, all of them watched."""
    made = tuple(
        replace(resolved(f"R{n}", "T1", ability), choice=None)
        for n, ability in enumerate(random.sample(ABILITIES, 3))
    )
    lost = random.choice(["continues", "stops"])
    known = Known(*situation(random), effects=made, policies={"ability lost": lost})
    known.effects.meet_all(known.board)
    [layer] = [n for n, one in enumerate(known.effects.rulebook.layers) if one.id == "power"]
    parts = known.effects.parts_in(layer)
    random.shuffle(parts)
    for part in parts:
        if random.random() < 0.2:
            known.effects.started[part.effect] = None
    watches = ObservedParts()
    for part in parts:
        watches.watch(part, known.board, known.effects)
    return known, Readers(parts, watches, known.effects), watches


@pytest.mark.parametrize("seed", range(40))
def test_parts_are_touched_by_what_they_looked_at_and_gone_by_what_ends_them(seed: int) -> None:
    """Whatever is written, on one object or on many."""
    random = Random(seed)
    known, readers, watches = parts_of(random)
    board, effects = known.board, known.effects
    ids = [id for id in known.table.ids if id.startswith("T")]
    for _ in range(25):
        board.begin()
        few = random.random() < 0.7
        for id in random.sample(ids, random.randrange(1, 3)) if few else ids:
            for write in random.sample(WRITES, random.randrange(1, 3)):
                board.put(id, *write)
        if random.random() < 0.2:
            board.strip(random.getrandbits(len(ids)))
        delta = board.delta()
        touched = gone = 0
        for place, part in enumerate(readers.parts):
            watch = watches.of[part]
            if watch.look is None:
                continue
            if any(watch.reads.get(key, 0) & written for key, written in delta.items()):
                touched |= 1 << place
            if not effects.exists(part, board):
                gone |= 1 << place
        assert readers.touched(delta) == touched
        assert gone & ~touched == 0
        assert readers.gone(touched, delta, board) == gone
        some = random.getrandbits(len(readers.parts)) & touched
        assert readers.gone(some, delta, board) == gone & some
        board.rollback()


@pytest.mark.parametrize("seed", range(10))
def test_parts_are_alike_that_do_the_same(seed: int) -> None:
    """Of one kind, if they exist; what has no kind is alike to itself alone."""
    known, readers, watches = parts_of(Random(seed))
    for place, part in enumerate(readers.parts):
        kind = watches.of[part].kind
        if watches.of[part].look is None:
            continue
        right = 1 << place
        for other, one in enumerate(readers.parts):
            watch = watches.of[one]
            if kind is not None and watch.kind == kind and watch.look is not None:
                right |= 1 << other
        assert readers.alike(place, known.board) == right
