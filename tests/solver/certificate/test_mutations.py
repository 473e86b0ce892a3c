"""Any one thing in the facts of a random scenario changed: the certificate is refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from layerlaw.model import LayerlawError
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.facts.records import (
    Change,
    Dependency,
    Facts,
    FateRecord,
    GraphRecord,
    LayerRecord,
    TurnRecord,
    Value,
    Witness,
)
from layerlaw.solver.facts.rows import Cells, Changes, Found
from layerlaw.solver.play.solve import solve
from oracle.generate import seeded_scenario
from oracle.small_rulebook import small_rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEEDS = 80


@cache
def facts_of(seed: int) -> Facts | None:
    """The facts of a random scenario under random readings; None if it has no answer."""
    rulebook = small_rulebook()
    chance = Random(seed)
    points = chance.sample(sorted(rulebook.points), chance.choice((0, 0, 1, 2)))
    readings = {id: chance.choice(rulebook.points[id].readings).id for id in points}
    try:
        return solve(seeded_scenario(seed, rulebook), readings=readings).facts
    except LayerlawError:
        return None


def other_value(value: Value) -> Value:
    """A value of the same kind that is another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, tuple):
        return value[1:] if value else ("Airborne",)
    return None if isinstance(value, str) else 1


class Changer:
    """Changes one thing of some facts, as chance has it."""

    def __init__(self, facts: Facts, chance: Random) -> None:
        self.facts = facts
        self.chance = chance

    # --- places ----------------------------------------------------------------------------

    def layer(
        self,
        change: Callable[[LayerRecord], LayerRecord],
        fits: Callable[[LayerRecord], object] = bool,
    ) -> Facts:
        """One of the layers that fit changed."""
        return replace(self.facts, layers=self.changed(self.facts.layers, change, fits))

    def turn(
        self,
        change: Callable[[TurnRecord], TurnRecord],
        fits: Callable[[TurnRecord], object] = bool,
    ) -> Facts:
        """One of the turns that fit changed."""
        return self.layer(
            lambda record: replace(record, turns=self.changed(record.turns, change, fits)),
            lambda record: any(map(fits, record.turns)),
        )

    def graph(
        self,
        change: Callable[[GraphRecord], GraphRecord],
        fits: Callable[[GraphRecord], object] = bool,
    ) -> Facts:
        """One of the graphs that fit changed."""
        return self.layer(
            lambda record: replace(record, graphs=self.changed(record.graphs, change, fits)),
            lambda record: any(map(fits, record.graphs)),
        )

    def changed(
        self,
        some: Sequence[Any],
        change: Callable[[Any], Any],
        fits: Callable[[Any], object] = bool,
    ) -> tuple[Any, ...]:
        """One of those that fit changed."""
        made = list(some)
        fitting = [number for number, one in enumerate(made) if fits(one)]
        at = fitting[self.number(fitting)]
        made[at] = change(made[at])
        return tuple(made)

    def number(self, some: Sequence[object]) -> int:
        """The number of one of some things."""
        assume(bool(some))
        return self.chance.randrange(len(some))

    def without(self, some: Sequence[Any]) -> tuple[Any, ...]:
        """All but one."""
        at = self.number(some)
        return (*some[:at], *some[at + 1 :])

    # --- what is told ----------------------------------------------------------------------

    def turns_swapped(self) -> Facts:
        """Two neighbouring turns of one layer."""

        def swapped(record: LayerRecord) -> LayerRecord:
            turns = list(record.turns)
            at = self.chance.randrange(len(turns) - 1)
            turns[at : at + 2] = reversed(turns[at : at + 2])
            return replace(record, turns=tuple(turns))

        return self.layer(swapped, lambda record: len(record.turns) > 1)

    def turn_dropped(self) -> Facts:
        """A turn left out."""
        return self.layer(lambda record: replace(record, turns=self.without(record.turns)))

    def other_verdict(self) -> Facts:
        """Applied or lost."""
        return self.turn(
            lambda turn: replace(turn, verdict="lost" if turn.verdict == "applied" else "applied")
        )

    def other_role(self) -> Facts:
        """Another role."""
        roles = ("independent", "freed", "blocked", "by timestamp only", "gone")
        return self.turn(lambda turn: replace(turn, why=self.chance.choice(roles)))

    def change_dropped(self) -> Facts:
        """A change of a cell left out."""
        return self.turn(
            lambda turn: replace(turn, changes=self.without(turn.changes)),
            lambda turn: turn.changes,
        )

    def other_change(self) -> Facts:
        """A change of a cell told otherwise."""

        def other(change: Change) -> Change:
            if self.chance.random() < 0.5:
                return replace(change, before=other_value(change.before))
            return replace(change, after=other_value(change.after))

        return self.turn(
            lambda turn: replace(turn, changes=self.changed(turn.changes, other)),
            lambda turn: turn.changes,
        )

    def change_made_up(self) -> Facts:
        """A change that was none."""
        objects = [thing.id for thing in self.facts.situation.things]
        made = Change(self.chance.choice(objects), "power", 77, 78)
        return self.turn(lambda turn: replace(turn, changes=(*turn.changes, made)))

    def edge_dropped(self) -> Facts:
        """A dependency left out."""
        return self.graph(
            lambda graph: replace(graph, found=self.without(graph.found)),
            lambda graph: graph.found,
        )

    def edge_made_up(self) -> Facts:
        """A dependency that is none."""

        def more(graph: GraphRecord) -> GraphRecord:
            effect, on = self.chance.sample(graph.pending, 2)
            known = {(edge.effect, edge.on) for edge in graph.found}
            assume((effect, on) not in known)
            made_up = Dependency(effect, on, witness=Witness("existence"))
            return replace(graph, found=(*graph.found, made_up))

        return self.graph(more, lambda graph: len(graph.pending) > 1)

    def other_witness(self) -> Facts:
        """Another witness."""

        def other(edge: Dependency) -> Dependency:
            witness = edge.witness
            return replace(
                edge,
                witness=self.chance.choice(
                    (
                        Witness("existence"),
                        Witness("scope", entered=("nobody",)),
                        replace(witness, instruction=witness.instruction + 1),
                        replace(witness, before=witness.before + "?"),
                    )
                ),
            )

        return self.graph(
            lambda graph: replace(graph, found=self.changed(graph.found, other)),
            lambda graph: graph.found,
        )

    def pending_dropped(self) -> Facts:
        """A pending part left out."""
        return self.graph(lambda graph: replace(graph, pending=self.without(graph.pending)))

    def other_cell(self) -> Facts:
        """Another final value."""
        cell = self.chance.choice(list(self.facts.final))
        final = {**self.facts.final, cell: other_value(self.facts.final[cell])}
        return replace(self.facts, final=final)

    def cell_dropped(self) -> Facts:
        """A final value left out."""
        gone = self.chance.choice(list(self.facts.final))
        final = {cell: value for cell, value in self.facts.final.items() if cell != gone}
        return replace(self.facts, final=final)

    def fate_dropped(self) -> Facts:
        """A fate left out."""
        return replace(self.facts, fates=self.without(self.facts.fates))

    def fate_made_up(self) -> Facts:
        """A fate that is none."""
        objects = {thing.id for thing in self.facts.situation.things}
        spared = sorted(objects - {fate.object for fate in self.facts.fates})
        assume(bool(spared))
        check = self.facts.situation.rulebook.checks[0]
        made = FateRecord(self.chance.choice(spared), check.verdict, check.zone, check.clause)
        return replace(self.facts, fates=(*self.facts.fates, made))

    def other_timestamp(self) -> Facts:
        """Another moment of an effect."""
        return replace(
            self.facts,
            effects=self.changed(
                self.facts.effects,
                lambda one: replace(one, timestamp=(one.timestamp[0] + 1, one.timestamp[1])),
            ),
        )

    def keys_swapped(self) -> Facts:
        """The keys of two effects, each of which has a key of its own."""
        effects = list(self.facts.effects)
        assume(len({one.key for one in effects}) == len(effects) > 1)
        one, other = self.chance.sample(range(len(effects)), 2)
        keys = effects[other].key, effects[one].key
        effects[one] = replace(effects[one], key=keys[0])
        effects[other] = replace(effects[other], key=keys[1])
        return replace(self.facts, effects=tuple(effects))

    def effect_dropped(self) -> Facts:
        """An effect left out."""
        return replace(self.facts, effects=self.without(self.facts.effects))

    def other_giver(self) -> Facts:
        """Another giver."""
        return replace(
            self.facts,
            effects=self.changed(
                self.facts.effects, lambda one: replace(one, giver=None if one.giver else "X")
            ),
        )

    # --- how it is kept --------------------------------------------------------------------

    def bit_of_changes(self) -> Facts:
        """One bit of a row of changes, or the objects that the rows are of."""

        def other(turn: TurnRecord) -> TurnRecord:
            kept = cast("Changes", turn.changes)
            if self.chance.random() < 0.2:
                objects = (*kept.objects[1:], kept.objects[0])
                return replace(turn, changes=Changes(objects, kept.groups, kept.order))
            group = self.chance.choice(list(kept.groups))
            bit = 1 << self.chance.randrange(len(kept.objects))
            groups = {**kept.groups, group: kept.groups[group] ^ bit}
            return replace(turn, changes=Changes(kept.objects, groups, kept.order))

        return self.turn(other, lambda turn: isinstance(turn.changes, Changes))

    def bit_of_cells(self) -> Facts:
        """One bit of a column of final cells."""
        kept = self.facts.final
        assert isinstance(kept, Cells)
        name = self.chance.choice(list(kept.columns))
        value = self.chance.choice(list(kept.columns[name]))
        bit = 1 << self.chance.randrange(len(kept.objects))
        column = {**kept.columns[name], value: kept.columns[name][value] ^ bit}
        return replace(self.facts, final=Cells(kept.objects, {**kept.columns, name: column}))

    def bit_of_edges(self) -> Facts:
        """One bit of a row of dependencies, a witness kept apart, or the parts the rows are of."""

        def other(graph: GraphRecord) -> GraphRecord:
            kept = cast("Found", graph.found)
            how = self.chance.random()
            if how < 0.2:
                names = (*kept.names[1:], kept.names[0])
                return replace(graph, found=Found(names, kept.gone, kept.other))
            if how < 0.4 and kept.other:
                gone = self.chance.choice(list(kept.other))
                rest = {edge: kept.other[edge] for edge in kept.other if edge != gone}
                return replace(graph, found=Found(kept.names, kept.gone, rest))
            rows = list(kept.gone)
            rows[self.number(rows)] ^= 1 << self.chance.randrange(len(kept.names))
            return replace(graph, found=Found(kept.names, rows, kept.other))

        return self.graph(other, lambda graph: isinstance(graph.found, Found))


KINDS = sorted(name for name in vars(Changer) if not name.startswith("_"))
PLACES = ("changed", "graph", "layer", "number", "turn", "without")
CHANGES = [name for name in KINDS if name not in PLACES]


def told(facts: Facts) -> tuple[object, ...]:
    """Everything that is recorded, one by one."""
    return (
        [
            (
                record.layer,
                [(g.turn, g.pending, g.tested, tuple(g.found)) for g in record.graphs],
                [(t.effect, t.verdict, t.why, tuple(t.changes)) for t in record.turns],
            )
            for record in facts.layers
        ],
        dict(facts.final),
        facts.fates,
        facts.effects,
    )


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, SEEDS - 1), st.sampled_from(CHANGES), st.integers(0, 2**32))
def test_any_change_is_refused(seed: int, kind: str, chance: int) -> None:
    """Of whatever is recorded, and of how it is kept, unless nothing else is told by it."""
    facts = facts_of(seed)
    assume(facts is not None and bool(facts.layers) and facts.answers is None)
    assert facts is not None
    changed: Facts = getattr(Changer(facts, Random(chance)), kind)()
    verdict = Certificate(changed).check()
    assert verdict.ok == (told(changed) == told(facts)), (kind, verdict.failures)
