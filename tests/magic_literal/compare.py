"""What Layerlaw says of a board, held against what the literal rules say."""

from __future__ import annotations

from typing import Any

from layerlaw import loads_scenario, solve
from magic_literal.boards import Board
from magic_literal.rules import ARTIFACTS, CREATURES, ENCHANTMENTS, LANDS

KEYWORDS = {
    "Flying", "Islandwalk", "Mountainwalk", "Forestwalk", "Haste", "Vigilance", "First strike",
    "Indestructible", "Hexproof", "Trample", "Defender", "Changeling", "Devoid", "Add W", "Add U",
    "Add B", "Add R", "Add G", "Add C", "Enchant creature", "Enchant land", "Enchant permanent",
    "Enchant artifact",
}  # fmt: skip
SPELL = {"instant", "sorcery"}  # what a spell does as it resolves is no ability looked at here
Row = dict[str, Any]


def ours(board: Board) -> dict[str, Row]:
    """The rows of the literal rules."""
    rows = {}
    state = board.game.derive()
    for id in state.perms():  # Layerlaw takes it off at once (704.5n, 704.5p)
        thing, look = board.game.things[id], state[id]
        if thing.bearer is None or "aura" in look.subs:
            continue
        tool = "equipment" in look.subs and "creature" not in look.types
        if not tool or not state.isa(thing.bearer, "creature"):
            thing.bearer = None
            state = board.game.derive()
    for id, look in state.looks.items():
        creature = "creature" in look.types
        zone = board.game.things[id].zone
        if zone == "merged":  # no object of its own (730.2)
            continue
        names = {each.name for each in look.abilities}
        rows[id] = {
            "zone": zone,
            "name": look.name,
            "supertypes": sorted(look.supers),
            "types": sorted(look.types),
            "creature-types": sorted(look.subs & CREATURES),
            "land-types": sorted(look.subs & LANDS),
            "artifact-types": sorted(look.subs & ARTIFACTS),
            "enchantment-types": sorted(look.subs & ENCHANTMENTS),
            "colors": sorted(look.colors),
            "power": look.power if creature else None,
            "toughness": look.toughness if creature else None,
            "controller": look.controller if zone == "play" else None,
            "keywords": sorted(names & KEYWORDS),
            "no abilities": bool(look.types & SPELL) or not look.abilities,
        }
    return rows


def theirs(text: str) -> dict[str, Row]:
    """The rows of Layerlaw."""
    answer = solve(loads_scenario(text))
    data: dict[str, Any] = answer.to_dict()
    rows = {}
    zones = {thing.id: str(thing.zone) for thing in answer.situation.things}
    for id, values in data["objects"].items():
        if id in ("you", "me", "rules") or zones[id] == "merged":
            continue
        creature = "creature" in values["types"]
        spell = bool({*values["types"]} & SPELL)
        zone = zones[id].replace("battlefield", "play")
        rows[id] = {
            "zone": zone,
            "name": values["name"] or "",
            "supertypes": sorted(values["supertypes"]),
            "types": sorted(values["types"]),
            "creature-types": sorted({*values["creature-types"]} & CREATURES),
            "land-types": sorted(values["land-types"]),
            "artifact-types": sorted(values["artifact-types"]),
            "enchantment-types": sorted(values["enchantment-types"]),
            "colors": sorted(values["colors"]),
            "power": values["power"] if creature else None,
            "toughness": values["toughness"] if creature else None,
            "controller": values["controller"] if zone == "play" else None,
            "keywords": sorted(
                {each.partition(" from ")[0] for each in values["abilities"]} & KEYWORDS
            ),
            "no abilities": spell or not values["abilities"],
        }
    return rows


def differences(board: Board) -> list[str]:
    """Where the two disagree, a line each."""
    mine, others = ours(board), theirs(board.scenario())
    found = [f"{id}: only one has it" for id in sorted(mine.keys() ^ others.keys())]
    for id in sorted(mine.keys() & others.keys()):
        for what, value in mine[id].items():
            if others[id][what] != value:
                found.append(f"{id} {what}: literal {value}, layerlaw {others[id][what]}")
    return found
