"""The solver's answer in the oracle's words, so that the two can be held against each other."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from layerlaw.model import BadInput, Scenario
from layerlaw.solver.board import ABILITIES, PERMISSIONS
from layerlaw.solver.derivation import Derivation
from layerlaw.solver.solve import solve
from oracle.zones import CannotHappen
from oracle.solve import OracleAnswer, answer


def in_oracle_words(derivation: Derivation) -> OracleAnswer:
    """Edges, turns, final state and fates of a derivation, as the oracle gives them."""
    rulebook = derivation.rulebook
    edges = {}
    turns = {}
    for record in derivation.layers:
        edges[record.layer] = frozenset((one.effect, one.on) for one in record.graphs[0].found)
        turns[record.layer] = tuple((turn.effect, turn.verdict) for turn in record.turns)
    characteristics: dict[tuple[str, str], object] = {}
    permissions = {}
    for thing in derivation.situation.things:
        if thing.zone != rulebook.in_play:
            continue
        index = derivation.world.index[thing.id]
        for name, kind in derivation.shown.kinds.items():
            value = derivation.final[thing.id, name]
            characteristics[thing.id, name] = frozenset(value) if kind == "set" else value
        disabled = False
        for status in rulebook.statuses.values():
            value = derivation.final[thing.id, status.name]
            characteristics[thing.id, status.name] = value
            disabled = disabled or (status.disables and bool(value))
        held = () if disabled else derivation.end.values(ABILITIES, index)
        abilities = [derivation.instances[number].ability for number in held]
        keywords = sorted(a.keyword for a in abilities if a.keyword is not None)
        texts = sorted((a for a in abilities if a.keyword is None), key=repr)
        characteristics[thing.id, "abilities"] = (*keywords, *texts)
        permissions[thing.id] = frozenset(
            (action, allowed, None if to is None else frozenset(derivation.world.ids(to)))
            for action, allowed, to in derivation.end.values(PERMISSIONS, index)
        )
    return OracleAnswer(
        edges=edges,
        turns=turns,
        characteristics=characteristics,
        fates={fate.object: fate.verdict for fate in derivation.fates},
        permissions=permissions,
    )


def assert_same(scenario: Scenario, readings: Mapping[str, str] | None = None) -> None:
    """Fail unless solver and oracle give the same answer, or both refuse an ability's use."""
    try:
        theirs = answer(scenario, readings)
    except CannotHappen:
        with pytest.raises(BadInput, match=r"use|in play|carry"):
            solve(scenario, readings=readings)
        return
    derivation = solve(scenario, readings=readings)
    mine = in_oracle_words(derivation)
    layers = {layer for layer, found in theirs.turns.items() if found}
    assert mine.turns == {layer: theirs.turns[layer] for layer in theirs.turns if layer in layers}
    assert mine.edges == {layer: theirs.edges[layer] for layer in theirs.edges if layer in layers}
    assert mine.characteristics == theirs.characteristics
    assert mine.permissions == theirs.permissions
    assert mine.fates == theirs.fates
